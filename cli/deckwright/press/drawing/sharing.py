"""Draw once what many cards have in common.

What a box draws depends on some of the card's fields and on conditions. Boxes that ask for what is different
on every card (its name, its text) are drawn anew; all others are drawn once for each combination of the
values they ask for, and that drawing is used again.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.faces.boxes import Box
from deckwright.press.faces.needs import needs_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from deckwright.press.faces import Face
    from deckwright.press.faces.scope import Desk, Scope
    from deckwright.press.parts import Drawn

OWN = frozenset({"id", "name", "text", "flavour", "icon", "texts"})
"""What hardly two cards have in common; a game's other texts are like these."""


class Share(NamedTuple):
    """What some boxes depend on; `is_own` where that is different on every card."""

    fields: tuple[str, ...]
    queries: tuple[str, ...]
    is_own: bool
    turns: bool

    def case(self, scope: Scope) -> Hashable:
        """Give what tells two drawings of the boxes apart."""
        return (
            scope.entry,
            *[scope.raw(name) for name in self.fields],
            *[scope.holds(query) for query in self.queries],
        )


def share_of(boxes: Iterable[Box], face: Face, desk: Desk) -> Share:
    """Find out what some boxes depend on."""
    needs = [needs_of(box, face) for box in boxes]
    fields = frozenset().union(*(need.fields for need in needs))
    queries = frozenset().union(*(need.queries for need in needs))
    is_own = bool(fields & (OWN | desk.texts))
    return Share(tuple(sorted(fields)), tuple(sorted(queries)), is_own, any(need.turns for need in needs))


def case_of(what: Box | tuple[Box, ...], scope: Scope) -> Hashable:
    """Give the key under which what a box draws, or some boxes do, can be kept; None where it is not worth it."""
    shares = scope.desk.shares
    share = shares.get(id(what))
    if share is None:
        boxes = (what,) if isinstance(what, Box) else what
        share = shares[id(what)] = share_of(boxes, scope.face, scope.desk)
    return None if share.is_own else (id(what), share.case(scope))


def drawn_once(
    boxes: tuple[Box, ...], scope: Scope, draw: Callable[[tuple[Box, ...], Scope], Iterable[Drawn]]
) -> tuple[Drawn, ...] | None:
    """Give the kept drawing of some boxes, whose places count from the top left corner; None where none is kept.

    A box that is drawn both ways up is turned about the middle of the card, so its place there matters.
    """
    key = case_of(boxes, scope)
    if key is None or scope.desk.shares[id(boxes)].turns:
        return None
    kept = scope.desk.drawn.get(key)
    if kept is None:
        kept = scope.desk.drawn[key] = tuple(draw(boxes, scope))
    return kept


def runs_of(face: Face, desk: Desk) -> list[tuple[tuple[Box, ...], Share]]:
    """Take a face apart into runs of boxes that cards can share, and those they cannot."""
    shares = [(box, share_of((box,), face, desk)) for box in face.boxes]
    runs = [tuple(box for box, _ in run) for _, run in groupby(shares, key=lambda pair: pair[1].is_own)]
    return [(run, share_of(run, face, desk)) for run in runs]
