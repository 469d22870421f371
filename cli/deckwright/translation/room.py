"""How much room a text has on its card: the box of the face that it is printed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.model.game import TEXTS
from deckwright.press.drawing.context import templates_of
from deckwright.press.faces.face import GroupBox, RepeatBox, StackBox, TextBox
from deckwright.press.faces.face_file import PLAIN, load_face
from deckwright.press.graphics.parts import POINT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from deckwright.files.yaml import Document
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.press.faces.face import Box, Style
    from deckwright.press.graphics.parts import Area

_LETTER = 0.45
"""How wide a letter is on average, in type sizes; measured on Alegreya Sans with texts in three languages."""


class Holds(NamedTuple):
    """What a box holds at a type size, in points: so many lines of so many letters."""

    size: float
    lines: int
    letters: int


class Room(NamedTuple):
    """A box that a text is printed in: its width and height in mm, and what it holds.

    `usual` is at the size of its style, `least` at the smallest that it may shrink to. `others` are the texts that
    share the box.
    """

    width: float
    height: float
    usual: Holds
    least: Holds
    others: tuple[str, ...] = ()


class _Found(NamedTuple):
    box: TextBox
    area: Area
    conditions: tuple[str, ...]
    beside: tuple[Box, ...]


class Rooms:
    """The rooms of a game's texts, by kind of card; `holds` tells whether a card is what a query asks for."""

    def __init__(
        self, game: Game, language: str, read: Callable[[str], Document], holds: Callable[[str, Card], bool]
    ) -> None:
        self._game, self._language, self._read, self._holds = game, language, read, holds
        self._own = tuple(game.definition.get("texts", {}))
        self._faces: dict[str, Mapping[str, list[_Found]]] = {}
        self._rooms: dict[tuple[int, str], Room] = {}

    def room(self, card: Card, text: str) -> Room | None:
        """Give the room of a card's text; None where its face does not print it.

        Raises:
            InputError: the face of the card's kind is wrong.
        """
        found = self._boxes(card.kind).get(text, ())
        for one in found:
            if all(self._holds(condition, card) for condition in one.conditions):
                return self._room(one, text)
        return None

    def _boxes(self, kind: str) -> Mapping[str, list[_Found]]:
        """Give the boxes of a kind's face by the text that they print."""
        name = self._game.definition["kinds"][kind].get("face", PLAIN)
        if name not in self._faces:
            face = load_face(name, self._read).in_language(self._language)
            boxes: dict[str, list[_Found]] = {}
            for one in _found(face.boxes, (), None, ()):
                for text in _texts(one.box, self._own):
                    boxes.setdefault(text, []).append(one)
            self._faces[name] = boxes
        return self._faces[name]

    def _room(self, found: _Found, text: str) -> Room:
        key = (id(found.box), text)
        if key not in self._rooms:
            self._rooms[key] = _measured(found, text, self._own)
        return self._rooms[key]


def _found(
    boxes: Iterable[Box], conditions: tuple[str, ...], area: Area | None, beside: tuple[Box, ...]
) -> Iterator[_Found]:
    """Yield the boxes of text within some boxes, with the area each has and the conditions it is drawn under."""
    for box in boxes:
        under = (*conditions, box.when) if box.when else conditions
        if isinstance(box, TextBox):
            yield _Found(box, area or box.at, under, beside)
        elif isinstance(box, StackBox):
            yield from _found(box.items, under, area or box.at, box.items)
        elif isinstance(box, GroupBox):
            yield from _found(box.boxes, under, None, ())
        elif isinstance(box, RepeatBox):
            yield from _found(box.each, under, None, ())


def _texts(box: TextBox, own: tuple[str, ...]) -> set[str]:
    """Name the texts of a card that a box prints."""
    fields = {field for template in templates_of(box) for field in template.fields}
    return fields | set(own) if "texts" in fields else fields


def _measured(found: _Found, text: str, own: tuple[str, ...]) -> Room:
    box, style = found.box, found.box.style
    area = found.area.inset(*box.panel.pad) if box.panel else found.area
    texts = [one for one in found.beside if isinstance(one, TextBox) and one is not box]
    others = {other for one in texts for other in _texts(one, own)} & {*TEXTS, *own} - {text}
    usual, least = (_holds(area, style, size) for size in (style.size, style.least))
    return Room(area.width, area.height, usual, least, tuple(sorted(others)))


def _holds(area: Area, style: Style, size: float) -> Holds:
    line = size * POINT
    most = 1 + max(0, int((area.height / line - 1) / style.leading))
    return Holds(size, min(most, style.lines) if style.lines else most, int(area.width / (line * _LETTER)))
