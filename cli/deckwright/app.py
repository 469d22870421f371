"""The command line: every command, imported only when it is called, and the end of every error.

Each error ends in one clear message, with the exit code of the contract.
"""

from __future__ import annotations

import errno
import inspect
import itertools
import os
import re
import sys
from collections.abc import Mapping
from importlib import import_module
from types import CodeType
from typing import TYPE_CHECKING, Any

import typer
from typer import Exit, TyperException
from typer.core import TyperCommand, TyperGroup

from deckwright import messages
from deckwright.commands.completion import install_completion, show_completion
from deckwright.commands.options import (
    COMMON,
    HEADINGS,
    Settings,
    all_option,
    common_options,
    language_of,
    wants_json,
)
from deckwright.errors import DeckwrightError, InputError, ReaderGone, UsageError
from deckwright.messages import tr
from deckwright.model.words import nearest
from deckwright.reports.findings import report_bug, report_error
from deckwright.reports.output import note, unwritable_output

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

COMMANDS: Mapping[str, str | Mapping[str, str]] = {
    "demo": "demo",
    "load": "load",
    "games": "games",
    "search": "search",
    "show": "show",
    "check": "check",
    "repair": "repair",
    "combine": "combine",
    "build": "build",
    "deal": "deal",
    "score": "score",
    "stats": "stats",
    "effort": "effort",
    "export": {
        "pdf": "export_pdf",
        "html": "export_html",
        "png": "export_png",
        "tts": "export_tts",
        "cockatrice": "export_cockatrice",
        "pnp": "export_pnp",
        "list": "export_list",
        "csv": "export_csv",
        "xlsx": "export_xlsx",
        "history": "export_history",
        "pad": "export_pad",
        "reference": "export_reference",
        "rules": "export_rules",
        "sheet": "export_sheet",
        "calibrate": "export_calibrate",
        "printer": "export_printer",
    },
    "translate": {
        "extract": "translate_extract",
        "merge": "translate_merge",
        "status": "translate_status",
        "check": "translate_check",
        "suggest": "translate_suggest",
    },
    "new": {"game": "new_game", "deck": "new_deck"},
    "edit": "edit",
    "preview": "preview",
    "db": {
        "info": "db_info",
        "counts": "db_counts",
        "check": "db_check",
        "backup": "db_backup",
        "restore": "db_restore",
        "upgrade": "db_upgrade",
        "copy": "db_copy",
        "roles": "db_roles",
    },
}
"""Every command and its module in `deckwright.commands`; for a group, its commands."""


class _Help:
    """Help of a command in the user's language, with its options under headings and its examples."""

    examples: Sequence[str] = ()

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        formatter.write_usage(
            ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), prefix=tr("Usage: ")
        )

    def get_short_help_str(self: Any, limit: int = 0) -> str:  # noqa: ARG002 - the list wraps it itself
        return str(self.help or "").partition("\n\n")[0].replace("\n", " ")

    def format_options(self: Any, ctx: Any, formatter: Any) -> None:
        """Write the options under their headings, which have the same order for every command."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record:
                sections.setdefault(_heading(param), []).append(record)
        order = [tr(heading) for heading in ("Arguments", "Options", *HEADINGS)]
        for heading in sorted(sections, key=order.index):
            with formatter.section(heading):
                formatter.write_dl(sections[heading])

    def format_epilog(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - Typer's signature
        if self.examples:
            with formatter.section(tr("Examples")):
                for example in self.examples:
                    formatter.write(f"  {example}\n")


def _heading(param: Any) -> str:
    """Heading of a parameter in the help."""
    if param.param_type_name == "argument":
        return tr("Arguments")
    return tr(COMMON) if "--help" in param.opts else tr(param.rich_help_panel or "Options")


def _translated(help_option: Any) -> Any:
    if help_option:
        help_option.help = tr("Show this help.")
    return help_option


_QUERY = re.compile(r"-\w+[:=<>!]")


class Command(_Help, TyperCommand):
    """One command. A query may start with a minus sign: no option looks like one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; a space before a query keeps it from being read as an option.

        Raises:
            UsageError: they are wrong.
        """
        words = [f" {word}" if _QUERY.match(word) else word for word in args]
        try:
            extra = super().parse_args(ctx, list(words))
        except TyperException as error:
            raise usage_error(error, ctx, words) from error
        if extra and not ctx.resilient_parsing:
            raise _wrong_usage(tr("Unexpected arguments: {words}.", words=" ".join(extra)), ctx)
        return extra

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Parts of the usage line, without the braces around choices."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]

    def get_help_option(self, ctx: Any) -> Any:
        """The option --help, in the user's language."""
        return _translated(super().get_help_option(ctx))


