"""`deckwright draw`: sample hands from a deck, or how often very many hands have what they need."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Context, Exit

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.declaring import ODDS, TABLE, argument
from deckwright.commands.options import (
    GameOfLists,
    Mode,
    SeedText,
    library_of,
    output_file,
    settings_of,
    show_result,
)
from deckwright.errors import UsageError
from deckwright.findings import has_errors
from deckwright.messages import tr, trn
from deckwright.reports.draws import hand_lines, hands_as_json
from deckwright.reports.findings import note_findings
from deckwright.reports.output import note_of
from deckwright.workbench.hands import HandOptions, draw_hands

MOST_HANDS = 50
"""Largest number of hands to show."""


@command(
    "deckwright draw data-monsters/startup",
    "deckwright draw my-deck.txt --hands 10 --turns 4 --players 3 --seed friday",
    "deckwright draw data-monsters/startup --keep kind:monster -o hands.pdf",
    "deckwright draw data-monsters/startup --odds kind:tool --odds kind:monster --turns 3 --times 100000",
)
def run(
    context: Context,
    decks: Annotated[
        list[str],
        argument(
            "Decks to draw from together: files, game/deck-id, - or a game.",
            "DECK...",
            completion.sources,
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
            from deckwright.workbench.hands import print_hands

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
