"""How much CPU time `deckwright check` takes for a folder of 4,500 decks, of a game of 4,000 cards and 60 rules.

With two processes, it takes more CPU time, but less time.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

DECKS = 4_500
CARDS = 4_000
RULES = 60
COPIES = (1,) * 40 + (2,) * 60 + (3,)
"""How many copies of a card decks have: more than two are sometimes too many."""
GOAL = 6.0
PROGRAM = str(Path(sys.executable).with_name("deckwright"))

_FACTIONS = ("moor", "reed", "pond", "brook", "lake", "delta", "fen")
_KINDS = ("creature", "spell", "place", "gear")
_TRAITS = ("swift", "wise", "old", "wild", "tame", "deep", "bright", "dark")
_WORDS = ("tree", "moor", "night", "stone", "river", "glass", "king", "moss", "dawn", "iron", "silk", "fog")

_GAME = """\
id: bulk
title: Bulk
source_language: en
languages: [en]
fields:
  cost: {title: Cost, type: integer, minimum: 0, maximum: 12}
  influence: {title: Influence, type: integer, minimum: 0, maximum: 5}
  faction: {title: Faction, type: string, enum: [%s]}
  traits: {title: Traits, type: array, uniqueItems: true, items: {enum: [%s]}}
  limit: {title: Limit, type: integer, minimum: 1, maximum: 3}
kinds:
  leader: {name: Leader, fields: [faction]}
%s
formats:
  open:
    name: Open
    zones: [leader, side]
    pool: "kind:leader or cost<=12"
    banned: [%s]
    rules:
%s
"""


def write_game(folder: Path) -> list[str]:
    """Write the game, the same each time; the names of its cards, of which the first are the leaders."""
    pick = random.Random(2026)  # noqa: S311 - cards, not secrets
    (folder / "cards").mkdir(parents=True)
    ids = [f"card-{number:04}" for number in range(CARDS)]
    text = _GAME % (
        ", ".join(_FACTIONS),
        ", ".join(_TRAITS),
        "\n".join(
            f"  {kind}: {{name: {kind.title()}, fields: [cost, influence, faction, traits, limit]}}"
            for kind in _KINDS
        ),
        ", ".join(pick.sample(ids[len(_FACTIONS) :], 5)),
        "\n".join(f"      - {rule}" for rule in _rules()),
    )
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    names = [f"{pick.choice(_WORDS)} {pick.choice(_WORDS)} {number}".title() for number in range(CARDS)]
    cards = [_card(number, name, pick) for number, name in enumerate(names)]
    (folder / "cards" / "cards.yaml").write_text("cards:\n" + "".join(cards), encoding="utf-8")
    return names


def _card(number: int, name: str, pick: random.Random) -> str:
    head = f"  - id: card-{number:04}\n    name: {name}\n    copies: 1\n"
    if number < len(_FACTIONS):
        return f"{head}    kind: leader\n    fields: {{faction: {_FACTIONS[number]}}}\n"
    fields = {
        "cost": pick.randint(0, 12),
        "influence": pick.randint(0, 5),
        "faction": pick.choice(_FACTIONS),
        "traits": f"[{', '.join(pick.sample(_TRAITS, pick.randint(1, 3)))}]",
        "limit": pick.choice((2, 3)),
    }
    written = ", ".join(f"{key}: {value}" for key, value in fields.items())
    return f"{head}    kind: {pick.choice(_KINDS)}\n    fields: {{{written}}}\n"


def _rules() -> list[str]:
    """Sixty rules of the sorts that published games have."""
    rules = [
        "{id: size, measure: cards, min: 60, max: 100}",
        "{id: leader, zone: leader, measure: cards, min: 1, max: 1}",
        '{id: leader-kind, zone: leader, over: "-kind:leader", measure: cards, max: 0}',
        "{id: copies, measure: copies, max: 3}",
        "{id: limit, measure: copies, max: limit}",
        "{id: side, zone: side, measure: cards, max: 15}",
        "{id: influence, measure: {sum: influence}, max: 260}",
        "{id: distinct, measure: distinct, min: 20}",
    ]
    for faction in _FACTIONS:
        query = f'over: "faction:{faction}"'
        rules += [
            f"{{id: most-{faction}, {query}, measure: cards, max: 30}}",
            f"{{id: cost-{faction}, {query}, measure: {{sum: cost}}, max: 180}}",
            f'{{id: own-{faction}, {query}, measure: cards, min: 3, when: {{over: "kind:leader faction:{faction}", zones: [leader]}}}}',
        ]
    for kind in _KINDS:
        rules += [
            f'{{id: few-{kind}, over: "kind:{kind} cost>=10", measure: cards, max: 20}}',
            f'{{id: copies-{kind}, over: "kind:{kind} trait:old", measure: copies, max: 3}}'.replace(
                "trait:", "traits:"
            ),
        ]
    number = 0
    while len(rules) < RULES:
        trait, kind = _TRAITS[number % len(_TRAITS)], _KINDS[number % len(_KINDS)]
        rules.append(
            f'{{id: mix-{number}, over: "traits:{trait} (kind:{kind} or cost<={number % 6})", measure: cards, max: 40}}'
        )
        number += 1
    return rules


def write_decks(folder: Path, names: list[str]) -> None:
    """Write text lists of 60 to 100 cards; one in fifty has a name that no card has."""
    pick = random.Random(2027)  # noqa: S311 - decks, not secrets
    folder.mkdir(parents=True)
    leaders, others = names[: len(_FACTIONS)], names[len(_FACTIONS) :]
    for number in range(DECKS):
        lines = [
            "# game: bulk",
            "# format: open",
            f"# name: Deck {number}",
            "",
            "leader:",
            f"1 {pick.choice(leaders)}",
            "",
            "cards:",
        ]
        left = pick.randint(60, 100)
        for name in pick.sample(others, 60):
            copies = min(left, pick.choice(COPIES))
            lines.append(f"{copies} {name}")
            left -= copies
            if not left:
                break
        lines += ["", "side:", *(f"1 {name}" for name in pick.sample(others, pick.randint(0, 15)))]
        if number % 50 == 0:
            lines.append("1 Tree Moor Ninety")
        (folder / f"deck-{number:04}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> float:
    """Measure, print and return the CPU seconds of the whole command in one process."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = str(folder / "bulk.db")
        write_decks(folder / "decks", write_game(folder / "bulk"))
        load = [PROGRAM, "load", str(folder / "bulk"), "--db", database]
        subprocess.run(load, check=True, capture_output=True)
        check = [PROGRAM, "check", str(folder / "decks"), "--summary", "--db", database, "--jobs"]
        measured = {jobs: _cpu_seconds([*check, jobs]) for jobs in ("1", "2")}
    for jobs, (cpu, elapsed) in measured.items():
        mark = "" if cpu <= GOAL or jobs != "1" else "  MISSED"
        label = f"check of {DECKS} decks, jobs {jobs}"
        print(f"{label:28} {cpu:6.2f} s of CPU ({elapsed:.2f} s elapsed; goal {GOAL:g} s){mark}")
    return measured["1"][0]


def _cpu_seconds(command: list[str]) -> tuple[float, float]:
    """CPU seconds of a command and its processes, and the seconds until it ends."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    after, end = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    if done.returncode not in {0, 1, 3} or not done.stdout:
        raise RuntimeError(done.stderr)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, end - start


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C.UTF-8"
    main()
