"""`deckwright db upgrade`: the tables of an older database."""

from __future__ import annotations

from click import Context

from deckwright.commands.command import command
from deckwright.commands.options import settings_of, show_notice
from deckwright.messages import tr
from deckwright.reports.output import write, write_json
from deckwright.workbench.database import upgrade_database
from deckwright.workbench.library import existing_database


@command("deckwright db upgrade", "deckwright db upgrade --db team.db")
def run(context: Context) -> None:
    """Upgrade the database of an older version of Deckwright."""
    settings = settings_of(context)
    database = existing_database(settings.database, show_notice)
    result = upgrade_database(database)
    if settings.as_json:
        write_json({"path": database.whole_name, "from": result.before, "to": result.after})
    elif result.before == result.after:
        write(tr("{name} is up to date (revision {revision}).", name=database.name, revision=result.after))
    else:
        write(
            tr(
                "Upgraded {name} from revision {before} to {revision}.",
                name=database.name,
                before=result.before,
                revision=result.after,
            )
        )
