"""`deckwright export png`: a picture for each card."""

from __future__ import annotations

from typing import Annotated

from typer import Context, Option

from deckwright.commands import completion
from deckwright.commands.arguments import Folder, GameOfSources, LowInk, Select, Sources, Strict, Watch
from deckwright.commands.printed import report
from deckwright.commands.targets import Wanted, folder_for, job_for, not_for
from deckwright.errors import UsageError
from deckwright.messages import tr
from deckwright.reports.output import SLOW, progress_bar

EXAMPLES = (
    "deckwright export png data-monsters/startup --target tgc-poker -o startup",
    "deckwright export png dataset --dpi 150 --lang it -o pictures",
)
SHORTENS = True
"""Findings that are many and alike are counted, unless --all asks for them."""

_DPI = 300


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
            help=tr("What the pictures are for: tgc-poker or mpc-poker. Without it, cards as cut."),
        ),
    ] = "",
    dpi: Annotated[
        int | None,
        Option(
            min=30,
            max=2400,
            metavar=tr("N"),
            help=tr("How many pixels to an inch, where no target says it; 300 without it."),
        ),
    ] = None,
    *,
    low_ink: LowInk = False,
    strict: Strict = False,
    watch: Watch = False,
    output: Folder,
) -> None:
    """Make a PNG picture of each card and of each back, and a list of the copies.

    The copies of a card are one picture: cards.csv says how many of each there are, and which back they have.
    """
    if watch:
        from deckwright.commands.watching import keep_up

        keep_up(context, run)
        return
    from deckwright.press.targets.pictures import check_raster, print_pictures
    from deckwright.press.targets.target import Pictures, load_target

    check_raster()
    if target and dpi:
        raise UsageError("dpi", tr("A target says itself how fine its pictures are: leave out --dpi."))
    made = load_target(target).makes if target else Pictures(dpi or _DPI)
    if not isinstance(made, Pictures):
        raise not_for(target, made)
    job = job_for(context, Wanted(sources or [], game, select, low_ink=low_ink), output)
    with progress_bar(tr("Printing"), len(job.cards), unseen=SLOW) as advance:
        files, printed = print_pictures(job, made, folder_for(output), advance)
    report(context, printed, [str(file) for file in files], output, strict=strict)
