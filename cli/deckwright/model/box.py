"""A whole game, ready to be kept: the game, its cards and its decks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.model.card import Card
    from deckwright.model.deck import Deck
    from deckwright.model.game import Game


@dataclass(frozen=True, slots=True)
class GameBox:
    """All that a game's folder gives: `assets` are files for printing by path; `digest` names the content.

    `folder` is the folder's whole path; '' where the game is from none.
    """

    game: Game
    cards: tuple[Card, ...] = ()
    decks: tuple[Deck, ...] = ()
    assets: Mapping[str, bytes] = field(default_factory=dict)
    digest: str = ""
    folder: str = ""
