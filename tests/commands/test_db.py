"""The database is looked after from the command line."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing

import pytest

from deckwright.store import database


def test_a_sound_database_is_said_to_be_so(deckwright, own_database):
    ran = deckwright("db", "check")
    assert (ran.code, ran.out) == (0, f"{own_database} is not damaged.\n")
    assert deckwright("db", "check", "--json").json == {"path": str(own_database), "findings": []}


def test_damage_ends_with_1_and_names_what_is_missing(deckwright, own_database):
    with closing(sqlite3.connect(own_database)) as connection, connection:
        connection.execute("DELETE FROM card_words")
    ran = deckwright("db", "check", "--json")
    assert ran.code == 1
    assert "rubber-duck" in {card for finding in ran.json["findings"] for card in finding["cards"]}
    assert "deckwright load --again" in deckwright("db", "check").out


def test_a_backup_is_restored(deckwright, own_database, tmp_path):
    assert deckwright("db", "backup", "copy.db", "--json").json["files"] == ["copy.db"]
    own_database.unlink()
    assert deckwright("db", "restore", "copy.db", "--json").json == {"path": str(own_database), "kept": None}
    assert deckwright("show", "rubber-duck").code == 0
    ran = deckwright("db", "restore", "copy.db")
    assert ran.err == f"The previous database was saved as {own_database}.replaced.\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.db"]


def test_a_copy_has_the_same_games(deckwright, own_database, tmp_path):
    ran = deckwright("db", "copy", str(own_database), "new.db", "--json")
    assert (ran.code, ran.json["path"]) == (0, str(tmp_path / "new.db"))
    assert {table["table"]: table["rows"] for table in ran.json["tables"]}["games"] == 4
    assert deckwright("games", "--db", "new.db").out == deckwright("games").out


def test_a_backup_that_is_not_there_or_none_is_refused(deckwright, tmp_path):
    missing = deckwright("db", "restore", "copy.db")
    assert (missing.code, missing.err.splitlines()[0]) == (3, "error: File not found: copy.db.")
    (tmp_path / "copy.db").write_text("no database")
    ran = deckwright("db", "restore", "copy.db", "--json")
    assert (ran.code, ran.json["error"]["hint"]) == (4, "Nothing was changed. Use another copy.")
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
    assert ran.err.splitlines()[0].endswith("error: copy.db already exists.")
    assert "--overwrite" in ran.err
    assert deckwright("db", "backup", "copy.db", "--overwrite").code == 0
    assert deckwright("db", "check", "--db", "copy.db").code == 0


@pytest.mark.needs("mkfifo")
def test_a_pipe_or_a_device_never_becomes_a_backup(deckwright, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for options in ((), ("--overwrite",)):
        ran = deckwright("db", "backup", "pipe", *options)
        assert (ran.code, "is a device or a pipe, not a file." in ran.err) == (3, True)
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.needs("mkfifo")
def test_a_pipe_or_a_device_is_never_replaced_by_a_backup(deckwright, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    assert deckwright("db", "backup", "copy.db").code == 0
    for name in ("pipe", "link"):
        ran = deckwright("db", "restore", "copy.db", "--db", name)
        assert (ran.code, "is a device or a pipe, not a file." in ran.err) == (4, True)
    assert (tmp_path / "pipe").is_fifo()
    assert not [*tmp_path.glob("*.replaced*")]


def test_a_link_to_itself_is_no_place_for_a_database(deckwright, tmp_path):
    assert deckwright("db", "backup", "copy.db").code == 0
    (tmp_path / "loop").symlink_to("loop")
    for arguments in (("restore", "copy.db"), ("info",), ("check",)):
        ran = deckwright("db", *arguments, "--db", "loop")
        assert (ran.code, "The database loop cannot be created" in ran.err) == (4, True)


@pytest.mark.parametrize("arguments", [("info",), ("check",), ("upgrade",), ("backup", "copy.db")])
def test_what_looks_after_a_database_makes_none_where_there_is_none(deckwright, tmp_path, arguments):
    ran = deckwright("db", *arguments, "--db", "nothere.db", "--json")
    assert (ran.code, ran.json["error"]["code"]) == (4, "no-such-database")
    assert "deckwright load --db nothere.db" in ran.json["error"]["hint"]
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_is_gone_is_named_by_what_was_put_aside_and_none_is_made(deckwright, own_database):
    assert deckwright("db", "backup", "copy.db").code == 0
    for _ in range(2):
        assert deckwright("db", "restore", "copy.db").code == 0
    own_database.unlink()
    newest = f"{own_database}.replaced-2"
    for arguments in (("games",), ("load",), ("show", "rubber-duck"), ("db", "info")):
        ran = deckwright(*arguments, "--json")
        assert (ran.code, ran.json["error"]["code"]) == (4, "put-aside"), arguments
        assert ran.json["error"]["message"].endswith(f"is missing, but {newest}, saved from it, exists.")
        assert f"deckwright db restore {newest}" in ran.json["error"]["hint"]
        assert not own_database.exists()
    assert deckwright("db", "restore", newest).code == 0
    assert deckwright("show", "rubber-duck").code == 0


@pytest.mark.parametrize("ending", ["-journal", "-wal"])
def test_what_is_left_of_a_database_is_not_taken_for_part_of_a_new_one(deckwright, own_database, ending):
    own_database.rename(own_database.with_name("moved.db"))
    left = own_database.with_name(own_database.name + ending)
    left.write_bytes(b"left")
    ran = deckwright("games", "--json")
    assert (ran.code, ran.json["error"]["code"]) == (4, "put-aside")
    assert str(left) in ran.json["error"]["message"]
    assert not own_database.exists()
    left.unlink()
    assert deckwright("games").code == 0


GAME = "id: ponds\ntitle: Ponds\nsource_language: en\nlanguages: [en]\nkinds: {frog: {name: Frog}}\n"
CARDS = "defaults: {kind: frog}\ncards:\n  - {id: newt, name: Newt}\n"


@pytest.fixture
def cards_file(deckwright, tmp_path):
    """Load a small game of the user's own."""
    (tmp_path / "ponds" / "cards").mkdir(parents=True)
    (tmp_path / "ponds" / "game.yaml").write_text(GAME)
    (tmp_path / "ponds" / "cards" / "frogs.yaml").write_text(CARDS)
    assert deckwright("load", "ponds").code == 0
    return tmp_path / "ponds" / "cards" / "frogs.yaml"


