"""A library on a scratch database with the packaged games."""

from __future__ import annotations

import pytest

from deckwright.store.locations import database_at, open_database
from deckwright.workbench.library import find_database, open_library
from deckwright.workbench.loading import load_game

GAME = (
    "id: ponds\ntitle: Ponds\nsource_language: en\nlanguages: [en, fr, it]\nkinds: {frog: {name: Frog}}\n"
    "glossary: {terms: [{term: {en: pond, fr: mare}}]}\n"
)
CARDS = (
    "defaults: {kind: frog}\ncards:\n  - {id: newt, name: Newt, text: Gain 2.}\n  - {id: pond, name: Pond}\n"
)


@pytest.fixture
def library(database_path):
    """An open library, in English."""
    with open_library(str(database_path)) as opened:
        yield opened


@pytest.fixture
def ponds(tmp_path, monkeypatch):
    """Folder of a small game that is translated, in the current folder."""
    folder = tmp_path / "ponds"
    (folder / "cards").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    (folder / "cards" / "frogs.yaml").write_text(CARDS)
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def database(ponds, database_path):
    """A database with that game."""
    database = find_database(str(database_path))
    assert load_game(database, ponds).change
    return database


@pytest.fixture
def address(postgres):
    """Create a database without games."""
    made = postgres.create()
    open_database(made, lambda _: None)
    return made


@pytest.fixture
def team(address, people_of, ponds):
    """Load the game into a database, and return it as each role sees it."""
    people = people_of(database_at(address))
    assert load_game(people["editor"], ponds).change
    return people
