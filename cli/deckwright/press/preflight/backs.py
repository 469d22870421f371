"""Find backs that give a card away: those of one kind that do not all look the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr
from deckwright.model.finding import Finding
from deckwright.press.digests import Digests
from deckwright.press.drawing.cards import look_of
from deckwright.press.drawing.compose import draw_boxes
from deckwright.press.faces.scope import Desk, Scope

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckwright.model.card import Card
    from deckwright.press.faces import Face
    from deckwright.press.faces.boxes import Box


class _Difference(NamedTuple):
    """Two cards whose backs look different, and the box that tells them apart."""

    one: Card
    two: Card
    box: Box


def note_differing_backs(cards: Iterable[Card], backs: Mapping[str, Face], desk: Desk) -> None:
    """Note each kind of card whose backs differ, unless their face says that they may.

    All cards of the game count, whichever of them are printed: they are shuffled with those printed before.
    """
    kinds: dict[str, list[Card]] = {}
    for card in cards:
        kinds.setdefault(card.kind, []).append(card)
    for kind, own in kinds.items():
        face = backs.get(kind)
        if face is None or face.backs_differ:
            continue
        all_cards = [card for card in desk.sisters.get(face.name, ()) if card.kind == kind]
        if found := _difference(all_cards or own, face.in_language(desk.language), desk):
            desk.note(_finding(kind, face, found, desk))


def _difference(cards: Iterable[Card], face: Face, desk: Desk) -> _Difference | None:
    """Compare what is drawn, on a desk of its own: what is found on drawing other cards is not for this print."""
    aside = Desk(desk.game, desk.language, desk.assets, desk.matches, desk.sisters)
    first, *others = {look_of(card, face, aside): card for card in cards}.values()
    if not others:
        return None
    digests = Digests(desk.assets)

    def looks(card: Card) -> dict[Box, str]:
        scope = Scope(aside, face, card)
        return {box: digests.of(draw_boxes((box,), scope), face.size) for box in face.boxes}

    expected = looks(first)
    for other in others:
        found = looks(other)
        if box := next((box for box in face.boxes if found[box] != expected[box]), None):
            return _Difference(first, other, box)
    return None


def _finding(kind: str, face: Face, found: _Difference, desk: Desk) -> Finding:
    message = tr(
        "The backs of {kind} differ, so players can tell {one} from {two} face down: {box} is not the same on both. Make it the same on all cards, or add backs_differ: true to the face {face} if this is intended.",
        kind=desk.game.label(f"kind:{kind}", desk.language) or kind,
        one=found.one.id,
        two=found.two.id,
        box=found.box.id or tr("a box"),
        face=face.name,
    )
    message += face.inherited_note(found.box)
    return Finding(
        "backs-differ", "error", message, (found.one.id, found.two.id), where=face.where_of(found.box)
    )
