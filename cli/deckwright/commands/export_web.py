"""`deckwright export html` and `pnp`: a page to look through all cards, and a game to print at home, in a folder for a web page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

from typer import Context

from deckwright.commands.exporting import Report, export, slow_progress
from deckwright.commands.options import (
    PAPER,
    Folder,
    GameHere,
    LowInk,
    Only,
    WantedCards,
    With,
    library_of,
    output_file,
    settings_of,
)
from deckwright.reports.exports import card_summary
from deckwright.reports.output import progress_bar
from deckwright.store.prints import EDGES

if TYPE_CHECKING:
    from deckwright.store.prints import Edge
    from deckwright.workbench.exports import ExportResult


@export(
    "deckwright export html data-monsters -o monsters.html",
    "deckwright export html dataset --lang it --with fr --with en -o dataset.html",
    "deckwright export html --select 'mark:unique' --game data-monsters -o unique.html",
    "deckwright export html dataset --lang fr --only machine,stale -o to-read.html",
    report=Report(summary=card_summary),
)
def html(
    context: Context,
    cards: WantedCards,
    beside: With = None,
    only: Only = "",
    *,
    low_ink: LowInk = False,
    output: Annotated[str, output_file("HTML file to write; - for standard output.", ".html", ".htm")],
) -> ExportResult:
    """Export cards as a web page with search and filters.

    Cards look as they are printed, in one language or several, with the findings about each. The page needs only a
    browser, no network. The exit code is 1 if a finding is an error.
    """
    from deckwright.workbench.sheet_exports import ProofOptions, write_proof_page

    options = ProofOptions(beside or (), low_ink=low_ink, spoken=settings_of(context).spoken)
    with library_of(context) as library:
        return write_proof_page(library, cards.selection(only or ()), output, options, progress_bar)


@export(
    "deckwright export pnp data-monsters -o print-and-play",
    "deckwright export pnp big-monster --lang fr --duplex short -o print-and-play",
    watch=False,
)
def pnp(
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
