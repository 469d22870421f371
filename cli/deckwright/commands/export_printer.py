"""`deckwright export printer`: printer profiles, which align backs with fronts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, cast

from typer import Argument, BadParameter, Context, Option

from deckwright.commands import completion
from deckwright.commands.options import PAPER, library_of, one_of, read_offset, settings_of, show_notice
from deckwright.messages import tr
from deckwright.reports.exports import show_printers
from deckwright.store.prints import EDGES

if TYPE_CHECKING:
    from deckwright.store.prints import Edge

EXAMPLES = (
    "deckwright export printer",
    "deckwright export printer office --offset 0.8,-1.2 --scale 100.2 --edge long",
    "deckwright export printer office --remove",
)


def run(
    context: Context,
    name: Annotated[
        str,
        Argument(
            autocompletion=completion.printers,
            metavar=tr("[NAME]"),
            help=tr("Name of a printer profile; default: list all."),
        ),
    ] = "",
    offset: Annotated[
        Any,
        Option(
            parser=read_offset,
            metavar="X,Y",
            help=tr("Move backs right and down by this, in mm."),
            rich_help_panel=PAPER,
        ),
    ] = None,
    scale: Annotated[
        float | None,
        Option(
            min=90,
            max=110,
            metavar=tr("PERCENT"),
            help=tr("Size of backs, in per cent."),
            rich_help_panel=PAPER,
        ),
    ] = None,
    edge: Annotated[
        str | None,
        Option(
            callback=one_of(*EDGES),
            metavar="long|short",
            help=tr("Edge on which the printer flips the paper."),
            rich_help_panel=PAPER,
        ),
    ] = None,
    *,
    remove: Annotated[
        bool, Option("--remove", help=tr("Delete the profile."), rich_help_panel=PAPER)
    ] = False,
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
