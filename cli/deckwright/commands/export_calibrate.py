"""`deckwright export calibrate`: a sheet that shows how far a printer's backs miss its fronts."""

from __future__ import annotations

from typing import Annotated

from typer import Context, Option

from deckwright.commands import completion
from deckwright.commands.arguments import Paper, PdfFile
from deckwright.commands.opening import reading
from deckwright.commands.options import check_output, settings_of
from deckwright.commands.parsing import one_of
from deckwright.files.writing import whole_file
from deckwright.messages import tr, trn
from deckwright.reports.output import note_of, write_json
from deckwright.store.printer_profiles import EDGES, Printer, read_printer

EXAMPLES = (
    "deckwright export calibrate -o calibration.pdf",
    "deckwright export calibrate --sheet letter --edge short -o calibration.pdf",
    "deckwright export calibrate --printer office -o check.pdf",
)


def run(
    context: Context,
    sheet: Paper = "a4",
    edge: Annotated[
        str | None,
        Option(
            callback=one_of(*EDGES),
            metavar="long|short",
            help=tr("The edge of the paper about which the printer turns a sheet; long without it."),
        ),
    ] = None,
    printer: Annotated[
        str,
        Option(
            autocompletion=completion.printers,
            metavar=tr("NAME"),
            help=tr("A printer that is saved, to see whether it is right now: all readings are 0 then."),
        ),
    ] = "",
    *,
    output: PdfFile,
) -> None:
    """Print a sheet, front and back, that shows how far a printer's backs miss its fronts.

    It says itself how to read it, and how to save what was read with export printer.
    """
    from deckwright.press.sheets.calibration import print_calibration
    from deckwright.press.sheets.sheet_file import load_sheet

    settings = settings_of(context)
    check_output(settings, output, ".pdf")
    profile = Printer()
    if printer:
        with reading(context) as (connection, _):
            profile = read_printer(connection, printer)
    profile = profile._replace(edge="short" if edge == "short" else "long" if edge else profile.edge)
    paper = load_sheet(sheet).paper
    with whole_file(output) as file:
        print_calibration(paper, profile, settings.spoken, file)
    if settings.as_json:
        write_json({"files": [output], "pages": 2})
    else:
        note_of(output, trn("{count} page", "{count} pages", 2))
