"""A command imports only the libraries that it uses: imports take most of the time of a short command."""

from __future__ import annotations

import pytest

LIBRARIES = {
    "PIL",
    "alembic",
    "fontTools",
    "fractions",
    "jsonschema",
    "jsonschema_rs",
    "rapidfuzz",
    "reportlab",
    "rich",
    "ruamel",
    "sqlalchemy",
    "sqlite3",
    "sqlmodel",
}
"""Packages that take a millisecond and more to import; Typer, which every command needs, takes twenty."""


@pytest.mark.parametrize(
    ("command", "used"),
    [
        ("--help", set()),
        ("db --help", set()),
        ("games", {"sqlite3"}),
        ("search kind:tool", {"sqlite3"}),
        ("show krol-junior", {"sqlite3"}),
        ("check data-monsters/startup", {"sqlite3"}),
        ("check deck.yaml", {"sqlite3", "ruamel"}),
        ("export list data-monsters/startup", {"sqlite3"}),
        ("stats data-monsters/startup", {"sqlite3", "fractions"}),
        ("translate status dataset", {"sqlite3"}),
        ("db info", {"sqlite3"}),
        ("db counts", {"sqlite3"}),
        ("db upgrade", {"sqlite3"}),
        ("db backup copy.db", {"sqlite3"}),
    ],
)
def test_a_command_imports_only_what_it_uses(deckwright, tmp_path, command, used):
    (tmp_path / "deck.yaml").write_text("game: data-monsters\nformat: lab\ncards: {krol-junior: 2}\n")
    ran = deckwright(*command.split(), PYTHONPROFILEIMPORTTIME="1")
    assert ran.code < 2, ran.err
    lines = [line for line in ran.err.splitlines() if line.startswith("import time:")]
    packages = {line.rpartition("|")[2].strip().partition(".")[0] for line in lines}
    assert {"typer", "deckwright"} <= packages
    assert packages & LIBRARIES == used
