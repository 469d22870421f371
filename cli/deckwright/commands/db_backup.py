"""`deckwright db backup`: a copy of the database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Context, Option

from deckwright.commands.options import OUTPUT, settings_of, show_notice
from deckwright.messages import tr
from deckwright.reports.output import write, write_json
from deckwright.workbench.database import backup_database
from deckwright.workbench.library import existing_database

EXAMPLES = ("deckwright db backup cards-monday.db", "deckwright db backup cards.db --overwrite")


def run(
    context: Context,
    file: Annotated[Path, Argument(metavar=tr("FILE"), help=tr("File to write the copy to."))],
    overwrite: Annotated[
        bool, Option("--overwrite", rich_help_panel=OUTPUT, help=tr("Overwrite an existing file."))
    ] = False,
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
