"""Print cards into pages, drawing only once what many of them share.

A face falls into parts: boxes that are different on every card (its name, its text), and runs of boxes
between them that depend on a few fields. A run is drawn once for each combination of their values; from the
second time on it is a form, as is a whole card of which there are several copies.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from deckwright.press.compose import draw_boxes
from deckwright.press.drawing import POINT
from deckwright.press.needs import needs_of
from deckwright.press.operators import Content
from deckwright.press.scope import OWN, Scope

if TYPE_CHECKING:
    from collections.abc import Hashable

    from deckwright.model.card import Card
    from deckwright.press.boxes import Box
    from deckwright.press.faces import Face
    from deckwright.press.job import PrintJob
    from deckwright.press.pdf_file import PdfFile
    from deckwright.press.scope import Desk


@dataclass(frozen=True, slots=True)
class _Part:
    """Boxes of a face that are drawn together; `fields` and `queries` are all they depend on."""

    boxes: tuple[Box, ...]
    fields: tuple[str, ...]
    queries: tuple[str, ...]
    is_shared: bool

    def case(self, scope: Scope) -> Hashable:
        """Give what tells two drawings of the part apart."""
        raw = scope.raw
        return (*(raw(name) for name in self.fields), *(scope.holds(query) for query in self.queries))


@dataclass(slots=True)
class _Shared:
    """A drawing that comes up more than once: drawn in place the first time, then as a form."""

    content: Content
    form: str = ""


class CardPress:
    """Prints the cards of one job into one file."""

    def __init__(self, job: PrintJob, desk: Desk, file: PdfFile) -> None:
        self._faces, self._desk, self._file = job.faces, desk, file
        self._width, self._height = job.sheet.card
        own = OWN | desk.texts
        self._parts = {kind: _parts(face, own) for kind, face in job.faces.items()}
        self._shared: dict[Hashable, _Shared] = {}
        copies: dict[str, int] = {}
        for card, count in job.cards:
            copies[card.id] = copies.get(card.id, 0) + count
        self._several = {card for card, count in copies.items() if count > 1}
        self._cards: dict[str, str] = {}

    def print_at(self, card: Card, content: Content, x: float, y: float) -> None:
        """Print a card with its top left corner at a place on the page, in mm, cut off at its edge."""
        if card.id in self._several:
            content.show(self._form(card), x, y)
            return
        content.operators.append(f"q 1 0 0 1 {x / POINT:.2f} {-y / POINT:.2f} cm")
        content.operators.append(f"0 0 {self._width / POINT:.2f} {-self._height / POINT:.2f} re W n")
        content.add(self._drawn(card))
        content.operators.append("Q")

    def _form(self, card: Card) -> str:
        form = self._cards.get(card.id)
        if form is None:
            form = self._cards[card.id] = self._file.form(self._drawn(card), self._box)
        return form

    @property
    def _box(self) -> tuple[float, float, float, float]:
        return 0.0, -self._height / POINT, self._width / POINT, 0.0

    def _drawn(self, card: Card) -> Content:
        content = Content(self._file)
        scope = Scope(self._desk, self._faces[card.kind], card)
        for number, part in enumerate(self._parts[card.kind]):
            if part.is_shared:
                self._draw_shared(part, (card.kind, number, part.case(scope)), scope, content)
            else:
                content.draw(draw_boxes(part.boxes, scope))
        return content

    def _draw_shared(self, part: _Part, key: Hashable, scope: Scope, content: Content) -> None:
        shared = self._shared.get(key)
        if shared is None:
            drawn = Content(self._file)
            drawn.draw(draw_boxes(part.boxes, scope))
            self._shared[key] = _Shared(drawn)
            content.add(drawn)
        elif shared.content.operators:
            shared.form = shared.form or self._file.form(shared.content, self._bleed)
            content.show(shared.form)

    @property
    def _bleed(self) -> tuple[float, float, float, float]:
        rim = 10.0
        left, bottom, right, top = self._box
        return left - rim, bottom - rim, right + rim, top + rim


def _parts(face: Face, own: frozenset[str]) -> list[_Part]:
    """Take a face apart into runs of boxes that cards can share, and those they cannot."""
    needs = [(box, needs_of(box, face)) for box in face.boxes]
    parts: list[_Part] = []
    for is_shared, run in groupby(needs, key=lambda pair: not (pair[1].fields & own)):
        boxes = list(run)
        fields = {name for _, need in boxes for name in need.fields}
        queries = {query for _, need in boxes for query in need.queries}
        parts.append(
            _Part(tuple(box for box, _ in boxes), tuple(sorted(fields)), tuple(sorted(queries)), is_shared)
        )
    return parts
