"""Preflight of contents: pictures and texts that a face does not show, and letters that its fonts lack."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.press.boxes.box import WrittenBox, shown_boxes
from deckwright.press.boxes.code import CodeBox
from deckwright.press.boxes.picture import PictureBox
from deckwright.press.boxes.text import TextBox
from deckwright.press.drawing.card import draw_card
from deckwright.press.drawing.context import CardsByFace, RenderContext, Scope
from deckwright.press.drawing.spans import borrowed_letters, missing_letters_of_span, spans_of
from deckwright.press.faces.choice import face_of
from deckwright.press.graphics.pictures import has_picture
from deckwright.press.looks.expressions import CalculationError, evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.findings import Where
    from deckwright.model.card import Card
    from deckwright.model.game import Game, GamePackage
    from deckwright.press.boxes.box import Box
    from deckwright.press.faces.face_file import Face
    from deckwright.press.looks.expressions import Expression
    from deckwright.press.preflight.shown import CheckedFace


# Missing pictures: those that faces show for single cards, and that the game does not have.


class MissingPicture(NamedTuple):
    """Missing picture: its name, the card and the face that need it, and the fields in its name."""

    name: str
    card: str
    face: str
    fields: tuple[str, ...]


def missing_pictures(
    cards: Iterable[Card], faces: Mapping[str, Face], box: GamePackage, matches: Callable[[str, Card], bool]
) -> Iterator[MissingPicture]:
    """Yield the pictures that cards need and the game does not have, in each language."""
    seen: dict[MissingPicture, None] = {}
    for language in box.game.languages:
        context = RenderContext(box.game, language, box.assets, matches)
        for card in cards:
            face = face_of(card, faces).in_language(language)
            seen |= dict.fromkeys(_missing_pictures(Scope(context, face, card)))
    yield from seen


def _missing_pictures(scope: Scope) -> Iterator[MissingPicture]:
    for box, inner, _ in shown_boxes(scope.face.boxes, scope):
        if not isinstance(box, PictureBox):
            continue
        name = box.name_on(inner)
        names = (mention for mention in box.mentions if mention.sort == "picture")
        fields = tuple(field for mention in names for field in mention.fields())
        if name and fields and not has_picture(name, scope.context.assets):
            yield MissingPicture(name, scope.card.id, scope.face.name, fields)


# Expressions that have no value for a card.


def failed_calculations(
    cards: Iterable[Card], faces: Mapping[str, Face], game: Game, matches: Callable[[str, Card], bool]
) -> Iterator[Finding]:
    """Find expressions of faces that cannot be calculated for a card, such as a division by its 0; each once."""
    calculating = {face.name for face in faces.values() if any(_expressions(face))}
    cards = list(cards)
    context = RenderContext(game, game.source_language, {}, matches, CardsByFace(cards))
    failed: set[tuple[str, Expression]] = set()
    for card in cards if calculating else ():
        face = face_of(card, faces)
        if face.name not in calculating:
            continue
        for box, scope, _ in shown_boxes(face.boxes, Scope(context, face, card)):
            for written, expression in _expressions_of(box):
                try:
                    evaluate(expression, scope.value)
                except CalculationError as fault:
                    if (scope.face.name, expression) not in failed:
                        failed.add((scope.face.name, expression))
                        yield _failed(written, fault, box, scope)


def failed_codes(
    cards: Iterable[Card], faces: Mapping[str, Face], box: GamePackage, matches: Callable[[str, Card], bool]
) -> Iterator[Finding]:
    """Find QR codes whose text is too long, in any language; each once."""
    found: dict[Finding, None] = {}
    having = {name for name, face in _by_name(faces).items() if any(_codes(face))}
    cards = list(cards)
    for language in box.game.languages if having else ():
        context = RenderContext(box.game, language, box.assets, matches, CardsByFace(cards))
        for card in cards:
            face = face_of(card, faces)
            if face.name in having:
                for _ in draw_card(card, face, context):
                    pass
        found |= dict.fromkeys(finding for finding in context.findings if finding.rule == "code")
    yield from found


def _by_name(faces: Mapping[str, Face]) -> dict[str, Face]:
    return {face.name: face for face in faces.values()}


def _codes(face: Face) -> Iterator[CodeBox]:
    yield from (box for whole in face.boxes for box in whole.with_nested() if isinstance(box, CodeBox))


def _failed(written: str, fault: CalculationError, box: Box, scope: Scope) -> Finding:
    message = tr(
        "{written} cannot be calculated for {card}. {reason}",
        written="{" + written + "}",
        card=scope.card.id,
        reason=fault,
    )
    note = scope.face.inherited_note(box)
    where = scope.face.where_of(box)
    if not note:
        where = _place_of_braces(written, box) or where
    return Finding("expression", "error", message + note, (scope.card.id,), where=where)


def _place_of_braces(written: str, box: Box) -> Where | None:
    """Place of an expression in the file of its box; None if it is not written there as such."""
    value: Any = box.place.document.value
    for step in box.place.path:
        value = value[step]
    for sort, text, place in WrittenBox(value, box.place).mentions():
        if sort == "text" and (offset := text.find("{" + written)) >= 0:
            return place.document.where_in(offset, text, *place.path)
    return None


def _expressions(face: Face) -> Iterator[Expression]:
    boxes = (box for whole in face.boxes for box in whole.with_nested())
    return (expression for box in boxes for _, expression in _expressions_of(box))


def _expressions_of(box: Box) -> Iterator[tuple[str, Expression]]:
    """Yield the expressions of a text or a QR code, each as written and parsed."""
    for template in box.templates if isinstance(box, TextBox | CodeBox) else ():
        yield from ((part.value, part.expression) for part in template.parts if part.expression)


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
    shown |= {name for box, _ in checked.boxes for one in box.colour_names for name in palette.fields(one)}
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


# Characters, and cuts for emphasis, that a game's texts need and the fonts of its faces do not have.

_PLAIN = [(False, False)]
_EMPHASIS = [(False, False), (True, False), (False, True), (True, True)]


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


_Lacking = dict[tuple[str, str, str], FontWithoutCharacters]


def fonts_without_characters(
    cards: Iterable[Card], faces: Mapping[str, Face], box: GamePackage, matches: Callable[[str, Card], bool]
) -> tuple[list[FontWithoutCharacters], list[Finding]]:
    """Fonts without characters that cards need, under the faces of their kinds and in each language.

    The findings are about boxes whose emphasised words are set in another cut than they should be.
    """
    cards = list(cards)
    lacking: _Lacking = {}
    replaced: dict[Finding, None] = {}
    for language in box.game.languages:
        context = RenderContext(box.game, language, box.assets, matches)
        letters = _letters(cards, context)
        shown = {face.name: face.in_language(language) for face in faces.values()}
        complete = {name for name, face in shown.items() if _is_complete(face, letters)}
        for card in cards:
            face = shown[face_of(card, faces).name]
            if face.name not in complete:
                replaced |= dict.fromkeys(_check(Scope(context, face, card), lacking))
    return list(lacking.values()), list(replaced)


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
    return letters.union(*(letter.upper() for letter in letters))


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


def _check(scope: Scope, lacking: _Lacking) -> Iterator[Finding]:
    """Check the texts of one card."""
    for box, inner, _ in shown_boxes(scope.face.boxes, scope):
        if not isinstance(box, TextBox):
            continue
        for span in spans_of(box.content, inner):
            style = box.style.run(span.runs).style
            found = {"": missing_letters_of_span(span, style)}
            found |= {font.name: letters for font, letters in borrowed_letters(span, style).items()}
            for substitute, letters in found.items() if any(found.values()) else ():
                key = style.cut(span.bold, span.italic).name, scope.context.language, substitute
                if letters:
                    font = lacking.setdefault(key, FontWithoutCharacters(*key))
                    font.letters.update(dict.fromkeys(letters))
                    font.cards[scope.card.id] = None
            yield from box.replaced_fonts(span, inner)
