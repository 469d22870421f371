"""`deckwright db restore`: a copy, put back in the place of the database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Context

from deckwright.commands.options import settings_of
from deckwright.errors import InputError
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.reports.output import note, write, write_json
from deckwright.store.database import path_of
from deckwright.store.maintenance import restore

EXAMPLES = ("deckwright db restore cards-monday.db",)


def run(
    context: Context,
    file: Annotated[
        Path, Argument(metavar=tr("FILE"), help=tr("The copy, as deckwright db backup made it."))
    ],
) -> None:
    """Put a copy in the place of the database, which is kept beside it under another name.

    The exchange is a single step: other commands always find one database or the other.
    """
    settings = settings_of(context)
    if not file.is_file():
        message = tr("There is no file {name}.", name=file)
        raise InputError("no-such-file", message, where=Where(str(file)))
    place = path_of(settings.database)
    kept = restore(place, file)
    if settings.as_json:
        write_json({"path": str(place.absolute()), "kept": str(kept.absolute()) if kept else None})
        return
    write(str(place))
    if kept:
        note(tr("What stood there is kept as {name}.", name=kept))
