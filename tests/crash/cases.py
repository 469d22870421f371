"""A run of every command that writes, on a small game: what `make crash` kills, and what it may leave."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deckwright import resources
from deckwright.app import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

SCORING = """
scoring:
  counts:
    heroes: {name: Heroes, zone: won}
  zones:
    won: {name: Won, shape: cards, of: "kind:hero"}
  parts: [heroes]
  order:
    - {by: points}
"""

CATALOGUE = """\
msgid ""
msgstr "Project-Id-Version: ponds\\nLanguage: fr\\nContent-Type: text/plain; charset=UTF-8\\n"

msgctxt "{context}"
msgid "{source}"
msgstr "{text}"
"""


@dataclass(frozen=True)
class Case:
    """How a command is run, and what may be seen of it when it is killed.

    `prepare` changes the folder before. `settle` is a command that reads, after which files and database must agree; the
    command itself is then run again, or `again` if it would be refused. With `parts`, several files are written one after
    the other: each is as before or as after, and running the command again completes them.
    """

    arguments: Sequence[str]
    prepare: Callable[[Path], None] = lambda _: None
    again: Sequence[str] | None = None
    settle: Sequence[str] = ("games", "--json")
    parts: str = ""
    editor: str = "true"
    text: str = ""
    database: str = "cards.db"
    ignored: Sequence[str] = field(default=())
    """Tables of the database that a second run adds to."""


def old(*names: str) -> Callable[[Path], None]:
    """Make files that the command replaces."""

    def write(folder: Path) -> None:
        for name in names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(b"old\n")

    return write


def change_card(folder: Path) -> None:
    """Change the game's folder after it was loaded."""
    file = folder / "ponds" / "cards" / "cards.yaml"
    file.write_text(file.read_text().replace("cost: 2", "cost: 3").replace("cost: 1", "cost: 4"))


def translate(folder: Path) -> None:
    """Write what a translator returns."""
    text = CATALOGUE.format(context="game:title", source="Ponds", text="Étangs")
    (folder / "returned.po").write_text(text, encoding="utf-8")


def add_to_repository(folder: Path) -> None:
    """Make the folder a repository, at whose root GitHub reads workflows."""
    (folder / ".git").mkdir()


def copy_database(folder: Path) -> None:
    """Make a backup, and change the database."""
    shutil.copy(folder / "cards.db", folder / "copy.db")
    _execute(folder / "cards.db", "DELETE FROM printers")


def remove_database(folder: Path) -> None:
    """Leave the making of the database to the command."""
    (folder / "cards.db").unlink()


def write_counts(folder: Path, copies: int) -> None:
    """Write the counts of a box."""
    (folder / "counts.yaml").write_text(f"game: ponds\ncounts: {{first-hero: {copies}}}\n")


def _execute(database: Path, statement: str) -> None:
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(statement)


def write_list(folder: Path) -> None:
    """Write a sheet of cards to start a game with."""
    (folder / "new.csv").write_text("name,cost\nFrog,1\nPike,2\n")


CLEAN = ("export", "calibrate", "-o", "clean.pdf")
"""A command that writes into the folder, and so removes what killed ones left there."""

DECK = "ponds/first"
IN_FOLDER = "files in a folder"

