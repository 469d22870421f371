"""docs/security.md: each promise names tests that exist, and those about the program's own code are here."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from ..sources import parsed

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "security.md"
CODE = ROOT / "cli" / "deckwright"
NETWORK = {
    "socket",
    "ssl",
    "http",
    "ftplib",
    "smtplib",
    "urllib",
    "requests",
    "deepl",
    "psycopg",
}
SAFE = {"urllib.parse", "http.HTTPStatus"}
"""What only works with the text of an address."""
RUNNING = {"eval", "exec", "compile", "__import__"}
UNSAFE = {"pickle", "marshal", "shelve", "dill", "code", "os.system", "os.popen"}
LAST = {name.rpartition(".")[2] for name in UNSAFE}
"""The last words of these: only calls of such a name are compared, as writing each call as text takes long."""


def rows():
    """Promises and the tests they name."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("| ")]
    return [
        (promise, re.findall(r"`([\w/.]+\.py)::(test_\w+)`", tests))
        for promise, tests in cells
        if promise != "Promise"
    ]


@pytest.mark.parametrize(
    ("promise", "tests"), rows(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_each_promise_names_tests_that_exist(promise, tests):
    assert tests, promise
    for file, name in tests:
        tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
        assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}, (
            f"{file}::{name}"
        )


def imported(tree):
    """Every module or name that a file imports, as it is written with dots."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def modules():
    return {file.relative_to(CODE).as_posix(): parsed(file) for file in CODE.rglob("*.py")}


def test_only_these_modules_know_the_network():
    users = {
        file
        for file, tree in modules().items()
        for name in imported(tree)
        if name.split(".")[0] in NETWORK and not any(name.startswith(safe) for safe in SAFE)
    }
    assert users == {
        "files/fetching.py",
        "translation/services.py",
        "commands/page_server.py",
        "store/postgres.py",
        "store/maintenance.py",
    }


def test_no_text_is_run_as_code():
    for file, tree in modules().items():
        for name in imported(tree):
            assert name.split(".")[0] not in UNSAFE, file
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            if isinstance(node.func, ast.Name):
                assert node.func.id not in RUNNING, f"{file}:{node.lineno}"
            if getattr(node.func, "attr", getattr(node.func, "id", "")) in LAST:
                assert ast.unparse(node.func) not in UNSAFE, f"{file}:{node.lineno}"
            assert not any(
                key.arg == "shell" and ast.unparse(key.value) == "True" for key in node.keywords
            ), file
