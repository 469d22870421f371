"""A PostgreSQL server of the tests' own, on a socket in a temporary folder, with a database for each test.

pytest-postgresql 10.0.0 was tried instead. Its fixtures do not run as root, as tests in containers do: `pg_ctl initdb`
refuses root, and a wrapper that changes the user cannot enter pytest's folders, which are root's alone. Its
`PostgreSQLExecutor`, with such a wrapper in a folder of our own, starts in 1.4 s, and this in 1.3 s; it would save the
calls of initdb and pg_ctl here and need as many lines for the wrapper. But it waits for a port, on which each user of the
machine may be the superuser without a password (tried as `nobody`), where a socket has permissions; and each worker of
xdist has a server of its own, too.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from .programs import found

OPTIONS = "-c listen_addresses= -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200 -c unix_socket_permissions=0700"
"""Tests lose nothing worth keeping: no write waits for the disk. Nobody else connects: trust is for our user and root."""


def name_in(address):
    """Name of the database at an address."""
    return address.partition("?")[0].rpartition("/")[2]


class PostgresServer:
    """A running server: its programs, the folder of its socket, and its superuser."""

    def __init__(self, programs, folder):
        self.programs = programs
        self.folder = folder
        self.superuser = "root_of_tests"
        self._numbers = count(1)

    def run(self, program, *arguments):
        """Run a program of PostgreSQL as a user whom it accepts: root it does not."""
        owner = {"user": _owner(), "group": _group(), "extra_groups": []} if _is_root() else {}
        command = [str(self.programs / program), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, cwd="/", **owner)

    def address(self, database, user="", password=""):
        owner = f"{user or self.superuser}{':' if password else ''}{password}"
        return f"postgresql+psycopg://{owner}@/{database}?host={self.folder}"

    def sql(self, statement, database="postgres"):
        """Run SQL as the superuser, outside of a transaction."""
        import psycopg

        with psycopg.connect(
            host=str(self.folder), user=self.superuser, dbname=database, autocommit=True
        ) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def wait(self):
        """Wait until the server takes connections: it restarts when a process of it was killed."""
        while self._is_closed():
            time.sleep(0.02)

    def _is_closed(self):
        socket = ("-h", str(self.folder), "-U", self.superuser)
        return subprocess.run([self.programs / "pg_isready", "-q", *socket], check=False).returncode

    def create(self, template="template0"):
        """Create a database, a copy of a template, and return its address."""
        name = f"cards_{next(self._numbers)}"
        # Copied files take half the time of copied pages, from PostgreSQL 15 on; earlier ones copied nothing else.
        [(version,)] = self.sql("SELECT current_setting('server_version_num')::int")
        strategy = "STRATEGY file_copy" if version >= 150_000 else ""
        self.sql(f"CREATE DATABASE {name} TEMPLATE {template} {strategy}")
        return self.address(name)

    def drop(self, address):
        """Drop a database, whoever may still be connected with it: each takes 8 MB."""
        self.sql(f"DROP DATABASE {name_in(address)} WITH (FORCE)")


def _place():
    """Folder for the server: in memory if there is much, as a disk may take two minutes to remove its many files."""
    memory = Path("/dev/shm")  # noqa: S108 - for tests
    return memory if memory.is_dir() and shutil.disk_usage(memory).free > 8 * 2**30 else Path("/tmp")  # noqa: S108 - a socket needs a short path


def _is_root():
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _owner():
    import pwd

    return "postgres" if any(user.pw_name == "postgres" for user in pwd.getpwall()) else "nobody"


def _group():
    import pwd

    return pwd.getpwnam(_owner()).pw_gid


@pytest.fixture(scope="session")
def postgres():
    """Start a server for the session of tests, when the first test needs it."""
    with running_server() as server:
        yield server


@contextmanager
def running_server(more=""):
    """Run a server until the block ends, with more options."""
    programs = Path(found("postgres")).resolve().parent
    # The path of a socket has at most 107 characters.
    folder = Path(tempfile.mkdtemp(prefix="dw-pg-", dir=_place()))
    if _is_root():
        shutil.chown(folder, _owner(), _group())
    folder.chmod(0o755)
    server = PostgresServer(programs, folder)
    data = str(folder / "data")
    server.run(
        "initdb", "-D", data, "-U", server.superuser, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N"
    )
    (folder / "data" / "pg_hba.conf").write_text(
        "local all keyed scram-sha-256\nlocal all all trust\n", encoding="utf-8"
    )
    options = f"{OPTIONS} -c unix_socket_directories={folder} {more}"
    server.run("pg_ctl", "-D", data, "-w", "-l", str(folder / "log"), "-o", options, "start")
    try:
        yield server
    finally:
        server.run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder)
