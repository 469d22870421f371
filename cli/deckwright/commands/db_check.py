"""`deckwright db check`: damage to the database."""

from __future__ import annotations

from click import Context
from click.exceptions import Exit

from deckwright.commands.command import command
from deckwright.commands.options import settings_of, show_notice
from deckwright.findings import as_json, has_errors
from deckwright.messages import tr
from deckwright.reports.findings import finding_lines
from deckwright.reports.output import write, write_json
from deckwright.workbench.database import check_database
from deckwright.workbench.library import existing_database


@command("deckwright db check", "deckwright db check --db team.db --json")
def run(context: Context) -> None:
    """Check the database for damage, and for games whose folders have changed.

    It checks the file, the references between rows, and the word index. A changed folder is a warning: the next
    command that reads games reloads it. The pages of a PostgreSQL database are left to its server.
    """
    settings = settings_of(context)
    database = existing_database(settings.database, show_notice)
    result = check_database(database)
    if settings.as_json:
        write_json({"path": database.whole_name, "findings": as_json(result.findings)})
    else:
        if result.findings:
            write("\n".join(finding_lines(result.findings)))
        if not result.damage:
            write(tr("{name} is not damaged.", name=database.name))
    if has_errors(result.findings):
        raise Exit(1)
