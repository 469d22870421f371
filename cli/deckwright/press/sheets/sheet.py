"""Sheets of paper: how each holds cards, read from a YAML file, and what is printed around them: crop marks, fold lines, rulers and footers."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.yaml import Document, read_document
from deckwright.messages import tr
from deckwright.model.words import nearest
from deckwright.press.drawing.lines import TextToFit, fit_text
from deckwright.press.drawing.spans import with_symbols
from deckwright.press.drawing.words import Span, paragraphs_of
from deckwright.press.graphics.cuts import card_size, cut_path, paper_size
from deckwright.press.graphics.parts import Area, DrawnGroup, DrawnShape, rectangle
from deckwright.press.looks.styles import Style

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.findings import Where
    from deckwright.press.graphics.cuts import Outline
    from deckwright.press.graphics.parts import DrawnPart, Path, Step
    from deckwright.press.looks.styles import Align


# A sheet of paper with cards: where each card is, and how far its bleed extends.

Order = Literal["rows", "stack"]


class CropMarks(NamedTuple):
    """Lines that show where to cut: their distance from the ink, length and width, in mm."""

    gap: float = 1.0
    length: float = 4.0
    width: float = 0.1
    colour: str = "#000000"


class CutLines(NamedTuple):
    """Lines along the edge of every card, or only around its corners, rounded with `radius`."""

    parts: Literal["all", "corners"] = "all"
    radius: float = 0.0
    width: float = 0.1
    colour: str = "#777777"


class Registration(NamedTuple):
    """The three marks that a cutting machine looks for: their distance from the edges, length and width, in mm."""

    inset: float = 10.0
    length: float = 5.0
    width: float = 1.0


class Fold(NamedTuple):
    """A vertical fold in the middle of a sheet: fronts on the left, backs on the right, `gap` mm between them."""

    gap: float = 0.0


class Footer(NamedTuple):
    """A line of small text in the lower margin: at the left, in the middle and at the right; sizes are in points."""

    left: str = ""
    middle: str = ""
    right: str = ""
    size: float = 6.0
    font: str = "Alegreya Sans"
    colour: str = "#555555"


class Sides(NamedTuple):
    """A length at each side of a card, in mm."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


