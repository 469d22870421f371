"""Tuck boxes: the flat shape of a box for a deck, folded and glued, and dividers for it; printed with lines to cut and to fold.

Flat, a box is back, side, front and side in a row, and a flap that is glued inside the back. The bottom hangs on the front, with a
flap that is glued to the back; the lid hangs on the back, and its flap is tucked behind the front, which has a notch for the thumb.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from deckwright.errors import InputError
from deckwright.messages import print_tr, tr
from deckwright.model.languages import with_decimal_sign
from deckwright.press.documents.content import INK, PAPER, SOFT, DocumentLook
from deckwright.press.documents.painter import Painter, PdfWriter, PrintedDocument, TextLook, panel
from deckwright.press.graphics.cuts import cut_path
from deckwright.press.graphics.parts import (
    Area,
    DrawnGroup,
    DrawnRepeat,
    DrawnShape,
    polygon,
    polyline,
    rectangle,
)
from deckwright.press.sheets.sheet import Sheet, count_fitting, load_sheet, sheet_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.press.graphics.cuts import Outline
    from deckwright.press.graphics.parts import DrawnPart, Path

    Point = tuple[float, float]

# Sizes, in mm.

CARD_THICKNESS = 0.32
"""Thickness of a card of 300 g/m², as it lies in a deck."""

SLEEVES = {"thin": 0.1, "premium": 0.2, "double": 0.35}
"""What a sleeve adds to the thickness of a card: both its films, of 50 or 100 micrometres; `double` is a thin one in a premium one."""

SLEEVE_EDGE = 3.0
"""What a sleeve adds to the width and height of a card: sleeves for cards of 63 × 88 mm measure 66 × 91."""

ROOM = 1.0
"""Room inside a box in each direction, beyond the deck: cards bend a little, and the board of the box folds inwards."""

LEAST_DEPTH = 5.0
"""Least depth of a box: sides that are narrower cannot be folded by hand."""

TAB = 10.0
"""Height of a divider's tab, which stands out above the cards."""

_GLUE, _TUCK, _DUST, _THUMB = 12.0, 16.0, 18.0, 9.0
"""Largest depths of the flaps that are glued, of the one that closes the lid, and of those below it; radius of the notch."""

_TIGHT = 0.65
"""Share of these depths if the paper is too small otherwise."""


class BoxSize(NamedTuple):
    """Inside of a box: width and height of a panel, and depth."""

    width: float
    height: float
    depth: float


class BoxedDeck(NamedTuple):
    """Cards in a box: their number, size and thickness, that of a sleeve (0 for none), and the dividers between them."""

    cards: int
    card: tuple[float, float]
    thickness: float = CARD_THICKNESS
    sleeve: float = 0.0
    dividers: int = 0

    @property
    def box(self) -> BoxSize:
        """Size that a box for this deck has inside."""
        edge = ROOM + (SLEEVE_EDGE if self.sleeve else 0.0)
        tab = TAB if self.dividers else 0.0
        depth = self.cards * (self.thickness + self.sleeve) + self.dividers * self.thickness + ROOM
        sizes = (self.card[0] + edge, self.card[1] + edge + tab, max(depth, LEAST_DEPTH))
        return BoxSize(*(round(size, 2) for size in sizes))


# The flat shape of a box.


class Panel(NamedTuple):
    """Panel or flap of a box: its corners, of which the first two are its hinge on the panel that it `folds_to`.

    `cut` is the path of its free edges, and a panel that is `glued` has no colour.
    """

    corners: tuple[Point, Point, Point, Point]
    folds_to: str
    cut: Path = ()
    glued: bool = False

    @property
    def area(self) -> Area:
        """Smallest rectangle around it."""
        across, down = zip(*self.corners, strict=True)
        return Area(min(across), min(down), max(across) - min(across), max(down) - min(down))


class FlatBox(NamedTuple):
    """A box before it is folded: its panels by name, in mm from its top left corner, and its size as it lies there."""

    panels: dict[str, Panel]
    size: tuple[float, float]


