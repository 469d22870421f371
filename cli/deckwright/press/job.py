"""What is to be printed, and the result of printing it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deckwright.store.printer_profiles import Printer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deckwright.findings import Finding
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.press.faces.face_file import Face
    from deckwright.press.sheets.sheet import Sheet
    from deckwright.store.printer_profiles import Edge


@dataclass(frozen=True, slots=True)
class PrintJob:
    """Cards of one game to print in one language, each with its number of copies, in order.

    `faces` and `backs` are by kind of card, `assets` the game's own icons by file name
    (`icons/pierced-heart.svg`), and `matches` tells whether a card is what a query of the query language asks for.
    Where `duplex` says about which edge the paper is turned, each sheet has a page of backs, moved as the `printer`
    needs it. `sisters` are all cards of the game, printed or not, by the names of the faces they wear: some texts
    have one size on all of them. With `low_ink` cards have white grounds and coloured outlines.
    `findings` are what is known of the texts beforehand.
    """

    game: Game
    cards: Sequence[tuple[Card, int]]
    language: str
    sheet: Sheet
    faces: Mapping[str, Face]
    title: str
    assets: Mapping[str, bytes]
    matches: Callable[[str, Card], bool]
    backs: Mapping[str, Face] = field(default_factory=dict)
    duplex: Edge | None = None
    printer: Printer = field(default_factory=Printer)
    sisters: Mapping[str, Sequence[Card]] = field(default_factory=dict)
    low_ink: bool = False
    findings: Sequence[Finding] = ()


@dataclass(frozen=True, slots=True)
class Printed:
    """What was printed: how many pages, how many cards (every copy one), and what was found doing it.

    `digests` name what each card, by its id and face, looks like.
    """

    pages: int
    cards: int
    findings: list[Finding] = field(default_factory=list)
    digests: Mapping[tuple[str, str], str] = field(default_factory=dict)
