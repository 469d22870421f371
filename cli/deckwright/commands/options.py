"""The options that every command has, and what they say of how to run it."""

from __future__ import annotations

import itertools
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from typer.core import TyperOption

from deckwright import __version__, messages
from deckwright.errors import UsageError
from deckwright.files.texts import STDIN
from deckwright.messages import LANGUAGES, later, tr
from deckwright.model.languages import base_of, canonical
from deckwright.reports.findings import summary_lines
from deckwright.reports.output import note, write
from deckwright.workbench.library import DeckLibrary, WantedLanguage, open_library

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from typer import Context

    from deckwright.findings import Finding


INPUT = later("Input")
"""What a command reads: decks, games, queries and what selects among them. Headings of options in the help, as
`rich_help_panel`; they appear in the order in which a command declares its options."""
TABLE = later("Table")
"""Who plays and how: players, mode, settings, seed, decks of seats."""
APPEARANCE = later("Appearance")
"""What printed cards look like."""
PAPER = later("Paper")
"""Sheets, printers, backs, bleed."""
CHECKS = later("Checks")
"""What is checked, and how strictly."""
TRANSLATION = later("Translation")
"""Languages, states of entries, services."""
OUTPUT = later("Output")
"""Where results go and in which form."""
COMMON = later("Common options")
"""The options of every command; always last."""


@dataclass(slots=True)
class Settings:
    """How to run a command: where the database is ('' for the user's own), the languages, and the form.

    Messages are in the language `spoken`. Cards are in `language`; `is_asked` if --lang says so, which no game may
    then pass over in silence, and `is_named` if --lang or the environment does, not the locale.
    What is made while `watching` is made to be looked at, and made again soon. `every_finding` shows also those that
    are like many others; None where the command has no option for that.
    """

    database: str = ""
    language: str = "en"
    spoken: str = "en"
    is_asked: bool = False
    is_named: bool = False
    as_json: bool = False
    watching: bool = False
    every_finding: bool | None = None

    @property
    def wanted_language(self) -> WantedLanguage:
        """Language wanted for cards."""
        return WantedLanguage(self.language, is_required=self.is_asked, is_named=self.is_named)


def settings_of(context: Context) -> Settings:
    """Settings of the command that is running."""
    return context.find_root().ensure_object(Settings)


def library_of(context: Context) -> AbstractContextManager[DeckLibrary]:
    """Open the card database that a command's options name, with the language that they ask for."""
    settings = settings_of(context)
    return open_library(settings.database, language=settings.wanted_language, notify=show_notice)


def show_notice(message: str, findings: Sequence[Finding] = (), /) -> None:
    """Show on standard error what the workbench notifies a person of."""
    note("\n".join([*summary_lines(findings, to_error=True), message]))


def common_options(*, at_top: bool = False) -> list[Any]:
    """Make the options of every command; at the top, those that may stand before it."""
    options = [
        _option(
            "--db",
            tr("The database: a file. Without it, the one in your data folder."),
            _set_database,
            metavar=tr("PATH"),
            envvar="DECKWRIGHT_DB" if at_top else None,
        ),
        _option(
            "--lang",
            tr("Language of cards and messages: any of the game, else it, fr or en."),
            _set_language,
            metavar=tr("LANG"),
            autocompletion=_offered,
            envvar="DECKWRIGHT_LANG" if at_top else None,
        ),
        _flag("--version", tr("Show the version."), _show_version),
    ]
    if not at_top:
        options.insert(2, _flag("--json", tr("Give the result as one JSON document."), _set_json))
    return options


def all_option() -> TyperOption:
    """Make the option of commands that shorten long lists of findings."""
    option = _flag("--all", tr("Show every finding, not only the first of many alike."), _set_all)
    option.rich_help_panel = OUTPUT
    return option


def _set_all(context: Context, _: Any, value: bool) -> None:
    settings_of(context).every_finding = value


