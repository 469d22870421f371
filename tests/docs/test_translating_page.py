"""The afternoon of docs/translating.md is one that somebody can have: every command of it is run, in its order."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import polib
import pytest

from deckwright.app import run
from deckwright.files.catalogues import Sources, parse_catalogue

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGE = (DOCS / "translating.md").read_text(encoding="utf-8")


@pytest.fixture
def frogs(tmp_path, database_path, monkeypatch):
    game, cards = re.findall(
        r"```yaml\n(.*?)```", (DOCS / "games.md").read_text(encoding="utf-8"), re.DOTALL
    )[:2]
    [languages] = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    folder = tmp_path / "frogs"
    (folder / "cards").mkdir(parents=True)
    (folder / "game.yaml").write_text(game.replace("languages: [en]\n", languages), encoding="utf-8")
    (folder / "cards" / "frogs.yaml").write_text(cards, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DECKWRIGHT_DB", str(database_path))
    monkeypatch.setenv("DECKWRIGHT_LANG", "en")
    return folder


def translate(file):
    """Do what the page leaves to the reader."""
    po = polib.pofile(file)
    for entry in po:
        entry.msgstr = entry.msgstr or f"fr {entry.msgid}"
        entry.flags = []
    po.save()


@pytest.mark.deep("runs all commands of a page")
def test_every_command_of_the_page_works_in_its_order(frogs, capsys):
    commands = re.findall(r"^    deckwright (.*)$", PAGE, re.MULTILINE)
    for command in commands:
        if "merge" in command and "--dry-run" in command:
            translate("frogs.fr.po")
        code = run(shlex.split(command))
        output = capsys.readouterr()
        assert code == 0 or "check" in command, (command, output)
        if "--require" in command:
            assert "100 %" in output.out
    assert (frogs / "locales" / "fr.po").is_file()
    assert len(list(Path.cwd().glob("*.pdf"))) == len(["one language", "both side by side"])


def test_what_the_page_shows_of_a_file_is_what_goes_out(frogs, capsys):
    assert run(["load", "frogs"]) == 0
    assert run(["translate", "extract", "frogs", "--to", "fr", "-o", "-"]) == 0
    [shown, _] = re.findall(r"```po\n(.*?)```", PAGE, re.DOTALL)
    assert frogs.is_dir()
    assert shown in capsys.readouterr().out


def test_what_the_page_says_of_an_entry_is_read_so():
    [_, shown] = re.findall(r"```po\n(.*?)```", PAGE, re.DOTALL)
    sources = Sources({"moor-frog.name": "Moor Frog"})
    [entry] = parse_catalogue(shown.encode(), "fr.po", "fr").translate(sources).complete(sources)
    assert (entry.state, entry.by, entry.at) == ("reviewed", "Anna", "2026-11-20")
    assert [(one.rule, one.reason) for one in entry.waivers] == [("same-as-source", "a name")]
    assert entry.notes == ("The pun is lost; ask Luca.",)
