"""Cards of one kind with several faces, in all that is exported."""

import json
import re
from textwrap import dedent

import pypdfium2


def test_every_page_has_the_faces(deckwright, coils, tmp_path):
    deckwright("load", str(coils()))
    deckwright("export", "pdf", "coils", "-o", "coils.pdf", "--duplex", "long")
    pages = [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(tmp_path / "coils.pdf")]
    assert "One" in pages[0]
    assert "Special Two" in pages[0]
    assert "Strong Three" in pages[0]
    assert "Behind Two" in pages[1]
    assert deckwright("export", "html", "coils", "-o", "coils.html").code == 0
    assert deckwright("translate", "check", "coils").code == 0


def test_every_export_has_its_own_changes(deckwright, coils, tmp_path):
    folder = coils()
    changes = "{html: {text: Screen}, pdf: {text: Paper}, dtc-poker: {text: Shop}}"
    face = f"boxes: [{{text: Neither, at: [6, 6, 50, 9], targets: {changes}}}]\n"
    for name in ("strong", "special"):
        (folder / "faces" / f"{name}.yaml").write_text(f"leaves_out: [power]\n{face}")
    deckwright("load", str(folder))
    deckwright("export", "html", "coils", "-o", "coils.html")
    assert "Screen" in (tmp_path / "coils.html").read_text()
    for more, expected in ((), "Paper"), (("--target", "dtc-poker"), "Shop"):
        deckwright("export", "pdf", "coils", "-o", "coils.pdf", *more)
        pages = pypdfium2.PdfDocument(tmp_path / "coils.pdf")
        text = "".join(page.get_textpage().get_text_bounded() for page in pages)
        assert expected in text
        assert "Neither" not in text


def test_a_code_that_is_too_long_is_found_at_load(deckwright, coils):
    folder = coils()
    (folder / "faces" / "strong.yaml").write_text(
        f'leaves_out: [power]\nboxes:\n- {{qr: "{"x" * 1900}{{id}}", at: card, error: M}}\n'
        f'- {{qr: "{"x" * 1900}{{id}}", at: card, error: H}}\n- {{qr: "{{power / (power - 3)}}", at: card}}\n'
    )
    ran = deckwright("load", str(folder))
    assert ran.code == 3
    assert "strong.yaml:4:3: error: three: The text of the QR code is too long for error: H: 1905" in ran.err
    assert "strong.yaml:5:9: error: {power / (power - 3)} cannot be calculated for three." in ran.err


SIDES = """
    extends: base
    second_side: {name: night_name, text: night_text}
    boxes:
      - {text: "{night_name}", at: [5, 5, 53, 9], style: name}
      - {text: "{night_text}", at: [7, 58, 49, 20], style: body}
"""


def test_cards_with_two_sides_have_both_in_every_export(deckwright, coils, tmp_path):
    folder = coils()
    game = (folder / "game.yaml").read_text().replace("texts:", "").replace("other-side", "night")
    (folder / "game.yaml").write_text(f"{game}texts: {{night_name: Night name, night_text: Night text}}\n")
    cards = (folder / "cards" / "c.yaml").read_text()
    texts = "texts: {night_name: Dark Two, night_text: Glows.}"
    (folder / "cards" / "c.yaml").write_text(cards.replace("name: Two,", f"name: Two, {texts},"))
    (folder / "faces" / "night.yaml").write_text(dedent(SIDES))
    for name in ("strong", "special"):
        file = folder / "faces" / f"{name}.yaml"
        file.write_text(file.read_text().replace("[power]", "[power, night_name, night_text]"))
    assert deckwright("load", str(folder)).code == 0
    assert deckwright("export", "cockatrice", "coils", "-o", "cockatrice").code == 0
    database = (tmp_path / "cockatrice" / "customsets" / "coils.xml").read_text()
    related = re.findall(r'<name>(.*)</name>|<related attach="transform">(.*)</related>', database)
    assert [one or other for one, other in related] == [
        "coils",
        "One",
        "Two",
        "Dark Two",
        "Dark Two",
        "Two",
        "Three",
    ]
    assert "<text>Glows.</text>" in database
    assert (tmp_path / "cockatrice" / "pics" / "CUSTOM" / "coils" / "Dark Two.png").exists()
    deckwright("export", "tts", "coils", "-o", "tts", "--strict")
    saved = json.loads((tmp_path / "tts" / "coils.json").read_text())
    names = json.dumps(saved)
    assert '"Nickname": "Two // Dark Two"' in names
    assert '"Nickname": "One"' in names
    page = deckwright("export", "html", "coils", "-o", "coils.html", "--strict")
    assert page.code == 0, page.err
    assert "Dark Two</span>" in (tmp_path / "coils.html").read_text()
    assert deckwright("export", "pdf", "coils", "-o", "coils.pdf", "--duplex", "long", "--strict").code == 0
    behind = pypdfium2.PdfDocument(tmp_path / "coils.pdf")[1].get_textpage().get_text_bounded()
    assert "Dark Two" in behind
    assert "Glows." in behind
    (folder / "faces" / "night.yaml").write_text(dedent(SIDES).replace("text: night_text", "text: nite_text"))
    ran = deckwright("load", str(folder))
    assert "night.yaml:3:39: error: The game coils has no text nite_text. Did you mean night_text?" in ran.err
