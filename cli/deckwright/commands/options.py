"""What every command has: its settings, the common options, and those that several commands share, each declared once.

    limit: Annotated[int, OUTPUT.option("Largest number of cards to show.", "N", min=0)] = 0

Texts are translated when a command is made of its function. A parameter whose type is a named tuple of declared parameters
stands for all of them.
"""

from __future__ import annotations

import inspect
import itertools
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from datetime import date
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_origin, get_type_hints

from typer import Argument, BadParameter, Context, Option
from typer.core import TyperOption

from deckwright import __version__, messages
from deckwright.commands import completion
from deckwright.errors import UsageError
from deckwright.files.texts import STDIN
from deckwright.messages import LANGUAGES, later, tr
from deckwright.model.languages import base_of, canonical_tag
from deckwright.model.words import code_point, control_character, nearest, whole_number
from deckwright.reports.findings import summary_lines
from deckwright.reports.output import note, write, write_json

if TYPE_CHECKING:
    from deckwright.findings import Finding
    from deckwright.workbench.exports import Selection
    from deckwright.workbench.library import DeckLibrary, WantedLanguage

Completer = Callable[..., list[str]]
"""Names that a shell offers for the beginning of a word."""


def argument(text: str, metavar: str, complete: Completer | None = None, **more: Any) -> Any:
    """Declare an argument."""
    return Argument(help=text, metavar=metavar, autocompletion=complete, **more)


class Heading(str):
    """A heading of options in the help, which declares those under it."""

    __slots__ = ()

    def option(
        self, text: str, metavar: str, *names: str, complete: Completer | None = None, **more: Any
    ) -> Any:
        """Declare an option with a value; without `names`, it is called as its parameter."""
        panel = {"rich_help_panel": self, **more}
        return Option(*names, help=text, metavar=metavar, autocompletion=complete, **panel)

    def flag(self, text: str, *names: str) -> Any:
        """Declare an option without a value; without `names`, it is called as its parameter."""
        return Option(*names, help=text, rich_help_panel=self)

    def choice(self, text: str, choices: Iterable[str], *names: str, metavar: str = "") -> Any:
        """Declare an option that takes one of some words."""
        words = tuple(choices)
        return self.option(
            text,
            metavar or "|".join(words),
            *names,
            parser=one_of(*words),
            complete=lambda incomplete: [word for word in words if word.startswith(incomplete)],
        )


def one_of(*choices: str) -> Callable[[str], str]:
    """Function that returns one of these words as it is, and refuses all others."""

    def check(value: str) -> str:
        if value not in choices:
            near = nearest(value, list(choices)) or choices
            raise BadParameter(
                tr("Unknown value: {value}. Did you mean {names}?", value=value, names=", ".join(near))
            )
        return value

    return check


INPUT = Heading(later("Input"))
"""What a command reads: decks, games, queries and what selects among them."""
TABLE = Heading(later("Table"))
"""Who plays and how: players, mode, settings, seed, decks of seats."""
ODDS = Heading(later("Odds"))
"""Which odds of drawing are calculated."""
APPEARANCE = Heading(later("Appearance"))
"""What printed cards look like."""
PAPER = Heading(later("Paper"))
"""Sheets, printers, backs, bleed."""
CHECKS = Heading(later("Checks"))
"""What is checked, and how strictly."""
TRANSLATION = Heading(later("Translation"))
"""Languages, states of entries, services."""
OUTPUT = Heading(later("Output"))
"""Where results go and in which form."""
COMMON = Heading(later("Common options"))
"""The options of every command."""
HEADINGS = (INPUT, TABLE, ODDS, TRANSLATION, APPEARANCE, PAPER, CHECKS, OUTPUT, COMMON)
"""The headings in the order of the help."""