class Sheet(NamedTuple):
    """A sheet of paper with cards in its centre. All sizes are in mm.

    With the `order` `rows`, cards follow each other row by row; with `stack`, all sheets are cut as one, and the small
    stacks laid on each other are in order. `blanks` fill the last sheet with cards to write on.
    """

    name: str
    paper: tuple[float, float]
    card: tuple[float, float]
    columns: int
    rows: int
    gutter: tuple[float, float] = (0.0, 0.0)
    bleed: float = 0.0
    shape: Outline = "rect"
    order: Order = "rows"
    blanks: bool = False
    ruler: bool = False
    marks: CropMarks | None = None
    cut_lines: CutLines | None = None
    registration: Registration | None = None
    fold: Fold | None = None
    footer: Footer | None = None
    about: str = ""

    @property
    def cards(self) -> int:
        """Number of fronts on a full sheet."""
        return self.columns * self.rows // (2 if self.fold else 1)

    @property
    def block(self) -> tuple[float, float]:
        """Size of all cards together, including backs on the same page."""
        across, down = (self._starts(axis)[-1] + self.card[axis] for axis in (0, 1))
        return across, down

    @property
    def corner(self) -> tuple[float, float]:
        """Top left corner of the first card, which is also the size of the margins."""
        return (self.paper[0] - self.block[0]) / 2, (self.paper[1] - self.block[1]) / 2

    def starts(self, axis: int) -> list[float]:
        """Left edges (axis 0) or top edges (1) of the cards."""
        return [self.corner[axis] + start for start in self._starts(axis)]

    def _starts(self, axis: int) -> list[float]:
        count = (self.columns, self.rows)[axis]
        step = self.card[axis] + self.gutter[axis]
        beyond = self.fold.gap - self.gutter[0] if self.fold and axis == 0 else 0.0
        return [number * step + (beyond if 2 * number >= count else 0.0) for number in range(count)]

    def places(self) -> list[tuple[float, float]]:
        """Top left corners of the fronts, row by row."""
        across = self.starts(0)[: self.cards // self.rows]
        return [(x, y) for y in self.starts(1) for x in across]

    def reaches(self) -> list[Sides]:
        """Bleed of each front at its four sides, never into that of another card."""
        fronts = self.cards // self.rows
        across = [self._reach(0, number) for number in range(fronts)]
        down = [self._reach(1, number) for number in range(self.rows)]
        return [Sides(left, top, right, bottom) for top, bottom in down for left, right in across]

    def _reach(self, axis: int, number: int) -> tuple[float, float]:
        """Bleed before and after a column (axis 0) or row (1)."""
        starts, size = self.starts(axis), self.card[axis]
        gaps = [after - before - size for before, after in pairwise(starts)]
        rooms = [self.corner[axis], *(gap / 2 for gap in gaps), self.corner[axis]]
        return min(self.bleed, rooms[number]), min(self.bleed, rooms[number + 1])


# How many cards fit on a sheet, and checks of its layout.

_SLIP = 1e-6
"""Tolerance for rounding, in mm."""


def count_fitting(
    paper: tuple[float, float],
    card: tuple[float, float],
    gutter: tuple[float, float],
    margin: tuple[float, float],
    fold: Fold | None,
) -> tuple[int, int]:
    """Number of columns and rows that fit on the paper; on a fold-over sheet, columns of backs included."""
    across, down = (paper[axis] - 2 * margin[axis] + gutter[axis] + _SLIP for axis in (0, 1))
    rows = int(down // (card[1] + gutter[1]))
    if fold:
        across += gutter[0] - fold.gap
        return 2 * max(int(across // (2 * (card[0] + gutter[0]))), 0), rows
    return int(across // (card[0] + gutter[0])), rows


PIECE_MARGIN = 8.0
"""Margin of the paper at each side of reference cards and score pads, in mm."""


_PIECE_MARKS = CropMarks(length=2.0)
"""Marks between them, which end 5 mm from the edge of the paper: some home printers print no closer to it."""


def fullest_sheet(name: str, paper: tuple[float, float], size: tuple[float, float]) -> Sheet:
    """Sheet with as many pieces of a size as fit on a paper, in either orientation; they may be none."""
    short, long = sorted(paper)
    margin = (PIECE_MARGIN, PIECE_MARGIN)
    sheets = [
        Sheet(name, turned, size, *count_fitting(turned, size, (0.0, 0.0), margin, None), marks=_PIECE_MARKS)
        for turned in dict.fromkeys([(short, long), (long, short)])
    ]
    return max(sheets, key=lambda sheet: sheet.cards)


# Where marks and the ruler are printed, beside the cards.

RULER = 100.0
"""Length of the ruler, in mm."""

_RULER_DEPTH = 4.0
EDGE = 3.0
"""Distance of rulers and fold marks from the edge of the paper, in mm: few printers print closer to it."""


def registration_areas(sheet: Sheet) -> list[Area]:
    """Areas of the registration marks: top left, top right, bottom left."""
    marks = sheet.registration
    if marks is None:
        return []
    far_x, far_y = (side - marks.inset - marks.length for side in sheet.paper)
    corners = ((marks.inset, marks.inset), (far_x, marks.inset), (marks.inset, far_y))
    return [Area(x, y, marks.length, marks.length) for x, y in corners]


def ruler_area(sheet: Sheet) -> Area | None:
    """Area of the ruler: in the wider margin, above or left of the cards; None if both are too narrow."""
    across, down = sheet.paper
    marks = sheet.marks
    taken = sheet.bleed + (marks.gap + marks.length if marks else 0.0) + 0.5
    left, top = (max(EDGE, margin - taken - _RULER_DEPTH) for margin in sheet.corner)
    above = Area((across - RULER) / 2, top, RULER, _RULER_DEPTH)
    beside = Area(left, (down - RULER) / 2, _RULER_DEPTH, RULER)
    rooms = [
        (margin, area)
        for margin, area, length in ((sheet.corner[1], above, across), (sheet.corner[0], beside, down))
        if margin >= EDGE + _RULER_DEPTH + sheet.bleed and length >= RULER + 2 * EDGE
    ]
    return max(rooms)[1] if rooms else None


def layout_errors(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Yield errors in the layout of a sheet, each with the key that causes it."""
    if sheet.columns < 1 or sheet.rows < 1 or min(sheet.corner) < -_SLIP:
        yield "card", tr("The cards do not fit on the paper. Use fewer or smaller cards, or larger paper.")
        return
    if sheet.fold and sheet.columns % 2:
        yield (
            "columns",
            tr("A fold-over sheet has as many columns of backs as of fronts: use an even number."),
        )
    areas = registration_areas(sheet)
    if any(min(area.x, area.y) < 0 or _beyond(area, sheet.paper) for area in areas):
        yield "registration", tr("The paper is too small for the registration marks.")
        return
    for area in areas:
        if _overlaps_cards(area, sheet):
            yield "registration", tr("The registration marks overlap the cards. Use wider margins.")
            break
    if sheet.ruler and ruler_area(sheet) is None:
        yield "ruler", tr("A ruler of 100 mm does not fit. Use wider margins.")


def _beyond(area: Area, paper: tuple[float, float]) -> bool:
    return any(far > side + _SLIP for far, side in zip(area.far, paper, strict=True))


def _overlaps_cards(area: Area, sheet: Sheet) -> bool:
    (left, top), (width, height), reach = sheet.corner, sheet.block, sheet.bleed - _SLIP
    across = area.x < left + width + reach and left - reach < area.x + area.width
    return across and area.y < top + height + reach and top - reach < area.y + area.height


# Reader of sheets: packaged ones, or files of the user.

_MARGIN = [5.0, 5.0]

_PARTS = {"marks": CropMarks, "registration": Registration, "fold": Fold, "footer": Footer}


def load_sheet(name: str, more: Mapping[str, Any] | None = None) -> Sheet:
    """Read a packaged sheet by its name, or a file of the user by its path.

    `more` are values, as in its YAML, for keys that the sheet lacks: `{"ruler": True}`.

    Raises:
        InputError: the sheet does not exist or has errors; with a finding for each error.
    """
    document = _read_own(name) if name.endswith((".yaml", ".yml")) else _read_packaged(name)
    added = {key: value for key, value in (more or {}).items() if not document.value.get(key)}
    return _sheet(name, document, {**document.value, **added})


def _read_own(name: str) -> Document:
    """Read and check a file of the user; tests check the packaged ones."""
    from deckwright.files.schemas import check_document

    document = read_document(name)
    findings = check_document(document, "sheet")
    if findings:
        raise _wrong(name, findings[0].message, findings[0].where, findings)
    return document


def sheet_names() -> list[str]:
    """Names of the packaged sheets."""
    return sorted(file.stem for file in (resources.folder("exports") / "sheets").glob("*.yaml"))


def _read_packaged(name: str) -> Document:
    names = sheet_names()
    if name not in names:
        near = ", ".join(nearest(name, names) or names)
        message = tr("Unknown sheet: {name}.", name=name)
        raise InputError("no-sheet", message, hint=tr("Use one of: {names}.", names=near))
    return read_document(resources.folder("exports") / "sheets" / f"{name}.yaml")


def _sheet(name: str, document: Document, value: Mapping[str, Any]) -> Sheet:
    card = card_size(value["card"], document.where("card"))
    gutter, margin = _pair(value.get("gutter", [0, 0])), _pair(value.get("margin", _MARGIN))
    parts: dict[str, Any] = {key: make(**value[key]) for key, make in _PARTS.items() if key in value}
    if "cut_lines" in value:
        parts["cut_lines"] = CutLines(**{"radius": card.corner, **value["cut_lines"]})
    layout = _layout(document, value, card.size, gutter, margin)
    plain = {key: value[key] for key in ("bleed", "order", "blanks", "ruler", "about") if key in value}
    columns, rows = value.get("columns", layout.columns), value.get("rows", layout.rows)
    sheet = Sheet(name, layout.paper, card.size, columns, rows, gutter, shape=card.shape, **plain, **parts)
    for key, error in layout_errors(sheet):
        raise _wrong(name, error, document.where(key), [])
    return sheet


class _Layout(NamedTuple):
    """A size of paper, and how many columns and rows of cards fit on it."""

    paper: tuple[float, float]
    columns: int
    rows: int


def _layout(
    document: Document,
    value: Mapping[str, Any],
    card: tuple[float, float],
    gutter: tuple[float, float],
    margin: tuple[float, float],
) -> _Layout:
    """Layout in the orientation of the sheet, or in the one with more cards if it says `best`."""
    paper = paper_size(value["paper"], document.where("paper"))
    portrait, landscape = (min(paper), max(paper)), (max(paper), min(paper))
    orientations = {"portrait": [portrait], "landscape": [landscape], "best": [portrait, landscape]}
    papers = orientations.get(value.get("orientation", ""), [paper])
    fold = Fold(**value["fold"]) if "fold" in value else None
    layouts = [_Layout(paper, *count_fitting(paper, card, gutter, margin, fold)) for paper in papers]
    return max(layouts, key=lambda layout: layout.columns * layout.rows)


def _wrong(name: str, error: str, where: Where | None, findings: Any) -> InputError:
    message = tr("The sheet {name} has errors. {first}", name=name, first=error)
    return InputError("bad-sheet", message, where=where, findings=findings)


def _pair(value: float | list[float]) -> tuple[float, float]:
    across, down = value if isinstance(value, list) else (value, value)
    return float(across), float(down)


# What is printed around the cards: marks for cutting and folding.

_FOLD = DrawnShape((), stroke="#555555", width=0.15, dash=(1.5, 1.0))


def crop_marks(sheet: Sheet) -> Iterator[DrawnShape]:
    """Draw the crop marks, in the margins and outside the bleed."""
    if sheet.marks is None:
        return
    (left, top), (width, height) = sheet.corner, sheet.block
    for x in _cuts(sheet, 0):
        for start, way in ((top, -1), (top + height, 1)):
            yield from _crop_mark(sheet, sheet.marks, (x, start), (0, way))
    for y in _cuts(sheet, 1):
        for start, way in ((left, -1), (left + width, 1)):
            yield from _crop_mark(sheet, sheet.marks, (start, y), (way, 0))


def _cuts(sheet: Sheet, axis: int) -> list[float]:
    """Positions of the cuts, horizontally (0) or vertically (1)."""
    edges = (start + edge for start in sheet.starts(axis) for edge in (0.0, sheet.card[axis]))
    return sorted({round(edge, 4) for edge in edges})


def _crop_mark(
    sheet: Sheet, marks: CropMarks, point: tuple[float, float], way: tuple[int, int]
) -> Iterator[DrawnShape]:
    start = sheet.bleed + marks.gap
    end = min(start + marks.length, sheet.corner[0] if way[0] else sheet.corner[1])
    if start < end:
        a, b = ((point[0] + way[0] * reach, point[1] + way[1] * reach) for reach in (start, end))
        yield DrawnShape((("m", a), ("l", b)), stroke=marks.colour, width=marks.width)


def cut_lines(sheet: Sheet, cards: int) -> Iterator[DrawnShape]:
    """Draw the edges of the first `cards` cards of a sheet."""
    lines = sheet.cut_lines
    if lines is None:
        return
    areas = [Area(x, y, *sheet.card) for x, y in sheet.places()[:cards]]
    paths = [path for area in areas for path in _edges(sheet, lines, area)]
    # On cards of any colour, the line can be seen on a wider white one.
    for colour, width in (("#ffffff", 3 * lines.width), (lines.colour, lines.width)):
        for path in paths:
            yield DrawnShape(path, stroke=colour, width=width)


def _edges(sheet: Sheet, lines: CutLines, area: Area) -> Iterator[Path]:
    path = cut_path(sheet.shape, area, lines.radius)
    if sheet.shape != "rect":
        yield path
        return
    if lines.parts == "all":
        yield path
        return
    for (_, before), (step, numbers) in pairwise(path):
        if step == "c":
            *_, x, y = before
            yield ("m", (x, y)), (step, numbers)


def registration_marks(sheet: Sheet) -> Iterator[DrawnShape]:
    """Draw the registration marks of Silhouette cutters: a square top left, angles top right and bottom left."""
    marks = sheet.registration
    if marks is None:
        return
    square, right, low = registration_areas(sheet)
    yield DrawnShape(rectangle(square), fill="#000000")
    length, width = marks.length, marks.width
    for area, upright in ((right, right.x + length - width), (low, low.x)):
        flat = area.y if area is right else area.y + length - width
        yield DrawnShape(rectangle(Area(area.x, flat, length, width)), fill="#000000")
        yield DrawnShape(rectangle(Area(upright, area.y, width, length)), fill="#000000")


def fold_marks(sheet: Sheet) -> Iterator[DrawnShape]:
    """Draw the fold marks, in the upper and lower margin."""
    if sheet.fold is None:
        return
    middle, margin = sheet.paper[0] / 2, sheet.corner[1]
    start = margin - sheet.bleed - 1
    if start > EDGE:
        for a, b in ((EDGE, start), (sheet.paper[1] - start, sheet.paper[1] - EDGE)):
            yield _FOLD._replace(path=(("m", (middle, a)), ("l", (middle, b))))


# Small text next to the cards.

_LEAST = 4.0
"""Minimum size of small text, in points."""


class SmallText(NamedTuple):
    """A text at the top of an area, with its size in points."""

    text: str
    area: Area
    size: float
    align: Align = "left"
    colour: str = "#555555"
    font: str = "Alegreya Sans"
    lines: int = 1
    weight: int = 400


@lru_cache(maxsize=256)
def draw_small_text(small: SmallText, language: str = "en") -> tuple[DrawnPart, ...]:
    """Draw a small text, shrunk to fit its area; emoji and symbols that no font has are icons."""
    style = _style(small._replace(text="", area=_NOWHERE))
    paragraphs = paragraphs_of(with_symbols([Span(small.text)], style, {}), style)
    if not paragraphs:
        return ()
    setting = fit_text(TextToFit(paragraphs, style, language), small.area.width, small.area.height)
    return tuple(setting.drawn(small.area, small.colour))


_NOWHERE = Area(0.0, 0.0, 0.0, 0.0)


@lru_cache(maxsize=32)
def _style(small: SmallText) -> Style:
    """Style of small texts that look the same, wherever they are and whatever they say."""
    return Style(
        font=small.font,
        weight=small.weight,
        size=small.size,
        min=_LEAST,
        lines=small.lines,
        align=small.align,
    )


# The footer of a sheet: a line of small text below the cards.

_ASIDE = 2.0
"""Distance from the ink of the cards and from crop marks, in mm."""


class FooterText(NamedTuple):
    """A text of the footer, with its area."""

    text: str
    area: Area
    align: Align


@lru_cache(maxsize=8)
def footer_texts(sheet: Sheet) -> Sequence[FooterText]:
    """Texts of the footer, each with its area and alignment."""
    line = sheet.footer
    if line is None:
        return ()
    y = sheet.corner[1] + sheet.block[1] + sheet.bleed + _ASIDE
    left, middle, right = (Area(x + _ASIDE, y, width - 2 * _ASIDE, 1e6) for x, width in _rooms(sheet))
    return (
        FooterText(line.left, left, "left"),
        FooterText(line.middle, middle, "centre"),
        FooterText(line.right, right, "right"),
    )


def _rooms(sheet: Sheet) -> list[tuple[float, float]]:
    """Left edge and width of three texts, each below one card, between its crop marks; round pieces have none."""
    starts, width = sheet.starts(0), sheet.card[0]
    first, last, count = starts[0], starts[-1], len(starts)
    if count == 1 or sheet.shape != "rect":
        third = sheet.block[0] / 3
        return [(first + place * third, third) for place in range(3)]
    if first == starts[-2]:
        return [(first, width), (last, width / 2), (last + width / 2, width / 2)]
    return [(first, width), (starts[count // 2], width), (last, width)]


# A ruler of 100 mm in a margin, to check that the printer does not scale the page.

_INK = "#555555"
_WIDTH = 0.1
_TEN, _FIVE, _ONE = 2.2, 1.5, 0.9
"""Lengths of the ticks in mm: at every tenth millimetre, every fifth, and all others."""

_BELOW, _LABEL, _SIZE = 2.5, 8.0, 4.5
"""Distance of the figures from the line and width of their area (mm), and their size (points)."""


def margin_ruler(sheet: Sheet) -> Iterator[DrawnPart]:
    """Draw the ruler of a sheet, if it has one: above the cards, or rotated to their left."""
    area = ruler_area(sheet) if sheet.ruler else None
    if area is None:
        return
    if area.width == RULER:
        yield from ruler(area.x, area.y)
        return
    # Rotated about its left end, the ruler runs downwards, with its ticks on the left.
    end = (area.x + area.width, area.y)
    yield DrawnGroup(tuple(ruler(*end)), 90.0, end)


def ruler(x: float, y: float) -> Iterator[DrawnPart]:
    """Draw a ruler from its left end, with ticks below the line."""
    path: list[Step] = [("m", (x, y)), ("l", (x + RULER, y))]
    for number in range(round(RULER) + 1):
        tick = _TEN if number % 10 == 0 else _FIVE if number % 5 == 0 else _ONE
        path += [("m", (x + number, y)), ("l", (x + number, y + tick))]
    yield DrawnShape(tuple(path), stroke=_INK, width=_WIDTH)
    for number in range(10, round(RULER), 10):
        area = Area(x + number - _LABEL / 2, y + _BELOW, _LABEL, 2.0)
        yield from draw_small_text(SmallText(f"{number}", area, _SIZE, "centre", _INK))
    area = Area(x + RULER - _LABEL, y + _BELOW, _LABEL, 2.0)
    yield from draw_small_text(SmallText(f"{RULER:g} mm", area, _SIZE, "right", _INK))
