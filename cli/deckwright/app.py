"""The command line: every command, imported only when it is called, and the end of every error.

Each error ends in one clear message, with the exit code of the contract.
"""

from __future__ import annotations

import errno
import inspect
import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import CodeType
from typing import TYPE_CHECKING, Any

import typer
from typer import TyperException

from deckwright import messages
from deckwright.commands.command import Command, Group, first_paragraph, usage_error
from deckwright.commands.completion import install_completion, show_completion
from deckwright.commands.options import Settings, common_options, language_of, wants_json
from deckwright.errors import DeckwrightError, InputError, ReaderGone, UsageError, is_interrupted
from deckwright.messages import tr
from deckwright.reports.findings import report_bug, report_error
from deckwright.reports.output import unwritable_output

if TYPE_CHECKING:
    from collections.abc import Sequence

Table = Mapping[str, "str | Mapping[str, str]"]

COMMANDS: Table = {
    "demo": "demo",
    "load": "load",
    "games": "cards.games",
    "search": "cards.search",
    "show": "cards.show",
    "check": "decks.check",
    "proof": "proofreading.proof",
    "repair": "decks.repair",
    "combine": "decks.combine",
    "build": "dealing.build",
    "deal": "dealing.deal",
    "score": "dealing.score",
    "stats": "figures.stats",
    "draw": "figures.draw",
    "effort": "figures.effort",
    "export": {
        "pdf": "export_pdf",
        "html": "export_web.html",
        "png": "export_pictures.png",
        "tts": "export_pictures.tts",
        "cockatrice": "export_pictures.cockatrice",
        "cgs": "export_pictures.cgs",
        "pnp": "export_web.pnp",
        "list": "export_texts.deck_list",
        "csv": "export_texts.csv",
        "xlsx": "export_texts.xlsx",
        "json": "export_texts.json",
        "history": "export_paper.history",
        "pad": "export_documents.pad",
        "reference": "export_documents.reference",
        "rules": "export_documents.rules",
        "tuckbox": "export_documents.tuckbox",
        "sheet": "export_paper.sheet",
        "calibrate": "export_paper.calibrate",
        "printer": "export_paper.printer",
    },
    "restore": "export_paper.restore",
    "translate": {
        "extract": "translate.extract",
        "merge": "translate.merge",
        "status": "translate.status",
        "check": "proofreading.check",
        "fix": "translate.fix",
        "suggest": "translate.suggest",
    },
    "new": {"game": "new.game", "deck": "new.deck"},
    "edit": "edit",
    "preview": "preview",
    "play": "play",
    "db": {
        "info": "db.info",
        "counts": "db.counts",
        "remove": "db.remove",
        "check": "db.check",
        "backup": "db.backup",
        "restore": "db.restore",
        "upgrade": "db.upgrade",
        "copy": "db.copy",
        "roles": "db.roles",
    },
}
"""Every command and its module in `deckwright.commands`, or `module.function` where one has several; for a group, its commands."""


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


def _find(name: str, entry: str | Mapping[str, str]) -> Any:
    """Command of a module, or of one of its functions; or a group of commands."""
    if isinstance(entry, str):
        module, _, function = entry.partition(".")
        make: Callable[[], Command] = getattr(
            import_module(f"deckwright.commands.{module}"), function or "run"
        )
        return make()
    group = Group(name=name, help=tr(_GROUP_HELP[name]), params=common_options(), rich_markup_mode=None)
    return _filled(group, entry, _GROUP_EXAMPLES[name])


def _filled(group: Group, table: Table, examples: Sequence[str]) -> Group:
    """Add the commands and examples of a group."""
    group.names, group.examples = [*table], examples
    group.find = lambda name: _find(name, table[name])
    group.summary = lambda name: _summary(name, table[name])
    group.options_metavar, group.subcommand_metavar = tr("[OPTIONS]"), tr("COMMAND ...")
    return group


def _summary(name: str, entry: str | Mapping[str, str]) -> str:
    return first_paragraph(tr(_GROUP_HELP[name] if isinstance(entry, Mapping) else _help_in(entry)))


def _help_in(entry: str) -> str:
    """Docstring of a command's function, from the compiled module."""
    from importlib.util import find_spec

    module, _, function = entry.partition(".")
    name = f"deckwright.commands.{module}"
    spec: Any = find_spec(name)
    codes = [code for code in spec.loader.get_code(name).co_consts if isinstance(code, CodeType)]
    return inspect.cleandoc(next(code for code in codes if code.co_name == (function or "run")).co_consts[0])


