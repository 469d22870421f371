"""Find a card by what people call it: its id, or its name in any language, whatever the case and accents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.model.words import fold, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckwright.model.card import Card


class CardNames:
    """The names of some cards, in all their languages."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._ids: dict[str, list[str]] = {}
        self._names: dict[str, None] = {}
        for card in cards:
            self._add(card.id, card.id)
            for name in dict.fromkeys(texts["name"] for texts in card.texts.values() if "name" in texts):
                self._add(name, card.id)

    def _add(self, name: str, card: str) -> None:
        self._names[name] = None
        known = self._ids.setdefault(fold(name), [])
        if card not in known:
            known.append(card)

    def find(self, name: str) -> list[str]:
        """Give the ids of the cards called `name`: none, one, or several where it is ambiguous."""
        folded = self._ids.get(fold(name), [])
        return [name] if name in folded else folded

    def nearest(self, name: str) -> list[str]:
        """Give the names that `name` was most likely meant to be."""
        return nearest(name, list(self._names))
