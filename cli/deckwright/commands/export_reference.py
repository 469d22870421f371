"""`deckwright export reference`: a card for each player with what one looks up at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

from typer import Context, Option

from deckwright.commands import completion
from deckwright.commands.arguments import Paper, PdfFile, TheGame
from deckwright.commands.opening import Shelf, reading
from deckwright.commands.options import check_output
from deckwright.commands.parsing import one_of
from deckwright.commands.printed import report
from deckwright.files.writing import whole_file
from deckwright.messages import tr
from deckwright.model.game import check_mode
from deckwright.store.printer_profiles import EDGES
from deckwright.store.read import read_assets

if TYPE_CHECKING:
    from deckwright.store.printer_profiles import Edge

EXAMPLES = (
    "deckwright export reference data-monsters -o reference.pdf",
    "deckwright export reference big-monster --mode team --lang fr -o reference.pdf",
    "deckwright export reference dataset --players 6 --duplex short -o reference.pdf",
)
SHORTENS = True
"""Findings that are many and alike are counted, unless --all asks for them."""


def run(
    context: Context,
    game: TheGame,
    players: Annotated[
        int | None,
        Option(
            metavar="N", min=1, max=99, help=tr("How many to print; without it, one for each who can play.")
        ),
    ] = None,
    mode: Annotated[
        str,
        Option(
            autocompletion=completion.modes,
            metavar=tr("MODE"),
            help=tr("Tell of this way to play; without it, of the usual one for each number of players."),
        ),
    ] = "",
    sheet: Paper = "a4",
    duplex: Annotated[
        str,
        Option(
            callback=one_of(*EDGES),
            metavar="long|short",
            help=tr("The edge of the paper about which the printer turns a sheet; long without it."),
        ),
    ] = "long",
    *,
    output: PdfFile,
) -> None:
    """Print a reference card for each player: set-up, points, marks, icons, and what is in the box.

    All of it is what the game says in its data. A card has two sides where one has no room for all.
    """
    from deckwright.commands.aids import desk_for, numbers_of, write_references
    from deckwright.commands.printing import language_for, text_findings
    from deckwright.press.job import Printed
    from deckwright.press.sheets.sheet_file import load_sheet

    with reading(context) as (connection, settings):
        check_output(settings, output, ".pdf")
        own_game, cards = Shelf(connection).game(game)
        assets = read_assets(connection, own_game.id)
        language = language_for(own_game, settings)
        findings = text_findings(connection, own_game, language, ())
    check_mode(own_game, mode)
    desk = desk_for(own_game, language, assets, findings)
    copies = players or max(numbers_of(own_game, mode), default=1)
    paper = load_sheet(sheet).paper
    edge = cast("Edge", duplex)
    with whole_file(output) as file:
        made = write_references(desk, cards, mode, copies, paper, edge=edge, out=file)
    report(context, Printed(made.pages, made.pieces, made.findings), [output], output)
