"""Preflight of colours: values that a colour-blind player cannot tell apart."""

from __future__ import annotations

from itertools import combinations
from math import dist
from typing import TYPE_CHECKING

from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.query.binding import parse
from deckwright.model.query.tree import And, CompareFields, Not, Or
from deckwright.model.query.vocabulary import Vocabulary
from deckwright.press.drawing.context import colours_of, nested_boxes, templates_of
from deckwright.press.faces.boxes import (
    BarBox,
    CodeBox,
    FaceLocation,
    IconBox,
    PictureBox,
    RepeatBox,
    ShapeBox,
    TextBox,
)
from deckwright.press.faces.colours import linear, rgb
from deckwright.press.faces.values import Cases

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.model.query.tree import Query
    from deckwright.press.drawing.context import RenderContext
    from deckwright.press.faces.boxes import Box
    from deckwright.press.faces.face_file import Face

    Matrix = Sequence[tuple[float, float, float]]


# Colours as colour-blind people see them.

Lab = tuple[float, float, float]

COLOUR_BLINDNESS: Mapping[str, Matrix] = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Matrices for linear sRGB as seen without red, green or blue cones: Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (2009), severity 1."""

FULL_VISION: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
"""Matrix for all three kinds of cone."""

_TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
"""From linear sRGB (IEC 61966-2-1) to CIE XYZ under D65."""

_WHITE = (0.95047, 1.0, 1.08883)
_BEND, _SLOPE, _OFFSET = (6 / 29) ** 3, 841 / 108, 4 / 29


def difference(one: str, two: str, sight: Matrix = FULL_VISION) -> float:
    """Difference of two colours: their distance in CIELAB (CIE 1976), of which about 2 is just visible."""
    return dist(lab(one, sight), lab(two, sight))


def lab(colour: str, sight: Matrix = FULL_VISION) -> Lab:
    """Colour in CIELAB, as seen through a matrix."""
    seen = [min(max(part, 0.0), 1.0) for part in _times(sight, [linear(part / 255) for part in rgb(colour)])]
    x, y, z = (_bent(part / white) for part, white in zip(_times(_TO_XYZ, seen), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _times(matrix: Matrix, parts: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, parts, strict=True)) for row in matrix]


def _bent(part: float) -> float:
    return float(part ** (1 / 3)) if part > _BEND else _SLOPE * part + _OFFSET


# How a face distinguishes the values of a field, apart from colour.

_CELL = {"entry", "title"}
_ASKED_AS = {"mark": "marks"}
"""Fields with another name in queries than on faces."""


def fields_shown(face: Face) -> set[str]:
    """Fields that a face shows as a word, a number, an icon, a shape or a bar, whatever its colours."""
    return {row if sign in _CELL and row else sign for box, row in walk(face) for sign in _own_signs(box)}


def walk(face: Face) -> Iterator[tuple[Box, str]]:
    """Yield every box of a face, with the field that the row around it repeats; empty if it is in no row."""
    for box in face.boxes:
        yield from _walk(box, "")


def _walk(box: Box, row: str) -> Iterator[tuple[Box, str]]:
    yield box, row
    for inner in nested_boxes(box):
        yield from _walk(inner, box.repeat if isinstance(box, RepeatBox) else row)


def _own_signs(box: Box) -> Iterator[str]:
    if isinstance(box, TextBox | CodeBox | PictureBox):
        yield from _by(box.picture if isinstance(box, PictureBox) else box.text)
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


def repeated_fields(face: Face) -> set[str]:
    """Fields that a face repeats in a row of cells."""
    return {box.repeat for box, _ in walk(face) if isinstance(box, RepeatBox)}


def fields_in_conditions(face: Face, context: RenderContext) -> set[str]:
    """Fields that the conditions of a face depend on."""
    queries = {box.when for box, _ in walk(face) if box.when}
    vocabulary = Vocabulary.of([context.game])
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
        if isinstance(query, CompareFields):
            yield query.other
    for part in parts:
        yield from _fields(part)


# Colours with a meaning that colour-blind players cannot distinguish.

LEAST_DIFFERENCE = 10.0
"""Difference at which two colours are distinguished at a glance, on two cards that are not side by side."""


def report_confusable_colours(face: Face, kinds: Sequence[str], context: RenderContext) -> None:
    """Report colours by case that look alike, if only the colour distinguishes the cases."""
    fields = context.game.fields
    signs = fields_shown(face) | {
        name for name in repeated_fields(face) if name in fields and not fields[name].many
    }
    doubtful = [(field, tone) for field, tone in _meaning(face) if field not in signs]
    found = [
        finding for field, tone in doubtful for finding in _confusions(face, field, tone, kinds, context)
    ]
    if not found:
        return
    asked = fields_in_conditions(face, context)
    for field, finding in found:
        if field not in asked:
            context.note(finding)


def _meaning(face: Face) -> list[tuple[str, str]]:
    """Fields on which colours of the face depend, with the names of these colours."""
    pairs = (pair for box, row in walk(face) for pair in _tones(face, colours_of(box), row))
    return list(dict.fromkeys(pairs))


def _tones(face: Face, colours: Sequence[str], row: str) -> Iterator[tuple[str, str]]:
    for name in colours:
        tone = face.palette.tones.get(name, "")
        if isinstance(tone, Cases) and (row or tone.by != "entry"):
            yield (row if tone.by == "entry" else tone.by), name
        elif isinstance(tone, str) and tone in face.palette.tones:
            yield from _tones(face, [tone], row)


def _confusions(
    face: Face, field: str, tone: str, kinds: Sequence[str], context: RenderContext
) -> Iterator[tuple[str, Finding]]:
    cases = face.palette.tones[tone]
    values = list(kinds) if field == "kind" else list(context.choices.get(field) or ())
    by = cases.by if isinstance(cases, Cases) else field
    known_values = values or (list(cases.cases) if isinstance(cases, Cases) else [])
    colours = {value: face.palette.colour(tone, {by: value}.get) for value in known_values}
    for one, two in combinations([value for value in colours if colours[value]], 2):
        sight = _confusing(colours[one], colours[two])
        if sight:
            yield field, _finding(face, tone, f"{field}:{one}", f"{field}:{two}", sight)


def _confusing(one: str, two: str) -> str:
    """Kind of colour blindness to which two different colours look alike; empty if there is none."""
    if difference(one, two, FULL_VISION) < LEAST_DIFFERENCE:
        return ""
    return next(
        (name for name, sight in COLOUR_BLINDNESS.items() if difference(one, two, sight) < LEAST_DIFFERENCE),
        "",
    )


def _finding(face: Face, tone: str, one: str, two: str, sight: str) -> Finding:
    document = next(one for one in reversed(face.documents) if tone in one.value.get("palette", {}))
    message = tr(
        "A {sight} player cannot tell {one} from {two} by the colour {tone}. Choose a lighter and a darker "
        "one, or add a word, an icon or a shape.",
        sight={"protan": tr("red-blind"), "deutan": tr("green-blind"), "tritan": tr("blue-blind")}[sight],
        one=one,
        two=two,
        tone=tone,
    )
    where = FaceLocation(document).at("palette", tone).where()
    return Finding("colours-alike", "warning", message, found=sight, where=where)
