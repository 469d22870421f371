"""Find the picture boxes and the texts that a card shows, without drawing the card."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.drawing.repeats import entries_of
from deckwright.press.faces.boxes import PictureBox, RepeatBox, StackBox, TextBox
from deckwright.press.faces.needs import all_boxes, held

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from deckwright.press.faces import Face
    from deckwright.press.faces.boxes import Box
    from deckwright.press.faces.scope import Scope


class Shown(NamedTuple):
    """A picture box that a card shows: the scope it is in, and its width and height in mm."""

    box: PictureBox
    scope: Scope
    size: tuple[float, float]


def has_pictures(face: Face) -> bool:
    """Tell whether a face has a box for a picture."""
    return any(isinstance(box, PictureBox) for whole in face.boxes for box in all_boxes(whole))


def shown_boxes(boxes: Iterable[Box], scope: Scope, width: float = 0.0) -> Iterator[Shown]:
    """Yield the picture boxes among some, and those they hold; `width` is that of the stack they are in."""
    for box in boxes:
        if not scope.holds(box.when):
            continue
        if isinstance(box, PictureBox):
            yield Shown(box, scope, (width or box.at.width, box.at.height))
        elif isinstance(box, RepeatBox):
            for entry in entries_of(box.repeat, scope):
                yield from shown_boxes(box.each, scope.at(entry))
            yield from shown_boxes(box.rest, scope)
        else:
            within = width or box.at.width
            yield from shown_boxes(held(box), scope, within if isinstance(box, StackBox) else 0.0)


def shown_texts(boxes: Iterable[Box], scope: Scope) -> Iterator[tuple[TextBox, Scope]]:
    """Yield the text boxes that a card shows among some boxes and those they hold, each in its scope."""
    for box in boxes:
        if not scope.holds(box.when):
            continue
        if isinstance(box, TextBox):
            yield box, scope
        elif isinstance(box, RepeatBox):
            for entry in entries_of(box.repeat, scope):
                yield from shown_texts(box.each, scope.at(entry))
            yield from shown_texts(box.rest, scope)
        else:
            yield from shown_texts(held(box), scope)
