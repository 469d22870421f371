"""What scoring pads and reference cards are made for: a mode, so many seats, and a language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.errors import UsageError
from deckwright.messages import tr
from deckwright.model.players import is_allowed, listed, numbers_in
from deckwright.press.faces.scope import Desk

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.model.game import Game
    from deckwright.model.players import Numbers

_SEATS = 4
"""For how many seats, where a game does not say how many play it."""


def mode_and_seats(game: Game, mode: str, players: int | None) -> tuple[str, int]:
    """Give the mode that is meant, and how many sit at the table: as many as can, where nothing is said.

    Raises:
        UsageError: so many may not play, in the mode that is named or in any.
    """
    if not mode:
        mode = game.mode_for(players) if players else game.default_mode
    allowed = numbers_of(game, mode)
    seats = players or max(allowed, default=_SEATS)
    if not is_allowed(seats, allowed):
        said = {"game": game.id, "mode": mode, "allowed": listed(allowed), "players": seats}
        raise UsageError(
            "players-out-of-range",
            tr("{game} in the mode {mode} is for {allowed} players, not for {players}.", **said),
            hint=tr("Name another number with --players."),
        )
    return mode, seats


def numbers_of(game: Game, mode: str) -> Numbers:
    """List the numbers of players that may play a game in a mode."""
    own = game.definition.get("modes", {}).get(mode, {}).get("players")
    return numbers_in(own or game.definition.get("players"))


def desk_for(game: Game, language: str, assets: Mapping[str, bytes]) -> Desk:
    """Give a desk for a game's words, which notes those that are not translated."""
    return Desk(game, language, assets, lambda _, __: False)
