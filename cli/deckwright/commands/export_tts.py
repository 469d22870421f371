"""`deckwright export tts`: decks for Tabletop Simulator."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from typer import Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.options import (
    OUTPUT,
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
from deckwright.messages import tr
from deckwright.reports.exports import show_export
from deckwright.reports.output import SLOW, progress_bar

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
            help=tr("Web address of the pictures; default: the output folder."),
            rich_help_panel=OUTPUT,
        ),
    ] = "",
    target: Annotated[
        str,
        Option(
            autocompletion=completion.targets,
            metavar=tr("TARGET"),
            help=tr("Size limits of the pictures: tts, or a file.yaml."),
            rich_help_panel=OUTPUT,
        ),
    ] = "tts",
    *,
    strict: Strict = False,
    watch: Watch = False,
    output: Folder,
) -> None:
    """Export decks for Tabletop Simulator: pictures and a saved object.

    A picture contains up to 70 cards. Move the JSON file to the folder of the game's saved objects. Cards with different
    backs become separate decks.
    """
    if watch:
        keep_exporting(context, run)
        return
    from deckwright.workbench.selection import Selection
    from deckwright.workbench.targets import TabletopOptions, print_tabletop_decks

    settings = settings_of(context)
    check_output(settings, output)
    progress = partial(progress_bar, unseen=SLOW)
    with library_of(context) as library:
        selection = Selection(sources or (), game, select)
        result = print_tabletop_decks(library, selection, output, TabletopOptions(target, url), progress)
    show_export(result, output, as_json=settings.as_json, every_finding=settings.every_finding)
    if has_errors(result.findings, strict=strict):
        raise Exit(1)
