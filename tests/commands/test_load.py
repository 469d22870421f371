import os
import shutil
from pathlib import Path

import pytest

from deckwright import resources
from deckwright.files.starters import fill_game, new_game_folder


@pytest.fixture
def game(tmp_path):
    """A copy of a packaged game, to be spoilt."""
    folder = tmp_path / "monsters"
    shutil.copytree(resources.folder("cards") / "data-monsters", folder)
    return folder


@pytest.fixture
def load(deckwright):
    return lambda *arguments: deckwright("load", *arguments)


@pytest.fixture
def search(deckwright):
    return lambda *arguments: deckwright("search", *arguments, "--json").json


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_packaged_games_load_without_findings(load):
    ran = load("--json")
    assert ran.code == 0
    assert ran.json["findings"] == []
    assert {game["game"]: game["cards"] for game in ran.json["games"]} == {
        "data-monsters": 75,
        "dataset": 120,
        "monster-office": 419,
        "big-monster": 198,
    }


def test_copies_and_different_cards_are_both_said(load):
    folder = str(resources.folder("cards") / "dataset")
    assert load(folder).out == "dataset: 120 cards (58 different); 0 added, 0 changed, 0 removed.\n"
    assert load(folder, "--json").json["games"][0]["distinct"] == 58


WAR = "  war:\n    name: War deck\n    zones: [leader]\n    rules:\n"


def test_a_condition_that_was_surely_not_meant_is_a_warning_at_its_line(load, game):
    rules = '- {id: r, when: "kind:tool", over: "kind:tool", measure: cards, min: 1, max: 1}'
    file = game / "game.yaml"
    spoil(file, "\nformats:\n", f"\nformats:\n{WAR}      {rules}\n")
    lines = file.read_text(encoding="utf-8").splitlines()
    ran = load("monsters", "--json")
    assert ran.code == 0, ran.err
    (finding,) = [one for one in ran.json["findings"] if one["rule"] == "format"]
    assert finding["severity"] == "warning"
    assert "is free of the minimum of the rule r" in finding["message"]
    assert finding["where"]["file"].endswith("game.yaml")
    assert finding["where"]["line"] == lines.index("    name: War deck") + 4


def test_a_changed_card_is_counted_and_kept(load, search, game):
    spoil(game / "cards" / "tools.yaml", "name: Mainframe", "name: Mainfrome")
    ran = load("monsters", "--json")
    assert ran.json["games"][0] == {
        "game": "data-monsters",
        "cards": 75,
        "distinct": 53,
        "added": 0,
        "changed": 2,
        "removed": 0,
        "changes": {
            "new": [],
            "changed": [{"id": "mainframe", "fields": {"name": {"before": "Mainframe", "now": "Mainfrome"}}}],
            "removed": [],
        },
    }
    assert search("Mainfrome")


def test_a_load_says_what_has_changed_card_by_card(load, game):
    assert "mainframe" not in load("monsters").out
    spoil(game / "cards" / "tools.yaml", "name: Mainframe", "name: Mainfrome")
    assert "Mainfrome: name: Mainframe → Mainfrome\n" in load("monsters").out


def test_a_changed_card_whose_name_another_one_has_is_named_with_its_id(load, game):
    load("monsters")
    spoil(game / "cards" / "monsters.yaml", "Reviews your code.", "Reads your code.")
    assert "\nKrol (krol-senior): flavour: " in load("monsters").out


def test_a_dry_run_does_not_forget_what_the_last_load_found(load, game, own_database):
    assert load(str(game)).code == 0
    before = own_database.read_bytes()
    ran = load(str(game), "--dry-run", "--again")
    assert (ran.code, ran.err.splitlines()[0]) == (
        2,
        "error: --again and --dry-run cannot be used together: --again writes.",
    )
    assert own_database.read_bytes() == before


