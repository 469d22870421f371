"""`deckwright db roles`: the roles of a team, as SQL."""

from __future__ import annotations

from click import Context

from deckwright.commands.command import command
from deckwright.commands.options import settings_of
from deckwright.reports.output import write, write_json
from deckwright.workbench.database import role_script


@command("deckwright db roles | psql cards")
def run(context: Context) -> None:
    """Print SQL that makes the roles of a team in a PostgreSQL database: reader, translator and editor.

    A reader changes nothing, a translator only texts, and an editor everything except the tables themselves.
    """
    if settings_of(context).as_json:
        write_json({"sql": role_script()})
    else:
        write(role_script().rstrip())
