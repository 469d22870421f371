"""Where a database is, as users write it; and its first use, which fills it."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckwright.errors import UsageError
from deckwright.store.locations import fill_with_games, open_database, path_of
from deckwright.store.read import game_ids


def never(_):
    pytest.fail("the database is there already")


@pytest.mark.parametrize(
    ("location", "path"),
    [
        ("cards.db", "cards.db"),
        ("/data/cards.db", "/data/cards.db"),
        ("sqlite:///cards.db", "cards.db"),
        ("sqlite:////data/cards.db", "/data/cards.db"),
        ("C:cards.db", "C:cards.db"),
        ("~nobody-of-that-name/cards.db", "~nobody-of-that-name/cards.db"),
    ],
)
def test_a_location_is_a_path_or_an_address(location, path):
    assert path_of(location) == Path(path)


def test_a_location_may_stand_in_the_home_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert path_of("~/cards.db") == tmp_path / "cards.db"
    assert path_of("") == tmp_path / ".local" / "share" / "deckwright" / "deckwright.db"


@pytest.mark.parametrize(
    ("location", "said"),
    [
        ("postgresql://me:secret@host/cards", "postgresql databases are not supported."),
        ("mysql+driver://host", "mysql+driver databases are not supported."),
        ("sqlite://", "sqlite:// is not a file name."),
        ("sqlite:///", "sqlite:/// is not a file name."),
        (":memory:", "“:memory:” is not a path."),
        ("file:cards.db", "“file:cards.db” is not a path."),
        ("file:cards.db?mode=memory", "“file:cards.db?mode=memory” is not a path."),
        ("sqlite:///:memory:", "sqlite:///:memory: is not a file name."),
        ("sqlite:///cards.db?mode=ro", "sqlite:///cards.db?mode=ro has options, which are not supported."),
    ],
)
def test_any_other_address_is_refused(location, said):
    with pytest.raises(UsageError) as caught:
        path_of(location)
    assert caught.value.message == said
    assert "--db cards.db" in caught.value.hint
    assert "--db postgresql+psycopg://USER@HOST/DATABASE" in caught.value.hint


def test_first_use_fills_in_the_packaged_games(location):
    place = location()
    with open_database(place, fill_with_games).reading() as connection:
        assert game_ids(connection) == ["big-monster", "data-monsters", "dataset", "monster-office"]
    open_database(place, never)


@pytest.mark.parametrize(
    "location",
    [
        "host=db.example user=ada password=geheim dbname=cards",
        "sslmode=require host = db.example port=5433 password='ge h\\'eim'",
        "dbname=cards",
        "Server=db.example;Database=cards;User Id=ada;Password=geheim;",
        "PGPASSWORD=geheim",
        "ada:geheim@db.example/cards",
        "//ada:geheim@db.example/cards",
        "ada:ge/heim@db.example/cards",
        "ada:ge@h eim@db.example/cards",
        "ada:geheim@db.example",
    ],
)
def test_parameters_of_a_connection_are_refused_and_not_repeated(location):
    with pytest.raises(UsageError, match="not the address of a database") as caught:
        path_of(location)
    assert "eim" not in f"{caught.value.message} {caught.value.hint}"


@pytest.mark.parametrize(
    "name", ["C:\\Users\\ada@home\\cards.db", "me@home/cards.db", "data/v:2@home.db", "a=b.db", "cards.db"]
)
def test_a_name_of_a_file_is_no_connection(name):
    assert str(path_of(name)) == name
