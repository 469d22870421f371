"""`deckwright export html`: a page to look through all cards, for designers and translators."""

from __future__ import annotations

from typing import Annotated

from typer import Context, Exit, Option

from deckwright.commands.options import (
    OUTPUT,
    GameOfSources,
    LowInk,
    Only,
    Select,
    Sources,
    Strict,
    Watch,
    With,
    check_output,
    library_of,
    settings_of,
)
from deckwright.commands.watch import keep_exporting
from deckwright.findings import has_errors
from deckwright.messages import tr, trn
from deckwright.reports.exports import export_as_json, show_nothing_exported, show_output
from deckwright.reports.output import progress_bar, write_json

EXAMPLES = (
    "deckwright export html data-monsters -o monsters.html",
    "deckwright export html dataset --lang it --with fr --with en -o dataset.html",
    "deckwright export html --select 'mark:unique' --game data-monsters -o unique.html",
    "deckwright export html dataset --lang fr --only machine,stale -o to-read.html",
)
SHORTENS = True
"""Findings that are many and alike are counted, unless --all asks for them."""


def run(
    context: Context,
    sources: Sources = None,
    game: GameOfSources = "",
    select: Select = "",
    beside: With = None,
    only: Only = "",
    *,
    low_ink: LowInk = False,
    strict: Strict = False,
    watch: Watch = False,
    output: Annotated[
        str,
        Option(
            "-o",
            "--output",
            metavar=tr("FILE"),
            help=tr("HTML file to write; - for standard output."),
            rich_help_panel=OUTPUT,
        ),
    ],
) -> None:
    """Export cards as a web page with search and filters.

    Cards look as they are printed, in one language or several, with the findings about each. The page needs only a
    browser, no network. The exit code is 1 if a finding is an error.
    """
    if watch:
        keep_exporting(context, run)
        return
    from deckwright.workbench.printing import ProofOptions, write_proof_page
    from deckwright.workbench.selection import Selection

    settings = settings_of(context)
    check_output(settings, output, ".html", ".htm")
    selection = Selection(sources or (), game, select, only or ())
    options = ProofOptions(beside or (), low_ink=low_ink, spoken=settings.spoken)
    with library_of(context) as library:
        result = write_proof_page(library, selection, output, options, progress_bar)
    if not result.files:
        reason = tr("No card has such a translation: nothing was exported.")
        show_nothing_exported(reason, as_json=settings.as_json)
        return
    if settings.as_json:
        write_json(export_as_json(result))
    else:
        cards = trn("{count} card", "{count} cards", result.cards)
        show_output(cards, output, result.findings, every_finding=settings.every_finding)
    if has_errors(result.findings, strict=strict):
        raise Exit(1)
