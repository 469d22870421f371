"""`deckwright db info`: the database."""

from __future__ import annotations

from typer import Context

from deckwright.commands.opening import existing_database_of
from deckwright.commands.options import settings_of
from deckwright.messages import tr
from deckwright.reports.output import write, write_json
from deckwright.store.maintenance import facts_of

EXAMPLES = ("deckwright db info", "deckwright db info --db team.db --json")


def run(context: Context) -> None:
    """Tell where the database is, its version, what it holds, and what was loaded last."""
    settings = settings_of(context)
    facts = facts_of(existing_database_of(settings))
    if settings.as_json:
        write_json(facts)
        return
    names = {
        "path": tr("File"),
        "bytes": tr("Bytes"),
        "revision": tr("Revision"),
        "games": tr("Games"),
        "cards": tr("Cards"),
        "decks": tr("Decks"),
        "texts": tr("Texts"),
        "last_load": tr("Last load"),
        "counted": tr("Boxes counted"),
    }
    facts["counted"] = ", ".join(facts["counted"]) or "–"
    width = max(map(len, names.values()))
    for key, name in names.items():
        write(f"{name:{width}}  {facts[key]}")
