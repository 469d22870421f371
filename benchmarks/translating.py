"""How long 6,000 texts take to go out to a translator, come back, be checked and be counted, against polib.

The floor is a whole process in which polib reads the file that goes out, and does nothing with it. Spelling is checked
where spylls and a French dictionary are installed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from clock import processor_time, ratio
from loading import write_game

CARDS = 2_000
"""With a name, a text and a flavour text each."""

GOAL = 8.0
"""Each step reads the game besides, from the database or, to merge, from its folder, and opens the program."""

SPELLING_GOAL = 3.0
"""In seconds of a processor: dictionaries are read anew each time."""

_POLIB = "import sys, polib; polib.pofile(sys.argv[1])"


def main() -> None:
    """Measure and print the ratio of each step."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        game = _game(folder)
        database, out = str(folder / "cards.db"), str(folder / "bench.fr.po")
        deckwright = [sys.executable, "-m", "deckwright"]
        at = ["--db", database]
        _run([*deckwright, "load", str(game), *at])
        extract = [*deckwright, "translate", "extract", "bench", "--to", "fr", "--overwrite", "-o", out, *at]
        _run(extract)
        _translate(Path(out))
        floor = [sys.executable, "-c", _POLIB, out]
        # The first merge takes all texts in, the others find them there; both are read, held and checked alike.
        merge = [*deckwright, "translate", "merge", out, "--dry-run", *at]
        ratio("merge 6,000 texts, dry run", merge, floor, goal=GOAL)
        _run([*deckwright, "translate", "merge", out, *at])
        ratio("extract 6,000 texts", extract, floor, goal=GOAL)
        check = [*deckwright, "translate", "check", "bench", "--to", "fr", *at]
        ratio("check 6,000 texts alone", [*check, "--no-fit", "--no-spelling"], floor, goal=GOAL)
        ratio("check 6,000 texts with fit", [*check, "--no-spelling"], floor, goal=GOAL)
        processor_time("check 6,000, fit, spelling", check, goal=SPELLING_GOAL)
        ratio("status of 6,000 texts", [*deckwright, "translate", "status", "bench", *at], floor, goal=GOAL)


def _game(folder: Path) -> Path:
    """Write a game that is to be translated."""
    game = write_game(folder / "bench", CARDS)
    text = (game / "game.yaml").read_text(encoding="utf-8")
    (game / "game.yaml").write_text(text.replace("[en]\n", "[en, fr]\n"), encoding="utf-8")
    return game


def _translate(file: Path) -> None:
    """Translate a file as nobody should: each text is its source, said in French."""
    lines, source = [], ""
    for line in file.read_text(encoding="utf-8").split("\n"):
        source = line.removeprefix("msgid ") if line.startswith("msgid ") else source
        is_empty = line == 'msgstr ""' and source != '""'
        lines.append(f'msgstr "Voilà : {source[1:]}' if is_empty else line)
    file.write_text("\n".join(lines), encoding="utf-8")


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, capture_output=True)


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C.UTF-8"
    main()
