"""Sizes and outlines of cards: sizes by name or as width and height, and the paths along which cards are cut."""

from __future__ import annotations

import re
from functools import cache
from math import hypot
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.yaml import read_document
from deckwright.messages import tr
from deckwright.model.words import nearest
from deckwright.press.graphics.parts import Area, outline, polygon, rectangle
from deckwright.press.graphics.svg import path_of_data

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deckwright.findings import Where
    from deckwright.press.graphics.parts import Path, Step


Outline = str
"""`rect`, `hexagon` or `circle`, or the data of an SVG path in mm from the card's top left corner, such as `M0 0H9V9Z`."""

HEXAGON = ((0, 0.5), (0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1))
"""Corners of a hexagon with horizontal sides, as shares of its width and height."""

_NAMED_OUTLINES = {"rect", "hexagon", "circle"}

_POINTS = 24
"""Straight lines that a curve is replaced by."""

_SLIP = 0.01
"""Tolerance in mm for rounding."""

SAFE = 3.0
"""Default distance of texts and icons from the cut, in mm, which is never exact."""

_Point = tuple[float, float]


def has_path(cut: Outline) -> bool:
    """Whether an outline is a path of its own."""
    return cut not in _NAMED_OUTLINES


def cut_path(cut: Outline, area: Area, radius: float = 0.0) -> Path:
    """Outline of a card in an area; `radius` is that of a rectangle's corners."""
    if cut == "hexagon":
        return polygon((area.x + x * area.width, area.y + y * area.height) for x, y in HEXAGON)
    if cut == "circle":
        return outline("circle", area)
    if cut == "rect":
        return rectangle(area, (radius,) * 4)
    return tuple((step, _moved(numbers, area)) for step, numbers in _read(cut))


def scaled_cut(cut: Outline, across: float, down: float) -> Outline:
    """Outline for a card that is so many times as wide and as high; a path that is not valid stays as it is."""
    if not has_path(cut) or across == down == 1:
        return cut
    try:
        steps = _read(cut)
    except InputError:
        return cut
    letters = {"m": "M", "l": "L", "c": "C", "h": "Z"}
    return " ".join(
        letters[step]
        + " ".join(f"{number * (down if at % 2 else across):.4f}" for at, number in enumerate(numbers))
        for step, numbers in steps
    )


def _moved(numbers: Sequence[float], area: Area) -> tuple[float, ...]:
    return tuple(number + (area.y if at % 2 else area.x) for at, number in enumerate(numbers))


@cache
def _read(data: str) -> Path:
    return path_of_data(re.sub(r"\s+", " ", data).strip())


def cut_points(cut: Outline, size: tuple[float, float]) -> list[_Point]:
    """Corners of the outline of a card, with curves as short lines."""
    points: list[_Point] = []
    for step, numbers in cut_path(cut, Area(0.0, 0.0, *size)):
        points += _points(step, numbers, points)
    return points


def _points(step: str, numbers: Sequence[float], before: Sequence[_Point]) -> list[_Point]:
    if step != "c":
        return [(numbers[0], numbers[1])] if numbers else []
    (ax, ay), (bx, by, cx, cy, dx, dy) = before[-1], numbers
    shares = (number / _POINTS for number in range(1, _POINTS + 1))
    return [
        (
            (1 - t) ** 3 * ax + 3 * (1 - t) ** 2 * t * bx + 3 * (1 - t) * t**2 * cx + t**3 * dx,
            (1 - t) ** 3 * ay + 3 * (1 - t) ** 2 * t * by + 3 * (1 - t) * t**2 * cy + t**3 * dy,
        )
        for t in shares
    ]


def cut_error(cut: Outline, size: tuple[float, float]) -> str:
    """What is wrong with an outline for a card of this size; '' if nothing is."""
    if not has_path(cut):
        return ""
    try:
        steps = _read(cut)
    except InputError as fault:
        return fault.message
    if [step for step, _ in steps].count("m") != 1 or not steps:
        return tr("The outline has several parts. Use a single path, with one M at its beginning.")
    if not _is_closed(steps):
        return tr("The outline is open: it does not end where it begins. Add Z at its end.")
    points = cut_points(cut, size)
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    left, top = min(x for x, _ in points), min(y for _, y in points)
    if min(left, top) < -_SLIP or right > size[0] + _SLIP or bottom > size[1] + _SLIP:
        return tr(
            "The outline is larger than the card: it goes from {left}, {top} to {right}, {bottom} mm, and the card is {width} × {height} mm. Change the path, or the size.",
            width=size[0],
            height=size[1],
            left=round(left, 2),
            top=round(top, 2),
            right=round(right, 2),
            bottom=round(bottom, 2),
        )
    return ""


def _is_closed(steps: Sequence[Step]) -> bool:
    step, numbers = steps[-1]
    return step == "h" or numbers[-2:] == steps[0][1]


def cut_distance(point: _Point, corners: Sequence[_Point]) -> float:
    """Distance of a point from an outline in mm; negative outside of it."""
    x, y = point
    nearest, inside = float("inf"), False
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
        across, down = bx - ax, by - ay
        length = across * across + down * down
        share = max(0.0, min(1.0, ((x - ax) * across + (y - ay) * down) / length)) if length else 0.0
        nearest = min(nearest, hypot(x - ax - share * across, y - ay - share * down))
    return nearest if inside else -nearest


class CardSize(NamedTuple):
    """A size of cards: width and height in mm, radius of the corners, and outline."""

    size: tuple[float, float]
    corner: float = 0.0
    shape: Outline = "rect"


POKER = CardSize((63.0, 88.0), 3.0)
"""Size of the cards of faces that name none."""


_INSETS = {"hexagon": (0.23, 0.12), "circle": (0.17, 0.17)}
"""Shares of width and height beyond which a rectangle is inside an outline."""


def insets_of(size: tuple[float, float], shape: Outline) -> tuple[float, float]:
    """How far texts stay from the left and right, and from the upper and lower edges of a card, in mm."""
    across, down = _INSETS.get(shape, (0.0, 0.0))
    return size[0] * across or 5.0, size[1] * down or 4.0


@cache
def _sizes() -> dict[str, Any]:
    value: dict[str, Any] = read_document(resources.folder("exports") / "sizes.yaml").value
    return value


def card_size_names() -> list[str]:
    """Names of the sizes of cards."""
    return [*_sizes()["cards"]]


def paper_size(value: str | Sequence[float], where: Where | None) -> tuple[float, float]:
    """Width and height of a paper in mm, by its name or as numbers.

    Raises:
        InputError: no paper has this name.
    """
    if isinstance(value, str):
        papers: dict[str, list[float]] = _sizes()["papers"]
        if value not in papers:
            raise _unknown(tr("Unknown paper: {name}.", name=value), value, papers, where)
        value = papers[value]
    return float(value[0]), float(value[1])


def card_size(value: str | Sequence[float], where: Where | None) -> CardSize:
    """Size of cards, by its name or as width and height.

    Raises:
        InputError: no size has this name.
    """
    if not isinstance(value, str):
        return CardSize((float(value[0]), float(value[1])))
    sizes: dict[str, dict[str, Any]] = _sizes()["cards"]
    if value not in sizes:
        raise _unknown(tr("Unknown card size: {name}.", name=value), value, sizes, where)
    across, down = sizes[value]["size"]
    return CardSize(**{**sizes[value], "size": (float(across), float(down))})


def _unknown(message: str, name: str, names: Iterable[str], where: Where | None) -> InputError:
    near = ", ".join(nearest(name, list(names)) or names)
    return InputError("bad-size", message, hint=tr("Use one of: {names}.", names=near), where=where)
