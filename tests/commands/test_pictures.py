"""Pictures as a designer uses them: loaded, printed, shown on a web page, and printed again when they change."""

import io
import sqlite3
from contextlib import closing

import pikepdf
import pypdfium2
import pytest
from PIL import Image

GAME = """\
id: art
title: Art
source_language: en
languages: [en]
fields:
  art: {title: Art, type: string}
kinds:
  beast: {name: Beast, optional: [art], face: beast}
"""
CARDS = """\
cards:
- {id: wolf, kind: beast, name: Wolf, fields: {art: red.png}}
- {id: bear, kind: beast, name: Bear, copies: 2, fields: {art: blue.jpg}}
- {id: mole, kind: beast, name: Mole}
"""
FACE = """\
extends: base
boxes:
- {id: ground, shape: rect, at: bleed, fill: paper}
- {text: "{name}", at: [5, 5, 50, 8], style: name}
- {id: art, picture: "{art}", at: [5, 15, 53, 35]}
- {picture: sign.svg, at: [5, 55, 20, 20]}
"""
SIGN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1h-1z" fill="#0a0"/></svg>'


@pytest.fixture
def game(tmp_path):
    """A game with pictures."""
    for name, text in {
        "game.yaml": GAME,
        "cards/c.yaml": CARDS,
        "faces/beast.yaml": FACE,
        "pictures/sign.svg": SIGN,
    }.items():
        (tmp_path / "art" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "art" / name).write_text(text, encoding="utf-8")
    Image.new("RGB", (700, 500), (200, 0, 0)).save(tmp_path / "art" / "pictures" / "red.png")
    Image.new("RGB", (700, 500), (0, 0, 200)).save(tmp_path / "art" / "pictures" / "blue.jpg")
    return tmp_path / "art"


def test_pictures_are_printed_as_they_were_if_the_folder_is_no_longer_there(deckwright, game, tmp_path):
    assert deckwright("load", "art").err == ""
    game.rename(tmp_path / "gone")
    ran = deckwright("export", "pdf", "art", "--last-good", "-o", "art.pdf", "--json")
    assert ran.json["findings"] == []
    pdf = (tmp_path / "art.pdf").read_bytes()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        images = [
            one
            for one in document.objects
            if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Image"
        ]
        assert len(images) == 2
    with pypdfium2.PdfDocument(pdf) as document:
        colours = {
            colour for _, colour in document[0].render(scale=1).to_pil().convert("RGB").getcolors(99999)
        }
    assert {(200, 0, 0), (0, 170, 0)} <= colours
    assert any(blue > 190 and red < 10 and green < 10 for red, green, blue in colours)


@pytest.mark.usefixtures("game")
def test_a_web_page_holds_each_picture_once(deckwright, tmp_path):
    deckwright("load", "art")
    deckwright("export", "html", "art", "-o", "art.html")
    page = (tmp_path / "art.html").read_text(encoding="utf-8")
    assert page.count("data:image/png;base64,") == page.count("data:image/jpeg;base64,") == 1
    assert "http://" not in page.replace("http://www.w3.org", "")


def test_a_print_shop_gets_inks_and_a_changed_picture_is_printed_again(deckwright, game, tmp_path):
    deckwright("load", "art")
    deckwright("export", "pdf", "art", "--target", "dtc-poker", "-o", "press.pdf")
    with pikepdf.open(tmp_path / "press.pdf") as document:
        spaces = {
            one.ColorSpace
            for one in document.objects
            if isinstance(one, pikepdf.Stream) and "/ColorSpace" in one
        }
        assert spaces == {"/DeviceCMYK"}
    deckwright("export", "pdf", "art", "-o", "all.pdf")
    Image.new("RGB", (700, 500), (0, 99, 0)).save(game / "pictures" / "red.png")
    deckwright("load", "art")
    assert deckwright("export", "pdf", "art", "--changed", "-o", "new.pdf", "--json").json["cards"] == 1


