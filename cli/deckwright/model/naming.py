"""Find a card by what people call it: its id, or its name in any language, whatever the case and accents."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from deckwright.model.words import fold, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckwright.model.card import Card

Known = dict[str, dict[str, None]]
"""The ids of the cards that are called something, in order, each once."""


class CardNames:
    """The ids of some cards, and their names in all languages."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._ids: Known = {}
        self._names: Known = {}
        self._folded: Known = {}
        for card in cards:
            _add(self._ids, card.id, card)
            _add(self._folded, fold(card.id), card)
            for name in {texts["name"]: None for texts in card.texts.values() if "name" in texts}:
                _add(self._names, name, card)
                _add(self._folded, fold(name), card)

    def find(self, name: str) -> list[str]:
        """Give the ids of the cards called `name`: none, one, or several where it is ambiguous.

        An id goes before a name, and a name that is spelled just so before those that only read alike.
        """
        folded = fold(name)
        found = self._ids.get(name) or self._names.get(name) or (folded and self._folded.get(folded))
        return list(found or ())

    def nearest(self, name: str) -> list[str]:
        """Give the ids or names that `name` was most likely meant to be; of two that read alike, one."""
        is_id = name == name.lower() and " " not in name
        return nearest(name, self._ids_last if is_id else self._names_last)

    @cached_property
    def _ids_last(self) -> list[str]:
        return list({fold(one): one for one in (*self._names, *self._ids)}.values())

    @cached_property
    def _names_last(self) -> list[str]:
        return list({fold(one): one for one in (*self._ids, *self._names)}.values())


def names_apart(cards: Mapping[str, Card], language: str) -> dict[str, str]:
    """Give what to call each of a game's cards: its name, with its id where several bear that name."""
    names = {card.id: card.name(language) for card in cards.values()}
    bearers = Counter(names.values())
    return {card: name if bearers[name] == 1 else f"{name} ({card})" for card, name in names.items()}


def _add(known: Known, name: str, card: Card) -> None:
    known.setdefault(name, {})[card.id] = None
