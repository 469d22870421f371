"""QR codes (ISO/IEC 18004): boxes of faces, and codes made by segno, as outlines."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, Literal

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.press.boxes import keys
from deckwright.press.boxes.box import Box
from deckwright.press.graphics.parts import DrawnShape, rectangle, square_in
from deckwright.press.looks.colours import INK, stops_in
from deckwright.press.looks.expressions import Cases

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.press.drawing.context import Scope
    from deckwright.press.graphics.parts import Area, DrawnPart, Path, Step, Stop
    from deckwright.press.looks.expressions import Template, TemplatePart

ErrorLevel = Literal["L", "M", "Q", "H"]
"""Error correction: a code can be read if about 7, 15, 25 or 30 per cent of it are damaged."""

LEAST_MODULE = 0.33
"""Minimum side of a module in mm: four dots of a printer with 300 dpi."""

_Point = tuple[int, int]


@lru_cache(maxsize=256)
def code_modules(text: str, error: ErrorLevel) -> tuple[bytes, ...]:
    """Rows of the modules of a QR code, 1 for dark ones, without the quiet zone.

    Raises:
        InputError: the text is too long.
    """
    import segno
    from segno.encoder import DataOverflowError

    try:
        return tuple(map(bytes, segno.make_qr(text, error=error).matrix))
    except DataOverflowError:
        message = tr(
            "The text of the QR code is too long for error: {level}: {count} characters. Shorten it, or use a lower level.",
            level=error,
            count=len(text),
        )
        raise InputError("code", message) from None


def module_size(rows: Sequence[bytes], quiet: int, side: float) -> float:
    """Side of a module in mm, if the code with its quiet zone is as wide as `side`."""
    return side / (len(rows) + 2 * quiet)


def code_path(rows: Sequence[bytes], quiet: int, area: Area) -> Path:
    """Outlines of the dark modules, for even-odd filling: no seams between modules that touch."""
    side = min(area.width, area.height)
    module = module_size(rows, quiet, side)
    left, top = (centre - side / 2 + quiet * module for centre in area.centre)
    steps: list[Step] = []
    for corners in _outlines(rows):
        points = [(left + x * module, top + y * module) for x, y in corners]
        steps += [("m", points[0]), *(("l", point) for point in points[1:]), ("h", ())]
    return tuple(steps)


def _outlines(rows: Sequence[bytes]) -> Iterator[list[_Point]]:
    """Yield the corners of each outline around dark modules, or around a hole in them."""
    ends: dict[_Point, list[_Point]] = {}
    for start, end in _edges(rows):
        ends.setdefault(start, []).append(end)
    while ends:
        first = point = next(iter(ends))
        corners: list[_Point] = []
        before = (0, 0)
        while True:
            after = _next(point, ends)
            way = after[0] - point[0], after[1] - point[1]
            if way != before:
                corners.append(point)
            before, point = way, after
            if point == first:
                break
        yield corners


def _next(point: _Point, ends: dict[_Point, list[_Point]]) -> _Point:
    end = ends[point].pop()
    if not ends[point]:
        del ends[point]
    return end


def _edges(rows: Sequence[bytes]) -> Iterator[tuple[_Point, _Point]]:
    """Yield the sides between dark and light modules, clockwise around dark ones."""

    def is_dark(x: int, y: int) -> bool:
        return 0 <= y < len(rows) and 0 <= x < len(rows) and rows[y][x] == 1

    for y in range(len(rows)):
        for x in (x for x in range(len(rows)) if rows[y][x] == 1):
            if not is_dark(x, y - 1):
                yield (x, y), (x + 1, y)
            if not is_dark(x + 1, y):
                yield (x + 1, y), (x + 1, y + 1)
            if not is_dark(x, y + 1):
                yield (x + 1, y + 1), (x, y + 1)
            if not is_dark(x - 1, y):
                yield (x, y + 1), (x, y)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class CodeBox(Box):
    """A QR code, as large as fits, in the middle of its box. A card without a field of its text has none."""

    kind = "qr"
    order = 9
    example, draws = 'qr: "{url}"', "a [QR code](#qr-codes)"

    qr: Template | Cases[Template] = keys.template()
    colour: str = keys.colour("The colour of its dark modules, from the palette; ink by default.", INK)
    ground: str = keys.paint("The colour behind it, with the zone around it; none by default.", "")
    error: Literal["L", "M", "Q", "H"] = keys.one_of(
        "L M Q H",
        "Error correction: about 7, 15, 25 or 30 per cent of the code can be damaged; M by default.",
        "M",
    )
    quiet: int = keys.key(
        {"type": "integer", "minimum": 0, "maximum": 20},
        "Width of the empty zone around it, in modules; 4 by default, as scanners need.",
        default=4,
    )

    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Draw the code, if the card has all fields of its text."""
        text, colour = self.text_on(scope), scope.ink(self.colour)
        if not text:
            return
        try:
            rows = code_modules(text, self.error)
        except InputError as fault:
            self.report(scope, "code", "error", f"{scope.card.id}: {fault.message}")
            return
        side = min(area.width, area.height)
        module = module_size(rows, self.quiet, side)
        if module < LEAST_MODULE:
            self._note_small(scope, module, side)
        square = square_in(area)
        if ground := scope.paint(self.ground, square):
            yield DrawnShape(rectangle(square), ground)
        yield DrawnShape(code_path(rows, self.quiet, area), colour, even_odd=True, solid="code")

    @property
    def templates(self) -> list[Template]:
        """All texts that it can have."""
        return self.qr.results() if isinstance(self.qr, Cases) else [self.qr]

    def veil(self, place: Area, area: Area, scope: Scope) -> list[Stop]:
        """Colours of its ground, which is square."""
        square, (x, y) = square_in(place), area.centre
        is_inside = square.x <= x <= square.far[0] and square.y <= y <= square.far[1]
        return stops_in(scope.paint(self.ground, place), area) if is_inside else []

    def text_on(self, scope: Scope) -> str:
        """Text of the code on a card; '' if the card lacks one of its fields."""
        template = self.qr.choose(scope.raw) if isinstance(self.qr, Cases) else self.qr
        parts = [_filled(part, scope) for part in template.parts] if template else []
        return "".join(parts) if all(parts) else ""

    def _note_small(self, scope: Scope, module: float, side: float) -> None:
        message = tr(
            "{card}: the QR code is too small to be scanned: its modules are {size} mm, and should be at least {least} mm. Make it {side} mm wide, or shorten its text.",
            card=scope.card.id,
            size=scope.number(round(module, 2)),
            least=scope.number(LEAST_MODULE),
            side=ceil(side * LEAST_MODULE / module),
        )
        size = round(module, 2)
        self.report(scope, "small-code", "warning", message, found=size, limit=LEAST_MODULE)


def _filled(part: TemplatePart, scope: Scope) -> str:
    if part.sort == "field":
        return scope.file_part(part.value)
    if part.expression:
        return scope.calculated(part.expression)
    return scope.word(part.value) if part.sort == "label" else part.value
