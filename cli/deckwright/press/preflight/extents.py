"""How far the texts and icons of a drawing reach."""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.parts import POINT, Again, Group, Picture, Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from deckwright.press.parts import Drawn

    Corners = list[tuple[float, float]]

_DESCENT = 0.2
"""How far small letters reach below their line, in sizes."""


class Extent(NamedTuple):
    """The edges of a text's line or of an icon, in mm from the top left corner."""

    left: float
    top: float
    right: float
    bottom: float
    is_icon: bool


def extents(parts: Iterable[Drawn]) -> Iterator[Extent]:
    """Yield the extent of every line of text and every icon; patterns, which are cut off at an edge, are not looked at."""
    for corners, is_icon in _corners(parts):
        across, down = zip(*corners, strict=True)
        yield Extent(min(across), min(down), max(across), max(down), is_icon)


def _corners(parts: Iterable[Drawn]) -> Iterator[tuple[Corners, bool]]:
    for part in parts:
        if isinstance(part, Text):
            yield from ((corners, False) for corners in _lines(part))
        elif isinstance(part, Picture):
            half = part.side / 2
            yield _rectangle(part.x - half, part.y - half, part.x + half, part.y + half), True
        elif isinstance(part, Group):
            for corners, is_icon in _corners(part.parts):
                yield _turned(corners, part), is_icon
        elif isinstance(part, Again) and not part.clip:
            for corners, is_icon in _corners(part.parts):
                for x, y in part.places:
                    yield [(x + across, y + down) for across, down in corners], is_icon


def _lines(text: Text) -> Iterator[Corners]:
    for line in text.lines:
        runs = [run for run in line.runs if not run.span]
        if runs:
            last, unit = runs[-1], text.size * POINT
            letters = len(last.text.rstrip())
            width = last.font.widths[last.text.rstrip()] + max(letters - 1, 0) * text.tracking
            top = line.y - max(run.font.cap for run in runs) / 1000 * unit
            reach = _DESCENT * any(run.text != run.text.upper() for run in runs)
            yield _rectangle(runs[0].start, top, last.start + width / 1000 * unit, line.y + reach * unit)


def _rectangle(left: float, top: float, right: float, bottom: float) -> Corners:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _turned(corners: Corners, group: Group) -> Corners:
    if not group.turn:
        return corners
    turn, (x, y) = radians(group.turn), group.centre
    return [
        (
            x + (across - x) * cos(turn) - (down - y) * sin(turn),
            y + (across - x) * sin(turn) + (down - y) * cos(turn),
        )
        for across, down in corners
    ]
