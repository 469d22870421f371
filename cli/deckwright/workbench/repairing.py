"""Repair a deck: the nearest legal one, with the fewest copies removed and added."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.construction.check import CheckContext
from deckwright.workbench.deck_checks import CheckOptions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.construction.repair import Repaired
    from deckwright.model.card import Card
    from deckwright.workbench.library import DeckLibrary


class RepairedDeck(NamedTuple):
    """A repaired deck with the cards of its game, and the language to name them in."""

    result: Repaired
    cards: Mapping[str, Card]
    language: str


def repair_deck(library: DeckLibrary, name: str, options: CheckOptions | None = None) -> RepairedDeck:
    """Find the legal deck that is nearest to a deck: a file, `-` for standard input, or `game/deck-id`.

    Raises:
        InputError: the deck cannot be read, or its game has no such format or does not allow its number of players.
        UsageError: the format, or a number of players that it depends on, is missing, or that number is not allowed.
    """
    from deckwright.construction.repair import repair

    options = options or CheckOptions()
    deck = library.deck(name, options.game, library.language.tag)
    game, cards = library.game(deck.game)
    language = library.language_of(game)
    context = CheckContext(options.format, options.players, options.on, language)
    return RepairedDeck(repair(deck, game, cards, context), cards, language)
