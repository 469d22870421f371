"""What the files of cards, backs and decks are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.files.results import is_reserved
from deckwright.model.words import fold
from deckwright.press.drawing.cards import look_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from deckwright.model.card import Card
    from deckwright.press.faces import Face
    from deckwright.press.faces.scope import Desk
    from deckwright.press.job import PrintJob

_LONGEST = 60
"""The most letters of a title in a file's name."""


def card_files(cards: Sequence[tuple[Card, int]]) -> list[str]:
    """Give a name, less its ending, for each card: its number in the deck and its id, so that they sort."""
    digits = max(2, len(str(len(cards))))
    return [f"{number:0{digits}}-{card.id}" for number, (card, _) in enumerate(cards, 1)]


def back_file(face: Face) -> str:
    """Give the name of the picture of a back."""
    return f"back-{face.name.removeprefix('back-')}.png"


def back_files(job: PrintJob, desk: Desk) -> dict[str, str]:
    """Give the name of the picture of each card's back, by the card's id.

    Cards whose backs look the same share one; where a back differs, as a ship in each player's colour, a picture is
    named after the first of its cards.
    """
    firsts: dict[str, dict[Hashable, str]] = {}
    for card, _ in job.cards:
        face = job.backs[card.kind]
        firsts.setdefault(face.name, {}).setdefault(look_of(card, face, desk), card.id)
    return {card.id: _back_of(card, job.backs[card.kind], firsts, desk) for card, _ in job.cards}


def _back_of(card: Card, face: Face, firsts: dict[str, dict[Hashable, str]], desk: Desk) -> str:
    looks, name = firsts[face.name], back_file(face)
    return name if len(looks) == 1 else name.replace(".png", f"-{looks[look_of(card, face, desk)]}.png")


def deck_file(title: str) -> str:
    """Give a name, less its ending, for what is made of a whole deck."""
    name = fold(title)[:_LONGEST].strip().replace(" ", "-") or "deck"
    return f"deck-{name}" if is_reserved(name) else name
