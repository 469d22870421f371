"""`deckwright translate suggest`: fill in known translations, or those of a service."""

from __future__ import annotations

from typing import Annotated

from typer import Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.options import (
    INPUT,
    OUTPUT,
    TRANSLATION,
    check_output,
    library_of,
    one_of,
    settings_of,
    show_notice,
)
from deckwright.commands.translate_options import HandoutFile, Overwrite, To, TranslatedGame
from deckwright.errors import UsageError
from deckwright.findings import has_errors
from deckwright.messages import tr
from deckwright.reports.output import progress_bar
from deckwright.reports.translations import SuggestionReport, report_suggestions
from deckwright.translation.memory import EXACT
from deckwright.translation.services import SERVICES
from deckwright.workbench.suggesting import (
    SuggestOptions,
    merge_suggestions,
    suggest_translations,
    write_suggestions,
)

EXAMPLES = (
    "deckwright translate suggest my-game --to fr -o my-game.fr.po",
    "deckwright translate suggest my-game --to fr --from it --at-least 90 -o my-game.fr.xlsx",
    "deckwright translate suggest my-game --to fr --with deepl",
)
_LEAST = 50
"""Similarity of texts, in percent, below which one does not help with the other."""


def run(
    context: Context,
    game: TranslatedGame,
    to: To,
    source: Annotated[
        str,
        Option(
            "--from",
            autocompletion=completion.translated,
            metavar=tr("LANG"),
            rich_help_panel=INPUT,
            help=tr("Language to translate from; default: the game’s source."),
        ),
    ] = "",
    at_least: Annotated[
        int,
        Option(
            min=_LEAST,
            max=EXACT,
            metavar="50-100",
            rich_help_panel=TRANSLATION,
            help=tr("Similarity that a known text must have, in per cent."),
        ),
    ] = 75,
    service: Annotated[
        str | None,
        Option(
            "--with",
            callback=one_of(*SERVICES),
            metavar="|".join(SERVICES),
            rich_help_panel=TRANSLATION,
            help=tr("Send unknown texts to this translation service."),
        ),
    ] = None,
    stale: Annotated[
        bool,
        Option(
            "--stale",
            rich_help_panel=TRANSLATION,
            help=tr("Also replace stale texts whose source was translated elsewhere."),
        ),
    ] = False,
    merge: Annotated[
        bool,
        Option(
            "--merge", rich_help_panel=OUTPUT, help=tr("Merge the suggestions into the game, without a file.")
        ),
    ] = False,
    output: HandoutFile = "",
    overwrite: Overwrite = False,
) -> None:
    """Fill in missing translations from the glossary, loaded games and services.

    The result is a file to check and merge. A text that was translated before is a draft; a similar one is marked as
    unsure, with the icons and numbers of the new text; a text from a service is marked as a machine translation.
    """
    if merge and output:
        raise UsageError("output", tr("--merge and -o cannot be used together: merging writes no file."))
    settings = settings_of(context)
    file = "" if merge else output or f"{game}.{to}.po"
    check_output(settings, file)
    options = SuggestOptions(to, source, at_least, service or "", stale=stale)
    faults = []
    with library_of(context) as library:
        suggested = suggest_translations(library, game, options, progress_bar)
        if suggested.found and file:
            write_suggestions(library, suggested, file, overwrite=overwrite)
        elif suggested.found:
            faults = merge_suggestions(library.database, suggested, show_notice)
    is_merged = bool(suggested.found) and merge and not has_errors(faults)
    result = SuggestionReport(suggested, file if suggested.found else "", faults, is_merged=is_merged)
    report_suggestions(result, as_json=settings.as_json)
    if has_errors(result.findings):
        raise Exit(1)
