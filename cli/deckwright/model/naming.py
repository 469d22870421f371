"""Find a card by what people call it: its id, name or alias in any language, whatever the case and accents."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from deckwright.model.words import fold, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckwright.model.card import Card

Known = dict[str, dict[str, None]]
"""The ids of the cards that are called something, in order, each once."""


class CardNames:
    """The ids of some cards, and their names and aliases in all languages."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._ids: Known = {}
        self._names: Known = {}
        self._folded: Known = {}
        self._aliases: Known = {}
        self._folded_aliases: Known = {}
        for card in cards:
            _add(self._ids, card.id, card)
            _add(self._folded, fold(card.id), card)
            for name in {texts["name"]: None for texts in card.texts.values() if "name" in texts}:
                _add(self._names, name, card)
                _add(self._folded, fold(name), card)
            for alias in {one: None for aliases in card.aliases.values() for one in aliases}:
                _add(self._aliases, alias, card)
                _add(self._folded_aliases, fold(alias), card)

    def find(self, name: str) -> list[str]:
        """Give the ids of the cards called `name`: none, one, or several where it is ambiguous.

        An id goes before a name, a name before an alias, and what is spelled just so before what only reads alike.
        """
        folded = fold(name)
        found = self._ids.get(name) or self._names.get(name) or (folded and self._folded.get(folded))
        found = found or self._aliases.get(name) or (folded and self._folded_aliases.get(folded))
        return list(found or ())

    def nearest(self, name: str) -> list[str]:
        """Ids or names, or else aliases, that `name` was most likely meant to be; of two that read alike, one."""
        is_id = name == name.lower() and " " not in name
        known = [*self._names, *self._ids] if is_id else [*self._ids, *self._names]
        near = nearest(name, list({fold(one): one for one in known}.values()))
        return near or nearest(name, list({fold(one): one for one in self._aliases}.values()))


def names_apart(cards: Mapping[str, Card], language: str) -> dict[str, str]:
    """Give what to call each of a game's cards: its name, with its id where several bear that name."""
    names = {card.id: card.name(language) for card in cards.values()}
    bearers = Counter(names.values())
    return {card: name if bearers[name] == 1 else f"{name} ({card})" for card, name in names.items()}


def _add(known: Known, name: str, card: Card) -> None:
    known.setdefault(name, {})[card.id] = None
