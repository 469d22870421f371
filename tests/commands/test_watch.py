"""Changes of files are noticed when they are saved, however an editor saves them."""

from __future__ import annotations

import io
import json
import os
import queue
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing

import openpyxl
import pypdfium2
import pytest

from deckwright.commands.exporting import changes

from ..processes import PATIENCE

# `--watch`, with the real process: files are saved as editors do, and the PDF follows.

pytestmark = pytest.mark.needs("fork")

GAME = """
id: lab
title: Lab
source_language: en
languages: [en]
kinds: {card: {name: Card}}
"""
CARDS = "cards:\n- {id: heart, name: Heart, kind: card, text: One.}\n- {id: town, name: Town, kind: card}\n"


class Watching:
    """A process that watches; what it says is read line by line."""

    def __init__(self, folder, command, *arguments, database="own.db"):
        environment = {
            name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME") if name in os.environ
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "deckwright", "export", command, *arguments, "--db", database, "--watch"],
            cwd=folder,
            env={**environment, "LANG": "C.UTF-8", "PYTHONWARNINGS": "error", "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            # Where the tests themselves were started to ignore Ctrl-C, as in the background, this must not.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - it only sets it
        )
        self.output = ""
        self._lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stderr:
            self._lines.put(line)
        self._lines.put("")

    def wait_for(self, words):
        """Wait for a line with those words; give what was said since the last one."""
        since = ""
        while words not in since:
            line = self._lines.get(timeout=PATIENCE)
            assert line, f"it ended: {self.output}"
            since += line
            self.output += line
        return since

    def says_nothing(self, seconds):
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            return True
        raise AssertionError(line)

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)


@pytest.fixture
def game(run, packaged_database, tmp_path):
    """Load a game from the folder `lab`."""
    (tmp_path / "lab" / "cards").mkdir(parents=True)
    (tmp_path / "lab" / "game.yaml").write_text(GAME)
    (tmp_path / "lab" / "cards" / "cards.yaml").write_text(CARDS)
    shutil.copy(packaged_database, tmp_path / "own.db")
    ran = run("load", "lab", "--db", "own.db", cwd=tmp_path)
    assert ran.code == 0, ran.err
    return tmp_path / "lab"


@pytest.fixture
def watch(game):
    """Start watching."""
    started = []

    def start(*arguments, command="pdf", database="own.db"):
        started.append(Watching(game.parent, command, *arguments, database=database))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
        one.process.wait()
        one.process.stderr.close()


def text_of(path):
    return "".join(
        page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(path.read_bytes())
    )


def test_on_a_server_nothing_that_somebody_else_has_loaded_is_replaced(game, watch, run, postgres, tmp_path):
    address = postgres.create()
    assert run("load", "lab", "--db", address, cwd=tmp_path).code == 0
    cards = game / "cards" / "cards.yaml"
    watching = watch("lab", "-o", "lab.pdf", database=address)
    watching.wait_for("Done in")
    for text in ("Two.", "Three."):  # a change of one's own is followed by another
        cards.write_text(CARDS.replace("One.", text))
        watching.wait_for("Done in")
        assert text in text_of(tmp_path / "lab.pdf")
    shutil.copytree(game, tmp_path / "other" / "lab")
    (tmp_path / "other" / "lab" / "cards" / "cards.yaml").write_text(CARDS.replace("Town", "City"))
    assert run("load", "lab", "--db", address, cwd=tmp_path / "other").code == 0
    cards.write_text(CARDS.replace("One.", "Four."))
    said = watching.wait_for("was not changed")
    assert "another version of lab than the database" in said
    found = json.loads(run("search", "game:lab", "--json", "--db", address, cwd=tmp_path).out)
    assert [card["name"] for card in found] == ["Heart", "City"]
    watching.interrupt()


