"""The files that a new game or deck begins with: nothing is replaced, and no name leads elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckwright.errors import InputError
from deckwright.files.starters import fill_game, id_of, new_game_folder, start_deck
from deckwright.files.yaml import read_document


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """An empty folder, in which the tests work."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def start_game(title, language, known=(), *, has_ci=False):
    with new_game_folder(title, known, has_ci=has_ci) as folder:
        files = fill_game(folder, title, language)
    return [Path(folder.name, file) for file in files]


@pytest.mark.parametrize(
    ("name", "found"),
    [("Frogs & Newts!", "frogs-newts"), ("Œuf 2", "oeuf-2"), ("a" * 59 + " bc", "a" * 59)],
)
def test_a_game_is_called_by_the_letters_of_its_title(name, found):
    assert id_of(name) == found


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (" ", "The name is empty."),
        ("a\x07", "The name has the control character U+0007."),
        ("Aux", "Windows reserves the name aux."),
        ("!!!", "!!! has no letters for a short name."),
    ],
)
def test_a_title_that_makes_no_id_is_refused(name, message):
    with pytest.raises(InputError) as caught:
        id_of(name)
    assert (caught.value.code, caught.value.message) == ("bad-name", message)


def test_a_game_is_started_with_its_title_id_and_language(here):
    files = start_game("Frogs", "fr")
    assert all((here / file).is_file() for file in files)
    definition = read_document(here / "frogs" / "game.yaml").value
    assert [definition[key] for key in ("id", "title", "source_language", "languages")] == [
        "frogs",
        "Frogs",
        "fr",
        ["fr"],
    ]
    assert [file.name for file in here.iterdir()] == ["frogs"]


def test_nothing_that_is_there_is_replaced(here):
    (here / "frogs").mkdir()
    (here / "mine.yaml").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        start_game("Frogs", "en")
    assert (caught.value.code, caught.value.message) == ("exists", "frogs already exists.")
    with pytest.raises(InputError) as caught:
        start_game("Newts", "en", {"newts"})
    assert (caught.value.code, caught.value.message.split(":")[0]) == (
        "exists",
        "A game with the id newts already exists",
    )
    with pytest.raises(InputError) as caught:
        start_deck(here / "mine.yaml", {})
    assert (caught.value.code, caught.value.where.file) == ("exists", str(here / "mine.yaml"))
    assert (here / "mine.yaml").read_text(encoding="utf-8") == "mine"


def test_a_path_is_not_a_title_but_a_title_may_have_a_stroke(here):
    with pytest.raises(InputError) as caught:
        start_game("./Frogs", "en")
    assert (caught.value.code, caught.value.message) == ("bad-name", "./Frogs is a path, not a title.")
    assert start_game("Either/Or", "en")[0].parts[0] == "either-or"
    assert [file.name for file in here.iterdir()] == ["either-or"]


def test_without_its_workflow_no_game_is_started(public_folder, unprivileged, monkeypatch):
    monkeypatch.chdir(public_folder)
    public_folder.chmod(0o777)
    (public_folder / ".git").mkdir()
    (public_folder / ".github").mkdir(mode=0o755)
    with unprivileged(), pytest.raises(InputError) as caught:
        start_game("Frogs", "en", has_ci=True)
    assert caught.value.code == "unwritable"
    assert sorted(file.name for file in public_folder.iterdir()) == [".git", ".github"]


def test_a_folder_that_cannot_be_written_is_named(public_folder, unprivileged, monkeypatch):
    monkeypatch.chdir(public_folder)
    with unprivileged(), pytest.raises(InputError) as caught:
        start_game("Frogs", "en")
    assert (caught.value.code, caught.value.message) == (
        "unwritable",
        "frogs cannot be written: Permission denied.",
    )
