"""`deckwright export list`: decks and games as lists, in the formats of other programs too."""

from __future__ import annotations

from typing import Annotated

from typer import Context

from deckwright.commands.command import command
from deckwright.commands.declaring import OUTPUT
from deckwright.commands.options import SelectedCards, check_output, library_of, settings_of
from deckwright.files.deck_formats import WRITTEN_ENDINGS, WRITTEN_FORMATS, format_of_file
from deckwright.files.texts import STDIN
from deckwright.files.writing import write_text
from deckwright.reports.output import write_json


@command(
    "deckwright export list data-monsters/startup -o startup.txt",
    "deckwright export list data-monsters/startup --as cod -o startup.cod",
    "deckwright export list --select 'kind:special set:basic' --game dataset --lang fr",
)
def run(
    context: Context,
    cards: SelectedCards,
    written_as: Annotated[
        str | None, OUTPUT.choice("Format; default: by the ending of FILE, or text.", WRITTEN_FORMATS, "--as")
    ] = None,
    output: Annotated[
        str, OUTPUT.option("File to write; - for standard output.", "FILE", "-o", "--output")
    ] = "-",
) -> None:
    """Export decks as lists, for people and for other programs.

    A text list has one card per line: 2 Name. Deckwright reads all formats but Markdown back as the same deck.
    """
    from deckwright.workbench.cards import list_decks

    settings = settings_of(context)
    endings = WRITTEN_FORMATS[written_as].endings if written_as else WRITTEN_ENDINGS
    check_output(settings, "" if output == STDIN else output, *endings)
    wanted = written_as or format_of_file(output, "text").name
    with library_of(context) as library:
        lists = list_decks(library, cards.selection(), wanted)
    if output != STDIN or not settings.as_json:
        write_text(output, lists.text)
    if settings.as_json:
        files = [] if output == STDIN else [output]
        counts = {"cards": lists.cards, "pages": 0}
        write_json({"files": files, **counts, "findings": [], "list": lists.text})
