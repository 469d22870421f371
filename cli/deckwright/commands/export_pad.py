"""`deckwright export pad`: a sheet to write the score on."""

from __future__ import annotations

from typing import Annotated

from typer import Context, Exit, Option

from deckwright.commands.arguments import Mode, Paper, PdfFile, TheGame
from deckwright.commands.opening import Shelf, reading
from deckwright.commands.options import check_output
from deckwright.files.writing import whole_file
from deckwright.findings import as_json as findings_as_json
from deckwright.findings import has_errors
from deckwright.messages import tr, trn
from deckwright.reports.findings import summary_lines
from deckwright.reports.output import note, note_of, write_json
from deckwright.store.read import read_assets

EXAMPLES = (
    "deckwright export pad big-monster --players 4 -o pad.pdf",
    "deckwright export pad big-monster --mode team --lang fr -o pad.pdf",
    "deckwright export pad dataset --sheet letter -o pad.pdf",
)
SHORTENS = True
"""Findings that are many and alike are counted, unless --all asks for them."""


def run(
    context: Context,
    game: TheGame,
    players: Annotated[
        int | None,
        Option(
            metavar="N", min=1, max=20, help=tr("How many seats it has; without it, as many as can play.")
        ),
    ] = None,
    mode: Mode = "",
    sheet: Paper = "a4",
    *,
    output: PdfFile,
) -> None:
    """Print a pad to score a game on: a column for each seat, a row for each part of the points, and for ties.

    What the rows are called, how they count and what decides a tie is what the game says of its scoring.
    A page holds as many pads as leave cells to write in.
    """
    from deckwright.commands.aids import desk_for, mode_and_seats, write_pads
    from deckwright.commands.printing import language_for, text_findings
    from deckwright.press.sheets.sheet_file import load_sheet
    from deckwright.reports.pads import pad_as_json
    from deckwright.workbench.scoring import check_scoring

    with reading(context) as (connection, settings):
        check_output(settings, output, ".pdf")
        own_game, _ = Shelf(connection).game(game)
        assets = read_assets(connection, own_game.id)
        language = language_for(own_game, settings)
        findings = text_findings(connection, own_game, language, ())
    check_scoring(own_game, mode)
    mode, seats = mode_and_seats(own_game, mode, players)
    desk = desk_for(own_game, language, assets, findings)
    paper = load_sheet(sheet).paper
    with whole_file(output) as file:
        pad, made = write_pads(desk, mode, seats, paper, file)
    if settings.as_json:
        write_json({**pad_as_json(pad, made, output), "findings": findings_as_json(made.findings)})
    else:
        for line in summary_lines(made.findings, to_error=True, every=settings.every_finding):
            note(line)
        note_of(output, trn("{count} pad on a page", "{count} pads on a page", made.pieces))
    if has_errors(made.findings):
        raise Exit(1)
