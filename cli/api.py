"""Add a new command to `COMMANDS` in app.py, and what it calls to the Python API and to its table in docs/python.md.

`make docs` runs it; a test holds the files to the commands. Names that are not defined any more go. The order of commands and rows
stays as it was written: a new one comes last.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckwright.app import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "cli" / "deckwright"
APP = PACKAGE / "app.py"
STUB = PACKAGE / "workbench" / "__init__.pyi"
PAGE = ROOT / "docs" / "python.md"

OF_THE_COMMAND_LINE = {
    *("run_demo", "usual_jobs", "draft_card", "loaded_folders", "source_folder"),
    "target_sheet",
}
"""What only the command line asks of the workbench: to guess what was meant, to ask in a terminal, or for `demo`."""

_OPENING = {"current_database", "existing_database", "find_database"}
"""What many commands begin with: the page tells of these above its table."""

_LONGEST_LINE = 110 + len("\n")


class DeclaredCommand(NamedTuple):
    """A command as its file declares it: its name, its entry in `COMMANDS`, and what it imports from the workbench."""

    name: str
    entry: str
    imports: Sequence[tuple[str, str]]


def texts() -> dict[Path, str]:
    """The text of every file that names commands or what they call."""
    return {file: file.read_text(encoding="utf-8") for file in (APP, STUB, PAGE)}


def completed(texts: Mapping[Path, str]) -> dict[Path, str]:
    """These texts with every command and what it calls, and without names that are not defined any more."""
    app, public, rows = texts[APP], _public_names(texts[STUB]), _rows(texts[PAGE])
    for command in declared_commands():
        if f'"{command.entry}"' not in app:
            app = _with_command(app, command)
        functions = [
            (name, module)
            for name, module in command.imports
            if name.islower() and name not in OF_THE_COMMAND_LINE
        ]
        for name, module in functions:
            if name not in {known for names in public.values() for known in names}:
                public.setdefault(module, set()).update(_with_classes(name, module))
        _add_to_rows(rows, command.name, [name for name, _ in functions if name not in _OPENING])
    head, _, _ = texts[STUB].partition("\nfrom ")
    page, _, _ = texts[PAGE].partition(_TABLE)
    return {APP: app, STUB: f"{head}\n{_stub(public)}", PAGE: f"{page}{_TABLE}{_table(rows, public)}"}


def declared_commands() -> Iterator[DeclaredCommand]:
    """Yield each command: a function under a decorator whose first example begins with its name."""
    for file in sorted((PACKAGE / "commands").glob("*.py")):
        tree = _tree(file)
        for node in tree.body:
            for decorator in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
                match node, decorator:
                    case ast.FunctionDef(name=function), ast.Call(
                        args=[ast.Constant(value=str(example)), *_]
                    ):
                        _, first, *words = example.split()
                        name = first if isinstance(COMMANDS.get(first, ""), str) else f"{first} {words[0]}"
                        entry = f"{file.stem}.{function}".removesuffix(".run")
                        used = _used(
                            node,
                            {below.name: below for below in tree.body if isinstance(below, ast.FunctionDef)},
                        )
                        yield DeclaredCommand(
                            name, entry, [pair for pair in _imports(tree) if pair[0] in used]
                        )


def _with_command(app: str, command: DeclaredCommand) -> str:
    """The text of app.py with the command at the end of its group."""
    group, _, word = command.name.rpartition(" ")
    start, margin = (f'    "{group}": {{\n', "    ") if group else ("\nCOMMANDS: ", "")
    end = app.index(f"\n{margin}}}", app.index(start))
    return f'{app[:end]}\n{margin}    "{word}": "{command.entry}",{app[end:]}'


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each name that a file imports from a module of the workbench, with the module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("deckwright.workbench."):
            yield from ((alias.name, str(node.module)) for alias in node.names)


def _used(function: ast.FunctionDef, helpers: dict[str, ast.FunctionDef]) -> set[str]:
    """The names that a function uses, itself or by functions of its file that are no commands."""
    names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    for name in names & helpers.keys():
        helper = helpers.pop(name, None)
        if helper and not helper.decorator_list:
            names |= _used(helper, helpers)
    return names


def _public_names(stub: str) -> dict[str, set[str]]:
    """The public names by their modules, without those that a module does not define."""
    nodes = [node for node in ast.parse(stub).body if isinstance(node, ast.ImportFrom)]
    named = {str(node.module): {alias.name for alias in node.names} for node in nodes}
    return {
        module: names & {node.name for node in _definitions(module)}
        for module, names in named.items()
        if _file(module).exists()
    }


def _definitions(module: str) -> list[ast.FunctionDef | ast.ClassDef]:
    nodes = _tree(_file(module)).body
    return [node for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)]


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_bytes())


def _file(module: str) -> Path:
    return PACKAGE.joinpath(*module.split(".")[1:]).with_suffix(".py")


def _with_classes(name: str, module: str) -> set[str]:
    """A function of a module, with the classes there that it takes and returns."""
    definitions = _definitions(module)
    function = next(node for node in definitions if isinstance(node, ast.FunctionDef) and node.name == name)
    signature = ast.unparse(ast.FunctionDef("", function.args, [ast.Pass()], [], function.returns, lineno=0))
    classes = {node.name for node in definitions if isinstance(node, ast.ClassDef)}
    return {name, *classes.intersection(re.findall(r"\w+", signature))}


def _stub(public: Mapping[str, set[str]]) -> str:
    """The imports of the public names, as ruff writes them."""
    lines = []
    for module, names in sorted(public.items()):
        imported = [f"{name} as {name}" for name in sorted(names)]
        line = f"from {module} import {', '.join(imported)}\n"
        if len(line) > _LONGEST_LINE:
            line = "".join((f"from {module} import (\n", *(f"    {name},\n" for name in imported), ")\n"))
        lines.append(line if imported else "")
    return "".join(lines)


_TABLE = "| command | functions |\n|---|---|\n"


def _rows(page: str) -> list[tuple[list[str], list[str]]]:
    """The rows of the table of a page: commands, and functions."""
    columns = [row.split(" | ") for row in page.partition(_TABLE)[2].splitlines()]
    return [(re.findall(r"`(.+?)`", left), re.findall(r"`(.+?)`", right)) for left, right in columns]


def _add_to_rows(rows: list[tuple[list[str], list[str]]], command: str, functions: Sequence[str]) -> None:
    """Add the functions that no row has to that of the command."""
    missing = [name for name in functions if not any(name in known for _, known in rows)]
    row = next((known for commands, known in rows if command in commands), None)
    if row is not None:
        row += missing
    elif missing:
        rows.append(([command], missing))


def _table(rows: Iterable[tuple[list[str], list[str]]], public: Mapping[str, set[str]]) -> str:
    """The rows with the commands and functions that there are."""
    commands = {command.name for command in declared_commands()}
    functions = {name for names in public.values() for name in names}
    kept = (
        ([name for name in left if name in commands], [name for name in right if name in functions])
        for left, right in rows
    )
    return "".join(f"| {_quoted(left)} | {_quoted(right)} |\n" for left, right in kept if left and right)


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


if __name__ == "__main__":
    for file, text in completed(texts()).items():
        file.write_text(text, encoding="utf-8")
