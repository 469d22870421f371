"""Preflight of colours: how they look, also to colour-blind people, and values that one of these cannot tell apart."""

from __future__ import annotations

from itertools import combinations
from math import dist
from typing import TYPE_CHECKING, NamedTuple

from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.press.boxes.keys import FaceLocation
from deckwright.press.drawing.context import Scope
from deckwright.press.looks.colours import curved, linear, rgb
from deckwright.press.looks.expressions import Cases

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.findings import Where
    from deckwright.press.faces.face_file import Face
    from deckwright.press.preflight.shown import CheckedFace

    Matrix = Sequence[tuple[float, float, float]]

# How colours look: CIELAB, differences, and what colour-blind people see.

Lab = tuple[float, float, float]

Light = tuple[float, float, float]
"""A colour as CIE XYZ under D65, in which white has a Y of 1."""

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

_FROM_XYZ: Matrix = (
    (3.2404542, -1.5371385, -0.4985314),
    (-0.9692660, 1.8760108, 0.0415560),
    (0.0556434, -0.2040259, 1.0572252),
)
"""The inverse of that."""

_WHITE = (0.95047, 1.0, 1.08883)
_BEND, _SLOPE, _OFFSET = (6 / 29) ** 3, 841 / 108, 4 / 29


def difference(one: str, two: str, sight: Matrix = FULL_VISION) -> float:
    """Difference of two colours: their distance in CIELAB (CIE 1976), of which about 2 is just visible."""
    return dist(lab(one, sight), lab(two, sight))


def lab(colour: str, sight: Matrix = FULL_VISION) -> Lab:
    """Colour in CIELAB, as seen through a matrix."""
    seen = [min(max(part, 0.0), 1.0) for part in _times(sight, [linear(part / 255) for part in rgb(colour)])]
    return lab_of_xyz(_times(_TO_XYZ, seen))


def lab_of_xyz(light: Sequence[float]) -> Lab:
    """CIELAB of a colour in CIE XYZ."""
    x, y, z = (_bent(part / white) for part, white in zip(light, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def xyz_of_lab(colour: Lab) -> Light:
    """CIE XYZ of a colour in CIELAB."""
    y = (colour[0] + 16) / 116
    bent = (y + colour[1] / 500, y, y - colour[2] / 200)
    x, y, z = (white * _straight(part) for part, white in zip(bent, _WHITE, strict=True))
    return x, y, z


def rgb_of_xyz(light: Light) -> str:
    """The nearest `#rrggbb` of a colour in CIE XYZ."""
    parts = (min(max(part, 0.0), 1.0) for part in _times(_FROM_XYZ, light))
    return "#" + "".join(f"{round(255 * curved(part)):02x}" for part in parts)


def _times(matrix: Matrix, parts: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, parts, strict=True)) for row in matrix]


def _bent(part: float) -> float:
    return float(part ** (1 / 3)) if part > _BEND else _SLOPE * part + _OFFSET


def _straight(bent: float) -> float:
    return bent**3 if bent > _BEND ** (1 / 3) else (bent - _OFFSET) / _SLOPE


# Colours with a meaning that colour-blind players cannot distinguish.

LEAST_DIFFERENCE = 10.0
"""Difference at which two colours are distinguished at a glance, on two cards that are not side by side."""


def report_confusable_colours(checked: CheckedFace, fronts: Sequence[CheckedFace]) -> None:
    """Report colours by case that look alike, if only the colour distinguishes the cases, with a card of each.

    `fronts` are all faces: those that inherit these colours from one file are reported once.
    """
    for field, tone in _doubtful(checked):
        colours = _colours_by_value(checked, field, tone)
        for values in combinations([value for value in colours if colours[value]], 2):
            shown = {value: colours[value] for value in values}
            sight = _confusing(*shown.values())
            if not sight or field in checked.conditions:
                continue
            where = _where_written(checked.face, tone)
            alike = [
                other
                for other in fronts
                if other is checked
                or (
                    (field, tone) in _doubtful(other)
                    and _where_written(other.face, tone) == where
                    and shown.items() <= _colours_by_value(other, field, tone).items()
                )
            ]
            signs = [_Sign(f"{field}:{value}", _card_with(field, value, alike)) for value in values]
            checked.context.note(_finding(signs, tone, sight, where))


