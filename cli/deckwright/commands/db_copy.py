"""`deckwright db copy`: a whole database in another place."""

from __future__ import annotations

from typing import Annotated

from click import Context

from deckwright.commands.command import command
from deckwright.commands.declaring import argument
from deckwright.commands.options import settings_of, show_notice
from deckwright.messages import trn
from deckwright.reports.output import write, write_json
from deckwright.store.database import database_at
from deckwright.workbench.database import copy_database
from deckwright.workbench.library import existing_database


@command(
    "deckwright db copy cards.db postgresql+psycopg://anna@db.example.org/cards",
    "deckwright db copy postgresql+psycopg://anna@db.example.org/cards cards.db --json",
)
def run(
    context: Context,
    source: Annotated[str, argument("Database to copy: a file or a PostgreSQL address.", "SOURCE")],
    target: Annotated[str, argument("New or empty database: a file or a PostgreSQL address.", "TARGET")],
) -> None:
    """Copy a whole database, such as a file to a PostgreSQL server, and compare all rows.

    Everything is copied: games, translations, counts, printers and the history of loads and prints.
    """
    settings = settings_of(context)
    copied = copy_database(existing_database(source, show_notice), target)
    if settings.as_json:
        path = database_at(target).whole_name
        write_json({"path": path, "tables": [table._asdict() for table in copied]})
        return
    rows = sum(table.rows for table in copied)
    line = trn("Copied {count} row, and compared it.", "Copied {count} rows, and compared them.", rows)
    write(line)
