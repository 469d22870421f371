"""`deckwright export cockatrice`: a card set for playing in Cockatrice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typer import Context

from deckwright.commands.exporting import export, slow_progress
from deckwright.commands.options import Folder, SelectedCards, library_of

if TYPE_CHECKING:
    from deckwright.workbench.printing import ExportResult


@export(
    "deckwright export cockatrice data-monsters -o cockatrice",
    "deckwright export cockatrice monster-office --lang fr -o cockatrice",
)
def run(
    context: Context,
    cards: SelectedCards,
    *,
    output: Folder,
) -> ExportResult:
    """Export a game as a card set for Cockatrice.

    The folder is laid out as the data folder of Cockatrice: copy its contents there. Decks exported with export list --as
    cod have the same names of cards.
    """
    from deckwright.workbench.online import write_cockatrice_set

    with library_of(context) as library:
        return write_cockatrice_set(library, cards.selection(), output, slow_progress)
