"""`deckwright show`: one card."""

from __future__ import annotations

from typer import Context

from deckwright.commands.command import command
from deckwright.commands.options import InGame, TheCard, library_of, settings_of
from deckwright.reports.cards import card_details, card_details_as_json
from deckwright.reports.output import write, write_json
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
    if settings_of(context).as_json:
        write_json(card_details_as_json(found.card, found.language))
    else:
        write("\n".join(card_details(*found)))
