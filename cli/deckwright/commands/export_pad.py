"""`deckwright export pad`: a sheet to write the score on."""

from __future__ import annotations

from typing import Annotated

from typer import Context, Exit, Option

from deckwright.commands.options import (
    TABLE,
    Mode,
    Paper,
    PdfFile,
    TheGame,
    check_output,
    library_of,
    settings_of,
)
from deckwright.findings import has_errors
from deckwright.messages import tr, trn
from deckwright.reports.exports import pads_as_json, show_output
from deckwright.reports.output import write_json

EXAMPLES = (
    "deckwright export pad big-monster --players 4 -o pad.pdf",
    "deckwright export pad big-monster --mode team --lang fr -o pad.pdf",
    "deckwright export pad dataset --sheet letter -o pad.pdf",
)
SHORTENS = True
"""Findings that are many and alike are counted, unless --all asks for them."""


def run(
    context: Context,
    game: TheGame,
    players: Annotated[
        int | None,
        Option(
            metavar="N",
            min=1,
            max=20,
            help=tr("Number of seats; default: the largest number of players."),
            rich_help_panel=TABLE,
        ),
    ] = None,
    mode: Mode = "",
    sheet: Paper = "a4",
    *,
    output: PdfFile,
) -> None:
    """Export a page of score pads as PDF.

    A pad has a column for each seat and a row for each part of the score, as the game defines its scoring, with the
    tie-breakers. A page has as many pads as fit with enough room to write.
    """
    from deckwright.workbench.documents import PadOptions, print_score_pads

    settings = settings_of(context)
    check_output(settings, output, ".pdf")
    with library_of(context) as library:
        printed = print_score_pads(library, game, output, PadOptions(players, mode, sheet))
    if settings.as_json:
        write_json(pads_as_json(printed))
    else:
        summary = trn("{count} pad on a page", "{count} pads on a page", printed.pads)
        show_output(summary, output, printed.findings, every_finding=settings.every_finding)
    if has_errors(printed.findings):
        raise Exit(1)
