"""What printing warns of, and what --strict makes of it."""

import json
import shutil

import pytest

from deckwright.errors import InputError
from deckwright.press.faces.choice import load_backs, load_fronts

GAME = """
id: lab
title: Lab
source_language: en
languages: [en]
fields: {charge: {title: Charge, type: integer}}
kinds: {coil: {name: Coil, fields: [charge], face: own}}
"""
FACE = 'extends: base\nboxes: [{text: "{name}", at: [5, 5, 50, 10], style: name}]\n'


@pytest.fixture(scope="module")
def loaded(run, packaged_database, tmp_path_factory):
    """Load a game whose face does not show what its card says."""
    folder = tmp_path_factory.mktemp("preflight")
    for name in ("cards", "faces"):
        (folder / "lab" / name).mkdir(parents=True)
    (folder / "lab" / "game.yaml").write_text(GAME)
    (folder / "lab" / "cards" / "cards.yaml").write_text(
        "cards: [{id: coil, name: Coil, kind: coil, fields: {charge: 3}}]\n"
    )
    (folder / "lab" / "faces" / "own.yaml").write_text(FACE)
    shutil.copy(packaged_database, folder / "own.db")
    ran = run("load", "lab", "--db", "own.db", cwd=folder)
    assert ran.code == 0, ran.err
    return folder / "own.db"


@pytest.mark.parametrize("target", [(), ("--target", "dtc-poker"), ("--target", "contact")])
def test_a_warning_ends_with_1_only_where_it_is_strict(deckwright, loaded, target):
    arguments = ("export", "pdf", "lab", "-o", "lab.pdf", "--db", str(loaded), "--json", *target)
    ran = deckwright(*arguments)
    assert [(one["rule"], one["severity"], one["cards"]) for one in ran.json["findings"]] == [
        ("unused-field", "warning", ["coil"])
    ]
    assert ran.code == 0
    assert deckwright(*arguments, "--strict").code == 1


@pytest.mark.parametrize(
    ("command", "output"), [("png", "pictures"), ("tts", "table"), ("html", "lab.html"), ("pdf", "lab.pdf")]
)
def test_every_export_that_draws_can_be_strict(deckwright, loaded, tmp_path, command, output):
    arguments = ("export", command, "lab", "-o", output, "--db", str(loaded), "--json")
    lenient, strict = deckwright(*arguments), deckwright(*arguments, "--strict")
    assert (lenient.code, strict.code) == (0, 1)
    assert lenient.json == strict.json
    assert set(strict.json) - {"changes"} == {"files", "cards", "pages", "findings"}
    assert (tmp_path / output).exists()


@pytest.mark.parametrize("command", ["png", "tts", "html"])
def test_an_error_ends_with_1_strict_or_not(deckwright, loaded, tmp_path, command):
    """A name that is far too long for its box is an error."""
    (tmp_path / "lab" / "cards").mkdir(parents=True)
    (tmp_path / "lab" / "faces").mkdir()
    (tmp_path / "lab" / "game.yaml").write_text(GAME)
    (tmp_path / "lab" / "faces" / "own.yaml").write_text(FACE.replace("50, 10", "5, 3"))
    (tmp_path / "lab" / "cards" / "cards.yaml").write_text(
        "cards: [{id: coil, name: Coiled, kind: coil, fields: {charge: 3}}]\n"
    )
    database = shutil.copy(loaded, tmp_path / "wrong.db")
    assert deckwright("load", "lab", "--db", str(database)).code == 0
    for strict in ((), ("--strict",)):
        ran = deckwright("export", command, "lab", "-o", "out", "--db", str(database), "--json", *strict)
        assert (ran.code, "overflow" in {one["rule"] for one in ran.json["findings"]}) == (1, True)


def test_a_warning_is_told_to_who_prints(deckwright, loaded, tmp_path):
    ran = deckwright("export", "pdf", "lab", "-o", "lab.pdf", "--db", str(loaded), "--strict")
    assert "charge" in ran.err
    assert (tmp_path / "lab.pdf").exists()


def test_what_has_no_findings_is_fine_where_it_is_strict(deckwright):
    assert deckwright("export", "pdf", "data-monsters", "-o", "b.pdf", "--strict").code == 0


@pytest.mark.parametrize("load", [load_fronts, load_backs])
def test_a_wrong_condition_of_a_face_is_told_at_its_place(packaged, load):
    box = packaged("data-monsters")
    face = b'extends: base\nboxes:\n- {text: "{name}", at: card, when: "kimd:tool"}\n'
    game = box.game
    kinds = {**game.definition["kinds"], "tool": {"name": "Tool", "face": "own", "back": "own"}}
    spoiled = type(game)(
        game.id, game.source_language, game.languages, {**game.definition, "kinds": kinds}, game.labels
    )
    tools = [card for card in box.cards if card.kind == "tool"]
    fronts = [load_fronts(game, tools, box.assets)] if load is load_backs else []
    with pytest.raises(InputError) as fault:
        load(spoiled, tools, {**box.assets, "faces/own.yaml": face}, *fronts)
    assert (fault.value.code, fault.value.where.file) == ("bad-face", "faces/own.yaml")
    assert fault.value.where.line == 3
    assert "kimd" in fault.value.message


