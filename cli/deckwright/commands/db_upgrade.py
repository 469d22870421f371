"""`deckwright db upgrade`: the database, brought up to this program."""

from __future__ import annotations

from typer import Context

from deckwright.commands.opening import existing_database_of
from deckwright.commands.options import settings_of
from deckwright.messages import tr
from deckwright.reports.output import write, write_json
from deckwright.store.database import REVISION
from deckwright.store.maintenance import facts_of

EXAMPLES = ("deckwright db upgrade", "deckwright db upgrade --db team.db")


def run(context: Context) -> None:
    """Bring the tables of an older database up to this program; any command that writes does so too."""
    settings = settings_of(context)
    database = existing_database_of(settings)
    before = facts_of(database)["revision"]
    if before != REVISION:
        database.upgrade()
    if settings.as_json:
        write_json({"path": str(database.path.absolute()), "from": before, "to": REVISION})
    elif before == REVISION:
        write(tr("{name} is up to date (revision {revision}).", name=database.path, revision=REVISION))
    else:
        said = {"name": database.path, "before": before, "revision": REVISION}
        write(tr("{name} was brought from revision {before} to {revision}.", **said))
