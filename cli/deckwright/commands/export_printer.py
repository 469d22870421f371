"""`deckwright export printer`: printer profiles, which align backs with fronts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, cast

from click import BadParameter, Context

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.declaring import PAPER, argument
from deckwright.commands.options import library_of, read_offset, settings_of, show_notice
from deckwright.messages import tr
from deckwright.reports.exports import show_printers
from deckwright.store.prints import EDGES

if TYPE_CHECKING:
    from deckwright.store.prints import Edge


@command(
    "deckwright export printer",
    "deckwright export printer office --offset 0.8,-1.2 --scale 100.2 --edge long",
    "deckwright export printer office --remove",
)
def run(
    context: Context,
    name: Annotated[
        str, argument("Name of a printer profile; default: list all.", "[NAME]", completion.printers)
    ] = "",
    offset: Annotated[
        Any, PAPER.option("Move backs right and down by this, in mm.", "X,Y", parse=read_offset)
    ] = None,
    scale: Annotated[
        float | None, PAPER.option("Size of backs, in per cent.", "PERCENT", minimum=90, maximum=110)
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
        if name and not remove:
            sheets.find_printer(library, name)
        show_printers(sheets.list_printers(library), as_json=settings.as_json)
