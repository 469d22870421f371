"""What “every” means in tests: all that the program has of a kind, so that nothing new is forgotten."""

from __future__ import annotations

from itertools import cycle, product

import pytest

from deckwright import resources
from deckwright.messages import LANGUAGES

from .programs import deep_except

__all__ = ["GAMES", "LANGUAGES", "each_game_and_language"]

GAMES = tuple(folder.name for folder in resources.packaged_games())
"""The packaged games, in order of name."""

each_game_and_language = pytest.mark.parametrize(
    ("game", "language"),
    deep_except(
        [*zip(GAMES, cycle(LANGUAGES), strict=False)],
        [*product(GAMES, LANGUAGES)],
        "the game in another language",
    ),
)
"""Every packaged game in every language. `make test` has each game in one, and each language."""