class Declaration:
    """Parameters of a command's function, with those of groups one by one."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.parameters: list[inspect.Parameter] = []
        self._groups: dict[str, Any] = {}
        scope: Any = function
        parameters = inspect.signature(function).parameters
        # Without what it returns, which is imported for type checkers alone.
        declared = SimpleNamespace(
            __annotations__={name: each.annotation for name, each in parameters.items()}
        )
        kinds = get_type_hints(declared, scope.__globals__, include_extras=True)
        for parameter in parameters.values():
            kind = kinds[parameter.name]
            if hasattr(kind, "_fields"):
                self._groups[parameter.name] = kind
                hints = get_type_hints(kind, include_extras=True)
                for name in kind._fields:
                    self.add(name, hints[name], kind._field_defaults[name])
            else:
                self.add(parameter.name, kind, parameter.default)

    def add(self, name: str, kind: Any, default: Any, place: int | None = None) -> None:
        """Add a parameter, at the end or in another place."""
        if get_origin(kind) is Annotated and kind.__origin__ is bool and kind.__metadata__[0].default is ...:
            # Without a name, Typer adds an option that takes the flag back.
            kind.__metadata__[0].default = f"--{name.replace('_', '-')}"
        made = inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        self.parameters.insert(len(self.parameters) if place is None else place, made)

    def call(self, **values: Any) -> Any:
        """Call the function with values of these parameters."""
        for name, group in self._groups.items():
            values[name] = group(*(values.pop(field) for field in group._fields))
        return self.function(**values)

    def typed(self, run: Callable[..., Any]) -> Callable[..., Any]:
        """Set the parameters of a function, as Typer reads them."""
        made: Any = run
        made.__signature__ = inspect.Signature(self.parameters)
        made.__annotations__ = {each.name: each.annotation for each in self.parameters}
        return run


class Settings:
    """What the common options ask for: the database ('' for the user's own), the languages, and the output.

    Messages are in the language `spoken`. Cards are in `language`; `is_asked` if --lang names it, so that a game
    without it is an error, and `is_named` if --lang or the environment does, not the locale.
    Files written while `watching` are replaced soon. `last_good` uses games as they were last loaded, whatever their
    folders have now. `every_finding` shows similar findings too; None for commands
    without that option.
    """

    database: str = ""
    language: str = "en"
    spoken: str = "en"
    is_asked: bool = False
    is_named: bool = False
    as_json: bool = False
    watching: bool = False
    last_good: bool = False
    every_finding: bool | None = None

    @property
    def wanted_language(self) -> WantedLanguage:
        """Language wanted for cards."""
        from deckwright.workbench.library import WantedLanguage

        return WantedLanguage(self.language, is_required=self.is_asked, is_named=self.is_named)


def settings_of(context: Context) -> Settings:
    """Settings of the command that is running."""
    return context.find_root().ensure_object(Settings)


def library_of(context: Context, *, last_good: bool = False) -> AbstractContextManager[DeckLibrary]:
    """Open the card database that a command's options name, with the language that they ask for.

    With `last_good`, games are as they were last loaded, also without the option.
    """
    from deckwright.workbench.library import open_library

    settings = settings_of(context)
    return open_library(
        settings.database,
        language=settings.wanted_language,
        notify=show_notice,
        last_good=last_good or settings.last_good,
    )


def show_notice(message: str, findings: Sequence[Finding] = (), /) -> None:
    """Show on standard error what the workbench notifies a person of."""
    note("\n".join([*summary_lines(findings, to_error=True), message]))


def show_result(context: Context, document: Any, lines: Iterable[str]) -> None:
    """Write a result: with `--json` as one document, else as lines of text."""
    if settings_of(context).as_json:
        write_json(document)
    else:
        write("\n".join(lines))


def common_options(*, at_top: bool = False) -> list[TyperOption]:
    """Options of every command; at the top level, those that may come before the command."""
    options = [
        _option(
            "--db",
            tr("Card database, a file or a PostgreSQL address; default: the one in your data folder."),
            _setter("database"),
            metavar=tr("PATH"),
            envvar="DECKWRIGHT_DB" if at_top else None,
        ),
        _option(
            "--lang",
            tr("Language of cards and messages, such as it, fr or en."),
            _set_language,
            metavar=tr("LANG"),
            autocompletion=_complete_language,
            envvar="DECKWRIGHT_LANG" if at_top else None,
        ),
        _eager_flag("--version", tr("Show the version."), _show_version),
    ]
    if not at_top:
        options.insert(
            2, _eager_flag("--json", tr("Print the result as one JSON document."), _setter("as_json"))
        )
        last_good = tr("Use games as last loaded, even if their folders have errors or are gone.")
        options.insert(3, _eager_flag("--last-good", last_good, _setter("last_good")))
    return options


def all_option() -> TyperOption:
    """Option of commands that shorten long lists of findings."""
    option = _eager_flag("--all", tr("Show every finding instead of the first of many alike."), _set_all)
    option.rich_help_panel = OUTPUT
    return option


def _eager_flag(name: str, text: str, callback: Any) -> TyperOption:
    return _option(name, text, callback, is_flag=True, is_eager=True, default=False)


def _option(name: str, text: str, callback: Any, **more: Any) -> TyperOption:
    return TyperOption(
        param_decls=[name], help=text, callback=callback, expose_value=False, rich_help_panel=COMMON, **more
    )


def _set_all(context: Context, _: Any, value: bool) -> None:
    settings_of(
        context
    ).every_finding = value  # False, too: the command has the option, and its hints name it


def _setter(name: str) -> Callable[[Context, Any, Any], None]:
    """What sets one of the settings, if a value is given."""

    def set_it(context: Context, _: Any, value: Any) -> None:
        if value:
            setattr(settings_of(context), name, value)

    return set_it


def _set_language(context: Context, param: Any, value: str | None) -> None:
    settings = settings_of(context)
    tag = canonical_tag(value) if value else ""
    if value and not tag:
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


def _complete_language(context: Context, incomplete: str) -> list[str]:
    """Languages of the program and of the games, for completion."""
    languages = dict.fromkeys([*LANGUAGES, *completion.translated(context, "")])
    return [language for language in languages if language.startswith(incomplete)]


def _show_version(context: Context, _: Any, value: bool) -> None:
    if value:
        write(f"deckwright {__version__}")
        context.exit()


def language_of(arguments: Sequence[str]) -> str:
    """Language of messages that a command line, the environment or the locale asks for; else English.

    Help texts are translated before the command line is parsed, so this looks for the option itself.
    """
    return spoken_for(next((tag for tag in map(canonical_tag, _requested(arguments)) if tag), ""))


def spoken_for(tag: str) -> str:
    """Language of messages for cards in a language: that one if the program has it, else the user's own, else English."""
    tags = (tag, canonical_tag(os.environ.get("DECKWRIGHT_LANG", "")), _locale())
    return next((base_of(language) for language in tags if messages.speaks(language)), "en")


def _locale() -> str:
    """Tag of the locale's language; English if it names none."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((os.environ[name] for name in names if os.environ.get(name)), "")
    return canonical_tag(locale.partition(".")[0].partition("@")[0]) or "en"


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether a command line asks for JSON, before it is parsed."""
    joined = {"--json", "--report=json"} & set(arguments)
    return bool(joined) or ("--report", "json") in itertools.pairwise(arguments)


def _requested(arguments: Sequence[str]) -> list[str]:
    after = [following for word, following in itertools.pairwise(arguments) if word == "--lang"]
    joined = [word.removeprefix("--lang=") for word in arguments if word.startswith("--lang=")]
    return [*after, *joined]


def check_output(settings: Settings, output: str, *endings: str) -> str:
    """Check that `-o` names a file that this command can write: `endings` are those of its formats; none allows all.

    Raises:
        UsageError: `--json` and `-o -` are both used, or the file name has the ending of another format.
    """
    if settings.as_json and output == STDIN:
        raise UsageError("output", tr("--json and -o - both use standard output: use a file with -o."))
    if endings:
        from deckwright.files.writing import check_ending

        check_ending(output, endings)
    return output


_FARTHEST = 20.0
"""Largest offset of backs, in mm."""


def read_day(text: str | date) -> date:
    """Parse a day written 2026-01-31."""
    from deckwright.model.query.matching import day_of

    day = text if isinstance(text, date) else day_of(text)
    if day is None:
        raise BadParameter(tr("Invalid date: {value}. Use a date such as 2026-01-31.", value=text))
    return day


def read_offset(text: str | tuple[float, float]) -> tuple[float, float]:
    """Parse two lengths in mm, to the right and down, written 0.8,-1.2."""
    if isinstance(text, tuple):
        return text
    try:
        across, down = (float(part) for part in text.split(","))
    except ValueError:
        across = down = float("nan")
    if not (abs(across) <= _FARTHEST and abs(down) <= _FARTHEST):
        raise BadParameter(
            tr("Invalid offset: {value}. Use two numbers of mm up to 20, such as 0.8,-1.2.", value=text)
        )
    return across, down


def read_plain(text: str) -> str:
    """Refuse control characters in a text that is written into files, which could then not be read again."""
    if control := control_character(text):
        raise BadParameter(tr("The control character {code} is not allowed.", code=code_point(control[0])))
    return text


def read_times(pairs: list[str], decks: list[str]) -> dict[str, int]:
    """Parse `DECK=N` pairs: how many times each deck is joined."""
    times = dict.fromkeys(decks, 1)
    for pair in pairs:
        deck, _, number = pair.rpartition("=")
        if deck not in times:
            raise BadParameter(
                tr(
                    "{deck} is not one of the decks to combine: {names}.",
                    deck=deck or pair,
                    names=", ".join(decks),
                )
            )
        count = whole_number(number)
        if not count:
            raise BadParameter(
                tr("Invalid value: {pair}. Use DECK=N with a whole number from 1, such as DECK=2.", pair=pair)
            )
        times[deck] = count
    return times


def read_language(text: str) -> str:
    """Language tag in its usual spelling, such as `pt-BR` for `pt_br`; anything else stays for the game to refuse."""
    return canonical_tag(text) or text


def read_states(text: str) -> list[str]:
    """Parse states of translations with commas between them; `unreviewed` means all but reviewed.

    Raises:
        BadParameter: one is unknown.
    """
    from deckwright.model.translation import STATES

    groups = {"unreviewed": [state for state in STATES if state != "reviewed"]}
    words = [word.strip() for word in text.split(",") if word.strip()]
    states = [state for word in words for state in groups.get(word, [word])]
    for state in states:
        if state not in STATES:
            known_states = [*STATES, *groups]
            near = ", ".join(nearest(state, known_states) or known_states)
            raise BadParameter(tr("Unknown state: {value}. Did you mean {names}?", value=state, names=near))
    return states


# Arguments and options that several commands have.


def format_option(text: str, heading: Heading = CHECKS) -> Any:
    """Declare `--format`: one of the formats of a game."""
    return heading.option(text, "FORMAT", "--format", complete=completion.formats)


def play_mode(text: str) -> Any:
    """Declare `--mode`: one of the modes of a game."""
    return TABLE.option(text, "MODE", complete=completion.modes)


def target_name(text: str) -> Any:
    """Declare `--target`: a print shop, or another place that cards are for."""
    return OUTPUT.option(text, "TARGET", complete=completion.targets)


Decks = Annotated[
    list[str], argument("Deck files, game/deck-id, or - for standard input.", "DECK...", completion.decks)
]
TheGame = Annotated[str, argument("Id or folder of the game.", "GAME", completion.games)]
GameHere = Annotated[
    str,
    argument(
        "Id or folder of the game; default: this folder.", "[GAME]", completion.games, show_default=False
    ),
]
TheCard = Annotated[
    str, argument("Card id, game/card-id, or name in any language.", "CARD", completion.cards)
]


class WantedCards(NamedTuple):
    """The cards that a command exports."""

    sources: Annotated[
        list[str] | None, argument("Decks, or games for all their cards.", "[SOURCE...]", completion.sources)
    ] = None
    game: Annotated[
        str,
        INPUT.option(
            "Game of --select, or if a deck list does not name it.", "GAME", complete=completion.games
        ),
    ] = ""
    select: Annotated[str, INPUT.option("Use the cards that a query finds in the game.", "QUERY")] = ""

    def selection(self, only: Sequence[str] = (), card: str = "") -> Selection:
        """What the workbench selects."""
        from deckwright.workbench.exports import Selection

        return Selection(self.sources or (), self.game, self.select, only, card=card)


GameOfLists = Annotated[
    str, INPUT.option("Game, if a deck list does not name it.", "GAME", "--game", complete=completion.games)
]
InGame = Annotated[str, INPUT.option("Only this game.", "GAME", "--game", complete=completion.games)]
RulesOn = Annotated[
    date | None,
    CHECKS.option("Day whose rules apply, such as 2026-01-31; default: today.", "DATE", parser=read_day),
]
Players = Annotated[int | None, TABLE.option("Number of players, if the format depends on it.", "N")]
PlayerCount = Annotated[int, TABLE.option("Number of players.", "N", "--players", max=99)]
SeatDecks = Annotated[
    list[str] | None, INPUT.option("SEAT=DECK for one seat, or DECK for all; repeatable.", "SEAT=DECK")
]
Mode = Annotated[str, play_mode("Mode of play; default: the game's usual one.")]
SeedText = Annotated[
    str, TABLE.option("Word or number that makes the result repeatable.", "SEED", parser=read_plain)
]
Rules = Annotated[
    list[str] | None,
    TABLE.option(
        "Your choice for an open rule; see “deckwright games GAME”.",
        "SETTING=CHOICE",
        "--rule",
        complete=completion.settings,
    ),
]
With = Annotated[
    list[str] | None,
    TRANSLATION.option(
        "Show this language beside that of --lang; repeatable.",
        "LANGUAGE",
        "--with",
        complete=completion.translated,
    ),
]
Only = Annotated[
    str,
    TRANSLATION.option(
        "Only these states: missing, machine, stale, draft, reviewed, unreviewed.",
        "STATE,...",
        parser=read_states,
    ),
]
LowInk = Annotated[
    bool, APPEARANCE.flag("Print outlines on white instead of coloured backgrounds.", "--low-ink")
]
Paper = Annotated[
    str,
    PAPER.option("Sheet that names the paper.", "SHEET", "--sheet", "--paper", complete=completion.sheets),
]
Strict = Annotated[bool, CHECKS.flag("Treat warnings as errors (exit code 1), for CI.", "--strict")]
ReportForm = Annotated[str, OUTPUT.choice("Format of the report.", ("text", "json", "github"), "--report")]


def output_file(text: str, *endings: str, metavar: str = "FILE") -> Any:
    """Declare `-o`: a file that a command can write, which has one of these endings; without any, every name will do."""
    return OUTPUT.option(
        text,
        metavar,
        "-o",
        "--output",
        callback=lambda context, output: check_output(settings_of(context), output, *endings),
    )


Folder = Annotated[str, output_file("Folder to write to; created if missing.", metavar="DIR")]
PdfFile = Annotated[str, output_file("PDF file to write; - for standard output.", ".pdf")]
DeckOutput = Annotated[str, output_file("Deck file to write; its ending decides the format.")]
