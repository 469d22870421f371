"""A database on a PostgreSQL server: reached, upgraded, shared, backed up and copied; and its errors in plain words."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from deckwright import resources
from deckwright.errors import DatabaseError, InputError, UsageError
from deckwright.files.game_package import read_package
from deckwright.store import postgres as module
from deckwright.store.dialects import POSTGRES
from deckwright.store.folders import changed_folders
from deckwright.store.load import keep_translations, load
from deckwright.store.locations import database_at, open_database
from deckwright.store.maintenance import back_up, check, dump, facts_of, restore_dump
from deckwright.store.postgres import Server, masked
from deckwright.store.prints import Paper, Print, record, save_printer
from deckwright.store.read import cards_of, count_cards, game_ids, set_counts
from deckwright.store.search import search
from deckwright.workbench.loading import reload_games

from ..servers import name_in
from .engines import draft, everything

PRINT = Print(0, "", "data-monsters", "en", ("data-monsters",), "a4", "/out.pdf", 2, 1, added=False)
SECRET = "s3cr%40t"  # noqa: S105 - of nobody


def trouble(action, *arguments):
    with pytest.raises(DatabaseError) as caught:
        action(*arguments)
    assert caught.value.exit_code == 4
    return caught.value


def read(database):
    with database.reading() as connection:
        return game_ids(connection)


# Addresses


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql+psycopg://anna@db/cards", "postgresql+psycopg://anna@db/cards"),
        ("postgresql+psycopg://anna:pw@db/cards", "postgresql+psycopg://anna:***@db/cards"),
        ("postgresql://anna:p@w/x@db/cards", "postgresql://anna:***@db/cards"),
        ("postgresql:/anna:pw@db/cards", "postgresql:/anna:***@db/cards"),
        ("postgres:anna:pw@db/cards", "postgres:anna:***@db/cards"),
        ("postgres:///cards?host=/tmp&password=pw&port=1", "postgres:///cards?host=/tmp&password=***&port=1"),
        (
            "postgresql://db/cards?sslpassword=a&Password=b@c",
            "postgresql://db/cards?sslpassword=***&Password=***",
        ),
    ],
)
def test_a_password_is_masked(address, shown):
    assert masked(address) == shown


@pytest.mark.parametrize(
    "address",
    [
        "postgresql:/anna:pw@db/cards",
        "postgres:anna:pw@db/cards",
        "postgresql+psycopg://anna:pw@[db/x",
        "postgresql+other://a:pw@db/x",
    ],
)
def test_what_is_no_address_is_refused_without_its_password(address):
    with pytest.raises(UsageError) as caught:
        database_at(address)
    assert caught.value.code == "database-address"
    assert "pw" not in caught.value.message


def test_a_command_never_prints_a_password(run_process, postgres, tmp_path):
    address = f"postgresql+psycopg://keyed:{SECRET}@/nothing?host={postgres.folder}"
    for arguments in (
        ["games"],
        ["db", "info", "--json"],
        ["db", "check"],
        ["search", "x"],
        ["load", "--json"],
    ):
        ran = run_process(*arguments, "--db", address, cwd=tmp_path)
        assert ran.code == 4
        assert SECRET not in ran.out + ran.err
        assert "s3cr@t" not in ran.out + ran.err
        assert "keyed:***@" in ran.out + ran.err


# The dialect


@given(st.text(st.characters(categories=["L", "N"]), min_size=1), st.booleans())
def test_words_are_values_and_never_sql(word, begins):
    text, values = POSTGRES.has_words(("name",), word, begins=begins)
    assert word not in text or word in "words @@ ::tsquery AND strpos name 0"
    assert text.count("?") == len(values)


# Errors


def test_a_server_that_is_not_there_is_named(tmp_path):
    error = trouble(read, Server.at(f"postgresql://anna:{SECRET}@/cards?host={tmp_path}"))
    assert error.code == "unreachable"
    assert "No such file or directory." in error.message
    assert SECRET not in f"{error.message}{error.hint}"


def test_a_database_that_is_not_there_is_named(postgres):
    assert trouble(read, Server.at(postgres.address("nowhere"))).code == "no-such-database"


def test_a_wrong_password_or_none_is_said(postgres, monkeypatch, tmp_path):
    monkeypatch.setenv("PGPASSFILE", str(tmp_path / "none"))
    postgres.sql("DROP ROLE IF EXISTS keyed")
    postgres.sql("CREATE ROLE keyed LOGIN PASSWORD 'right'")
    wrong, right = (Server.at(postgres.address("postgres", "keyed", word)) for word in ("wrong", "right"))
    assert trouble(read, wrong).code == "no-access"
    assert trouble(read, right).code == "not-a-card-database"
    without = Server.at(postgres.address("postgres", "keyed"))
    assert "requires a password" in trouble(read, without).message
    (tmp_path / "pass").write_text("*:*:*:keyed:right\n")
    (tmp_path / "pass").chmod(0o600)
    monkeypatch.setenv("PGPASSFILE", str(tmp_path / "pass"))
    assert trouble(read, without).code == "not-a-card-database"
    (tmp_path / "services").write_text(f"[team]\nhost={postgres.folder}\nuser=keyed\ndbname=postgres\n")
    monkeypatch.setenv("PGSERVICEFILE", str(tmp_path / "services"))
    assert trouble(read, Server.at("postgresql+psycopg://?service=team")).code == "not-a-card-database"


def apply_settings(postgres):
    """Let the server read its settings, and wait until those who connect find the new ones."""
    asked = "SELECT pg_conf_load_time()"
    before = postgres.sql(asked)
    postgres.sql("SELECT pg_reload_conf()")
    while postgres.sql(asked) == before:
        pass


def test_a_server_that_lets_somebody_in_from_elsewhere_alone_says_so(postgres):
    settings = postgres.folder / "data" / "pg_hba.conf"
    before = settings.read_text(encoding="utf-8")
    settings.write_text(f"local all outsider reject\n{before}", encoding="utf-8")
    try:
        apply_settings(postgres)
        postgres.sql("CREATE ROLE outsider LOGIN")
        error = trouble(read, Server.at(postgres.address("postgres", "outsider")))
    finally:
        settings.write_text(before, encoding="utf-8")
        apply_settings(postgres)
    assert (error.code, "pg_hba.conf" in error.message) == ("unreachable", True)


def test_a_service_that_is_not_there_is_named(monkeypatch, tmp_path):
    (tmp_path / "services").write_text("[team]\nuser=anna\n")
    monkeypatch.setenv("PGSERVICEFILE", str(tmp_path / "services"))
    error = trouble(read, Server.at("postgresql://?service=teem"))
    assert (error.code, "teem" in error.message) == ("unreachable", True)


def test_the_encoding_of_the_terminal_does_not_matter(database, monkeypatch):
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    made = database()
    save_printer(made, "打印机", {"scale": 99.0})
    with made.reading() as connection:
        assert connection.execute("SELECT name FROM printers").fetchall() == [("打印机",)]


def test_only_its_owner_fills_an_empty_database(postgres, team):
    name = name_in(postgres.create())
    postgres.sql("REVOKE CREATE ON SCHEMA public FROM PUBLIC", name)  # granted before PostgreSQL 15
    assert team
    empty = postgres.address(name, "a_editor")
    error = trouble(open_database, empty, lambda _: None)
    assert (error.code, "its owner" in error.hint) == ("no-rights", True)


def test_a_database_of_another_program_is_left_alone(postgres):
    address = postgres.create()
    postgres.sql("CREATE TABLE notes (text text)", address.partition("?")[0].rpartition("/")[2])
    assert trouble(open_database, address, lambda _: None).code == "not-a-card-database"


# Several at once


def test_a_reader_sees_one_moment_and_keeps_nobody_waiting(database, packaged):
    made = database("filled")
    with made.reading() as connection:
        before = count_cards(connection)
        load(made, packaged("dataset"))
        assert count_cards(connection) == before
        assert len(search(connection, "")[1]) == len(packaged("data-monsters").cards)
    assert read(made) == ["data-monsters", "dataset"]


def test_first_use_by_several_at_once_fills_it_once(postgres, packaged):
    address = postgres.create()
    filled = []

    def fill(database):
        load(database, packaged("dataset"))
        filled.append(database.name)

    threads = [threading.Thread(target=open_database, args=(address, fill)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert filled == [address]
    assert read(Server.at(address)) == ["dataset"]


def test_what_is_being_changed_waits_for_its_turn(database, monkeypatch):
    made = database()
    monkeypatch.setattr(module, "PATIENCE", 0.05)
    said = []
    with made.alone("pond", said.append), made.alone("lake", said.append):
        assert said == []
        with pytest.raises(InputError, match="still changing pond"), made.alone("pond", said.append):
            pytest.fail("it is being changed")
    assert len(said) == 1
    with made.alone("pond", said.append):
        assert len(said) == 1


def test_what_was_changed_is_free_when_the_change_is_done(database):
    made, said = database(), []
    for _ in range(100):
        with made.alone("pond", said.append):
            pass
    assert said == []


# Roles


@pytest.fixture
def team(database, people_of):
    """A filled database, as each role of a team sees it."""
    return people_of(database("filled"))


def test_a_reader_reads_and_writes_nothing(team, packaged):
    reader = team["reader"]
    before = everything(reader)
    assert check(reader) == []
    with reader.reading() as connection:
        assert search(connection, "data")[1]
    for write in (
        lambda: load(reader, packaged("data-monsters")),
        lambda: save_printer(reader, "mine", {"scale": 99.0}),
        lambda: record(reader, PRINT, {}),
        lambda: keep_translations(reader, "data-monsters", "fr", *draft(reader, "game:title", "Non")),
    ):
        assert trouble(write).code == "no-rights"
    assert everything(reader) == before


def test_each_role_makes_backups(team, tmp_path):
    for role, person in team.items():
        dump(person, tmp_path / f"{role}.dump")
        assert (tmp_path / f"{role}.dump").read_bytes().startswith(b"PGDMP")


def test_nobodys_commands_load_a_folder_that_differs(team, packaged, tmp_path):
    folder = tmp_path / "dataset"
    shutil.copytree(packaged("dataset").folder, folder)
    load(team["editor"], read_package(folder)[0])
    first = (folder / "game.yaml").read_bytes()
    (folder / "game.yaml").write_bytes(first + b"# more\n")
    before = everything(team["reader"])
    for person in team.values():
        [reload] = reload_games(person, changed_folders(person))
        assert not reload.findings
        assert "another version of dataset than the database (loaded by a_editor on 2" in reload.message
    assert everything(team["reader"]) == before
    load(team["editor"], read_package(folder)[0])
    (folder / "game.yaml").write_bytes(first)
    before = everything(team["reader"])
    for person in team.values():
        [reload] = reload_games(person, changed_folders(person))
        assert "an earlier version of dataset (loaded by a_editor on 2" in reload.message
        assert f"deckwright load {folder}" in reload.message
    assert everything(team["reader"]) == before


def test_a_translator_changes_texts_alone(team, packaged):
    translator = team["translator"]
    before = everything(translator)
    card = packaged("data-monsters").cards[0].id
    mine, known = draft(translator, f"{card}.name", "Mot unique")
    keep_translations(translator, "data-monsters", "fr", mine, known)
    with translator.reading() as connection:
        assert [one.id for one in search(connection, "mot unique")[1]] == [card]
        assert cards_of(connection, "data-monsters")[card].texts["fr"]["name"] == "Mot unique"
    after = everything(translator)
    assert {name for name in after if after[name] != before[name]} == {
        "translations",
        "texts",
        "card_words",
        "cards",
    }
    for write in (
        lambda: load(translator, packaged("data-monsters")),
        lambda: set_counts(translator, "data-monsters", {card: 1}),
        lambda: record(translator, PRINT, {}),
    ):
        assert trouble(write).code == "no-rights"


REFUSED = (
    "UPDATE games SET definition = '{}'",
    "UPDATE games SET digest = 'x'",
    "UPDATE games SET labels = '{}'",
    "DELETE FROM games",
    "UPDATE loads SET who = 'a_editor'",
    "INSERT INTO loads (who) VALUES ('a_editor')",
    "DELETE FROM loads",
    "UPDATE cards SET copies = 9",
    "UPDATE texts SET text = ''",
    "UPDATE translations SET source = 'x'",
    "UPDATE translations SET own = true",
    "INSERT INTO texts SELECT number, 'en', 'more', 'Lie' FROM cards",
    "INSERT INTO card_words SELECT number, 'en', 'lie', '' FROM cards",
    "CREATE TABLE mine (text text)",
)
WITHOUT_EFFECT = (
    "DELETE FROM texts WHERE language = 'en'",
    "DELETE FROM card_words WHERE language = 'en'",
    "DELETE FROM translations",
    "SELECT set_digest('x', '', 'data-monsters')",
    "SELECT set_labels('{}', 'data-monsters', 'fr')",
    "SELECT set_labels(labels, id, 'en') FROM games",
)


def test_a_translator_can_do_no_more_by_sql(team):
    before = everything(team["reader"])
    for statement in REFUSED:
        with pytest.raises(DatabaseError) as caught, team["translator"].writing() as connection:
            connection.execute(statement)
        assert caught.value.code == "no-rights"
    for statement in WITHOUT_EFFECT:
        with team["translator"].writing() as connection:
            connection.execute(statement)
        assert everything(team["reader"]) == before


def test_what_a_translator_records_has_their_name(team):
    with team["translator"].writing() as connection:
        connection.execute(connection.dialect.record_load, ("data-monsters", "", "x", 0, 0, 0, 0, ""))
        connection.execute(connection.dialect.set_digest, ("x", "", "data-monsters"))
    with team["reader"].reading() as connection:
        query = "SELECT who, digest FROM loads ORDER BY number DESC LIMIT 1"
        assert connection.execute(query).fetchone() == ("a_translator", "x")


def test_whoever_has_no_role_is_told_which(team, postgres):
    postgres.sql("DROP ROLE IF EXISTS nobody_yet")
    postgres.sql("CREATE ROLE nobody_yet LOGIN")
    error = trouble(read, database_at(postgres.address(name_in(team["reader"].address), "nobody_yet")))
    assert (error.code, "deckwright_reader" in error.hint) == ("no-rights", True)


def test_nobody_creates_tables_where_everybody_could(database, people_of, postgres):
    made = database()
    postgres.sql("GRANT CREATE ON SCHEMA public TO PUBLIC", name_in(made.address))
    for person in people_of(made).values():
        with pytest.raises(DatabaseError) as caught, person.writing() as connection:
            connection.execute("CREATE TABLE mine (text text)")
        assert caught.value.code == "no-rights"


def test_an_editor_does_everything_except_changing_tables(team, packaged):
    editor = team["editor"]
    load(editor, packaged("dataset"))
    record(editor, PRINT, {("heart", "tool"): Paper("d", 2)})
    save_printer(editor, "mine", {"scale": 99.0})
    set_counts(editor, "dataset", {packaged("dataset").cards[0].id: 3})
    with pytest.raises(DatabaseError, match="must be owner"), editor.writing() as connection:
        connection.execute("DROP TABLE loads")


# Backups


def test_only_the_owner_restores_and_nothing_is_left_by_others(team, tmp_path):
    editor = team["editor"]
    back_up(editor, tmp_path / "monday.dump")
    before = everything(editor)
    error = trouble(restore_dump, editor, tmp_path / "monday.dump")
    assert error.code == "no-rights"
    assert error.hint == "Nothing was changed. Ask the owner of the database to do this."
    assert [path.name for path in tmp_path.glob("monday*")] == ["monday.dump"]
    assert everything(editor) == before


@pytest.mark.parametrize("said", ["not installed", "server version mismatch"])
def test_a_backup_needs_programs_as_new_as_the_server(database, tmp_path, monkeypatch, said):
    made = database()
    if said != "not installed":
        old = tmp_path / "pg_dump"
        old.write_text(
            "#!/bin/sh\necho 'pg_dump: error: aborting because of server version mismatch' >&2; exit 1\n"
        )
        old.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}" if said == "not installed" else f"{tmp_path}:/usr/bin:/bin")
    error = trouble(back_up, made, tmp_path / "copy")
    assert (error.code, said in error.message) == ("postgres-program", True)
    assert not (tmp_path / "copy").exists()


def test_other_programs_get_no_password_as_an_argument(database, tmp_path, monkeypatch):
    made = database()
    keyed = Server.at(made.address.replace("@/", f":{SECRET}@/", 1))
    said = tmp_path / "said"
    spy = tmp_path / "pg_dump"
    spy.write_text(f'#!/bin/sh\necho "$@" > {said}.arguments; echo "$PGPASSWORD" > {said}.password; exit 1\n')
    spy.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert trouble(back_up, keyed, tmp_path / "copy").code == "postgres-program"
    arguments = Path(f"{said}.arguments").read_text(encoding="utf-8")
    assert "--dbname=" in arguments
    assert not any(word in arguments for word in (SECRET, "s3cr@t", "password"))
    assert Path(f"{said}.password").read_text(encoding="utf-8") == "s3cr@t\n"


def test_commands_do_on_a_server_what_they_do_on_files(run_process, database, tmp_path):
    made = database("filled")
    info = run_process("db", "info", "--json", "--db", made.address, cwd=tmp_path)
    assert json.loads(info.out)["path"] == made.name
    assert json.loads(info.out)["cards"] == facts_of(made)["cards"]
    for language, address in (("en", "Address"), ("it", "Indirizzo"), ("fr", "Adresse")):
        shown = run_process("db", "info", "--lang", language, "--db", made.address, cwd=tmp_path).out
        assert shown.splitlines()[0].split() == [address, made.name]
    for arguments in (
        ["db", "check"],
        ["db", "upgrade"],
        ["games"],
        ["db", "backup", "x.dump"],
        ["db", "counts"],
    ):
        assert run_process(*arguments, "--db", made.address, cwd=tmp_path).code == 0
    assert run_process("db", "restore", "x.dump", "--db", made.address, cwd=tmp_path).code == 0
    assert "deckwright_translator" in run_process("db", "roles", cwd=tmp_path).out


# The driver


def test_a_file_needs_no_driver(tmp_path):
    code = (
        "import sys; from deckwright.workbench.library import open_library\n"
        f"with open_library({str(tmp_path / 'cards.db')!r}) as library: library.game('dataset')\n"
        "assert not {'psycopg', 'deckwright.store.postgres'} & {*sys.modules}"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_driver_that_is_not_installed_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(UsageError) as caught:
        database_at("postgresql+psycopg://anna@db/cards")
    assert caught.value.hint == "pip install 'deckwright[postgres]'"


# The page about teams


def test_the_page_about_teams_works_as_it_says(run_process, postgres, tmp_path):
    page = (Path(__file__).parents[2] / "docs" / "team.md").read_text(encoding="utf-8")
    [compose] = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    environment = YAML(typ="safe").load(compose)["services"]["cards"]["environment"]
    assert (environment["POSTGRES_USER"], environment["POSTGRES_DB"]) == ("owner", "cards")
    server = ("-h", str(postgres.folder), "-U", postgres.superuser)
    for line in re.findall(r"su postgres -c '(.*)'", page):
        name, *arguments = shlex.split(line.replace(" --pwprompt", ""))
        postgres.run(name, *server, *arguments)
    # Roles are of the whole server, and another test may have created them; from PostgreSQL 16 on, only their admins grant them.
    postgres.sql(
        "DO $$ BEGIN GRANT deckwright_translator TO owner WITH ADMIN OPTION;"
        " EXCEPTION WHEN undefined_object THEN NULL; END $$"
    )
    address = postgres.address("cards", "owner")
    assert run_process("games", "--db", address, cwd=tmp_path).code == 0
    script = run_process("db", "roles", cwd=tmp_path).out
    owner = ("-h", str(postgres.folder), "-U", "owner", "-d", "cards", "-v", "ON_ERROR_STOP=1")
    for statement in (script, *re.findall(r"^cards=> (.*)$", page, re.MULTILINE)):
        postgres.run("psql", *owner, "-c", statement)
    bruno = postgres.address("cards", "bruno")
    assert run_process("search", "kind:monster", "--db", bruno, cwd=tmp_path).code == 0
    ran = run_process("load", str(resources.folder("cards") / "dataset"), "--db", bruno, cwd=tmp_path)
    assert (ran.code, "permission denied" in ran.err) == (4, True)
