"""What a face shows on cards: its boxes, and what each is printed on; and what it cannot print of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.languages import in_capitals
from deckwright.model.markup import ICON, TAG
from deckwright.model.query.binding import Vocabulary, parse
from deckwright.model.query.matching import And, CompareFields, Not, Or
from deckwright.press.boxes.box import WrittenBox, shown_boxes
from deckwright.press.boxes.code import CodeBox
from deckwright.press.boxes.picture import IconBox, PictureBox
from deckwright.press.boxes.shape import ShapeBox
from deckwright.press.boxes.text import TextBox
from deckwright.press.drawing.context import CardsByFace, RenderContext, Scope
from deckwright.press.drawing.low_ink import Ground
from deckwright.press.drawing.spans import borrowed_letters, missing_letters_of_span
from deckwright.press.faces.choice import face_of
from deckwright.press.graphics.parts import Area, Stop, Transform, outline_of
from deckwright.press.graphics.pictures import has_picture
from deckwright.press.looks.colours import mix
from deckwright.press.looks.expressions import ENTRY, CalculationError, Cases, evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from deckwright.findings import Where
    from deckwright.model.card import Card
    from deckwright.model.game import GamePackage
    from deckwright.model.query.matching import Query
    from deckwright.press.boxes.box import Box
    from deckwright.press.drawing.words import Span
    from deckwright.press.faces.face_file import Face
    from deckwright.press.looks.expressions import Expression


# What a face shows


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


# What faces cannot print: missing pictures, expressions without a value, long codes, and letters that fonts lack.

_PLAIN = [(False, False)]
_EMPHASIS = [(False, False), (True, False), (False, True), (True, True)]


class MissingPicture(NamedTuple):
    """Missing picture: its name, the card that needs it, and the fields in its name.

    `taken` is the file that is printed for it, `nothing`, or '' for a placeholder. It is not missing, but spelled in
    another way, if `is_missing` is false.
    """

    name: str
    card: str
    fields: tuple[str, ...]
    taken: str
    is_missing: bool


@dataclass
class FontWithoutCharacters:
    """Font without some characters of a language, and the cards that have them.

    `substitute` is the font that these characters are set in; '' if the style has no other font with them.
    """

    font: str
    language: str
    substitute: str = ""
    letters: dict[str, None] = field(default_factory=dict)
    cards: dict[str, None] = field(default_factory=dict)


class ContentCheck:
    """What the faces of a game show of its cards, in each language, and cannot print.

    `missing` are pictures, `lacking` fonts without characters that cards need. The findings are about expressions that cannot be
    calculated, QR codes whose text is too long, and emphasised words that are set in another cut than they should be.
    """

    def __init__(self, package: GamePackage, matches: Callable[[str, Card], bool]) -> None:
        self._package, self._matches = package, matches
        self._failed: set[tuple[str, Expression]] = set()
        self.missing: dict[MissingPicture, None] = {}
        self.lacking: dict[tuple[str, str, str], FontWithoutCharacters] = {}
        self.findings: dict[Finding, None] = {}

    def add(self, faces: Mapping[str, Face]) -> None:
        """Look at all cards under the faces of their kinds; each box only if something in it may fail."""
        game, cards = self._package.game, self._package.cards
        for language in game.languages:
            context = RenderContext(game, language, self._package.assets, self._matches, CardsByFace(cards))
            letters = _letters(cards, context)
            shown = {face.name: face.in_language(language) for face in faces.values()}
            doubtful = {name: _doubtful(face, letters) for name, face in shown.items()}
            for card in cards:
                face = shown[face_of(card, faces).name]
                boxes = shown_boxes(face.boxes, Scope(context, face, card)) if doubtful[face.name] else ()
                for box, scope, _ in boxes:
                    if box in doubtful[face.name]:
                        self._look(box, scope)
            self.findings |= {finding: None for finding in context.findings if finding.rule == "code"}

    def _look(self, box: Box, scope: Scope) -> None:
        if isinstance(box, PictureBox):
            self._add_picture(box, scope)
        elif isinstance(box, CodeBox):
            for _ in box.draw(scope, box.at):
                pass
        elif isinstance(box, TextBox):
            for span in box.spans_on(scope):
                self._add_letters(span, box, scope)
        for written, expression in _expressions_of(box):
            try:
                evaluate(expression, scope.value)
            except CalculationError as fault:
                key = scope.face.name, expression
                if key not in self._failed:
                    self.findings[_failed(written, fault, box, scope)] = None
                self._failed.add(key)

    def _add_picture(self, box: PictureBox, scope: Scope) -> None:
        name = box.named_on(scope)
        stored = scope.context.stored_picture(name)
        if name and box.name_fields and not has_picture(name, scope.context.assets):
            is_missing = not has_picture(stored, scope.context.assets)
            if stored != name or not box.missing or box.has_own_fields:
                taken = box.missing if is_missing else stored
                self.missing[MissingPicture(name, scope.card.id, box.name_fields, taken, is_missing)] = None

    def _add_letters(self, span: Span, box: TextBox, scope: Scope) -> None:
        style = box.style.run(span.runs).style
        lacking = {"": missing_letters_of_span(span, style)}
        lacking |= {font.name: letters for font, letters in borrowed_letters(span, style).items()}
        for substitute, letters in lacking.items():
            if letters:
                key = style.cut(span.bold, span.italic).name, scope.context.language, substitute
                font = self.lacking.setdefault(key, FontWithoutCharacters(*key))
                font.letters.update(dict.fromkeys(letters))
                font.cards[scope.card.id] = None
        self.findings |= dict.fromkeys(box.replaced_fonts(span, scope))


def _doubtful(face: Face, letters: set[str]) -> set[Box]:
    """Boxes of a face in which something may fail: all that show pictures or codes or calculate, and texts in fonts that lack letters."""
    boxes = [inner for box in face.boxes for inner in box.with_nested()]
    are_complete = _is_complete(face, letters)
    return {
        box
        for box in boxes
        if isinstance(box, PictureBox | CodeBox)
        or any(_expressions_of(box))
        or (isinstance(box, TextBox) and not are_complete)
    }


def _is_complete(face: Face, letters: set[str]) -> bool:
    """Whether the fonts of a face have all letters, in every look that its texts can have."""
    looks = _EMPHASIS if _has_emphasis(face, letters) else _PLAIN
    return not _has_fonts_of_runs(face) and _has_all(face, letters, looks)


def _letters(cards: Iterable[Card], context: RenderContext) -> set[str]:
    """All characters that a game prints in a language, in lower and upper case."""
    letters: set[str] = set()
    for card in cards:
        for name in card.texts[card.source_language]:
            letters.update(card.text(name, context.language))
        letters.update(*(value for value in card.fields.values() if isinstance(value, str)))
    for label in context.game.labels.get(context.language, {}).values():
        letters.update(label)
    text = "".join(letters)
    return letters.union(text.upper(), in_capitals(text, context.language))


def _has_emphasis(face: Face, letters: set[str]) -> bool:
    """Whether a face may show bold or italic words: fonts for these are not opened without need."""
    boxes = (box for whole in face.boxes for box in whole.with_nested() if isinstance(box, TextBox))
    parts = (part for box in boxes for template in box.templates for part in template.parts)
    return "*" in letters or any(part.bold or part.italic or part.value == "texts" for part in parts)


def _has_fonts_of_runs(face: Face) -> bool:
    """Whether words in some run of a face need another font, or other glyphs, than those around it."""
    return any(
        run.font or run.weight or run.bold or run.italic is not None or run.small_caps
        for run in face.runs.values()
    )


def _has_all(face: Face, letters: set[str], looks: Sequence[tuple[bool, bool]]) -> bool:
    """Whether the fonts of a face have all these characters, and every cut for emphasis: then no card is checked."""
    styles = {box.style for whole in face.boxes for box in whole.with_nested() if isinstance(box, TextBox)}
    return all(
        style.cut(*look).letters.issuperset(letters) and not style.is_replaced(*look)
        for style in styles
        for look in looks
    )


def _failed(written: str, fault: CalculationError, box: Box, scope: Scope) -> Finding:
    message = tr(
        "{written} cannot be calculated for {card}. {reason}",
        written="{" + written + "}",
        card=scope.card.id,
        reason=fault,
    )
    finding = box.finding(scope.face, "expression", "error", message, (scope.card.id,))
    is_inherited = box.place.document is not scope.face.documents[-1]
    where = None if is_inherited else _place_of_braces(written, box)
    return finding._replace(where=where) if where else finding


def _place_of_braces(written: str, box: Box) -> Where | None:
    """Place of an expression in the file of its box; None if it is not written there as such."""
    value: Any = box.place.document.value
    for step in box.place.path:
        value = value[step]
    for sort, text, place in WrittenBox(value, box.place).mentions():
        if sort == "text" and (offset := text.find("{" + written)) >= 0:
            return place.document.where_in(offset, text, *place.path)
    return None


def _expressions_of(box: Box) -> Iterator[tuple[str, Expression]]:
    """Yield the expressions of a text or a QR code, each as written and parsed."""
    for template in box.templates:
        yield from ((part.value, part.expression) for part in template.parts if part.expression)