@pytest.mark.parametrize(
    "face",
    [
        FACE.replace("{picture: sign.svg, ", '{picture: sign.svg, when: "art:red", '),
        FACE.replace('- {text: "{name}", ', '- {text: "{name}", when: "-art:blue", '),
        FACE.replace(
            "{picture: sign.svg, at: [5, 55, 20, 20]}",
            '{group: [{picture: sign.svg, at: [0, 0, 9, 9], when: copies=2}], at: [5, 55, 20, 20], when: "kind:beast"}',
        ),
    ],
    ids=["on the picture", "on another box", "in a group"],
)
def test_a_face_with_pictures_has_conditions(deckwright, game, face):
    (game / "faces" / "beast.yaml").write_text(face, encoding="utf-8")
    (game / "game.yaml").write_text(
        GAME.replace(
            "fields:\n", "fields:\n  tags: {title: Tags, type: array, items: {enum: [a, b]}}\n"
        ).replace("optional: [art]", "optional: [art, tags]"),
        encoding="utf-8",
    )
    cards = CARDS.replace("{art: red.png}", "{art: red.png, tags: [a, b]}")
    (game / "cards" / "c.yaml").write_text(cards, encoding="utf-8")
    assert deckwright("load", "art").code == 0
    assert deckwright("export", "pdf", "art", "--duplex", "long", "-o", "art.pdf").code == 0


def test_a_picture_that_is_not_there_is_named_where_its_card_asks_for_it(deckwright, game):
    (game / "pictures" / "red.png").rename(game / "pictures" / "reed.png")
    ran = deckwright("load", "art", "--json")
    (finding,) = ran.json["findings"]
    assert ran.code == 0
    assert (finding["rule"], finding["severity"]) == ("unknown-picture", "warning")
    assert finding["cards"] == ["wolf"]
    assert finding["where"] == {"file": "art/cards/c.yaml", "line": 2, "column": 53}
    assert finding["message"] == (
        "File not found: pictures/red.png. Did you mean reed.png? A placeholder is printed."
    )


def test_pictures_that_cannot_be_printed_stop_nothing_and_a_placeholder_has_their_names(
    deckwright, game, tmp_path
):
    (game / "pictures" / "red.png").write_bytes((game / "pictures" / "red.png").read_bytes()[:99])
    (game / "pictures" / "blue.jpg").write_bytes(b"hello")
    (game / "pictures" / "sign.svg").write_text(
        SIGN.replace("<path", "<text/>\n<script/><path"), encoding="utf-8"
    )
    ran = deckwright("load", "art", "--json")
    assert ran.code == 0
    assert [
        (finding["rule"], finding["severity"], finding["where"]["file"], finding["where"]["line"])
        for finding in ran.json["findings"]
    ] == [
        ("bad-picture", "warning", "art/pictures/blue.jpg", 1),
        ("bad-picture", "warning", "art/pictures/red.png", 1),
        ("unsafe-picture", "warning", "art/pictures/sign.svg", 2),
    ]
    assert deckwright("export", "pdf", "art", "-o", "art.pdf").code == 0
    with pypdfium2.PdfDocument(tmp_path / "art.pdf") as document:
        printed = "".join(page.get_textpage().get_text_bounded() for page in document)
    assert printed.count("red.png") == printed.count("Wolf") > 0


