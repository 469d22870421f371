"""Keep one size among sister cards: those of a game that wear the same face, in the same language.

A text with `fit: together` is set as small as the sister needs that needs the smallest, whichever of them are
printed. For that each sister's text is fitted once, and nothing else of the sister is drawn.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from deckwright.press.faces.needs import all_boxes
from deckwright.press.faces.scope import Scope

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deckwright.press.faces.boxes import Box, TextBox
    from deckwright.press.parts import Area, Drawn

    Draw = Callable[[Box, Scope, Area], Iterator[Drawn]]


def most_of(box: TextBox, scope: Scope, draw: Draw) -> float:
    """Give the largest size, in points, that its sisters leave to a text; `draw` draws any box."""
    desk = scope.desk
    if box.style.fit != "together" or desk.gauging:
        return inf
    if box not in desk.sizes:
        desk.sizes.update(_gauged(box, scope, draw))
    return desk.sizes.setdefault(box, inf)


def note_size(box: TextBox, size: float, scope: Scope) -> None:
    """Note the size in which a text fits on a sister, where that is what is asked."""
    if scope.desk.gauging and box.style.fit == "together":
        scope.desk.sizes[box] = min(size, scope.desk.sizes.get(box, inf))


def _gauged(box: TextBox, scope: Scope, draw: Draw) -> dict[TextBox, float]:
    """Fit a text on every sister, with all that stands in one stack or group with it."""
    face = scope.face
    whole = next(one for one in face.boxes if any(inner is box for inner in all_boxes(one)))
    gauge = scope.desk.gauge()
    for card in scope.desk.sisters.get(face.name, ()):
        sister = Scope(gauge, face, card)
        if sister.holds(whole.when):
            for _ in draw(whole, sister, whole.at):
                pass
    return gauge.sizes
