"""`deckwright translate`: texts for translators, what came back, and how far they are; `check` is in `proofreading`."""

from __future__ import annotations

from typing import Annotated, Literal

from typer import BadParameter, Context, Exit

from deckwright.commands import completion
from deckwright.commands.command import command
from deckwright.commands.options import (
    CHECKS,
    INPUT,
    OUTPUT,
    TRANSLATION,
    GameHere,
    argument,
    library_of,
    output_file,
    read_language,
    read_states,
    settings_of,
    show_notice,
)
from deckwright.errors import UsageError
from deckwright.files.glossaries import is_glossary
from deckwright.files.handout_formats import writable_format
from deckwright.files.texts import STDIN
from deckwright.files.writing import check_ending
from deckwright.findings import has_errors
from deckwright.messages import tr, trn
from deckwright.reports.output import note, progress_bar, write_json
from deckwright.reports.translations import (
    SuggestionReport,
    extract_as_json,
    note_problems,
    report_fix,
    report_glossary,
    report_merge,
    report_suggestions,
    status_as_json,
    write_stale,
    write_status,
)
from deckwright.translation.memory import EXACT
from deckwright.translation.services import SERVICES
from deckwright.workbench.library import current_database
from deckwright.workbench.merging import FileMergeOptions, fix_translations, merge_file
from deckwright.workbench.translating import (
    ExtractOptions,
    SuggestOptions,
    extract_texts,
    suggest_translations,
    translation_status,
    write_suggestions,
)
from deckwright.workbench.translator_package import (
    TranslatorPackage,
    extract_glossary,
    write_package,
    write_weblate_folder,
)

_ALL = 100.0


To = Annotated[
    str,
    INPUT.option(
        "Language to translate into.", "LANG", "--to", complete=completion.translated, parser=read_language
    ),
]

HandoutFile = Annotated[
    str, output_file("File: .po, .csv, .xlsx, .xlf, .xliff or .tmx; default: GAME.LANG.po.")
]

Overwrite = Annotated[
    bool, OUTPUT.flag("Overwrite a file even if its translations are not merged.", "--overwrite")
]


def read_percent(text: str | float) -> float:
    """Percentage from 0 to 100, written with or without its sign.

    Raises:
        BadParameter: it is not a number from 0 to 100.
    """
    try:
        percent = float(str(text).rstrip("% \u00a0").replace(",", "."))
    except ValueError:
        percent = -1.0
    if not 0 <= percent <= _ALL:
        raise BadParameter(tr("Invalid percentage: {value}. Use a number from 0 to 100.", value=text))
    return percent


def read_tool(text: str) -> str:
    """Name of a program that a folder is for.

    Raises:
        BadParameter: it is none of them.
    """
    if text not in {"", "weblate"}:
        raise BadParameter(tr("Unknown program: {name}. Use one of: {names}.", name=text, names="weblate"))
    return text


