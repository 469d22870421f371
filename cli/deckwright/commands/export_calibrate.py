"""`deckwright export calibrate`: a sheet that measures how far a printer's backs are off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

from click import Context

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.declaring import PAPER
from deckwright.commands.options import Paper, PdfFile, check_output, library_of, settings_of
from deckwright.messages import trn
from deckwright.reports.output import note_of, write_json
from deckwright.store.prints import EDGES, Printer

if TYPE_CHECKING:
    from deckwright.store.prints import Edge


@command(
    "deckwright export calibrate -o calibration.pdf",
    "deckwright export calibrate --sheet letter --edge short -o calibration.pdf",
    "deckwright export calibrate --printer office -o check.pdf",
)
def run(
    context: Context,
    sheet: Paper = "a4",
    edge: Annotated[
        str | None, PAPER.choice("Edge on which the printer flips the paper; default: long.", EDGES)
    ] = None,
    printer: Annotated[
        str, PAPER.option("Profile to test: all values should be 0.", "NAME", complete=completion.printers)
    ] = "",
    *,
    output: PdfFile,
) -> None:
    """Export a PDF sheet that measures how a printer aligns backs.

    It has a front and a back, and explains how to read it and how to save the values with “export printer”.
    """
    from deckwright.workbench.sheets import find_printer, print_calibration_sheet

    settings = settings_of(context)
    check_output(settings, output, ".pdf")
    profile = Printer()
    if printer:
        with library_of(context) as library:
            profile = find_printer(library, printer)
    if edge:
        profile = profile._replace(edge=cast("Edge", edge))
    print_calibration_sheet(output, profile, sheet, settings.spoken)
    if settings.as_json:
        write_json({"files": [output], "pages": 2})
    else:
        note_of(output, trn("{count} page", "{count} pages", 2))
