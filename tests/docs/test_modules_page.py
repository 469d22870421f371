"""The page of modules is written from the docstrings, and has every room."""

import runpy
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
MAP = runpy.run_path(str(ROOT / "cli" / "module_map.py"))


def test_the_page_is_what_the_docstrings_say():
    assert (ROOT / "docs" / "modules.md").read_text(encoding="utf-8") == MAP["module_map"](), "run: make docs"


def test_the_rooms_are_those_of_the_layers():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = settings["tool"]["importlinter"]["contracts"]
    layers = [
        name.strip().removeprefix("deckwright.") for layer in contract["layers"] for name in layer.split("|")
    ]
    folders = [name for name in layers if (ROOT / "cli" / "deckwright" / name).is_dir()]
    assert list(MAP["ROOMS"][1:]) == folders
    packages = {file.parent.name for file in (ROOT / "cli" / "deckwright").glob("*/__init__.py")}
    assert packages == set(folders)


def test_every_module_says_what_it_holds():
    assert "`: \n" not in MAP["module_map"]()
