"""Write docs/commands.md: the help of every command, so that the document cannot drift from the program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from typer import Context

from deckwright import messages
from deckwright.app import command_line
from deckwright.commands.command import Group

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCUMENT = Path(__file__).parent.parent / "docs" / "commands.md"

_HEAD = """\
# Commands

Every command has `--db`, `--lang`, `--json`, `--version` and `--help`. Exit codes and JSON are described in
[contract.md](contract.md).

This page is written by `make docs`.
"""


def reference() -> str:
    """The document."""
    messages.use("en")
    root = command_line()
    parts = [_HEAD]
    for path, context in _commands(root, Context(root, info_name="deckwright")):
        parts.append(f"\n## {path}\n\n```text\n{context.command.get_help(context)}\n```\n")
    return "".join(parts)


def _commands(group: Group, context: Context) -> Iterator[tuple[str, Context]]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        below = Context(command, parent=context, info_name=name, terminal_width=100)
        if isinstance(command, Group):
            yield from _commands(command, below)
        else:
            yield below.command_path.removeprefix("deckwright "), below


if __name__ == "__main__":
    DOCUMENT.write_text(reference(), encoding="utf-8")
