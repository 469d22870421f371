"""`deckwright games`, `search` and `show`: what is in the database."""

from __future__ import annotations

from typing import Annotated

from typer import Context

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.options import (
    OUTPUT,
    InGame,
    TheCard,
    argument,
    library_of,
    settings_of,
    show_result,
)
from deckwright.reports.cards import (
    card_as_json,
    card_details,
    card_details_as_json,
    games_as_json,
    report_cards,
    report_games,
)
from deckwright.reports.output import write_json
from deckwright.workbench.cards import SearchOptions, find_card, list_games, search_cards


@command("deckwright games", "deckwright games monster-office", "deckwright games --json")
def games(
    context: Context,
    game: Annotated[
        str, argument("Show one game, and explain its settings.", "[GAME]", completion.games)
    ] = "",
) -> None:
    """List the games in the database with formats, piles, modes and settings."""
    with library_of(context) as library:
        games = list_games(library, game)
    if settings_of(context).as_json:
        write_json(games_as_json(games))
    else:
        report_games(games, explained=bool(game))


@command(
    "deckwright search 'kind:tool tech>=3'",
    "deckwright search coeur --lang fr",
    "deckwright search 'kind:opportunity' --sort=-bdp --limit 5",
)
def search(
    context: Context,
    query: Annotated[str, argument("Words and fields to look for; default: all cards.", "[QUERY]")] = "",
    game: InGame = "",
    sort: Annotated[
        str,
        OUTPUT.option(
            "Field to sort by; - before it for descending order.", "FIELD", complete=completion.fields
        ),
    ] = "",
    limit: Annotated[
        int, OUTPUT.option("Largest number of cards to show; 0 for all.", "N", min=0, show_default=False)
    ] = 0,
) -> None:
    """Find cards by words and fields, ignoring case, accents and language.

    Words are searched in all texts; kind:tool, tech>=3 and mark:unique search fields. A minus sign excludes; combine
    with or and parentheses. All about queries: docs/queries.md.
    """
    with library_of(context) as library:
        results = search_cards(library, query, SearchOptions(game, sort, limit))
    if settings_of(context).as_json:
        write_json([card_as_json(card, results.languages[card.game]) for card in results.cards])
    else:
        report_cards(results)


@command(
    "deckwright show krol-senior", "deckwright show dataset/lawyer --lang it", "deckwright show Avocat --json"
)
def show(context: Context, card: TheCard, game: InGame = "") -> None:
    """Show a card; with --json, its texts in all languages too."""
    with library_of(context) as library:
        result = find_card(library, card, game)
    show_result(context, card_details_as_json(result.card, result.language), card_details(*result))
