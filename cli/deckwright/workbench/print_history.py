"""The history of prints: what was printed before, and what has changed since."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import DatabaseError
from deckwright.messages import tr
from deckwright.model.card_changes import CardChanges, FieldChange
from deckwright.press.faces.choice import face_of
from deckwright.store.prints import (
    Paper,
    Print,
    content_digest,
    last_print,
    on_paper,
    prints,
    record,
)
from deckwright.store.read import read_game

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.press.drawing.digests import CardLooks
    from deckwright.press.faces.face_file import Face
    from deckwright.press.printing import PrintJob, PrintResult
    from deckwright.workbench.library import DeckLibrary

PrintedCards = dict[tuple[str, str], Paper]
"""How each card looks on paper, and its copies there, by the ids of card and face."""


class PrintOrigin(NamedTuple):
    """Where a print comes from and goes to: the names of its cards, its file, and whether only changes were printed.

    It is `written` under another name before it takes its place.
    """

    sources: Sequence[str]
    file: str
    is_partial: bool
    written: str


def list_prints(library: DeckLibrary, game: str = "") -> list[Print]:
    """All prints, or those of a game, the newest first.

    Raises:
        InputError: the game is not loaded and was never printed.
    """
    game = library.game_id(game)
    history = prints(library.connection, game)
    if game and not history:
        read_game(library.connection, game)
    return history


def printed_cards(library: DeckLibrary, game: str, language: str, since: int | None = None) -> PrintedCards:
    """Cards of a game on paper in a language after a print; without `since`, after the last one."""
    last = last_print(library.connection, game, language, since)
    if last is None:
        message = tr(
            "{game} was never printed in {language}: every card is new.", game=game, language=language
        )
        library.notify(message)
        return {}
    return on_paper(library.connection, last)


class Unprinted(NamedTuple):
    """A job with only those copies that are not on paper, and what has changed since."""

    job: PrintJob
    changes: CardChanges


def unprinted_copies(job: PrintJob, on_paper: PrintedCards, game_cards: Collection[str]) -> Unprinted:
    """The job with only those copies of each card that are not printed as the card looks now; maybe 0.

    What is on paper of cards that are not among `game_cards` any more is to be removed from the old box.

    Drawings are not cached: drawing a few cards again takes little time, but caching all of them takes much memory.
    """
    from deckwright.press.drawing.card import draw_card
    from deckwright.press.drawing.context import RenderContext
    from deckwright.press.drawing.digests import Digests

    context = RenderContext(
        job.game, job.language, job.assets, job.matches, job.cards_by_face, low_ink=job.low_ink
    )
    digests = Digests(job.assets)
    sides = [job.faces, job.backs] if job.duplex or job.sheet.fold else [job.faces]

    def printed(card: Card, face: Face) -> int:
        paper = on_paper.get((card.id, face.name))
        if paper is None or paper.digest != digests.of(draw_card(card, face, context), face.size):
            return 0
        return paper.copies

    on_hand = {card.id: min(printed(card, face_of(card, faces)) for faces in sides) for card, _ in job.cards}
    needed = {card.id: 0 for card, _ in job.cards}
    for card, copies in job.cards:
        needed[card.id] += copies

    def missing(card: Card, copies: int) -> int:
        return max(0, copies - on_hand[card.id])

    cards = [(card, missing(card, copies)) for card, copies in job.cards]
    known = {card for card, _ in on_paper}
    unprinted = [card.id for card, copies in cards if copies]
    removed: dict[str, int] = {}
    for (card_id, _), paper in on_paper.items():
        if card_id not in game_cards:
            removed[card_id] = max(removed.get(card_id, 0), paper.copies)
    changes = CardChanges(
        tuple(card for card in unprinted if card not in known),
        {
            card: {"copies": FieldChange(on_hand[card], needed[card])} if on_hand[card] else {}
            for card in unprinted
            if card in known
        },
        removed,
    )
    return Unprinted(replace(job, cards=cards), changes)


def record_print(
    library: DeckLibrary,
    job: PrintJob,
    printed: PrintResult,
    looks: CardLooks,
    origin: PrintOrigin,
) -> int:
    """Record a print whose file is about to take its place; return its number, 0 if it has none.

    A database that cannot be written is a notice, not an error.
    """
    # As text that a database can store: bytes of a name that are not UTF-8 as escapes.
    file = str(Path(origin.file).absolute()).encode(errors="backslashreplace").decode()
    print_ = Print(
        number=0,
        at="",
        game=job.game.id,
        language=job.language,
        sources=tuple(origin.sources),
        sheet=job.sheet.name,
        file=file,
        cards=printed.cards,
        pages=printed.pages,
        added=origin.is_partial,
    )
    try:
        return record(library.database, print_, _papers(job, looks.digests), content_digest(origin.written))
    except DatabaseError as error:
        library.notify(
            tr("This print was not recorded: --changed will not know about it. {fault}", fault=error.message)
        )
        return 0


def _papers(job: PrintJob, digests: Mapping[tuple[str, str], str]) -> PrintedCards:
    copies: dict[str, int] = {}
    for card, count in job.cards:
        copies[card.id] = copies.get(card.id, 0) + count
    return {
        (card, face): Paper(digest, copies[card]) for (card, face), digest in digests.items() if copies[card]
    }