SHADED = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">
<rect width="10" height="10" fill="#0000c8" opacity=".9"/></svg>"""


@pytest.mark.deep("exports in every way")
def test_a_drawing_with_more_than_shapes_is_printed_as_pixels(deckwright, game, tmp_path):
    (game / "pictures" / "sign.svg").write_text(SHADED, encoding="utf-8")
    ran = deckwright("load", "art", "--json")
    assert ran.code == 0
    (note,) = ran.json["findings"]
    assert (note["rule"], note["severity"], note["where"]["line"]) == ("picture-pixels", "info", 2)
    assert "because it has opacity: .9." in note["message"]
    again = deckwright("load", "art", "--json")
    assert again.json["findings"] == [note]
    game.rename(tmp_path / "gone")
    for target in ([], ["--target", "dtc-poker"]):
        assert deckwright("export", "pdf", "art", "--last-good", "-o", "art.pdf", *target).code == 0
        with pikepdf.open(tmp_path / "art.pdf") as document:
            streams = [one for one in document.objects if isinstance(one, pikepdf.Stream)]
            widths = [one.Width for one in streams if one.get("/Subtype") == "/Image"]
        assert 2220 in widths
    with pypdfium2.PdfDocument(tmp_path / "art.pdf") as document:
        assert len(document) > 1
    assert deckwright("export", "html", "art", "--last-good", "-o", "art.html").code == 0
    assert deckwright("export", "png", "art", "--last-good", "-o", "pictures").code == 0


@pytest.mark.usefixtures("game")
def test_pictures_are_half_as_strong_with_little_ink(deckwright, tmp_path):
    assert deckwright("load", "art").code == 0
    seen = []
    for option in ([], ["--low-ink"]):
        assert deckwright("export", "pdf", "art", "-o", "art.pdf", *option).code == 0
        with pypdfium2.PdfDocument(tmp_path / "art.pdf") as document:
            page = document[0].render(scale=1).to_pil().convert("RGB")
        seen.append({colour: count for count, colour in page.getcolors(99999)})
    full, pale = seen
    assert full[200, 0, 0] == _like(pale, (228, 128, 128))
    assert full[0, 170, 0] == _like(pale, (128, 212, 128))


def _like(counts, wanted):
    """Pixels of a colour, or one that differs by rounding."""
    return sum(
        count
        for colour, count in counts.items()
        if all(abs(one - other) <= 1 for one, other in zip(colour, wanted, strict=True))
    )


def test_old_pixels_are_not_kept(deckwright, game, own_database):
    for text in (SHADED, SHADED.replace("0000c8", "00c800"), SIGN):
        (game / "pictures" / "sign.svg").write_text(text, encoding="utf-8")
        assert deckwright("load", "art").code == 0
        with closing(sqlite3.connect(own_database)) as database:
            (count,) = database.execute("SELECT count(*) FROM assets WHERE path LIKE 'pixels/%'").fetchone()
        assert count == (text is not SIGN)


def test_a_drawing_with_an_unknown_font_is_one_warning(deckwright, game):
    text = SHADED.replace("</svg>", '<text y="9" font-family="Comic Sans">Marsh</text></svg>')
    (game / "pictures" / "sign.svg").write_text(text, encoding="utf-8")
    ran = deckwright("load", "art", "--json")
    assert [
        (finding["rule"], finding["severity"], finding["where"]["line"]) for finding in ran.json["findings"]
    ] == [("picture-font", "warning", 2)]


def test_a_class_or_colour_that_does_not_exist_is_found_where_it_is_named(deckwright, game):
    (game / "icons").mkdir()
    plant = SIGN.replace("<path", '<path class="leaf" d="M0 0h1" stroke="#123456"/><path class="pot"')
    (game / "icons" / "plant.svg").write_text(plant, encoding="utf-8")
    box = "- {icon: plant, at: [5, 55, 20, 20], colours: {leaf: paper, pott: paper}}"
    (game / "faces" / "beast.yaml").write_text(FACE + box, encoding="utf-8")
    ran = deckwright("load", "art", "--json")
    (error,) = ran.json["findings"]
    assert (error["rule"], error["where"]["line"], error["where"]["column"]) == (
        "unknown-class",
        7,
        box.index("pott: ") + 7,
    )
    assert "Did you mean pot?" in error["message"]
    (game / "faces" / "beast.yaml").write_text(
        FACE + box.replace("pott: paper", "pot: papr"), encoding="utf-8"
    )
    (error,) = deckwright("load", "art", "--json").json["findings"]
    assert (error["rule"], error["where"]["line"]) == ("unknown-colour", 7)
    (game / "faces" / "beast.yaml").write_text(FACE + box.replace("pott", "pot"), encoding="utf-8")
    assert deckwright("load", "art", "--json").json["findings"] == []


def test_a_picture_with_a_stand_in_is_told_at_its_cell_and_on_the_print(deckwright, game):
    (game / "faces" / "beast.yaml").write_text(
        FACE.replace('"{art}"', '"{art}", missing: sign.svg'), encoding="utf-8"
    )
    (game / "pictures" / "red.png").unlink()
    (game / "pictures" / "blue.jpg").rename(game / "pictures" / "Blue.JPG")
    ran = deckwright("load", "art", "--json")
    found = {finding["rule"]: finding for finding in ran.json["findings"]}
    lost, spelled = found["unknown-picture"], found["picture-name"]
    assert (ran.code, lost["severity"], spelled["severity"]) == (0, "warning", "info")
    assert lost["where"] == {"file": "art/cards/c.yaml", "line": 2, "column": 53}
    assert lost["message"] == "File not found: pictures/red.png. sign.svg is printed."
    assert spelled["message"] == "Picture blue.jpg not found: Blue.JPG is used."
    printed = deckwright("export", "pdf", "art", "-o", "art.pdf", "--json")
    assert [(finding["rule"], finding["cards"]) for finding in printed.json["findings"]] == [
        ("unknown-picture", ["wolf"])
    ]


def test_pictures_are_found_in_folders_below_by_their_names_and_by_their_paths(deckwright, game):
    below = game / "pictures" / "beasts" / "Old"
    below.mkdir(parents=True)
    (game / "pictures" / "red.png").rename(below / "Red.PNG")
    (game / "pictures" / "blue.jpg").rename(below / "blue.jpg")
    cards = CARDS.replace("{art: blue.jpg}", "{art: beasts/Old/blue.jpg}")
    (game / "cards" / "c.yaml").write_text(cards, encoding="utf-8")
    ran = deckwright("load", "art", "--json")
    assert [(finding["severity"], finding["message"]) for finding in ran.json["findings"]] == [
        ("info", "Picture red.png not found: beasts/Old/Red.PNG is used.")
    ]
    assert deckwright("export", "pdf", "art", "-o", "art.pdf", "--json").json["findings"] == []
    (below / "blue.jpg").write_bytes(b"hello")
    assert "blue.jpg is missing or cannot be read." in deckwright("export", "pdf", "art", "-o", "art.pdf").err


COIN = (250, 200, 0)
ICONS = {
    "orb.svg": """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><linearGradient id="a"><stop stop-color="#fa00fa"/>
