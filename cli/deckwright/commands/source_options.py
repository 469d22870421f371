"""The options with which an export is told its cards."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Option

from deckwright.commands import completion
from deckwright.messages import tr

Sources = Annotated[
    list[str] | None,
    Argument(
        autocompletion=completion.sources,
        metavar=tr("[SOURCE...]"),
        help=tr("Decks, or games with all their cards."),
    ),
]

GameOf = Annotated[
    str,
    Option(
        "--game",
        autocompletion=completion.games,
        metavar=tr("GAME"),
        help=tr("The game of --select, and of lists that do not say it."),
    ),
]

Selected = Annotated[
    str, Option("--select", metavar=tr("QUERY"), help=tr("The cards that a query finds in the game."))
]

Folder = Annotated[
    str,
    Option(
        "-o",
        "--output",
        metavar=tr("DIR"),
        help=tr("The folder to write to; it is made where there is none, and what it holds besides stays."),
    ),
]
