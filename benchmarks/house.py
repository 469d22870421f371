"""The size and shape of the house: lines, modules, functions, what a command runs through, and who imports whom.

Counts of code, not of time: they are the same on every machine. Lines are those of code, without blank lines, comments
and docstrings. With --all, what is counted is listed too.
"""

from __future__ import annotations

import ast
import io
import json
import os
import statistics
import subprocess
import sys
import tempfile
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "cli" / "deckwright"
MOST_PARAMETERS = 5
FUNCTIONS_OF_A_MODULE_RUN = 3
GOALS = {
    "lines of code": 40_000,
    "lines of tests": 48_000,
    "modules": 210,
    "lines of a function, median": 7,
    "modules that check runs": 30,
    "modules that load runs": 58,
    "modules that export pdf runs": 60,
}
"""The most that each figure should be."""

_NOTE_CALLS = """
import atexit, inspect, json, os, sys
calls = set()
def note(frame, event, _):
    code = frame.f_code
    if event == "call" and code.co_flags & inspect.CO_NEWLOCALS and code.co_name[0] != "<" and "/deckwright/" in code.co_filename:
        calls.add((code.co_filename, code.co_qualname))
def write():
    sys.setprofile(None)
    with open(os.environ["CALLS"], "w") as out:
        json.dump([call for call in calls if "site-packages" not in call[0]], out)
atexit.register(write)
sys.setprofile(note)
"""
"""Notes every function of the package that is called."""

SCORE = """\
game: dataset
seats:
  Ann: {treasures: [[purpose-profiling, simple-red: 6]]}
  Bob: {collected: [love-red]}
"""
COMMANDS = {
    "check": ["check", "deck.yaml"],
    "load": ["load", "frogs"],
    "translate merge": ["translate", "merge", "dataset.fr.po"],
    "score": ["score", "dataset", "score.yaml"],
    "export pdf": ["export", "pdf", "data-monsters/startup", "-o", "startup.pdf"],
}


def main() -> None:
    """Print every figure, with its goal where it has one."""
    files = sorted(PACKAGE.rglob("*.py"))
    modules = parsed_modules()
    lines = {file: lines_of_code(file) for file in files}
    for room, count in sorted(rooms(lines).items()):
        figure(f"  lines of {room}", count)
    figure("lines of code", sum(lines.values()))
    figure("lines of tests", sum(map(lines_of_code, (ROOT / "tests").rglob("*.py"))))
    figure("modules", sum(file.name != "__init__.py" for file in files))
    figure("packages", sum(file.name == "__init__.py" for file in files))
    figure("lines of a function, median", int(statistics.median(map(length, functions(modules).values()))))
    listed("functions of more than 5 parameters", wide_functions(modules))
    for command, names in modules_run().items():
        listed(f"modules that {command} runs", names)
    imports = {name: imported(name, tree, modules) for name, tree in modules.items()}
    importers = Counter(module for names in imports.values() for module in names)
    listed("modules imported by one other only", [name for name in modules if importers[name] == 1])
    listed("cycles of imports", cycles(imports))


def figure(name: str, value: int) -> None:
    """Print one figure, and whether it is within its goal."""
    goal = GOALS.get(name)
    missed = "  MISSED" if goal and value > goal else ""
    print(f"{name:40} {value:6,}" + (f"  (goal {goal:,}){missed}" if goal else ""))


def listed(name: str, items: list[str]) -> None:
    """Print how many of something there are, and with --all which."""
    figure(name, len(items))
    if "--all" in sys.argv:
        for item in items:
            print(f"    {item}")


def parsed_modules() -> dict[str, ast.Module]:
    """Every module of the package by its dotted name."""
    return {name_of(file): ast.parse(file.read_bytes()) for file in sorted(PACKAGE.rglob("*.py"))}


