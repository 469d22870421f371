"""Add a new command to `COMMANDS` in app.py, and what it calls to the Python API and to its table in docs/python.md.

`make docs` runs it; a test holds the files to the commands. What is there stays as it was written: a new command comes last.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckwright.app import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "cli" / "deckwright"
APP = PACKAGE / "app.py"
STUB = PACKAGE / "workbench" / "__init__.pyi"
PAGE = ROOT / "docs" / "python.md"

_OF_THE_COMMAND_LINE = {
    *("run_demo", "without_cards", "usual_jobs", "draft_card", "loaded_folders", "source_folder"),
    *("is_file", "select_cards", "shared_base", "target_sheet"),
}
"""What only the command line asks of the workbench: to guess what was meant, to ask in a terminal, or for `demo`."""


class DeclaredCommand(NamedTuple):
    """A command as its file declares it: its name, its entry in `COMMANDS`, and what its file imports from the workbench."""

    name: str
    entry: str
    imports: Sequence[tuple[str, str]]


def written() -> dict[Path, str]:
    """The text of every file that names commands or what they call."""
    texts = {file: file.read_text(encoding="utf-8") for file in (APP, STUB, PAGE)}
    public = {alias for alias, _ in _imports(ast.parse(texts[STUB]))}
    for command in declared_commands():
        if f'"{command.entry}"' not in texts[APP]:
            texts[APP] = _with_command(texts[APP], command)
        functions = [(name, module) for name, module in command.imports if name.islower()]
        for name, module in functions:
            if name not in public | _OF_THE_COMMAND_LINE:
                public.add(name)
                texts[STUB] += _stub_lines(name, module)
        if f"`{command.name}`" not in texts[PAGE].partition("| command |")[2]:
            names = ", ".join(f"`{name}`" for name, _ in functions if name not in _OF_THE_COMMAND_LINE)
            texts[PAGE] += f"| `{command.name}` | {names} |\n" if names else ""
    return texts


def declared_commands() -> Iterator[DeclaredCommand]:
    """Yield each command: a function under a decorator whose first example begins with its name."""
    for file in sorted((PACKAGE / "commands").glob("*.py")):
        tree = ast.parse(file.read_bytes())
        for node in tree.body:
            for decorator in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
                match node, decorator:
                    case ast.FunctionDef(name=function), ast.Call(
                        args=[ast.Constant(value=str(example)), *_]
                    ):
                        _, first, *words = example.split()
                        name = first if isinstance(COMMANDS.get(first, ""), str) else f"{first} {words[0]}"
                        entry = f"{file.stem}.{function}".removesuffix(".run")
                        yield DeclaredCommand(name, entry, [*_imports(tree)])


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


def _stub_lines(name: str, module: str) -> str:
    """The import of a function into the public names, with the classes that it takes and returns."""
    tree = ast.parse(PACKAGE.joinpath(*module.split(".")[1:]).with_suffix(".py").read_bytes())
    function = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name)
    signature = ast.unparse(ast.FunctionDef("", function.args, [ast.Pass()], [], function.returns, lineno=0))
    classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)} & {
        *re.findall(r"\w+", signature)
    }
    lines = "".join(f"    {public} as {public},\n" for public in (*sorted(classes), name))
    return f"from {module} import (\n{lines})\n"


if __name__ == "__main__":
    for file, text in written().items():
        file.write_text(text, encoding="utf-8")
