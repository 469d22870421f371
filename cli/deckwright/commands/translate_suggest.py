"""`deckwright translate suggest`: fill in known translations, or those of a service."""

from __future__ import annotations

from typing import Annotated

from click import Context
from click.exceptions import Exit

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.declaring import INPUT, OUTPUT, TRANSLATION
from deckwright.commands.options import check_output, library_of, settings_of, show_notice
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

_LEAST = 50
"""Similarity of texts, in percent, below which one does not help with the other."""


@command(
    "deckwright translate suggest my-game --to fr -o my-game.fr.po",
    "deckwright translate suggest my-game --to fr --from it --at-least 90 -o my-game.fr.xlsx",
    "deckwright translate suggest my-game --to fr --with deepl",
)
def run(
    context: Context,
    game: TranslatedGame,
    to: To,
    source: Annotated[
        str,
        INPUT.option(
            "Language to translate from; default: the game’s source.",
            "LANG",
            "--from",
            complete=completion.translated,
        ),
    ] = "",
    at_least: Annotated[
        int,
        TRANSLATION.option(
            "Similarity that a known text must have, in per cent.", "50-100", minimum=_LEAST, maximum=EXACT
        ),
    ] = 75,
    service: Annotated[
        str | None, TRANSLATION.choice("Send unknown texts to this translation service.", SERVICES, "--with")
    ] = None,
    stale: Annotated[
        bool, TRANSLATION.flag("Also replace stale texts whose source was translated elsewhere.")
    ] = False,
    merge: Annotated[bool, OUTPUT.flag("Merge the suggestions into the game, without a file.")] = False,
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
