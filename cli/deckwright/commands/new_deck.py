"""`deckwright new deck`: start a deck."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Context, Option

from deckwright.commands import completion
from deckwright.commands.options import INPUT, settings_of, show_notice
from deckwright.messages import tr
from deckwright.reports.output import write, write_json
from deckwright.workbench.authoring import new_deck
from deckwright.workbench.library import current_database

EXAMPLES = ("deckwright new deck 'My first lab' --game data-monsters --format lab",)


def run(
    context: Context,
    name: Annotated[str, Argument(metavar=tr("NAME"), help=tr("Name of the deck."))],
    game: Annotated[
        str,
        Option(
            autocompletion=completion.games,
            metavar=tr("GAME"),
            rich_help_panel=INPUT,
            help=tr("Game of the deck."),
        ),
    ],
    form: Annotated[
        str,
        Option(
            "--format",
            autocompletion=completion.formats,
            metavar=tr("FORMAT"),
            rich_help_panel=INPUT,
            help=tr("Format of the deck; default: the first of the game."),
        ),
    ] = "",
) -> None:
    """Create a deck file for a game, to fill in."""
    settings = settings_of(context)
    path = new_deck(current_database(settings.database, show_notice), name, game, form)
    if settings.as_json:
        write_json({"files": [str(path)]})
    else:
        write(str(path))
