"""`deckwright export reference`: a card for each player with what one looks up at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

from click import Context

from deckwright.commands import completion
from deckwright.commands.declaring import PAPER, TABLE
from deckwright.commands.exporting import export
from deckwright.commands.options import Paper, PdfFile, TheGame, library_of
from deckwright.store.prints import EDGES

if TYPE_CHECKING:
    from deckwright.store.prints import Edge
    from deckwright.workbench.printing import ExportResult


@export(
    "deckwright export reference data-monsters -o reference.pdf",
    "deckwright export reference big-monster --mode team --lang fr -o reference.pdf",
    "deckwright export reference dataset --players 6 --duplex short -o reference.pdf",
    strict=False,
    watch=False,
)
def run(
    context: Context,
    game: TheGame,
    players: Annotated[
        int | None, TABLE.option("Number of cards; default: one for each player.", "N", minimum=1, maximum=99)
    ] = None,
    mode: Annotated[
        str, TABLE.option("Describe this mode; default: the usual ones.", "MODE", complete=completion.modes)
    ] = "",
    sheet: Paper = "a4",
    duplex: Annotated[str, PAPER.choice("Edge on which the printer flips the paper.", EDGES)] = "long",
    *,
    output: PdfFile,
) -> ExportResult:
    """Export reference cards for the players as PDF.

    A card shows how a turn goes, reminders, marks and points, and set-up, icons and the contents of the box if there
    is room, from the game's data. It has a second side if one does not have enough room.
    """
    from deckwright.workbench.documents import ReferenceOptions, print_reference_cards

    options = ReferenceOptions(players, mode, sheet, cast("Edge", duplex))
    with library_of(context) as library:
        return print_reference_cards(library, game, output, options)
