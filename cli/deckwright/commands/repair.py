"""`deckwright repair`: the nearest legal deck."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from typer import Argument, Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.options import (
    CHECKS,
    DeckOutput,
    GameOfLists,
    Players,
    check_output,
    library_of,
    read_day,
    settings_of,
)
from deckwright.files.deck_formats import format_of_file
from deckwright.files.writing import write_text
from deckwright.messages import tr
from deckwright.reports.decks import repaired_as_json, report_repaired
from deckwright.reports.output import write_json
from deckwright.workbench.checking import CheckOptions, repair_deck

EXAMPLES = (
    "deckwright repair my-deck.yaml -o legal-deck.yaml",
    "deckwright repair data-monsters/startup --format office --players 2",
)


def run(
    context: Context,
    deck: Annotated[
        str,
        Argument(
            autocompletion=completion.decks,
            metavar=tr("DECK"),
            help=tr("Deck file, game/deck-id, or - for standard input."),
        ),
    ],
    form: Annotated[
        str,
        Option(
            "--format",
            autocompletion=completion.formats,
            metavar=tr("FORMAT"),
            help=tr("Format of the repaired deck; default: the deck's own."),
            rich_help_panel=CHECKS,
        ),
    ] = "",
    players: Players = None,
    on: Annotated[
        date | None,
        Option(
            parser=read_day,
            metavar=tr("DATE"),
            help=tr("Day whose rules apply, such as 2026-01-31; default: today."),
            rich_help_panel=CHECKS,
        ),
    ] = None,
    game: GameOfLists = "",
    output: DeckOutput = "",
) -> None:
    """Make a deck legal with the fewest changes.

    The result is the nearest legal deck: the one with the fewest copies removed and added. Every change is
    shown. If no legal deck is found, nothing is written and the exit code is 1.
    """
    settings = settings_of(context)
    check_output(settings, output)
    wanted = format_of_file(output, "yaml")
    with library_of(context) as library:
        repaired = repair_deck(library, deck, CheckOptions(form, players, game, on))
    if output and repaired.result.legal:
        write_text(output, wanted.write(repaired.result.deck, repaired.cards, repaired.language))
    if settings.as_json:
        write_json(repaired_as_json(repaired.result))
    else:
        report_repaired(repaired, has_list=not output)
    if not repaired.result.legal:
        raise Exit(1)
