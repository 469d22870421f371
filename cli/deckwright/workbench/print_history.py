"""The history of prints: what was printed before, and what has changed since."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import DatabaseError
from deckwright.files.texts import STDIN
from deckwright.messages import tr
from deckwright.store.print_history import Paper, Print, last_print, on_paper, prints, record
from deckwright.store.read import read_game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.press.job import PrintJob, PrintResult
    from deckwright.workbench.library import DeckLibrary

PrintedCards = dict[tuple[str, str], Paper]
"""How each card looks on paper, and its copies there, by the ids of card and face."""


class PrintOrigin(NamedTuple):
    """Where a print comes from and goes to: the names of its cards, its file, and whether only changes were printed."""

    sources: Sequence[str]
    file: str
    is_partial: bool = False


def list_prints(library: DeckLibrary, game: str = "") -> list[Print]:
    """All prints, or those of a game, the newest first.

    Raises:
        InputError: the game is not loaded and was never printed.
    """
    found = prints(library.connection, game)
    if game and not found:
        read_game(library.connection, game)
    return found


def printed_cards(library: DeckLibrary, game: str, language: str, since: int | None = None) -> PrintedCards:
    """Cards of a game on paper in a language after a print; without `since`, after the last one.

    Raises:
        InputError: the print does not exist, or is of another game or language.
    """
    last = last_print(library.connection, game, language, since)
    if last is None:
        message = tr(
            "{game} was never printed in {language}: every card is new.", game=game, language=language
        )
        library.notify(message)
        return {}
    return on_paper(library.connection, last)


def record_print(library: DeckLibrary, job: PrintJob, printed: PrintResult, origin: PrintOrigin) -> None:
    """Record a print into a file; prints to standard output or a device are not recorded.

    The file exists already, so that a database that cannot be written is a notice, not an error.
    """
    file = Path(origin.file).absolute()
    if origin.file == STDIN or not file.is_file():
        return
    print_ = Print(
        number=0,
        at="",
        game=job.game.id,
        language=job.language,
        sources=tuple(origin.sources),
        sheet=job.sheet.name,
        file=_storable(file),
        cards=printed.cards,
        pages=printed.pages,
        added=origin.is_partial,
    )
    try:
        record(library.database, print_, _looks(job, printed.digests))
    except DatabaseError as error:
        library.notify(
            tr("This print was not recorded: --changed will not know about it. {fault}", fault=error.message)
        )


def _storable(path: Path) -> str:
    """Path as text that a database can store: bytes that are not UTF-8 as escapes."""
    return str(path).encode(errors="backslashreplace").decode()


def _looks(job: PrintJob, digests: Mapping[tuple[str, str], str]) -> PrintedCards:
    copies: dict[str, int] = {}
    for card, count in job.cards:
        copies[card.id] = copies.get(card.id, 0) + count
    return {
        (card, face): Paper(digest, copies[card]) for (card, face), digest in digests.items() if copies[card]
    }
