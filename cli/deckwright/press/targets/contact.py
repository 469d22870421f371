"""The contact sheet: each card once, small, with its id and its number of copies."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.press.drawing.card import draw_card
from deckwright.press.drawing.words import check_letters
from deckwright.press.faces.choice import face_of
from deckwright.press.graphics.parts import POINT, Area, DrawnShape, rectangle
from deckwright.press.printing import PrintResult
from deckwright.press.sheets.marks import SmallText, draw_small_text
from deckwright.press.targets.print_shops import checked_context
from deckwright.press.writing.document import Content, PdfFile, about

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from deckwright.model.card import Card
    from deckwright.press.drawing.context import RenderContext
    from deckwright.press.printing import PrintJob
    from deckwright.press.targets.target import ContactOutput


_RIM = "#b9b9b9"
_RIM_WIDTH = 0.1
_LEAST = 5.0
"""Smallest width of a card, in mm."""

_LINES = 2
"""An id that is wider than its card is broken into two lines."""


class Layout(NamedTuple):
    """Layout of small cards on a page, in mm: the room for each card, and the height of the caption below it."""

    contact: ContactOutput
    cell: tuple[float, float]
    caption: float

    @property
    def rows(self) -> int:
        """Number of rows on a page."""
        room = self.contact.paper[1] - 2 * self.contact.margin + self.contact.gap
        return max(1, int(room / (self.cell[1] + self.caption + self.contact.gap)))

    @property
    def cards(self) -> int:
        """Number of cards on a page."""
        return self.rows * self.contact.columns

    def places(self) -> Iterator[tuple[float, float]]:
        """Yield the top left corner of each card, row by row."""
        start, gap = self.contact.margin, self.contact.gap
        for row in range(self.rows):
            for column in range(self.contact.columns):
                yield start + column * (self.cell[0] + gap), start + row * (self.cell[1] + self.caption + gap)


def layout_of(job: PrintJob, contact: ContactOutput) -> Layout:
    """Layout for the cards of a job, with rows as high as its narrowest face needs.

    Raises:
        InputError: the cards do not fit on the paper.
    """
    width = (contact.paper[0] - 2 * contact.margin + contact.gap) / contact.columns - contact.gap
    if width < _LEAST:
        raise InputError(
            "bad-target",
            tr(
                "The paper is too small for {columns} columns of cards: use fewer columns or a smaller margin or gap.",
                columns=contact.columns,
            ),
        )
    height = max(width * face.size[1] / face.size[0] for face in job.faces.values())
    return Layout(contact, (width, height), _LINES * 1.2 * contact.size * POINT + 1)


def print_contact(
    job: PrintJob,
    contact: ContactOutput,
    name: str,
    out: BinaryIO,
    progress: Callable[[int], None] | None = None,
) -> PrintResult:
    """Write the overview of a job for a target; `progress` is called with the number of cards done.

    Raises:
        InputError: no cards are to be printed.
    """
    context = checked_context(replace(job, backs={}))
    layout = layout_of(job, contact)
    file = PdfFile(job.assets, job.language, max(face.size for face in job.faces.values()))
    cards = list(job.cards)
    starts = range(0, len(cards), layout.cards)
    for number, start in enumerate(starts, 1):
        content = Content(file)
        some = cards[start : start + layout.cards]
        _page(job, context, layout, content, some)
        line = f"{job.title} · {job.language.upper()} · {number}/{len(starts)}"
        foot = Area(
            contact.margin,
            contact.paper[1] - contact.margin * 0.7,
            contact.paper[0] - 2 * contact.margin,
            1e6,
        )
        small = tuple(draw_small_text(SmallText(line, foot, contact.size), job.language))
        context.findings |= dict.fromkeys(check_letters(small))
        content.draw(small)
        file.page(content, *contact.paper)
        if progress:
            progress(start + len(some))
    file.save(out, about(job, file, name))
    count = sum(copies for _, copies in cards)
    return PrintResult(len(starts), count, list(context.findings))


def _page(
    job: PrintJob, context: RenderContext, layout: Layout, content: Content, cards: Sequence[tuple[Card, int]]
) -> None:
    width, height = layout.cell
    for (card, copies), (x, y) in zip(cards, layout.places(), strict=False):
        face = face_of(card, job.faces)
        scale = width / face.size[0]
        left, down = face.size[0] / POINT, face.size[1] / POINT
        content.operators.append(f"q {scale:.6f} 0 0 {scale:.6f} {x / POINT:.3f} {-y / POINT:.3f} cm")
        content.operators.append(f"0 0 {left:.2f} {-down:.2f} re W n")
        content.draw(draw_card(card, face, context))
        content.operators.append("Q")
        rim = rectangle(Area(x, y, width, scale * face.size[1]))
        content.draw([DrawnShape(rim, stroke=_RIM, width=_RIM_WIDTH)])
        caption = f"{card.id} ×{copies}" if copies > 1 else card.id
        area = Area(x, y + height + 1, width, layout.caption)
        content.draw(
            draw_small_text(
                SmallText(caption, area, layout.contact.size, "centre", lines=_LINES), job.language
            )
        )
