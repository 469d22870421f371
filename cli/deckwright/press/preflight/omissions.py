"""Find what cards say and their face does not show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.finding import Finding
from deckwright.press.faces.needs import colours_of
from deckwright.press.preflight.signs import asked_of, counted, signs_of, walk

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckwright.model.card import Card
    from deckwright.press.faces import Face
    from deckwright.press.faces.scope import Desk


def note_omissions(face: Face, cards: Iterable[Card], desk: Desk) -> None:
    """Note each field, text or mark that some of the cards have, but that shows nowhere on this face."""
    omitted = {name for document in face.documents for name in document.value.get("leaves_out", ())}
    known = _shown(face, desk) | omitted
    first: dict[str, Card] = {}
    for card in cards:
        for name in said_by(card) - known:
            first.setdefault(name, card)
    for name in sorted(first.keys() - asked_of(face, desk) if first else ()):
        desk.note(_omission(face, name, first[name]))


def said_by(card: Card) -> set[str]:
    """List the fields and texts that a card has, and whether it has marks."""
    said = {name for name, value in card.fields.items() if value not in (None, False, "", [])}
    said |= {name for name, text in card.texts.get(card.source_language, {}).items() if text}
    return said | ({"marks"} if card.marks else set())


def _shown(face: Face, desk: Desk) -> set[str]:
    shown = signs_of(face) | counted(face)
    for box, _ in walk(face):
        for colour in colours_of(box):
            shown.update(face.palette.fields(colour))
    if "fields" in shown:
        shown |= set(desk.choices)
    return shown | set(desk.game.definition.get("texts", {})) if "texts" in shown else shown


def _omission(face: Face, name: str, card: Card) -> Finding:
    message = tr(
        "The face {face} does not show {field}, which {card} has. Add a box for it, or name it under "
        "leaves_out in the face.",
        face=face.name,
        field=name,
        card=card.id,
    )
    return Finding("unused-field", "warning", message, (card.id,), where=face.documents[-1].where())
