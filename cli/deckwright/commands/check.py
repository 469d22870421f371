"""`deckwright check`: whether decks are legal."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

from typer import Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.arguments import Decks, GameOfLists, Players, ReportForm
from deckwright.commands.opening import Shelf, language_in, reading
from deckwright.commands.parsing import read_day
from deckwright.construction.check import check_deck
from deckwright.errors import InputError
from deckwright.files.deck_lines import faulty_deck
from deckwright.messages import tr
from deckwright.model.finding import finding_of
from deckwright.reports.decks import verdict_as_json, verdict_lines
from deckwright.reports.findings import github_lines
from deckwright.reports.output import write, write_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from deckwright.construction.check import Verdict
    from deckwright.model.deck import Deck

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
    exit code is 1 if a deck is not legal.
    """
    with reading(context) as (connection, settings):
        shelved = Shelf(connection)
        found = _read(shelved, decks, game, report)
        verdicts = [
            check_deck(
                deck,
                *shelved.game(deck.game),
                format=form,
                players=players,
                on=on,
                language=language_in(shelved.game(deck.game)[0], settings),
            )
            for deck in found
        ]
    _REPORTS["json" if settings.as_json else report](verdicts)
    if not all(verdict.legal for verdict in verdicts):
        raise Exit(1)


def _read(shelved: Shelf, names: list[str], game: str, report: str) -> list[Deck]:
    """Read all decks, and end with what is wrong with any of them, said as the report wants it."""
    decks: list[Deck] = []
    faults: list[InputError] = []
    for name in names:
        try:
            decks.append(shelved.deck(name, game))
        except InputError as fault:
            faults.append(fault)
    if not faults:
        return decks
    findings = [finding for fault in faults for finding in fault.findings or [finding_of(fault)]]
    if report == "github":
        write("\n".join(github_lines(findings)))
    raise faults[0] if len(faults) == 1 else faulty_deck(findings)


def _text(verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        write("\n".join(verdict_lines(verdict)))


def _json(verdicts: list[Verdict]) -> None:
    write_json({"decks": [verdict_as_json(verdict) for verdict in verdicts]})


def _github(verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        for line in github_lines(verdict.findings):
            write(line)


_REPORTS: dict[str, Callable[[list[Verdict]], Any]] = {"text": _text, "json": _json, "github": _github}