class Group(_Help, TyperGroup):
    """A command that has commands; each is imported when it is needed."""

    table: Mapping[str, str | Mapping[str, str]] = {}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the options before the command; show the help if there are none.

        Raises:
            UsageError: they are wrong.
        """
        if not args and not ctx.resilient_parsing:
            note(ctx.get_help())
            raise Exit(UsageError.exit_code)
        try:
            return super().parse_args(ctx, args)
        except TyperException as error:
            raise usage_error(error, ctx, args) from error

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that the arguments name.

        Raises:
            UsageError: it is unknown.
        """
        if args[0] not in self.table and not ctx.resilient_parsing:
            message = tr("Unknown command: {name}.", name=args[0])
            raise _wrong_usage(f"{message}{_suggestion(args[0], self.table)}", ctx)
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - Typer's signature
        """Names of the commands, in the order of the table."""
        return list(self.table)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - Typer's signature
        """The command of this name, imported on first use."""
        if cmd_name in self.table and cmd_name not in self.commands:
            self.commands[cmd_name] = _make(cmd_name, self.table[cmd_name])
        return self.commands.get(cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - Typer's signature
        """List the commands and what they do. None is imported for that: it takes longer than all the rest."""
        with formatter.section(tr("Commands")):
            formatter.write_dl([(name, _summary(name, entry)) for name, entry in self.table.items()])

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options, then the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Parts of the usage line, without the braces around choices."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]

    def get_help_option(self, ctx: Any) -> Any:
        """The option --help, in the user's language."""
        return _translated(super().get_help_option(ctx))


def usage_error(error: TyperException, ctx: Any, words: Sequence[str]) -> UsageError:
    """Wrong usage that Typer has found, in the user's language."""
    option: str | None = getattr(error, "option_name", None)
    param: Any = getattr(error, "param", None)
    if option:
        return _wrong_usage(_option_message(option, ctx), ctx)
    if param:
        name = param.opts[0] if param.param_type_name == "option" else param.make_metavar(ctx)
        if not error.message:
            return _wrong_usage(tr("Missing {name}.", name=name), ctx)
        text = _number_message(param, words) or error.message
        return _wrong_usage(tr("{label}: {value}", label=name, value=text), ctx)
    return _wrong_usage(error.message, ctx)


def _wrong_usage(message: str, ctx: Any) -> UsageError:
    command = ctx.command_path if ctx else "deckwright"
    return UsageError("usage", message, hint=tr("See {command} --help.", command=command))


def _option_message(name: str, ctx: Any) -> str:
    options = {option: param for param in ctx.command.get_params(ctx) for option in param.opts}
    if name not in options:
        return f"{tr('Unknown option: {name}.', name=name)}{_suggestion(name, options)}"
    if options[name].is_flag:
        return tr("{name} does not take a value.", name=name)
    return tr("{name} requires a value.", name=name)


def _suggestion(word: str, known: Iterable[str]) -> str:
    near = nearest(word, list(known))
    return f" {tr('Did you mean {names}?', names=', '.join(near))}" if near else ""


def _number_message(param: Any, words: Sequence[str]) -> str:
    """What is wrong with the value of a parameter that is a number; '' for other parameters."""
    kind = str(param.type.name)
    if not kind.startswith(("int", "float")):
        return ""
    least, most = (getattr(param.type, bound, None) for bound in ("min", "max"))
    message = _NUMBER_MESSAGES[kind.startswith("int"), least is not None, most is not None]
    return tr(message, value=_typed_value(param, words), least=least, most=most)


_NUMBER_MESSAGES = {
    (True, False, False): messages.later("“{value}” is not a whole number."),
    (True, True, False): messages.later("“{value}” is not a whole number from {least}."),
    (True, False, True): messages.later("“{value}” is not a whole number up to {most}."),
    (True, True, True): messages.later("“{value}” is not a whole number from {least} to {most}."),
    (False, False, False): messages.later("“{value}” is not a number."),
    (False, True, False): messages.later("“{value}” is not a number from {least}."),
    (False, False, True): messages.later("“{value}” is not a number up to {most}."),
    (False, True, True): messages.later("“{value}” is not a number from {least} to {most}."),
}
"""Messages for numbers that are wrong: by whether they must be whole, and have a least and a largest value."""


def _typed_value(param: Any, words: Sequence[str]) -> str:
    """Value of an option as it was typed; the last one counts."""
    for following, word in itertools.pairwise(reversed([*words, ""])):
        if word in param.opts:
            return following
        name, equals, value = word.partition("=")
        if equals and name in param.opts:
            return value
    return ""


def _summary(name: str, entry: str | Mapping[str, str]) -> str:
    text = tr(_GROUP_HELP[name] if isinstance(entry, Mapping) else _help_in(entry))
    return text.partition("\n\n")[0].replace("\n", " ")


def _help_in(module: str) -> str:
    """Docstring of a command's `run`, from the compiled module."""
    from importlib.util import find_spec

    name = f"deckwright.commands.{module}"
    spec: Any = find_spec(name)
    code = spec.loader.get_code(name)
    run = next(one for one in code.co_consts if isinstance(one, CodeType) and one.co_name == "run")
    return inspect.cleandoc(run.co_consts[0])


def _make(name: str, entry: str | Mapping[str, str]) -> Any:
    if isinstance(entry, str):
        return _command(name, import_module(f"deckwright.commands.{entry}"))
    group = Group(
        name=name,
        help=tr(_GROUP_HELP[name]),
        params=common_options(),
        options_metavar=tr("[OPTIONS]"),
        subcommand_metavar=tr("COMMAND ..."),
        rich_markup_mode=None,
    )
    group.table = entry
    group.examples = _GROUP_EXAMPLES[name]
    return group


_GROUP_EXAMPLES = {
    "export": ("deckwright export pdf data-monsters/startup -o startup.pdf",),
    "translate": ("deckwright translate check dataset --to fr",),
    "new": ("deckwright new game 'Frogs and Ponds'",),
    "db": ("deckwright db info", "deckwright db backup cards-monday.db"),
}
_GROUP_HELP = {
    "export": messages.later("Print cards, and write cards and decks to files."),
    "translate": messages.later("Extract, merge and check the translations of a game."),
    "new": messages.later("Start a game or a deck of your own."),
    "db": messages.later("Inspect, back up and restore the card database."),
}


def _command(name: str, module: Any) -> Any:
    maker = typer.Typer(add_completion=False, rich_markup_mode=None)
    text = tr(inspect.cleandoc(module.run.__doc__))
    settings = {"allow_extra_args": True}  # to be refused in our own words
    run = module.run
    unevaluated = run.__annotations__
    # Typer would evaluate each of them four times.
    run.__annotations__ = inspect.get_annotations(run, eval_str=True)
    maker.command(name, cls=Command, help=text, options_metavar=tr("[OPTIONS]"), context_settings=settings)(
        run
    )
    command: Any = typer.main.get_command(maker)
    run.__annotations__ = unevaluated  # the next call may be in another language
    command.examples = module.EXAMPLES
    for param in command.params:
        param.help = tr(param.help) if param.help else param.help
        param.metavar = tr(param.metavar) if param.metavar else param.metavar
    command.params += [*([all_option()] if getattr(module, "SHORTENS", False) else ()), *common_options()]
    return command


def command_line() -> Group:
    """The whole command line, in the current language."""
    maker = typer.Typer(cls=Group, rich_markup_mode=None)
    maker.callback(help=tr("A workbench for custom card games: check, combine, build, print."))(lambda: None)
    group: Any = typer.main.get_command(maker)
    for param in group.params:
        if param.name in _COMPLETION:
            param.help, param.callback = tr(_COMPLETION[param.name][0]), _COMPLETION[param.name][1]
    group.params = [*common_options(at_top=True), *group.params]
    group.table = COMMANDS
    group.subcommand_metavar = tr("COMMAND ...")
    group.options_metavar = tr("[OPTIONS]")
    group.examples = (
        "deckwright demo",
        "deckwright check data-monsters/startup",
        "deckwright search 'kind:tool tech>=3'",
    )
    made: Group = group
    return made


_COMPLETION = {
    "install_completion": (
        messages.later("Install completion of commands and names for your shell ($SHELL)."),
        install_completion,
    ),
    "show_completion": (
        messages.later("Print the completion script for your shell ($SHELL)."),
        show_completion,
    ),
}


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code."""
    messages.use(language_of(arguments))
    as_json = wants_json(arguments)
    settings = Settings()
    try:
        _refuse_undecodable(arguments)
        result = command_line().main(
            args=list(arguments), prog_name="deckwright", standalone_mode=False, obj=settings
        )
    except DeckwrightError as error:
        return report_error(error, as_json=as_json)
    except TyperException as error:
        return report_error(_wrong_usage(error.message, getattr(error, "ctx", None)), as_json=as_json)
    except (ReaderGone, BrokenPipeError):
        return 0
    except Exception as error:  # noqa: BLE001 - a bug ends in a short report, never in a bare traceback
        known = _cause_of(error, settings)
        return report_error(known, as_json=as_json) if known else report_bug(error, as_json=as_json)
    return result if isinstance(result, int) else 0


def _refuse_undecodable(arguments: Sequence[str]) -> None:
    """Reject words that are not text in the system's encoding: databases and reports cannot store them."""
    for word in (*arguments, os.environ.get("DECKWRIGHT_DB", "")):
        if any("\ud800" <= letter <= "\udfff" for letter in word):
            raise UsageError(
                "encoding",
                tr(
                    "“{word}” is not valid {encoding}.",
                    word=word,
                    encoding=sys.getfilesystemencoding().upper(),
                ),
                hint=tr("If it is the name of a file, rename the file."),
            )


def _cause_of(error: Exception, settings: Settings) -> DeckwrightError | None:
    """Known cause of an unexpected error: a limit of the system, or a damaged database."""
    if known := _limit_reached(error):
        return known
    if os.environ.get("DECKWRIGHT_DEBUG"):
        return None
    from deckwright.store.database import database_at
    from deckwright.store.maintenance import find_damage

    try:
        return find_damage(database_at(settings.database))
    except Exception:  # noqa: BLE001 - a failed search for the cause must not hide the error
        return None


def _limit_reached(error: Exception) -> DeckwrightError | None:
    """Error for a limit of the system: too little memory, unwritable output, or a name that no file can have."""
    if isinstance(error, MemoryError):
        message = tr("Not enough memory.")
        return InputError("memory", message, hint=tr("Is it the right file? Split it, or use a smaller one."))
    if isinstance(error, OSError) and error.filename is None and error.errno in _NOT_WRITTEN:
        return unwritable_output(error)
    if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
        return _too_long_name(error)
    if isinstance(error, UnicodeEncodeError) and error.encoding == sys.getfilesystemencoding():
        return _unwritable_name(error)
    return None


def _too_long_name(error: OSError) -> InputError:
    """Error for a file whose name, or whose path, is longer than the system allows."""
    name = f"{str(error.filename or '')[:60]}…"
    message = tr("The name of the file or folder is too long for this system: {name}.", name=name)
    return InputError("bad-name", message, hint=tr("Use a shorter one."))


def _unwritable_name(error: UnicodeEncodeError) -> InputError:
    """Error for a file whose name has letters that names cannot have on this system."""
    message = tr(
        "The system's encoding for names of files, {encoding}, lacks letters of this one: {name}.",
        encoding=error.encoding.upper(),
        name=os.path.basename(error.object),  # noqa: PTH119 - a name, not a path
    )
    return InputError(
        "encoding", message, hint=tr("Set the environment variable PYTHONUTF8 to 1, and try again.")
    )


_NOT_WRITTEN = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
"""What the system reports if an open file, such as standard output, cannot be written any more."""
