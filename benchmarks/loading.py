"""How long `deckwright load` of 10,000 cards takes, against what nobody could do without.

The floor reads the same files as YAML events with the C parser, and hands the same rows to sqlite3. Both are
whole processes, on databases that exist already and do not hold the game.
"""

from __future__ import annotations

import os
import pickle
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CARDS = 10_000
PER_FILE = 1_000
RUNS = 5
GOAL = 4.0

_GAME = """\
id: bench
title: Bench
source_language: en
languages: [en]
fields:
  power: {title: Power, type: integer, minimum: 0, maximum: 30}
  cost: {title: Cost, type: integer, minimum: 0, maximum: 30}
  level:
    title: Level
    type: string
    oneOf: [{const: junior, title: Junior}, {const: senior, title: Senior}, {const: chief, title: Chief}]
  class:
    title: Class
    type: array
    uniqueItems: true
    items: {enum: [engineer, designer, scientist]}
kinds:
  monster: {name: Monster, fields: [power, level, class]}
  tool: {name: Tool, fields: [power, cost]}
  hack: {name: Hack, optional: [cost]}
marks:
  unique: {name: Unique, rule: Only one copy may be in a deck., icon: "mdi:diamond-stone"}
  global: {name: Global, rule: It affects all players., icon: "mdi:earth"}
"""

_WORDS = ("draw", "discard", "monster", "tool", "lab", "data", "lake", "points", "market", "card", "player")
_WORDS += ("hand", "deck", "workshop", "science", "each", "turn", "other", "until", "next", "play", "one")
_WORDS += ("two", "return", "shuffle", "reveal", "choose", "gain", "lose", "pay", "move", "café", "cœur")

_FLOOR = """
import pickle, sqlite3, sys, time
from ruamel.yaml import YAML
database, rows, *files = sys.argv[1:]
for file in files:
    with open(file, "rb") as data:
        for event in YAML(typ="safe").parse(data.read()):
            pass
start = time.perf_counter()
with open(rows, "rb") as data:
    tables = pickle.load(data)
spent = time.perf_counter() - start
connection = sqlite3.connect(database, isolation_level=None)
connection.execute("BEGIN")
for table, rows in tables.items():
    if rows:
        connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
connection.execute("COMMIT")
print(spent)
"""


def write_game(folder: Path, cards: int = CARDS) -> Path:
    """Write a game of so many cards, the same each time; give its folder."""
    pick = random.Random(2026)  # noqa: S311 - cards, not secrets
    (folder / "cards").mkdir(parents=True)
    (folder / "game.yaml").write_text(_GAME, encoding="utf-8")
    for start in range(0, cards, PER_FILE):
        written = [_card(number, pick) for number in range(start, min(start + PER_FILE, cards))]
        file = folder / "cards" / f"cards-{start:06}.yaml"
        file.write_text("defaults: {origin: sample}\ncards:\n" + "".join(written), encoding="utf-8")
    return folder


def _card(number: int, pick: random.Random) -> str:
    kind = pick.choice(("monster", "monster", "tool", "hack"))
    lines = [
        f"  - id: card-{number:05}",
        f"    kind: {kind}",
        f"    name: {' '.join(pick.sample(_WORDS, 2)).title()} {number}",
        f"    text: {' '.join(pick.choices(_WORDS, k=18)).capitalize()}.",
        f"    flavour: {' '.join(pick.choices(_WORDS, k=8)).capitalize()}.",
        f"    copies: {pick.randint(1, 4)}",
        f"    marks: [{pick.choice(('unique', 'global', ''))}]",
    ]
    return "\n".join([*lines, *_FIELDS[kind](pick)]) + "\n"


_FIELDS = {
    "monster": lambda pick: [
        "    fields:",
        f"      power: {pick.randint(0, 30)}",
        f"      level: {pick.choice(('junior', 'senior', 'chief'))}",
        f"      class: [{', '.join(pick.sample(('engineer', 'designer', 'scientist'), pick.randint(1, 2)))}]",
    ],
    "tool": lambda pick: [f"    fields: {{power: {pick.randint(0, 30)}, cost: {pick.randint(0, 30)}}}"],
    "hack": lambda pick: [f"    fields: {{cost: {pick.randint(0, 30)}}}"],
}


def main() -> float:
    """Measure, print and give the ratio: median of some runs each, taken in turn."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        game = write_game(folder / "bench")
        existing = folder / "existing.db"
        _load(existing, folder / "nothing")
        rows = _rows_of(existing, game, folder)
        loads, floors = [], []
        for _ in range(RUNS):
            loads.append(_load(_copy(existing), game))
            floors.append(_floor(_copy(existing), rows, game))
    load, floor = statistics.median(loads), statistics.median(floors)
    mark = "" if load / floor <= GOAL else "  MISSED"
    print(
        f"{f'load of {CARDS} cards':28} {load / floor:6.2f} x   "
        f"({load * 1000:7.1f} ms / {floor * 1000:7.1f} ms; goal {GOAL:g} x){mark}"
    )
    return load / floor


def _copy(database: Path) -> Path:
    return Path(shutil.copy(database, database.with_name("used.db")))


def _load(database: Path, game: Path) -> float:
    """Time one whole `deckwright load`; of a folder that is not there, to make the database."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "deckwright", "load", str(game), "--db", str(database)]
    subprocess.run(command, check=game.exists(), capture_output=True)
    return time.perf_counter() - start


def _rows_of(existing: Path, game: Path, folder: Path) -> Path:
    """Keep the rows that loading the game adds, table by table."""
    _load(_copy(existing), game)
    with sqlite3.connect(existing.with_name("used.db")) as connection:
        connection.execute("ATTACH ? AS before", (str(existing),))
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        tables = [name for name in names if not name.startswith(("card_words_", "alembic", "sqlite_"))]
        added = {
            name: connection.execute(f"SELECT * FROM {name} EXCEPT SELECT * FROM before.{name}").fetchall()  # noqa: S608
            for name in tables
        }
    file = folder / "rows.pickle"
    file.write_bytes(pickle.dumps(added))
    return file


def _floor(database: Path, rows: Path, game: Path) -> float:
    """Time the floor as a whole process, without the reading of the rows that the load works out itself."""
    files = [game / "game.yaml", *sorted((game / "cards").iterdir())]
    start = time.perf_counter()
    command = [sys.executable, "-c", _FLOOR, str(database), str(rows), *map(str, files)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return time.perf_counter() - start - float(done.stdout)


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C.UTF-8"
    main()
