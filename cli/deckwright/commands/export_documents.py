"""`deckwright export pad`, `reference` and `rules`: what players have at the table besides the cards, as PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

from typer import Context

from deckwright.commands import completion
from deckwright.commands.declaring import PAPER, TABLE
from deckwright.commands.exporting import Report, export
from deckwright.commands.options import GameHere, Mode, Paper, PdfFile, library_of
from deckwright.reports.exports import pads_as_json, pads_summary, rules_as_json, rules_summary
from deckwright.store.prints import EDGES

if TYPE_CHECKING:
    from deckwright.store.prints import Edge
    from deckwright.workbench.documents import PrintedPads, PrintedRules
    from deckwright.workbench.printing import ExportResult


@export(
    "deckwright export pad big-monster --players 4 -o pad.pdf",
    "deckwright export pad big-monster --mode team --lang fr -o pad.pdf",
    "deckwright export pad dataset --sheet letter -o pad.pdf",
    strict=False,
    watch=False,
    report=Report(pads_as_json, pads_summary),
)
def pad(
    context: Context,
    game: GameHere = ".",
    players: Annotated[
        int | None,
        TABLE.option("Number of seats; default: the largest number of players.", "N", min=1, max=20),
    ] = None,
    mode: Mode = "",
    sheet: Paper = "a4",
    *,
    output: PdfFile,
) -> PrintedPads:
    """Export a page of score pads as PDF.

    A pad has a column for each seat and a row for each part of the score, as the game defines its scoring, with the
    tie-breakers. A page has as many pads as fit with enough room to write.
    """
    from deckwright.workbench.documents import PadOptions, print_score_pads

    with library_of(context) as library:
        return print_score_pads(library, game, output, PadOptions(players, mode, sheet))


@export(
    "deckwright export reference data-monsters -o reference.pdf",
    "deckwright export reference big-monster --mode team --lang fr -o reference.pdf",
    "deckwright export reference dataset --players 6 --duplex short -o reference.pdf",
    strict=False,
    watch=False,
)
def reference(
    context: Context,
    game: GameHere = ".",
    players: Annotated[
        int | None, TABLE.option("Number of cards; default: one for each player.", "N", min=1, max=99)
    ] = None,
    mode: Annotated[
        str,
        TABLE.option("Describe this mode; default: the usual ones.", "MODE", autocompletion=completion.modes),
    ] = "",
    sheet: Paper = "a4",
    duplex: Annotated[str, PAPER.choice("Edge on which the printer flips the paper.", EDGES)] = "long",
    *,
    output: PdfFile,
) -> ExportResult:
    """Export reference cards for the players as PDF.

    A card shows how a turn goes, reminders, marks and points, and set-up, icons and the contents of the box if there
    is room, from the game's data. It has a second side if one does not have enough room.
    """
    from deckwright.workbench.documents import ReferenceOptions, print_reference_cards

    options = ReferenceOptions(players, mode, sheet, cast("Edge", duplex))
    with library_of(context) as library:
        return print_reference_cards(library, game, output, options)


@export(
    "deckwright export rules dataset -o rules.pdf",
    "deckwright export rules big-monster --mode team --lang fr -o rules.pdf",
    "deckwright export rules data-monsters --sheet letter -o rules.pdf",
    strict=False,
    watch=False,
    report=Report(rules_as_json, rules_summary),
)
def rules(
    context: Context,
    game: GameHere = ".",
    mode: Annotated[
        str,
        TABLE.option("Describe this mode only; default: all modes.", "MODE", autocompletion=completion.modes),
    ] = "",
    sheet: Paper = "a4",
    *,
    output: PdfFile,
) -> PrintedRules:
    """Export the rules of a game as PDF.

    The pages show set-up, a turn, reminders, marks, points, and how the game's data read unclear rules. They do not
    replace a rulebook: they show only what the data contain.
    """
    from deckwright.workbench.documents import RulesOptions, print_rules_pages

    with library_of(context) as library:
        return print_rules_pages(library, game, output, RulesOptions(mode, sheet))
