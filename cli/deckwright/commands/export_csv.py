"""`deckwright export csv`: cards as a table for spreadsheets."""

from __future__ import annotations

from typing import Annotated

from typer import Context, Option

from deckwright.commands.arguments import GameOfSources, Select, Sources
from deckwright.commands.opening import languages_in, reading
from deckwright.commands.options import check_output
from deckwright.commands.sources import sources_of
from deckwright.files.writing import write_csv
from deckwright.messages import tr, trn
from deckwright.reports.output import note_of, write_json
from deckwright.reports.rows import rows_of

EXAMPLES = (
    "deckwright export csv data-monsters -o data-monsters.csv",
    "deckwright export csv data-monsters/startup dataset -o cards.csv",
)


def run(
    context: Context,
    sources: Sources = None,
    game: GameOfSources = "",
    select: Select = "",
    *,
    output: Annotated[
        str,
        Option("-o", "--output", metavar=tr("FILE"), help=tr("Write the table there; - is standard output.")),
    ],
) -> None:
    """Write cards as a CSV table that spreadsheets open: a card a row, with its fields and its texts.

    The columns of texts bear their language: name.en, text.fr. What is not translated is left empty.
    """
    with reading(context) as (connection, settings):
        check_output(settings, output, ".csv")
        found = sources_of(connection, sources or [], game=game, select=select)
        languages = languages_in((source.game for source in found), settings)
    rows = rows_of([(source.deck, source.game, source.cards) for source in found], languages)
    write_csv(output, rows)
    cards = sum(source.deck.size for source in found)
    if settings.as_json:
        write_json({"files": [output], "cards": cards, "pages": 0, "findings": []})
    else:
        note_of(output, trn("{count} card", "{count} cards", cards))
