"""`deckwright export png`: a picture for each card."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from typer import Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.options import (
    APPEARANCE,
    INPUT,
    OUTPUT,
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
    "deckwright export png --card data-monsters/mainframe --corners 3 -o mainframe.png",
)
BLEED = 3
"""How far faces reach beyond the cut, in mm."""

SHORTENS = True
"""Findings that are many and alike are counted, unless --all asks for them."""


def run(
    context: Context,
    sources: Sources = None,
    game: GameOfSources = "",
    select: Select = "",
    card: Annotated[
        str,
        Option(
            autocompletion=completion.cards,
            metavar=tr("CARD"),
            help=tr("Only this card, by id, game/card-id, or name."),
            rich_help_panel=INPUT,
        ),
    ] = "",
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
    corners: Annotated[
        float,
        Option(
            min=0,
            max=20,
            metavar=tr("MM"),
            help=tr("Radius of round corners, transparent outside."),
            rich_help_panel=APPEARANCE,
        ),
    ] = 0.0,
    bleed: Annotated[
        float,
        Option(
            min=0,
            max=BLEED,
            metavar=tr("MM"),
            help=tr("Bleed to keep around the cut, up to 3 mm."),
            rich_help_panel=APPEARANCE,
        ),
    ] = 0.0,
    *,
    low_ink: LowInk = False,
    strict: Strict = False,
    watch: Watch = False,
    output: Annotated[
        str,
        Option(
            "-o",
            "--output",
            metavar=tr("DIR"),
            help=tr("Folder to write to; or file.png for a single card."),
            rich_help_panel=OUTPUT,
        ),
    ],
) -> None:
    """Export a PNG picture of each card and each back.

    All copies of a card share one picture: cards.csv lists how many copies each card has, and which back. With a
    single card, -o can be a PNG file, which is its front.
    """
    if watch:
        keep_exporting(context, run)
        return
    from deckwright.workbench.selection import Selection
    from deckwright.workbench.targets import PictureOptions, print_card_pictures

    settings = settings_of(context)
    check_output(settings, output)
    progress = partial(progress_bar, unseen=SLOW)
    options = PictureOptions(target, dpi, low_ink, corners, bleed)
    with library_of(context) as library:
        selection = Selection(sources or (), game, select, card=card)
        result = print_card_pictures(library, selection, output, options, progress)
    show_export(result, output, as_json=settings.as_json, every_finding=settings.every_finding)
    if has_errors(result.findings, strict=strict):
        raise Exit(1)
