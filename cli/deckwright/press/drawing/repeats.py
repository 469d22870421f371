"""Draw what is drawn many times: rows of cells, and patterns."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from deckwright.press.drawing.shapes import rectangle
from deckwright.press.drawing.sharing import drawn_once
from deckwright.press.faces.scope import Entry
from deckwright.press.parts import Again

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deckwright.press.faces.boxes import PatternBox, RepeatBox
    from deckwright.press.faces.scope import Scope
    from deckwright.press.parts import Area, Drawn

    Draw = Callable[..., Iterator[Drawn]]

_SHARES = {"start": 0.0, "middle": 0.5, "end": 1.0}
_STEPS = {"right": (1, 0), "left": (-1, 0), "down": (0, 1), "up": (0, -1)}


def draw_repeat(box: RepeatBox, scope: Scope, area: Area, draw: Draw) -> Iterator[Drawn]:
    """Draw a row of cells; `draw` draws the boxes of each."""
    entries = entries_of(box.repeat, scope)
    cells = max(len(entries), box.total)
    for number in range(cells):
        corner = _corner(box, area, number, cells)
        boxes, at = (box.each, scope.at(entries[number])) if number < len(entries) else (box.rest, scope)
        kept = drawn_once(boxes, at, draw)
        if kept is None:
            yield from draw(boxes, at, corner)
        else:
            yield Again(kept, (corner,))


def entries_of(name: str, scope: Scope) -> list[Entry]:
    """List what a row has cells for: the card's marks or fields, the entries of a list, or a count.

    A choice counts by its place in the game's order, the first as one; a flag that is set counts as one.
    """
    desk, card = scope.desk, scope.card
    if name == "marks":
        return [Entry(mark, desk.label(f"mark:{mark}"), icon=desk.marks.get(mark, "")) for mark in card.marks]
    if name == "fields":
        own = [field for field in desk.choices if card.fields.get(field, False) is not False]
        return [Entry(field, _value(field, scope), desk.label(f"field:{field}")) for field in own]
    title = desk.label(f"field:{name}")
    if isinstance(listed := card.fields.get(name), list):
        return [Entry(str(one), scope.one(name, one), title) for one in listed]
    value = scope.raw(name)
    if isinstance(value, str):
        choices = desk.choices.get(name, ())
        value = choices.index(value) + 1 if value in choices else 0
    count = int(value) if isinstance(value, int | float) else 0
    return [Entry(str(number), str(number), title) for number in range(1, count + 1)]


def _value(field: str, scope: Scope) -> str:
    """Give a field as it reads beside its name: a flag is said by its name alone."""
    return "" if scope.raw(field) is True else scope.reads(field)


def height_of(box: RepeatBox, scope: Scope) -> float:
    """Give how high a row is in a stack."""
    cells = max(len(entries_of(box.repeat, scope)), box.total)
    if not cells:
        return 0.0
    return _length(box.cell[1], box.gap, cells) if box.way in {"down", "up"} else box.cell[1]


def _length(cell: float, gap: float, cells: int) -> float:
    return cells * cell + (cells - 1) * gap


def _corner(box: RepeatBox, area: Area, number: int, cells: int) -> tuple[float, float]:
    """Give the top left corner of a cell."""
    across, down = _STEPS[box.way]
    (width, height), gap, share = box.cell, box.gap, _SHARES[box.align]
    place = cells - 1 - number if across + down < 0 else number
    if across:
        start = area.x + (area.width - _length(width, gap, cells)) * share
        return start + place * (width + gap), area.y
    start = area.y + (area.height - _length(height, gap, cells)) * share
    return area.x, start + place * (height + gap)


def draw_pattern(box: PatternBox, scope: Scope, area: Area, draw: Draw) -> Iterator[Drawn]:
    """Draw a pattern over an area, cut off at its edge."""
    step_x, step_y = box.step
    places = tuple(
        (area.x + column * step_x + (step_x / 2 if box.stagger and row % 2 else 0.0), area.y + row * step_y)
        for row in range(-1, ceil(area.height / step_y) + 1)
        for column in range(-1, ceil(area.width / step_x) + 1)
    )
    yield Again(tuple(draw(box.each, scope, (0.0, 0.0))), places, rectangle(area))
