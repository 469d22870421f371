"""`deckwright export history`: what was printed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from typer import Context, Option

from deckwright.commands import completion
from deckwright.commands.opening import reading
from deckwright.messages import tr, trn
from deckwright.reports.output import note, write_json
from deckwright.reports.tables import write_table
from deckwright.store.print_history import Print, prints
from deckwright.store.read import read_game

EXAMPLES = ("deckwright export history", "deckwright export history --game dataset --limit 5")


def run(
    context: Context,
    game: Annotated[
        str, Option(autocompletion=completion.games, metavar=tr("GAME"), help=tr("Only prints of one game."))
    ] = "",
    limit: Annotated[
        int, Option(min=0, metavar="N", help=tr("Show at most so many; 0 for all."), show_default=False)
    ] = 0,
) -> None:
    """List the PDF files that were printed, the newest first.

    The number of a print is what export pdf --since takes. Only files are remembered: not what went to
    standard output, and not what --watch has drawn.
    """
    with reading(context) as (connection, settings):
        found = prints(connection, game)
        if game and not found:
            read_game(connection, game)
    shown = found[:limit] if limit else found
    if settings.as_json:
        write_json([_as_json(one) for one in shown])
        return
    if shown:
        heads = [tr("Print"), tr("When"), tr("Game"), tr("Language"), tr("Source"), tr("Cards"), tr("Pages")]
        write_table([*heads, tr("Sheet"), tr("File")], [_row(one) for one in shown])
    note(trn("{count} print remembered.", "{count} prints remembered.", len(found)))


def _as_json(one: Print) -> dict[str, Any]:
    fields = one._asdict()
    number, changed = fields.pop("number"), fields.pop("added")
    return {"print": number, **fields, "changed": changed}


def _row(one: Print) -> list[object]:
    """Give a print as it reads, at the time of this place; files by name."""
    from datetime import datetime

    at = datetime.fromisoformat(one.at).astimezone().strftime("%Y-%m-%d %H:%M")
    what = ", ".join(one.sources)
    of = tr("{sources} (what had changed)", sources=what) if one.added else what
    counts = (one.cards, one.pages)
    return [one.number, at, one.game, one.language, of, *counts, one.sheet, Path(one.file).name]