@command(
    "deckwright translate extract dataset --to fr",
    "deckwright translate extract dataset --to fr --from en -o dataset.fr.po",
    "deckwright translate extract data-monsters --to it --only missing,stale,machine",
    "deckwright translate extract dataset --to fr --package for-chloe",
    "deckwright translate extract dataset --to fr --changed-since 2026-11-20 --package for-chloe",
    "deckwright translate extract dataset --to fr --for weblate --package dataset-weblate",
)
def extract(
    context: Context,
    game: GameHere = ".",
    *,
    to: To,
    source: Annotated[
        str,
        INPUT.option(
            "Language to show next to the source.",
            "LANG",
            "--from",
            complete=completion.translated,
            parser=read_language,
        ),
    ] = "",
    only: Annotated[
        str,
        INPUT.option(
            "Only these states: missing, machine, stale, draft, reviewed, unreviewed.",
            "STATE,...",
            parser=read_states,
        ),
    ] = "",
    changed_since: Annotated[
        str, INPUT.option("Only texts new or changed since a day or print.", "DATE|PRINT")
    ] = "",
    output: HandoutFile = "",
    glossary: Annotated[bool, OUTPUT.flag("Write the glossary instead: .tbx or .csv.", "--glossary")] = False,
    package: Annotated[
        str, OUTPUT.option("Folder for the file, glossary, memory, instructions and card pictures.", "DIR")
    ] = "",
    tool: Annotated[
        str,
        OUTPUT.option(
            "Write the folder for a program instead: weblate.", "weblate", "--for", parser=read_tool
        ),
    ] = "",
    overwrite: Overwrite = False,
) -> None:
    """Write a game's texts into a file for a translator.

    The file is gettext PO, for Poedit, Weblate and similar editors, a spreadsheet, XLIFF or TMX. A language that the game
    lacks is added: in its folder, or in a copy here of a packaged game. Each text comes with its card, the room it has
    there, its icons, and what the glossary says. “translate merge” reads the file back. With --package, a folder also has
    what a translator needs to know; with --for weblate, the folder is a repository for Weblate.
    """
    with library_of(context) as library:
        game, database = library.game_alone(game).id, library.database
    is_terms = glossary or output.endswith(".tbx")
    file = output or f"{game}.{to}.{'tbx' if is_terms else 'po'}"
    if is_terms and (package or only or changed_since):
        raise UsageError("glossary", tr("A glossary is written whole, and without --package."))
    if tool and (is_terms or output):
        raise UsageError(
            "weblate",
            tr(
                "--for cannot be used with -o or --glossary: it writes a whole folder, which --package names."
            ),
        )
    if is_terms:
        check_ending(file, (".tbx", ".csv"))
    else:
        writable_format(file)
    settings = settings_of(context)
    from deckwright.workbench.authoring import add_language  # 15 ms

    if folder := add_language(database, game, to, show_notice):
        note(
            tr(
                "The language {language} was added to {game}, in {folder}.",
                language=to,
                game=game,
                folder=folder,
            )
        )
    with library_of(context) as library:
        options = ExtractOptions(to, source, only, changed_since)
        if is_terms:
            terms = extract_glossary(library, game, file, to, overwrite=overwrite)
            report_glossary(terms, file, as_json=settings.as_json)
            return
        if tool:
            repository = TranslatorPackage(
                package or f"{game}-{tool}", f"locales/{to}.po", overwrite=overwrite
            )
            texts = write_weblate_folder(library, game, repository, options, progress_bar)
        elif package:
            texts = write_package(
                library, game, TranslatorPackage(package, file, overwrite=overwrite), options, progress_bar
            )
        else:
            texts = extract_texts(library, game, file, options, overwrite=overwrite)
    if settings.as_json:
        write_json(extract_as_json(texts))
    elif file != STDIN:
        note(trn("{file}: {count} text.", "{file}: {count} texts.", len(texts.entries), file=texts.file))


@command(
    "deckwright translate merge dataset.fr.po --dry-run",
    "deckwright translate merge dataset.fr.po --by Anna",
    "deckwright translate merge dataset.fr.po --reviewed --theirs",
    shortens=True,
)
def merge(
    context: Context,
    file: Annotated[str, argument("File from the translator; - for PO on standard input.", "FILE")],
    game: Annotated[
        str, INPUT.option("Game, if the file does not name it.", "GAME", complete=completion.games)
    ] = "",
    to: Annotated[
        str, INPUT.option("Language, if the file does not name it.", "LANG", parser=read_language)
    ] = "",
    by: Annotated[str, TRANSLATION.option("Translator, if a text does not name one.", "NAME")] = "",
    reviewed: Annotated[bool, TRANSLATION.flag("Mark the texts as reviewed by a second reader.")] = False,
    ours: Annotated[bool, TRANSLATION.flag("If both sides have changed a text, keep the game’s.")] = False,
    theirs: Annotated[bool, TRANSLATION.flag("If both sides have changed a text, use the file’s.")] = False,
    dry_run: Annotated[bool, OUTPUT.flag("Check and show changes, but save nothing.")] = False,
) -> None:
    """Merge a translator's file into its game: all of it, or nothing.

    Texts that the file leaves unchanged stay as they are. A text that was changed on both sides is a conflict: choose
    with --ours or --theirs. A translation whose source has changed since is marked as stale. If errors prevent the
    merge, the exit code is 1.
    """
    if ours and theirs:
        raise UsageError("both-sides", tr("--ours and --theirs cannot be used together."))
    settings = settings_of(context)
    side: Literal["", "ours", "theirs"] = "ours" if ours else "theirs" if theirs else ""
    options = FileMergeOptions(game, to, by, reviewed=reviewed, side=side, dry_run=dry_run)
    database = current_database(settings.database, show_notice, compares=False)
    if is_glossary(file):
        from deckwright.workbench.glossary_merging import merge_glossary as work  # 30 ms
    else:
        work = merge_file
    result = work(database, file, options, show_notice)
    report_merge(result, as_json=settings.as_json, every=settings.every_finding)
    if has_errors(result.findings):
        raise Exit(1)


