"""Preflight of colours: how they look, also to colour-blind people, and values that one of these cannot tell apart."""

from __future__ import annotations

from itertools import combinations
from math import dist
from typing import TYPE_CHECKING, NamedTuple

from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.press.boxes.box import shown_boxes
from deckwright.press.boxes.keys import FaceLocation
from deckwright.press.boxes.text import TextBox
from deckwright.press.drawing.context import Scope
from deckwright.press.looks.colours import OWN, curved, linear, rgb
from deckwright.press.looks.expressions import Cases

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    from deckwright.findings import Where
    from deckwright.press.drawing.context import FaceToDraw
    from deckwright.press.drawing.words import Span
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
            where = _where_written(checked.face, "palette", tone)
            alike = [
                other
                for other in fronts
                if other is checked
                or (
                    (field, tone) in _doubtful(other)
                    and _where_written(other.face, "palette", tone) == where
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


def _where_written(face: FaceToDraw, section: str, name: str) -> Where:
    """Place of an entry of a section in the nearest file of a face that has it."""
    document = next(
        document for document in reversed(face.documents) if name in document.value.get(section, {})
    )
    return FaceLocation(document).where(section, name)


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


# Words and icons in texts that only their colours distinguish.


class _Mark(NamedTuple):
    """Words in a colour, or an icon: what distinguishes it besides, its sign, its colour, and where that is set.

    Plain words, which are compared with those of the same `box` only, have no `where`.
    """

    form: Hashable
    sign: _Sign
    colour: str
    tone: str
    box: TextBox
    where: Where | None = None


def report_confusable_runs(checked: CheckedFace) -> None:
    """Report words in colours, and icons of one form, that look alike to colour-blind players, with a card of each."""
    face, context = checked.face, checked.context
    if not face.runs and not face.icon_colours:
        return
    marks: dict[Hashable, _Mark] = {}
    aside = context.for_measuring()
    for scope in checked.looks:
        for box, inner, _ in shown_boxes(face.boxes, scope._replace(context=aside)):
            for span in box.spans_on(inner) if isinstance(box, TextBox) else ():
                if isinstance(box, TextBox) and (mark := _mark_of(span, box, inner)):
                    key = mark.form, mark.sign.name, mark.colour, None if mark.where else box
                    marks.setdefault(key, mark)
    noted: set[tuple[str, str]] = set()
    for one, two in combinations(marks.values(), 2):
        if one.form != two.form or one.sign.name == two.sign.name or (one.sign.name, two.sign.name) in noted:
            continue
        where = one.where or two.where
        is_apart = one.box is not two.box and not (one.where and two.where)
        if where and not is_apart and (sight := _confusing(one.colour, two.colour)):
            noted.add((one.sign.name, two.sign.name))
            tone = one.tone if one.where else two.tone
            context.note(_finding((one.sign, two.sign), tone, sight, where))


def _mark_of(span: Span, box: TextBox, scope: Scope) -> _Mark | None:
    """The mark of a part of a text; None for icons in the colour of the text, and for spaces."""
    face, card = scope.face, scope.card.id
    style, look = box.style.run(span.runs)
    if span.icon:
        icons = scope.context.icons
        token = next(
            (
                name
                for name, tone in face.icon_colours.items()
                if (tone, icons.get(name)) == (span.colour, span.icon)
            ),
            "",
        )
        if not token or look.colour or span.colour == OWN:
            return None
        where = _where_written(face, "icons", token)
        return _Mark(span.icon, _Sign(f"{{{token}}}", card), scope.ink(span.colour), span.colour, box, where)
    if not span.text.strip():
        return None
    weight = style.bold if span.bold else style.weight
    form = style.families, weight, style.italic != span.italic, look._replace(colour="", keeps=False)
    if not look.colour:
        return _Mark(form, _Sign(tr("plain words"), card), scope.ink(style.colour), style.colour, box)
    name = next(
        run for run in reversed(span.runs) if run in face.runs and face.runs[run].colour == look.colour
    )
    where = _where_written(face, "runs", name)
    return _Mark(form, _Sign(f"[{name}]", card), scope.ink(look.colour), look.colour, box, where)


# Kinds of cards that only the colours of their faces distinguish.

_ONLY_COLOURS = {"extends", "about", "palette"}
"""Keys of a face that changes nothing but the colours of another one."""


def report_confusable_kinds(faces: Sequence[CheckedFace]) -> None:
    """Report faces that are alike but for their colours, and look alike to colour-blind players, with a card of each."""
    for first, second in combinations(faces, 2):
        one, two = first.face, second.face
        if not _differ_in_colour_only(one, two) or "kind" in first.signs:
            continue
        pairs = [
            (tone, one.palette.colour(tone, _no_field), two.palette.colour(tone, _no_field))
            for tone in one.palette.tones
            if not any(one.palette.fields(tone)) and tone in two.palette.tones
        ]
        pairs = [pair for pair in pairs if all(pair) and pair[1] != pair[2]]
        full = max((difference(*pair[1:]) for pair in pairs), default=0.0)
        sight = next(
            (
                name
                for name, seen in COLOUR_BLINDNESS.items()
                if all(difference(*pair[1:], seen) < LEAST_DIFFERENCE for pair in pairs)
            ),
            "",
        )
        if full >= LEAST_DIFFERENCE and sight:
            tone = max(pairs, key=lambda pair: difference(*pair[1:]))[0]
            cards = [checked.cards[0] for checked in (first, second)]
            signs = [_Sign(f"kind:{card.kind}", card.id) for card in cards]
            first.context.note(_finding(signs, tone, sight, _where_written(two, "palette", tone)))


def _no_field(_: str) -> None:
    """Value of any field, for colours that depend on none."""


def _differ_in_colour_only(one: Face, two: Face) -> bool:
    """Whether two faces are drawn by the same files, but for those that only change colours."""
    files, others = (
        [document.value for document in face.documents if not document.value.keys() <= _ONLY_COLOURS]
        for face in (one, two)
    )
    return files == others
