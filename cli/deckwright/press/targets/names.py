"""What the files of cards, backs and decks are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.model.words import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deckwright.model.card import Card
    from deckwright.press.faces import Face


def card_files(cards: Sequence[tuple[Card, int]]) -> list[str]:
    """Give a name, less its ending, for each card: its number in the deck and its id, so that they sort."""
    digits = max(2, len(str(len(cards))))
    return [f"{number:0{digits}}-{card.id}" for number, (card, _) in enumerate(cards, 1)]


def back_file(face: Face) -> str:
    """Give the name of the picture of a back."""
    return f"back-{face.name.removeprefix('back-')}.png"


def deck_file(title: str) -> str:
    """Give a name, less its ending, for what is made of a whole deck."""
    return fold(title).replace(" ", "-") or "deck"
