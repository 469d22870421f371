"""How long short commands take, as whole processes, against a bare `python -c pass`, and what takes the time."""

from __future__ import annotations

import compileall
import subprocess
import sys
import tempfile
from pathlib import Path

from clock import ratio

DECK = "game: data-monsters\nformat: lab\ncards:\n  krol-junior: 2\n  mainframe: 2\n"
BARE = [sys.executable, "-c", "pass"]
PROGRAM = str(Path(sys.executable).with_name("deckwright"))
GOALS = {"--version": 2, "--help": 8, "games": 7, "show": 7, "search": 9, "check": 8}
PACKAGE = Path(__file__).parent.parent / "cli" / "deckwright"
SLOWEST = 10
RUNS = 5
"""How often imports are timed: the least of several times is the one that nothing else on the machine has interrupted."""


def main() -> None:
    """Print a ratio for each command, then the slowest imports of each."""
    compileall.compile_dir(PACKAGE, quiet=1)  # as installing does, even where PYTHONDONTWRITEBYTECODE is set
    with tempfile.TemporaryDirectory() as folder:
        deck = Path(folder, "deck.yaml")
        deck.write_text(DECK, encoding="utf-8")
        commands = _commands(deck, Path(folder, "cards.db"))
        for name, command in commands.items():
            ratio(name, [PROGRAM, *command], BARE, goal=GOALS[name], runs=21)
        for name, command in commands.items():
            _print_slowest(name, command)


def _commands(deck: Path, database: Path) -> dict[str, list[str]]:
    of_cards = ["--db", str(database)]
    return {
        "--version": ["--version"],
        "--help": ["--help"],
        "games": ["games", *of_cards],
        "show": ["show", "krol-junior", *of_cards],
        "search": ["search", "kind:tool tech>=3", *of_cards],
        "check": ["check", str(deck), *of_cards],
    }


def _print_slowest(name: str, command: list[str]) -> None:
    """Print the modules that take longest to import, each without those that it imports itself."""
    runs = [_import_times(command) for _ in range(RUNS)]
    times = {module: min(run.get(module, 0) for run in runs) for module in runs[0]}
    own = sum(times[module] for module in times if module.startswith("deckwright"))
    print(
        f"\n{name}: {len(times)} modules imported in {sum(times.values()):.1f} ms, our own in {own:.1f}; slowest:"
    )
    for module, milliseconds in sorted(times.items(), key=lambda pair: -pair[1])[:SLOWEST]:
        print(f"    {milliseconds:6.2f} ms  {module}")


def _import_times(command: list[str]) -> dict[str, float]:
    """Milliseconds by module, from lines such as `import time:  648 |  1048 | site`."""
    arguments = [sys.executable, "-X", "importtime", "-m", "deckwright", *command]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    rows = [line.removeprefix("import time:").split("|") for line in done.stderr.splitlines()]
    timed = [
        row for row in rows if len(row) == len(("own", "cumulative", "module")) and row[0].strip().isdigit()
    ]
    return {module.strip(): int(own) / 1000 for own, _, module in timed}


if __name__ == "__main__":
    main()
