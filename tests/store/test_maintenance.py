"""The module store/maintenance."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing

import pytest

from deckwright.errors import DatabaseError, InputError, UsageError
from deckwright.store import maintenance
from deckwright.store.database import Database
from deckwright.store.load import load
from deckwright.store.locations import database_at, open_database
from deckwright.store.maintenance import back_up, check, copy_database, find_damage, restore, restore_dump
from deckwright.store.prints import Paper, Print, prints, record, save_printer
from deckwright.store.read import cards_of, set_counts

from ..programs import deep_except
from .engines import ENGINES, alter, another_writer, everything

PRINT = Print(0, "", "data-monsters", "en", ("data-monsters",), "a4", "/out.pdf", 2, 1, added=False)

# A copy is the whole database or nothing, and what is replaced is kept.


def content(database):
    """All that a file holds, and how."""
    with closing(sqlite3.connect(database.path)) as connection:
        return list(connection.iterdump())


def put_back(database, copy):
    """Restore a backup in the place of a database; return where what was there is saved."""
    return restore(database.path, copy) if database.is_file else restore_dump(database, copy)


def test_a_copy_holds_the_same_and_is_put_back(database, tmp_path, packaged):
    made, copy = database("filled"), tmp_path / "copy"
    load(made, packaged("dataset"))
    record(made, PRINT, {("heart", "tool"): Paper("d", 2)})
    save_printer(made, "mine", {"scale": 99.5, "offset": (0.1, -0.2)})
    set_counts(made, "dataset", {packaged("dataset").cards[0].id: 3})
    before = everything(made)
    back_up(made, copy)
    alter(made, "UPDATE games SET stamp = 'altered'")
    altered = everything(made)
    saved = put_back(made, copy)
    assert everything(made) == before
    assert saved.name == f"{(made.path if made.is_file else copy).name}.replaced"
    put_back(made, saved)
    assert everything(made) == altered
    record(made, PRINT, {})
    with made.reading() as connection:
        assert [one.number for one in prints(connection)] == [2, 1]


def test_a_copy_takes_the_place_of_an_older_one_only_if_it_shall(database, tmp_path):
    made, copy = database("filled"), tmp_path / "copy"
    copy.write_text("an older one")
    with pytest.raises(InputError, match="already"):
        back_up(made, copy)
    assert copy.read_text() == "an older one"
    back_up(made, copy, overwrite=True)
    before = everything(made)
    alter(made, "DELETE FROM texts")
    put_back(made, copy)
    assert everything(made) == before
    assert not [file for file in tmp_path.iterdir() if file.name.startswith(".deckwright")]


def test_whatever_is_replaced_is_kept_under_a_name_of_its_own(database, tmp_path):
    made, copy = database("filled"), tmp_path / "copy"
    back_up(made, copy)
    saved = []
    for stamp in ("first", "second", "third"):
        alter(made, f"UPDATE games SET stamp = '{stamp}'")  # noqa: S608 - our own
        saved.append(put_back(made, copy))
    name = (made.path if made.is_file else copy).name
    assert [path.name.removeprefix(name) for path in saved] == [
        ".replaced",
        ".replaced-2",
        ".replaced-3",
    ]
    for path, stamp in zip(saved, ("first", "second", "third"), strict=True):
        put_back(made, path)
        with made.reading() as connection:
            assert connection.execute("SELECT stamp FROM games").fetchall() == [(stamp,)]


def test_a_copy_is_restored_where_there_is_no_database(database, location, tmp_path):
    made = database("filled")
    back_up(made, tmp_path / "copy")
    new = database_at(location())
    assert put_back(new, tmp_path / "copy") is None
    assert everything(new) == everything(made)


def test_a_copy_is_made_while_another_program_is_reading(database, location, tmp_path):
    made = database("filled")
    with made.reading() as connection:
        assert cards_of(connection, "data-monsters")
        back_up(made, tmp_path / "copy")
    new = database_at(location())
    put_back(new, tmp_path / "copy")
    assert everything(new) == everything(made)


@pytest.mark.one_engine("file")
def test_a_copy_for_which_the_disk_is_full_is_named_and_not_its_source(database, small_disk):
    copy = small_disk("size=64k") / "copy.db"
    with pytest.raises(InputError) as caught:
        back_up(database("filled"), copy)
    assert caught.value.message == f"{copy} cannot be written: No space left on device."
    assert caught.value.hint == "Nothing was changed. Write to another place."
    assert list(copy.parent.iterdir()) == []


@pytest.mark.one_engine("pages")
def test_a_damaged_database_is_replaced_and_what_was_beside_it_goes_with_it(database, tmp_path):
    made = database("filled")
    back_up(made, tmp_path / "copy.db")
    made.path.write_bytes(b"not a database any more")
    made.path.with_name(f"{made.path.name}-wal").write_bytes(b"left over")
    kept = restore(made.path, tmp_path / "copy.db")
    assert kept.read_bytes() == b"not a database any more"
    assert not made.path.with_name(f"{made.path.name}-wal").exists()
    assert check(made) == []


@pytest.mark.one_engine("file")
def test_a_database_is_not_copied_onto_itself(database):
    made = database("filled")
    before = made.path.read_bytes()
    with pytest.raises(UsageError):
        back_up(made, made.path)
    assert made.path.read_bytes() == before


def test_a_folder_is_no_place_for_a_copy(database, tmp_path):
    made = database("filled")
    with pytest.raises(InputError) as caught:
        back_up(made, tmp_path)
    assert str(tmp_path) in caught.value.message


@pytest.mark.parametrize(
    "spoilt", [b"", b"cards\n", b"SQLite format 3\0" + b"x" * 2000, b"PGDMP\x01\x0e\x00"]
)
def test_a_copy_that_is_none_changes_nothing(database, tmp_path, spoilt):
    made = database("filled")
    before = everything(made)
    (tmp_path / "copy").write_bytes(spoilt)
    with pytest.raises(DatabaseError) as caught:
        put_back(made, tmp_path / "copy")
    assert caught.value.exit_code == 4
    if made.is_file:
        assert caught.value.hint == "Nothing was changed. Use another copy."
    assert everything(made) == before
    assert [file.name for file in tmp_path.iterdir() if "replaced" in file.name] == []


@pytest.mark.one_engine("pages")
def test_a_copy_with_something_missing_changes_nothing(database, tmp_path):
    made = database("filled")
    before = made.path.read_bytes()
    back_up(made, tmp_path / "copy.db")
    alter(Database(tmp_path / "copy.db"), "DELETE FROM cards WHERE id = 'rubber-duck'")
    with pytest.raises(DatabaseError, match="is damaged"):
        restore(made.path, tmp_path / "copy.db")
    assert made.path.read_bytes() == before


@pytest.mark.usefixtures("impatient")
def test_a_database_that_another_program_writes_to_is_not_replaced(database, tmp_path):
    made = database("filled")
    before = everything(made)
    back_up(made, tmp_path / "copy")
    with another_writer(made), pytest.raises(DatabaseError) as caught:
        put_back(made, tmp_path / "copy")
    assert caught.value.code == "locked"
    assert everything(made) == before
    assert [file.name for file in tmp_path.iterdir() if "replaced" in file.name] == []


def without_links(*_):
    raise OSError(1, "Operation not permitted")


@pytest.mark.one_engine("file")
@pytest.mark.parametrize("state", ["sound", "damaged", "in a write-ahead log"])
@pytest.mark.parametrize("has_links", [True, False])
def test_there_is_a_database_at_every_step_of_a_restore(database, tmp_path, monkeypatch, state, has_links):
    made = database("filled")
    back_up(made, tmp_path / "copy.db")
    wanted = content(made)
    alter(made, "DELETE FROM texts")
    if state == "in a write-ahead log":
        with closing(sqlite3.connect(made.path)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
    if state == "damaged":
        made.path.write_bytes(b"damaged" * 1000)
    before = None if state == "damaged" else content(made)
    steps = []

    def watched(step):
        def run(path, *more, **options):
            if str(tmp_path) in str(path):
                steps.append(made.path.is_file())
            return step(path, *more, **options)

        return run

    for name in ("link", "remove", "rename", "replace", "unlink"):
        monkeypatch.setattr(os, name, watched(getattr(os, name)))
    if not has_links:
        monkeypatch.setattr(os, "link", without_links)
    kept = restore(made.path, tmp_path / "copy.db")
    assert len(steps) > 1
    assert all(steps) or not has_links
    assert content(made) == wanted
    assert (kept.read_bytes() == b"damaged" * 1000) if before is None else (content(Database(kept)) == before)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cards.db", "cards.db.replaced", "copy.db"]


@pytest.mark.one_engine("file")
def test_a_restore_that_was_killed_after_it_saved_the_database_saves_no_second_one(database, tmp_path):
    """`make crash`: the name that it was saved under still leads to the same file."""
    made = database("filled")
    back_up(made, tmp_path / "copy.db")
    os.link(made.path, tmp_path / "cards.db.replaced")
    assert restore(made.path, tmp_path / "copy.db") == tmp_path / "cards.db.replaced"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cards.db", "cards.db.replaced", "copy.db"]
    assert restore(made.path, tmp_path / "copy.db") == tmp_path / "cards.db.replaced-2"


@pytest.mark.one_engine("file")
@pytest.mark.parametrize("write", ["back_up", "restore"])
def test_what_is_replaced_keeps_its_permissions_and_a_link_to_it_stays(database, tmp_path, write):
    made, other = database("filled"), tmp_path / "elsewhere" / "other.db"
    other.parent.mkdir()
    back_up(made, other)
    other.chmod(0o640)
    wanted = content(made)
    alter(Database(other), "DELETE FROM texts")
    (tmp_path / "link.db").symlink_to(other)
    if write == "back_up":
        back_up(made, tmp_path / "link.db", overwrite=True)
    else:
        restore(tmp_path / "link.db", made.path)
    assert (tmp_path / "link.db").is_symlink()
    assert stat.S_IMODE(other.stat().st_mode) == 0o640
    assert content(Database(other)) == wanted


@pytest.mark.parametrize(
    ("statement", "rules"),
    [
        ("SELECT 1", set()),
        ("DELETE FROM card_words", {"word-index"}),
    ],
)
def test_a_check_finds_what_is_missing(database, statement, rules):
    made = database("filled")
    alter(made, statement)
    assert {finding.rule for finding in maintenance.check(made)} == rules


@pytest.mark.one_engine("pages")
def test_a_check_finds_rows_that_refer_to_none(database):
    made = database("filled")
    alter(made, "DELETE FROM games WHERE id = 'data-monsters'")
    assert {finding.rule for finding in maintenance.check(made)} == {"reference"}


def test_counts_of_a_real_box_and_what_another_version_loaded_are_no_damage(database, packaged):
    made = database("two")
    set_counts(made, "big-monster", {packaged("big-monster").cards[0].id: 30})
    assert check(made) == []
    alter(made, "UPDATE cards SET digest = 'x'", "UPDATE loads SET program = '0.0.1'")
    assert check(made) == []


@pytest.mark.one_engine("pages")
def test_a_check_finds_damaged_pages(database):
    made = database("filled")
    data = bytearray(made.path.read_bytes())
    data[-4096 * 3 : -4096 * 2] = b"\xff" * 4096
    made.path.write_bytes(data)
    assert set(rules_of(made)) <= {"integrity", "corrupt"}
    assert rules_of(made)


def rules_of(database):
    try:
        return [finding.rule for finding in check(database)]
    except DatabaseError as fault:
        return [fault.code]


# A database that somebody has changed by hand is damaged, not a bug; and a sound one is not damaged.

ALTERED = [
    ("DROP TABLE deck_entries", "cannot be read"),
    ("ALTER TABLE texts DROP COLUMN text", "cannot be read"),
    ("UPDATE games SET definition = '{'", "cannot be read"),
    ("UPDATE games SET definition = '[]'", "cannot be read"),
    ("UPDATE games SET definition = replace(definition, '\"languages\"', '\"tongues\"')", "cannot be read"),
    ("UPDATE games SET labels = '{}'", "cannot be read"),
    ("UPDATE games SET languages = '3'", "cannot be read"),
    ("UPDATE games SET languages = '[1]'", "cannot be read"),
    ("UPDATE games SET source_language = 'zz'", "cannot be read"),
    ("UPDATE games SET queries = '{\"a\": [1]}'", "cannot be read"),
    ("UPDATE cards SET kind = 'zzz'", "is not as it was loaded"),
    ("UPDATE cards SET marks = '[1, {\"a\": 2}]'", "is not as it was loaded"),
    ("UPDATE cards SET fields = '[]'", "cannot be read"),
    ("UPDATE deck_entries SET fields = '[]'", "cannot be read"),
    ("UPDATE deck_entries SET fields = '{\"colour\": 1}'", "Unknown card"),
    ("UPDATE decks SET date = '2026-02-30'", "cannot be read"),
    ("UPDATE cards SET origin = 'x'", "is not as it was loaded"),
    ("UPDATE cards SET counts = 'many'", "is not as it was loaded"),
    ("DELETE FROM texts WHERE name = 'name'", "is not as it was loaded"),
    ("UPDATE texts SET text = 'x' WHERE name = 'name' AND language = 'fr'", "is not as it was loaded"),
    ("UPDATE deck_entries SET card = 'nope'", "Unknown card: nope"),
    ("UPDATE translations SET state = '{bad'", "{bad is not declared"),
    ("UPDATE translations SET waivers = '[[1]]'", "cannot be read"),
]


TYPES = [
    ("UPDATE cards SET copies = 'many'", "is not as it was loaded"),
    ("UPDATE texts SET text = x'00ff'", "is not as it was loaded"),
    ("UPDATE games SET languages = NULL", "cannot be read"),
]


def test_a_sound_database_is_not_damaged(database, location):
    made = database("two")
    assert check(made) == []
    assert find_damage(made) is None
    assert find_damage(database_at(location())) is None


def is_found(made, said):
    findings = check(made)
    assert any(said in finding.message for finding in findings), findings
    error = find_damage(made)
    assert error is not None
    assert error.exit_code == 4
    assert f"{made.name} is damaged" in error.message
    assert "deckwright db check" in error.hint


@pytest.mark.parametrize(("statement", "said"), ALTERED)
def test_what_was_altered_is_found(database, statement, said):
    made = database("two")
    alter(made, statement)
    is_found(made, said)


@pytest.mark.one_engine("types")
@pytest.mark.parametrize(("statement", "said"), TYPES)
def test_a_value_of_a_type_that_its_column_cannot_have_is_found(database, statement, said):
    """`make damage`: a page that was written over another one has rows of another table, and no value in some columns."""
    made = database("two")
    nullable = "replace(sql, 'languages VARCHAR NOT NULL', 'languages VARCHAR')"
    alter(
        made,
        "PRAGMA writable_schema = ON",
        f"UPDATE sqlite_master SET sql = {nullable} WHERE name = 'games'",  # noqa: S608 - our own
    )
    alter(made, statement)
    is_found(made, said)


# A whole database is copied from either engine to either, and proved to be equal.


@pytest.fixture(params=deep_except(["sqlite"], ENGINES, "a database server"))
def target(request, tmp_path, on_server):
    """Location without a database, on each engine."""
    return str(tmp_path / "target.db") if request.param == "sqlite" else on_server()


@pytest.fixture
def source(database, packaged):
    """A database with something in nearly every table."""
    made = database("filled")
    load(made, packaged("dataset"))
    record(made, PRINT, {("heart", "tool"): Paper("d", 2)})
    save_printer(made, "mine", {"scale": 99.5, "offset": (0.1, -0.2)})
    set_counts(made, "dataset", {packaged("dataset").cards[0].id: 3})
    return made


def test_a_copy_is_equal_and_is_used_as_its_source_was(source, target, packaged):
    copied = copy_database(source, target)
    copy = database_at(target)
    assert everything(copy) == everything(source)
    assert {one.table: one.rows for one in copied} == {
        name: len(rows) for name, rows in everything(copy).items()
    }
    assert check(copy) == []
    record(copy, PRINT, {})
    load(copy, packaged("data-monsters"))
    with copy.reading() as connection:
        assert [one.number for one in prints(connection)] == [2, 1]
    with pytest.raises(DatabaseError) as caught:
        copy_database(source, target)
    assert (caught.value.code, caught.value.exit_code) == ("not-empty", 4)


def test_a_copy_into_tables_that_are_empty(database, target):
    made = database("filled")
    open_database(target, lambda _: None)
    copy_database(made, target)
    assert everything(database_at(target)) == everything(made)


def test_what_an_older_version_made_is_not_copied(database, target):
    made = database("filled")
    alter(made, "UPDATE alembic_version SET version_num = '0000'")
    with pytest.raises(DatabaseError) as caught:
        copy_database(made, target)
    assert caught.value.code == "older-database"
    assert not database_at(target).is_made()
