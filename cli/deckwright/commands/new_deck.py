"""`deckwright new deck`: start a deck."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Context, Option

from deckwright.commands import completion
from deckwright.commands.opening import reading
from deckwright.errors import InputError
from deckwright.files.starters import id_of, start_deck
from deckwright.messages import tr
from deckwright.model.words import meant
from deckwright.reports.output import write, write_json
from deckwright.store.read import read_game

EXAMPLES = ("deckwright new deck 'My first lab' --game data-monsters --format lab",)


def run(
    context: Context,
    name: Annotated[str, Argument(metavar=tr("NAME"), help=tr("What the deck is called."))],
    game: Annotated[
        str, Option(autocompletion=completion.games, metavar=tr("GAME"), help=tr("The game the deck is for."))
    ],
    form: Annotated[
        str,
        Option(
            "--format",
            autocompletion=completion.formats,
            metavar=tr("FORMAT"),
            help=tr("The format it is built for; without it, the game's first."),
        ),
    ] = "",
) -> None:
    """Start a deck: a deck file of that name, to be filled in."""
    with reading(context) as (connection, settings):
        formats = read_game(connection, game).names("formats")
    if form and form not in formats:
        message = tr("The game {game} has no format {format}.", game=game, format=form)
        raise InputError("unknown-format", message, hint=meant(form, formats))
    path = Path(f"{id_of(name)}.yaml")
    start_deck(path, {"game": game, "format": form or next(iter(formats), ""), "name": name})
    if settings.as_json:
        write_json({"files": [str(path)]})
    else:
        write(str(path))
