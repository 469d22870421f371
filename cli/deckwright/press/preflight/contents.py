"""Preflight of contents: what faces cannot print of cards: missing pictures, failed expressions and codes, and letters that fonts lack."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.messages import tr
from deckwright.model.languages import in_capitals
from deckwright.press.boxes.box import WrittenBox, shown_boxes
from deckwright.press.boxes.code import CodeBox
from deckwright.press.boxes.picture import PictureBox
from deckwright.press.boxes.text import TextBox
from deckwright.press.drawing.context import CardsByFace, RenderContext, Scope
from deckwright.press.drawing.spans import borrowed_letters, missing_letters_of_span
from deckwright.press.faces.choice import face_of
from deckwright.press.graphics.pictures import has_picture
from deckwright.press.looks.expressions import CalculationError, evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.findings import Finding, Where
    from deckwright.model.card import Card
    from deckwright.model.game import GamePackage
    from deckwright.press.boxes.box import Box
    from deckwright.press.drawing.words import Span
    from deckwright.press.faces.face_file import Face
    from deckwright.press.looks.expressions import Expression


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
