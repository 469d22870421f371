"""`deckwright export sheet`: which sheets there are, and their plans."""

from __future__ import annotations

from typing import Annotated

from click import Context

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.declaring import OUTPUT, PAPER, argument
from deckwright.commands.options import check_output, settings_of
from deckwright.errors import UsageError
from deckwright.messages import tr
from deckwright.reports.exports import show_sheet, show_sheets
from deckwright.reports.output import note_of, write_json


@command(
    "deckwright export sheet",
    "deckwright export sheet a4-gutterfold",
    "deckwright export sheet a4-bleed --show -o plan.svg",
)
def run(
    context: Context,
    sheet: Annotated[
        str, argument("A packaged sheet, or a file.yaml; default: list all.", "[SHEET]", completion.sheets)
    ] = "",
    *,
    ruler: Annotated[bool, PAPER.flag("Print a 100 mm ruler in a margin.")] = False,
    cut_lines: Annotated[bool, PAPER.flag("Draw the edge of every card, to cut along.")] = False,
    show: Annotated[bool, OUTPUT.flag("Draw the sheet's plan.")] = False,
    output: Annotated[
        str,
        OUTPUT.option("File of the plan: .svg, .pdf or .png; default: SHEET.svg.", "FILE", "-o", "--output"),
    ] = "",
) -> None:
    """List the sheets to print on, or draw the plan of one.

    The plan has the place of each card, its cut, bleed and safe zone, the margins, and all marks.
    """
    from pathlib import Path

    from deckwright.workbench.printing import SheetAdditions
    from deckwright.workbench.sheets import describe_sheet, draw_sheet_plan, list_sheets

    settings = settings_of(context)
    is_drawn = show or bool(output)
    if not sheet:
        if is_drawn:
            raise UsageError(
                "sheet", tr("Name the sheet to draw."), hint=tr("For a list: deckwright export sheet")
            )
        show_sheets(list_sheets(), as_json=settings.as_json)
        return
    additions = SheetAdditions(ruler=ruler, cut_lines=cut_lines)
    summary = describe_sheet(sheet, additions)
    if not is_drawn:
        show_sheet(summary, as_json=settings.as_json)
        return
    file = output or f"{Path(sheet).stem}.svg"
    check_output(settings, file, ".svg", ".pdf", ".png")
    draw_sheet_plan(sheet, file, additions, settings.spoken)
    if settings.as_json:
        write_json({"files": [file], **summary.as_json()})
    else:
        note_of(file, tr("Plan of the sheet {name}", name=summary.name))