<stop offset="1" stop-color="#fa00fa"/></linearGradient><path d="M0 0H9V9H0z" fill="url(#a)"/></svg>""",
    "fog.svg": """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9H0z" fill="#00f" opacity=".5"/></svg>""",
}


@pytest.mark.deep("exports in every way")
def test_icons_in_texts_may_be_png_and_svg_with_gradients_and_opacity(deckwright, game, tmp_path):
    (game / "icons").mkdir()
    for name, drawing in ICONS.items():
        (game / "icons" / name).write_text(drawing, encoding="utf-8")
    Image.new("RGB", (90, 60), COIN).save(game / "icons" / "coin.png")
    icons = "icons: {coin: coin, orb: orb, fog: fog}\n"
    (game / "game.yaml").write_text(GAME + icons, encoding="utf-8")
    card = "cards: [{id: mole, kind: beast, name: Mole, text: 'Pay {coin}, {orb} or {fog}.'}]\n"
    (game / "cards" / "c.yaml").write_text(card, encoding="utf-8")
    text = '- {text: "{text}", at: [4, 20, 54, 40], style: {size: 30}}\n- {icon: coin, at: [5, 60, 9, 9], colour: ink}\n'
    (game / "faces" / "beast.yaml").write_text(
        f"extends: base\nicons: {{coin: ink}}\nboxes:\n{text}", encoding="utf-8"
    )
    notes = deckwright("load", "art", "--json").json["findings"]
    assert [(note["rule"], note["where"]["file"]) for note in notes] == [
        ("picture-pixels", "art/icons/fog.svg"),
        ("picture-pixels", "art/icons/orb.svg"),
    ]
    assert deckwright("export", "pdf", "art", "-o", "art.pdf").code == 0
    with pypdfium2.PdfDocument(tmp_path / "art.pdf") as document:
        colours = dict(map(reversed, document[0].render(scale=2).to_pil().convert("RGB").getcolors(99999)))
    assert all(colours.get(colour, 0) > 100 for colour in (COIN, (250, 0, 250), (125, 122, 244)))
    for arguments in (
        ["html", "-o", "a.html"],
        ["rules", "-o", "r.pdf"],
        ["pdf", "--low-ink", "-o", "l.pdf"],
    ):
        kind, *more = arguments
        assert deckwright("export", kind, "art", *more).code == 0
    assert deckwright("export", "pdf", "art", "--target", "dtc-poker", "-o", "d.pdf").code == 0


def test_emoji_and_symbols_that_fonts_lack_are_icons_and_other_letters_boxes(deckwright, game, tmp_path):
    card = "cards: [{id: mole, kind: beast, name: Mole ★, text: 'Pay ♥ or **⚔️**, 🔥 or 漢. A → B™️.'}]\n"
    (game / "cards" / "c.yaml").write_text(card, encoding="utf-8")
    box = '- {text: "{text}", at: [4, 20, 54, 40], style: body}\n'
    (game / "faces" / "beast.yaml").write_text(FACE + box, encoding="utf-8")
    (finding,) = deckwright("load", "art", "--json").json["findings"]
    assert "lacks 漢, needed" in finding["message"]
    ran = deckwright("export", "pdf", "art", "-o", "art.pdf", "--json")
    assert [(finding["rule"], finding["found"]) for finding in ran.json["findings"]] == [
        ("missing-glyph", "漢")
    ]
    with pypdfium2.PdfDocument(tmp_path / "art.pdf") as document:
        printed = " ".join(document[0].get_textpage().get_text_bounded().split())
    assert "Mole star Pay heart or sword cross , fire or . A → B™." in printed


