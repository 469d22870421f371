"""`deckwright db backup`: a copy of the database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Context, Option

from deckwright.commands.opening import existing_database_of
from deckwright.commands.options import settings_of
from deckwright.messages import tr
from deckwright.reports.output import write, write_json
from deckwright.store.maintenance import back_up

EXAMPLES = ("deckwright db backup cards-monday.db", "deckwright db backup cards.db --overwrite")


def run(
    context: Context,
    file: Annotated[Path, Argument(metavar=tr("FILE"), help=tr("The file to write the copy to."))],
    overwrite: Annotated[
        bool, Option("--overwrite", help=tr("Write over a file that is there already."))
    ] = False,
) -> None:
    """Copy the database into a file, whole, even while other programs use it; db restore brings it back."""
    settings = settings_of(context)
    back_up(existing_database_of(settings), file, overwrite=overwrite)
    if settings.as_json:
        write_json({"files": [str(file)], "bytes": file.stat().st_size})
    else:
        write(str(file))
