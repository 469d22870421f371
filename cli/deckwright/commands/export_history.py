"""`deckwright export history`: the history of prints."""

from __future__ import annotations

from typing import Annotated

from click import Context

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.declaring import INPUT, OUTPUT
from deckwright.commands.options import library_of, settings_of
from deckwright.messages import trn
from deckwright.reports.exports import print_as_json, show_prints
from deckwright.reports.output import note, write_json


@command("deckwright export history", "deckwright export history --game dataset --limit 5")
def run(
    context: Context,
    game: Annotated[str, INPUT.option("Only this game.", "GAME", complete=completion.games)] = "",
    limit: Annotated[
        int, OUTPUT.option("List at most this many; 0 for all.", "N", minimum=0, shows_default=False)
    ] = 0,
) -> None:
    """List the PDF files that were printed, newest first.

    “export pdf --since” takes the number of a print. Only files are recorded: not prints to standard output, and not
    those of --watch.
    """
    from deckwright.workbench.print_history import list_prints

    settings = settings_of(context)
    with library_of(context) as library:
        found = list_prints(library, game)
    shown = found[:limit] if limit else found
    if settings.as_json:
        write_json([print_as_json(one) for one in shown])
        return
    if shown:
        show_prints(shown)
    note(trn("{count} print in the history.", "{count} prints in the history.", len(found)))
