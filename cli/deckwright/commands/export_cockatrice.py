"""`deckwright export cockatrice`: a card set for playing in Cockatrice."""

from __future__ import annotations

from functools import partial

from typer import Context, Exit

from deckwright.commands.options import (
    Folder,
    GameOfSources,
    Select,
    Sources,
    Strict,
    Watch,
    check_output,
    library_of,
    settings_of,
)
from deckwright.commands.watch import keep_exporting
from deckwright.findings import has_errors
from deckwright.reports.exports import show_export
from deckwright.reports.output import SLOW, progress_bar

EXAMPLES = (
    "deckwright export cockatrice data-monsters -o cockatrice",
    "deckwright export cockatrice monster-office --lang fr -o cockatrice",
)
SHORTENS = True
"""Findings that are many and alike are counted, unless --all asks for them."""


def run(
    context: Context,
    sources: Sources = None,
    game: GameOfSources = "",
    select: Select = "",
    *,
    strict: Strict = False,
    watch: Watch = False,
    output: Folder,
) -> None:
    """Export a game as a card set for Cockatrice.

    The folder is laid out as the data folder of Cockatrice: copy its contents there. Decks exported with export list --as
    cod have the same names of cards.
    """
    if watch:
        keep_exporting(context, run)
        return
    from deckwright.workbench.online import write_cockatrice_set
    from deckwright.workbench.selection import Selection

    settings = settings_of(context)
    check_output(settings, output)
    progress = partial(progress_bar, unseen=SLOW)
    with library_of(context) as library:
        selection = Selection(sources or (), game, select)
        result = write_cockatrice_set(library, selection, output, progress)
    show_export(result, output, as_json=settings.as_json, every_finding=settings.every_finding)
    if has_errors(result.findings, strict=strict):
        raise Exit(1)
