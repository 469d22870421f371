"""Find the pictures that faces show of single cards, and that the game does not bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.drawing.pictures import shown_name
from deckwright.press.drawing.repeats import entries_of
from deckwright.press.faces.boxes import PictureBox, RepeatBox
from deckwright.press.faces.needs import all_boxes, held, templates_of
from deckwright.press.faces.scope import Desk, Scope
from deckwright.press.pictures import has_picture

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from deckwright.model.box import GameBox
    from deckwright.model.card import Card
    from deckwright.press.faces import Face
    from deckwright.press.faces.boxes import Box


class Absent(NamedTuple):
    """A picture that is not there: its name, the card and the face that ask for it, and the fields it is made of."""

    name: str
    card: str
    face: str
    fields: tuple[str, ...]


def shows_own(face: Face) -> bool:
    """Tell whether a face shows pictures whose names depend on the card."""
    inside = (box for whole in face.boxes for box in all_boxes(whole))
    return any(
        template.fields for box in inside if isinstance(box, PictureBox) for template in templates_of(box)
    )


def absent(
    cards: Iterable[Card], faces: Mapping[str, Face], box: GameBox, matches: Callable[[str, Card], bool]
) -> Iterator[Absent]:
    """Yield what is not there of what some cards show, under the faces of their kinds and in each language."""
    seen: dict[Absent, None] = {}
    for language in box.game.languages:
        desk = Desk(box.game, language, box.assets, matches)
        for card in cards:
            face = faces[card.kind].in_language(language)
            seen |= dict.fromkeys(_absent(face.boxes, Scope(desk, face, card)))
    yield from seen


def _absent(boxes: Iterable[Box], scope: Scope) -> Iterator[Absent]:
    for box in boxes:
        if not scope.holds(box.when):
            continue
        if isinstance(box, PictureBox):
            name = shown_name(box, scope)
            if name and not has_picture(name, scope.desk.assets):
                fields = tuple(field for template in templates_of(box) for field in template.fields)
                yield Absent(name, scope.card.id, scope.face.name, fields)
        elif isinstance(box, RepeatBox):
            for entry in entries_of(box.repeat, scope):
                yield from _absent(box.each, scope.at(entry))
            yield from _absent(box.rest, scope)
        else:
            yield from _absent(held(box), scope)
