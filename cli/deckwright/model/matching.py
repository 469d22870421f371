"""The queries of a game's rules and piles, as tests of cards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from deckwright.model.query.matching import matches
from deckwright.model.query.storing import load

if TYPE_CHECKING:
    from deckwright.model.game import Game
    from deckwright.model.rule import Matcher, Test


def matcher_of(game: Game) -> Matcher:
    """Give what turns the text of one of a game's queries into a test; each was compiled with the game."""

    def matcher(text: str) -> Test:
        return partial(matches, load(game.queries[text]))

    return matcher
