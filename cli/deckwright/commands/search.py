"""`deckwright search`: find cards."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Context, Option

from deckwright.commands import completion
from deckwright.commands.options import OUTPUT, InGame, library_of, settings_of
from deckwright.messages import tr
from deckwright.reports.cards import card_as_json, report_cards
from deckwright.reports.output import write_json
from deckwright.workbench.cards import SearchOptions, search_cards

EXAMPLES = (
    "deckwright search 'kind:tool tech>=3'",
    "deckwright search coeur --lang fr",
    "deckwright search 'kind:opportunity' --sort=-bdp --limit 5",
)


def run(
    context: Context,
    query: Annotated[
        str, Argument(metavar=tr("[QUERY]"), help=tr("Words and fields to look for; default: all cards."))
    ] = "",
    game: InGame = "",
    sort: Annotated[
        str,
        Option(
            autocompletion=completion.fields,
            metavar=tr("FIELD"),
            help=tr("Field to sort by; - before it for descending order."),
            rich_help_panel=OUTPUT,
        ),
    ] = "",
    limit: Annotated[
        int,
        Option(
            min=0,
            metavar="N",
            help=tr("Largest number of cards to show; 0 for all."),
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ] = 0,
) -> None:
    """Find cards by words and fields, ignoring case, accents and language.

    Words are searched in all texts; kind:tool, tech>=3 and mark:unique search fields. A minus sign excludes; combine
    with or and parentheses. All about queries: docs/queries.md.
    """
    with library_of(context) as library:
        found = search_cards(library, query, SearchOptions(game, sort, limit))
    if settings_of(context).as_json:
        write_json([card_as_json(card, found.languages[card.game]) for card in found.cards])
    else:
        report_cards(found)
