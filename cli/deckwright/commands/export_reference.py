"""`deckwright export reference`: a card for each player with what one looks up at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

from typer import Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.options import (
    PAPER,
    TABLE,
    Paper,
    PdfFile,
    TheGame,
    check_output,
    library_of,
    one_of,
    settings_of,
)
from deckwright.findings import has_errors
from deckwright.messages import tr
from deckwright.reports.exports import show_export
from deckwright.store.prints import EDGES

if TYPE_CHECKING:
    from deckwright.store.prints import Edge

EXAMPLES = (
    "deckwright export reference data-monsters -o reference.pdf",
    "deckwright export reference big-monster --mode team --lang fr -o reference.pdf",
    "deckwright export reference dataset --players 6 --duplex short -o reference.pdf",
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
            max=99,
            help=tr("Number of cards; default: one for each player."),
            rich_help_panel=TABLE,
        ),
    ] = None,
    mode: Annotated[
        str,
        Option(
            autocompletion=completion.modes,
            metavar=tr("MODE"),
            help=tr("Describe this mode; default: the usual ones."),
            rich_help_panel=TABLE,
        ),
    ] = "",
    sheet: Paper = "a4",
    duplex: Annotated[
        str,
        Option(
            callback=one_of(*EDGES),
            metavar="long|short",
            help=tr("Edge on which the printer flips the paper."),
            rich_help_panel=PAPER,
        ),
    ] = "long",
    *,
    output: PdfFile,
) -> None:
    """Export reference cards for the players as PDF.

    A card shows how a turn goes, reminders, marks and points, and set-up, icons and the contents of the box if there
    is room, from the game's data. It has a second side if one does not have enough room.
    """
    from deckwright.workbench.documents import ReferenceOptions, print_reference_cards

    settings = settings_of(context)
    check_output(settings, output, ".pdf")
    options = ReferenceOptions(players, mode, sheet, cast("Edge", duplex))
    with library_of(context) as library:
        result = print_reference_cards(library, game, output, options)
    show_export(result, output, as_json=settings.as_json, every_finding=settings.every_finding)
    if has_errors(result.findings):
        raise Exit(1)
