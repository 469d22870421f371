"""Preflight of colours: values that a colour-blind player cannot tell apart."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.query.binding import parse
from deckwright.model.query.tree import And, CompareFields, Not, Or
from deckwright.model.query.vocabulary import Vocabulary
from deckwright.press.boxes.box import shown_boxes
from deckwright.press.boxes.keys import FaceLocation
from deckwright.press.boxes.repeat import RepeatBox
from deckwright.press.boxes.text import TextBox
from deckwright.press.drawing.context import Scope
from deckwright.press.drawing.spans import spans_of
from deckwright.press.looks.colours import OWN
from deckwright.press.looks.values import Cases
from deckwright.press.preflight.legibility import different_looks
from deckwright.press.preflight.sight import COLOUR_BLINDNESS, FULL_VISION, difference

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from deckwright.findings import Where
    from deckwright.model.card import Card
    from deckwright.model.query.tree import Query
    from deckwright.press.boxes.box import Box
    from deckwright.press.drawing.context import RenderContext
    from deckwright.press.drawing.words import Span
    from deckwright.press.faces.face_file import Face


# How a face distinguishes the values of a field, apart from colour.

_CELL = {"entry", "title"}
_ASKED_AS = {"mark": "marks"}
"""Fields with another name in queries than on faces."""


def fields_shown(face: Face) -> set[str]:
    """Fields that a face shows as a word, a number, an icon, a shape or a bar, whatever its colours."""
    return {row if sign in _CELL and row else sign for box, row in walk(face) for sign in box.signs}


def walk(face: Face) -> Iterator[tuple[Box, str]]:
    """Yield every box of a face, with the field that the row around it repeats; empty if it is in no row."""
    for box in face.boxes:
        yield from _walk(box, "")


def _walk(box: Box, row: str) -> Iterator[tuple[Box, str]]:
    yield box, row
    for inner in box.nested:
        yield from _walk(inner, box.repeat if isinstance(box, RepeatBox) else row)


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


def report_confusable_colours(
    face: Face, fronts: Sequence[tuple[Face, Sequence[Card]]], context: RenderContext
) -> None:
    """Report colours by case that look alike, if only the colour distinguishes the cases, with a card of each.

    `fronts` are all faces with their cards: faces that inherit these colours from one file are reported once.
    """
    cards = next(some for other, some in fronts if other is face)
    for field, tone in _doubtful(face, context):
        colours = _colours_by_value(face, field, tone, cards, context)
        for one, two in combinations([value for value in colours if colours[value]], 2):
            sight = _confusing(colours[one], colours[two])
            if not sight or field in fields_in_conditions(face, context):
                continue
            values, where = (one, two), _where_of_tone(face, tone)
            alike = [
                (other, card)
                for other, some in fronts
                if other is face
                or (
                    (field, tone) in _doubtful(other, context)
                    and _where_of_tone(other, tone) == where
                    and {value: colours[value] for value in values}.items()
                    <= _colours_by_value(other, field, tone, cards, context).items()
                )
                for card in some
            ]
            signs = [_Sign(f"{field}:{value}", _card_with(field, value, alike, context)) for value in values]
            context.note(_finding(signs, tone, sight, where))


def _doubtful(face: Face, context: RenderContext) -> list[tuple[str, str]]:
    """Fields on which colours of the face depend, and these colours, unless it shows the field in another way."""
    fields = context.game.fields
    signs = fields_shown(face) | {
        name for name in repeated_fields(face) if name in fields and not fields[name].many
    }
    return [(field, tone) for field, tone in _meaning(face) if field not in signs]


def _meaning(face: Face) -> list[tuple[str, str]]:
    """Fields on which colours of the face depend, with the names of these colours."""
    pairs = (pair for box, row in walk(face) for pair in _tones(face, box.colour_names, row))
    return list(dict.fromkeys(pairs))


def _tones(face: Face, colours: Sequence[str], row: str) -> Iterator[tuple[str, str]]:
    for name in colours:
        tone = face.palette.tones.get(name, "")
        if isinstance(tone, Cases) and (row or tone.by != "entry"):
            yield (row if tone.by == "entry" else tone.by), name
        elif isinstance(tone, str) and tone in face.palette.tones:
            yield from _tones(face, [tone], row)


def _colours_by_value(
    face: Face, field: str, tone: str, cards: Sequence[Card], context: RenderContext
) -> dict[str, str]:
    """The colour for each value of a field; '' if there is none."""
    cases = face.palette.tones[tone]
    kinds = sorted({card.kind for card in cards})
    values = kinds if field == "kind" else list(context.choices.get(field) or ())
    by = cases.by if isinstance(cases, Cases) else field
    known_values = values or (list(cases.cases) if isinstance(cases, Cases) else [])
    return {value: face.palette.colour(tone, {by: value}.get) for value in known_values}


def _card_with(field: str, value: str, cards: Sequence[tuple[Face, Card]], context: RenderContext) -> str:
    """The first card, of some with their faces, with a value of a field, or with an item of it; '' if there is none."""
    for face, card in cards:
        raw = Scope(context, face, card).raw(field)
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


def _where_of_tone(face: Face, tone: str) -> Where:
    document = next(one for one in reversed(face.documents) if tone in one.value.get("palette", {}))
    return FaceLocation(document).at("palette", tone).where()


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


def report_confusable_runs(face: Face, cards: Iterable[Card], context: RenderContext) -> None:
    """Report words in colours, and icons of one form, that look alike to colour-blind players, with a card of each."""
    if not face.runs and not face.icon_colours:
        return
    marks: dict[Hashable, _Mark] = {}
    aside = context.for_measuring()
    for scope in different_looks(face, cards, context):
        for box, inner, _ in shown_boxes(face.boxes, scope._replace(context=aside)):
            if not isinstance(box, TextBox):
                continue
            for span in spans_of(box.content, inner):
                if mark := _mark_of(span, box, inner):
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
        document = next(one for one in reversed(face.documents) if token in one.value.get("icons", {}))
        where = FaceLocation(document).at("icons", token).where()
        return _Mark(span.icon, _Sign(f"{{{token}}}", card), scope.ink(span.colour), span.colour, box, where)
    if not span.text.strip():
        return None
    weight = style.bold if span.bold else style.weight
    form = style.families, weight, style.italic != span.italic, look._replace(colour="", keeps=False)
    if not look.colour:
        return _Mark(form, _Sign(tr("plain words"), card), scope.ink(style.colour), style.colour, box)
    name = next(
        one for one in reversed(span.runs) if one in face.runs and face.runs[one].colour == look.colour
    )
    document = next(one for one in reversed(face.documents) if name in one.value.get("runs", {}))
    where = FaceLocation(document).at("runs", name).where()
    return _Mark(form, _Sign(f"[{name}]", card), scope.ink(look.colour), look.colour, box, where)


# Kinds of cards that only the colours of their faces distinguish.

_ONLY_COLOURS = {"extends", "about", "palette"}
"""Keys of a face that changes nothing but the colours of another one."""


def report_confusable_kinds(faces: Sequence[tuple[Face, Sequence[Card]]], context: RenderContext) -> None:
    """Report faces that are alike but for their colours, and look alike to colour-blind players, with a card of each."""
    for (one, some), (two, others) in combinations(faces, 2):
        if not _differ_in_colour_only(one, two) or "kind" in fields_shown(one):
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
                if all(difference(first, second, seen) < LEAST_DIFFERENCE for _, first, second in pairs)
            ),
            "",
        )
        if full >= LEAST_DIFFERENCE and sight:
            tone = max(pairs, key=lambda pair: difference(*pair[1:]))[0]
            signs = [_Sign(f"kind:{cards[0].kind}", cards[0].id) for cards in (some, others)]
            context.note(_finding(signs, tone, sight, _where_of_tone(two, tone)))


def _no_field(_: str) -> None:
    """Value of any field, for colours that depend on none."""


def _differ_in_colour_only(one: Face, two: Face) -> bool:
    """Whether two faces are drawn by the same files, but for those that only change colours."""
    files, others = (
        [document.value for document in face.documents if not document.value.keys() <= _ONLY_COLOURS]
        for face in (one, two)
    )
    return files == others
