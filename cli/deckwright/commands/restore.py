"""`deckwright restore`: the folder of a game as it was when something was printed."""

from __future__ import annotations

from typing import Annotated

from typer import Context

from deckwright.commands.command import command
from deckwright.commands.declaring import argument
from deckwright.commands.options import Folder, InGame, library_of, settings_of
from deckwright.messages import trn
from deckwright.reports.exports import local_time, restored_as_json
from deckwright.reports.output import note_of, write_json


@command(
    "deckwright restore 3 -o last-week",
    "deckwright restore 2026-01-31 --game dataset -o january",
    "deckwright restore latest -o printed",
)
def run(
    context: Context,
    name: Annotated[str, argument("Number of a print, a day, or latest.", "PRINT")],
    game: InGame = "",
    *,
    output: Folder,
) -> None:
    """Restore the folder of a game as it was printed.

    Each print of “export history” keeps the files that it was made from: cards, faces, pictures, fonts and translations.
    A day stands for the last print of that day or before. The folder must be new or empty.
    """
    from deckwright.workbench.print_history import restore_print

    with library_of(context, last_good=True) as library:
        restored = restore_print(library, name, output, game)
    if settings_of(context).as_json:
        write_json(restored_as_json(restored))
        return
    words = trn(
        "{game} as in print {print} ({at}), {count} file",
        "{game} as in print {print} ({at}), {count} files",
        len(restored.files),
        game=restored.print.game,
        print=restored.print.number,
        at=local_time(restored.print),
    )
    note_of(output, words)
