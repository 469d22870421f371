"""`deckwright translate check`: what is wrong with the translations of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from typer import Context, Exit, Option

from deckwright.commands import completion
from deckwright.commands.opening import Shelf, reading
from deckwright.commands.options import ReportForm, TheGame, each_of
from deckwright.commands.translations import read_language, written_places
from deckwright.errors import UsageError
from deckwright.findings import has_errors
from deckwright.messages import tr
from deckwright.reports.output import note
from deckwright.reports.translation_checks import Result, report_checks
from deckwright.store.read import folder_of, read_assets
from deckwright.store.translations import read_entries
from deckwright.translation.checks.run import RULES, check_messages
from deckwright.translation.checks.wordbook import names_of, wordbook

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Sequence

    from deckwright.files.dictionaries import Dictionary
    from deckwright.model.game import Game
    from deckwright.model.translation import Entry
    from deckwright.translation.checks.wordbook import RuleFinding

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
    no_spelling: Annotated[bool, Option("--no-spelling", help=tr("Do not check the spelling."))] = False,
    dictionary: Annotated[
        list[str] | None,
        Option(
            "--dictionary",
            autocompletion=completion.dictionaries,
            metavar=tr("FILE"),
            help=tr("A Hunspell dictionary or a word list to use; may be repeated."),
        ),
    ] = None,
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
        _check_dictionaries(dictionary or [], languages)
        results = [_check(connection, known, language, wanted, dictionary or []) for language in languages]
    if not languages:
        note(
            tr("{game} has no language but its own: list others under languages in game.yaml.", game=known.id)
        )
    report_checks(known.id, results, "json" if settings.as_json else report, every=settings.every_finding)
    if any(has_errors(result.checked.findings) for result in results):
        raise Exit(1)


def _check_dictionaries(named: Sequence[str], languages: Sequence[str]) -> None:
    if named and len(languages) > 1:
        raise UsageError("dictionary", tr("--dictionary is for one language: add --to LANGUAGE."))


def _dictionaries(language: str, named: Sequence[str]) -> list[Dictionary]:
    """Read the dictionaries that a user names, or else those installed for a language, if anything can read them."""
    from importlib.util import find_spec

    from deckwright.files.dictionaries import dictionaries_for, named_dictionary, read_dictionary

    if named:
        return [read_dictionary(named_dictionary(name)) for name in named]
    return [read_dictionary(file) for file in dictionaries_for(language)] if find_spec("spylls") else []


def _check(
    connection: sqlite3.Connection,
    game: Game,
    language: str,
    rules: Collection[str],
    dictionaries: Sequence[str],
) -> Result:
    """Check one language of a game."""
    entries = read_entries(connection, game.id, language)
    book = wordbook(game, language, names_of(entries))
    found: list[RuleFinding] = []
    spelling = "off"
    if "spelling" in rules:
        from deckwright.translation.checks.spelling import Speller, check_spelling

        known = _dictionaries(language, dictionaries)
        spelling = "on" if known else "none"
        found += check_spelling(book, entries, Speller(known)) if known else ()
    if "fit" in rules:
        found += _too_long(connection, game.id, language, entries)
    places, faults = written_places(folder_of(connection, game.id), language)
    result = check_messages(book, entries, rules, more=found, places=places)
    return Result(language, len(entries), result._replace(findings=[*faults, *result.findings]), spelling)


def _too_long(
    connection: sqlite3.Connection, game: str, language: str, entries: Sequence[Entry]
) -> list[Found]:
    from deckwright.reports.output import progress_bar
    from deckwright.workbench.printing import print_job
    from deckwright.workbench.selection import whole_game

    source = whole_game(Shelf(connection), game, language)
    job = print_job(source, read_assets(connection, game), language)
    with progress_bar(tr("Setting the cards"), len(job.cards)) as advance:
        return list(check_fit(job, entries, advance))
