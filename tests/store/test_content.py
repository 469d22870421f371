"""A database that somebody has changed by hand is damaged, not a bug; and a sound one is not damaged."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing

import pytest

from deckwright.store.content import damage_in
from deckwright.store.database import Database
from deckwright.store.inspect import check

ALTERED = [
    ("DROP TABLE decks", "The table decks is missing."),
    ("ALTER TABLE texts DROP COLUMN text", "The table texts has no column text."),
    ("UPDATE games SET definition = '{'", "broken JSON as its definition"),
    ("UPDATE games SET definition = '[]'", "broken JSON as its definition"),
    ("UPDATE games SET definition = '{}'", "Missing here"),
    ("UPDATE games SET labels = '{}'", "cannot be read"),
    ("UPDATE games SET languages = '3'", "broken JSON as its languages"),
    ("UPDATE games SET source_language = 'zz'", "cannot be read"),
    ("UPDATE games SET queries = '{\"a\": [1]}'", "cannot be read"),
    ("UPDATE cards SET kind = 'zzz'", "zzz is not declared"),
    ("UPDATE cards SET copies = 'many'", "a value of type text as its copies"),
    ("UPDATE cards SET marks = '[1, {\"a\": 2}]'", "cannot be read"),
    ("UPDATE cards SET fields = '[]'", "broken JSON as its fields"),
    ("UPDATE cards SET origin = 'x'", "has x as its origin, which is not allowed"),
    ("UPDATE cards SET counts = 'many'", "has many as its counts, which is not allowed"),
    ("UPDATE texts SET text = x'00ff'", "a value of type blob as its text"),
    ("DELETE FROM texts WHERE name = 'name'", "cannot be read"),
    ("UPDATE deck_entries SET card = 'nope'", "There is no card nope"),
    ("UPDATE translations SET state = '{bad'", "has {bad as its state, which is not allowed"),
    ("UPDATE translations SET waivers = '[[1]]'", "cannot be read"),
    ("UPDATE loads SET cards = 'some'", "a value of type text as its cards"),
]


@pytest.fixture(scope="module")
def sound(tmp_path_factory, packaged):
    from deckwright.store.load import load

    database = Database(tmp_path_factory.mktemp("sound") / "cards.db")
    database.path.touch()
    database.upgrade()
    load(database, packaged("data-monsters"))
    load(database, packaged("big-monster"))
    return database.path


def test_a_sound_database_is_not_damaged(sound, tmp_path):
    assert check(Database(sound)) == []
    assert damage_in(sound) is None
    assert damage_in(tmp_path / "nowhere.db") is None


@pytest.mark.parametrize(("statement", "said"), ALTERED)
def test_what_was_altered_is_found(sound, tmp_path, statement, said):
    path = shutil.copy(sound, tmp_path / "altered.db")
    with closing(sqlite3.connect(path)) as altered, altered:
        altered.execute(statement)
    findings = check(Database(path))
    assert any(said in finding.message for finding in findings), findings
    error = damage_in(path)
    assert error is not None
    assert error.exit_code == 4
    assert "altered.db is damaged" in error.message
    assert "deckwright db check" in error.hint
