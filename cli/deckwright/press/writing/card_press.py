"""Print cards into pages: a card of which there are several copies stands in the file once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.press.digests import Digests
from deckwright.press.drawing.cards import draw_card
from deckwright.press.parts import POINT
from deckwright.press.writing.operators import Content

if TYPE_CHECKING:
    from deckwright.model.card import Card
    from deckwright.press.faces.scope import Desk
    from deckwright.press.job import PrintJob
    from deckwright.press.parts import Drawn
    from deckwright.press.writing.pdf_file import PdfFile


class CardPress:
    """Prints the cards of one job into one file; `digests` grow by what each card, under its face, looks like."""

    def __init__(self, job: PrintJob, desk: Desk, file: PdfFile) -> None:
        self._faces, self._desk, self._file = job.faces, desk, file
        self._width, self._height = (side / POINT for side in job.sheet.card)
        copies: dict[str, int] = {}
        for card, count in job.cards:
            copies[card.id] = copies.get(card.id, 0) + count
        self._several = {card for card, count in copies.items() if count > 1}
        self._forms: dict[str, str] = {}
        self.digests: dict[tuple[str, str], str] = {}
        self._digests = Digests(job.assets, job.sheet.card)

    def print_at(self, card: Card, content: Content, x: float, y: float) -> None:
        """Print a card with its top left corner at a place on the page, in mm, cut off at its edge."""
        if card.id in self._several:
            content.show(self._form(card), x, y)
            return
        content.operators.append(f"q 1 0 0 1 {x / POINT:.2f} {-y / POINT:.2f} cm")
        content.operators.append(f"0 0 {self._width:.2f} {-self._height:.2f} re W n")
        content.draw(self._drawn(card))
        content.operators.append("Q")

    def _form(self, card: Card) -> str:
        form = self._forms.get(card.id)
        if form is None:
            content = Content(self._file)
            content.draw(self._drawn(card))
            form = self._forms[card.id] = self._file.form(content, (0.0, -self._height, self._width, 0.0))
        return form

    def _drawn(self, card: Card) -> list[Drawn]:
        face = self._faces[card.kind]
        parts = list(draw_card(card, face, self._desk))
        self.digests[card.id, face.name] = self._digests.of(parts)
        return parts
