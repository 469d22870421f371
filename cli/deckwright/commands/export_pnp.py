"""`deckwright export pnp`: a game to print at home, in a folder for a web page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, cast

from typer import Context, Exit, Option

from deckwright.commands.options import (
    PAPER,
    Folder,
    Strict,
    TheGame,
    check_output,
    library_of,
    one_of,
    settings_of,
)
from deckwright.findings import has_errors
from deckwright.messages import tr
from deckwright.reports.exports import show_export
from deckwright.reports.output import SLOW, progress_bar
from deckwright.store.prints import EDGES

if TYPE_CHECKING:
    from deckwright.store.prints import Edge

EXAMPLES = (
    "deckwright export pnp data-monsters -o print-and-play",
    "deckwright export pnp big-monster --lang fr --duplex short -o print-and-play",
)
SHORTENS = True
"""Findings that are many and alike are counted, unless --all asks for them."""


def run(
    context: Context,
    game: TheGame,
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
    strict: Strict = False,
    output: Folder,
) -> None:
    """Export a game to print at home, as a folder for a web page.

    It has the cards as PDF for A4 and Letter, in colour and with little ink, the rules in short, reference cards, score
    pads if the game defines its scoring, the licence in the game's folder, and a README that explains how to print. A
    folder is written whole or not at all.
    """
    from deckwright.workbench.publishing import print_and_play

    settings = settings_of(context)
    check_output(settings, output)
    with library_of(context) as library:
        result = print_and_play(
            library, game, output, cast("Edge", duplex), partial(progress_bar, unseen=SLOW)
        )
    show_export(result, output, as_json=settings.as_json, every_finding=settings.every_finding)
    if has_errors(result.findings, strict=strict):
        raise Exit(1)
