"""`deckwright stats`: what a deck is made of, and the odds of drawing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Context, Exit

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.declaring import ODDS, OUTPUT, argument
from deckwright.commands.options import GameOfLists, Mode, check_output, library_of, settings_of
from deckwright.findings import has_errors
from deckwright.reports.figures import chart_of, note_assumed_players, report_statistics
from deckwright.workbench.counting import SEATS, OddsOptions, deck_statistics, draw_chart


@command(
    "deckwright stats data-monsters/startup",
    "deckwright stats my-deck.txt --odds 'kind:tool tech>=3' --turn 3 --players 2",
    "deckwright stats data-monsters/startup --odds kind:monster --odds kind:tool --drawn 5",
    "deckwright stats data-monsters/enterprise -o enterprise.svg",
)
def run(
    context: Context,
    deck: Annotated[
        str, argument("Deck file, game/deck-id, - for standard input, or a game.", "DECK", completion.sources)
    ],
    game: GameOfLists = "",
    odds: Annotated[
        list[str] | None, ODDS.option("Odds of drawing a card that matches; repeatable.", "QUERY")
    ] = None,
    turn: Annotated[int, ODDS.option("Last turn; 0 is the opening hand.", "N", min=0, max=99)] = 5,
    players: Annotated[
        int | None, ODDS.option("Number of players, if draws depend on it.", "N", max=99)
    ] = None,
    mode: Mode = "",
    first: Annotated[bool, ODDS.flag("Odds only for the player who goes first.")] = False,
    second: Annotated[bool, ODDS.flag("Odds only for the other players.")] = False,
    drawn: Annotated[
        int | None, ODDS.option("Number of cards drawn, instead of the game's rules.", "N", min=0)
    ] = None,
    output: Annotated[
        str, OUTPUT.option("Chart file to write: .svg or .png.", "FILE", "-o", "--output")
    ] = "",
) -> None:
    """Count what a deck is made of, and calculate odds of drawing.

    Odds are exact. They follow the game's own rules for the opening hand and the cards drawn each turn; no card is
    put back, and every card drawn counts, even if it was discarded since.
    """
    settings = settings_of(context)
    seats = SEATS if first == second else SEATS[:1] if first else SEATS[1:]
    check_output(settings, output, ".svg", ".png")
    options = OddsOptions(odds or (), turn, players, mode, seats, drawn)
    with library_of(context) as library:
        statistics = deck_statistics(library, deck, options, game=game)
    note_assumed_players(statistics)
    chart = chart_of(statistics)
    if output:
        from deckwright.workbench.printing import refuse_script

        refuse_script(chart.language)
    findings = draw_chart(chart, Path(output)) if output else []
    report_statistics(statistics, findings, output, as_json=settings.as_json)
    if has_errors(findings):
        raise Exit(1)
