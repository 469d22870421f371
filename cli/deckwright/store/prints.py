"""What was printed, so that only what has changed is printed again; and the printers that a user has measured."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from deckwright import __version__
from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.model.words import nearest
from deckwright.store.database import add_contents, forget_unused

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.store.database import Database
    from deckwright.store.dialects import OpenDatabase


PrintedSide = tuple[str, str]
"""A card under a face: the ids of both."""

_PRINT = "SELECT number, at, game, language, sources, sheet, file, cards, pages, added, folder, content FROM prints"


class Print(NamedTuple):
    """A file of cards that was printed: its number, when (UTC, ISO 8601), of what and where to.

    `cards` counts every copy. `sources` are as they were named, but the whole game by its id. One that `added` holds only
    what had changed since another. `folder` names the content of the game's folder that it was made from, if that is
    kept; else ''.
    """

    number: int
    at: str
    game: str
    language: str
    sources: tuple[str, ...]
    sheet: str
    file: str
    cards: int
    pages: int
    added: bool
    folder: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether it holds all cards of the game, in place of all that was printed before."""
        return self.game in self.sources and not self.added


class Paper(NamedTuple):
    """What a card looks like as it was printed last, how many copies of that are on paper, and its fields and texts."""

    digest: str
    copies: int
    fields: Mapping[str, Any] = {}


def record(
    database: Database,
    made: Print,
    papers: Mapping[PrintedSide, Paper],
    content: str = "",
    files: Mapping[str, bytes | None] = {},
) -> int:
    """Record a print, now, and return its number.

    `content` is the digest of a file that has yet to take its place. `files` are those of the game's folder, unless they
    are kept already; the database has those that are None.
    """
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    whose = (now, __version__, made.game, made.language, json.dumps(made.sources, ensure_ascii=False))
    what = (made.sheet, made.file, made.cards, made.pages, made.added, content)
    texts = [json.dumps(paper.fields).encode() for paper in papers.values()]
    with database.writing() as connection:
        for number, file, earlier in connection.execute(f"{_OPEN} WHERE content <> ''").fetchall():
            if file == made.file or earlier == content_digest(file):
                _close(connection, number, file, earlier)
        connection.execute(
            "INSERT INTO prints (at, program, game, language, sources, sheet, file, cards, pages, added, content,"
            " folder) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*whose, *what, _kept_folder(connection, made, files)),
        )
        (number,) = connection.execute("SELECT max(number) FROM prints").fetchone()
        printed = zip(papers.items(), add_contents(connection, texts), strict=True)
        cards = [(number, *card, paper.digest, paper.copies, fields) for (card, paper), fields in printed]
        connection.executemany("INSERT INTO printed_cards VALUES (?, ?, ?, ?, ?, ?)", cards)
    return int(number)


def _kept_folder(connection: OpenDatabase, made: Print, files: Mapping[str, bytes | None]) -> str:
    """Keep the files of a print's folder, and return its digest; '' without any, or if the database has another content of the game by now."""
    loaded = connection.execute("SELECT digest FROM games WHERE id = ?", (made.game,)).fetchone()
    if is_kept(connection, made.folder):
        return made.folder
    if not files or loaded != (made.folder,):
        return ""
    new = {path: content for path, content in files.items() if content is not None}
    rows = zip(new, add_contents(connection, new.values()), strict=True)
    once = "ON CONFLICT DO NOTHING"
    connection.executemany(
        f"INSERT INTO kept_files VALUES (?, ?, ?) {once}", [(made.folder, *row) for row in rows]
    )
    connection.executemany(
        f"INSERT INTO kept_files SELECT ?, path, content FROM assets WHERE game = ? AND path = ? {once}",
        [(made.folder, made.game, path) for path in files if path not in new],
    )
    return made.folder


def is_kept(connection: OpenDatabase, folder: str) -> bool:
    """Whether the files of a folder with this content are kept."""
    row = connection.execute("SELECT 1 FROM kept_files WHERE folder = ? LIMIT 1", (folder,)).fetchone()
    return row is not None