def flat_box(box: BoxSize, share: float = 1.0) -> FlatBox:
    """Flat shape of a box, with a `share` of the usual depth of its flaps.

    Panels that meet when it is folded have edges of the same length.
    """
    width, height, depth = box
    tuck, glue = min(share * _TUCK, height / 3), min(share * _GLUE, height / 3, width / 2)
    dust, slant = min(share * _DUST, 0.45 * width), min(depth / 5, 3.0)
    top = max(tuck + depth, dust)
    low = top + height
    back, left, front, right = width, width + depth, 2 * width + depth, 2 * (width + depth)
    edges = {
        "left": ((back, top), (back, low)),
        "front": ((left, top), (left, low)),
        "right": ((front, top), (front, low)),
        "seam": ((right, top), (right, low)),
        "lid": ((0.0, top), (back, top)),
        "tuck": ((0.0, top - depth), (back, top - depth)),
        "bottom": ((front, low), (left, low)),
        "bottom seam": ((front, low + depth), (left, low + depth)),
        "left dust flap": ((back, top), (left, top)),
        "right dust flap": ((front, top), (right, top)),
        "left bottom flap": ((left, low), (back, low)),
        "right bottom flap": ((right, low), (front, low)),
    }
    outer = ((0.0, top), (0.0, low), (back, low), (back, top))
    panels = {
        "back": Panel(outer, "", polyline(outer[:3])),
        "left": Panel(_corners(edges["left"], depth), "back"),
        "front": Panel(_corners(edges["front"], width), "left", _notched((left, top), width)),
        "right": Panel(_corners(edges["right"], depth), "front"),
        "seam": _flap(edges["seam"], "right", glue, glue / 2)._replace(glued=True),
        "lid": _between(edges["lid"], "back", depth),
        "tuck": _flap(edges["tuck"], "lid", tuck, radius=tuck / 2),
        "bottom": _between(edges["bottom"], "front", depth),
        "bottom seam": _flap(edges["bottom seam"], "bottom", glue, glue / 2)._replace(glued=True),
        **{
            f"{side} {flap}": _flap(edges[f"{side} {flap}"], side, dust, slant)
            for side in ("left", "right")
            for flap in ("dust flap", "bottom flap")
        },
    }
    return FlatBox(panels, (right + glue, low + max(depth + glue, dust)))


def _corners(
    hinge: tuple[Point, Point], depth: float, slant: float = 0.0
) -> tuple[Point, Point, Point, Point]:
    """Corners of a flap to the left of its hinge, as one goes along it; both its sides run inwards by `slant`."""
    (x, y), (end_x, end_y) = hinge
    length = abs(end_x - x) + abs(end_y - y)
    across, down = (end_x - x) / length, (end_y - y) / length
    far_x, far_y = down * depth, -across * depth
    last = x + far_x + across * slant, y + far_y + down * slant
    third = end_x + far_x - across * slant, end_y + far_y - down * slant
    return hinge[0], hinge[1], third, last


def _between(hinge: tuple[Point, Point], folds_to: str, depth: float) -> Panel:
    """Panel with a flap at its other end: only its sides are cut."""
    corners = _corners(hinge, depth)
    start, end, third, last = corners
    return Panel(corners, folds_to, (*polyline((end, third)), *polyline((last, start))))


def _flap(
    hinge: tuple[Point, Point], folds_to: str, depth: float, slant: float = 0.0, radius: float = 0.0
) -> Panel:
    corners = _corners(hinge, depth, slant)
    start, end, third, last = corners
    return Panel(corners, folds_to, _rounded((end, third, last, start), radius))


def _rounded(points: Sequence[Point], radius: float) -> Path:
    """Path through four points, rounded at the two in the middle."""
    start, *middle, end = points
    path: list[tuple[str, tuple[float, ...]]] = [("m", start)]
    for before, (x, y), after in zip(points, middle, points[2:], strict=False):
        near, far = _towards((x, y), before, radius), _towards((x, y), after, radius)
        path += [("l", near), ("c", (x, y, x, y, *far))] if radius else [("l", (x, y))]
    return (*path, ("l", end))


