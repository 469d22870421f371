"""`deckwright show`: one card."""

from __future__ import annotations

from typer import Context

from deckwright.commands.command import command
from deckwright.commands.options import InGame, TheCard, library_of, show_result
from deckwright.reports.cards import card_details, card_details_as_json
from deckwright.workbench.cards import find_card


@command(
    "deckwright show krol-senior", "deckwright show dataset/lawyer --lang it", "deckwright show Avocat --json"
)
def run(
    context: Context,
    card: TheCard,
    game: InGame = "",
) -> None:
    """Show a card; with --json, its texts in all languages too."""
    with library_of(context) as library:
        found = find_card(library, card, game)
    show_result(context, card_details_as_json(found.card, found.language), card_details(*found))
