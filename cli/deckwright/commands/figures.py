"""`deckwright stats`, `effort` and `draw`: what a deck is made of, the odds of drawing, what some cards win together, and sample hands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Context, Exit

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.options import (
    INPUT,
    ODDS,
    TABLE,
    GameOfLists,
    Mode,
    Rules,
    SeedText,
    TheGame,
    argument,
    library_of,
    output_file,
    settings_of,
    show_result,
)
from deckwright.errors import UsageError
from deckwright.findings import has_errors
from deckwright.messages import tr, trn
from deckwright.reports.figures import (
    chart_of,
    effort_as_json,
    effort_lines,
    hand_lines,
    hands_as_json,
    note_assumed_players,
    report_statistics,
)
from deckwright.reports.findings import note_findings
from deckwright.reports.output import note_of
from deckwright.workbench.counting import (
    SEATS,
    EffortOptions,
    OddsOptions,
    deck_statistics,
    draw_chart,
    find_effort,
)
from deckwright.workbench.dealing import HandOptions, draw_hands, print_hands


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
            "Card that can be won; repeatable; default: all.", "CARD", "--from", complete=completion.cards
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


MOST_HANDS = 50
"""Largest number of hands to show."""


@command(
    "deckwright draw data-monsters/startup",
    "deckwright draw my-deck.txt --hands 10 --turns 4 --players 3 --seed friday",
    "deckwright draw data-monsters/startup --keep kind:monster -o hands.pdf",
    "deckwright draw data-monsters/startup --odds kind:tool --odds kind:monster --turns 3 --times 100000",
)
def draw(
    context: Context,
    decks: Annotated[
        list[str],
        argument(
            "Decks to draw from together: files, game/deck-id, - or a game.", "DECK...", completion.sources
        ),
    ],
    game: GameOfLists = "",
    hands: Annotated[int, ODDS.option("Number of hands.", "N", min=1, max=MOST_HANDS)] = 5,
    turns: Annotated[int, ODDS.option("Turns after the opening hand.", "N", min=0, max=99)] = 3,
    keep: Annotated[
        list[str] | None,
        ODDS.option("Take a mulligan unless a card of the hand matches; repeatable.", "QUERY"),
    ] = None,
    opening: Annotated[
        int | None, ODDS.option("Cards in an opening hand, instead of the game's rules.", "N", min=0, max=999)
    ] = None,
    odds: Annotated[
        list[str] | None, ODDS.option("With --times: count hands with a matching card; repeatable.", "QUERY")
    ] = None,
    times: Annotated[
        int | None, ODDS.option("Draw this many hands, and only count them.", "N", min=1, max=10_000_000)
    ] = None,
    players: Annotated[
        int | None, TABLE.option("Number of players, if draws depend on it.", "N", max=99)
    ] = None,
    mode: Mode = "",
    seed: SeedText = "",
    *,
    first: Annotated[bool, TABLE.flag("Hands of the player who goes first.")] = False,
    output: Annotated[
        str, output_file("File for pictures of the hands: .pdf, .png or .html.", ".pdf", ".png", ".html")
    ] = "",
) -> None:
    """Draw opening hands from a deck, and the cards of the turns after them.

    Hands follow the game's own rules, as do the odds of “deckwright stats”. They are those of a player who does not go
    first; use --first for the other one. An illegal deck is drawn from, with a warning. Odds by --times are counted, not
    calculated: use them for mulligans and for several decks, and stats otherwise.
    """
    options = HandOptions(hands, turns, players, mode, seed, keep or (), opening, first, odds or (), times)
    if times is not None and output:
        raise UsageError(
            "output", tr("--times and -o cannot be used together: counted hands have no pictures.")
        )
    with library_of(context) as library:
        sample = draw_hands(library, decks, options, game=game)
        if output:
            printed = print_hands(library, sample, Path(output))
            sample = sample._replace(findings=(*sample.findings, *printed.findings))
    if not settings_of(context).as_json:
        note_findings(sample.findings)
    if output and not settings_of(context).as_json:
        count = trn("{count} hand", "{count} hands", len(sample.hands))
        note_of(output, f"{count}, {tr('seed {seed}', seed=sample.seed)}")
    else:
        show_result(context, hands_as_json(sample), hand_lines(sample))
    if has_errors(sample.findings):
        raise Exit(1)
