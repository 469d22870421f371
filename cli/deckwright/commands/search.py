"""`deckwright search`: find cards."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Context, Option

from deckwright.commands import completion
from deckwright.commands.arguments import InGame
from deckwright.commands.opening import languages_in, reading
from deckwright.messages import tr, trn
from deckwright.reports.cards import card_as_json, row_heads, row_of
from deckwright.reports.output import note, write_json
from deckwright.reports.tables import write_table
from deckwright.store.search import search, sort_cards

EXAMPLES = (
    "deckwright search 'kind:tool tech>=3'",
    "deckwright search coeur --lang fr",
    "deckwright search 'kind:opportunity' --sort=-bdp --limit 5",
)


def run(
    context: Context,
    query: Annotated[
        str, Argument(metavar=tr("[QUERY]"), help=tr("What to look for; without it, every card."))
    ] = "",
    game: InGame = "",
    sort: Annotated[
        str,
        Option(
            autocompletion=completion.fields,
            metavar=tr("FIELD"),
            help=tr("Sort by a field; with - before it, backwards."),
        ),
    ] = "",
    limit: Annotated[
        int, Option(min=0, metavar="N", help=tr("Show at most so many; 0 for all."), show_default=False)
    ] = 0,
) -> None:
    """Find cards by words and fields, whatever the case, the accents and the language.

    Words are looked for in all texts; kind:tool, tech>=3, mark:unique look at fields; a minus sign, or,
    and brackets combine them. docs/queries.md has it all.
    """
    with reading(context) as (connection, settings):
        games, found = search(connection, query.strip(), game=game)
        languages = languages_in(games.values(), settings)
    cards = sort_cards(found, sort, games, languages)
    cards = cards[:limit] if limit else cards
    if settings.as_json:
        write_json([card_as_json(card, languages[card.game]) for card in cards])
        return
    if cards:
        write_table(row_heads(), [row_of(card, games[card.game], languages[card.game]) for card in cards])
    told = trn("{count} card found.", "{count} cards found.", len(found))
    hidden = len(found) - len(cards)
    note(f"{told} {trn('{count} is shown.', '{count} are shown.', len(cards))}" if hidden else told)
