"""`deckwright db backup`: a copy of the database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from click import Context

from deckwright.commands.command import command
from deckwright.commands.declaring import OUTPUT, argument
from deckwright.commands.options import settings_of, show_notice
from deckwright.reports.output import write, write_json
from deckwright.workbench.database import backup_database
from deckwright.workbench.library import existing_database


@command("deckwright db backup cards-monday.db", "deckwright db backup cards.db --overwrite")
def run(
    context: Context,
    file: Annotated[Path, argument("File to write the copy to.", "FILE")],
    overwrite: Annotated[bool, OUTPUT.flag("Overwrite an existing file.")] = False,
) -> None:
    """Copy the database into a file, even while other programs use it.

    To use the copy again, run “deckwright db restore”. For a PostgreSQL database, the copy is a dump by pg_dump.
    """
    settings = settings_of(context)
    database = existing_database(settings.database, show_notice)
    size = backup_database(database, file, overwrite=overwrite)
    if settings.as_json:
        write_json({"files": [str(file)], "bytes": size})
    else:
        write(str(file))