def _option(name: str, text: str, callback: Any, **more: Any) -> TyperOption:
    return TyperOption(
        param_decls=[name], help=text, callback=callback, expose_value=False, rich_help_panel=COMMON, **more
    )


def _flag(name: str, text: str, callback: Any) -> TyperOption:
    return _option(name, text, callback, is_flag=True, is_eager=True, default=False)


def _set_database(context: Context, _: Any, value: str | None) -> None:
    if value:
        settings_of(context).database = value


def _set_language(context: Context, param: Any, value: str | None) -> None:
    settings = settings_of(context)
    tag = canonical(value) if value else ""
    if value and not tag:
        from typer import BadParameter

        message = tr("{value} is not a language tag. Examples: it, pt-BR, zh-Hant.", value=value)
        raise BadParameter(message, context, param)
    if tag:
        source = context.get_parameter_source("lang")
        settings.language, settings.is_named = tag, True
        settings.is_asked = source is not None and source.name == "COMMANDLINE"
        settings.spoken = spoken_for(tag)
        messages.use(settings.spoken)
    elif context.parent is None:
        settings.language, settings.spoken = _locale(), language_of(())


def _offered(context: Context, incomplete: str) -> list[str]:
    """Offer the languages of the program, and those of the games."""
    from deckwright.commands.completion import translated

    known = dict.fromkeys([*LANGUAGES, *translated(context, "")])
    return [one for one in known if one.startswith(incomplete)]


def _set_json(context: Context, _: Any, value: bool) -> None:
    if value:
        settings_of(context).as_json = True


def _show_version(context: Context, _: Any, value: bool) -> None:
    if value:
        write(f"deckwright {__version__}")
        context.exit()


def language_of(arguments: Sequence[str]) -> str:
    """Language of messages that a command line, the environment or the locale asks for; else English.

    The words of the help are made before the command line is parsed, so it is looked through by hand.
    """
    return spoken_for(next((tag for tag in map(canonical, _said(arguments)) if tag), ""))


def spoken_for(tag: str) -> str:
    """Language of messages beside cards in a language: the first that the program speaks of this and the user's own."""
    wanted = (tag, canonical(os.environ.get("DECKWRIGHT_LANG", "")), _locale())
    return next((base_of(one) for one in wanted if messages.speaks(one)), "en")


def _locale() -> str:
    """Language of the locale, as a tag; English where it has none."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((os.environ[name] for name in names if os.environ.get(name)), "")
    return canonical(locale.partition(".")[0].partition("@")[0]) or "en"


def wants_json(arguments: Sequence[str]) -> bool:
    """Tell whether a command line asks for JSON, before it is parsed."""
    joined = {"--json", "--report=json"} & set(arguments)
    return bool(joined) or ("--report", "json") in itertools.pairwise(arguments)


def _said(arguments: Sequence[str]) -> list[str]:
    after = [following for word, following in itertools.pairwise(arguments) if word == "--lang"]
    joined = [word.removeprefix("--lang=") for word in arguments if word.startswith("--lang=")]
    return [*after, *joined]


def check_output(settings: Settings, output: str, *endings: str) -> None:
    """Check that `-o` names a file that this command writes; `endings` are those of its formats, all if none is named.

    Raises:
        UsageError: `--json` and `-o -` are both used, or the file's ending is that of another format.
    """
    if settings.as_json and output == STDIN:
        raise UsageError("output", tr("--json and -o - both want standard output: name a file with -o."))
    check_ending(output, *endings)


def check_ending(output: str, *endings: str) -> None:
    """Check that a file to write ends as its format does; no ending at all, standard output and devices are fine.

    Raises:
        UsageError: it has the ending of another format, under which nothing would open it.
    """
    ending = Path(output).suffix.lower()
    if not endings or not ending or ending in endings or output.startswith("/dev/"):
        return
    raise UsageError(
        "ending",
        tr("{name} ends in {ending}, which is not what this command writes.", name=output, ending=ending),
        hint=tr("Name a file that ends in {endings}.", endings=", ".join(endings)),
    )