@pytest.mark.parametrize("folder", ["icons", "pictures"])
def test_what_other_tools_read_as_an_icon_is_told_once_with_what_to_write(deckwright, game, folder):
    (game / folder).mkdir(exist_ok=True)
    Image.new("RGB", (90, 60), COIN).save(game / folder / "gold-coin.png")
    (game / "game.yaml").write_text(GAME + "icons: {leaf: 'mdi:leaf'}\n", encoding="utf-8")
    card = "cards:\n- {id: mole, kind: beast, name: Mole, text: 'Roll [die]: gain [gold_coin], :leaf: or [die].'}\n"
    (game / "cards" / "c.yaml").write_text(card, encoding="utf-8")
    findings = deckwright("load", "art", "--json").json["findings"]
    assert {finding["rule"] for finding in findings} == {"brackets"}
    assert [(finding["message"], finding["where"]["column"]) for finding in findings] == [
        ("[die] is printed as it is.", card.index("[die]") - 6),
        (
            (
                "[gold_coin] is printed as it is. To print the icon, write {gold_coin}, and in game.yaml: "
                "icons: {gold_coin: gold-coin}."
            ),
            card.index("[gold_coin]") - 6,
        ),
        (":leaf: is printed as it is. To print the icon, write {leaf}.", card.index(":leaf:") - 6),
    ]


@pytest.mark.parametrize("folder", ["icons", "pictures"])
def test_an_icon_is_a_file_among_the_icons_or_the_pictures(deckwright, game, tmp_path, folder):
    (game / folder).mkdir(exist_ok=True)
    Image.new("RGB", (90, 60), COIN).save(game / folder / "gold-coin.png")
    (game / "game.yaml").write_text(GAME + "icons: {gold: gold-coin}\n", encoding="utf-8")
    card = "cards: [{id: mole, kind: beast, name: Mole, text: 'Gain {gold}.', icon: gold-coin}]\n"
    (game / "cards" / "c.yaml").write_text(card, encoding="utf-8")
    box = '- {text: "{text}", at: [4, 20, 54, 40], style: body}\n'
    (game / "faces" / "beast.yaml").write_text(FACE + box, encoding="utf-8")
    assert deckwright("load", "art", "--json").json["findings"] == []
    assert deckwright("export", "png", "--card", "art/mole", "-o", "mole.png").code == 0
    with Image.open(tmp_path / "mole.png") as picture:
        assert COIN in {colour for _, colour in picture.convert("RGB").getcolors(1 << 20)}


def test_names_in_brackets_in_a_sheet_are_icons_with_the_setting_that_is_offered(deckwright, game):
    setting = "sheets: [{foreign_markup: true}]"
    (game / "game.yaml").write_text(GAME + "icons: {leaf: 'mdi:leaf'}\n", encoding="utf-8")
    (game / "cards" / "c.yaml").unlink(missing_ok=True)
    (game / "cards" / "c.csv").write_text("name,text\nMole,Gain [leaf].\n", encoding="utf-8")
    (finding,) = [each for each in load_findings(deckwright) if each["rule"] == "brackets"]
    assert finding["message"].endswith(f"To keep the texts as they are, add {setting} to game.yaml.")
    (game / "game.yaml").write_text(f"{GAME}icons: {{leaf: 'mdi:leaf'}}\n{setting}\n", encoding="utf-8")
    assert "brackets" not in {each["rule"] for each in load_findings(deckwright)}


def load_findings(deckwright):
    return deckwright("load", "art", "--json").json["findings"]


def test_hundreds_of_missing_pictures_are_counted(deckwright, game):
    (game / "faces" / "beast.yaml").write_text(
        FACE.replace('"{art}"', '"{art}", missing: sign.svg'), encoding="utf-8"
    )
    cards = [
        f"- {{id: b-{at}, kind: beast, name: B {at}, fields: {{art: p{at}.png}}}}\n" for at in range(500)
    ]
    (game / "cards" / "c.yaml").write_text("cards:\n" + "".join(cards), encoding="utf-8")
    ran = deckwright("load", "art")
    assert ran.code == 0
    assert ran.err.count("[unknown-picture]") == 10
    assert "(500 in all: --all shows them)" in ran.err
