"""`deckwright export printer`: what a printer needs so that backs meet fronts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, BadParameter, Context, Option

from deckwright.commands import completion
from deckwright.commands.opening import database_of, reading
from deckwright.commands.options import settings_of
from deckwright.commands.parsing import one_of, read_offset
from deckwright.messages import tr
from deckwright.reports.output import note, write_json
from deckwright.reports.tables import write_table
from deckwright.store.printer_profiles import (
    EDGES,
    Printer,
    is_printer_name,
    read_printer,
    read_printers,
    remove_printer,
    save_printer,
)

if TYPE_CHECKING:
    from deckwright.store.database import Database

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
            help=tr("What the printer is called. Without it, all printers are listed."),
        ),
    ] = "",
    offset: Annotated[
        Any,
        Option(
            parser=read_offset,
            metavar="X,Y",
            help=tr("Move backs so far to the right and down, in mm, as the calibration sheet says."),
        ),
    ] = None,
    scale: Annotated[
        float | None,
        Option(
            min=90,
            max=110,
            metavar=tr("PERCENT"),
            help=tr("Print backs so large, in per cent, as the calibration sheet says."),
        ),
    ] = None,
    edge: Annotated[
        str | None,
        Option(
            callback=one_of(*EDGES),
            metavar="long|short",
            help=tr("The edge of the paper about which the printer turns a sheet."),
        ),
    ] = None,
    *,
    remove: Annotated[bool, Option("--remove", help=tr("Forget the printer."))] = False,
) -> None:
    """Save what a printer needs so that backs meet fronts; list printers, or forget one.

    The values are those read off the sheet that export calibrate prints; export pdf --printer NAME uses them.
    What is not said stays as it was.
    """
    said = {"offset": offset, "scale": scale, "edge": edge}
    said = {key: value for key, value in said.items() if value is not None}
    if not name and (said or remove):
        raise BadParameter(tr("Say which printer: its name is missing."))
    if name:
        _save(database_of(settings_of(context)), name, said, remove=remove)
    with reading(context) as (connection, settings):
        known = read_printers(connection)
    _show(known, as_json=settings.as_json)


def _save(database: Database, name: str, said: dict[str, Any], *, remove: bool) -> None:
    if remove:
        remove_printer(database, name)
    elif said and not is_printer_name(name):
        raise BadParameter(
            tr("Invalid printer name {name}: use small letters, digits and hyphens.", name=name)
        )
    elif said:
        save_printer(database, name, said)
    else:
        with database.reading() as connection:
            read_printer(connection, name)


def _show(known: dict[str, Printer], *, as_json: bool) -> None:
    if as_json:
        write_json({"printers": [{"name": name, **one._asdict()} for name, one in known.items()]})
    elif known:
        heads = [tr("Printer"), tr("Right (mm)"), tr("Down (mm)"), tr("Scale (%)"), tr("Edge")]
        write_table(heads, [[name, *one.offset, one.scale, one.edge] for name, one in known.items()])
    else:
        note(tr("No printer is saved."))
