"""`deckwright translate check`: what is wrong with the translations of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Context, Exit, Option

from deckwright.commands.arguments import ReportForm, TheGame
from deckwright.commands.opening import Shelf, reading
from deckwright.commands.parsing import each_of
from deckwright.commands.translations import places_of, read_language
from deckwright.messages import tr
from deckwright.model.finding import has_errors
from deckwright.reports.output import note
from deckwright.reports.translation_checks import Result, report_checks
from deckwright.store.read import folder_of, read_assets
from deckwright.store.translations import read_entries
from deckwright.translation.checks.run import RULES, checked
from deckwright.translation.checks.wordbook import wordbook

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Sequence

    from deckwright.model.game import Game
    from deckwright.model.translation import Entry
    from deckwright.translation.checks.run import Found

EXAMPLES = (
    "deckwright translate check dataset --to fr",
    "deckwright translate check data-monsters --rule icons --rule glossary",
    "deckwright translate check my-game --no-fit --report github",
)
SHORTENS = True
"""Findings that are many and alike are counted, unless --all asks for them."""


def run(
    context: Context,
    game: TheGame,
    to: Annotated[
        str,
        Option(
            "--to",
            parser=read_language,
            metavar=tr("LANGUAGE"),
            help=tr("Check this language only; without it, every one."),
        ),
    ] = "",
    rules: Annotated[
        list[str] | None,
        Option(
            "--rule",
            callback=each_of(*RULES),
            autocompletion=lambda incomplete: [name for name in RULES if name.startswith(incomplete)],
            metavar=tr("RULE"),
            help=tr("Look for this only: {names}. May be repeated.", names=", ".join(RULES)),
        ),
    ] = None,
    *,
    no_fit: Annotated[
        bool, Option("--no-fit", help=tr("Do not set the texts on their cards to see whether they fit."))
    ] = False,
    no_spelling: Annotated[bool, Option("--no-spelling", help=tr("Do not look words up."))] = False,
    report: ReportForm = "text",
) -> None:
    """Check translations: icons, numbers, terms, typography, spelling, and whether each text fits its card.

    A finding that is as it should be can be waived on its entry, with a comment in the PO file:
    # waive typography: it is a quotation. The exit code is 1 if there is an error.
    """
    skipped = {"fit": no_fit, "spelling": no_spelling}
    wanted = [rule for rule in rules or RULES if not skipped.get(rule)]
    with reading(context) as (connection, settings):
        known, _ = Shelf(connection).game(game)
        languages = [to] if to else [one for one in known.languages if one != known.source_language]
        results = [_check(connection, known, language, wanted) for language in languages]
    if not languages:
        note(
            tr("{game} has no language but its own: list others under languages in game.yaml.", game=known.id)
        )
    report_checks(known.id, results, "json" if settings.as_json else report, every=settings.every_finding)
    if any(has_errors(result.checked.findings) for result in results):
        raise Exit(1)


def _check(connection: sqlite3.Connection, game: Game, language: str, rules: Collection[str]) -> Result:
    """Check one language of a game."""
    entries = read_entries(connection, game.id, language)
    book = wordbook(game, language)
    found: list[Found] = []
    spelling = "off"
    if "spelling" in rules:
        from deckwright.translation.checks.spelling import dictionary, misspelled

        speller = dictionary(language)
        spelling = "on" if speller else "none"
        found += misspelled(book, entries, speller) if speller else ()
    if "fit" in rules:
        found += _too_long(connection, game.id, language, entries)
    places = places_of(folder_of(connection, game.id), language)
    return Result(language, len(entries), checked(book, entries, rules, more=found, places=places), spelling)


def _too_long(
    connection: sqlite3.Connection, game: str, language: str, entries: Sequence[Entry]
) -> list[Found]:
    from deckwright.commands.printing import job_of
    from deckwright.commands.sources import whole_game
    from deckwright.reports.progress import progress_bar
    from deckwright.translation.checks.fit import too_long

    source = whole_game(Shelf(connection), game, language)
    job = job_of(source, read_assets(connection, game), "a4", language)
    with progress_bar(tr("Setting the cards"), len(job.cards)) as advance:
        return list(too_long(job, entries, advance))
