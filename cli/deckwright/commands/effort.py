"""`deckwright effort`: what some cards win together."""

from __future__ import annotations

from typing import Annotated

from typer import Context

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.declaring import INPUT, argument
from deckwright.commands.options import Rules, TheGame, library_of, show_result
from deckwright.reports.figures import effort_as_json, effort_lines
from deckwright.workbench.counting import EffortOptions, find_effort


@command(
    "deckwright effort data-monsters mainframe '2 rubber-duck'",
    "deckwright effort data-monsters mainframe --from clean-the-data --from coffee-forecast",
)
def run(
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
