"""`deckwright db restore`: a backup, in the place of the database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from click import Context

from deckwright.commands.command import command
from deckwright.commands.declaring import argument
from deckwright.commands.options import settings_of
from deckwright.messages import tr
from deckwright.reports.output import note, write, write_json
from deckwright.workbench.database import restore_database


@command("deckwright db restore cards-monday.db")
def run(
    context: Context,
    file: Annotated[Path, argument("Copy made by “deckwright db backup”.", "FILE")],
) -> None:
    """Replace the database with a backup, and save the old one.

    The exchange is a single step: other commands always find one database or the other. In a PostgreSQL database,
    pg_restore does it in one transaction, and the old content is saved as a dump next to the file.
    """
    settings = settings_of(context)
    restored = restore_database(settings.database, file)
    replaced = restored.replaced
    if settings.as_json:
        previous = str(replaced.absolute()) if replaced else None
        write_json({"path": restored.name, "kept": previous})
        return
    write(restored.name if not restored.path else str(restored.path))
    if replaced:
        note(tr("The previous database was saved as {name}.", name=replaced))