def command_line() -> Group:
    """The whole command line, in the current language."""
    maker = typer.Typer(cls=Group, rich_markup_mode=None)
    maker.callback(help=tr("A workbench for custom card games: check, combine, build, print."))(lambda: None)
    group: Any = typer.main.get_command(maker)
    for param in group.params:
        if param.name in _COMPLETION:
            param.help, param.callback = tr(_COMPLETION[param.name][0]), _COMPLETION[param.name][1]
    group.params = [*common_options(at_top=True), *group.params]
    return _filled(group, COMMANDS, _EXAMPLES)


_EXAMPLES = (
    "deckwright demo",
    "deckwright check data-monsters/startup",
    "deckwright search 'kind:tool tech>=3'",
)
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
        _refuse_missing_docstrings()
        _refuse_undecodable(arguments)
        result = command_line().main(
            args=list(arguments), prog_name="deckwright", standalone_mode=False, obj=settings
        )
    except Exception as error:  # a bug ends in a short report, never in a bare traceback
        if is_interrupted(error):
            raise
        return _report(error, settings, as_json=as_json)
    return result if isinstance(result, int) else 0


def _report(error: Exception, settings: Settings, *, as_json: bool) -> int:
    """Tell the user what ended the command, and return its exit code."""
    if isinstance(error, ReaderGone | BrokenPipeError):
        return 0
    if isinstance(error, TyperException):
        return report_error(usage_error(error, getattr(error, "ctx", None)), as_json=as_json)
    known = error if isinstance(error, DeckwrightError) else _cause_of(error, settings)
    return report_error(known, as_json=as_json) if known else report_bug(error, as_json=as_json)


def _refuse_missing_docstrings() -> None:
    """Reject `python -OO`, which removes the docstrings: they are the help of commands."""
    if sys.flags.optimize > 1:
        message = tr("Python’s option -OO, or PYTHONOPTIMIZE=2, removes the help of commands.")
        raise UsageError("python-option", message, hint=tr("Use -O, or PYTHONOPTIMIZE=1."))


def _refuse_undecodable(arguments: Sequence[str]) -> None:
    """Reject words that are not text in the system's encoding: databases and reports cannot store them."""
    for word in (*arguments, os.environ.get("DECKWRIGHT_DB", "")):
        if any("\ud800" <= letter <= "\udfff" for letter in word):
            from deckwright.store.postgres import masked

            raise UsageError(
                "encoding",
                tr(
                    "“{word}” is not valid {encoding}.",
                    word=masked(word),
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
    from deckwright.store.locations import database_at
    from deckwright.store.maintenance import find_damage

    try:
        return find_damage(database_at(settings.database))
    except Exception:  # noqa: BLE001 - a failed search for the cause must not hide the error
        return None


def _limit_reached(error: Exception) -> DeckwrightError | None:
    """Error for a limit of the system: memory, open files, unwritable output, or a name that no file can have."""
    if isinstance(error, MemoryError) or (isinstance(error, ImportError) and _NO_ROOM in str(error)):
        message = tr("Not enough memory.")
        return InputError("memory", message, hint=tr("Is it the right file? Split it, or use a smaller one."))
    if _NO_WATCHER in str(error):
        return _too_many_files()
    if isinstance(error, OSError):
        return _limit_of_files(error)
    if isinstance(error, UnicodeEncodeError) and error.encoding == sys.getfilesystemencoding():
        return _unwritable_name(error)
    return None


def _limit_of_files(error: OSError) -> InputError | None:
    if error.errno in {errno.EMFILE, errno.ENFILE}:
        return _too_many_files()
    if error.errno == errno.ENAMETOOLONG:
        return _too_long_name(error)
    if error.filename is None and error.errno in _NOT_WRITTEN:
        return unwritable_output(error)
    if error.filename is None and error.errno == errno.ENOENT:
        message = tr("No folder for temporary files can be written.")
        hint = tr("Make room on the disk, or name another folder in TMPDIR.")
        return InputError("unwritable", message, hint=hint)
    return None


def _too_many_files() -> InputError:
    message = tr("Not enough files can be open at once: {reason}.", reason=os.strerror(errno.EMFILE))
    return InputError("open-files", message, hint=tr("Raise the limit: ulimit -n 1024"))


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


_NO_ROOM = "failed to map segment"
"""What the system says if it has no memory for a compiled library."""

_NO_WATCHER = f"(os error {errno.EMFILE})"
"""What watchfiles says if no more files can be open."""

_NOT_WRITTEN = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
"""What the system reports if an open file, such as standard output, cannot be written any more."""
