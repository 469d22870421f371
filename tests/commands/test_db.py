"""The database is looked after from the command line."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest


def test_a_sound_database_is_said_to_be_so(deckwright, own_database):
    ran = deckwright("db", "check")
    assert (ran.code, ran.out) == (0, f"{own_database} is sound.\n")
    assert deckwright("db", "check", "--json").json == {"path": str(own_database), "findings": []}


def test_damage_ends_with_1_and_names_what_is_missing(deckwright, own_database):
    with closing(sqlite3.connect(own_database)) as connection, connection:
        connection.execute("DELETE FROM card_words")
    ran = deckwright("db", "check", "--json")
    assert ran.code == 1
    assert "rubber-duck" in {card for finding in ran.json["findings"] for card in finding["cards"]}
    assert "load its game again" in deckwright("db", "check").out


def test_a_backup_is_restored(deckwright, own_database, tmp_path):
    assert deckwright("db", "backup", "copy.db", "--json").json["files"] == ["copy.db"]
    own_database.unlink()
    assert deckwright("db", "restore", "copy.db", "--json").json == {"path": str(own_database), "kept": None}
    assert deckwright("show", "rubber-duck").code == 0
    kept = deckwright("db", "restore", "copy.db")
    assert kept.err == f"What stood there is kept as {own_database}.replaced.\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.db"]


def test_a_backup_that_is_not_there_or_none_is_refused(deckwright, tmp_path):
    missing = deckwright("db", "restore", "copy.db")
    assert (missing.code, missing.err.splitlines()[0]) == (3, "error: There is no file copy.db.")
    (tmp_path / "copy.db").write_text("no database")
    ran = deckwright("db", "restore", "copy.db", "--json")
    assert (ran.code, ran.json["error"]["hint"]) == (4, "Nothing was changed. Name another copy.")
    assert deckwright("games").code == 0


def test_an_older_database_is_brought_up_to_date(deckwright, own_database):
    assert "is up to date" in deckwright("db", "upgrade").out
    with closing(sqlite3.connect(own_database)) as connection:
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    facts = deckwright("db", "upgrade", "--json").json
    assert facts == {"path": str(own_database), "from": revision, "to": revision}


def test_a_backup_is_not_written_over_unless_it_shall(deckwright, tmp_path):
    (tmp_path / "copy.db").write_text("Monday")
    ran = deckwright("db", "backup", "copy.db")
    assert (ran.code, (tmp_path / "copy.db").read_text()) == (3, "Monday")
    assert ran.err.splitlines()[0].endswith("error: There is copy.db already.")
    assert "--overwrite" in ran.err
    assert deckwright("db", "backup", "copy.db", "--overwrite").code == 0
    assert deckwright("db", "check", "--db", "copy.db").code == 0


@pytest.mark.parametrize("arguments", [("info",), ("check",), ("upgrade",), ("backup", "copy.db")])
def test_what_looks_after_a_database_makes_none_where_there_is_none(deckwright, tmp_path, arguments):
    ran = deckwright("db", *arguments, "--db", "nothere.db", "--json")
    assert (ran.code, ran.json["error"]["code"]) == (4, "no-such-database")
    assert "deckwright load --db nothere.db" in ran.json["error"]["hint"]
    assert list(tmp_path.iterdir()) == []
