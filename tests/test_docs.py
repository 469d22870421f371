"""The documents say what the program does: every command, every example, every link."""

from __future__ import annotations

import re
import runpy
import shlex
from pathlib import Path

import pytest

from deckwright.app import COMMANDS

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
CONTRACT = (
    "demo",
    "load",
    "games",
    "search",
    "show",
    "check",
    "combine",
    "build",
    "deal",
    "stats",
    "export",
    "db",
)


def test_the_commands_of_the_contract_are_there():
    assert set(CONTRACT) <= set(COMMANDS)


def test_the_page_of_commands_is_what_their_help_says():
    reference = runpy.run_path(str(ROOT / "cli" / "reference.py"))["reference"]
    assert (ROOT / "docs" / "commands.md").read_text(encoding="utf-8") == reference(), "run: make docs"


def test_schema_and_pages_are_what_the_records_of_measures_say():
    written = runpy.run_path(str(ROOT / "cli" / "records.py"))["written"]()
    assert len(written) == 9
    for file, text in written.items():
        assert file.read_text(encoding="utf-8") == text, "run: make docs"


def anchors_in(document: Path) -> set[str]:
    """The anchors of a document's headings, as GitHub and most renderers make them."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document):
    for link in re.findall(r"\]\(([^)]+)\)", document.read_text(encoding="utf-8")):
        target, _, anchor = link.partition("#")
        if "://" not in target:
            file = document.parent / target if target else document
            assert file.exists(), link
            assert not anchor or anchor in anchors_in(file), link


def commands_in(document: Path) -> list[str]:
    """Every command line that a document shows at the start of a line."""
    text = document.read_text(encoding="utf-8").replace("\\\n", " ")
    return re.findall(r"^\s*\$? ?(deckwright [^#\n]+)", text, re.MULTILINE)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands_that_documents_show_exist(document):
    for line in commands_in(document):
        words = shlex.split(line, comments=True)[1:]
        entry = COMMANDS.get(words[0]) if not words[0].startswith("-") else ""
        assert entry is not None, line
        if isinstance(entry, dict):
            assert words[1] in entry, line
