"""`deckwright export tts`: decks for Tabletop Simulator."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

from typer import Context, Option

from deckwright.commands import completion
from deckwright.commands.arguments import Folder, GameOfSources, Select, Sources, Strict, Watch
from deckwright.commands.printed import report
from deckwright.commands.targets import Wanted, folder_for, job_for, not_for
from deckwright.files.writing import write_text
from deckwright.messages import tr
from deckwright.reports.cards import texts_of
from deckwright.reports.output import SLOW, progress_bar

if TYPE_CHECKING:
    from deckwright.model.card import Card

EXAMPLES = (
    "deckwright export tts data-monsters/startup -o table",
    "deckwright export tts dataset --lang fr --url https://example.org/cards -o table",
)
SHORTENS = True
"""Findings that are many and alike are counted, unless --all asks for them."""


def run(
    context: Context,
    sources: Sources = None,
    game: GameOfSources = "",
    select: Select = "",
    url: Annotated[
        str,
        Option(
            metavar=tr("URL"),
            help=tr("Where the pictures will be on the web; without it, they are read from the folder."),
        ),
    ] = "",
    target: Annotated[
        str,
        Option(
            autocompletion=completion.targets,
            metavar=tr("TARGET"),
            help=tr("How large the pictures may be: tts, or a file of your own."),
        ),
    ] = "tts",
    *,
    strict: Strict = False,
    watch: Watch = False,
    output: Folder,
) -> None:
    """Make decks for Tabletop Simulator: pictures of up to 70 cards, and the saved object that names them.

    Put the JSON file among the saved objects of the game. Cards with different backs become decks of their own.
    """
    if watch:
        from deckwright.commands.watching import keep_up

        keep_up(context, run)
        return
    from deckwright.press.targets.pictures import check_raster
    from deckwright.press.targets.tabletop import piles_of, print_piles, saved_object
    from deckwright.press.targets.target import DeckPictures, deck_file, load_target

    check_raster()
    made = load_target(target).makes
    if not isinstance(made, DeckPictures):
        raise not_for(target, made)
    job = job_for(context, Wanted(sources or [], game, select), output)
    piles = piles_of(job, made)
    with progress_bar(tr("Printing"), len(job.cards), unseen=SLOW) as advance:
        folder = folder_for(output)
        files, printed = print_piles(job, made, piles, folder, advance)

    def describe(card: Card) -> str:
        return "\n".join(texts_of(card, job.game, job.language))

    saved = folder / f"{deck_file(job.title)}.json"
    table = saved_object(job, piles, url or folder.resolve().as_uri(), describe)
    write_text(saved, json.dumps(table, ensure_ascii=False, indent=2) + "\n")
    report(context, printed, [str(file) for file in (saved, *files)], output, strict=strict)
