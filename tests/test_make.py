"""make.py, which the Makefile, the workflow and people without make run."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parent.parent
MAKE = runpy.run_path(str(ROOT / "make.py"))


@pytest.mark.parametrize("file", ["Makefile", ".github/workflows/tests.yml"])
def test_its_tasks_are_what_others_call(file):
    called = re.findall(r"(?:python|PYTHON\)) make\.py ([a-z-]+)", (ROOT / file).read_text(encoding="utf-8"))
    assert {"demo", "test"} <= {*called} <= {*MAKE["TASKS"]}


def test_the_workflow_goes_over_the_systems_and_versions_of_users():
    workflow = YAML(typ="safe").load(ROOT / ".github/workflows/tests.yml")
    matrix = workflow["jobs"]["systems"]["strategy"]["matrix"]
    assert [name.partition("-")[0] for name in matrix["system"]] == ["ubuntu", "macos", "windows"]
    assert matrix["python"] == ["3.11", "3.12", "3.13"]


def test_each_system_is_linted():
    platforms = [command[2] for command in MAKE["LINT"] if command[0] == "mypy"]
    assert platforms == ["linux", "darwin", "win32"]
