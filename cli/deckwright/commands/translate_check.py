"""`deckwright translate check`: what is wrong with the translations of a game."""

from __future__ import annotations

from typing import Annotated

from typer import Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.options import CHECKS, INPUT, ReportForm, each_of, library_of, settings_of
from deckwright.commands.translate_options import TranslatedGame, read_language
from deckwright.findings import has_errors
from deckwright.messages import tr
from deckwright.reports.output import progress_bar
from deckwright.reports.translations import report_checks
from deckwright.translation.checks.run import RULES
from deckwright.workbench.translating import TranslationCheckOptions, check_translations

EXAMPLES = (
    "deckwright translate check dataset --to fr",
    "deckwright translate check data-monsters --rule icons --rule glossary",
    "deckwright translate check my-game --no-fit --report github",
    "deckwright translate check my-game --to es --dictionary es_MX --dictionary my-words.txt",
)
SHORTENS = True
"""Findings that are many and alike are counted, unless --all asks for them."""


def run(
    context: Context,
    game: TranslatedGame,
    to: Annotated[
        str,
        Option(
            "--to",
            parser=read_language,
            metavar=tr("LANG"),
            rich_help_panel=INPUT,
            help=tr("Language; default: all languages."),
        ),
    ] = "",
    rules: Annotated[
        list[str] | None,
        Option(
            "--rule",
            callback=each_of(*RULES),
            autocompletion=lambda incomplete: [name for name in RULES if name.startswith(incomplete)],
            metavar=tr("RULE"),
            rich_help_panel=CHECKS,
            help=tr("Only these rules (repeatable): {names}.", names=", ".join(RULES)),
        ),
    ] = None,
    *,
    no_fit: Annotated[
        bool,
        Option("--no-fit", rich_help_panel=CHECKS, help=tr("Do not check whether texts fit their cards.")),
    ] = False,
    no_spelling: Annotated[
        bool, Option("--no-spelling", rich_help_panel=CHECKS, help=tr("Do not check the spelling."))
    ] = False,
    dictionary: Annotated[
        list[str] | None,
        Option(
            "--dictionary",
            autocompletion=completion.dictionaries,
            metavar=tr("FILE"),
            rich_help_panel=CHECKS,
            help=tr("Hunspell dictionary or word list (repeatable)."),
        ),
    ] = None,
    report: ReportForm = "text",
) -> None:
    """Check translations: icons, numbers, terms, typography, spelling and fit.

    To accept a finding, waive it with a comment on its entry in the PO file: # waive typography: it is a quotation.
    If there are errors, the exit code is 1.
    """
    settings = settings_of(context)
    skipped = {"fit": no_fit, "spelling": no_spelling}
    selected = [rule for rule in rules or RULES if not skipped.get(rule)]
    options = TranslationCheckOptions(to, selected, dictionary or ())
    with library_of(context) as library:
        checks = check_translations(library, game, options, progress_bar)
    report_checks(game, checks, "json" if settings.as_json else report, every=settings.every_finding)
    if any(has_errors(check.checked.findings) for check in checks):
        raise Exit(1)
