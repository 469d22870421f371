"""The command line: it names every command, and imports one only when it is called.

Everything that can go wrong ends here: each error in one clear message, with the contract's exit code.
"""

from __future__ import annotations

import errno
import inspect
import os
import re
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import typer
from typer._click.core import Command as ClickCommand
from typer._click.exceptions import UsageError as ClickUsageError
from typer.core import TyperCommand, TyperGroup

from deckwright import messages
from deckwright.commands.completion import install_completion, show_completion
from deckwright.commands.options import COMMON, Settings, all_option, common_options, language_of, wants_json
from deckwright.errors import DeckwrightError, InputError, ReaderGone, UsageError
from deckwright.messages import tr
from deckwright.reports.errors import report_bug, report_error, report_usage
from deckwright.reports.output import unwritable_output

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from typer._click.core import Context

COMMANDS: Mapping[str, str | Mapping[str, str]] = {
    "demo": "demo",
    "load": "load",
    "games": "games",
    "search": "search",
    "show": "show",
    "check": "check",
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
        "list": "export_list",
        "csv": "export_csv",
        "history": "export_history",
        "pad": "export_pad",
        "reference": "export_reference",
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
    "db": {
        "info": "db_info",
        "counts": "db_counts",
        "check": "db_check",
        "backup": "db_backup",
        "restore": "db_restore",
        "upgrade": "db_upgrade",
    },
}
"""Every command, and the module of `deckwright.commands` that does it; or its commands, where it has some."""


class _Help(ClickCommand):
    """The help of a command in the user's language, with its examples."""

    examples: Sequence[str] = ()

    def format_usage(self, ctx: Context, formatter: Any) -> None:
        formatter.write_usage(
            ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), prefix=tr("Usage: ")
        )

    def collect_usage_pieces(self, ctx: Context) -> list[str]:
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]

    def get_short_help_str(self, limit: int = 0) -> str:  # noqa: ARG002 - whole: the list wraps it
        return (self.help or "").partition("\n\n")[0].replace("\n", " ")

    def format_options(self, ctx: Context, formatter: Any) -> None:
        """Write the options under the headings of their panels, and those of every command last."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record:
                sections.setdefault(_heading(param), []).append(record)
        common = sections.pop(tr(COMMON), [])
        for heading, records in (*sections.items(), (tr(COMMON), common)):
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)

    def format_epilog(self, ctx: Context, formatter: Any) -> None:  # noqa: ARG002 - click's signature
        if self.examples:
            with formatter.section(tr("Examples")):
                for example in self.examples:
                    formatter.write(f"  {example}\n")

    def get_help_option(self, ctx: Context) -> Any:
        option = super().get_help_option(ctx)
        if option:
            option.help = tr("Show this help.")
        return option


def _heading(param: Any) -> str:
    """Heading of a parameter in the help: its panel; `--help` belongs to the common ones."""
    if param.param_type_name == "argument":
        return tr("Arguments")
    if "--help" in param.opts:
        return tr(COMMON)
    return tr(param.rich_help_panel or "Options")


_QUERY = re.compile(r"-\w+[:=<>!]")


class Command(_Help, TyperCommand):
    """One command. A query may start with a minus sign: no option of ours looks like one."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Read the arguments; a space before a query keeps it from being read as an option."""
        return super().parse_args(ctx, [f" {word}" if _QUERY.match(word) else word for word in args])


class Group(_Help, TyperGroup):
    """A command that has commands; each is imported when it is asked for."""

    table: Mapping[str, str | Mapping[str, str]] = {}

    def format_options(self, ctx: Context, formatter: Any) -> None:
        """Write the options, then the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002 - click's signature
        """List the commands in the order of the table."""
        return list(self.table)

    def get_command(self, ctx: Context, cmd_name: str) -> Any:  # noqa: ARG002 - click's signature
        """Give a command, made on first use."""
        if cmd_name in self.table and cmd_name not in self.commands:
            self.commands[cmd_name] = _make(cmd_name, self.table[cmd_name])
        return self.commands.get(cmd_name)

    def resolve_command(self, ctx: Context, args: list[str]) -> Any:
        """Let the group find the nearest names itself: they need not be imported for that."""
        self.commands.update(
            {name: self.get_command(ctx, name) for name in self.table} if args[0] not in self.table else {}
        )
        return super().resolve_command(ctx, args)


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
        no_args_is_help=True,
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
    "export": messages.later("Print cards, and write decks as files."),
    "translate": messages.later("Translate games: send texts out, take them back, and check them."),
    "new": messages.later("Start a game or a deck of your own."),
    "db": messages.later("Look after the database."),
}


def _command(name: str, module: Any) -> Any:
    maker = typer.Typer(add_completion=False, rich_markup_mode=None)
    text = tr(inspect.cleandoc(module.run.__doc__))
    maker.command(name, cls=Command, help=text, options_metavar=tr("[OPTIONS]"))(module.run)
    command: Any = typer.main.get_command(maker)
    command.examples = module.EXAMPLES
    for param in command.params:
        param.help = tr(param.help) if param.help else param.help
    command.params += [*([all_option()] if getattr(module, "SHORTENS", False) else ()), *common_options()]
    return command


def command_line() -> Group:
    """Make the command line, in the language in use."""
    maker = typer.Typer(cls=Group, rich_markup_mode=None)
    maker.callback(
        no_args_is_help=True, help=tr("A workbench for custom card games: check, combine, build, print.")
    )(lambda: None)
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
    """Run a command line; give its exit code."""
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
    except ClickUsageError as error:
        return report_usage(error, as_json=as_json)
    except (ReaderGone, BrokenPipeError):
        return 0
    except Exception as fault:  # noqa: BLE001 - a bug ends in a short report, never in a bare traceback
        known = _cause_of(fault, settings)
        return report_error(known, as_json=as_json) if known else report_bug(fault, as_json=as_json)
    return result if isinstance(result, int) else 0


def _refuse_undecodable(arguments: Sequence[str]) -> None:
    """Refuse bytes that are not text in the system's encoding: neither a database nor a report could hold them."""
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


def _cause_of(fault: Exception, settings: Settings) -> DeckwrightError | None:
    """Find what is behind an unexpected fault: too little memory, output that takes no more, a damaged database."""
    if isinstance(fault, MemoryError):
        message = tr("This needs more memory than there is.")
        return InputError("memory", message, hint=tr("Is it the right file? Split it, or use a smaller one."))
    if isinstance(fault, OSError) and fault.filename is None and fault.errno in _NOT_WRITTEN:
        return unwritable_output(fault)
    if os.environ.get("DECKWRIGHT_DEBUG"):
        return None
    from deckwright.store.database import path_of
    from deckwright.store.maintenance import damage_in

    try:
        return damage_in(path_of(settings.database))
    except Exception:  # noqa: BLE001 - whoever looks for a cause must not hide what happened
        return None


_NOT_WRITTEN = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
"""What the system says where an open file, such as standard output of the help, takes no more."""
