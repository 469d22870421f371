"""Hands of cards side by side, with what is drawn after them: a PDF file, a picture or a web page."""

from __future__ import annotations

import io
from base64 import b64encode
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.files.writing import atomic_file, write_text
from deckwright.messages import tr, trn
from deckwright.model.card import distinct_names
from deckwright.press.drawing.card import draw_card
from deckwright.press.faces.choice import face_of
from deckwright.press.graphics.parts import POINT, Area
from deckwright.press.printing import PrintResult, about
from deckwright.press.sheets.marks import SmallText, draw_small_text
from deckwright.press.targets.pages import checked_context
from deckwright.press.writing.document import Content, PdfFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.press.drawing.context import RenderContext
    from deckwright.press.printing import PrintJob
    from deckwright.table.draws import DrawnHand

_WIDTH = 297.0
_MARGIN = 10.0
_GAP = 3.0
_CAPTION = 7.0
_COLUMNS = 8
_SIZE = 11.0
_DPI = 150


class _Group(NamedTuple):
    """Cards that are drawn together, under their caption."""

    caption: str
    cards: Sequence[str]


def write_hands(job: PrintJob, hands: Sequence[DrawnHand[str]], output: str | Path) -> PrintResult:
    """Write hands to a .pdf file with a page for each, a .png picture of all, or an .html page with a picture of each.

    Raises:
        InputError: no cards are to be drawn, or the file cannot be written.
    """
    context = checked_context(replace(job, backs={}))
    pages = _HandPages(job, context)
    for number, hand in enumerate(hands, 1):
        pages.add(list(_groups(number, hand)))
    ending = Path(output).suffix.lower()
    if ending == ".html":
        write_text(str(output), _web_page(job, hands, pages))
    else:
        with atomic_file(output) as file:
            file.write(pages.picture() if ending == ".png" else pages.pdf())
    cards = sum(len(hand.hand) + sum(map(len, hand.draws)) for hand in hands)
    return PrintResult(len(hands), cards, list(context.findings))


def _groups(number: int, hand: DrawnHand[str]) -> Iterator[_Group]:
    """Yield the opening hand, then what is drawn in each turn."""
    title = tr("Hand {number}", number=number)
    if hand.mulligans:
        title += f" · {trn('{count} mulligan', '{count} mulligans', hand.mulligans)}"
    yield _Group(title, hand.hand)
    for turn, cards in enumerate(hand.draws, 1):
        if cards:
            yield _Group(tr("Turn {turn}", turn=turn), cards)


class _HandPages:
    """PDF being written, with a page as high as each hand needs."""

    def __init__(self, job: PrintJob, context: RenderContext) -> None:
        self._job, self._context = job, context
        self._cards = {card.id: card for card, _ in job.cards}
        sizes = [face.size for face in job.faces.values()]
        self._cell = ((_WIDTH - 2 * _MARGIN + _GAP) / _COLUMNS - _GAP, 0.0)
        self._cell = (self._cell[0], max(self._cell[0] * height / width for width, height in sizes))
        self._file = PdfFile(job.assets, job.language, max(sizes))
        self._heights: list[float] = []
        self._forms: dict[str, str] = {}

    def add(self, groups: list[_Group]) -> None:
        """Add the page of a hand: groups side by side as far as they fit, and below each other then."""
        content, line, column = Content(self._file), 0, 0
        for group in groups:
            if column and column + len(group.cards) > _COLUMNS:
                line, column = line + 1, 0
            x, y = self._place(line, column)
            area = Area(x, y - _CAPTION, len(group.cards[:_COLUMNS]) * (self._cell[0] + _GAP), _CAPTION)
            content.draw(draw_small_text(SmallText(group.caption, area, _SIZE), self._job.language))
            for card in group.cards:
                line, column = (line + 1, 0) if column == _COLUMNS else (line, column)
                content.show(self._form(card), *self._place(line, column))
                column += 1
        self._heights.append(self._place(line + 1, 0)[1] - _CAPTION - _GAP + _MARGIN)
        self._file.page(content, _WIDTH, self._heights[-1])

    def _place(self, line: int, column: int) -> tuple[float, float]:
        """Top left corner of a card."""
        across, down = column * (self._cell[0] + _GAP), line * (self._cell[1] + _CAPTION + _GAP)
        return _MARGIN + across, _MARGIN + _CAPTION + down

    def _form(self, card: str) -> str:
        """Form of a card, as wide as its cell."""
        if card not in self._forms:
            content, face = Content(self._file), face_of(self._cards[card], self._job.faces)
            scale = self._cell[0] / face.size[0]
            width, height = (scale * side / POINT for side in face.size)
            content.operators.append(f"q {scale:.6f} 0 0 {scale:.6f} 0 0 cm")
            content.draw(draw_card(self._cards[card], face, self._context))
            content.operators.append("Q")
            self._forms[card] = self._file.form(content, (0.0, -height, width, 0.0))
        return self._forms[card]

    def pdf(self) -> bytes:
        """The PDF file."""
        out = io.BytesIO()
        self._file.save(out, about(self._job, self._file, "hands"))
        return out.getvalue()

    def pictures(self) -> list[bytes]:
        """A PNG picture of each page."""
        return [_png(picture) for picture in self._pictures()]

    def picture(self) -> bytes:
        """A PNG picture of all pages, one below the other."""
        from PIL import Image

        pictures = list(self._pictures())
        whole = Image.new("RGB", (pictures[0].width, sum(picture.height for picture in pictures)), "white")
        y = 0
        for picture in pictures:
            whole.paste(picture, (0, y))
            y += picture.height
        return _png(whole)

    def _pictures(self) -> Iterator[Any]:
        from deckwright.press.writing.raster import pictures_of, pixels

        sizes = [(pixels(_WIDTH, _DPI), pixels(height, _DPI)) for height in self._heights]
        return pictures_of(self.pdf(), sizes)


def _png(picture: Any) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", dpi=(_DPI, _DPI))
    return out.getvalue()


_PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font-family: sans-serif; margin: 1rem auto; max-width: 75rem; padding: 0 1rem; }}
img {{ border: 1px solid #ccc; height: auto; width: 100%; }}
</style>
<h1>{title}</h1>
{hands}
</html>
"""


def _web_page(job: PrintJob, hands: Sequence[DrawnHand[str]], pages: _HandPages) -> str:
    """Page with a picture of each hand, and the names of its cards for those who do not see it."""
    names = distinct_names({card.id: card for card, _ in job.cards}, job.language)
    parts = []
    for number, (hand, picture) in enumerate(zip(hands, pages.pictures(), strict=True), 1):
        groups = list(_groups(number, hand))
        said = "; ".join(
            f"{group.caption}: {', '.join(names[card] for card in group.cards)}" for group in groups
        )
        data = b64encode(picture).decode()
        parts.append(
            f'<h2>{escape(groups[0].caption)}</h2>\n<p><img src="data:image/png;base64,{data}" alt="{escape(said)}">'
        )
    return _PAGE.format(language=escape(job.language), title=escape(job.title), hands="\n".join(parts))