def test_a_saved_change_is_drawn_again_a_fault_is_told_and_ctrl_c_ends(game, watch, tmp_path, run):
    cards, pdf = game / "cards" / "cards.yaml", tmp_path / "lab.pdf"
    watching = watch("lab", "-o", "lab.pdf")
    assert "Watching lab" in watching.wait_for("Done in")
    assert "One." in text_of(pdf)

    cards.write_text(CARDS.replace("One.", "Two."))
    assert "lab.pdf: 2 cards, 1 page" in watching.wait_for("Done in")
    assert "Two." in text_of(pdf)

    before = pdf.read_bytes()
    cards.write_text(CARDS.replace("kind: card, text", "kind: cart, text"))
    text = watching.wait_for("was not changed")
    assert "cards.yaml:2:" in text
    assert "cart" in text
    assert pdf.read_bytes() == before

    cards.write_text(CARDS.replace("One.", "Three."))
    watching.wait_for("Done in")
    assert "Three." in text_of(pdf)

    assert watching.interrupt() == 130
    assert "Traceback" not in watching.output
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lab", "lab.pdf", "own.db"]
    assert run("export", "history", "--game", "lab", "--json", "--db", "own.db", cwd=tmp_path).json == []


def test_files_that_editors_replace_or_add_are_seen_and_others_are_not(game, watch):
    watching = watch("lab", "-o", "lab/lab.pdf")
    watching.wait_for("Done in")
    assert watching.says_nothing(1.2)  # the PDF itself lies in the folder

    (game / "cards" / ".cards.yaml.swp").write_text("an editor's own")
    (game / "notes.txt").write_text("not read")
    assert watching.says_nothing(1.2)

    (game / "cards" / "new~").write_text(CARDS.replace("One.", "Two."))
    (game / "cards" / "new~").replace(game / "cards" / "cards.yaml")
    watching.wait_for("Done in")
    assert "Two." in text_of(game / "lab.pdf")

    (game / "cards" / "more.yaml").write_text("cards:\n- {id: boat, name: Boat, kind: card}\n")
    assert "3 cards" in watching.wait_for("Done in")

    (game / "locales").mkdir()
    (game / "decks").mkdir()
    (game / "decks" / "one.yaml").write_text("game: lab\nname: One\ncards: {heart: 1, nobody: 1}\n")
    assert "nobody" in watching.wait_for("was not changed")
    (game / "decks" / "one.yaml").unlink()
    watching.wait_for("Done in")
    assert watching.interrupt() == 130


def test_a_deck_list_and_a_sheet_of_ones_own_are_watched_too(watch, tmp_path):
    deck, pdf = tmp_path / "mine.txt", tmp_path / "mine.pdf"
    deck.write_text("# game: lab\n2 Heart\n")
    watching = watch("mine.txt", "-o", "mine.pdf")
    assert "2 cards" in watching.wait_for("Done in")
    deck.write_text("# game: lab\n2 Heart\n3 Town\n")
    assert "5 cards" in watching.wait_for("Done in")
    before = pdf.read_bytes()
    deck.write_text("# game: lab\n2 Hart\n")
    assert "mine.txt:2" in watching.wait_for("was not changed")
    assert pdf.read_bytes() == before
    deck.unlink()
    watching.wait_for("was not changed")
    deck.write_text("# game: lab\n1 Heart\n")
    assert "1 card," in watching.wait_for("Done in")
    assert watching.interrupt() == 130


