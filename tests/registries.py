"""What “every” means in tests: all that the program has of a kind, so that nothing new is forgotten."""

from __future__ import annotations

from deckwright import resources
from deckwright.messages import LANGUAGES

__all__ = ["GAMES", "LANGUAGES"]

GAMES = tuple(folder.name for folder in resources.packaged_games())
"""The packaged games, in order of name."""
