"""`deckwright export rules`: the rules of a game on a page or two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from click import Context

from deckwright.commands import completion
from deckwright.commands.declaring import TABLE
from deckwright.commands.exporting import export
from deckwright.commands.options import Paper, PdfFile, TheGame, library_of
from deckwright.reports.exports import rules_as_json, rules_summary

if TYPE_CHECKING:
    from deckwright.workbench.documents import PrintedRules


@export(
    "deckwright export rules dataset -o rules.pdf",
    "deckwright export rules big-monster --mode team --lang fr -o rules.pdf",
    "deckwright export rules data-monsters --sheet letter -o rules.pdf",
    strict=False,
    watch=False,
    document=rules_as_json,
    summary=rules_summary,
)
def run(
    context: Context,
    game: TheGame,
    mode: Annotated[
        str, TABLE.option("Describe this mode only; default: all modes.", "MODE", complete=completion.modes)
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
