"""`deckwright export csv` and `export xlsx`: cards as a table for spreadsheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Context

from deckwright.commands.exporting import Report, export
from deckwright.commands.options import SelectedCards, library_of, output_file
from deckwright.files.card_tables import TABLE_ENDINGS
from deckwright.reports.exports import card_summary

if TYPE_CHECKING:
    from deckwright.workbench.printing import ExportResult

TableFile = Annotated[
    str, output_file("File to write: .csv, .tsv or .xlsx; - for standard output.", *TABLE_ENDINGS)
]


@export(
    "deckwright export csv data-monsters -o data-monsters.csv",
    "deckwright export csv data-monsters/startup dataset -o cards.tsv",
    strict=False,
    watch=False,
    shortens=False,
    report=Report(summary=card_summary),
)
def csv(context: Context, cards: SelectedCards, *, output: TableFile) -> ExportResult:
    """Export cards as a CSV table for spreadsheets.

    Each card is a row with its fields, its texts and their translations, in columns such as name, text and name:fr.
    In the cards folder of a game, the file reads back as the same cards. The ending of FILE decides the format.
    """
    return _export_table(context, cards, output, ".csv")


@export(
    "deckwright export xlsx data-monsters -o data-monsters.xlsx",
    "deckwright export xlsx data-monsters/startup dataset -o cards.xlsx",
    strict=False,
    watch=False,
    shortens=False,
    report=Report(summary=card_summary),
)
def xlsx(context: Context, cards: SelectedCards, *, output: TableFile) -> ExportResult:
    """Export cards as a workbook for spreadsheets (XLSX).

    Each card is a row with its fields, its texts and their translations, in columns such as name, text and name:fr.
    In the cards folder of a game, the file reads back as the same cards. The ending of FILE decides the format.
    """
    return _export_table(context, cards, output, ".xlsx")


def _export_table(context: Context, cards: SelectedCards, output: str, ending: str) -> ExportResult:
    from deckwright.workbench.cards import write_card_table
    from deckwright.workbench.printing import ExportResult

    with library_of(context) as library:
        return ExportResult((output,), write_card_table(library, cards.selection(), output, ending))
