"""`deckwright games`: the games in the database."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Context

from deckwright.commands import completion
from deckwright.commands.options import library_of, settings_of
from deckwright.messages import tr
from deckwright.reports.games import games_as_json, report_games
from deckwright.reports.output import write_json
from deckwright.workbench.cards import list_games

EXAMPLES = ("deckwright games", "deckwright games monster-office", "deckwright games --json")


def run(
    context: Context,
    game: Annotated[
        str,
        Argument(
            autocompletion=completion.games,
            metavar=tr("[GAME]"),
            help=tr("Show one game, and explain its settings."),
        ),
    ] = "",
) -> None:
    """List the games in the database with formats, piles, modes and settings."""
    with library_of(context) as library:
        games = list_games(library, game)
    if settings_of(context).as_json:
        write_json(games_as_json(games))
    else:
        report_games(games, explained=bool(game))