CASES: Mapping[str, Case] = {
    "demo": Case(("demo", "out", "--db", "full.db"), parts="the files of the demonstration"),
    "load": Case(("load", "ponds"), change_card),
    "load, of counts": Case(("load", "counts.yaml"), lambda folder: write_counts(folder, 5)),
    "games, of a new database": Case(("games",), remove_database, again=("db", "info")),
    "search, of a changed folder": Case(("search",), change_card, again=("load", "ponds")),
    "repair": Case(("repair", "ponds/decks/first.yaml", "-o", "x.yaml"), old("x.yaml")),
    "combine": Case(("combine", DECK, "--format", "standard", "-o", "x.yaml"), old("x.yaml")),
    "build": Case(("build", "ponds", "events", "--players", "2", "--seed", "1", "-o", "x.txt"), old("x.txt")),
    "deal": Case(("deal", "ponds", "--players", "2", "--seed", "1", "-o", "x.txt"), old("x.txt")),
    "score": Case(("score", "ponds", "--template", "-o", "x.yaml", "--overwrite"), old("x.yaml")),
    "stats": Case(("stats", DECK, "-o", "x.svg"), old("x.svg")),
    "draw": Case(("draw", DECK, "--opening", "1", "--seed", "1", "-o", "x.pdf"), old("x.pdf")),
    "export pdf": Case(
        ("export", "pdf", "ponds", "-o", "x.pdf"),
        old("x.pdf"),
        parts="the history of prints, then the file",
        ignored=("prints", "printed_cards", "contents", "kept_files"),
    ),
    "export html": Case(("export", "html", "ponds", "-o", "x.html"), old("x.html")),
    "export png": Case(("export", "png", "ponds", "--dpi", "30", "-o", "png")),
    "export png, into a folder": Case(
        ("export", "png", "ponds", "--dpi", "30", "-o", "png"),
        old("png/cards.csv", "png/mine"),
        parts=IN_FOLDER,
    ),
    "export tts": Case(("export", "tts", "ponds", "-o", "tts")),
    "export cockatrice": Case(("export", "cockatrice", "ponds", "-o", "cockatrice")),
    "play": Case(("play", "ponds", "--players", "2", "--seed", "1", "-o", "x.html"), old("x.html")),
    "export cgs": Case(("export", "cgs", "ponds", "-o", "cgs")),
    "export pnp": Case(("export", "pnp", "ponds", "-o", "pnp")),
    "export list": Case(("export", "list", DECK, "-o", "x.txt"), old("x.txt")),
    "export csv": Case(("export", "csv", "ponds", "-o", "x.csv"), old("x.csv")),
    "export xlsx": Case(("export", "xlsx", "ponds", "-o", "x.xlsx"), old("x.xlsx")),
    "export json": Case(("export", "json", "ponds", "-o", "x.json"), old("x.json")),
    "export pad": Case(("export", "pad", "ponds", "-o", "x.pdf"), old("x.pdf")),
    "export reference": Case(("export", "reference", "ponds", "-o", "x.pdf"), old("x.pdf")),
    "export tuckbox": Case(("export", "tuckbox", "ponds", "-o", "x.pdf"), old("x.pdf")),
    "export rules": Case(("export", "rules", "ponds", "-o", "x.pdf"), old("x.pdf")),
    "export sheet": Case(("export", "sheet", "a4", "-o", "x.svg"), old("x.svg")),
    "export calibrate": Case(("export", "calibrate", "-o", "x.pdf"), old("x.pdf")),
    "export printer": Case(("export", "printer", "home", "--offset", "1,2")),
    "translate extract": Case(
        ("translate", "extract", "ponds", "--to", "fr", "-o", "x.po", "--overwrite"), old("x.po")
    ),
    "translate extract, as a folder": Case(
        ("translate", "extract", "ponds", "--to", "fr", "--package", "handout"),
    ),
    "translate merge": Case(
        ("translate", "merge", "returned.po", "--by", "Ann"),
        translate,
        parts="the template, then the translations",
    ),
    "translate check, as a page": Case(
        ("translate", "check", "ponds", "--to", "fr", "--report", "html", "-o", "x.html"), old("x.html")
    ),
    "translate suggest": Case(
        ("translate", "suggest", "ponds", "--to", "fr", "--at-least", "50", "-o", "x.po", "--overwrite"),
        old("x.po"),
    ),
    "new game": Case(("new", "game", "Frogs"), again=("games",)),
    "new game, with a workflow": Case(
        ("new", "game", "Frogs", "--ci"),
        add_to_repository,
        again=("games",),
        parts="the workflow, then the game",
    ),
    "new game, from a sheet": Case(
        ("new", "game", "Frogs", "--from", "new.csv"), write_list, again=("games",)
    ),
    "new deck": Case(("new", "deck", "Mine", "--game", "ponds"), again=("games",)),
    "edit": Case(("edit", "ponds/first-hero"), editor="sed -i s/two/three/", again=("load", "ponds")),
    "db counts": Case(("db", "counts", "ponds", "--remove"), again=("db", "counts")),
    "db remove": Case(("db", "remove", "ponds"), again=("load", "ponds")),
    "db backup": Case(("db", "backup", "copy.db"), again=("games",)),
    "db backup, again": Case(("db", "backup", "copy.db", "--overwrite"), copy_database),
    "db restore": Case(
        ("db", "restore", "copy.db"), copy_database, again=("games",), parts="saved, then replaced"
    ),
    "db copy": Case(("db", "copy", "copy.db", "new.db"), copy_database, again=("games",)),
}
"""By the command, and what is special of this run of it after a comma."""

EXCUSED: Mapping[str, str] = {
    "translate fix": "writes as translate merge does",
    "restore": "writes a new folder as export png does",
}
"""Commands that write and are not killed, and why."""

WRITING = {name.partition(", ")[0] for name in CASES} | EXCUSED.keys()
"""Commands that write; tests hold all others to writing no file."""

READING: Mapping[str, tuple[str, ...]] = {
    "show": ("show", "ponds/first-hero"),
    "check": ("check", "ponds/first", "list.txt", "-"),
    "effort": ("effort", "ponds", "first-hero"),
    "translate status": ("translate", "status", "ponds"),
    "preview": ("preview", "ponds"),
    "proof": ("proof", "ponds"),
}
"""Runs of those of the others that need more than their names, for `lines.py`."""


def commands() -> list[str]:
    """Every command of the program."""
    return [
        name if isinstance(entry, str) else f"{name} {below}"
        for name, entry in COMMANDS.items()
        for below in ([""] if isinstance(entry, str) else entry)
    ]


def make_ponds(folder: Path) -> None:
    """Make the folder of the game that the cases work with: the starter, with scoring, a licence and a translation."""
    shutil.copytree(resources.folder("exports") / "starters" / "game" / "en", folder)
    game, deck = folder / "game.yaml", folder / "decks" / "first.yaml"
    text = game.read_text().replace("my-game", "ponds").replace("My Game", "Ponds")
    game.write_text(text.replace("languages: [en]", "languages: [en, fr]") + SCORING)
    deck.write_text(deck.read_text().replace("my-game", "ponds"))
    (folder / "LICENSE").write_text("free")
    (folder / "locales").mkdir()
    translated = CATALOGUE.format(context="first-hero.name", source="First Hero", text="Premier héros")
    (folder / "locales" / "fr.po").write_text(translated, encoding="utf-8")
