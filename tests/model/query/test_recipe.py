"""The recipe of CONTRIBUTING.md for a query field, followed in a copy of the program."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[3]
RECORD = '    CommonField("words", "number", lambda card: (len(card.name("en").split()),)),\n'
ROW = "| `words` | how many words the name has | `:` `=` `!=` `<` `<=` `>` `>=` |\n"


def copy_of_the_program(folder):
    """Copy what the program runs with, without tests and caches."""
    for name in ("cli", "schemas", "cards", "exports", "docs"):
        shutil.copytree(CHECKOUT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def insert_after(file, pattern, text):
    """Add a text after the last match of a pattern."""
    whole = file.read_text(encoding="utf-8")
    end = list(re.finditer(pattern, whole, re.MULTILINE))[-1].end()
    file.write_text(whole[:end] + text + whole[end:], encoding="utf-8")


def test_one_record_makes_a_field_that_can_be_searched_sorted_and_used_in_rules(tmp_path):
    program = copy_of_the_program(tmp_path / "program")
    [record] = [
        file for file in program.rglob("*.py") if "class CommonField" in file.read_text(encoding="utf-8")
    ]
    insert_after(record, r'^    CommonField\("revision".*\n', RECORD)
    insert_after(program / "docs" / "queries.md", r"^\| `revision` \|.*\n", ROW)
    command = [sys.executable, "-m", "deckwright", "search", "words>=4 kind:tool", "--sort", "-words"]
    command += ["--game", "data-monsters", "--lang", "en", "--db", str(tmp_path / "cards.db")]
    environment = {"PYTHONPATH": str(program / "cli"), "LC_ALL": "C.UTF-8", "HOME": str(tmp_path)}
    ran = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr.count("error")) == (0, 0)
    assert ran.stdout.strip()