def _towards(start: Point, end: Point, distance: float) -> Point:
    length = abs(end[0] - start[0]) + abs(end[1] - start[1])
    share = distance / length
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _notched(corner: Point, width: float) -> Path:
    """Upper edge of the front, with half a circle for the thumb."""
    x, y = corner
    middle, radius = x + width / 2, min(_THUMB, width / 5)
    control = radius * 0.5523
    return (
        ("m", corner),
        ("l", (middle - radius, y)),
        ("c", (middle - radius, y + control, middle - control, y + radius, middle, y + radius)),
        ("c", (middle + control, y + radius, middle + radius, y + control, middle + radius, y)),
        ("l", (x + width, y)),
    )


# Drawing: colour and art below, then words, then lines.

_BLEED = 2.0
_PLATE = 0.86
_TITLE = TextLook(26, 7, 900, PAPER, "centre", "middle", 2, 1.0)
_SUBTITLE = TextLook(11, 5, 500, PAPER, "centre", "middle", 2)
_SPINE = TextLook(15, 4, 800, PAPER, "centre", "middle", 1, 1.0)
_NOTE = TextLook(8, 4, 400, INK, valign="middle", lines=2)
_GLUE_NOTE = TextLook(8, 4, 400, SOFT, "centre", "middle", 1)
_NOTE_LINE, _SAMPLE = 4.2, 11.0


class Art(NamedTuple):
    """A card's back: its parts, and the size and outline of the card."""

    parts: tuple[DrawnPart, ...]
    size: tuple[float, float]
    cut: Outline = "rect"

    def in_middle_of(self, area: Area) -> DrawnRepeat:
        """The art in an area, clipped to it, or to the outline of the card."""
        width, height = self.size
        x, y = area.centre[0] - width / 2, area.centre[1] - height / 2
        clip = rectangle(area) if self.cut == "rect" else cut_path(self.cut, Area(x, y, width, height))
        return DrawnRepeat(self.parts, ((x, y),), clip)


class TuckBox(NamedTuple):
    """What is printed on a box and its dividers: the title of the game, that of the deck, and the back of its cards."""

    title: str
    subtitle: str
    language: str
    deck: BoxedDeck
    art: Art
    look: DocumentLook = DocumentLook()
    dividers: tuple[str, ...] = ()


def print_tuckbox(
    box: TuckBox, paper: tuple[float, float], assets: Mapping[str, bytes], out: BinaryIO
) -> PrintedDocument:
    """Write a page with a flat box, and pages with its dividers.

    Raises:
        InputError: the paper is too small.
    """
    flat, page = _laid_out(box.deck.box, paper)
    painter = Painter(box.language, assets, box.look)
    writer = PdfWriter(box, assets, page)
    corner = (page[0] - flat.size[0]) / 2, (page[1] - flat.size[1]) / 2
    writer.page([DrawnRepeat(tuple(_draw_box(box, flat, painter)), (corner,))])
    for parts in _divider_pages(box, page, painter):
        writer.page(parts)
    writer.save(out)
    return PrintedDocument(writer.pages, 1, list(painter.findings))


_MARGIN = 5.0
"""Least margin of the paper, in mm: few printers print closer to its edge."""


def _laid_out(box: BoxSize, paper: tuple[float, float]) -> tuple[FlatBox, tuple[float, float]]:
    """Flat shape of a box, and the paper as it has room for it: upright, or else on its side."""
    for share in (1.0, _TIGHT):
        flat = flat_box(box, share)
        for turned in (paper, paper[::-1]):
            if all(side + 2 * _MARGIN <= room for side, room in zip(flat.size, turned, strict=True)):
                return flat, turned
    size = flat.size
    message = tr(
        "The box does not fit on the paper: flat, it is {width} × {height} mm, and the paper {paper_width} × {paper_height}.",
        width=f"{size[0]:.0f}",
        height=f"{size[1]:.0f}",
        paper_width=paper[0],
        paper_height=paper[1],
    )
    larger = [name for name in sheet_names() if _holds(load_sheet(name).paper, size)]
    hint = tr("Use --sheet {names}, or fewer cards with --cards.", names=", ".join(larger))
    raise InputError("paper", message, hint=hint if larger else tr("Use fewer cards with --cards."))


