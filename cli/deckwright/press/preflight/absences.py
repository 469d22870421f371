"""Find the pictures that faces show of single cards, and that the game does not bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.drawing.pictures import shown_name
from deckwright.press.drawing.shown import shown_boxes
from deckwright.press.faces.needs import templates_of
from deckwright.press.faces.scope import Desk, Scope
from deckwright.press.pictures import has_picture

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from deckwright.model.box import GameBox
    from deckwright.model.card import Card
    from deckwright.press.faces import Face


class Absent(NamedTuple):
    """A picture that is not there: its name, the card and the face that ask for it, and the fields it is made of."""

    name: str
    card: str
    face: str
    fields: tuple[str, ...]


def absent(
    cards: Iterable[Card], faces: Mapping[str, Face], box: GameBox, matches: Callable[[str, Card], bool]
) -> Iterator[Absent]:
    """Yield what is not there of what some cards show, under the faces of their kinds and in each language."""
    seen: dict[Absent, None] = {}
    for language in box.game.languages:
        desk = Desk(box.game, language, box.assets, matches)
        for card in cards:
            face = faces[card.kind].in_language(language)
            seen |= dict.fromkeys(_absent(Scope(desk, face, card)))
    yield from seen


def _absent(scope: Scope) -> Iterator[Absent]:
    for box, inner, _ in shown_boxes(scope.face.boxes, scope):
        name = shown_name(box, inner)
        fields = tuple(field for template in templates_of(box) for field in template.fields)
        if name and fields and not has_picture(name, scope.desk.assets):
            yield Absent(name, scope.card.id, scope.face.name, fields)