FAULTS = [
    ("game.yaml", "measure: cards", "measure: crds", "cards"),
    ("game.yaml", "over: mark:unique", "over: mrk:unique", "mark"),
    ("game.yaml", "over: mark:unique", "over: mark:uniqe", "unique"),
    ("game.yaml", "face: monster", "face: mosnter", "monster"),
    ("game.yaml", "icon: mdi:earth", "icon: mdi:eatrh", "earth"),
    ("cards/tools.yaml", "id: mainframe", "id: garage-server", "garage-server"),
    ("cards/tools.yaml", "{tech: 5, sci: 1}", "{tech: five, sci: 1}", "whole number"),
    ("cards/tools.yaml", "{tech: 5, sci: 1}", "{tech: 5}", "sci"),
    ("decks/startup.yaml", "scrum-planning", "scrum-planing", "scrum-planning"),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), FAULTS)
def test_a_fault_is_named_with_its_place_and_changes_nothing(load, search, game, file, old, new, message):
    before = search("--game", "data-monsters")
    spoil(game / file, old, new)
    ran = load("monsters", "--json")
    assert ran.code == 3
    assert ran.json["games"] == []
    errors = [finding for finding in ran.json["findings"] if finding["severity"] == "error"]
    assert any(message in finding["message"] for finding in errors)
    assert all(finding["where"]["line"] for finding in errors)
    assert errors[0]["where"]["file"].endswith(file)
    assert search("--game", "data-monsters") == before


@pytest.mark.parametrize(
    ("old", "new", "message", "code"),
    [
        ('msgctxt "krol-junior.name"', 'msgctxt "krol-juniour.name"', "Did you mean krol-junior.name", 0),
        ("du tour**, +1 {tech}", "du tour**, +1 {tecc}", "The game declares no icon tecc for texts. Did you mean tech?", 0),
        ('msgctxt "krol-junior.name"', "msgctxt krol-junior.name", "The translations into fr are not loaded", 1),
    ],
)  # fmt: skip
def test_a_fault_in_one_language_is_named_and_keeps_nothing_else_from_being_loaded(
    load, game, deckwright, old, new, message, code
):
    spoil(game / "locales" / "fr.po", old, new)
    ran = load("monsters", "--json")
    assert (ran.code, [one["game"] for one in ran.json["games"]]) == (code, ["data-monsters"])
    assert "error" not in ran.json
    [finding] = ran.json["findings"]
    assert message in finding["message"]
    assert (finding["where"]["file"].endswith("locales/fr.po"), finding["where"]["line"] > 1) == (True, True)
    krol = deckwright("show", "data-monsters/pivot", "--json").json["texts"]
    assert "it" in krol
    assert ("fr" in krol) == (code == 0)


def test_a_face_that_the_game_does_not_fit_is_named_where_the_game_names_it(load, game):
    spoil(game / "game.yaml", "face: hack", "face: dataset")
    ran = load("monsters", "--json")
    assert ran.code == 3
    assert ran.json["games"] == []
    assert {one["where"]["file"] for one in ran.json["findings"]} == {"monsters/game.yaml"}
    assert "The face dataset does not fit this game" in ran.json["error"]["message"]


def test_a_game_that_takes_the_place_of_another_says_so_once(load, game):
    spoil(game / "game.yaml", "id: data-monsters", "id: dataset")
    for deck in (game / "decks").iterdir():
        spoil(deck, "game: data-monsters", "game: dataset")
    findings = load("monsters", "--json").json["findings"]
    assert [one["rule"] for one in findings if one["rule"] == "replaces-game"] == ["replaces-game"]
    assert load("monsters", "--json").json["findings"] == []


