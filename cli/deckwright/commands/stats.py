"""`deckwright stats`: what a deck is made of, and the odds of drawing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.options import ODDS, OUTPUT, GameOfLists, Mode, check_output, library_of, settings_of
from deckwright.findings import has_errors
from deckwright.messages import tr
from deckwright.reports.figures import chart_of, note_assumed_players, report_statistics
from deckwright.workbench.counting import SEATS, OddsOptions, deck_statistics, draw_chart

EXAMPLES = (
    "deckwright stats data-monsters/startup",
    "deckwright stats my-deck.txt --odds 'kind:tool tech>=3' --turn 3 --players 2",
    "deckwright stats data-monsters/startup --odds kind:monster --odds kind:tool --drawn 5",
    "deckwright stats data-monsters/enterprise -o enterprise.svg",
)


def run(
    context: Context,
    deck: Annotated[
        str,
        Argument(
            autocompletion=completion.sources,
            metavar=tr("DECK"),
            help=tr("Deck file, game/deck-id, - for standard input, or a game."),
        ),
    ],
    game: GameOfLists = "",
    odds: Annotated[
        list[str] | None,
        Option(
            metavar=tr("QUERY"),
            help=tr("Odds of drawing a card that matches; repeatable."),
            rich_help_panel=ODDS,
        ),
    ] = None,
    turn: Annotated[
        int,
        Option(
            metavar="N", min=0, max=99, help=tr("Last turn; 0 is the opening hand."), rich_help_panel=ODDS
        ),
    ] = 5,
    players: Annotated[
        int | None,
        Option(
            metavar="N", max=99, help=tr("Number of players, if draws depend on it."), rich_help_panel=ODDS
        ),
    ] = None,
    mode: Mode = "",
    first: Annotated[
        bool, Option("--first", help=tr("Odds only for the player who goes first."), rich_help_panel=ODDS)
    ] = False,
    second: Annotated[
        bool, Option("--second", help=tr("Odds only for the other players."), rich_help_panel=ODDS)
    ] = False,
    drawn: Annotated[
        int | None,
        Option(
            metavar="N",
            min=0,
            help=tr("Number of cards drawn, instead of the game's rules."),
            rich_help_panel=ODDS,
        ),
    ] = None,
    output: Annotated[
        str,
        Option(
            "-o",
            "--output",
            metavar=tr("FILE"),
            help=tr("Chart file to write: .svg or .png."),
            rich_help_panel=OUTPUT,
        ),
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
