"""`deckwright export pad`: a sheet to write the score on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from click import Context

from deckwright.commands.declaring import TABLE
from deckwright.commands.exporting import export
from deckwright.commands.options import Mode, Paper, PdfFile, TheGame, library_of
from deckwright.reports.exports import pads_as_json, pads_summary

if TYPE_CHECKING:
    from deckwright.workbench.documents import PrintedPads


@export(
    "deckwright export pad big-monster --players 4 -o pad.pdf",
    "deckwright export pad big-monster --mode team --lang fr -o pad.pdf",
    "deckwright export pad dataset --sheet letter -o pad.pdf",
    strict=False,
    watch=False,
    document=pads_as_json,
    summary=pads_summary,
)
def run(
    context: Context,
    game: TheGame,
    players: Annotated[
        int | None,
        TABLE.option("Number of seats; default: the largest number of players.", "N", minimum=1, maximum=20),
    ] = None,
    mode: Mode = "",
    sheet: Paper = "a4",
    *,
    output: PdfFile,
) -> PrintedPads:
    """Export a page of score pads as PDF.

    A pad has a column for each seat and a row for each part of the score, as the game defines its scoring, with the
    tie-breakers. A page has as many pads as fit with enough room to write.
    """
    from deckwright.workbench.documents import PadOptions, print_score_pads

    with library_of(context) as library:
        return print_score_pads(library, game, output, PadOptions(players, mode, sheet))
