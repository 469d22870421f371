"""What was printed before: leave it out of a job, and remember what is printed now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from deckwright.errors import DatabaseError, UsageError
from deckwright.messages import tr
from deckwright.reports.output import note
from deckwright.store.print_history import Paper, Print, last_print, on_paper, record

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

    from deckwright.press.job import Printed, PrintJob
    from deckwright.store.database import Database

Papers = dict[tuple[str, str], Paper]
"""What each card looks like on paper, by card and face."""


def check_sheet(target: str, *, changed: bool) -> None:
    """See that only what goes onto sheets is asked to be less than everything.

    Raises:
        UsageError: a target without sheets is to hold what has changed.
    """
    if changed:
        message = tr("{target} is made of all cards: --changed is for sheets.", target=target)
        raise UsageError("changed", message, hint=tr("Leave out --target, or --changed and --since."))


def papers_since(connection: sqlite3.Connection, game: str, language: str, since: int | None) -> Papers:
    """Give what is on paper of a game in a language after a print, or after the last one without `since`.

    Raises:
        InputError: there is no such print.
    """
    last = last_print(connection, game, language, since)
    if last is None:
        note(
            tr(
                "Nothing of {game} was printed in {language} before: every card is new.",
                game=game,
                language=language,
            )
        )
        return {}
    return on_paper(connection, last)


def remember(
    database: Database, job: PrintJob, printed: Printed, output: str, sources: list[str], *, added: bool
) -> None:
    """Remember a print into a file; what went to standard output or a device is nobody's to tell.

    A database that cannot be written is no reason to fail: the file is there. It is said, though.
    """
    file = Path(output).absolute()
    if output == "-" or not file.is_file():
        return
    made = Print(
        number=0,
        at="",
        game=job.game.id,
        language=job.language,
        sources=tuple(sources),
        sheet=job.sheet.name,
        file=_as_text(file),
        cards=printed.cards,
        pages=printed.pages,
        added=added,
    )
    try:
        record(database, made, _papers(job, printed.digests))
    except DatabaseError as fault:
        note(
            tr(
                "This print is not remembered, and --changed will not know of it. {fault}",
                fault=fault.message,
            )
        )


def _as_text(path: Path) -> str:
    """Path as a database can keep it: bytes of a folder's name that are not UTF-8 as escapes."""
    return str(path).encode(errors="backslashreplace").decode()


def _papers(job: PrintJob, digests: Mapping[tuple[str, str], str]) -> Papers:
    copies: dict[str, int] = {}
    for card, count in job.cards:
        copies[card.id] = copies.get(card.id, 0) + count
    return {key: Paper(digest, copies[key[0]]) for key, digest in digests.items() if copies[key[0]]}
