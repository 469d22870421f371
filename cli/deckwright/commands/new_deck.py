"""`deckwright new deck`: start a deck."""

from __future__ import annotations

from typing import Annotated

from click import Context

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.declaring import INPUT, argument
from deckwright.commands.options import settings_of, show_notice
from deckwright.reports.output import write, write_json
from deckwright.workbench.authoring import new_deck
from deckwright.workbench.library import current_database


@command("deckwright new deck 'My first lab' --game data-monsters --format lab")
def run(
    context: Context,
    name: Annotated[str, argument("Name of the deck.", "NAME")],
    game: Annotated[str, INPUT.option("Game of the deck.", "GAME", complete=completion.games)],
    form: Annotated[
        str,
        INPUT.option(
            "Format of the deck; default: the first of the game.",
            "FORMAT",
            "--format",
            complete=completion.formats,
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
