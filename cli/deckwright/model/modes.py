"""The modes of a game, as users name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.errors import UsageError
from deckwright.messages import tr
from deckwright.model.hints import meant

if TYPE_CHECKING:
    from deckwright.model.game import Game


def check_mode(game: Game, mode: str) -> None:
    """See that a game has a mode; '' is fine.

    Raises:
        UsageError: it has none of that name.
    """
    modes = game.names("modes")
    if mode and mode not in modes:
        raise UsageError(
            "unknown-mode",
            tr("The game {game} has no mode {mode}.", game=game.id, mode=mode),
            hint=meant(mode, modes),
        )