def _holds(paper: tuple[float, float], size: tuple[float, float]) -> bool:
    return all(side + 2 * _MARGIN <= room for side, room in zip(sorted(size), sorted(paper), strict=True))


def _draw_box(box: TuckBox, flat: FlatBox, painter: Painter) -> Iterator[DrawnPart]:
    panels = flat.panels
    yield from _ground((polygon(each.corners) for each in panels.values() if not each.glued), painter)
    for name in ("back", "front"):
        yield box.art.in_middle_of(panels[name].area)
    yield from _plate(box, panels["front"].area, painter)
    lid = panels["lid"].area
    yield _turned(painter.text(box.title, _SPINE, lid.inset(2, 0.5)), 180, lid)
    for name in ("left", "right"):
        yield from _spine(box.title, panels[name].area, painter)
    for name in ("seam", "bottom seam"):
        yield from _glue_note(panels[name].area, painter)
    yield from _fold_lines(polyline(each.corners[:2]) for each in panels.values() if each.folds_to)
    yield from _cut_lines(each.cut for each in panels.values() if each.cut)
    back = panels["back"].area
    room = Area(
        back.x, back.far[1] + _BLEED + 1, back.width - _BLEED, flat.size[1] - back.far[1] - _BLEED - 1
    )
    yield from _legend(box, room, painter)


def _ground(shapes: Iterable[Path], painter: Painter) -> Iterator[DrawnPart]:
    """Fill shapes, and what is just outside them, so that no white shows if the knife slips."""
    colour = painter.look.deep
    return (DrawnShape(path, colour, colour, 2 * _BLEED) for path in shapes)


def _plate(box: TuckBox, front: Area, painter: Painter) -> Iterator[DrawnPart]:
    """Draw the title on a plate across the front, and below it the name of the deck."""
    height = front.height * (0.3 if box.subtitle else 0.24)
    plate = front.inset(front.width * (1 - _PLATE) / 2, (front.height - height) / 2)
    yield panel(plate, 2.0, painter.look.deep)
    words = plate.inset(2.0, 1.0)
    share = 0.68 if box.subtitle else 1.0
    title = words._replace(height=words.height * share)
    yield from painter.text(box.title, _TITLE, title)
    below = words._replace(y=title.far[1], height=words.height - title.height)
    yield from painter.text(box.subtitle, _SUBTITLE, below)


def _spine(title: str, side: Area, painter: Painter) -> Iterator[DrawnPart]:
    """Draw the title on a side, to be read with the head turned to the right."""
    x, y = side.centre
    flat = Area(x - side.height / 2, y - side.width / 2, side.height, side.width).inset(3, 0.5)
    yield _turned(painter.text(title, _SPINE, flat), 90, side)


def _turned(parts: Iterable[DrawnPart], angle: float, area: Area) -> DrawnGroup:
    return DrawnGroup(tuple(parts), angle, area.centre)


def _glue_note(flap: Area, painter: Painter) -> Iterator[DrawnPart]:
    x, y = flap.centre
    if flap.width > flap.height:
        words = Area(x - flap.width / 4, y + _BLEED / 2 - 2, flap.width / 2, 4)
        yield from painter.text(print_tr("Glue"), _GLUE_NOTE, words)
    else:
        words = Area(x - flap.height / 2, y - 2 - _BLEED / 2, flap.height, 4)
        yield _turned(painter.text(print_tr("Glue"), _GLUE_NOTE, words), 90, flap)


