"""`deckwright export csv`: cards as a table for spreadsheets."""

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
from deckwright.messages import tr, trn
from deckwright.reports.output import note_of, write_json

EXAMPLES = (
    "deckwright export csv data-monsters -o data-monsters.csv",
    "deckwright export csv data-monsters/startup dataset -o cards.tsv",
)


def run(
    context: Context,
    sources: Sources = None,
    game: GameOfSources = "",
    select: Select = "",
    *,
    output: Annotated[
        str,
        Option(
            "-o",
            "--output",
            metavar=tr("FILE"),
            help=tr("File to write: .csv, .tsv or .xlsx; - for standard output."),
            rich_help_panel=OUTPUT,
        ),
    ],
) -> None:
    """Export cards as a CSV table for spreadsheets.

    Each card is a row with its fields, its texts and their translations, in columns such as name, text and name:fr.
    In the cards folder of a game, the file reads back as the same cards. The ending of FILE decides the format.
    """
    from deckwright.files.card_tables import TABLE_ENDINGS
    from deckwright.workbench.cards import write_card_table
    from deckwright.workbench.selection import Selection

    settings = settings_of(context)
    check_output(settings, output, *TABLE_ENDINGS)
    with library_of(context) as library:
        cards = write_card_table(library, Selection(sources or (), game, select), output)
    if settings.as_json:
        write_json({"files": [output], "cards": cards, "pages": 0, "findings": []})
    else:
        note_of(output, trn("{count} card", "{count} cards", cards))
