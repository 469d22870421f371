"""By what a face tells one value of a field from another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.model.query.binding import parse
from deckwright.model.query.nodes import And, Not, Or
from deckwright.model.query.vocabulary import Vocabulary
from deckwright.press.faces.boxes import BarBox, IconBox, PictureBox, RepeatBox, ShapeBox, TextBox
from deckwright.press.faces.choices import Cases
from deckwright.press.faces.needs import held, templates_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from deckwright.model.query.nodes import Query
    from deckwright.press.faces import Face
    from deckwright.press.faces.boxes import Box
    from deckwright.press.faces.scope import Desk

_CELL = {"entry", "title"}
_ASKED_AS = {"mark": "marks"}
"""Fields that queries call otherwise than faces."""


def signs_of(face: Face) -> set[str]:
    """List the fields that a face says by a word, a number, an icon, a shape or a bar, whatever its colours."""
    return {row if sign in _CELL and row else sign for box, row in walk(face) for sign in _own_signs(box)}


def walk(face: Face) -> Iterator[tuple[Box, str]]:
    """Yield every box of a face, with the field for whose entries the cells around it are (empty for none)."""
    for box in face.boxes:
        yield from _walk(box, "")


def _walk(box: Box, row: str) -> Iterator[tuple[Box, str]]:
    yield box, row
    for inner in held(box):
        yield from _walk(inner, box.repeat if isinstance(box, RepeatBox) else row)


def _own_signs(box: Box) -> Iterator[str]:
    if isinstance(box, TextBox | PictureBox):
        yield from _by(box.text if isinstance(box, TextBox) else box.picture)
        for template in templates_of(box):
            yield from template.fields
    elif isinstance(box, IconBox):
        yield from _by(box.icon)
        names = box.icon.results() if isinstance(box.icon, Cases) else [box.icon]
        yield from (name[1:-1] for name in names if name in {"{icon}", "{entry}"})
    elif isinstance(box, ShapeBox):
        yield from _by(box.shape)
    elif isinstance(box, BarBox):
        yield box.bar


def _by(value: object) -> Iterator[str]:
    if isinstance(value, Cases):
        yield value.by


def counted(face: Face) -> set[str]:
    """List the fields for which a face has a row of cells."""
    return {box.repeat for box, _ in walk(face) if isinstance(box, RepeatBox)}


def asked_of(face: Face, desk: Desk) -> set[str]:
    """List the fields on which the conditions of a face depend."""
    queries = {box.when for box, _ in walk(face) if box.when}
    vocabulary = Vocabulary.of([desk.game])
    fields = {field for query in queries for field in _fields(parse(query, vocabulary))}
    return {_ASKED_AS.get(field, field) for field in fields}


def _fields(query: Query) -> Iterator[str]:
    parts: Iterable[Query] = ()
    if isinstance(query, And | Or):
        parts = query.parts
    elif isinstance(query, Not):
        parts = (query.part,)
    else:
        yield query.field
        yield from ([query.other] if hasattr(query, "other") else [])
    for part in parts:
        yield from _fields(part)
