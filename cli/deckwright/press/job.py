"""What is to be printed, and the result of printing it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deckwright.press.drawing.context import CardsByFace
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
    """Cards of one game to print in one language, in order, each with its number of copies.

    - `faces` and `backs` are by kind of card, `assets` the game's files by name (`icons/pierced-heart.svg`).
    - `matches` decides whether a card fits a query.
    - `duplex` is the edge about which the paper is turned: each sheet then has a page of backs, shifted for `printer`.
    - `cards_by_face` are all cards of the game, printed or not: some texts have the same size on all with one face.
    - `low_ink` prints white grounds and coloured outlines.
    - `findings` are those about the texts, known before printing.
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
    cards_by_face: CardsByFace = field(default_factory=CardsByFace)
    low_ink: bool = False
    findings: Sequence[Finding] = ()


@dataclass(frozen=True, slots=True)
class PrintResult:
    """The result of printing: the number of pages and of cards (counting copies), and the findings."""

    pages: int
    cards: int
    findings: list[Finding] = field(default_factory=list)