@command(
    "deckwright translate status",
    "deckwright translate status dataset --to fr --require 100",
    "deckwright translate status data-monsters --stale",
)
def status(
    context: Context,
    game: Annotated[str, argument("Game; default: all games.", "[GAME]", completion.games)] = "",
    to: Annotated[
        str,
        INPUT.option(
            "Language; default: all languages.", "LANG", complete=completion.translated, parser=read_language
        ),
    ] = "",
    require: Annotated[
        float,
        CHECKS.option(
            "Fail (exit code 1) if a language is less complete.",
            "PERCENT",
            parser=read_percent,
            show_default=False,
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
        objects = [status_as_json(game_status, stale=stale) for game_status in statuses]
        write_json(objects[0] if game else {"games": objects})
    else:
        write_status(statuses)
        for game_status in statuses if stale else ():
            write_stale(game_status)
    note_problems(statuses, require)
    if any(
        language.whole.percent < require for game_status in statuses for language in game_status.languages
    ):
        raise Exit(1)


@command("deckwright translate fix my-game --to fr --dry-run", "deckwright translate fix my-game --to fr")
def fix(
    context: Context,
    game: GameHere = ".",
    *,
    to: To,
    dry_run: Annotated[bool, OUTPUT.flag("Check and show changes, but save nothing.")] = False,
) -> None:
    """Fix slips of typography that have one right answer.

    These are spaces before French signs, double spaces, quotation marks, apostrophes and ellipses. Each text is shown
    before and after. Texts with a waiver of typography or spaces stay as they are.
    """
    with library_of(context) as library:
        game, database = library.game_alone(game).id, library.database
    settings = settings_of(context)
    result = fix_translations(database, game, to, dry_run=dry_run, notify=show_notice)
    report_fix(result, as_json=settings.as_json, every=settings.every_finding)
    if has_errors(result.findings):
        raise Exit(1)


_LEAST = 50
"""Similarity of texts, in percent, below which one does not help with the other."""


@command(
    "deckwright translate suggest my-game --to fr -o my-game.fr.po",
    "deckwright translate suggest my-game --to fr --from it --at-least 90 -o my-game.fr.xlsx",
    "deckwright translate suggest my-game --to fr --with deepl",
)
def suggest(
    context: Context,
    game: GameHere = ".",
    *,
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
            "Similarity that a known text must have, in per cent.", "50-100", min=_LEAST, max=EXACT
        ),
    ] = 75,
    service: Annotated[
        str | None, TRANSLATION.choice("Send unknown texts to this translation service.", SERVICES, "--with")
    ] = None,
    output: HandoutFile = "",
    overwrite: Overwrite = False,
) -> None:
    """Fill in missing translations from the glossary, loaded games and services.

    The result is a file to check and merge. A text that was translated before is a draft; a similar one is marked as
    unsure, with the icons and numbers of the new text; a text from a service is marked as a machine translation.
    """
    settings = settings_of(context)
    options = SuggestOptions(to, source, at_least, service or "")
    with library_of(context) as library:
        game = library.game_alone(game).id
        file = output or f"{game}.{to}.po"
        suggested = suggest_translations(library, game, options, progress_bar)
        if suggested.found:
            write_suggestions(library, suggested, file, overwrite=overwrite)
    result = SuggestionReport(suggested, file if suggested.found else "")
    report_suggestions(result, as_json=settings.as_json)
    if has_errors(suggested.findings):
        raise Exit(1)
