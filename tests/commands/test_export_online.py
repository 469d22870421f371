"""`export cockatrice`, `export cgs` and `export pnp`, as a user runs them."""

import pytest

FEW = ("--select", "kind:hack", "--game", "data-monsters")


def test_the_json_has_the_files_that_are_there(deckwright, tmp_path):
    ran = deckwright("export", "cockatrice", *FEW, "-o", "made", "--json")
    assert (ran.code, ran.json["findings"]) == (0, [])
    made = {
        file.relative_to(tmp_path).as_posix() for file in (tmp_path / "made").rglob("*") if file.is_file()
    }
    assert made == set(ran.json["files"])
    found = deckwright("search", "kind:hack", "--game", "data-monsters", "--json").json
    assert (ran.json["cards"], ran.json["pages"]) == (sum(card["copies"] for card in found), len(found) + 1)


def test_the_json_of_a_game_for_cgs_has_the_files_that_are_there(deckwright, tmp_path):
    ran = deckwright("export", "cgs", *FEW, "-o", "cgs", "--json")
    assert (ran.code, ran.json["findings"]) == (0, []), ran.err
    assert {*ran.json["files"]} == {
        file.relative_to(tmp_path).as_posix() for file in (tmp_path / "cgs").rglob("*") if file.is_file()
    }


def test_the_same_cards_make_the_same_bytes(deckwright, tmp_path):
    for folder in ("one", "two"):
        assert deckwright("export", "cockatrice", *FEW, "-o", folder).code == 0
    files = sorted(
        file.relative_to(tmp_path / "one") for file in (tmp_path / "one").rglob("*") if file.is_file()
    )
    assert files
    for file in files:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


@pytest.mark.parametrize("form", ["cod", "o8d"])
def test_a_deck_for_another_program_has_the_cards_of_the_game(deckwright, form):
    deck = f"startup.{form}"
    assert deckwright("export", "list", "data-monsters/startup", "--as", form, "-o", deck).code == 0
    assert deckwright("check", deck, "--game", "data-monsters", "--format", "lab").code == 0


def test_a_game_without_a_licence_is_a_warning_that_strict_refuses(deckwright, tmp_path):
    assert deckwright("new", "game", "Frogs").code == 0
    ran = deckwright("export", "pnp", "frogs", "-o", "made")
    assert ran.code == 0
    assert "The folder of frogs has no licence" in ran.err
    assert deckwright("export", "pnp", "frogs", "-o", "made", "--strict").code == 1
    assert (tmp_path / "made" / "README.md").is_file()


def test_a_new_game_with_a_licence_is_ready_for_a_web_page(deckwright, tmp_path):
    folder = deckwright("new", "game", "Frogs", "--json").json["files"][0].split("/")[0]
    (tmp_path / folder / "LICENCE").write_text("Free.")
    assert deckwright("load", folder).code == 0
    ran = deckwright("export", "pnp", folder, "-o", "made", "--strict", "--json")
    assert (ran.code, ran.json["findings"]) == (0, [])
    names = {file.name for file in (tmp_path / "made").iterdir()}
    assert {"README.md", "LICENCE", f"{folder}-en-cards-a4.pdf"} <= names
    assert not [name for name in names if "-pad-" in name]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("cockatrice", "dataset", "-o", "-"), 2, "use a folder with -o"),
        (("cockatrice", "dataset", "data-monsters", "-o", "x"), 2, "cannot be exported together"),
        (("cockatrice", "-o", "x"), 2, "No cards are selected"),
        (("pnp", "datset", "-o", "x"), 3, "Did you mean dataset?"),
        (("pnp", "dataset", "-o", "-"), 2, "use a folder with -o"),
        (("pnp", "dataset", "-o", "cards.txt"), 3, "is a file, not a folder"),
        (("pnp", "dataset", "--duplex", "wide", "-o", "x"), 2, "long"),
    ],
)
def test_mistakes_are_explained_and_nothing_is_written(deckwright, tmp_path, arguments, code, message):
    (tmp_path / "cards.txt").write_text("mine")
    ran = deckwright("export", *arguments)
    assert ran.code == code
    assert message in ran.err
    assert [file.name for file in tmp_path.iterdir()] == ["cards.txt"]