def test_a_game_that_is_wrong_at_the_start_is_waited_for(game, watch, tmp_path):
    (game / "game.yaml").write_text(GAME + "colour: red\n")
    watching = watch("lab", "-o", "lab.pdf")
    assert "colour" in watching.wait_for("was not changed")
    assert not (tmp_path / "lab.pdf").exists()
    (game / "game.yaml").write_text(GAME)
    watching.wait_for("Done in")
    assert (tmp_path / "lab.pdf").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("lab", "-o", "-"), 2, "standard"),
        (("lab", "-o", "x.pdf", "--json"), 2, "--json"),
        (("-", "-o", "x.pdf"), 2, "standard"),
        (("labor", "-o", "x.pdf"), 3, "lab"),
        (("moved", "-o", "x.pdf"), 3, "no longer exists"),
    ],
)
def test_what_cannot_be_watched_is_refused(game, run, tmp_path, arguments, code, message):
    if "moved" in arguments:
        game.rename(tmp_path / "elsewhere")
        arguments = ("lab", *arguments[1:])
    ran = run("export", "pdf", *arguments, "--watch", "--db", "own.db", cwd=tmp_path)
    assert ran.code == code
    assert message in ran.err
    assert "Traceback" not in ran.err
    assert not (tmp_path / "x.pdf").exists()


@pytest.mark.parametrize(("command", "output"), [("html", "lab.html"), ("png", "pictures")])
def test_other_exports_watch_too(game, watch, tmp_path, command, output):
    watching = watch("lab", "-o", output, command=command)
    watching.wait_for("Done in")
    made = tmp_path / output
    made = made if made.is_file() else next(made.rglob("*heart*.png"))
    before = made.read_bytes()
    (game / "cards" / "cards.yaml").write_text(CARDS.replace("Heart", "Soul"))
    watching.wait_for("Done in")
    assert made.read_bytes() != before
    assert watching.interrupt() == 130


def test_a_database_that_another_program_writes_to_is_told_and_tried_again(game, watch, tmp_path):
    watching = watch("lab", "-o", "lab.pdf")
    watching.wait_for("Done in")
    with closing(sqlite3.connect(tmp_path / "own.db", isolation_level=None)) as busy:
        busy.execute("BEGIN IMMEDIATE")
        (game / "cards" / "cards.yaml").write_text(CARDS.replace("One.", "Two."))
        watching.wait_for("was not changed")
    (game / "cards" / "cards.yaml").write_text(CARDS.replace("One.", "Three."))
    watching.wait_for("Done in")
    assert "Three." in text_of(tmp_path / "lab.pdf")


def workbook(text):
    book = openpyxl.Workbook()
    for row in (["id", "name", "text"], ["heart", "Heart", text]):
        book.active.append(row)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


@pytest.mark.parametrize(
    ("name", "content"), [("all.csv", "id;name;text\nheart;Heart;{}\n"), ("all.xlsx", None)]
)
def test_spreadsheets_are_watched_even_while_they_are_being_saved(game, watch, tmp_path, name, content):
    def table(text):
        return content.format(text).encode() if content else workbook(text)

    sheet, pdf = game / "cards" / name, tmp_path / "lab.pdf"
    (game / "cards" / "cards.yaml").unlink()
    sheet.write_bytes(table("One."))
    watching = watch("lab", "-o", "lab.pdf")
    watching.wait_for("Done in")

    for lock in (f"~${name}", f".~lock.{name}#"):
        (game / "cards" / lock).write_bytes(b"\x03Ann")
    assert watching.says_nothing(1.2)

    before = pdf.read_bytes()
    half = table("Two.")[:-30] if content is None else table("Two.").replace(b"Heart", b'"Heart')
    sheet.write_bytes(half)
    assert name in watching.wait_for("was not changed")
    assert pdf.read_bytes() == before
    sheet.unlink()
    watching.wait_for("was not changed")

    (game / "cards" / "saved.tmp").write_bytes(table("Three."))
    (game / "cards" / "saved.tmp").replace(sheet)
    watching.wait_for("Done in")
    assert "Three." in text_of(pdf)
    assert watching.interrupt() == 130
    assert "Traceback" not in watching.output


def test_watching_ends_when_it_is_stopped(tmp_path):
    stop = threading.Event()
    (tmp_path / "a.yaml").write_text("a")
    found = changes(lambda: [tmp_path / "a.yaml"], stop)
    assert next(found) == [tmp_path / "a.yaml"]
    stop.set()
    assert list(found) == []
