"""`deckwright db check`: whether the database is sound."""

from __future__ import annotations

from typer import Context, Exit

from deckwright.commands.opening import existing_database_of
from deckwright.commands.options import settings_of
from deckwright.findings import as_json, has_errors
from deckwright.messages import tr
from deckwright.reports.findings import finding_lines
from deckwright.reports.output import write, write_json
from deckwright.store.load import check_folders
from deckwright.store.maintenance import check

EXAMPLES = ("deckwright db check", "deckwright db check --db team.db --json")


def run(context: Context) -> None:
    """Check the database for damage, and for games whose folders have changed.

    It checks the file, the references between rows, and the index for words. A folder that has changed is a warning:
    the next command that reads games reloads it.
    """
    settings = settings_of(context)
    database = existing_database_of(settings)
    damage = check(database)
    findings = [*damage, *check_folders(database)]
    if settings.as_json:
        write_json({"path": str(database.path.absolute()), "findings": as_json(findings)})
    else:
        if findings:
            write("\n".join(finding_lines(findings)))
        if not damage:
            write(tr("{name} is sound.", name=database.path))
    if has_errors(findings):
        raise Exit(1)
