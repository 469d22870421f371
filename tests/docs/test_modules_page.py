"""The page of modules is written from the docstrings, and has every room."""

import runpy
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "cli" / "deckwright"
MAP = runpy.run_path(str(ROOT / "cli" / "module_map.py"))


def test_the_page_is_what_the_docstrings_say():
    assert (ROOT / "docs" / "modules.md").read_text(encoding="utf-8") == MAP["module_map"](), "run: make docs"


def test_the_rooms_are_those_of_the_layers():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    house, press = settings["tool"]["importlinter"]["contracts"]
    folders = rooms_of(house, PACKAGE)
    assert list(MAP["ROOMS"][1:]) == folders
    assert set(folders) == packages_in(PACKAGE)
    assert set(rooms_of(press, PACKAGE / "press")) == packages_in(PACKAGE / "press")


def rooms_of(contract, folder):
    """The layers of a contract that are packages, from the top."""
    names = [
        name.strip().removeprefix("deckwright.") for layer in contract["layers"] for name in layer.split("|")
    ]
    return [name for name in names if (folder / name).is_dir()]


def packages_in(folder):
    return {file.parent.name for file in folder.glob("*/__init__.py")}


def test_every_module_says_what_it_holds():
    assert "`: \n" not in MAP["DOCUMENT"].read_text(encoding="utf-8")
