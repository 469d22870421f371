"""`deckwright export pnp`: a game to print at home, in a folder for a web page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

from typer import Context

from deckwright.commands.declaring import PAPER
from deckwright.commands.exporting import export, slow_progress
from deckwright.commands.options import Folder, GameHere, library_of
from deckwright.store.prints import EDGES

if TYPE_CHECKING:
    from deckwright.store.prints import Edge
    from deckwright.workbench.printing import ExportResult


@export(
    "deckwright export pnp data-monsters -o print-and-play",
    "deckwright export pnp big-monster --lang fr --duplex short -o print-and-play",
    watch=False,
)
def run(
    context: Context,
    game: GameHere = ".",
    duplex: Annotated[str, PAPER.choice("Edge on which the printer flips the paper.", EDGES)] = "long",
    *,
    output: Folder,
) -> ExportResult:
    """Export a game to print at home, as a folder for a web page.

    It has the cards as PDF for A4 and Letter, in colour and with little ink, the rules in short, reference cards, score
    pads if the game defines its scoring, the licence in the game's folder, and a README that explains how to print. A
    folder is written whole or not at all.
    """
    from deckwright.workbench.publishing import print_and_play

    with library_of(context) as library:
        return print_and_play(library, game, output, cast("Edge", duplex), slow_progress)
