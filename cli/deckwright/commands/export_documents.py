"""`deckwright export pad`, `reference`, `rules` and `tuckbox`: what players have besides the cards, as PDF."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, cast

from typer import BadParameter, Context

from deckwright.commands.exporting import Report, export
from deckwright.commands.options import (
    APPEARANCE,
    INPUT,
    PAPER,
    TABLE,
    GameHere,
    Mode,
    Paper,
    PdfFile,
    WantedCards,
    library_of,
    play_mode,
    read_plain,
)
from deckwright.messages import tr
from deckwright.reports.exports import (
    pads_as_json,
    pads_summary,
    rules_as_json,
    rules_summary,
    tuckbox_as_json,
    tuckbox_summary,
)
from deckwright.store.prints import EDGES

if TYPE_CHECKING:
    from deckwright.store.prints import Edge
    from deckwright.workbench.documents import PrintedPads, PrintedRules
    from deckwright.workbench.exports import ExportResult
    from deckwright.workbench.tuckboxes import PrintedTuckBox


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
    mode: Annotated[str, play_mode("Describe this mode; default: the usual ones.")] = "",
    sheet: Paper = "a4",
    duplex: Annotated[str, PAPER.choice("Edge on which the printer flips the paper.", EDGES)] = "long",
    *,
    output: PdfFile,
) -> ExportResult:
    """Export reference cards for the players as PDF.

    A card shows how a turn goes, reminders, marks and points, in few words and large type, from the game's data. It has
    a second side unless one has enough room.
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
    mode: Annotated[str, play_mode("Describe this mode only; default: all modes.")] = "",
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


def _read_sleeve(text: str | float) -> float:
    """Parse what a sleeve adds to the thickness of a card: a usual kind, or mm."""
    from deckwright.press.documents.tuckbox import SLEEVES

    if isinstance(text, float):
        return text
    try:
        thickness = SLEEVES[text] if text in SLEEVES else float(text)
    except ValueError:
        thickness = -1.0
    if not 0 < thickness <= _THICKEST:
        names = ", ".join(SLEEVES)
        message = tr("Unknown sleeves: {value}. Use {names}, or mm from 0.01 to 2.", value=text, names=names)
        raise BadParameter(message)
    return thickness


_THICKEST = 2.0


@export(
    "deckwright export tuckbox dataset -o box.pdf",
    "deckwright export tuckbox data-monsters/startup --sleeves premium --lang fr -o box.pdf",
    "deckwright export tuckbox dataset --divider 'Level 1' --divider 'Level 2' -o box.pdf",
    report=Report(tuckbox_as_json, tuckbox_summary),
)
def tuckbox(
    context: Context,
    cards: WantedCards,
    count: Annotated[
        int | None,
        INPUT.option("Number of cards in the box; default: all copies.", "N", "--cards", min=1, max=1000),
    ] = None,
    sleeves: Annotated[
        Any,
        APPEARANCE.option(
            "Sleeves: thin, premium, double, or mm added to a card.", "KIND|MM", parser=_read_sleeve
        ),
    ] = None,
    thickness: Annotated[
        float | None,
        APPEARANCE.option("Thickness of a card in mm; default: 0.32.", "MM", min=0.05, max=_THICKEST),
    ] = None,
    divider: Annotated[
        list[str] | None,
        APPEARANCE.option("Title of a divider with a tab; repeatable.", "TITLE", parser=read_plain),
    ] = None,
    sheet: Paper = "a4",
    *,
    output: PdfFile,
) -> PrintedTuckBox:
    """Export a folding box for a deck as PDF, with lines to cut and to fold.

    The box is as large as the cards need, and shows their back and the title of the game. Cards of different
    sizes need a box each: this one is for those that take most of the deck. Dividers have a tab above the cards, and
    make the box higher by it.
    """
    from deckwright.workbench.tuckboxes import TuckBoxOptions, print_tuckbox

    options = TuckBoxOptions(count, sleeve=sleeves or 0.0, dividers=divider or (), sheet=sheet)
    if thickness:
        options = replace(options, thickness=thickness)
    with library_of(context) as library:
        return print_tuckbox(library, cards.selection(), output, options)
