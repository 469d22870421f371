"""`deckwright export png`: a picture for each card."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from typer import Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.options import (
    APPEARANCE,
    OUTPUT,
    Folder,
    GameOfSources,
    LowInk,
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
from deckwright.messages import tr
from deckwright.reports.exports import show_export
from deckwright.reports.output import SLOW, progress_bar

EXAMPLES = (
    "deckwright export png data-monsters/startup --target tgc-poker -o startup",
    "deckwright export png dataset --dpi 150 --lang it -o pictures",
)
SHORTENS = True
"""Findings that are many and alike are counted, unless --all asks for them."""


def run(
    context: Context,
    sources: Sources = None,
    game: GameOfSources = "",
    select: Select = "",
    target: Annotated[
        str,
        Option(
            autocompletion=completion.targets,
            metavar=tr("TARGET"),
            help=tr("Print shop, such as mpc-poker; default: trimmed cards."),
            rich_help_panel=OUTPUT,
        ),
    ] = "",
    dpi: Annotated[
        int | None,
        Option(
            min=30,
            max=2400,
            metavar=tr("N"),
            help=tr("Pixels per inch, without --target; default: 300."),
            rich_help_panel=APPEARANCE,
        ),
    ] = None,
    *,
    low_ink: LowInk = False,
    strict: Strict = False,
    watch: Watch = False,
    output: Folder,
) -> None:
    """Export a PNG picture of each card and each back.

    All copies of a card share one picture: cards.csv lists how many copies each card has, and which back.
    """
    if watch:
        keep_exporting(context, run)
        return
    from deckwright.workbench.selection import Selection
    from deckwright.workbench.targets import PictureOptions, print_card_pictures

    settings = settings_of(context)
    check_output(settings, output)
    progress = partial(progress_bar, unseen=SLOW)
    options = PictureOptions(target, dpi, low_ink)
    with library_of(context) as library:
        selection = Selection(sources or (), game, select)
        result = print_card_pictures(library, selection, output, options, progress)
    show_export(result, output, as_json=settings.as_json, every_finding=settings.every_finding)
    if has_errors(result.findings, strict=strict):
        raise Exit(1)
