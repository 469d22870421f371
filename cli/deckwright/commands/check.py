"""`deckwright check`: whether decks are legal."""

from __future__ import annotations

from contextlib import closing
from datetime import date
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.options import (
    CHECKS,
    OUTPUT,
    GameOfLists,
    Players,
    library_of,
    one_of,
    read_day,
    settings_of,
)
from deckwright.errors import InputError, UsageError
from deckwright.messages import tr
from deckwright.reports.output import progress_bar
from deckwright.reports.verdicts import REPORTS, SUMMARIES, ReportOptions, report_checks
from deckwright.workbench.checking import CheckOptions, check_each, usual_jobs
from deckwright.workbench.deck_sources import find_decks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from deckwright.workbench.checking import CheckedDeck, CheckSummary

EXAMPLES = (
    "deckwright check data-monsters/startup",
    "deckwright check my-deck.txt --game data-monsters --format office --players 3",
    "deckwright check decks/*.yaml --report github",
    "deckwright check tournament.zip --summary",
)

QUICK = 500
"""Decks that are checked before anyone could read a progress bar."""


def run(
    context: Context,
    decks: Annotated[
        list[str],
        Argument(
            autocompletion=completion.decks,
            metavar=tr("DECK..."),
            help=tr("Deck files, game/deck-id, folders, archives, or - for standard input."),
        ),
    ],
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
    report: Annotated[
        str,
        Option(
            callback=one_of(*REPORTS),
            autocompletion=lambda incomplete: [name for name in REPORTS if name.startswith(incomplete)],
            metavar="|".join(REPORTS),
            help=tr("Format of the report."),
            rich_help_panel=OUTPUT,
        ),
    ] = "text",
    summary: Annotated[
        bool,
        Option("--summary", help=tr("Only count decks, by result and broken rule."), rich_help_panel=OUTPUT),
    ] = False,
    jobs: Annotated[
        int | None,
        Option(
            metavar="N",
            min=1,
            max=256,
            help=tr("Processes that share the work; default: by decks and processors."),
            rich_help_panel=CHECKS,
        ),
    ] = None,
) -> None:
    """Check decks against the construction rules of a format.

    Every broken rule is shown with its place, what was found, what is allowed and how to fix it. In folders and archives
    (.zip, .tar.gz and others), every file with the ending of a deck file is checked. The exit code is 1 if a deck is
    not legal, and 3 if one cannot be read; the others are still checked.
    """
    report = "json" if settings_of(context).as_json else report
    if summary and report not in SUMMARIES:
        raise UsageError("usage", tr("--summary and --report {form} cannot be used together.", form=report))
    with library_of(context) as library:
        found = find_decks(library, decks)
        total = len(found.decks)
        checked = check_each(
            library, found.decks, CheckOptions(form, players, game, on), jobs or usual_jobs(total)
        )
        with closing(checked):
            shown = ReportOptions(report, summary, total, found.others)
            _end(report_checks(_with_progress(checked, total), shown))


def _with_progress(checked: Iterable[CheckedDeck], total: int) -> Iterable[CheckedDeck]:
    """The results while they are found; all of them, where a progress bar is shown, which nothing may disturb."""
    with progress_bar(tr("Decks"), total, unseen=QUICK) as show:
        return [*_counted(checked, show)] if show else checked


def _counted(checked: Iterable[CheckedDeck], show: Callable[[int], None]) -> Iterator[CheckedDeck]:
    for number, one in enumerate(checked, 1):
        show(number)
        yield one


def _end(summary: CheckSummary) -> None:
    """End with the exit code of a check."""
    if summary.unchecked:
        is_usage = summary.wrong_usage == summary.decks
        raise Exit((UsageError if is_usage else InputError).exit_code)
    if summary.illegal:
        raise Exit(1)