def _fold_lines(paths: Iterable[Path]) -> Iterator[DrawnPart]:
    """Draw dashes that can be seen on any colour: dark ones on a light line."""
    for path in paths:
        yield DrawnShape(path, stroke=PAPER, width=0.25)
        yield DrawnShape(path, stroke=INK, width=0.25, dash=(1.5, 1.5))


def _cut_lines(paths: Iterable[Path]) -> Iterator[DrawnPart]:
    """Draw lines that can be seen on any colour: dark ones with light edges."""
    for path in paths:
        yield DrawnShape(path, stroke=PAPER, width=0.8, cap=2)
        yield DrawnShape(path, stroke=INK, width=0.25, cap=2)


def _legend(box: TuckBox, area: Area, painter: Painter) -> Iterator[DrawnPart]:
    """Draw what the lines mean, and how large the box is inside, where nothing of the box is."""
    samples = ((print_tr("Cut"), _cut_lines), (print_tr("Fold"), _fold_lines))
    for number, (word, draw) in enumerate(samples):
        y = area.y + (number + 0.5) * _NOTE_LINE
        yield from draw([polyline(((area.x, y), (area.x + _SAMPLE, y)))])
        words = Area(area.x + _SAMPLE + 2, y - _NOTE_LINE / 2, area.width - _SAMPLE - 2, _NOTE_LINE)
        yield from painter.text(word, _NOTE, words)
    inside = (with_decimal_sign(f"{size:.1f}", box.language) for size in box.deck.box)
    sizes = dict(zip(("width", "height", "depth"), inside, strict=True))
    rest = area._replace(y=area.y + 2 * _NOTE_LINE, height=area.height - 2 * _NOTE_LINE)
    yield from painter.text(
        print_tr("{width} × {height} × {depth} mm inside", **sizes), _NOTE._replace(valign="top"), rest
    )


# Dividers: cards of a deck's size with a tab, at the left, in the middle or at the right.

_TAB_WIDTH = 0.42
_TAB_WORDS = TextLook(13, 5, 800, PAPER, "centre", "middle", 2, 1.0)


def _divider_pages(box: TuckBox, paper: tuple[float, float], painter: Painter) -> Iterator[list[DrawnPart]]:
    width, height = box.deck.box.width - ROOM, box.deck.box.height - ROOM
    count = count_fitting(paper, (width, height), (0.0, 0.0), (_MARGIN, _MARGIN), None)
    places = Sheet("dividers", paper, (width, height), *count).places()
    for start in range(0, len(box.dividers), len(places)):
        titles = enumerate(box.dividers[start : start + len(places)], start)
        dividers = [
            _Divider(title, number % 3, Area(x, y, width, height))
            for (number, title), (x, y) in zip(titles, places, strict=False)
        ]
        grounds = _ground((each.path for each in dividers), painter)
        drawn = (each.drawn(box.art, painter) for each in dividers)
        yield [*grounds, *chain.from_iterable(drawn), *_cut_lines(each.path for each in dividers)]


class _Divider(NamedTuple):
    """Divider with its title, the place of its tab (0 at the left, 2 at the right), and its area on the page."""

    title: str
    place: int
    area: Area

    @property
    def tab(self) -> Area:
        """Area of the tab."""
        width = self.area.width * _TAB_WIDTH
        return Area(self.area.x + self.place * (self.area.width - width) / 2, self.area.y, width, TAB)

    @property
    def path(self) -> Path:
        """Outline, with the tab."""
        x, y, right, low = self.area.x, self.area.y + TAB, *self.area.far
        tab = self.tab
        corners = [(x, y), (tab.x, y), (tab.x, tab.y), (tab.far[0], tab.y), (tab.far[0], y), (right, y)]
        return polygon(dict.fromkeys([*corners, (right, low), (x, low)]))

    def drawn(self, art: Art, painter: Painter) -> Iterator[DrawnPart]:
        """Draw the art below the tab, and the title on it."""
        body = self.area._replace(y=self.area.y + TAB, height=self.area.height - TAB)
        yield art.in_middle_of(body)
        yield from painter.text(self.title, _TAB_WORDS, self.tab.inset(1.5, 1.0))
