"""docs/design.md: its pointers lead somewhere, and it stays a page that is read in an hour."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
CODE = ROOT / "cli" / "deckwright"


def files():
    """The modules and files of data that the page names."""
    return sorted(set(re.findall(r"`([\w/.]+\.(?:py|json|yaml))`", PAGE)) - {"game.yaml"})


def names():
    """Names that the page places in a module: `NAME` in `module.py`."""
    return sorted(set(re.findall(r"`(\w+)(?:\(\))?`[^`|.]{0,4} in `([\w/]+\.py)`", PAGE)))


def file_of(path):
    """The file that a path means: from the top, or within a room that the text around it names."""
    return next(iter([*ROOT.glob(path), *CODE.rglob(path)]), None)


@pytest.mark.parametrize("path", files())
def test_each_file_is_there(path):
    assert file_of(path), path


@pytest.mark.parametrize(("name", "path"), names())
def test_each_name_is_in_its_module(name, path):
    tree = ast.parse(file_of(path).read_text(encoding="utf-8"))
    assert name in defined(tree), f"{path} has no {name}"


def defined(tree):
    """Functions, classes and constants of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def test_the_rooms_are_those_of_the_package():
    named = set(re.findall(r"^    (\w+)/  ", PAGE, re.MULTILINE))
    rooms = {folder.name for folder in CODE.iterdir() if (folder / "__init__.py").exists()}
    assert rooms <= named, rooms - named


def test_it_is_read_in_an_hour():
    assert len(PAGE.encode()) <= 23_000
