"""`deckwright check`: whether decks are legal."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

from typer import Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.arguments import Decks, GameOfLists, Players, ReportForm
from deckwright.commands.opening import Shelf, language_in, reading, whole_fault
from deckwright.commands.parsing import read_day
from deckwright.construction.check import CheckContext, Unchecked, Verdict, check_deck
from deckwright.errors import InputError, UsageError, findings_of
from deckwright.messages import tr, trn
from deckwright.model.words import list_names
from deckwright.reports.decks import verdict_as_json, verdict_lines
from deckwright.reports.errors import error_as_json, report_error
from deckwright.reports.findings import github_lines
from deckwright.reports.output import note, write, write_json

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = (
    "deckwright check data-monsters/startup",
    "deckwright check my-deck.txt --game data-monsters --format office --players 3",
    "deckwright check decks/*.yaml --report github",
)


def run(
    context: Context,
    decks: Decks,
    game: GameOfLists = "",
    form: Annotated[
        str,
        Option(
            "--format",
            autocompletion=completion.formats,
            metavar=tr("FORMAT"),
            help=tr("The format to check against; without it, the deck's own."),
        ),
    ] = "",
    players: Players = None,
    on: Annotated[
        date | None,
        Option(
            parser=read_day,
            metavar=tr("DATE"),
            help=tr("Check as of this day, such as 2026-01-31; without it, today."),
        ),
    ] = None,
    report: ReportForm = "text",
) -> None:
    """Check decks against the construction rules of a format.

    Every broken rule is shown with its place, what was found, what is allowed and what would mend it. The
    exit code is 1 if a deck is not legal, and 3 if one cannot be read; the others are still checked.
    """
    with reading(context) as (connection, settings):
        shelved = Shelf(connection)

        def checked(name: str) -> Verdict | Unchecked:
            try:
                deck = shelved.deck(name, game)
                known = shelved.game(deck.game)
                language = language_in(known[0], settings)
                return check_deck(deck, *known, CheckContext(form, players, on, language))
            except (InputError, UsageError) as fault:
                return Unchecked(name, fault)

        verdicts = [checked(name) for name in decks]
    _REPORTS["json" if settings.as_json else report](verdicts)
    _end(verdicts)


def _end(verdicts: list[Verdict | Unchecked]) -> None:
    """End with the exit code that the verdicts call for."""
    unchecked = [one for one in verdicts if isinstance(one, Unchecked)]
    if len(verdicts) == len(unchecked) == 1:
        raise Exit(report_error(unchecked[0].error, as_json=False))
    if unchecked:
        note(
            trn(
                "{count} deck of {all} could not be checked: {names}.",
                "{count} decks of {all} could not be checked: {names}.",
                len(unchecked),
                all=len(verdicts),
                names=list_names(one.deck for one in unchecked),
            )
        )
        is_usage = all(isinstance(one, Unchecked) and isinstance(one.error, UsageError) for one in verdicts)
        raise Exit((UsageError if is_usage else InputError).exit_code)
    if not all(isinstance(one, Verdict) and one.legal for one in verdicts):
        raise Exit(1)


def _text(verdicts: list[Verdict | Unchecked]) -> None:
    """Show each verdict; what is wrong with a deck that is alone ends the command, and is shown as all errors are."""
    for verdict in verdicts if len(verdicts) > 1 else [one for one in verdicts if isinstance(one, Verdict)]:
        write("\n".join(verdict_lines(verdict)))


def _json(verdicts: list[Verdict | Unchecked]) -> None:
    faults = [one.error for one in verdicts if isinstance(one, Unchecked)]
    error = error_as_json(whole_fault(faults)) if faults else {}
    write_json({**error, "decks": [verdict_as_json(verdict) for verdict in verdicts]})


def _github(verdicts: list[Verdict | Unchecked]) -> None:
    for verdict in verdicts:
        found = findings_of(verdict.error) if isinstance(verdict, Unchecked) else verdict.findings
        for line in github_lines(found):
            write(line, commands=True)


_REPORTS: dict[str, Callable[[list[Verdict | Unchecked]], Any]] = {
    "text": _text,
    "json": _json,
    "github": _github,
}
