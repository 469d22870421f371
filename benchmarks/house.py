"""The size and shape of the house: modules, packages, what a command runs through, and who imports whom.

Counts of code, not of time: they are the same on every machine.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "cli" / "deckwright"
MOST_PARAMETERS = 5
GOALS = {
    "modules": 170,
    "packages": 16,
    "check": 20,
    "load": 40,
    "translate merge": 28,
    "score": 28,
    "export pdf": 50,
}
"""The most that each figure should be: packages and modules in all, and modules run by a command."""

_COUNT = """
import atexit, inspect, json, os, sys
files = set()
def note(frame, event, _):
    code = frame.f_code
    if event == "call" and code.co_flags & inspect.CO_NEWLOCALS and code.co_name[0] != "<" and "/deckwright/" in code.co_filename:
        files.add(code.co_filename)
def write():
    sys.setprofile(None)
    with open(os.environ["MODULES_RUN"], "w") as out:
        json.dump([file for file in files if "site-packages" not in file], out)
atexit.register(write)
sys.setprofile(note)
"""
"""Notes every module of the package of which a function runs; importing one is not enough."""

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


ALONE = {
    "deckwright.app": "the command line itself",
    "deckwright.commands.preview_server": "the server, with the libraries that only it imports",
    "deckwright.construction.alike": "which cards rules treat alike: a question of its own",
    "deckwright.construction.repair_reach": "what a change can touch; the search alone is long enough",
    "deckwright.construction.repair_reading": "which rules are plain limits; the search alone is long enough",
    "deckwright.construction.wording": "the sentences about broken rules",
    "deckwright.files.card_lists": "a file format of its own",
    "deckwright.files.starters": "the files of a new game or deck",
    "deckwright.model.format_checks": "what the rules of a format mean together",
    "deckwright.workbench.check_processes": "processes that share a check; few need them",
    "deckwright.workbench.game_checks": "all that a load checks besides the files",
    "deckwright.model.query.language": "the grammar of queries, with its parser",
    "deckwright.press.drawing.low_ink": "one rule on all drawn parts",
    "deckwright.press.faces.face_checks": "checks of a face by itself; reading one is long enough",
    "deckwright.press.graphics.svg_document": "SVG as data; drawing it is another matter",
    "deckwright.press.documents.pads": "one printed thing; its cells are its own",
    "deckwright.press.documents.pages": "pages and cards of sections, imported by the command alone",
    "deckwright.press.sheets.calibration": "one printed sheet, for one command",
    "deckwright.press.targets.contact": "a kind of target: a plug-in",
    "deckwright.press.targets.tabletop": "a kind of target: a plug-in",
    "deckwright.press.proof_page": "the one web page",
    "deckwright.reports.scores": "a report, for one command",
    "deckwright.scoring.awards": "a concept of its own: cards given at the end",
    "deckwright.scoring.template": "a concept of its own: the file to fill in",
    "deckwright.translation.checks.fit": "a check: a plug-in",
    "deckwright.translation.checks.numbers": "a check: a plug-in",
    "deckwright.translation.checks.spelling": "a check: a plug-in, with a library of its own",
    "deckwright.translation.checks.typography": "a check: a plug-in",
    "deckwright.translation.extract": "the work of one command",
    "deckwright.workbench.demo": "the work of one command",
    "deckwright.workbench.preview_content": "what a page shows; telling it what is new is another matter",
    "deckwright.workbench.document_contents": "the contents of documents, for their printing alone",
    "deckwright.workbench.document_sections": "the sections of which documents consist",
}
"""Modules that only one other imports, each with the reason why it is a file."""


def main() -> None:
    """Print every figure, with its goal where it has one."""
    modules = {name_of(file): ast.parse(file.read_bytes()) for file in sorted(PACKAGE.rglob("*.py"))}
    lines = sum(len(file.read_bytes().splitlines()) for file in PACKAGE.rglob("*.py"))
    figure("modules", sum(file.name != "__init__.py" for file in PACKAGE.rglob("*.py")))
    figure("packages", sum(1 for _ in PACKAGE.rglob("__init__.py")))
    figure("lines of each module", round(lines / len(modules)))
    for command, run in modules_run().items():
        listed(command, run)
    imports = {name: set(imported(name, tree, modules)) for name, tree in modules.items()}
    importers = Counter(one for found in imports.values() for one in found)
    alone = [name for name in modules if importers[name] == 1 and ".commands." not in name]
    listed(
        "modules imported by one other only", [f"{name}: {ALONE.get(name, 'NO REASON')}" for name in alone]
    )
    listed("cycles of imports", cycles(imports))
    listed("functions of more than 5 parameters", wide_functions(modules))


def figure(name: str, value: int) -> None:
    """Print one figure, and whether it is within its goal."""
    goal = GOALS.get(name)
    print(
        f"{name:40} {value:5}" + (f"  (goal {goal})" + ("  MISSED" if value > goal else "") if goal else "")
    )


def listed(name: str, found: list[str]) -> None:
    """Print how many of something there are, and with --all which."""
    figure(name, len(found))
    if "--all" in sys.argv:
        for one in found:
            print(f"    {one}")


def name_of(file: Path) -> str:
    """The dotted name of a module, from its path."""
    parts = ["deckwright", *file.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(part for part in parts if part != "__init__")


def imported(name: str, tree: ast.Module, modules: dict[str, ast.Module]) -> list[str]:
    """The modules of the package that one imports anywhere in it, for types too."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [f"{node.module}.{alias.name}" for alias in node.names] + [node.module]
    submodules = {one for one in found if one in modules and one != name}
    return sorted(one for one in submodules if not any(other.startswith(f"{one}.") for other in submodules))


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
    found: set[str] = set()
    waiting = list(imports[start])
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += imports.get(name, ())
    return found


def wide_functions(modules: dict[str, ast.Module]) -> list[str]:
    """Functions of more parameters than a reader can hold, but for commands, whose parameters are options."""
    found = []
    for name, tree in modules.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and not (".commands." in name and node.name == "run"):
                args = node.args
                count = len(
                    [one for one in (*args.posonlyargs, *args.args, *args.kwonlyargs) if one.arg != "self"]
                )
                if count > MOST_PARAMETERS:
                    found.append(f"{name}.{node.name} ({count})")
    return found


def modules_run() -> dict[str, list[str]]:
    """The modules of the package of which each command runs a function, noted when it ends."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "sitecustomize.py").write_text(_COUNT, encoding="utf-8")
        (folder / "deck.yaml").write_text(
            "game: data-monsters\nformat: lab\ncards: {krol-junior: 2}\n", encoding="utf-8"
        )
        (folder / "score.yaml").write_text(SCORE, encoding="utf-8")
        for prepared in (["new", "game", "Frogs"], ["translate", "extract", "dataset", "--to", "fr"]):
            _run(folder, prepared)
        return {command: _run(folder, arguments) for command, arguments in COMMANDS.items()}


def _run(folder: Path, arguments: list[str]) -> list[str]:
    out = folder / "modules.json"
    environment = {**os.environ, "PYTHONPATH": str(folder), "MODULES_RUN": str(out), "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-m", "deckwright", *arguments, "--db", str(folder / "cards.db")]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in {0, 1}:
        raise SystemExit(done.stderr)
    return sorted(name_of(Path(file)) for file in json.loads(out.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
