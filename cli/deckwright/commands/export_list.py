"""`deckwright export list`: decks and games as text lists."""

from __future__ import annotations

from typing import Annotated

from typer import Context, Option

from deckwright.commands.options import (
    OUTPUT,
    GameOfSources,
    Select,
    Sources,
    check_output,
    library_of,
    settings_of,
)
from deckwright.files.decks import TEXT_ENDINGS
from deckwright.files.texts import STDIN
from deckwright.files.writing import write_text
from deckwright.messages import tr
from deckwright.reports.output import write_json

EXAMPLES = (
    "deckwright export list data-monsters/startup -o startup.txt",
    "deckwright export list --select 'kind:special set:basic' --game dataset --lang fr",
)


def run(
    context: Context,
    sources: Sources = None,
    game: GameOfSources = "",
    select: Select = "",
    output: Annotated[
        str,
        Option(
            "-o",
            "--output",
            metavar=tr("FILE"),
            help=tr("Text file to write; - for standard output."),
            rich_help_panel=OUTPUT,
        ),
    ] = "-",
) -> None:
    """Export decks as text lists, one card per line: 2 Name.

    Deckwright reads such a list back as the same deck.
    """
    from deckwright.workbench.cards import list_decks
    from deckwright.workbench.selection import Selection

    settings = settings_of(context)
    check_output(settings, "" if output == STDIN else output, *TEXT_ENDINGS)
    with library_of(context) as library:
        lists = list_decks(library, Selection(sources or (), game, select))
    if output != STDIN or not settings.as_json:
        write_text(output, lists.text)
    if settings.as_json:
        files = [] if output == STDIN else [output]
        counts = {"cards": lists.cards, "pages": 0}
        write_json({"files": files, **counts, "findings": [], "list": lists.text})
