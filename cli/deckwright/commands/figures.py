"""`deckwright stats` and `effort`: what a deck is made of, the odds of drawing, and what some cards win together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Context, Exit

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.declaring import INPUT, ODDS, argument
from deckwright.commands.options import (
    GameOfLists,
    Mode,
    Rules,
    TheGame,
    library_of,
    output_file,
    settings_of,
    show_result,
)
from deckwright.findings import has_errors
from deckwright.reports.figures import (
    chart_of,
    effort_as_json,
    effort_lines,
    note_assumed_players,
    report_statistics,
)
from deckwright.workbench.counting import (
    SEATS,
    EffortOptions,
    OddsOptions,
    deck_statistics,
    draw_chart,
    find_effort,
)


@command(
    "deckwright stats data-monsters/startup",
    "deckwright stats my-deck.txt --odds 'kind:tool tech>=3' --turn 3 --players 2",
    "deckwright stats data-monsters/startup --odds kind:monster --odds kind:tool --drawn 5",
    "deckwright stats data-monsters/enterprise -o enterprise.svg",
)
def stats(
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
    output: Annotated[str, output_file("Chart file to write: .svg or .png.", ".svg", ".png")] = "",
) -> None:
    """Count what a deck is made of, and calculate odds of drawing.

    Odds are exact. They follow the game's own rules for the opening hand and the cards drawn each turn; no card is
    put back, and every card drawn counts, even if it was discarded since.
    """
    settings = settings_of(context)
    seats = SEATS if first == second else SEATS[:1] if first else SEATS[1:]
    options = OddsOptions(odds or (), turn, players, mode, seats, drawn)
    with library_of(context) as library:
        statistics = deck_statistics(library, deck, options, game=game)
    note_assumed_players(statistics)
    chart = chart_of(statistics)
    findings = draw_chart(chart, Path(output)) if output else []
    report_statistics(statistics, findings, output, as_json=settings.as_json)
    if has_errors(findings):
        raise Exit(1)


@command(
    "deckwright effort data-monsters mainframe '2 rubber-duck'",
    "deckwright effort data-monsters mainframe --from clean-the-data --from coffee-forecast",
)
def effort(
    context: Context,
    game: TheGame,
    card: Annotated[
        list[str], argument("Cards to play, with their copies: '2 rubber-duck'.", "CARD...", completion.cards)
    ],
    source: Annotated[
        list[str] | None,
        INPUT.option(
            "Card that can be won; repeatable; default: all.",
            "CARD",
            "--from",
            autocompletion=completion.cards,
        ),
    ] = None,
    rule: Rules = None,
) -> None:
    """List the largest sets of cards that these cards win together.

    Only numbers are added up. Whether a card may be played, and what else it does, is in its text.
    """
    with library_of(context) as library:
        effort = find_effort(library, game, card, EffortOptions(source or (), rule or ()))
    show_result(context, effort_as_json(effort), effort_lines(effort))
