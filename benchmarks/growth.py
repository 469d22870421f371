"""Time and memory of commands with games of 100 to 100,000 cards, written as a table into docs/performance.md.

Times are CPU seconds of whole processes, which other programs on the machine change less than the time of a clock; those
of searches are CPU milliseconds in a process that has opened the database, the least of several. Memory is the most
that a process had (`ru_maxrss`). With sizes as arguments, such as `100 1000`, the table is printed only.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from loading import write_game

from deckwright.workbench.cards import SearchOptions, search_cards
from deckwright.workbench.library import open_library

SIZES = (100, 1_000, 10_000, 100_000)
DECKS = 100
PROGRAM = str(Path(sys.executable).with_name("deckwright"))
PAGE = Path(__file__).parents[1] / "docs" / "performance.md"
GROWTH = 1.5
"""How much more a card may cost from the third size to the last than from the first to the third."""

_FORMAT = """\
formats:
  open:
    name: Open
    rules:
      - {id: size, measure: cards, min: 40, max: 60}
      - {id: copies, measure: copies, max: 3}
      - {id: tools, over: "kind:tool cost>=20", measure: cards, max: 30}
"""
_SEARCHES = {
    "one card by a word of its name": ("{last}", 0),
    "two words, one of them on 58 % of the cards": ("play {last}", 0),
    "a phrase and a field": ('name:"data lake" power>10', 0),
    "two broad comparisons, the first 20": ("cost>=3 power>10", 20),
    "three fields, the first 20": ("kind:tool cost>=3 -mark:unique", 20),
    "all cards, the first 20": ("", 20),
    "a word that 58 % of cards have, the first 20": ("monster", 20),
    "a word that 58 % of cards have, all of them": ("monster", 0),
}


class Usage(NamedTuple):
    """CPU seconds of a process, and its peak memory in MiB."""

    seconds: float
    memory: float

    def __str__(self) -> str:
        return f"{self.seconds:.2f} s, {self.memory:.0f} MiB"


def run(*arguments: str) -> Usage:
    """Run a command to its end; whatever its exit code, it must not fail."""
    with tempfile.TemporaryFile() as errors:
        command = [PROGRAM, *arguments]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors) as process:
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in {0, 1}:
            errors.seek(0)
            raise RuntimeError(f"{command}: {errors.read()[-500:].decode()}")
    return Usage(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def measure(folder: Path, cards: int) -> tuple[dict[str, Usage], dict[str, float]]:
    """Usage of each command with a game of so many cards, and milliseconds of each search; each printed when it is known."""
    game = write_game(folder / "bench", cards)
    with (game / "game.yaml").open("a", encoding="utf-8") as file:
        file.write(_FORMAT)
    french = _translated(game, folder / "french" / "bench")
    table = _tabulated(game, folder / "csv" / "bench")
    at = ["--db", str(folder / "cards.db")]
    other = ["--db", str(folder / "french.db")]
    for database in ("cards.db", "csv.db", "french.db"):
        run("search", "nothing", "--db", str(folder / database))
    _write_decks(folder / "decks", cards)
    commands = {
        "`load`": ["load", str(game), *at],
        "`load`, unchanged": ["load", str(game), *at],
        "`search`, one card": ["search", f"play {cards - 1}", *at],
        f"`check` of {DECKS} decks": ["check", str(folder / "decks"), "--summary", "--jobs", "1", *at],
        "`load` from one CSV file": ["load", str(table), "--db", str(folder / "csv.db")],
        "`load`, in two languages": ["load", str(french), *other],
        "`translate check --no-fit`": [
            *("translate", "check", "bench", "--to", "fr", "--no-fit", "--no-spelling", *other)
        ],
        "`export html`": ["export", "html", "bench", "-o", str(folder / "cards.html"), *at],
        "`export pdf`": ["export", "pdf", "bench", "-o", str(folder / "cards.pdf"), *at],
    }
    used = {}
    for name, command in commands.items():
        used[name] = run(*command)
        print(f"{cards:,} cards: {name} {used[name]}", file=sys.stderr)
    return used, _time_searches(str(folder / "cards.db"), cards)


_TEXT = re.compile(r"  - id: (.+)|    (name|text): (.+)")


def _translated(game: Path, copy: Path) -> Path:
    """Copy a game, with names and texts in French, as nobody should translate them."""
    shutil.copytree(game, copy)
    definition = copy / "game.yaml"
    text = definition.read_text(encoding="utf-8").replace("languages: [en]\n", "languages: [en, fr]\n")
    definition.write_text(text, encoding="utf-8")
    (copy / "locales").mkdir()
    with (copy / "locales" / "fr.po").open("w", encoding="utf-8") as file:
        file.write('msgid ""\nmsgstr "Language: fr\\n"\n')
        for cards in sorted((copy / "cards").iterdir()):
            card = ""
            for found in _TEXT.finditer(cards.read_text(encoding="utf-8")):
                card = found[1] or card
                if found[2]:
                    said = f'msgid "{found[3]}"\nmsgstr "Voilà : {found[3]}"\n'
                    file.write(f'\nmsgctxt "{card}.{found[2]}"\n{said}')
    return copy


def _tabulated(game: Path, copy: Path) -> Path:
    """Copy a game, with its cards in one CSV file, as spreadsheets write it."""
    database = str(game.parent / "tabulated.db")
    run("load", str(game), "--db", database)
    (copy / "cards").mkdir(parents=True)
    shutil.copy(game / "game.yaml", copy)
    run("export", "csv", "bench", "-o", str(copy / "cards" / "cards.csv"), "--db", database)
    return copy


def _write_decks(folder: Path, cards: int) -> None:
    pick = random.Random(2026)  # noqa: S311 - decks, not secrets
    folder.mkdir()
    for number in range(DECKS):
        listed = "".join(f"  card-{card:05}: 1\n" for card in sorted(pick.sample(range(cards), 50)))
        text = f"game: bench\nformat: open\nname: Deck {number}\ncards:\n{listed}"
        (folder / f"deck-{number:03}.yaml").write_text(text, encoding="utf-8")


def _time_searches(database: str, cards: int) -> dict[str, float]:
    with open_library(database) as library:
        return {
            name: min(_milliseconds(library, query.format(last=cards - 1), limit) for _ in range(5))
            for name, (query, limit) in _SEARCHES.items()
        }


def _milliseconds(library: object, query: str, limit: int) -> float:
    start = time.process_time()
    search_cards(library, query, SearchOptions(limit=limit))  # type: ignore[arg-type]
    return (time.process_time() - start) * 1000


def table(sizes: tuple[int, ...]) -> str:
    """Measure all sizes; return the tables in Markdown."""
    found = []
    for cards in sizes:
        with tempfile.TemporaryDirectory() as name:
            found.append(measure(Path(name), cards))
    heads = [f"{cards:,} cards" for cards in sizes]
    lines = [f"| command | {' | '.join(heads)} | growth |", f"|---|{'---|' * len(sizes)}---|"]
    for name in found[0][0]:
        used = [one[name] for one, _ in found]
        growth = _growth(sizes, [one.seconds for one in used])
        lines.append(f"| {name} | {' | '.join(map(str, used))} | {growth} |")
    lines += ["", f"| search, in process | {' | '.join(heads)} |", f"|---|{'---|' * len(sizes)}"]
    for name in found[0][1]:
        lines.append(f"| {name} | {' | '.join(f'{one[name]:.1f} ms' for _, one in found)} |")
    return "\n".join(lines)


def _growth(sizes: tuple[int, ...], seconds: list[float]) -> str:
    """How much more each further card costs in the last step than before it; – for what hardly depends on them."""
    if len(sizes) < len(SIZES):
        return ""
    before = (seconds[-2] - seconds[0]) / (sizes[-2] - sizes[0])
    after = (seconds[-1] - seconds[-2]) / (sizes[-1] - sizes[-2])
    if seconds[-2] - seconds[0] < 0.05:  # noqa: PLR2004 - seconds, less than two runs differ by
        return "–"
    return f"{after / before:.2f} ×" + ("" if after / before <= GROWTH else " **missed**")


def main() -> None:
    """Write the tables into the page, or print those of the sizes in the arguments."""
    sizes = tuple(map(int, sys.argv[1:]))
    made = table(sizes or SIZES)
    print(made)
    if not sizes:
        page = PAGE.read_text(encoding="utf-8")
        marked = re.compile("(?<=<!-- growth -->\n).*?(?=<!-- end -->)", re.DOTALL)
        PAGE.write_text(marked.sub(lambda _: f"\n{made}\n\n", page), encoding="utf-8")


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C.UTF-8"
    main()
