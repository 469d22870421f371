"""Arguments and options that several commands have, each said once."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Option

from deckwright.commands import completion
from deckwright.commands.parsing import one_of, read_states
from deckwright.messages import tr

Decks = Annotated[
    list[str],
    Argument(
        autocompletion=completion.decks,
        metavar=tr("DECK..."),
        help=tr("Decks: files, - for standard input, or game/deck-id."),
    ),
]

TheGame = Annotated[str, Argument(autocompletion=completion.games, metavar=tr("GAME"), help=tr("The game."))]

TheCard = Annotated[
    str,
    Argument(
        autocompletion=completion.cards,
        metavar=tr("CARD"),
        help=tr("A card: game/card-id, its id, or its name in any language."),
    ),
]

Sources = Annotated[
    list[str] | None,
    Argument(
        autocompletion=completion.sources,
        metavar=tr("[SOURCE...]"),
        help=tr("Decks, or games with all their cards."),
    ),
]

GameOfSources = Annotated[
    str,
    Option(
        "--game",
        autocompletion=completion.games,
        metavar=tr("GAME"),
        help=tr("The game of --select, and of lists that do not say it."),
    ),
]

Select = Annotated[str, Option(metavar=tr("QUERY"), help=tr("The cards that a query finds in the game."))]

GameOfLists = Annotated[
    str,
    Option(
        "--game",
        autocompletion=completion.games,
        metavar=tr("GAME"),
        help=tr("The game of lists that do not say it."),
    ),
]

InGame = Annotated[
    str,
    Option("--game", autocompletion=completion.games, metavar=tr("GAME"), help=tr("Look in one game only.")),
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

Players = Annotated[int | None, Option(metavar="N", help=tr("How many play, where the format asks."))]

With = Annotated[
    list[str] | None,
    Option(
        "--with",
        autocompletion=completion.translated,
        metavar=tr("LANGUAGE"),
        help=tr("Show this language beside that of --lang; may be repeated."),
    ),
]

Only = Annotated[
    str,
    Option(
        parser=read_states,
        metavar=tr("STATE,..."),
        help=tr(
            "Only cards whose translation is so: missing, machine, stale, draft, reviewed, or unreviewed."
        ),
    ),
]

ReportForm = Annotated[
    str,
    Option(
        callback=one_of("text", "json", "github"),
        autocompletion=lambda incomplete: [
            name for name in ("text", "json", "github") if name.startswith(incomplete)
        ],
        metavar="text|json|github",
        help=tr("How to show the result."),
    ),
]

Strict = Annotated[bool, Option("--strict", help=tr("End with 1 for a warning too, for checks on a server."))]

LowInk = Annotated[
    bool, Option("--low-ink", help=tr("Print white grounds with coloured outlines, to try cards out."))
]

Watch = Annotated[
    bool,
    Option("--watch", help=tr("Go on, and do it again whenever a file of the game, or a list, is saved.")),
]

Mode = Annotated[
    str,
    Option(
        autocompletion=completion.modes,
        metavar=tr("MODE"),
        help=tr("The way to play; without it, the game's usual one."),
    ),
]

Rules = Annotated[
    list[str] | None,
    Option(
        "--rule",
        autocompletion=completion.settings,
        metavar=tr("SETTING=CHOICE"),
        help=tr("How your table plays an unclear rule; deckwright games lists them."),
    ),
]

Paper = Annotated[
    str,
    Option(
        "--sheet",
        "--paper",
        autocompletion=completion.sheets,
        metavar=tr("SHEET"),
        help=tr("The sheet whose paper is meant."),
    ),
]

PdfFile = Annotated[
    str,
    Option("-o", "--output", metavar=tr("FILE"), help=tr("Write the PDF there; - is standard output.")),
]
