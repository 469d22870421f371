"""`deckwright games`: what is loaded."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

from typer import Argument, Context

from deckwright.commands import completion
from deckwright.commands.opening import languages_in, reading
from deckwright.messages import tr
from deckwright.reports.output import write, write_json
from deckwright.reports.settings import explained_settings, settings_as_json
from deckwright.reports.tables import write_table
from deckwright.store.read import all_counts, count_cards, read_game, read_games

EXAMPLES = ("deckwright games", "deckwright games monster-office", "deckwright games --json")


def run(
    context: Context,
    game: Annotated[
        str,
        Argument(
            autocompletion=completion.games,
            metavar=tr("[GAME]"),
            help=tr("One game, with what each of its settings means."),
        ),
    ] = "",
) -> None:
    """List the games in the database, with their formats, piles, modes and settings."""
    with reading(context) as (connection, settings):
        counted = Counter(one.game for one in all_counts(connection))
        games = [read_game(connection, game)] if game else read_games(connection)
        counts = count_cards(connection)
        languages = languages_in(games, settings)
    rows: list[dict[str, Any]] = [
        {
            "game": game.id,
            "id": game.id,
            "title": game.title(languages[game.id]),
            "source_language": game.source_language,
            "languages": list(game.languages),
            "cards": counts.get(game.id, 0),
            "formats": game.names("formats"),
            "piles": game.names("piles"),
            "modes": game.names("modes"),
            "counted": counted[game.id],
            "settings": settings_as_json(game, languages[game.id]),
        }
        for game in games
    ]
    if settings.as_json:
        write_json(rows)
        return
    heads = [tr("Game"), tr("Title"), tr("Cards"), tr("Languages"), tr("Formats"), tr("Piles"), tr("Modes")]
    listed = ("languages", "formats", "piles", "modes")
    write_table(
        [*heads, tr("Settings")],
        [
            [
                row["id"],
                row["title"],
                f"{row['cards']}{'*' if row['counted'] else ''}",
                *(", ".join(row[key]) or "–" for key in listed),
                ", ".join(one["setting"] for one in row["settings"]) or "–",
            ]
            for row in rows
        ],
    )
    if counted:
        write(tr("* with the counts of your box: see deckwright db counts."))
    if game:
        write("\n".join(explained_settings(games[0], languages[games[0].id])))