def test_a_check_reports_a_folder_that_has_changed_and_the_next_command_loads_it(deckwright, cards_file):
    cards_file.write_text(CARDS.replace("Newt", "Eft"))
    ran = deckwright("db", "check", "--json")
    assert (ran.code, [one["rule"] for one in ran.json["findings"]]) == (0, ["folder-changed"])
    shown = deckwright("show", "newt")
    assert (shown.code, "Eft" in shown.out) == (0, True)
    assert shown.err == f"Reloaded ponds: its folder {cards_file.parent.parent} has changed.\n"
    assert deckwright("show", "newt").err == ""
    assert deckwright("db", "check", "--json").json["findings"] == []


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        (CARDS.replace("name: Newt", "nmae: Newt"), 3, "name"),
        (CARDS.replace("newt,", "newt"), 3, ""),
        ("cards: 3\n", 1, ""),
    ],
)
def test_a_folder_with_an_error_stops_what_uses_the_game_unless_the_last_good_one_is_asked_for(
    deckwright, cards_file, text, line, fault
):
    cards_file.write_text(text)
    for arguments in (
        ("show", "newt"),
        ("show", "ponds/card-that-is-new"),
        ("check", "ponds/deck-that-is-new"),
        ("search", "newt"),
        ("search", "game:ponds copies>99"),
        ("games", "ponds"),
        ("export", "list", "ponds"),
    ):
        ran = deckwright(*arguments)
        assert ran.code == 1
        assert ran.err.startswith(f"{cards_file}:{line}:")
        assert "error: ponds cannot be used: its folder has errors." in ran.err
        assert fault in ran.err
    ran = deckwright("show", "newt", "--json", "--last-good")
    assert (ran.code, ran.err, ran.json["texts"]["en"]["name"]) == (0, "", "Newt")
    assert [one["rule"] for one in deckwright("db", "check", "--json").json["findings"]] == ["folder-changed"]
    cards_file.write_text(CARDS)
    assert deckwright("show", "newt").err == ""