def name_of(file: Path) -> str:
    """The dotted name of a module, from its path."""
    parts = ["deckwright", *file.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(part for part in parts if part != "__init__")


def rooms(lines: dict[Path, int]) -> Counter[str]:
    """Lines of each package at the top."""
    counts: Counter[str] = Counter()
    for file, count in lines.items():
        counts[name_of(file).split(".")[1] if file.parent != PACKAGE else "the top"] += count
    return counts


def lines_of_code(file: Path) -> int:
    """Number of lines, without blank ones, comments and docstrings."""
    source = file.read_text(encoding="utf-8")
    lines: set[int] = set()
    layout = {
        tokenize.COMMENT,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENDMARKER,
    }
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in layout:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and ast.get_docstring(node) is not None
        ):
            lines -= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return len(lines)


def functions(modules: dict[str, ast.Module]) -> dict[str, ast.FunctionDef]:
    """Every function and method by its name."""
    return {
        f"{name}.{node.name}:{node.lineno}": node
        for name, tree in modules.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }


def length(function: ast.FunctionDef) -> int:
    """Lines of a function from its name to its end, without its docstring."""
    docstring = function.body[0] if ast.get_docstring(function) is not None else None
    lines = (function.end_lineno or 0) - function.lineno + 1
    return lines - ((docstring.end_lineno or 0) - docstring.lineno + 1 if docstring else 0)


def wide_functions(modules: dict[str, ast.Module]) -> list[str]:
    """Functions of more parameters than a reader can hold, but for commands, whose parameters are options."""
    counts = {
        name: sum(
            each.arg != "self" for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        )
        for name, node in functions(modules).items()
        if not (".commands." in name and node.decorator_list)
    }
    return [f"{name} ({count})" for name, count in counts.items() if count > MOST_PARAMETERS]


def imported(name: str, tree: ast.Module, modules: dict[str, ast.Module]) -> set[str]:
    """The modules of the package that one imports anywhere in it, for types too."""
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [f"{node.module}.{alias.name}" for alias in node.names] + [node.module]
    ours = {each for each in names if each in modules and each != name}
    return {each for each in ours if not any(other.startswith(f"{each}.") for other in ours)}


def cycles(imports: dict[str, set[str]]) -> list[str]:
    """The groups of modules that import one another, directly or through others."""
    reach = {name: _reached(name, imports) for name in imports}
    groups = {
        frozenset(other for other in reach[name] if name in reach[other]) | {name}
        for name in imports
        if name in reach[name]
    }
    return sorted(" ".join(sorted(group)) for group in groups)


def _reached(start: str, imports: dict[str, set[str]]) -> set[str]:
    reached: set[str] = set()
    waiting = list(imports[start])
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += imports.get(name, ())
    return reached


def modules_run() -> dict[str, list[str]]:
    """The modules that each command runs: those of which it calls three functions."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "sitecustomize.py").write_text(_NOTE_CALLS, encoding="utf-8")
        deck = "game: data-monsters\nformat: lab\ncards: {krol-junior: 2}\n"
        (folder / "deck.yaml").write_text(deck, encoding="utf-8")
        (folder / "score.yaml").write_text(SCORE, encoding="utf-8")
        for prepared in (["new", "game", "Frogs"], ["translate", "extract", "dataset", "--to", "fr"]):
            _run(folder, prepared)
        return {command: _run(folder, arguments) for command, arguments in COMMANDS.items()}


def _run(folder: Path, arguments: list[str]) -> list[str]:
    out = folder / "calls.json"
    environment = {
        **os.environ,
        "PYTHONPATH": f"{folder}{os.pathsep}{PACKAGE.parent}",
        "CALLS": str(out),
        "LC_ALL": "C.UTF-8",
    }
    command = [sys.executable, "-m", "deckwright", *arguments, "--db", str(folder / "cards.db")]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in {0, 1}:
        raise SystemExit(done.stderr)
    called = Counter(file for file, _ in json.loads(out.read_text(encoding="utf-8")))
    return sorted(name_of(Path(file)) for file, count in called.items() if count >= FUNCTIONS_OF_A_MODULE_RUN)


if __name__ == "__main__":
    main()
