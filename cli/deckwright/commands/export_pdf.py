"""`deckwright export pdf`: cards on printable sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Argument, Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.opening import reading
from deckwright.commands.options import check_output
from deckwright.commands.sources import sources_of
from deckwright.files.results import whole_file
from deckwright.messages import tr, trn
from deckwright.model.finding import as_json as findings_as_json
from deckwright.model.finding import has_errors
from deckwright.reports.findings import finding_lines
from deckwright.reports.output import note, write_json
from deckwright.reports.progress import progress_bar
from deckwright.store.read import read_assets

if TYPE_CHECKING:
    from deckwright.press.job import Printed

EXAMPLES = (
    "deckwright export pdf data-monsters/startup -o startup.pdf",
    "deckwright export pdf dataset --lang fr --sheet letter -o dataset.pdf",
    "deckwright export pdf --select 'kind:monster' --game data-monsters -o monsters.pdf",
)


def run(
    context: Context,
    sources: Annotated[
        list[str] | None,
        Argument(
            autocompletion=completion.sources,
            metavar=tr("[SOURCE...]"),
            help=tr("Decks, or games with all their cards."),
        ),
    ] = None,
    game: Annotated[
        str,
        Option(
            autocompletion=completion.games,
            metavar=tr("GAME"),
            help=tr("The game of --select, and of lists that do not say it."),
        ),
    ] = "",
    select: Annotated[
        str, Option(metavar=tr("QUERY"), help=tr("The cards that a query finds in the game."))
    ] = "",
    sheet: Annotated[
        str,
        Option(
            "--sheet",
            "--paper",
            autocompletion=completion.sheets,
            metavar=tr("SHEET"),
            help=tr("The sheet to print on: a4 or letter."),
        ),
    ] = "a4",
    *,
    output: Annotated[
        str,
        Option("-o", "--output", metavar=tr("FILE"), help=tr("Write the PDF there; - is standard output.")),
    ],
) -> None:
    """Print cards on sheets, each with its copies, in one language, with crop marks.

    Text that does not fit its place, even at its smallest, is a finding that names the card; nothing is cut
    off. The exit code is 1 if there is one.
    """
    from deckwright.commands.printing import job_of, one_game
    from deckwright.press.pdf import print_pdf

    with reading(context) as (connection, settings):
        check_output(settings, output)
        source = one_game(sources_of(connection, sources or [], game=game, select=select))
        assets = read_assets(connection, source.game.id)
    job = job_of(source, assets, sheet, settings.language)
    with whole_file(output) as file, progress_bar(tr("Printing"), source.deck.size) as advance:
        printed = print_pdf(job, file, advance)
    _report(printed, output, as_json=settings.as_json)
    if has_errors(printed.findings):
        raise Exit(1)


def _report(printed: Printed, output: str, *, as_json: bool) -> None:
    if as_json:
        counts = {"cards": printed.cards, "pages": printed.pages}
        write_json({"files": [output], **counts, "findings": findings_as_json(printed.findings)})
        return
    for line in finding_lines(printed.findings, to_error=True):
        note(line)
    cards = trn("{count} card", "{count} cards", printed.cards)
    pages = trn("{count} page", "{count} pages", printed.pages)
    note(f"{output}: {cards}, {pages}")
