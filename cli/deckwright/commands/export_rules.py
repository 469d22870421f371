"""`deckwright export rules`: the rules of a game on a page or two."""

from __future__ import annotations

from typing import Annotated

from typer import Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.options import (
    TABLE,
    Paper,
    PdfFile,
    TheGame,
    check_output,
    library_of,
    settings_of,
)
from deckwright.findings import has_errors
from deckwright.messages import tr, trn
from deckwright.reports.exports import rules_as_json, show_output
from deckwright.reports.output import write_json

EXAMPLES = (
    "deckwright export rules dataset -o rules.pdf",
    "deckwright export rules big-monster --mode team --lang fr -o rules.pdf",
    "deckwright export rules data-monsters --sheet letter -o rules.pdf",
)
SHORTENS = True
"""Findings that are many and alike are counted, unless --all asks for them."""


def run(
    context: Context,
    game: TheGame,
    mode: Annotated[
        str,
        Option(
            autocompletion=completion.modes,
            metavar=tr("MODE"),
            help=tr("Describe this mode only; default: all modes."),
            rich_help_panel=TABLE,
        ),
    ] = "",
    sheet: Paper = "a4",
    *,
    output: PdfFile,
) -> None:
    """Export the rules of a game as PDF.

    The pages show set-up, a turn, reminders, marks, points, and how the game's data read unclear rules. They do not
    replace a rulebook: they show only what the data contain.
    """
    from deckwright.workbench.documents import RulesOptions, print_rules_pages

    settings = settings_of(context)
    check_output(settings, output, ".pdf")
    with library_of(context) as library:
        printed = print_rules_pages(library, game, output, RulesOptions(mode, sheet))
    if settings.as_json:
        write_json(rules_as_json(printed))
    else:
        summary = trn("{count} page", "{count} pages", printed.pages)
        show_output(summary, output, printed.findings, every_finding=settings.every_finding)
    if has_errors(printed.findings):
        raise Exit(1)
