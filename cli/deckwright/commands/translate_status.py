"""`deckwright translate status`: how far the translations of games have come."""

from __future__ import annotations

from typing import Annotated

from click import Context
from click.exceptions import Exit

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.declaring import CHECKS, INPUT, OUTPUT, argument
from deckwright.commands.options import library_of, settings_of
from deckwright.commands.translate_options import read_language, read_percent
from deckwright.reports.output import write_json
from deckwright.reports.translations import note_problems, status_as_json, write_stale, write_status
from deckwright.workbench.translating import translation_status


@command(
    "deckwright translate status",
    "deckwright translate status dataset --to fr --require 100",
    "deckwright translate status data-monsters --stale",
)
def run(
    context: Context,
    game: Annotated[str, argument("Game; default: all games.", "[GAME]", completion.games)] = "",
    to: Annotated[
        str,
        INPUT.option(
            "Language; default: all languages.", "LANG", complete=completion.translated, parse=read_language
        ),
    ] = "",
    require: Annotated[
        float,
        CHECKS.option(
            "Fail (exit code 1) if a language is less complete.",
            "PERCENT",
            parse=read_percent,
            shows_default=False,
        ),
    ] = 0,
    stale: Annotated[bool, OUTPUT.flag("Show what has changed in the sources of stale texts.")] = False,
) -> None:
    """Show translation progress by language, card file and state.

    A text is done if a person has translated its current source: drafts and reviewed texts, without those marked as
    unsure. Texts that are the same as their source are counted separately.
    """
    settings = settings_of(context)
    with library_of(context) as library:
        statuses = translation_status(library, game, to)
    if settings.as_json:
        objects = [status_as_json(one, stale=stale) for one in statuses]
        write_json(objects[0] if game else {"games": objects})
    else:
        write_status(statuses)
        for one in statuses if stale else ():
            write_stale(one)
    note_problems(statuses, require)
    if any(language.whole.percent < require for one in statuses for language in one.languages):
        raise Exit(1)