@pytest.fixture(scope="module")
def marked(run, packaged_database, tmp_path_factory):
    """Load a game whose back takes over the line with the card's id."""
    folder = tmp_path_factory.mktemp("marked")
    files = {
        "game.yaml": "id: coils\ntitle: Coils\nsource_language: en\nlanguages: [en]\nback: mine\nkinds: {coil: {name: Coil}}\n",
        "cards/c.yaml": "cards: [{id: one, name: One, kind: coil}, {id: two, name: Two, kind: coil}]\n",
        "faces/mine.yaml": "extends: base\nboxes: [{shape: star, at: [20, 20, 20, 20], fill: ink}]\n",
    }
    for name, text in files.items():
        (folder / "coils" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "coils" / name).write_text(text)
    shutil.copy(packaged_database, folder / "own.db")
    ran = run("load", "coils", "--db", "own.db", cwd=folder)
    assert ran.code == 0, ran.err
    return folder / "own.db"


@pytest.mark.parametrize(
    ("arguments", "differ"),
    [
        (("pdf", "-o", "c.pdf", "--duplex", "long"), True),
        (("pdf", "-o", "c.pdf", "--sheet", "a4-gutterfold"), True),
        (("pdf", "-o", "c.pdf", "--target", "dtc-poker"), True),
        (("pdf", "-o", "c", "--target", "single"), True),
        (("png", "-o", "c"), True),
        (("png", "-o", "c", "--target", "mpc-poker"), True),
        (("tts", "-o", "c"), True),
        (("html", "-o", "c.html"), True),
        (("pdf", "-o", "c.pdf"), False),
        (("pdf", "-o", "c.pdf", "--target", "contact"), False),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_backs_that_differ_are_an_error_wherever_backs_are_made(deckwright, marked, arguments, differ):
    command, *options = arguments
    ran = deckwright("export", command, "coils", *options, "--db", str(marked), "--json")
    assert [one["rule"] for one in ran.json["findings"] if one["severity"] == "error"] == [
        "backs-differ"
    ] * differ
    assert ran.code == differ


PRESS_TARGET = """about: Offset.
pages:
  bleed: 3
  press: {standard: "PDF/X-1a:2003", condition: C, name: N, registry: R, ink: 300, tints: [3, 97], shift: 30, solids: {cyan: [62, -44, -50], magenta: [52, 81, -7], yellow: [95, -6, 95], black: [12, 2, 0], red: [51, 73, 52], green: [60, -56, 34], blue: [26, 31, -54]}}
"""


def test_a_target_of_ones_own_has_its_changes_of_a_face_and_its_checks(run, packaged_database, tmp_path):
    face = """extends: base
palette: {faint: "#fafafa", neon: "#00ff00"}
boxes:
  - {id: mist, shape: rect, at: [9, 9, 20, 20], fill: faint}
  - {id: star, shape: star, at: [9, 40, 20, 20], fill: neon, targets: {shop.yaml: {drop: yes}}}
"""
    files = {
        "coils/game.yaml": "id: coils\ntitle: Coils\nsource_language: en\nlanguages: [en]\nkinds: {coil: {name: Coil, face: mine}}\n",
        "coils/cards/c.yaml": "cards: [{id: one, name: One, kind: coil}, {id: two, name: Two, kind: coil}]\n",
        "coils/faces/mine.yaml": face,
        "prints/shop.yaml": PRESS_TARGET,
        "prints/other.yaml": PRESS_TARGET,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text.replace("\\\n", "\n"))
    shutil.copy(packaged_database, tmp_path / "own.db")
    assert run("load", "coils", "--db", "own.db", cwd=tmp_path).code == 0
    found = {}
    for target in ("shop", "other"):
        options = ("--target", f"prints/{target}.yaml", "-o", "c.pdf", "--db", "own.db")
        ran = run("export", "pdf", "coils", *options, "--json", cwd=tmp_path)
        rules = [one for one in json.loads(ran.out)["findings"] if one["rule"] in {"tint", "colour-shift"}]
        found[target] = [
            (one["rule"], one["cards"], one["where"]["line"], one["found"], one["limit"]) for one in rules
        ]
        assert all(one["where"]["file"] == "faces/mine.yaml" for one in rules)
        assert run("export", "pdf", "coils", *options, "--strict", cwd=tmp_path).code == 1
    assert found["shop"] == [("tint", ["one"], 4, 2, 3)]
    assert found["other"] == [*found["shop"], ("colour-shift", ["one"], 5, 64, 30)]
