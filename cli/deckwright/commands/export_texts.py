"""`deckwright export list`, `csv` and `xlsx`: decks and cards as texts and tables, for people and for other programs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

from typer import Context

from deckwright.commands.command import command
from deckwright.commands.exporting import Report, export
from deckwright.commands.options import (
    OUTPUT,
    WantedCards,
    check_output,
    library_of,
    output_file,
    settings_of,
)
from deckwright.files.card_tables import TABLE_ENDINGS
from deckwright.files.deck_formats import WRITTEN_ENDINGS, WRITTEN_FORMATS, format_of_file
from deckwright.files.texts import STDIN
from deckwright.files.writing import write_text
from deckwright.reports.exports import card_summary
from deckwright.reports.output import write_json
from deckwright.workbench.cards import list_decks, write_card_table

if TYPE_CHECKING:
    from deckwright.workbench.exports import ExportResult


@command(
    "deckwright export list data-monsters/startup -o startup.txt",
    "deckwright export list data-monsters/startup --as cod -o startup.cod",
    "deckwright export list --select 'kind:special set:basic' --game dataset --lang fr",
)
def deck_list(
    context: Context,
    cards: WantedCards,
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


TableFile = Annotated[
    str, output_file("File to write: .csv, .tsv, .xlsx or .json; - for standard output.", *TABLE_ENDINGS)
]

_table = partial(export, strict=False, watch=False, shortens=False, report=Report(summary=card_summary))
"""Declares an export of cards as a table."""


@_table(
    "deckwright export csv data-monsters -o data-monsters.csv",
    "deckwright export csv data-monsters/startup dataset -o cards.tsv",
)
def csv(context: Context, cards: WantedCards, *, output: TableFile) -> ExportResult:
    """Export cards as a CSV table for spreadsheets.

    Each card is a row with its fields, its texts and their translations, in columns such as name, text and name:fr.
    In the cards folder of a game, the file reads back as the same cards. The ending of FILE decides the format.
    """
    return _export_table(context, cards, output, ".csv")


@_table(
    "deckwright export xlsx data-monsters -o data-monsters.xlsx",
    "deckwright export xlsx data-monsters/startup dataset -o cards.xlsx",
)
def xlsx(context: Context, cards: WantedCards, *, output: TableFile) -> ExportResult:
    """Export cards as a workbook for spreadsheets (XLSX).

    Each card is a row with its fields, its texts and their translations, in columns such as name, text and name:fr.
    In the cards folder of a game, the file reads back as the same cards. The ending of FILE decides the format.
    """
    return _export_table(context, cards, output, ".xlsx")


@_table(
    "deckwright export json data-monsters -o data-monsters.json",
    "deckwright export json data-monsters/startup --lang fr -o cards.json",
)
def json(context: Context, cards: WantedCards, *, output: TableFile) -> ExportResult:
    """Export cards as JSON: a list of objects, as other programs read it.

    Each card is an object with its fields, its texts and their translations, by names such as name, text and name:fr.
    In the cards folder of a game, the file reads back as the same cards. The ending of FILE decides the format.
    """
    return _export_table(context, cards, output, ".json")


def _export_table(context: Context, cards: WantedCards, output: str, ending: str) -> ExportResult:
    from deckwright.workbench.exports import ExportResult

    with library_of(context) as library:
        return ExportResult((output,), write_card_table(library, cards.selection(), output, ending))