def test_a_game_with_the_same_title_and_other_cards_is_another_one(load, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with new_game_folder("Dataset") as folder:
        fill_game(folder, "Dataset", "en")
    assert [one["rule"] for one in load("dataset", "--json").json["findings"]] == ["replaces-game"]
    assert load("dataset", "--json").json["findings"] == []


@pytest.mark.usefixtures("game")
def test_a_copy_of_a_game_takes_its_place_without_a_word(load):
    assert load("monsters", "--json").json["findings"] == []


@pytest.mark.usefixtures("game")
def test_a_packaged_game_that_takes_the_place_of_a_copy_is_named_by_its_whole_folder(load):
    packaged = resources.folder("cards") / "data-monsters"
    assert load("monsters").code == 0
    [finding] = load(str(packaged), "--json").json["findings"]
    assert finding["rule"] == "same-id"
    assert f"data-monsters means {packaged}." in finding["message"]
    assert load(str(packaged), "--json").json["findings"] == []


@pytest.mark.parametrize("name", ["nowhere", "."])
def test_a_folder_that_is_no_game_is_one_clear_message(load, name):
    ran = load(name, "--json")
    assert ran.code == 3
    assert "Traceback" not in ran.err
    assert ran.json["error"]["message"]


def test_faults_of_faces_cards_and_pictures_are_told_together(load, game):
    for folder in ("faces", "pictures", "icons"):
        (game / folder).mkdir(exist_ok=True)
    (game / "faces" / "own.yaml").write_text("extends: plain\nboxes: [{txt: hello}]\n", encoding="utf-8")
    (game / "pictures" / "frog.png").write_bytes(b"no picture")
    (game / "icons" / "leaf.svg").write_text("hi", encoding="utf-8")
    spoil(game / "game.yaml", "face: hack", "face: own")
    spoil(game / "cards" / "tools.yaml", "name: Mainframe", "marks: [unik]\n    name: Mainframe")
    ran = load("monsters", "--json")
    files = {finding["where"]["file"] for finding in ran.json["findings"]}
    assert {"faces/own.yaml", "pictures/frog.png", "icons/leaf.svg", "cards/tools.yaml"} <= {
        file.removeprefix("monsters/") for file in files
    }
    assert (ran.code, ran.json["games"]) == (3, [])
    assert len(ran.json["findings"]) == len({str(one) for one in ran.json["findings"]})


def test_a_deck_of_the_game_that_breaks_its_format_is_a_warning(load, game):
    (game / "decks" / "startup.yaml").write_text(
        "game: data-monsters\nformat: lab\nname: Two\ncards: {mainframe: 2}\n", encoding="utf-8"
    )
    findings = [one for one in load("monsters", "--json").json["findings"] if one["rule"] == "illegal-deck"]
    assert findings[0]["severity"] == "warning"
    assert findings[0]["message"].startswith("The deck startup breaks the rule size of the format lab: ")
    assert findings[0]["where"]["file"] == "monsters/decks/startup.yaml"


@pytest.mark.parametrize(
    ("svg", "rule", "severity", "line"),
    [
        (
            '\n<path d="M2 2h20" stroke="#000" transform="scale(1 2)" fill="none"/>',
            "picture-pixels",
            "info",
            2,
        ),
        (
            '\n<rect width="9" height="9"/>\n<rect width="4" height="4" opacity=".5"/>',
            "picture-pixels",
            "info",
            3,
        ),
        ('\n<rect width="9" height="9"/>\n<foreignObject/>', "bad-icon", "error", 3),
        (
            '\n<rect width="9" height="9"/>\n<rect width="4" height="4" fill="#fff"/>',
            "icon-colours",
            "warning",
            1,
        ),
    ],
    ids=["uneven lines", "half transparent", "what is drawn nowhere", "two colours"],
)
def test_what_an_icon_loses_is_found_at_load(deckwright, tmp_path, svg, rule, severity, line):
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
    for name, text in {
        "game.yaml": "id: eyes\ntitle: Eyes\nsource_language: en\nlanguages: [en]\nkinds: {eye: {name: Eye}}\n",
        "cards/c.yaml": "cards: [{id: left, name: Left, kind: eye, icon: eye}]\n",
        "icons/eye.svg": f"{head}{svg}</svg>",
    }.items():
        (tmp_path / "eyes" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "eyes" / name).write_text(text)
    ran = deckwright("load", "eyes", "--json")
    (finding,) = ran.json["findings"]
    assert (finding["rule"], finding["severity"]) == (rule, severity)
    assert (finding["where"]["file"], finding["where"]["line"]) == ("eyes/icons/eye.svg", line)
    assert ran.code == (3 if severity == "error" else 0)


def test_an_icon_of_several_colours_is_none_to_warn_of_where_documents_keep_them(deckwright, tmp_path):
    for name, text in {
        "game.yaml": "id: eyes\ntitle: Eyes\nsource_language: en\nlanguages: [en]\nkinds: {eye: {name: Eye}}\n"
        "documents: {colours: {eye: own}}\n",
        "cards/c.yaml": "cards: [{id: left, name: Left, kind: eye, icon: eye}]\n",
        "icons/eye.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="9" height="9"/>'
        '<rect width="4" height="4" fill="#fff"/></svg>',
    }.items():
        (tmp_path / "eyes" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "eyes" / name).write_text(text)
    ran = deckwright("load", "eyes", "--json")
    assert (ran.code, ran.json["findings"]) == (0, [])


@pytest.mark.parametrize("here", [".", "monsters", "monsters/cards"])
def test_a_file_of_a_game_means_its_folder_wherever_one_is(run, game, tmp_path, own_database, here):
    file = os.path.relpath(next((game / "cards").glob("*.yaml")), tmp_path / here)
    ran = run("load", file, "--dry-run", "--db", str(own_database), cwd=tmp_path / here)
    assert (ran.code, ran.out) == (
        0,
        "data-monsters: 75 cards (53 different); 0 added, 0 changed, 0 removed. Nothing was written.\n",
    )


def test_strict_treats_warnings_as_errors_but_still_loads(load, search, game):
    (game / "images").mkdir()
    (game / "images" / "x.png").write_bytes(b"")
    spoil(game / "game.yaml", "id: data-monsters", "id: my-monsters")
    for file in (game / "decks").iterdir():
        spoil(file, "game: data-monsters", "game: my-monsters")
    assert load(str(game), "--dry-run").code == 0
    ran = load(str(game), "--strict")
    assert ran.code == 1
    assert "[not-read]" in ran.err
    assert search("game:my-monsters kind:tool")


def test_findings_as_annotations_and_as_json(load, game):
    (game / "images").mkdir()
    (game / "images" / "x.png").write_bytes(b"")
    ran = load(str(game), "--dry-run", "--strict", "--report", "github")
    assert ran.code == 1
    assert ran.out.startswith(f"::warning file={game / 'images'},title=not-read::")
    assert "not-read" not in ran.err
    assert (
        load(str(game), "--dry-run", "--report", "json").json == load(str(game), "--dry-run", "--json").json
    )


def test_a_new_column_is_declared_if_the_option_asks_for_it(load, deckwright, tmp_path):
    sheet = tmp_path / "cards.csv"
    sheet.write_text("Name,Cost\nFrog,1\nNewt,2\n", encoding="utf-8")
    deckwright("new", "game", "pond", "--from", str(sheet))
    (tmp_path / "pond" / "cards" / "cards.csv").write_text(
        "Name,Cost,Power\nFrog,1,3\nNewt,2,5\n", encoding="utf-8"
    )
    without = load("pond")
    assert without.code == 0
    assert "warning: New column: Power. It is not read." in without.err
    assert "load --add-columns" in without.err
    ran = load("pond", "--add-columns", "--json")
    assert (ran.code, ran.json["games"][0]["cards"]) == (0, 2)
    assert "new-column" in {finding["rule"] for finding in ran.json["findings"]}
    assert load("pond").code == 0
    assert load("pond", "--add-columns", "--fetch").code == 2
    assert load("--add-columns").code == 2
