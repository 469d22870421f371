"""The picture target, a PNG for each face, alone or in a grid, with a list of copies; and hands of cards side by side."""

from __future__ import annotations

import io
from base64 import b64encode
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.files.writing import atomic_file, make_folder, write_csv, write_text
from deckwright.messages import tr, trn
from deckwright.model.card import distinct_names
from deckwright.press.drawing.card import draw_card
from deckwright.press.faces.choice import face_of
from deckwright.press.graphics.cuts import cut_points
from deckwright.press.graphics.parts import POINT, Area
from deckwright.press.print_job import PrintResult, about
from deckwright.press.sheets.sheet import SmallText, draw_small_text
from deckwright.press.targets.pages import CardPage, CardPages, checked_context
from deckwright.press.targets.target import back_files, card_files, deck_file
from deckwright.press.writing.document import Content, PdfFile
from deckwright.press.writing.raster import pictures_of, pixels, save_png

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from deckwright.model.card import Card
    from deckwright.press.drawing.context import RenderContext
    from deckwright.press.faces.face_file import Face
    from deckwright.press.graphics.cuts import Outline
    from deckwright.press.preflight.edges import Zone
    from deckwright.press.print_job import PrintJob
    from deckwright.press.targets.target import DeckOutput, PictureOutput
    from deckwright.press.writing.raster import Size
    from deckwright.table.draws import DrawnHand


# Grids of cards in one picture: rows, columns, and the size of a card.


class Grid(NamedTuple):
    """Grid of cards in a picture: its columns and rows, and the size of a cell in pixels."""

    columns: int
    rows: int
    cell: Size

    @property
    def size(self) -> Size:
        """Size of the picture."""
        return self.columns * self.cell[0], self.rows * self.cell[1]

    def place(self, number: int) -> tuple[int, int]:
        """Top left corner of a card; cards are numbered from 0, row by row."""
        row, column = divmod(number, self.columns)
        return column * self.cell[0], row * self.cell[1]


