"""`deckwright check`, `combine` and `repair`: whether decks are legal, decks joined into one, and made legal."""

from __future__ import annotations

import sys
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

from typer import Context, Exit

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.options import (
    CHECKS,
    INPUT,
    OUTPUT,
    DeckOutput,
    Decks,
    GameOfLists,
    Players,
    RulesOn,
    argument,
    format_option,
    library_of,
    read_times,
    settings_of,
)
from deckwright.errors import InputError, UsageError
from deckwright.files.deck_formats import format_of_file, together
from deckwright.messages import tr
from deckwright.reports.decks import (
    REPORTS,
    SUMMARIES,
    ReportOptions,
    combined_as_json,
    repaired_as_json,
    report_checks,
    report_combined,
    report_repaired,
)
from deckwright.reports.output import progress_bar, write_json
from deckwright.workbench.deck_checks import (
    CheckOptions,
    CombineOptions,
    check_each,
    combine_decks,
    repair_deck,
    usual_jobs,
)
from deckwright.workbench.deck_sources import find_decks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from deckwright.files.decks import DeckFileFormat
    from deckwright.workbench.deck_checks import CheckedDeck, CombinedDeck, RepairedDeck


@command(
    "deckwright combine data-monsters/startup data-monsters/enterprise \\",
    "    --times data-monsters/startup=2 --times data-monsters/enterprise=2 \\",
    "    --format office --players 4 -o office.yaml",
)
def combine(
    context: Context,
    decks: Decks,
    deck_format: Annotated[str, format_option("Format of the combined deck.")],
    players: Players = None,
    game: GameOfLists = "",
    times: Annotated[
        list[str] | None, INPUT.option("Use a deck this many times; repeatable.", "DECK=N")
    ] = None,
    name: Annotated[str, OUTPUT.option("Name of the combined deck.", "NAME")] = "",
    output: DeckOutput = "",
) -> None:
    """Combine decks into one, without copies that its format does not allow.

    No other cards are removed. The combined deck is checked; the exit code is 1 if it is not legal.
    """
    options = CombineOptions(deck_format, players, game, read_times(times or [], decks), name)
    wanted = format_of_file(output, "yaml")
    with library_of(context) as library:
        combined = combine_decks(library, decks, options)
    if output:
        _write_list(output, combined, wanted)
    if settings_of(context).as_json:
        write_json(combined_as_json(combined.result))
    else:
        report_combined(combined, has_list=not output)
    if not combined.result.legal:
        raise Exit(1)


def _write_list(output: str, made: CombinedDeck | RepairedDeck, file_format: DeckFileFormat) -> None:
    """Write a deck that was combined or repaired, in a format of deck lists."""
    from deckwright.files.writing import write_text

    write_text(output, together([(made.result.deck, made.cards, made.language)], file_format))


@command(
    "deckwright repair my-deck.yaml -o legal-deck.yaml",
    "deckwright repair data-monsters/startup --format office --players 2",
)
def repair(
    context: Context,
    deck: Annotated[
        str, argument("Deck file, game/deck-id, or - for standard input.", "DECK", completion.decks)
    ],
    deck_format: Annotated[str, format_option("Format of the repaired deck; default: the deck's own.")] = "",
    players: Players = None,
    on: RulesOn = None,
    game: GameOfLists = "",
    output: DeckOutput = "",
) -> None:
    """Make a deck legal with the fewest changes.

    The result is the nearest legal deck: the one with the fewest copies removed and added. Every change is
    shown. If no legal deck is found, nothing is written and the exit code is 1.
    """
    wanted = format_of_file(output, "yaml")
    with library_of(context) as library:
        repaired = repair_deck(library, deck, CheckOptions(deck_format, players, game, on))
    if output and repaired.result.legal:
        _write_list(output, repaired, wanted)
    if settings_of(context).as_json:
        write_json(repaired_as_json(repaired.result))
    else:
        report_repaired(repaired, has_list=not output)
    if not repaired.result.legal:
        raise Exit(1)


# Check


QUICK = 500
"""Decks that are checked before anyone could read a progress bar."""


@command(
    "deckwright check data-monsters/startup",
    "deckwright check my-deck.txt --game data-monsters --format office --players 3",
    "deckwright check decks/*.yaml --report github",
    "deckwright check tournament.zip --summary",
)
def check(
    context: Context,
    decks: Annotated[
        list[str],
        argument(
            "Deck files, game/deck-id, folders, archives, or - for standard input.",
            "DECK...",
            completion.decks,
        ),
    ],
    deck_format: Annotated[str, format_option("Format to check against; default: the deck's own.")] = "",
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
            library, sources.decks, CheckOptions(deck_format, players, game, on), jobs or usual_jobs(total)
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
