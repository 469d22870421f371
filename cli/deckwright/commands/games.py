"""`deckwright games`: what is loaded."""

from __future__ import annotations

from typing import Any

from typer import Context

from deckwright.commands.opening import languages_in, reading
from deckwright.messages import tr
from deckwright.reports.output import write_json
from deckwright.reports.tables import write_table
from deckwright.store.read import count_cards, read_games

EXAMPLES = ("deckwright games", "deckwright games --json")


def run(context: Context) -> None:
    """List the games in the database, with their formats, piles and modes."""
    with reading(context) as (connection, settings):
        games, counts = read_games(connection), count_cards(connection)
        languages = languages_in(games, settings)
    rows: list[dict[str, Any]] = [
        {
            "id": game.id,
            "title": game.title(languages[game.id]),
            "source_language": game.source_language,
            "languages": list(game.languages),
            "cards": counts.get(game.id, 0),
            "formats": game.names("formats"),
            "piles": game.names("piles"),
            "modes": game.names("modes"),
        }
        for game in games
    ]
    if settings.as_json:
        write_json(rows)
        return
    heads = [tr("Game"), tr("Title"), tr("Cards"), tr("Languages"), tr("Formats"), tr("Piles"), tr("Modes")]
    listed = ("languages", "formats", "piles", "modes")
    write_table(
        heads,
        [
            [row["id"], row["title"], row["cards"], *(", ".join(row[key]) or "–" for key in listed)]
            for row in rows
        ],
    )
