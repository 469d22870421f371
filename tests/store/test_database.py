"""The database is made whole or not at all, and every trouble with it is one clear error that changes nothing."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import psycopg
import pytest

from deckwright import resources
from deckwright.errors import DatabaseError
from deckwright.files.writing import clear_left_behind
from deckwright.store import database as module
from deckwright.store.database import Database
from deckwright.store.load import load
from deckwright.store.locations import database_at, open_database
from deckwright.store.maintenance import facts_of
from deckwright.store.prints import save_printer
from deckwright.store.read import cards_of, read_games

from ..interrupts import interrupted_at
from ..programs import deep_except
from .engines import alter, another_program, another_writer, everything


def nothing(_):
    """Fill a database with nothing."""


def never(_):
    pytest.fail("the database is there already")


def trouble(action, *arguments):
    with pytest.raises(DatabaseError) as caught:
        action(*arguments)
    error = caught.value
    assert error.exit_code == 4
    assert error.where.file in error.message
    return error


def read_all(database):
    with database.reading() as connection:
        return [cards_of(connection, game.id) for game in read_games(connection)]


def traces(location):
    """What is at a location: the names of the files in its folder, or of the tables."""
    database = database_at(location)
    if database.is_file:
        return sorted(path.name for path in database.path.parent.iterdir())
    with database.connected() as connection:
        return sorted(name for (name,) in connection.execute(connection.dialect.tables))


# First use


def test_a_database_is_made_and_filled_once(location):
    place, filled = location(), []
    made = open_database(place, filled.append)
    assert [database.name for database in filled] == [made.name]
    assert open_database(place, never) == made
    assert facts_of(made)["games"] == 0


@pytest.mark.one_engine("file")
@pytest.mark.parametrize("stands_there", [False, True])
def test_a_file_is_made_with_its_folders_and_nothing_else(tmp_path, stands_there):
    path = tmp_path / "data" / "of mine" / "cards ?#%.db"
    if stands_there:
        path.parent.mkdir(parents=True)
        path.touch()
    assert open_database(str(path), nothing) == Database(path)
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.needs("fork")
@pytest.mark.one_engine("file")
def test_a_new_database_has_the_permissions_that_the_user_gives_files(tmp_path):
    before = os.umask(0o027)
    open_database(str(tmp_path / "cards.db"), nothing)
    os.umask(before)
    assert (tmp_path / "cards.db").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, ValueError, SystemExit])
def test_what_interrupts_the_making_leaves_nothing(location, interruption):
    def interrupted(database):
        with database.writing() as connection:
            connection.execute("INSERT INTO loads VALUES (1, 'a', 'b', 'c', 'd', 1, 1, 1, 1, 'e', 'f')")
            raise interruption

    place = location()
    with pytest.raises(interruption):
        open_database(place, interrupted)
    assert traces(place) == []
    assert not database_at(place).is_made()


@pytest.mark.one_engine("file")
def test_one_that_another_program_made_in_the_meantime_stays(tmp_path, models):
    path = tmp_path / "cards.db"
    assert open_database(
        str(path), lambda _: path.write_bytes(models("sqlite", "filled").read_bytes())
    ) == Database(path)
    assert path.read_bytes() == models("sqlite", "filled").read_bytes()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.deep("stops a command many times")
def test_two_programs_at_first_use_both_work(location, tmp_path):
    place = location()
    command = [sys.executable, "-m", "deckwright", "games", "--json", "--db", place]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    results = [(process.communicate(), process.returncode) for process in running]
    assert [code for _, code in results] == [0, 0], results
    assert len({out for (out, _), _ in results}) == 1
    assert [file.name for file in tmp_path.iterdir() if not place.endswith(file.name)] == []


@pytest.mark.needs("fork")
@pytest.mark.parametrize(
    "call",
    deep_except([500_000], [100_000, 300_000, 500_000, 600_000, 700_000, 780_000], "at every moment"),
)
def test_an_interrupt_at_any_moment_of_first_use_leaves_all_or_nothing(location, call):
    place = location()
    command = [*interrupted_at(call), "games", "--db", place]
    ended = subprocess.run(command, capture_output=True, check=False)
    assert ended.returncode == 130, ended.stderr
    assert b"Traceback" not in ended.stderr
    if traces(place):
        assert facts_of(database_at(place))["games"] == len(resources.packaged_games())
    if database_at(place).is_file:
        assert traces(place) in ([], [Path(place).name])


@pytest.mark.one_engine("pages")
def test_what_is_written_has_reached_the_disk_with_the_folder(database):
    """SQLite then writes the folder, too, after it has removed its journal (PRAGMA synchronous = 3, EXTRA)."""
    made = database()
    with made.writing() as connection:
        assert connection.execute("PRAGMA synchronous").fetchone() == (3,)


@pytest.mark.one_engine("file")
def test_what_a_killed_first_use_left_is_removed_by_the_next_command_that_writes(database):
    """`make crash`: killed between the naming of the database and the removal of the folder it was made in."""
    made = database()
    left = made.path.with_name(".deckwright-unfinished-left4567")
    left.mkdir()
    os.utime(left, (0, 0))
    clear_left_behind.cache_clear()
    with made.writing():
        assert not left.exists()


@pytest.mark.one_engine("file")
def test_a_link_that_leads_nowhere_leads_to_the_new_database(tmp_path):
    (tmp_path / "link.db").symlink_to(tmp_path / "new.db")
    open_database(str(tmp_path / "link.db"), lambda _: None)
    assert (tmp_path / "link.db").is_symlink()
    assert (tmp_path / "new.db").stat().st_size


# What can be wrong with it


@pytest.mark.one_engine("pages")
@pytest.mark.parametrize(
    "content", [b"cards\n", b"SQLite format 3\0" + b"x" * 2000, b"%PDF-1.7\n" * 99, b"\0" * 5000]
)
def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path, packaged, content):
    path = tmp_path / "cards.db"
    path.write_bytes(content)
    database = open_database(str(path), never)
    for action in (
        lambda: read_all(database),
        lambda: load(database, packaged("data-monsters")),
        database.upgrade,
    ):
        error = trouble(action)
        assert (error.code, error.hint) == ("not-a-database", "Use another file with --db.")
        assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("tables", ["notes", "alembic_version", "card_values", "games"])
def test_a_database_of_somebody_else_is_refused_and_kept(location, packaged, tables):
    place = location()
    database = database_at(place)
    if database.is_file:
        database.path.touch()
    with another_program(database) as connection, connection:
        connection.execute(f"CREATE TABLE {tables} (version_num TEXT)")
    before = traces(place)
    for action in (
        lambda: read_all(database),
        lambda: load(open_database(place, never), packaged("data-monsters")),
        database.upgrade,
    ):
        error = trouble(action)
        assert error.message == f"{database.name} is a database, but not a Deckwright database."
        assert traces(place) == before
    with another_program(database) as connection:
        assert connection.execute(f"SELECT * FROM {tables}").fetchall() == []  # noqa: S608 - our own


def test_a_database_from_the_future_is_refused_and_kept(database, packaged):
    made = database("filled")
    before = everything(made)
    alter(made, "UPDATE alembic_version SET version_num = '9999'")
    for action in (lambda: read_all(made), lambda: load(made, packaged("data-monsters")), made.upgrade):
        error = trouble(action)
        assert error.message == f"{made.name} was created by a newer version of Deckwright (revision 9999)."
        assert error.hint == "Upgrade Deckwright, or use another file with --db."
    alter(made, f"UPDATE alembic_version SET version_num = '{module.REVISION}'")  # noqa: S608 - our own
    assert everything(made) == before


@pytest.mark.usefixtures("impatient")
def test_a_writer_is_waited_for_and_then_refused_while_all_may_read(database, packaged):
    made = database("filled")
    with another_writer(made):
        error = trouble(load, made, packaged("data-monsters"))
        assert error.message == f"Another program is writing to the database {made.name}."
        assert error.hint == "Wait for it to finish, and try again."
        assert trouble(save_printer, made, "mine", {"scale": 99.0}).code == "locked"
        assert read_all(made)
    save_printer(made, "mine", {"scale": 99.0})


@pytest.mark.one_engine("pages")
@pytest.mark.usefixtures("impatient")
def test_who_writes_a_file_to_the_disk_keeps_readers_out(database):
    made = database("filled")
    with another_program(made) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert trouble(read_all, made).code == "locked"
    assert read_all(made)


def test_a_program_that_writes_for_a_moment_is_waited_for(database, packaged):
    made, done = database("filled"), []
    waiting = threading.Thread(target=lambda: done.append(load(made, packaged("data-monsters"))))
    with another_writer(made):
        waiting.start()
        waiting.join(0.4)
        assert done == []
    waiting.join()
    assert [change.changed for change in done] == [0]


SPILL = {
    "sqlite": "import sqlite3\nc = sqlite3.connect(sys.argv[1])\nc.execute('PRAGMA cache_size = 1')\n",
    "postgres": "import psycopg\nc = psycopg.connect(sys.argv[1].replace('+psycopg', ''))\n",
}
"""How a program begins that writes half of what it would, and kills itself."""


@pytest.mark.needs("fork")
def test_what_a_killed_program_left_half_written_is_undone(database, packaged, engine):
    made = database("filled")
    before = read_all(made)
    spill = (
        f"import os, sys\n{SPILL[engine]}"  # noqa: S608 - our own
        f"c.execute(\"UPDATE cards SET kind = '{'x' * 900}'\")\nc.execute('DELETE FROM texts')\n"
        "os.kill(os.getpid(), 9)"
    )
    place = str(made.path) if made.is_file else made.address
    assert subprocess.run([sys.executable, "-c", spill, place], check=False).returncode == -signal.SIGKILL
    assert not made.is_file or made.path.with_name("cards.db-journal").exists()
    assert read_all(made) == before
    assert load(made, packaged("data-monsters")).changed == 0


@pytest.mark.one_engine("file")
def test_a_file_that_may_not_be_written_can_be_read(public_folder, unprivileged, models, packaged):
    path = public_folder / "cards.db"
    path.write_bytes(models("sqlite", "filled").read_bytes())
    path.chmod(0o444)
    with unprivileged():
        database = open_database(str(path), never)
        assert read_all(database)
        error = trouble(load, database, packaged("data-monsters"))
    assert (error.code, error.message) == ("read-only", f"The database {path} is read-only.")


@pytest.mark.one_engine("file")
def test_a_database_on_a_disk_that_may_not_be_written_can_be_read(small_disk, models, packaged):
    folder = small_disk("size=4m")
    (folder / "cards.db").write_bytes(models("sqlite", "filled").read_bytes())
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
    database = open_database(str(folder / "cards.db"), never)
    assert read_all(database)
    assert trouble(load, database, packaged("data-monsters")).code == "read-only"
    error = trouble(open_database, str(folder / "new.db"), never)
    assert error.message == f"The database {folder}/new.db cannot be created: Read-only file system."


@pytest.mark.one_engine("file")
def test_a_file_that_may_not_be_read_is_named(public_folder, unprivileged, models):
    path = public_folder / "cards.db"
    path.write_bytes(models("sqlite", "filled").read_bytes())
    path.chmod(0)
    with unprivileged():
        assert (
            trouble(read_all, open_database(str(path), never)).message
            == f"The database {path} cannot be opened."
        )


@pytest.mark.one_engine("file")
def test_a_folder_that_may_not_be_written_is_named(public_folder, unprivileged):
    with unprivileged():
        error = trouble(open_database, str(public_folder / "cards.db"), never)
    assert error.message == f"The database {public_folder}/cards.db cannot be created: Permission denied."
    assert error.hint == "Use another path with --db."


@pytest.mark.one_engine("file")
def test_a_folder_that_may_not_be_entered_is_named(public_folder, unprivileged):
    public_folder.chmod(0o700)
    with unprivileged():
        error = trouble(open_database, str(public_folder / "cards.db"), never)
    assert error.message == f"The database {public_folder}/cards.db cannot be created: Permission denied."


@pytest.mark.one_engine("file")
def test_a_file_in_the_place_of_a_folder_is_named(tmp_path):
    (tmp_path / "data").touch()
    assert trouble(open_database, str(tmp_path / "data" / "cards.db"), never).code == "database-unwritable"


@pytest.mark.one_engine("file")
def test_a_folder_is_no_database(tmp_path):
    assert trouble(open_database, str(tmp_path), never).message == f"{tmp_path} is a folder."


@pytest.mark.needs("mkfifo")
@pytest.mark.one_engine("file")
def test_a_device_or_a_pipe_is_no_database_and_stays(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert trouble(open_database, str(pipe), never).code == "no-file"
    assert pipe.is_fifo()


@pytest.mark.one_engine("file")
@pytest.mark.parametrize("size", ["4k", "64k", "200k"])
def test_a_disk_that_is_full_at_first_use_holds_nothing_afterwards(small_disk, packaged, size):
    folder = small_disk(f"size={size}")
    error = trouble(
        open_database, str(folder / "cards.db"), lambda database: load(database, packaged("data-monsters"))
    )
    assert error.code == "disk-full"
    assert list(folder.iterdir()) == []


@pytest.mark.one_engine("file")
def test_a_disk_that_is_full_leaves_the_database_as_it_was(small_disk, models, packaged):
    size = models("sqlite", "filled").stat().st_size
    folder = small_disk(f"size={size + 40_000}")
    (folder / "cards.db").write_bytes(models("sqlite", "filled").read_bytes())
    (folder / "ballast").write_bytes(b"x" * 40_000)
    database = open_database(str(folder / "cards.db"), never)
    before = read_all(database)
    error = trouble(load, database, packaged("data-monsters"))
    assert (error.code, error.hint) == ("disk-full", "Free some space, and try again.")
    assert read_all(database) == before


@pytest.mark.one_engine("pages")
def test_a_database_whose_pages_are_damaged_is_named(database):
    made = database("filled")
    data = bytearray(made.path.read_bytes())
    for page in range(4096 * 2, len(data), 4096):
        data[page : page + 100] = b"\xff" * 100
    made.path.write_bytes(data)
    error = trouble(read_all, made)
    assert (error.code, error.message) == ("corrupt", f"The database {made.path} is damaged.")


@pytest.mark.one_engine("pages")
def test_a_database_that_is_cut_short_is_named(database):
    made = database("filled")
    made.path.write_bytes(made.path.read_bytes()[:20_000])
    assert trouble(read_all, made).code == "corrupt"


@pytest.mark.parametrize("column", ["definition", "labels", "queries", "languages"])
def test_content_that_cannot_be_is_named(database, column):
    made = database("filled")
    alter(made, f"UPDATE games SET {column} = '{{half'")  # noqa: S608 - a name of ours
    assert trouble(read_all, made).code == "corrupt"


@pytest.mark.one_engine("pages")
def test_damage_of_any_sort_is_read_over_or_named(database):
    made = database("filled")
    data = made.path.read_bytes()
    pick = random.Random(7)  # noqa: S311 - damage, not secrets
    for _ in range(60):
        damaged = bytearray(data)
        for _ in range(pick.choice([1, 4, 30])):
            start = pick.randrange(len(data) - 50)
            damaged[start : start + pick.choice([1, 50])] = pick.randbytes(50)
        made.path.write_bytes(damaged)
        with contextlib.suppress(DatabaseError):
            read_all(made)


def test_nothing_can_be_written_by_a_reader(database):
    made = database("filled")
    with pytest.raises(DatabaseError, match="is read-only"), made.reading() as connection:
        connection.execute("DELETE FROM cards")


def test_a_fault_of_the_programs_own_stays_one(database, engine):
    with pytest.raises(ZeroDivisionError), database().writing():
        raise ZeroDivisionError
    with pytest.raises(ZeroDivisionError), database().reading():
        raise ZeroDivisionError
    misused = {"sqlite": sqlite3.ProgrammingError, "postgres": psycopg.ProgrammingError}[engine]
    with pytest.raises(misused), database().reading() as connection:
        connection.execute("SELECT ?, ?", (1,))


def test_facts_tell_where_it_is_and_what_it_holds(database, packaged):
    made = database("filled")
    facts = facts_of(made)
    assert facts["path"] == made.whole_name
    assert facts["bytes"] > 100_000
    assert (facts["games"], facts["revision"]) == (1, module.REVISION)
    assert facts["cards"] == sum(card.copies for card in packaged("data-monsters").cards)
    assert facts["decks"] == len(packaged("data-monsters").decks)
