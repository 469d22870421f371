"""QR codes (ISO/IEC 18004), made by segno, as outlines."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from deckwright.errors import InputError
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.press.graphics.parts import Area, Path, Step

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
