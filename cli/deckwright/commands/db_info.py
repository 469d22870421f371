"""`deckwright db info`: the database."""

from __future__ import annotations

from dataclasses import asdict

from click import Context

from deckwright.commands.command import command
from deckwright.commands.options import settings_of, show_notice
from deckwright.messages import tr
from deckwright.reports.output import write, write_json
from deckwright.workbench.database import database_info
from deckwright.workbench.library import existing_database


@command("deckwright db info", "deckwright db info --db team.db --json")
def run(context: Context) -> None:
    """Show the path, version, content and last load of the database."""
    settings = settings_of(context)
    database = existing_database(settings.database, show_notice)
    info = asdict(database_info(database))
    if settings.as_json:
        write_json(info)
        return
    names = {
        "path": tr("File") if database.is_file else tr("Address"),
        "bytes": tr("Bytes"),
        "revision": tr("Revision"),
        "games": tr("Games"),
        "cards": tr("Cards"),
        "decks": tr("Decks"),
        "texts": tr("Texts"),
        "last_load": tr("Last load"),
        "counted": tr("Boxes counted"),
    }
    info["counted"] = ", ".join(info["counted"]) or "–"
    width = max(map(len, names.values()))
    for key, name in names.items():
        write(f"{name:{width}}  {info[key]}")
