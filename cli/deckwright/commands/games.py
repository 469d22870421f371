"""`deckwright games`: the games in the database."""

from __future__ import annotations

from typing import Annotated

from typer import Context

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.declaring import argument
from deckwright.commands.options import library_of, settings_of
from deckwright.reports.games import games_as_json, report_games
from deckwright.reports.output import write_json
from deckwright.workbench.cards import list_games


@command("deckwright games", "deckwright games monster-office", "deckwright games --json")
def run(
    context: Context,
    game: Annotated[
        str, argument("Show one game, and explain its settings.", "[GAME]", completion.games)
    ] = "",
) -> None:
    """List the games in the database with formats, piles, modes and settings."""
    with library_of(context) as library:
        games = list_games(library, game)
    if settings_of(context).as_json:
        write_json(games_as_json(games))
    else:
        report_games(games, explained=bool(game))