def _doubtful(checked: CheckedFace) -> list[tuple[str, str]]:
    """Fields on which colours of a face depend, and these colours, unless it shows the field in another way."""
    face, fields = checked.face, checked.context.game.fields
    signs = checked.signs | {name for name in checked.repeated if name in fields and not fields[name].many}
    pairs = (pair for box, row in checked.boxes for pair in _tones(face, box.colour_names, row))
    return [(field, tone) for field, tone in dict.fromkeys(pairs) if field not in signs]


def _tones(face: Face, colours: Sequence[str], row: str) -> Iterator[tuple[str, str]]:
    """Yield the fields on which some colours depend, with the names of these colours."""
    for name in colours:
        tone = face.palette.tones.get(name, "")
        if isinstance(tone, Cases) and (row or tone.by != "entry"):
            yield (row if tone.by == "entry" else tone.by), name
        elif isinstance(tone, str) and tone in face.palette.tones:
            yield from _tones(face, [tone], row)


def _colours_by_value(checked: CheckedFace, field: str, tone: str) -> dict[str, str]:
    """The colour for each value of a field; '' if there is none."""
    cases = checked.face.palette.tones[tone]
    kinds = sorted({card.kind for card in checked.cards})
    values = kinds if field == "kind" else list(checked.context.choices.get(field) or ())
    by = cases.by if isinstance(cases, Cases) else field
    known_values = values or (list(cases.cases) if isinstance(cases, Cases) else [])
    return {value: checked.face.palette.colour(tone, {by: value}.get) for value in known_values}


def _card_with(field: str, value: str, faces: Sequence[CheckedFace]) -> str:
    """The first card, of some faces, with a value of a field, or with an item of it; '' if there is none."""
    for checked in faces:
        for card in checked.cards:
            raw = Scope(checked.context, checked.face, card).raw(field)
            if value in (map(str, raw) if isinstance(raw, tuple) else (str(raw),)):
                return card.id
    return ""


def _confusing(one: str, two: str) -> str:
    """Kind of colour blindness to which two different colours look alike; empty if there is none."""
    if difference(one, two, FULL_VISION) < LEAST_DIFFERENCE:
        return ""
    return next(
        (name for name, sight in COLOUR_BLINDNESS.items() if difference(one, two, sight) < LEAST_DIFFERENCE),
        "",
    )


class _Sign(NamedTuple):
    """What a colour stands for, and a card that has it; '' if none does."""

    name: str
    card: str

    @property
    def shown(self) -> str:
        return f"{self.name} ({self.card})" if self.card else self.name


def _where_written(face: Face, colour: str) -> Where:
    """Place of a colour in the nearest file of a face that has it."""
    document = next(
        document for document in reversed(face.documents) if colour in document.value.get("palette", {})
    )
    return FaceLocation(document).where("palette", colour)


def _finding(signs: Sequence[_Sign], tone: str, sight: str, where: Where) -> Finding:
    one, two = signs
    message = tr(
        "A {sight} player cannot tell {one} from {two} by the colour {tone}. Choose a lighter and a darker "
        "one, or add a word, an icon or a shape.",
        sight={"protan": tr("red-blind"), "deutan": tr("green-blind"), "tritan": tr("blue-blind")}[sight],
        one=one.shown,
        two=two.shown,
        tone=tone,
    )
    cards = tuple(dict.fromkeys(sign.card for sign in signs if sign.card))
    return Finding("colours-alike", "warning", message, cards, found=sight, where=where)