def kept_files(connection: OpenDatabase, folder: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a folder with this content by their paths in it; none if they are not kept."""
    query = (
        "SELECT path, contents.content FROM kept_files JOIN contents ON digest = kept_files.content"
        " WHERE folder = ? ORDER BY path"
    )
    return ((path, bytes(content)) for path, content in connection.execute(query, (folder,)))


_OPEN = "SELECT number, file, content FROM prints"


def next_number(connection: OpenDatabase) -> int:
    """Number that the next print has, unless another program prints meanwhile."""
    (number,) = connection.execute(connection.dialect.next_print).fetchone()
    return int(number)


def conclude(database: Database, number: int) -> None:
    """Confirm a recorded print if its file has taken its place, and forget it otherwise."""
    with database.writing() as connection:
        for row in connection.execute(f"{_OPEN} WHERE number = ?", (number,)).fetchall():
            _close(connection, *row)


def _close(connection: OpenDatabase, number: int, file: str, content: str) -> None:
    if content_digest(file) == content:
        connection.execute("UPDATE prints SET content = '' WHERE number = ?", (number,))
        return
    connection.execute("DELETE FROM printed_cards WHERE print = ?", (number,))
    connection.execute("DELETE FROM prints WHERE number = ?", (number,))
    forget_unused(connection)


def content_digest(file: str | Path) -> str:
    """Digest of the content of a file; '' if it cannot be read."""
    try:
        with Path(file).open("rb") as content:
            return hashlib.file_digest(content, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
    except (OSError, ValueError):
        return ""


def prints(connection: OpenDatabase, game: str = "") -> list[Print]:
    """All prints, or those of a game, the newest first."""
    where, values = ("WHERE game = ?", (game,)) if game else ("", ())
    rows = connection.execute(f"{_PRINT} {where} ORDER BY number DESC", values)
    # A print that was killed has its file in place, or is none.
    return [_print(row) for *row, content in rows if content in {"", content_digest(row[6])}]


def _print(row: Sequence[Any]) -> Print:
    made = Print._make(row)
    return made._replace(sources=tuple(json.loads(row[4])), added=bool(made.added))


def last_print(connection: OpenDatabase, game: str, language: str) -> Print | None:
    """Last print of a game in a language; None where there is none yet."""
    return next((print_ for print_ in prints(connection, game) if print_.language == language), None)


def numbered_print(connection: OpenDatabase, game: str, number: int, language: str = "") -> Print:
    """Print of a game by its number, in a language if one is given.

    Raises:
        InputError: no print has this number, or it is of another game or in another language.
    """
    for print_ in prints(connection, game):
        if print_.number == number and language in {"", print_.language}:
            return print_
    message = tr("Unknown print of {game}: {number}.", number=number, game=game)
    if language:
        message = tr(
            "Unknown print of {game} in {language}: {number}.", number=number, game=game, language=language
        )
    hint = tr("deckwright export history lists what was printed.")
    raise InputError("no-such-print", message, hint=hint)


def on_paper(connection: OpenDatabase, last: Print) -> dict[PrintedSide, Paper]:
    """What each card of a game looks like on paper in the language of a print, after that print.

    A print of the whole game takes the place of all that was printed before. Of another one, a card takes the place of
    its earlier copies if it looks different; if not, those that were missing are added to them. Of several faces of a
    card, the one that was printed last is last.
    """
    of_prints = (
        "FROM prints JOIN printed_cards ON print = number WHERE game = ? AND language = ? AND number <= ?"
    )
    values = (last.game, last.language, last.number)
    rows = connection.execute(
        f"SELECT number, card, face, digest, copies, fields {of_prints} ORDER BY number, card", values
    )
    printed: dict[str, _Faces] = {}
    recorded = {print_.number: print_ for print_ in prints(connection, last.game)}
    for number, cards in groupby(rows, key=itemgetter(0)):
        if number not in recorded:
            continue
        if recorded[number].is_whole:
            printed.clear()
        for card, faces in groupby(cards, key=itemgetter(1)):
            new = {face: (digest, copies, fields) for _, _, face, digest, copies, fields in faces}
            printed[card] = _faces_after(printed.get(card, {}), new, is_added=recorded[number].added)
    kept = f"SELECT digest, content FROM contents WHERE digest IN (SELECT fields {of_prints})"
    contents = dict(connection.execute(kept, values))
    return {
        (card, face): Paper(digest, copies, json.loads(contents[fields]))
        for card, faces in printed.items()
        for face, (digest, copies, fields) in faces.items()
    }


_Faces = dict[str, tuple[str, int, str]]
"""Digest of a card's drawing, copies, and digest of its fields, by faces."""


def _faces_after(earlier: _Faces, new: _Faces, *, is_added: bool) -> _Faces:
    """A card on paper after one more print of it."""
    if any(face not in earlier or earlier[face][0] != digest for face, (digest, _, _) in new.items()):
        return new
    count = sum if is_added else max
    faces = {face: paper for face, paper in earlier.items() if face not in new}
    return faces | {
        face: (digest, count((earlier[face][1], copies)), fields)
        for face, (digest, copies, fields) in new.items()
    }


# Printers: how far each moves the backs of a sheet, as its user measured it, by names of the user's choice.

Edge = Literal["long", "short"]
"""The edge of the paper over which a sheet is turned to print its back."""

EDGES: tuple[Edge, ...] = ("long", "short")


class Printer(NamedTuple):
    """How to move the backs (mm to the right and down) and enlarge them (per cent) to match the fronts."""

    offset: tuple[float, float] = (0.0, 0.0)
    scale: float = 100.0
    edge: Edge = "long"


def read_printers(connection: OpenDatabase) -> dict[str, Printer]:
    """All printers by name, in the order of their names."""
    rows = connection.execute('SELECT name, "right", down, scale, edge FROM printers ORDER BY name')
    return {name: Printer((right, down), scale, edge) for name, right, down, scale, edge in rows}


def read_printer(connection: OpenDatabase, name: str) -> Printer:
    """The printer of a name.

    Raises:
        InputError: the printer is unknown.
    """
    printers = read_printers(connection)
    if name in printers:
        return printers[name]
    near = ", ".join(nearest(name, list(printers)) or printers)
    measure = tr("Measure one with deckwright export calibrate, and save it with deckwright export printer.")
    hint = tr("Use one of: {names}.", names=near) if printers else measure
    raise InputError("no-printer", tr("Unknown printer profile: {name}.", name=name), hint=hint)


def save_printer(database: Database, name: str, changes: Mapping[str, Any]) -> None:
    """Save a printer, or change some values of one that is saved; `changes` are fields of `Printer`."""
    with database.writing() as connection:
        printer = read_printers(connection).get(name, Printer())
        offset, scale, edge = printer._replace(**changes)
        connection.execute("DELETE FROM printers WHERE name = ?", (name,))
        connection.execute("INSERT INTO printers VALUES (?, ?, ?, ?, ?)", (name, *offset, scale, edge))


def remove_printer(database: Database, name: str) -> None:
    """Forget a printer.

    Raises:
        InputError: the printer is unknown.
        DatabaseError: it cannot be written.
    """
    with database.writing() as connection:
        read_printer(connection, name)
        connection.execute("DELETE FROM printers WHERE name = ?", (name,))
