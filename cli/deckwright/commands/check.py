"""`deckwright check`: whether decks are legal."""

from __future__ import annotations

import sys
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

from typer import Context, Exit

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.options import (
    CHECKS,
    OUTPUT,
    GameOfLists,
    Players,
    RulesOn,
    argument,
    library_of,
    settings_of,
)
from deckwright.errors import InputError, UsageError
from deckwright.messages import tr
from deckwright.reports.decks import REPORTS, SUMMARIES, ReportOptions, report_checks
from deckwright.reports.output import progress_bar
from deckwright.workbench.checking import CheckOptions, check_each, usual_jobs
from deckwright.workbench.deck_sources import find_decks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from deckwright.workbench.checking import CheckedDeck


QUICK = 500
"""Decks that are checked before anyone could read a progress bar."""


@command(
    "deckwright check data-monsters/startup",
    "deckwright check my-deck.txt --game data-monsters --format office --players 3",
    "deckwright check decks/*.yaml --report github",
    "deckwright check tournament.zip --summary",
)
def run(
    context: Context,
    decks: Annotated[
        list[str],
        argument(
            "Deck files, game/deck-id, folders, archives, or - for standard input.",
            "DECK...",
            completion.decks,
        ),
    ],
    form: Annotated[
        str,
        CHECKS.option(
            "Format to check against; default: the deck's own.",
            "FORMAT",
            "--format",
            autocompletion=completion.formats,
        ),
    ] = "",
    players: Players = None,
    on: RulesOn = None,
    game: GameOfLists = "",
    report: Annotated[str, OUTPUT.choice("Format of the report.", REPORTS)] = "text",
    summary: Annotated[bool, OUTPUT.flag("Only count decks, by result and broken rule.")] = False,
    jobs: Annotated[
        int | None,
        CHECKS.option(
            "Processes that share the work; default: by decks and processors.", "N", min=1, max=256
        ),
    ] = None,
) -> None:
    """Check decks against the construction rules of a format.

    Every broken rule is shown with its place, what was found, what is allowed and how to fix it. In folders and ZIP
    archives, every file with the ending of a deck file is checked. The exit code is 1 if a deck is not legal, and 3 if
    one cannot be read; the others are still checked.
    """
    report = "json" if settings_of(context).as_json else report
    if summary and report not in SUMMARIES:
        raise UsageError("usage", tr("--summary and --report {form} cannot be used together.", form=report))
    with library_of(context) as library:
        sources = find_decks(library, decks)
        total = len(sources.decks)
        checked = check_each(
            library, sources.decks, CheckOptions(form, players, game, on), jobs or usual_jobs(total)
        )
        with closing(checked):
            shown = ReportOptions(report, summary, total, sources.others)
            counts = report_checks(_with_progress(checked, total), shown)
    if counts.unchecked:
        is_usage = counts.wrong_usage == counts.decks
        raise Exit((UsageError if is_usage else InputError).exit_code)
    if counts.illegal:
        raise Exit(1)


def _with_progress(checked: Iterable[CheckedDeck], total: int) -> Iterator[CheckedDeck]:
    """Yield the results while they are found; on a terminal when all are there, so that nothing disturbs a progress bar."""
    results: list[CheckedDeck] = []
    with progress_bar(tr("Decks"), total, unseen=QUICK) as show:
        counted = _counted(checked, show) if show else checked
        if show and sys.stdout.isatty():
            results += counted
        else:
            yield from counted
    yield from results


def _counted(checked: Iterable[CheckedDeck], show: Callable[[int], None]) -> Iterator[CheckedDeck]:
    for number, deck in enumerate(checked, 1):
        show(number)
        yield deck
