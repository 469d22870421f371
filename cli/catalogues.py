"""The catalogues of the program's messages: collect the messages, update the translations, compile them.

Building or installing the package compiles them; `make messages` gathers the messages again after the code
has changed, and compiles. With `--missing`, the messages without a translation are listed; in French and Italian,
they are an error.
"""

from __future__ import annotations

import ast
import inspect
import sys
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

if TYPE_CHECKING:
    from collections.abc import Iterator

    from babel.messages.catalog import Message

PACKAGE = Path(__file__).parent / "deckwright"
LOCALES = PACKAGE / "locales"
SHEETS = Path(__file__).parent.parent / "exports" / "sheets"
OF_TYPER = ("Arguments", "Commands", "Options", "required", "default: {default}", "Missing command.")
"""Words of the command-line library in help and errors, which go through gettext."""
WHOLE = frozenset({"fr", "it"})
"""Languages in which no message may be missing; another may lag behind, and is shown in English as far as it does."""


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
    """Collect every message: in `tr`, `trn`, `print_tr`, `print_trn` and `later`, the help of the commands, and what sheets are for."""
    from ruamel.yaml import YAML  # which building the package does without

    catalogue = Catalog(project="deckwright", fuzzy=False)
    for word in OF_TYPER:
        catalogue.add(word)
    for file in sorted(PACKAGE.rglob("*.py")):
        module = ast.parse(file.read_bytes())
        helped = _help_texts(module) if file.parent.name == "commands" else ()
        for message in (*_messages(module), *helped):
            catalogue.add(message, locations=[(file.relative_to(PACKAGE).as_posix(), 0)])
    for file in sorted(SHEETS.glob("*.yaml")):
        about = YAML(typ="safe", pure=True).load(file)["about"]
        catalogue.add(about, locations=[(f"exports/sheets/{file.name}", 0)])
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


_DECLARING = {
    "argument": 2,
    "option": 2,
    **dict.fromkeys(("flag", "choice", "deck_format", "play_mode", "target_name", "output_file"), 1),
}
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
    """Update every catalogue from the code."""
    gathered = gather()
    for source in sources():
        catalogue = renewed(read(source), gathered)
        with source.open("wb") as text:
            write_po(text, catalogue, width=110, sort_by_file=True, include_lineno=False, omit_header=False)


def renewed(catalogue: Catalog, gathered: Catalog) -> Catalog:
    """Catalogue with the messages of the code, without unused ones.

    A message whose English has changed keeps its translation, marked as fuzzy: it is not used until somebody looks at it.
    """
    gathered.creation_date = catalogue.creation_date
    catalogue.update(gathered, no_fuzzy_matching=True)
    unused = {str(message.id): message for message in catalogue.obsolete.values() if message.string}
    for message in untranslated(catalogue):
        for similar in get_close_matches(str(message.id), unused, 1, _SIMILAR):
            if message.pluralizable == unused[similar].pluralizable:
                message.string = unused[similar].string
                message.flags.add("fuzzy")
    catalogue.obsolete.clear()
    return catalogue


_SIMILAR = 0.8
"""Share of letters that two messages have in common if one was made from the other."""


def untranslated(catalogue: Catalog) -> list[Message]:
    """Messages of a catalogue that are shown in English: those without a translation, or with a fuzzy one."""
    return [message for message in catalogue if message.id and (message.fuzzy or not _is_filled(message))]


def _is_filled(message: Message) -> bool:
    forms = [message.string] if isinstance(message.string, str) else message.string
    return bool(forms) and all(form.strip() for form in forms)


def missing(gathered: Catalog) -> list[tuple[str, str]]:
    """Each of these messages that a catalogue lacks, after the language."""
    return [
        (source.parent.parent.name, str(message.id))
        for source in sources()
        for message in untranslated(renewed(read(source), gathered))
    ]


if __name__ == "__main__":
    if "--missing" in sys.argv:
        lacking = missing(gather())
        lines = [f"{language}: {message}" for language, message in lacking]
        sys.stdout.write("\n".join([f"{len(lines)} translations are missing.", *lines, ""]))
        sys.exit(any(language in WHOLE for language, _ in lacking))
    update()
    compile_all()
