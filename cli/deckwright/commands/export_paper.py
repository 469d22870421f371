"""`deckwright export sheet`, `printer`, `calibrate`, `history`, and `restore`: what is printed on, what was printed, and from which folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

from typer import BadParameter, Context

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.options import (
    INPUT,
    OUTPUT,
    PAPER,
    Folder,
    InGame,
    Paper,
    PdfFile,
    argument,
    check_output,
    library_of,
    read_offset,
    settings_of,
    show_notice,
)
from deckwright.messages import tr, trn
from deckwright.reports.exports import (
    local_time,
    print_as_json,
    restored_as_json,
    show_printers,
    show_prints,
)
from deckwright.reports.output import note, note_of, write_json
from deckwright.store.prints import EDGES, Printer

if TYPE_CHECKING:
    from deckwright.store.prints import Edge


@command("deckwright export sheet a4-gutterfold", "deckwright export sheet a4-bleed -o plan.svg")
def sheet(
    context: Context,
    sheet: Annotated[str, argument("A packaged sheet, or a file.yaml.", "SHEET", completion.sheets)],
    *,
    ruler: Annotated[bool, PAPER.flag("Print a 100 mm ruler in a margin.")] = False,
    cut_lines: Annotated[bool, PAPER.flag("Draw the edge of every card, to cut along.")] = False,
    show: Annotated[bool, OUTPUT.flag("Draw the sheet's plan.")] = False,  # noqa: ARG001 - scripts have it
    output: Annotated[
        str,
        OUTPUT.option("File of the plan: .svg, .pdf or .png; default: SHEET.svg.", "FILE", "-o", "--output"),
    ] = "",
) -> None:
    """Draw the plan of a sheet to print on.

    The plan has the place of each card, its cut, bleed and safe zone, the margins, and all marks.
    """
    from deckwright.workbench.sheet_exports import SheetAdditions
    from deckwright.workbench.sheets import draw_sheet_plan

    settings = settings_of(context)
    file = output or f"{Path(sheet).stem}.svg"
    check_output(settings, file, ".svg", ".pdf", ".png")
    draw_sheet_plan(sheet, file, SheetAdditions(ruler=ruler, cut_lines=cut_lines), settings.spoken)
    if settings.as_json:
        write_json({"files": [file]})
    else:
        note_of(file, tr("Plan of the sheet {name}", name=sheet))


@command(
    "deckwright export printer",
    "deckwright export printer office --offset 0.8,-1.2 --scale 100.2 --edge long",
    "deckwright export printer office --remove",
)
def printer(
    context: Context,
    name: Annotated[
        str, argument("Name of a printer profile; default: list all.", "[NAME]", completion.printers)
    ] = "",
    offset: Annotated[
        Any, PAPER.option("Move backs right and down by this, in mm.", "X,Y", parser=read_offset)
    ] = None,
    scale: Annotated[
        float | None, PAPER.option("Size of backs, in per cent.", "PERCENT", min=90, max=110)
    ] = None,
    edge: Annotated[str | None, PAPER.choice("Edge on which the printer flips the paper.", EDGES)] = None,
    *,
    remove: Annotated[bool, PAPER.flag("Delete the profile.")] = False,
) -> None:
    """Save, list or delete printer profiles, which align backs with fronts.

    Read the values off the sheet of “export calibrate”; “export pdf --printer NAME” uses them. Other values stay
    unchanged.
    """
    from deckwright.workbench import sheets
    from deckwright.workbench.library import find_database

    settings = settings_of(context)
    changes = sheets.PrinterChanges(offset, scale, cast("Edge | None", edge))
    if not name and (changes or remove):
        raise BadParameter(tr("Missing name of the printer profile."))
    if name and remove:
        sheets.forget_printer(find_database(settings.database, show_notice), name)
    elif name and changes:
        sheets.change_printer(find_database(settings.database, show_notice), name, changes)
    with library_of(context) as library:
        is_shown = name and not remove
        printers = {name: sheets.find_printer(library, name)} if is_shown else sheets.list_printers(library)
        show_printers(printers, as_json=settings.as_json)


@command(
    "deckwright export calibrate -o calibration.pdf",
    "deckwright export calibrate --sheet letter --edge short -o calibration.pdf",
    "deckwright export calibrate --printer office -o check.pdf",
)
def calibrate(
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


@command("deckwright export history", "deckwright export history --game dataset --limit 5")
def history(
    context: Context,
    game: Annotated[str, INPUT.option("Only this game.", "GAME", complete=completion.games)] = "",
    limit: Annotated[
        int, OUTPUT.option("List at most this many; 0 for all.", "N", min=0, show_default=False)
    ] = 0,
) -> None:
    """List the PDF files that were printed, newest first.

    “export pdf --since” takes the number of a print. Only files are recorded: not prints to standard output, and not
    those of --watch.
    """
    from deckwright.workbench.print_history import list_prints

    settings = settings_of(context)
    with library_of(context) as library:
        prints = list_prints(library, game)
    shown = prints[:limit] if limit else prints
    if settings.as_json:
        write_json([print_as_json(record) for record in shown])
        return
    if shown:
        show_prints(shown)
    note(trn("{count} print in the history.", "{count} prints in the history.", len(prints)))


@command(
    "deckwright restore 3 -o last-week",
    "deckwright restore 2026-01-31 --game dataset -o january",
    "deckwright restore latest -o printed",
)
def restore(
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