def grid_for(count: int, card: tuple[float, float], deck: DeckOutput) -> Grid:
    """Grid in which a number of cards are largest; `card` is the size of a card in mm."""
    grids = [_grid(columns, -(-count // columns), card, deck) for columns in range(1, deck.columns + 1)]
    return max(
        (grid for grid in grids if grid.rows <= deck.rows), key=lambda grid: (grid.cell, -grid.columns)
    )


def _grid(columns: int, rows: int, card: tuple[float, float], deck: DeckOutput) -> Grid:
    width, height = (deck.side / columns, deck.side / rows)
    share = min(width / card[0], height / card[1], deck.dpi / 25.4)
    return Grid(columns, rows, (int(share * card[0] + _SLIP), int(share * card[1] + _SLIP)))


_SLIP = 1e-6
"""Largest rounding error of a length."""


# Pictures of round and six-sided pieces, cut along their outlines.

_FINER = 4
"""How many times finer an outline is drawn than its picture, so that the edge is smooth."""


def cut_out(picture: Any, shape: Outline, card: tuple[float, float], corner: float = 0.0) -> Any:
    """Picture with transparent pixels outside the outline of a piece of this size in mm.

    Rectangles have corners of a radius in pixels.
    """
    if shape == "rect" and not corner:
        return picture
    from PIL import Image, ImageDraw

    width, height = (side * _FINER for side in picture.size)
    mask = Image.new("L", (width, height))
    pen = ImageDraw.Draw(mask)
    if shape == "rect":
        pen.rounded_rectangle((0, 0, width - 1, height - 1), corner * _FINER, fill=255)
    elif shape == "circle":
        pen.ellipse((0, 0, width - 1, height - 1), fill=255)
    else:
        scale = width / card[0], height / card[1]
        pen.polygon([(x * scale[0], y * scale[1]) for x, y in cut_points(shape, card)], fill=255)
    picture.putalpha(mask.resize(picture.size, Image.Resampling.BOX))
    return picture


# A picture for each face, and a list with the number of copies of each card.

LIST = "cards.csv"
"""Name of the list of a folder: the file of each card, its copies, and the file of its back."""


def print_pictures(
    job: PrintJob, pictures: PictureOutput, folder: Path, progress: Callable[[int], None] | None = None
) -> tuple[list[Path], PrintResult]:
    """Write a PNG for each front and each back, and the list, into a folder, or one for each deck, and return the files.

    All copies of a card are one picture: print shops ask for the number of copies. A deck has one face on its backs.

    Raises:
        InputError: no cards are to be printed, or the folder is not writable.
    """
    context = checked_context(job, lambda face: _zone(pictures, face))
    backs = back_files(job, context)
    fronts: dict[Path, CardSide] = {}
    behind: dict[Path, CardSide] = {}
    lists: dict[Path, list[tuple[object, ...]]] = {}
    for name, (card, copies) in zip(card_files(job.cards), job.cards, strict=True):
        deck = folder / _deck(face_of(card, job.backs)) if pictures.folders else folder
        fronts[deck / f"{name}.png"] = CardSide(card)
        behind[deck / backs[card.id]] = CardSide(card, is_back=True)
        row = f"{name}.png", copies, backs[card.id], card.id, card.name(job.language)
        lists.setdefault(deck, [_HEADINGS]).append(row)
    sides = fronts | behind
    drawn = draw_sides(job, context, pictures, [*sides.values()])
    for number, (path, picture) in enumerate(zip(sides, drawn, strict=True), 1):
        make_folder(path.parent)
        save_png(picture, path, pictures.dpi, srgb=pictures.srgb)
        if progress:
            progress(min(number, len(job.cards)))
    for deck, rows in lists.items():
        write_csv(deck / LIST, rows)
    files = [*sides, *(deck / LIST for deck in lists)]
    return files, PrintResult(len(sides), job.copies, list(context.findings))


_HEADINGS = ("file", "copies", "back", "id", "name")


def _deck(back: Face) -> str:
    """Name of the folder of the cards with a face on their backs."""
    return deck_file(back.name.removeprefix("back-"))


class CardSide(NamedTuple):
    """Front or back of a card, to be drawn."""

    card: Card
    is_back: bool = False


def draw_sides(
    job: PrintJob, context: RenderContext, pictures: PictureOutput, sides: Sequence[CardSide]
) -> Iterator[Any]:
    """Yield a picture (PIL) of each side of a card, cut out along its outline; `context` collects findings."""
    pages = CardPages(job, context)
    sizes: list[Size] = []
    cuts: list[tuple[Outline, tuple[float, float]]] = []
    for card, is_back in sides:
        face = face_of(card, job.backs if is_back else job.faces)
        sizes.append(_size(pictures, face))
        cuts.append((_cut(pictures, face), face.size))
        add = pages.back if is_back else pages.front
        add(card, _page(pictures, sizes[-1]))
    pdf = io.BytesIO()
    pages.save(pdf, "png")
    for picture, cut in zip(pictures_of(pdf.getvalue(), sizes), cuts, strict=True):
        yield cut_out(picture, *cut, pictures.corner)


def print_card_picture(job: PrintJob, pictures: PictureOutput, file: str | Path) -> PrintResult:
    """Write the front of the only card of a job as one PNG file; `-` is standard output.

    Raises:
        InputError: the file cannot be written.
    """
    context = checked_context(job, lambda face: _zone(pictures, face))
    ((card, _),) = job.cards
    (picture,) = draw_sides(job, context, pictures, [CardSide(card)])
    save_png(picture, file, pictures.dpi, srgb=pictures.srgb)
    return PrintResult(1, 1, list(context.findings))


def _size(pictures: PictureOutput, face: Face) -> Size:
    width, height = (round(side / 25.4 * pictures.dpi + 2 * pictures.bleed) for side in face.size)
    return pictures.size or (max(width, 1), max(height, 1))


def _cut(pictures: PictureOutput, face: Face) -> Outline:
    """Outline along which a picture is cut; a rectangle if a print shop cuts the cards."""
    return "rect" if pictures.size or pictures.bleed else face.cut


def _page(pictures: PictureOutput, size: Size) -> CardPage:
    width, height, bleed = (side / pictures.dpi * 25.4 for side in (*size, pictures.bleed))
    return CardPage(width, height, bleed)


def _zone(pictures: PictureOutput, face: Face) -> Zone | None:
    safe = None if pictures.safe is None else pictures.safe / pictures.dpi * 25.4
    return _page(pictures, _size(pictures, face)).zone(face, safe)


# Hands of cards side by side, with what is drawn after them: a PDF file, a picture or a web page


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
