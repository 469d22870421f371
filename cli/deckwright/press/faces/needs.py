"""What the drawing of a box depends on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.faces.boxes import (
    BarBox,
    GroupBox,
    IconBox,
    PatternBox,
    PictureBox,
    RepeatBox,
    ShapeBox,
    StackBox,
    TextBox,
)
from deckwright.press.faces.choices import Cases
from deckwright.press.faces.scope import ENTRY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.press.faces.boxes import Box
    from deckwright.press.faces.loading import Face
    from deckwright.press.faces.templates import Template


class Needs(NamedTuple):
    """The fields of the card that a box asks for, the conditions it puts, and whether it `turns` on the card."""

    fields: frozenset[str]
    queries: frozenset[str]
    turns: bool


def needs_of(box: Box, face: Face) -> Needs:
    """Find out what a box, with all it holds, depends on."""
    inside = list(all_boxes(box))
    fields = {name for one in inside for name in _fields(one)}
    for colour in (colour for one in inside for colour in colours_of(one)):
        fields.update(face.palette.fields(colour))
    queries = frozenset(one.when for one in inside if one.when)
    return Needs(frozenset(fields - ENTRY), queries, any(one.both_ways for one in inside))


def all_boxes(box: Box) -> Iterator[Box]:
    """Yield a box and all it holds."""
    yield box
    for inner in held(box):
        yield from all_boxes(inner)


def held(box: Box) -> tuple[Box, ...]:
    """Give the boxes that a box itself holds."""
    if isinstance(box, GroupBox):
        return box.boxes
    if isinstance(box, StackBox):
        return box.items
    if isinstance(box, RepeatBox):
        return box.each + box.rest
    return box.each if isinstance(box, PatternBox) else ()


def colours_of(box: Box) -> list[str]:
    """List the colours that a box itself names."""
    if isinstance(box, TextBox):
        return [box.style.colour, *([box.panel.fill, box.panel.stroke] if box.panel else [])]
    if isinstance(box, ShapeBox):
        return [box.fill, box.stroke]
    if isinstance(box, BarBox):
        return [box.fill, box.ground]
    return [box.colour] if isinstance(box, IconBox) else []


def templates_of(box: TextBox | PictureBox) -> list[Template]:
    """List what a text box may write, or a picture's name be."""
    value = box.text if isinstance(box, TextBox) else box.picture
    return value.results() if isinstance(value, Cases) else [value]


def _fields(box: Box) -> Iterator[str]:
    if isinstance(box, TextBox | PictureBox):
        value = box.text if isinstance(box, TextBox) else box.picture
        if isinstance(value, Cases):
            yield value.by
        for template in templates_of(box):
            yield from template.fields
    elif isinstance(box, IconBox):
        yield from _by(box.icon)
        yield from (["icon"] if "{icon}" in _values(box.icon) else [])
    elif isinstance(box, ShapeBox):
        yield from _by(box.shape)
    elif isinstance(box, BarBox):
        yield box.bar
    elif isinstance(box, RepeatBox):
        # All fields together are hardly the same on two cards.
        yield "id" if box.repeat == "fields" else box.repeat


def _by(value: str | Cases[str]) -> list[str]:
    return [value.by] if isinstance(value, Cases) else []


def _values(value: str | Cases[str]) -> list[str]:
    return value.results() if isinstance(value, Cases) else [value]
