"""Whatever goes wrong around a command: one clear message, the contract's exit code, and nothing half done."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from deckwright import resources
from deckwright.store import database

from ..interrupts import interrupted_at
from ..programs import deep_except


def test_a_file_that_is_no_database(deckwright, tmp_path):
    (tmp_path / "notes.txt").write_text("buy milk and some more things for the week\n" * 50)
    ran = deckwright("games", "--db", "notes.txt", "--json")
    assert ran.code == 4
    assert "notes.txt" in ran.json["error"]["message"]


def test_a_database_of_somebody_else_is_left_alone(deckwright, tmp_path):
    with closing(sqlite3.connect(tmp_path / "other.db")) as other, other:
        other.execute("CREATE TABLE mine (x)")
    before = (tmp_path / "other.db").read_bytes()
    for command in (("games",), ("load",)):
        assert deckwright(*command, "--db", "other.db").code == 4
    assert (tmp_path / "other.db").read_bytes() == before


def test_a_database_from_the_future(deckwright, packaged_database, tmp_path):
    (tmp_path / "new.db").write_bytes(packaged_database.read_bytes())
    with closing(sqlite3.connect(tmp_path / "new.db")) as new, new:
        new.execute("UPDATE alembic_version SET version_num = '9999'")
    ran = deckwright("games", "--db", "new.db")
    assert ran.code == 4
    assert "9999" in ran.err


def test_a_locked_database(deckwright, packaged_database, tmp_path, monkeypatch):
    monkeypatch.setattr(database, "PATIENCE", 0.1)
    (tmp_path / "busy.db").write_bytes(packaged_database.read_bytes())
    busy = sqlite3.connect(tmp_path / "busy.db", isolation_level=None)
    busy.execute("BEGIN EXCLUSIVE")
    try:
        ran = deckwright("games", "--db", "busy.db")
    finally:
        busy.close()
    assert ran.code == 4
    assert "busy.db" in ran.err


@pytest.mark.parametrize(
    "words",
    [
        ["load"],
        ["db", "backup"],
        ["db", "restore"],
        ["export", "csv", "monster-office", "-o"],
        ["export", "tts", "data-monsters/startup", "-o"],
        ["build", "data-monsters", "opportunity", "--players", "3", "-o"],
    ],
)
def test_a_name_that_is_too_long_for_the_system_is_said(deckwright, words):
    ran = deckwright(*words, "x" * 300)
    assert ran.code == 3
    assert "too long for this system: xxx" in ran.err


def test_a_link_that_leads_to_itself_stays(deckwright, tmp_path):
    (tmp_path / "one.txt").symlink_to("two.txt")
    (tmp_path / "two.txt").symlink_to("one.txt")
    ran = deckwright("build", "data-monsters", "opportunity", "--players", "3", "-o", "one.txt")
    assert ran.code == 3
    assert "one.txt cannot be written: " in ran.err
    assert (tmp_path / "one.txt").is_symlink()


def test_an_address_of_another_server_is_refused_in_words(deckwright):
    ran = deckwright("games", "--db", "mysql://anna:secret@localhost/cards")
    assert ran.code == 2
    assert "mysql" in ran.err
    assert "secret" not in ran.err


def test_a_server_that_cannot_be_reached_is_named_without_the_password(deckwright):
    ran = deckwright("games", "--db", "postgresql://anna:secret@localhost:1/cards")
    assert ran.code == 4
    assert "postgresql://anna:***@localhost:1/cards cannot be reached" in ran.err
    assert "secret" not in ran.err


def test_the_first_use_makes_the_database_in_the_data_folder(run_process, tmp_path):
    ran = run_process(
        "games", "--json", cwd=tmp_path, HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path / "data")
    )
    assert ran.code == 0
    assert len(ran.json) == 4
    assert (tmp_path / "data" / "deckwright" / "deckwright.db").is_file()


@pytest.mark.needs("fork")
@pytest.mark.parametrize(
    "call",
    deep_except(
        [500_000], [100, 200_000, 500_000, 800_000, 1_000_000, 2_000_000, 3_000_000], "at every moment"
    ),
)
def test_ctrl_c_ends_with_130_and_leaves_nothing_half_done(run, tmp_path, call):
    """At any moment: while modules are loaded, while the database is made, while sheets are printed."""
    command = [*interrupted_at(call), "demo", "made", "--db", "own.db"]
    ended = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "LANG": "C.UTF-8"}, capture_output=True, check=False
    )
    assert ended.returncode == 130, ended.stderr
    assert b"Traceback" not in ended.stderr
    assert not list(tmp_path.rglob(".deckwright-*"))
    assert run("games", "--db", "own.db", cwd=tmp_path).code == 0


@pytest.mark.needs("fork")
def test_a_reader_that_goes_away_is_no_fault(tmp_path, packaged_database):
    command = f"{sys.executable} -m deckwright search --db {packaged_database} | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, check=False, cwd=tmp_path)  # noqa: S602 - a pipe needs a shell
    assert done.stderr == b"" or b"Error" not in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="mounting a full disk needs root on Linux"
)
def test_a_full_disk_leaves_what_stood_there(deckwright, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], check=False, capture_output=True
    ).returncode:
        pytest.skip("this machine mounts nothing")
    try:
        (disk / "cards.pdf").write_bytes(b"before")
        ran = deckwright("export", "pdf", "dataset", "-o", "disk/cards.pdf")
        assert ran.code == 3
        assert "cards.pdf" in ran.err
        assert (disk / "cards.pdf").read_bytes() == b"before"
        assert [file.name for file in disk.iterdir()] == ["cards.pdf"]
        full = deckwright("games", "--db", "disk/cards.db")
        assert full.code == 4
        assert [file.name for file in disk.iterdir()] == ["cards.pdf"]
    finally:
        subprocess.run(["umount", disk], check=True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Usage"),
        (("chek",), "check"),
        (("check",), "DECK"),
        (("check", "x", "--formatt", "lab"), "--format"),
        (("build", "data-monsters", "opportunity", "--players", "two"), "--players"),
        (("search", "--limit", "-1"), "--limit"),
        (("export", "pfd", "x"), "pdf"),
        (("games", "--lang", "german"), "pt-BR"),
    ],
)
def test_wrong_usage_ends_with_2_and_names_what_is_right(deckwright, arguments, message):
    ran = deckwright(*arguments)
    assert ran.code == 2
    assert message in ran.err
    assert ran.out == ""
    assert "Traceback" not in ran.err


def test_wrong_usage_is_json_too(deckwright):
    assert deckwright("check", "--json").json["error"]["code"] == "usage"


COMMANDS = [
    ("games",),
    ("search", "krol"),
    ("search", "--json"),
    ("check", "data-monsters/startup"),
    ("db", "info"),
]


@pytest.mark.needs("/dev/full")
@pytest.mark.parametrize("command", COMMANDS)
def test_standard_output_that_is_full_is_said(packaged_database, command):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "deckwright", *command, "--db", packaged_database],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 3
    assert b"Traceback" not in done.stderr
    assert b"bug" not in done.stderr


@pytest.mark.needs("fork")
@pytest.mark.parametrize("command", COMMANDS)
def test_standard_output_that_is_closed_is_no_fault(packaged_database, command):
    line = " ".join([sys.executable, "-m", "deckwright", *command, "--db", str(packaged_database), ">&-"])
    done = subprocess.run(line, shell=True, capture_output=True, check=False)  # noqa: S602 - the shell closes it
    assert (done.returncode, done.stderr.count(b"bug")) == (0, 0)


@pytest.mark.parametrize("command", ["search", "games", "export list dataset"])
def test_a_pipe_that_is_closed_early_ends_well(packaged_database, command):
    line = f"set -o pipefail; {sys.executable} -m deckwright {command} --db {packaged_database} | true"
    done = subprocess.run(["bash", "-c", line], capture_output=True, check=False)
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False)


def test_a_compiled_library_without_memory_for_it_is_said(packaged_database, tmp_path):
    reason = "watchfiles/_rust_notify.abi3.so: failed to map segment from shared object"
    (tmp_path / "watchfiles.py").write_text(f'raise ImportError("{reason}")\n', encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "deckwright", "export", "html", "dataset", "--watch", "-o", "x.html"],
        cwd=tmp_path,
        env={**os.environ, "DECKWRIGHT_DB": str(packaged_database), "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, b"error: Not enough memory." in done.stderr) == (3, True), done.stderr


def test_letters_that_an_encoding_lacks_are_written_as_escapes(deckwright):
    ran = deckwright("search", "coeur", "--lang", "fr", PYTHONIOENCODING="ascii")
    assert ran.code == 0
    assert "\\x" in ran.out or "\\u" in ran.out or ran.out.isascii()


@pytest.mark.needs("/dev/full")
def test_standard_error_that_is_full_changes_no_exit_code(packaged_database):
    line = f"{sys.executable} -m deckwright shw --db {packaged_database} 2>/dev/full"
    assert subprocess.run(line, shell=True, check=False).returncode == 2  # noqa: S602 - the shell redirects it


@pytest.mark.needs("/dev/full")
@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["show", "--help"], ["games"], ["games", "--json"]]
)
def test_a_full_disk_behind_standard_output(packaged_database, tmp_path, arguments):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "deckwright", *arguments],
            cwd=tmp_path,
            env={**os.environ, "DECKWRIGHT_DB": str(packaged_database), "LANG": "C.UTF-8"},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr == b"error: Standard output cannot be written: No space left on device.\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "g\udcff"),
        ("check", "x\udcff.txt"),
        ("load", "g\udcff"),
        ("search", "g\udcff"),
        ("games", "--db", "\udcff"),
    ],
)
def test_what_is_not_text_in_the_encoding_of_the_system(deckwright, tmp_path, arguments):
    ran = deckwright(*arguments)
    assert ran.code == 2
    assert "is not valid UTF-8." in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.needs("fork")
@pytest.mark.parametrize("more", range(4))
def test_too_few_files_can_be_open(deckwright, more):
    import resource

    lowest = os.open(os.devnull, os.O_RDONLY)
    os.close(lowest)
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest + more, before[1]))
    try:
        ran = deckwright("effort", "data-monsters", "mainframe")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert ran.code in {0, 3, 4}, ran.err
    assert "bug" not in ran.err


@pytest.mark.needs("fork")
def test_no_folder_for_temporary_files_can_be_written(deckwright, own_database, tmp_path):
    import resource

    shutil.copytree(resources.folder("cards") / "dataset", tmp_path / "ds")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    environment = {"DECKWRIGHT_DB": str(own_database), "EDITOR": "true"}
    assert deckwright("load", "ds", **environment).code == 0
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        done = subprocess.run(
            [sys.executable, "-m", "deckwright", "edit", "dataset/consent"],
            cwd=tmp_path,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (done.returncode, done.stderr.splitlines()[0]) == (
        3,
        "error: No folder for temporary files can be written.",
    )


def test_what_is_not_a_number_is_no_value_of_an_option(deckwright):
    ran = deckwright("export", "png", "dataset", "--bleed", "nan", "-o", "png")
    assert (ran.code, "--bleed: “nan” is not a number from 0 to" in ran.err) == (2, True)


def test_a_limit_that_no_database_can_count_to_shows_all(deckwright):
    assert deckwright("search", "--limit", "9" * 20).out == deckwright("search").out


def test_a_password_that_is_not_text_is_not_shown(deckwright):
    ran = deckwright("games", "--db", "postgresql://ada:geheim\udcff@localhost/cards")
    assert (ran.code, "ada:***@localhost/cards" in ran.err, "geheim" in ran.err) == (2, True, False)


def test_python_without_docstrings_is_refused(run_process, tmp_path):
    """They are the help of commands; asserts, which -O removes, are not needed."""
    ran = run_process("export", "--help", cwd=tmp_path, PYTHONOPTIMIZE="2")
    assert (ran.code, "Python’s option -OO" in ran.err) == (2, True)
    assert run_process("export", "--help", cwd=tmp_path, PYTHONOPTIMIZE="1").code == 0


def test_a_folder_whose_name_is_not_text_can_be_worked_in(run_process, own_database, tmp_path):
    (tmp_path / "g\udcff").mkdir()
    command = ("export", "pdf", "data-monsters/startup", "-o", "a.pdf")
    ran = run_process(*command, cwd=tmp_path / "g\udcff", DECKWRIGHT_DB=str(own_database))
    assert ran.code == 0, ran.err
    assert (tmp_path / "g\udcff" / "a.pdf").stat().st_size


@pytest.mark.parametrize(
    "arguments", [("games",), ("search", "kind:tool"), ("check", "data-monsters/startup")]
)
def test_a_database_that_was_altered_by_hand_is_damaged(deckwright, packaged_database, tmp_path, arguments):
    (tmp_path / "altered.db").write_bytes(packaged_database.read_bytes())
    with closing(sqlite3.connect(tmp_path / "altered.db")) as altered, altered:
        altered.execute("UPDATE games SET labels = '[]', definition = '[]', queries = '[]'")
    ran = deckwright(*arguments, "--db", "altered.db", "--json")
    assert ran.code == 4
    assert ran.json["error"]["code"] == "corrupt"
    assert "altered.db is damaged" in ran.json["error"]["message"]
    assert "deckwright db check" in ran.json["error"]["hint"]
    assert deckwright("db", "check", "--db", "altered.db").code == 1
