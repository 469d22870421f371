"""`deckwright export list`: decks and games as text lists."""

from __future__ import annotations

from typing import Annotated

from typer import Context, Option

from deckwright.commands.arguments import GameOfSources, Select, Sources
from deckwright.commands.opening import languages_in, reading
from deckwright.commands.options import check_output
from deckwright.commands.sources import sources_of
from deckwright.files.decks import TEXT_ENDINGS, as_list
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
        Option("-o", "--output", metavar=tr("FILE"), help=tr("Write the list there; - is standard output.")),
    ] = "-",
) -> None:
    """Write decks as text lists that read back as the same decks: 2 Name, a card a line."""
    with reading(context) as (connection, settings):
        check_output(settings, "" if output == "-" else output, *TEXT_ENDINGS)
        found = sources_of(connection, sources or [], game=game, select=select, language=settings.language)
        languages = languages_in((source.game for source in found), settings)
    text = "\n".join(as_list(source.deck, source.cards, languages[source.game.id]) for source in found)
    if output != "-" or not settings.as_json:
        write_text(output, text)
    if settings.as_json:
        files = [] if output == "-" else [output]
        cards = sum(source.deck.size for source in found)
        write_json({"files": files, "cards": cards, "pages": 0, "findings": [], "list": text})
