"""Find what a game's texts need of the fonts of its faces and these do not have: letters, and cuts for emphasis."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deckwright.press.drawing.shown import shown_texts
from deckwright.press.drawing.text_boxes import lacking_letters, replaced_cut
from deckwright.press.faces.boxes import TextBox
from deckwright.press.faces.needs import all_boxes
from deckwright.press.faces.scope import Desk, Scope
from deckwright.press.lettering.spans import spans_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from deckwright.model.box import GameBox
    from deckwright.model.card import Card
    from deckwright.model.finding import Finding
    from deckwright.press.faces import Face

_EMPHASIS = [(False, False), (True, False), (False, True), (True, True)]


@dataclass
class LackingFont:
    """A font that lacks letters of cards in a language: which letters, on which cards, and the cuts that are replaced."""

    font: str
    language: str
    letters: dict[str, None] = field(default_factory=dict)
    cards: dict[str, None] = field(default_factory=dict)


def lacking_fonts(
    cards: Iterable[Card], faces: Mapping[str, Face], box: GameBox, matches: Callable[[str, Card], bool]
) -> tuple[list[LackingFont], list[Finding]]:
    """Find the fonts that lack letters of some cards, under the faces of their kinds and in each language.

    Besides, report the boxes of which emphasised words are set in another cut than they should be.
    """
    cards = list(cards)
    lacking: dict[tuple[str, str], LackingFont] = {}
    replaced: dict[Finding, None] = {}
    for language in box.game.languages:
        desk = Desk(box.game, language, box.assets, matches)
        letters = _letters(cards, desk)
        for kind, whole in faces.items():
            face = whole.in_language(language)
            if _has_all(face, letters):
                continue
            for scope in (Scope(desk, face, card) for card in cards if card.kind == kind):
                replaced |= dict.fromkeys(_look(scope, lacking))
    return list(lacking.values()), list(replaced)


def _letters(cards: Iterable[Card], desk: Desk) -> set[str]:
    """All letters that a game prints in a language, small and capital."""
    letters = set("*")
    for card in cards:
        for name in card.texts[card.source_language]:
            letters.update(card.text(name, desk.language))
        letters.update(*(value for value in card.fields.values() if isinstance(value, str)))
    for label in desk.game.labels.get(desk.language, {}).values():
        letters.update(label)
    return letters.union(*(letter.upper() for letter in letters))


def _has_all(face: Face, letters: set[str]) -> bool:
    """Whether the fonts of a face have all of some letters, and every cut for emphasis: then no card need be looked at."""
    styles = {box.style for whole in face.boxes for box in all_boxes(whole) if isinstance(box, TextBox)}
    return all(
        style.cut(*look).letters.issuperset(letters) and not style.is_replaced(*look)
        for style in styles
        for look in _EMPHASIS
    )


def _look(scope: Scope, lacking: dict[tuple[str, str], LackingFont]) -> Iterator[Finding]:
    """Look at the texts of one card."""
    language = scope.desk.language
    for box, inner in shown_texts(scope.face.boxes, scope):
        for span in spans_of(box.text, inner):
            if missing := lacking_letters(span, box.style):
                name = box.style.cut(span.bold, span.italic).name
                font = lacking.setdefault((name, language), LackingFont(name, language))
                font.letters.update(dict.fromkeys(missing))
                font.cards[scope.card.id] = None
            if box.style.is_replaced(span.bold, span.italic):
                yield replaced_cut(span, box, inner)
