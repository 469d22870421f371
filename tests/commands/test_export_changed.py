"""Only what changed is printed again: a made-up game is loaded, printed, edited, and printed once more."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pypdfium2
import pytest

from deckwright.store import database

from ..processes import environment_of

GAME = """
id: lab
title: Lab
source_language: en
languages: [en, it]
kinds: {card: {name: Card}, tool: {name: Tool, face: own}}
"""
CARDS = """cards:
- {id: heart, name: Heart, kind: card, copies: 3, text: The heart of it.}
- {id: town, name: Town, kind: card, text: A place.}
- {id: clock, name: Clock, kind: card, copies: 2, icon: own}
- {id: wheel, name: Wheel, kind: tool}
"""
CATALOGUE = """
msgctxt "heart.name"
msgid "Heart"
msgstr "Cuore"
"""
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1h8v8h-8z"/></svg>'


@pytest.fixture(scope="module")
def loaded(run, packaged_database, tmp_path_factory):
    """Load a game of four cards, seven with their copies, to be copied."""
    folder = tmp_path_factory.mktemp("loaded")
    for name in ("cards", "locales", "icons", "faces"):
        (folder / "lab" / name).mkdir(parents=True)
    (folder / "lab" / "game.yaml").write_text(GAME)
    (folder / "lab" / "cards" / "cards.yaml").write_text(CARDS)
    (folder / "lab" / "locales" / "it.po").write_text(
        f'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: it\\n"\n{CATALOGUE}'
    )
    (folder / "lab" / "icons" / "own.svg").write_text(SQUARE)
    (folder / "lab" / "faces" / "own.yaml").write_text("extends: plain\n")
    shutil.copy(packaged_database, folder / "own.db")
    ran = run("load", "lab", "--db", "own.db", cwd=folder)
    assert ran.code == 0, ran.err
    return folder


@pytest.fixture
def lab(deckwright, loaded, tmp_path):
    """Function that runs a command on a copy of the game and its database."""
    shutil.copytree(loaded, tmp_path, dirs_exist_ok=True)

    def run(*arguments, **more):
        return deckwright(*arguments, DECKWRIGHT_DB=str(tmp_path / "own.db"), **more)

    run.folder = tmp_path / "lab"
    return run


def export(run, *arguments):
    """Print; give how many cards and pages there are, and what is said."""
    ran = run("export", "pdf", "lab", "-o", "lab.pdf", "--json", *arguments)
    assert ran.code == 0, ran.err
    return ran.json["cards"], ran.json["pages"]


def edit(run, old, new, file="cards/cards.yaml"):
    path = run.folder / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    ran = run("load", "lab")
    assert ran.code == 0, ran.err


def test_a_first_print_is_of_everything(lab):
    ran = lab("export", "pdf", "lab", "-o", "lab.pdf", "--changed")
    assert ran.code == 0
    assert "lab.pdf: 7 cards, 1 page" in ran.err
    assert "every card is new" in ran.err


def test_nothing_changed_writes_nothing_and_says_so(lab, tmp_path):
    assert export(lab) == (7, 1)
    ran = lab("export", "pdf", "lab", "-o", "more.pdf", "--changed", "--json")
    assert ran.code == 0
    nothing = {"new": [], "changed": [], "removed": []}
    assert ran.json == {"files": [], "cards": 0, "pages": 0, "findings": [], "changes": nothing}
    ran = lab("export", "pdf", "lab", "-o", "more.pdf", "--changed")
    assert (ran.code, ran.out) == (0, "")
    assert "Nothing has changed" in ran.err
    assert not (tmp_path / "more.pdf").exists()
    assert len(lab("export", "history", "--json").json) == 1


def test_a_card_that_reads_differently_is_printed_with_all_its_copies_and_no_other(lab, tmp_path):
    export(lab)
    edit(lab, "The heart of it.", "The heart of all.")
    assert export(lab, "--changed") == (3, 1)
    text = pypdfium2.PdfDocument(tmp_path / "lab.pdf")[0].get_textpage().get_text_bounded()
    assert text.count("The heart of all.") == 3
    assert "Town" not in text
    assert export(lab, "--changed") == (0, 0)


def test_a_longer_name_changes_its_sisters_too_where_they_keep_one_size(lab):
    edit(lab, "extends: plain", "extends: plain\nstyles: {name: {fit: together}}", "faces/own.yaml")
    edit(lab, "{name: Card}", "{name: Card, face: own}", "game.yaml")
    assert export(lab) == (7, 1)
    ran = lab("export", "pdf", "--select", "heart", "--game", "lab", "-o", "h.pdf", "--changed", "--json")
    assert ran.json["cards"] == 0
    edit(lab, "name: Town", "name: Llanfairpwllgwyngyllgogery")
    assert export(lab, "--changed") == (7, 1)


@pytest.mark.parametrize(
    ("old", "new", "file", "cards"),
    [
        ("M1 1h8v8h-8z", "M1 1h7v8h-7z", "icons/own.svg", 2),
        (
            "extends: plain",
            "extends: plain\nboxes:\n- {shape: circle, fill: accent, at: [9, 9, 3, 3]}",
            "faces/own.yaml",
            1,
        ),
        ("Cuore", "Il cuore", "locales/it.po", 0),
        ("id: town, name: Town", "id: town, name: Town, copies: 1", "cards/cards.yaml", 0),
    ],
)
def test_what_is_drawn_counts_and_nothing_else(lab, old, new, file, cards):
    export(lab)
    edit(lab, old, new, file)
    assert export(lab, "--changed")[0] == cards


def test_a_new_card_counts_as_changed(lab):
    export(lab)
    edit(lab, "cards:\n", "cards:\n- {id: boat, name: Boat, kind: card, copies: 2}\n")
    ran = lab("export", "pdf", "lab", "-o", "lab.pdf", "--changed")
    assert "Boat: new\n" in ran.err
    edit(lab, "- {id: boat, name: Boat, kind: card, copies: 2}\n", "")
    ran = lab("export", "pdf", "lab", "-o", "more.pdf", "--changed")
    assert "Boat ×2: remove from the old box\n" in ran.err


def test_a_changed_card_whose_name_another_one_has_is_named_with_its_id(lab):
    edit(lab, "name: Town", "name: Heart")
    export(lab)
    edit(lab, "A place.", "A large place.")
    ran = lab("export", "pdf", "lab", "-o", "lab.pdf", "--changed")
    assert "Heart (town): text: " in ran.err


def test_of_a_card_wanted_more_often_only_the_missing_copies_are_printed(lab):
    export(lab)
    edit(lab, "copies: 3", "copies: 5")
    ran = lab("export", "pdf", "lab", "-o", "lab.pdf", "--changed", "--json")
    (changed,) = ran.json["changes"]["changed"]
    assert changed["fields"] == {"copies": {"before": 3, "now": 5}}
    assert export(lab, "--changed") == (0, 0)
    edit(lab, "copies: 5", "copies: 6")
    assert export(lab, "--changed") == (1, 1)
    edit(lab, "copies: 6", "copies: 1")
    assert export(lab, "--changed") == (0, 0)


def test_copies_that_a_card_has_no_longer_are_named_to_be_removed(lab):
    export(lab)
    edit(lab, "copies: 3", "copies: 1")
    ran = lab("export", "pdf", "lab", "-o", "more.pdf", "--changed")
    assert "Heart ×2: remove from the old box\n" in ran.err
    ran = lab("export", "pdf", "--select", "id:clock", "--game", "lab", "-o", "c.pdf", "--changed", "--json")
    assert ran.json["changes"]["removed"] == []


def test_another_sheet_and_a_part_of_the_game_make_no_difference(lab):
    export(lab, "--sheet", "letter")
    assert export(lab, "--changed") == (0, 0)
    ran = lab("export", "pdf", "--select", "heart", "--game", "lab", "-o", "h.pdf", "--changed", "--json")
    assert ran.json["cards"] == 0


def test_each_language_has_its_own_history(lab):
    export(lab)
    assert (
        lab("export", "pdf", "lab", "--lang", "it", "-o", "lab.pdf", "--changed", "--json").json["cards"] == 7
    )
    edit(lab, "Cuore", "Il cuore", "locales/it.po")
    assert (
        lab("export", "pdf", "lab", "--lang", "it", "-o", "lab.pdf", "--changed", "--json").json["cards"] == 3
    )
    assert export(lab, "--changed") == (0, 0)


def test_what_changed_since_an_earlier_print(lab):
    export(lab)
    edit(lab, "name: Town", "name: City")
    assert export(lab, "--changed") == (1, 1)
    edit(lab, "name: Clock", "name: Watch")
    assert export(lab, "--since", "1") == (3, 1)
    assert export(lab, "--since", "2") == (2, 1)
    ran = lab("export", "pdf", "lab", "-o", "x.pdf", "--since", "9")
    assert ran.code == 3
    assert "export history" in ran.err


def test_a_print_with_backs_after_one_without_is_of_everything(lab):
    export(lab)
    assert export(lab, "--changed", "--duplex", "long")[0] == 7
    assert export(lab, "--changed", "--duplex", "long")[0] == 0
    assert export(lab, "--changed") == (0, 0)


def test_a_query_that_is_called_as_the_game_is_no_print_of_the_whole_game(lab):
    export(lab)
    edit(lab, "name: Town", "name: Lab")
    lab("load")
    assert lab("export", "pdf", "--select", "lab", "--game", "lab", "-o", "one.pdf").code == 0
    assert export(lab, "--changed") == (0, 0)


def test_the_history_tells_of_every_print_the_newest_first(lab, tmp_path):
    export(lab)
    edit(lab, "name: Town", "name: City")
    export(lab, "--changed", "--sheet", "letter")
    lab("export", "pdf", "data-monsters/startup", "-o", "s.pdf", "--lang", "fr")
    third, second, first = lab("export", "history", "--json").json
    assert first == {
        "print": 1,
        "at": first["at"],
        "game": "lab",
        "language": "en",
        "sources": ["lab"],
        "sheet": "a4",
        "file": str(tmp_path / "lab.pdf"),
        "cards": 7,
        "pages": 1,
        "changed": False,
        "restorable": True,
    }
    assert (second["print"], second["cards"], second["sheet"], second["changed"]) == (2, 1, "letter", True)
    assert (third["game"], third["language"], third["sources"]) == (
        "data-monsters",
        "fr",
        ["data-monsters/startup"],
    )
    assert [one["print"] for one in lab("export", "history", "--game", "lab", "--json").json] == [2, 1]
    assert [one["print"] for one in lab("export", "history", "--limit", "2", "--json").json] == [3, 2]
    ran = lab("export", "history", "--game", "lab")
    assert [line.split("\t")[0] for line in ran.out.splitlines()] == ["Print", "2", "1"]
    assert lab("export", "history", "--game", "nothing").code == 3


@pytest.mark.needs("fork")
def test_prints_to_standard_output_or_a_device_are_not_recorded(lab):
    assert export(lab, "-o", os.devnull) == (7, 1)
    ran = lab("export", "list", "data-monsters/startup", "-o", "list.txt")
    assert ran.code == 0
    assert lab("export", "history", "--json").json == []


def test_a_print_that_fails_is_not_recorded(lab):
    assert lab("export", "pdf", "lab", "-o", "nowhere/lab.pdf").code == 3
    assert lab("export", "history", "--json").json == []


def test_a_database_that_another_program_writes_to_does_not_keep_from_printing(lab, tmp_path, monkeypatch):
    monkeypatch.setattr(database, "PATIENCE", 0.1)
    lab("load", "lab")
    with closing(sqlite3.connect(tmp_path / "own.db", isolation_level=None)) as busy:
        busy.execute("BEGIN IMMEDIATE")
        ran = lab("export", "pdf", "lab", "-o", "lab.pdf")
    assert ran.code == 0
    assert "not recorded" in ran.err
    assert (tmp_path / "lab.pdf").read_bytes().startswith(b"%PDF")
    assert lab("export", "history", "--json").json == []


@pytest.mark.parametrize(("number", "prints"), [(1, 0), (2, 1)])
def test_a_print_that_was_killed_is_in_the_history_if_its_file_is_in_place(
    lab, program, tmp_path, number, prints
):
    """The file is flushed before it takes its place, and its folder after."""
    kill = ["-qq", "-o", str(tmp_path / "log"), "-e", f"inject=fsync:signal=KILL:when={number}"]
    command = ["-m", "deckwright", "export", "pdf", "lab", "-o", "lab.pdf", "--db", "own.db"]
    traced = [program("strace"), *kill, sys.executable, *command]
    assert subprocess.run(traced, cwd=tmp_path, env=environment_of(), check=False).returncode
    assert (tmp_path / "lab.pdf").is_file() == bool(prints)
    assert len(lab("export", "history", "--json").json) == prints
    assert export(lab, "--changed")[0] == (0 if prints else 7)
    export(lab)
    assert [one["cards"] for one in lab("export", "history", "--json").json] == [7, 7]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can mount a disk")
def test_a_database_that_may_not_be_written_does_not_keep_from_printing(lab, small_disk, tmp_path):
    lab("load", "lab")
    disk = small_disk("size=8m")
    shutil.copy(tmp_path / "own.db", disk / "own.db")
    small_disk("remount,ro")
    ran = lab("export", "pdf", "lab", "-o", "lab.pdf", "--db", str(disk / "own.db"))
    assert ran.code == 0
    assert "not recorded" in ran.err
    ran = lab("export", "pdf", "lab", "-o", "lab.pdf", "--changed", "--db", str(disk / "own.db"))
    assert ran.code == 0
