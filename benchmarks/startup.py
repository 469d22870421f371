"""How long short commands take, whole process, against a bare `python -c pass`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from clock import ratio

DECK = "game: data-monsters\nformat: lab\ncards:\n  krol-junior: 2\n  mainframe: 2\n"
BARE = [sys.executable, "-c", "pass"]


def main() -> None:
    """Print a ratio for each command."""
    program = str(Path(sys.executable).with_name("deckwright"))
    with tempfile.TemporaryDirectory() as folder:
        database = ["--db", str(Path(folder, "cards.db"))]
        deck = Path(folder, "deck.yaml")
        deck.write_text(DECK, encoding="utf-8")
        commands = {
            "--version": [program, "--version"],
            "search": [program, "search", "kind:tool tech>=3", *database],
            "check, a packaged deck": [program, "check", "data-monsters/startup", *database],
            "check, a YAML file": [program, "check", str(deck), *database],
        }
        goals = {"--version": 2}
        for name, command in commands.items():
            ratio(name, command, BARE, goal=goals.get(name, 12), runs=21)


if __name__ == "__main__":
    main()
