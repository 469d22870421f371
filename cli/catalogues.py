"""The catalogues of the program's messages: collect the messages, update the translations, compile them.

Building or installing the package compiles them; `make messages` gathers the messages again after the code
has changed, and compiles.
"""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).parent / "deckwright"
LOCALES = PACKAGE / "locales"
OF_TYPER = ("Arguments", "Commands", "Options", "required", "default: {default}", "Missing command.")
"""Words of the command-line library in help and errors, which go through gettext."""


def sources() -> list[Path]:
    """List the catalogues, one for each language but English."""
    return sorted(LOCALES.glob("*/LC_MESSAGES/deckwright.po"))


def read(source: Path) -> Catalog:
    """Read a catalogue."""
    with source.open("rb") as text:
        return read_po(text, locale=source.parent.parent.name)


def compile_all() -> None:
    """Compile every catalogue."""
    for source in sources():
        with source.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, read(source))


def gather() -> Catalog:
    """Collect every message: in `tr`, `trn`, `print_tr`, `print_trn` and `later`, and the help of the commands."""
    catalogue = Catalog(project="deckwright", fuzzy=False)
    for word in OF_TYPER:
        catalogue.add(word)
    for file in sorted(PACKAGE.rglob("*.py")):
        module = ast.parse(file.read_bytes())
        helped = _help_texts(module) if file.parent.name == "commands" else ()
        for message in (*_messages(module), *helped):
            catalogue.add(message, locations=[(file.relative_to(PACKAGE).as_posix(), 0)])
    return catalogue


def _messages(module: ast.Module) -> Iterator[str | tuple[str, str]]:
    for name, arguments in _calls(module):
        if name in {"tr", "print_tr", "later"}:
            yield from _texts(arguments[:1])
        elif name in {"trn", "print_trn"}:
            one, many = _texts(arguments[:2])
            yield one, many


def _help_texts(module: ast.Module) -> Iterator[str]:
    """Yield the texts with which a command declares its arguments and options, and what it does."""
    for name, arguments in _calls(module):
        yield from _texts(arguments[: _DECLARING.get(name, 0)])
    for node in module.body:
        if isinstance(node, ast.FunctionDef) and any(
            isinstance(decorator, ast.Call) for decorator in node.decorator_list
        ):
            yield inspect.cleandoc(ast.get_docstring(node) or "")


_DECLARING = {"argument": 2, "option": 2, "flag": 1, "choice": 1, "output_file": 1}
"""How many arguments of what declares an argument or option are words of the help: its text, and the name of its value."""


def _calls(module: ast.Module) -> Iterator[tuple[str, list[ast.expr]]]:
    """Yield the names of the functions that a module calls, with their arguments."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            yield node.func.id if isinstance(node.func, ast.Name) else node.func.attr, node.args


def _texts(arguments: list[ast.expr]) -> list[str]:
    return [
        word.value for word in arguments if isinstance(word, ast.Constant) and isinstance(word.value, str)
    ]


def update() -> None:
    """Update every catalogue from the code: add new messages without translation, drop unused ones."""
    gathered = gather()
    for source in sources():
        catalogue = read(source)
        gathered.creation_date = catalogue.creation_date
        catalogue.update(gathered, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        with source.open("wb") as text:
            write_po(text, catalogue, width=110, sort_by_file=True, include_lineno=False, omit_header=False)


if __name__ == "__main__":
    update()
    compile_all()
