"""`deckwright show`: one card."""

from __future__ import annotations

from typer import Context

from deckwright.commands.arguments import InGame, TheCard
from deckwright.commands.opening import language_in, reading
from deckwright.reports.cards import whole_card, whole_card_as_json
from deckwright.reports.output import write, write_json
from deckwright.store.read import find_card, read_game

EXAMPLES = (
    "deckwright show krol-senior",
    "deckwright show dataset/lawyer --lang it",
    "deckwright show Avocat --json",
)


def run(
    context: Context,
    card: TheCard,
    game: InGame = "",
) -> None:
    """Show one card as it reads; with --json all of it, in every language."""
    with reading(context) as (connection, settings):
        found = find_card(connection, card, game)
        own_game = read_game(connection, found.game)
        language = language_in(own_game, settings)
    if settings.as_json:
        write_json(whole_card_as_json(found, language))
    else:
        write("\n".join(whole_card(found, own_game, language)))
