"""`from deckwright import workbench` has the public names, and imports nothing before they are used."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from deckwright import workbench

SOURCE = Path(workbench.__file__).with_suffix(".pyi").read_text(encoding="utf-8")


def typed_imports():
    """The modules and names that type checkers see."""
    return {
        (node.module, alias.name)
        for node in ast.walk(ast.parse(SOURCE))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname == alias.name
    }


def test_a_name_is_the_one_of_its_module_and_completed_in_notebooks():
    assert dir(workbench) == sorted(name for _, name in typed_imports())
    for module, name in typed_imports():
        assert getattr(workbench, name) is getattr(import_module(module), name)


def test_an_unknown_name_is_an_error():
    with pytest.raises(AttributeError, match="has no attribute 'open_librarry'"):
        workbench.open_librarry  # noqa: B018 - reading it is the test


def test_importing_the_package_imports_no_module_of_it():
    code = (
        "import sys; from deckwright import workbench; print(*(n for n in sys.modules if 'workbench.' in n))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not done.stdout.strip()
