"""`deckwright check`: whether decks are legal."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from typer import Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.options import (
    CHECKS,
    Decks,
    GameOfLists,
    Players,
    ReportForm,
    library_of,
    read_day,
    settings_of,
)
from deckwright.construction.check import Unchecked
from deckwright.errors import InputError, UsageError
from deckwright.messages import tr
from deckwright.reports.decks import report_verdicts
from deckwright.workbench.checking import CheckOptions, check_decks

EXAMPLES = (
    "deckwright check data-monsters/startup",
    "deckwright check my-deck.txt --game data-monsters --format office --players 3",
    "deckwright check decks/*.yaml --report github",
)


def run(
    context: Context,
    decks: Decks,
    form: Annotated[
        str,
        Option(
            "--format",
            autocompletion=completion.formats,
            metavar=tr("FORMAT"),
            help=tr("Format to check against; default: the deck's own."),
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
    report: ReportForm = "text",
) -> None:
    """Check decks against the construction rules of a format.

    Every broken rule is shown with its place, what was found, what is allowed and how to fix it. The exit code
    is 1 if a deck is not legal, and 3 if one cannot be read; the others are still checked.
    """
    options = CheckOptions(form, players, game, on)
    with library_of(context) as library:
        verdicts = check_decks(library, decks, options)
    report_verdicts(verdicts, "json" if settings_of(context).as_json else report)
    errors = [one.error for one in verdicts if isinstance(one, Unchecked)]
    if errors:
        is_usage = len(errors) == len(verdicts) and all(isinstance(one, UsageError) for one in errors)
        raise Exit((UsageError if is_usage else InputError).exit_code)
    if not all(one.legal for one in verdicts if not isinstance(one, Unchecked)):
        raise Exit(1)
