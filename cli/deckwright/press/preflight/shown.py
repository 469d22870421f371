"""What a face shows on cards: its boxes, what each is printed on, and cards that differ in more than their words."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.markup import ICON, TAG
from deckwright.model.query.binding import Vocabulary, parse
from deckwright.model.query.matching import And, CompareFields, Not, Or
from deckwright.press.boxes.code import CodeBox
from deckwright.press.boxes.icon import IconBox
from deckwright.press.boxes.picture import PictureBox
from deckwright.press.boxes.shape import ShapeBox
from deckwright.press.boxes.text import TextBox
from deckwright.press.drawing.context import Scope
from deckwright.press.drawing.low_ink import Ground
from deckwright.press.graphics.parts import Area, Stop, Transform, outline_of
from deckwright.press.looks.colours import mix
from deckwright.press.looks.values import ENTRY, Cases

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from deckwright.model.card import Card
    from deckwright.model.query.matching import Query
    from deckwright.press.boxes.box import Box
    from deckwright.press.drawing.context import RenderContext
    from deckwright.press.faces.face_file import Face

_PAPER = "#ffffff"

_ASKED_AS = {"mark": "marks"}
"""Fields with another name in queries than on faces."""


class PlacedBox(NamedTuple):
    """A box at its place on the card, with the conditions and the opacity of all boxes around it."""

    box: Box
    area: Area
    conditions: tuple[str, ...]
    opacity: float = 1.0

    def is_drawn(self, scope: Scope) -> bool:
        """Whether a card shows the box."""
        return all(scope.holds(query) for query in self.conditions)

    def may_hold(self, point: complex) -> bool:
        """Whether the box, or its shadow, may be below a point."""
        shadow = self.box.shadow
        points = [point, *([point - complex(*shadow.offset)] if shadow else [])]
        return any(self.holds(form, place) for form in self.box.forms for place in points)

    def holds(self, form: str, point: complex) -> bool:
        """Whether the box covers a point, with one of its shapes."""
        path = self.box.path(form, self.area)
        return bool(path) and Ground((outline_of(path, Transform()),), "", "").holds(point)

    def veil(self, area: Area, scope: Scope) -> _Veil:
        """Colours of the box in an area, as they are seen through it."""
        stops = self.box.veil(self.area, area, scope)
        return [stop._replace(opacity=stop.opacity * self.opacity) for stop in stops]


class PrintedBox(NamedTuple):
    """A text, an icon or a code, and the boxes that may be below it, the nearest first."""

    placed: PlacedBox
    below: tuple[PlacedBox, ...]


def _placed(
    boxes: Iterable[tuple[Box, Area]], conditions: tuple[str, ...] = (), opacity: float = 1.0
) -> Iterator[PlacedBox]:
    """Yield the boxes in the order in which they are drawn; those that are turned, and cells of rows, are left out."""
    for box, area in boxes:
        if box.turn:
            continue
        queries = (*conditions, box.when) if box.when else conditions
        inside = box.placed_inside(area)
        if inside is None:
            yield PlacedBox(box, area, queries, opacity * box.opacity)
        else:
            yield from _placed(inside, queries, opacity * box.opacity)


class CheckedFace:
    """A face and the cards that have it, as all checks look at them: what is asked of them is found once."""

    def __init__(self, face: Face, cards: Sequence[Card], context: RenderContext) -> None:
        self.face, self.cards, self.context = face, cards, context

    @cached_property
    def boxes(self) -> list[tuple[Box, str]]:
        """Every box, with the field that the row around it repeats; '' if it is in no row."""
        return list(_boxes_with_rows(self.face.boxes))

    @cached_property
    def repeated(self) -> set[str]:
        """Fields that are repeated in a row of cells."""
        return {box.row for box, _ in self.boxes if box.row}

    @cached_property
    def signs(self) -> set[str]:
        """Fields that are shown as a word, a number, an icon, a shape or a bar, whatever its colours."""
        return fields_shown(self.face)

    @cached_property
    def conditions(self) -> set[str]:
        """Fields on which it depends whether a box is drawn."""
        vocabulary = Vocabulary.of([self.context.game])
        queries = {box.when for box, _ in self.boxes if box.when}
        fields = {field for query in queries for field in _fields(parse(query, vocabulary))}
        return {_ASKED_AS.get(field, field) for field in fields}

    @cached_property
    def printed(self) -> list[PrintedBox]:
        """The texts, icons and codes, with what may be below each."""
        before: list[PlacedBox] = []
        found: list[PrintedBox] = []
        for placed in _placed((box, box.at) for box in self.face.boxes):
            if isinstance(placed.box, TextBox | IconBox | CodeBox):
                is_code = isinstance(placed.box, CodeBox)
                point = None if is_code else complex(*placed.box.start(placed.area))
                below = (
                    below_it for below_it in reversed(before) if point is None or below_it.may_hold(point)
                )
                found.append(PrintedBox(placed, tuple(below)))
            elif isinstance(placed.box, ShapeBox | PictureBox):
                before.append(placed)
        return found

    @cached_property
    def looks(self) -> list[Scope]:
        """One card for each combination of colours, shapes, pictures, rows in colours, and conditions."""
        boxes, palette = [box for box, _ in self.boxes], self.face.palette
        fields = {name for box in boxes for colour in box.colour_names for name in palette.fields(colour)}
        forms = [box.form for box in boxes if isinstance(box, ShapeBox | PictureBox)]
        fields |= {form.by for form in forms if isinstance(form, Cases)}
        fields |= self.repeated if "entry" in fields else set()
        queries = sorted({box.when for box in boxes if box.when})
        pictures = [box for box in boxes if isinstance(box, PictureBox)]
        scopes: dict[Hashable, Scope] = {}
        for card in self.cards:
            scope = Scope(self.context, self.face, card)
            names = tuple(box.name_on(scope) for box in pictures)
            key = (*map(scope.raw, sorted(fields)), *map(scope.holds, queries), names, _marked(scope))
            scopes.setdefault(key, scope)
        return list(scopes.values())


def fields_shown(face: Face) -> set[str]:
    """Fields that a face shows as a word, a number, an icon, a shape or a bar, whatever its colours."""
    boxes = _boxes_with_rows(face.boxes)
    return {row if row and sign in ENTRY else sign for box, row in boxes for sign in box.signs}


def _boxes_with_rows(boxes: Iterable[Box], row: str = "") -> Iterator[tuple[Box, str]]:
    for box in boxes:
        yield box, row
        yield from _boxes_with_rows(box.nested, box.row or row)


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


def _marked(scope: Scope) -> frozenset[str]:
    """Tags and icons in the texts of a card, if they have colours of their own."""
    if not scope.face.runs and not scope.face.icon_colours:
        return frozenset()
    language = scope.context.language
    texts = [scope.card.text(name, language) for name in scope.card.texts[scope.card.source_language]]
    return frozenset(mark for text in texts for sort in (TAG, ICON) for mark in sort.findall(text))


# What is below a text, an icon or a code.


def grounds_of(printed: PrintedBox, scope: Scope, within: Area | None = None) -> tuple[list[str], bool]:
    """Colours below a text, an icon or a code on a card, and whether they are those of a picture.

    They are those in the area of its box, or in another one.
    """
    veils: list[_Veil] = []
    for veil, is_picture in _veils(printed, scope, within):
        veils.append(veil)
        if all(stop.opacity >= 1 for stop in veil):
            return _seen(veils), is_picture
    return _seen([*veils, [Stop(0.0, _PAPER)]]), False


_Veil = list[Stop]
"""Colours of what is below a text, which may be on any of them, each with its opacity."""

_MOST_GROUNDS = 64
"""Most combinations of colours, one above the other, that are looked at."""


def _cast(below: PlacedBox, point: complex, scope: Scope) -> _Veil:
    """Shadow that a shape or a picture casts on a point beside it."""
    shadow = below.box.shadow
    if shadow is None or not any(
        below.holds(form, point - complex(*shadow.offset)) for form in below.box.forms
    ):
        return []
    return [Stop(0.0, scope.ink(shadow.colour), shadow.opacity * below.opacity)]


def _veils(printed: PrintedBox, scope: Scope, within: Area | None) -> Iterator[tuple[_Veil, bool]]:
    """Yield what is below a text or an icon, the nearest first, and whether it is a picture."""
    placed, area = printed.placed, within or printed.placed.area
    point = complex(*(area.centre if within else placed.box.start(area)))
    if stops := placed.veil(area, scope):
        yield stops, False
    for below in printed.below:
        if not below.is_drawn(scope):
            continue
        covers = below.holds(scope.chosen(below.box.form), point)
        if stops := below.veil(area, scope) if covers else []:
            yield stops, isinstance(below.box, PictureBox)
        elif stops := _cast(below, point, scope):
            yield stops, False


def _seen(veils: Sequence[_Veil]) -> list[str]:
    """Every colour that may be seen through veils, the topmost first; the last one is opaque."""
    *above, ground = veils
    seen = [stop.colour for stop in ground]
    for veil in reversed(above):
        mixed = (mix(colour, stop.colour, stop.opacity) for colour in seen for stop in veil)
        seen = list(dict.fromkeys(mixed))[:_MOST_GROUNDS]
    return seen


# Fields, texts and marks that cards have, but that their face does not show.


def report_omissions(checked: CheckedFace) -> None:
    """Report each field, text or mark that some cards have, but that this face does not show."""
    face = checked.face
    omitted = {name for document in face.documents for name in document.value.get("leaves_out", ())}
    known = _shown(checked) | omitted
    first: dict[str, Card] = {}
    for card in checked.cards:
        for name in fields_of(card) - known:
            first.setdefault(name, card)
    for name in sorted(first.keys() - checked.conditions if first else ()):
        checked.context.note(_omission(face, name, first[name]))


def fields_of(card: Card) -> set[str]:
    """Fields and texts that a card has, and `marks` if it has any."""
    names = {name for name, value in card.fields.items() if value not in (None, False, "", [])}
    names |= {name for name, text in card.texts.get(card.source_language, {}).items() if text}
    return names | ({"marks"} if card.marks else set())


def _shown(checked: CheckedFace) -> set[str]:
    context, palette = checked.context, checked.face.palette
    shown = checked.signs | checked.repeated
    shown |= {name for box, _ in checked.boxes for tone in box.colour_names for name in palette.fields(tone)}
    if "fields" in shown:
        shown |= set(context.choices)
    return shown | set(context.game.definition.get("texts", {})) if "texts" in shown else shown


def _omission(face: Face, name: str, card: Card) -> Finding:
    message = tr(
        "The face {face} does not show {field}, which {card} has. Add a box for it, or list it under "
        "leaves_out in the face.",
        face=face.name,
        field=name,
        card=card.id,
    )
    return Finding("unused-field", "warning", message, (card.id,), where=face.documents[-1].where())
