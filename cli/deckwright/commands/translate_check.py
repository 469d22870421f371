"""`deckwright translate check`: what is wrong with the translations of a game."""

from __future__ import annotations

from typing import Annotated

from click import Context
from click.exceptions import Exit

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.declaring import CHECKS, INPUT
from deckwright.commands.options import ReportForm, library_of, settings_of
from deckwright.commands.translate_options import TranslatedGame, read_language
from deckwright.findings import has_errors
from deckwright.reports.output import progress_bar
from deckwright.reports.translations import report_checks
from deckwright.translation.checks.run import RULES
from deckwright.workbench.translating import TranslationCheckOptions, check_translations


@command(
    "deckwright translate check dataset --to fr",
    "deckwright translate check data-monsters --rule icons --rule glossary",
    "deckwright translate check my-game --no-fit --report github",
    "deckwright translate check my-game --to es --dictionary es_MX --dictionary my-words.txt",
    shortens=True,
)
def run(
    context: Context,
    game: TranslatedGame,
    to: Annotated[str, INPUT.option("Language; default: all languages.", "LANG", parse=read_language)] = "",
    rules: Annotated[
        list[str] | None,
        CHECKS.repeated_choice("Only these rules (repeatable): {names}.", RULES, "RULE", "--rule"),
    ] = None,
    *,
    no_fit: Annotated[bool, CHECKS.flag("Do not check whether texts fit their cards.")] = False,
    no_spelling: Annotated[bool, CHECKS.flag("Do not check the spelling.")] = False,
    dictionary: Annotated[
        list[str] | None,
        CHECKS.option(
            "Hunspell dictionary or word list (repeatable).", "FILE", complete=completion.dictionaries
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
