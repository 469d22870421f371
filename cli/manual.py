"""Write docs/man/ and docs/completions/: manual pages from the help of the commands, and scripts for three shells."""

from __future__ import annotations

import re
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from typer import Context
from typer.completion import get_completion_script  # type: ignore[attr-defined]  # imported there, not listed

from deckwright import __version__, messages
from deckwright.app import command_line
from deckwright.commands.command import Group

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

DOCS = Path(__file__).parent.parent / "docs"
MANUAL = DOCS / "man"
COMPLETIONS = DOCS / "completions"

_PROGRAM = "deckwright"
_SCRIPTS = {"bash": "deckwright.bash", "zsh": "_deckwright", "fish": "deckwright.fish"}
"""Completion scripts by shell, with the names under which the shells look for them; bash wants no ending."""

_EXIT_CODE = re.compile(r"^\| (\d+) \| (.+) \|$", re.MULTILINE)
_ENVIRONMENT = (
    ("DECKWRIGHT_DB", "Card database, as with --db."),
    ("DECKWRIGHT_LANG", "Language of cards and messages, as with --lang."),
    ("NO_COLOR", "Turn colours off."),
)


def manual() -> dict[Path, str]:
    """The pages, by file: one for the program, and one for each command and group."""
    messages.use("en")
    root = command_line()
    return {
        MANUAL / f"{'-'.join(context.command_path.split())}.1": _page(context)
        for context in _commands(Context(root, info_name=_PROGRAM))
    }


def completions() -> dict[Path, str]:
    """The completion scripts, by file."""
    return {COMPLETIONS / name: _script(shell) for shell, name in _SCRIPTS.items()}


def _script(shell: str) -> str:
    text = get_completion_script(prog_name=_PROGRAM, complete_var="_DECKWRIGHT_COMPLETE", shell=shell)
    # zsh runs the file as the function itself when a word is first completed: it must then complete that word, too.
    return f'{text}\n\n_deckwright_completion "$@"\n' if shell == "zsh" else f"{text}\n"


def _commands(context: Context) -> Iterator[Context]:
    yield context
    group = context.command
    if isinstance(group, Group):
        for name in group.list_commands(context):
            yield from _commands(Context(group.get_command(context, name), parent=context, info_name=name))


def _page(context: Context) -> str:
    path = context.command_path
    name = "-".join(path.split())
    page = _Page()
    page.add(f'.TH {name.upper()} 1 "" "Deckwright {__version__}" Deckwright')
    page.heading("Name")
    page.add(f"{_roff(name)} \\- {_roff(context.command.get_short_help_str().rstrip('.'))}")
    context.command.format_help(context, page)
    if path == _PROGRAM:
        with page.section("Environment"):
            page.write_dl(_ENVIRONMENT)
        with page.section("Exit status"):
            page.write_dl(_exit_codes())
    with page.section("See also"):
        page.add(", ".join(f"\\fB{_roff(other)}\\fR(1)" for other in _related(context)))
    return page.text()


def _exit_codes() -> list[tuple[str, str]]:
    """Exit codes and their meanings, from the page on which scripts rely."""
    contract = (DOCS / "contract.md").read_text(encoding="utf-8")
    return [(code, f"{meaning[0].upper()}{meaning[1:]}.") for code, meaning in _EXIT_CODE.findall(contract)]


def _related(context: Context) -> list[str]:
    """Pages of the commands that a group has; for a command, those of the groups above it."""
    group = context.command
    if isinstance(group, Group):
        return ["-".join([*context.command_path.split(), name]) for name in group.list_commands(context)]
    words = context.command_path.split()
    return ["-".join(words[:end]) for end in range(1, len(words))]


class _Page:
    """A manual page in roff, written through the methods with which a command writes its help."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def text(self) -> str:
        return "\n".join(self._lines) + "\n"

    def add(self, line: str) -> None:
        self._lines.append(line)

    def heading(self, name: str) -> None:
        self.add(f".SH {name.upper()}")

    def write_usage(self, prog: str, args: str = "", **_: Any) -> None:
        self.heading("Synopsis")
        self.add(f"\\fB{_roff(prog)}\\fR {_roff(args)}".rstrip())

    def write_text(self, text: str) -> None:
        self.heading("Description")
        for paragraph in text.split("\n\n"):
            self.add(f".PP\n{_roff(' '.join(paragraph.split()))}")

    def write_paragraph(self) -> None:
        """Nothing: headings separate paragraphs."""

    def write_dl(self, rows: Iterable[tuple[str, str]], **_: Any) -> None:
        for term, text in rows:
            self.add(f".TP\n\\fB{_roff(term)}\\fR\n{_roff(text)}")

    def write(self, string: str) -> None:
        """Write a line as it is, such as an example."""
        if string.strip():
            self.add(f".PP\n.nf\n{_roff(string.strip())}\n.fi")

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        self.heading(name)
        yield

    @contextmanager
    def indentation(self) -> Iterator[None]:
        yield


def _roff(text: str) -> str:
    """Text without what roff would read as a request; hyphens stay hyphens when a reader copies them."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    ascii_only = re.sub(r"[^\x00-\x7f]", lambda found: f"\\[u{ord(found[0]):04X}]", escaped)
    return f"\\&{ascii_only}" if ascii_only.startswith((".", "'")) else ascii_only


def write() -> None:
    """Write all files, and remove pages of commands that are no more."""
    files = {**manual(), **completions()}
    for folder in (MANUAL, COMPLETIONS):
        folder.mkdir(exist_ok=True)
        for file in set(folder.iterdir()) - set(files):
            file.unlink()
    for file, text in files.items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
