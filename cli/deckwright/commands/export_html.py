"""`deckwright export html`: a page to look through all cards, for designers and translators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Context

from deckwright.commands.exporting import Report, export
from deckwright.commands.options import (
    LowInk,
    Only,
    SelectedCards,
    With,
    library_of,
    output_file,
    settings_of,
)
from deckwright.reports.exports import card_summary
from deckwright.reports.output import progress_bar

if TYPE_CHECKING:
    from deckwright.workbench.printing import ExportResult


@export(
    "deckwright export html data-monsters -o monsters.html",
    "deckwright export html dataset --lang it --with fr --with en -o dataset.html",
    "deckwright export html --select 'mark:unique' --game data-monsters -o unique.html",
    "deckwright export html dataset --lang fr --only machine,stale -o to-read.html",
    report=Report(summary=card_summary),
)
def run(
    context: Context,
    cards: SelectedCards,
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
    from deckwright.workbench.printing import ProofOptions, write_proof_page

    options = ProofOptions(beside or (), low_ink=low_ink, spoken=settings_of(context).spoken)
    with library_of(context) as library:
        return write_proof_page(library, cards.selection(only or ()), output, options, progress_bar)
