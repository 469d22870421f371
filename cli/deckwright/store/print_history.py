"""Remember what was printed, so that only what has changed is printed again."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright import __version__
from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.store.database import retried

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.store.database import Database, OpenDatabase


Card = tuple[str, str]
"""A card under a face: the ids of both."""

_PRINT = "SELECT number, at, game, language, sources, sheet, file, cards, pages, added FROM prints"


class Print(NamedTuple):
    """A file of cards that was printed: its number, when (UTC, ISO 8601), of what and where to.

    `cards` counts every copy. One that `added` holds only what had changed since another.
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


class Paper(NamedTuple):
    """What a card looks like as it was printed last, and how many copies of that there are on paper."""

    digest: str
    copies: int


@retried
def record(database: Database, made: Print, papers: Mapping[Card, Paper]) -> None:
    """Remember a print; its number is given, and its time is now.

    Raises:
        DatabaseError: it cannot be written.
    """
    now = datetime.now(UTC).isoformat(timespec="seconds")
    whose = (now, __version__, made.game, made.language, json.dumps(made.sources, ensure_ascii=False))
    what = (made.sheet, made.file, made.cards, made.pages, made.added)
    with database.writing() as connection:
        connection.execute(
            "INSERT INTO prints (at, program, game, language, sources, sheet, file, cards, pages, added)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*whose, *what),
        )
        (number,) = connection.execute("SELECT max(number) FROM prints").fetchone()
        cards = [(number, *card, *paper) for card, paper in papers.items()]
        connection.executemany("INSERT INTO printed_cards VALUES (?, ?, ?, ?, ?)", cards)


def prints(connection: OpenDatabase, game: str = "") -> list[Print]:
    """All prints, or those of a game, the newest first."""
    where, values = ("WHERE game = ?", (game,)) if game else ("", ())
    return [_print(row) for row in connection.execute(f"{_PRINT} {where} ORDER BY number DESC", values)]


def _print(row: Sequence[Any]) -> Print:
    made = Print._make(row)
    return made._replace(sources=tuple(json.loads(row[4])), added=bool(made.added))


def last_print(connection: OpenDatabase, game: str, language: str, number: int | None = None) -> Print | None:
    """Print of that number, or the last one of a game in a language; None where there is none yet.

    Raises:
        InputError: no print has this number, or it is of another game or in another language.
    """
    own = [one for one in prints(connection, game) if one.language == language]
    if number is None:
        return own[0] if own else None
    found = next((one for one in own if one.number == number), None)
    if found is None:
        message = tr(
            "Unknown print of {game} in {language}: {number}.", number=number, game=game, language=language
        )
        hint = tr("deckwright export history lists what was printed.")
        raise InputError("no-such-print", message, hint=hint)
    return found


def on_paper(connection: OpenDatabase, last: Print) -> dict[Card, Paper]:
    """What each card of a game looks like on paper in the language of a print, after that print.

    A print of everything takes the place of what was printed before; one of what had changed is added to it.
    """
    rows = connection.execute(
        "SELECT card, face, digest, copies, added FROM prints JOIN printed_cards ON print = number"
        " WHERE game = ? AND language = ? AND number <= ? ORDER BY number",
        (last.game, last.language, last.number),
    )
    papers: dict[Card, Paper] = {}
    for card, face, digest, copies, added in rows:
        known = papers.get((card, face))
        before = known.copies if added and known and known.digest == digest else 0
        papers[card, face] = Paper(digest, before + copies)
    return papers