def test_a_reload_without_a_language_that_cannot_be_read_says_just_that(deckwright, cards_file):
    folder = cards_file.parent.parent
    (folder / "game.yaml").write_text(GAME.replace("[en]", "[en, es]"))
    assert deckwright("show", "newt").code == 0
    (folder / "locales").mkdir()
    (folder / "locales" / "es.po").write_text('msgctxt "broken')
    ran = deckwright("show", "newt")
    assert ran.code == 0
    assert "es.po:1:1: error: " in ran.err
    assert f"Reloaded ponds: its folder {folder} has changed.\n" in ran.err
    assert "as it was last loaded" not in ran.err
    assert deckwright("show", "newt").err == ""


def test_another_folder_of_the_game_is_used_though_the_one_that_was_loaded_has_errors(
    deckwright, cards_file, tmp_path, monkeypatch
):
    (tmp_path / "boris").mkdir()
    folder = shutil.copytree(tmp_path / "ponds", tmp_path / "boris" / "ponds")
    cards_file.write_text("cards: 3\n")
    monkeypatch.chdir(tmp_path / "boris")
    ran = deckwright("show", "ponds/newt")
    assert (ran.code, "Newt" in ran.out) == (0, True)
    assert f"Loaded ponds from {folder}." in ran.err
    assert (deckwright("search", "game:ponds").code, deckwright("show", "../ponds/newt").code) == (0, 1)


@pytest.mark.parametrize(
    "arguments",
    [
        ("search", "lawyer"),
        ("search", "--", "-game:ponds copies>999"),
        ("show", "dataset/lawyer"),
        ("games",),
    ],
)
def test_an_error_in_the_folder_of_another_game_says_nothing(deckwright, cards_file, arguments):
    cards_file.write_text("cards: 3\n")
    ran = deckwright(*arguments)
    assert (ran.code, "ponds" in ran.err) == (0, False)


def test_a_folder_that_is_gone_stops_what_uses_the_game(deckwright, cards_file):
    shutil.rmtree(cards_file.parent.parent)
    ran = deckwright("show", "newt", "--json")
    assert (ran.code, ran.json["error"]["code"]) == (3, "folder-gone")
    assert str(cards_file.parent.parent) in ran.json["error"]["message"]
    assert "Newt" in deckwright("show", "newt", "--last-good").out


def test_a_database_that_cannot_be_written_is_read_as_it_was_if_that_is_asked_for(
    deckwright, cards_file, own_database, monkeypatch
):
    monkeypatch.setattr(database, "PATIENCE", 0.1)
    cards_file.write_text(CARDS.replace("Newt", "Eft"))
    with closing(sqlite3.connect(own_database)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        ran = deckwright("show", "newt")
        assert "Newt" in deckwright("show", "newt", "--last-good").out
    assert (ran.code, "Newt" in ran.out) == (4, False)
    assert "Another program is writing to the database" in ran.err
    assert "--last-good" in ran.err


def test_of_a_damaged_database_nobody_is_offered_the_last_cards(deckwright, cards_file, own_database):
    cards_file.write_text(CARDS.replace("Newt", "Eft"))
    with closing(sqlite3.connect(own_database)) as connection:
        connection.execute("DROP TABLE card_words")
    ran = deckwright("show", "newt")
    assert (ran.code, "is damaged" in ran.err, "--last-good" in ran.err) == (4, True, False)


def test_a_removed_game_leaves_no_row(deckwright, cards_file, own_database):
    with closing(sqlite3.connect(own_database)) as connection:
        before = content_of(connection)
    assert deckwright("load", "ponds", "--again").code == 0
    assert deckwright("export", "pdf", "ponds", "-o", "a.pdf").code == 0
    ran = deckwright("db", "remove", "ponds", "--json")
    assert (ran.code, ran.json) == (0, {"game": "ponds", "cards": 1, "prints": 1})
    with closing(sqlite3.connect(own_database)) as connection:
        after = content_of(connection)
    assert {name: rows for name, rows in after.items() if "ponds" in str(rows)} == {}
    assert sum(map(len, after.values())) < sum(map(len, before.values()))
    assert deckwright("db", "remove", "ponds").code == 3
    assert cards_file.is_file()


def content_of(connection):
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for (name,) in tables}  # noqa: S608 - names of its own tables
