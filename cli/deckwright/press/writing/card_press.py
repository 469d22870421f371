"""Print cards into pages: a card of which there are several copies stands in the file once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.press.digests import Digests
from deckwright.press.drawing.blanks import blank_card
from deckwright.press.drawing.cards import draw_card
from deckwright.press.parts import POINT
from deckwright.press.writing.operators import Content

if TYPE_CHECKING:
    from collections.abc import Collection

    from deckwright.model.card import Card
    from deckwright.press.drawing.beside import Draw
    from deckwright.press.faces import Face
    from deckwright.press.faces.scope import Desk
    from deckwright.press.job import PrintJob
    from deckwright.press.parts import Drawn
    from deckwright.press.sheets.turning import Stand
    from deckwright.press.writing.pdf_file import PdfFile

_HAIR = 0.15
"""How far ink without bleed goes beyond the right and lower cut, in mm: screens show a light seam where cards just meet."""


class CardPress:
    """Prints the cards of one job into one file; `digests` grow by what each card, under its face, looks like.

    Cards that are drawn `often`, by id, stand in the file once. `front` gives the parts and the digest of a card; it is `draw`, unless somebody has a better way.
    """

    def __init__(self, job: PrintJob, desk: Desk, file: PdfFile, often: Collection[str] = ()) -> None:
        self._job, self._desk, self._file = job, desk, file
        self.front: Draw = self.draw
        self._often = often
        self._forms: dict[str, str] = {}
        self.digests: dict[tuple[str, str], str] = {}
        self._digests = Digests(job.assets)

    def print_front(self, card: Card | None, content: Content, at: Stand) -> None:
        """Print a card, or a blank one, with its top left corner at a place on the page, cut off at its reach."""
        if card is None:
            self._open(content, at)
            content.draw([blank_card(self._job.sheet.card)])
        elif card.id in self._often and not self._job.sheet.bleed:
            content.show(self._form(card), at.x, at.y)
            return
        else:
            self._open(content, at)
            if card.id in self._often:
                content.show(self._form(card))
            else:
                content.draw(self._front(card))
        content.operators.append("Q")

    def print_back(self, card: Card, content: Content, at: Stand) -> None:
        """Print the back of a card."""
        self._open(content, at)
        content.draw(self._back(card))
        content.operators.append("Q")

    def _open(self, content: Content, at: Stand) -> None:
        """Begin to draw at a place, cut off at its reach; turned round where it says so."""
        width, height = self._job.sheet.card
        left, top, right, bottom = at.reach
        right, bottom = right or _HAIR, bottom or _HAIR
        if at.turned:
            place = f"-1 0 0 -1 {(at.x + width) / POINT:.2f} {-(at.y + height) / POINT:.2f}"
            left, top, right, bottom = right, bottom, left, top
        else:
            place = f"1 0 0 1 {at.x / POINT:.2f} {-at.y / POINT:.2f}"
        corner = f"{_points(-left)} {_points(top)}"
        size = f"{_points(width + left + right)} {_points(-height - top - bottom)}"
        content.operators += [f"q {place} cm", f"{corner} {size} re W n"]

    def _form(self, card: Card) -> str:
        form = self._forms.get(card.id)
        if form is None:
            content = Content(self._file)
            content.draw(self._front(card))
            (width, height), bleed = self._job.sheet.card, self._job.sheet.bleed
            beyond = bleed or _HAIR
            box = (-bleed, -height - beyond, width + beyond, bleed)
            left, bottom, right, top = (side / POINT for side in box)
            form = self._forms[card.id] = self._file.form(content, (left, bottom, right, top))
        return form

    def draw(self, card: Card) -> tuple[list[Drawn], str]:
        """Give the parts of a card's front, and their digest."""
        return self._draw(card, self._job.faces[card.kind])

    def _draw(self, card: Card, face: Face) -> tuple[list[Drawn], str]:
        parts = list(draw_card(card, face, self._desk))
        known = self.digests.get((card.id, face.name))
        return parts, known or self._digests.of(parts, face.size)

    def _front(self, card: Card) -> list[Drawn]:
        parts, self.digests[card.id, self._job.faces[card.kind].name] = self.front(card)
        return parts

    def _back(self, card: Card) -> list[Drawn]:
        face = self._job.backs[card.kind]
        parts, self.digests[card.id, face.name] = self._draw(card, face)
        return parts


def _points(length: float) -> str:
    text = f"{length / POINT:.2f}"
    return "0" if text in {"0.00", "-0.00"} else text
