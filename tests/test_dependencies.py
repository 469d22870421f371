"""What is installed with the program: every package with a licence under which it may be used and passed on."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FREE = re.compile(
    r"MIT|BSD|Apache|ISC|PSF|HPND|Unlicense|OFL-1\.1|Mozilla Public License|MPL|LGPL|Lesser General Public License"
)
IN_ITS_FILE = {"resvg_py": "Permission is hereby granted, free of charge"}
"""Packages whose metadata name no licence, and words of the licence that their own file has."""


def make(*arguments):
    """Print the names that `make licences` asks for."""
    command = [sys.executable, "benchmarks/requirements.py", *arguments]
    return subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=True).stdout.split()


@pytest.fixture(scope="module")
def licences():
    """Licence of each package that users install with the program and its extras, as pip-licenses reads them."""
    command = [sys.executable, "-m", "piplicenses", "--format", "json", "--packages", *make("--needed")]
    ran = subprocess.run(command, text=True, capture_output=True, check=True)
    return {one["Name"]: one["License"] for one in json.loads(ran.stdout)}


def test_every_dependency_has_a_free_licence(licences):
    for name, licence in licences.items():
        if name in IN_ITS_FILE:
            assert licence == "UNKNOWN"
            texts = [file.read_text() for file in distribution(name).files if "LICENSE" in file.name]
            assert any(IN_ITS_FILE[name] in text for text in texts), name
        else:
            assert FREE.search(licence), f"{name}: {licence}"


def test_every_package_that_users_install_is_listed(licences):
    def plain(name):
        return re.sub(r"[-_.]+", "-", name).lower()

    assert {plain(name) for name in licences} >= set(make("--needed"))
    assert set(make("--needed")) >= {"typer", "pydantic-core", "pypdfium2", "watchfiles", "deepl"}
    assert not set(make("--needed")) & {"pytest", "mypy", "mkdocs-material", "tox"}


def test_those_of_developers_are_among_the_direct_ones():
    assert {"pytest", "typer", "mkdocs-material"} <= set(make())
