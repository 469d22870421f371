"""How much CPU time `repair` takes for illegal decks of 40 to 60 cards, in games of 1,000 to 2,000 cards and up to 20 rules.

Each game is random, the same each time: factions, traits, points, leaders with limits of their own, zones, and minimums that grow
with the deck. The decks are mostly random, so that they need many changes, or legal ones with a few changes.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.construction.deck_checker import CheckContext, DeckChecker
from deckwright.construction.repair import repair
from deckwright.files.game_package import read_package
from deckwright.model.card import Deck, DeckEntry

if TYPE_CHECKING:
    from deckwright.files.game_package import GamePackage

GAMES = 12
DECKS = 5
GOAL_FIRST, GOAL_LAST, GOAL_NEAREST = 1.0, 10.0, 0.9

_FACTIONS = ("moor", "reed", "pond", "brook", "lake", "delta", "fen")
_KINDS = ("creature", "spell", "place", "gear")
_TRAITS = ("swift", "wise", "old", "wild", "tame", "deep", "bright", "dark")


class Repair(NamedTuple):
    """A repaired deck: CPU seconds to the first answer and to the last, what was changed, and what is proved."""

    first: float
    last: float
    changed_first: int
    changed: int
    legal: bool
    nearest: bool
    least: float


def write_game(folder: Path, pick: random.Random) -> None:
    """Write a game with cards and a format at random."""
    leaders, size = pick.choice((6, 20, 40)), pick.choice((40, 50, 60))
    cards = [_leader(number, size, pick) for number in range(leaders)]
    cards += [_card(number, pick) for number in range(pick.randint(1_000, 2_000))]
    game = {
        "id": "bulk",
        "title": "Bulk",
        "source_language": "en",
        "languages": ["en"],
        "fields": {
            "cost": {"title": "Cost", "type": "integer"},
            "points": {"title": "Points", "type": "integer"},
            "limit": {"title": "Limit", "type": "integer"},
            "size": {"title": "Size", "type": "integer"},
            "faction": {"title": "Faction", "enum": list(_FACTIONS)},
            "traits": {"title": "Traits", "type": "array", "items": {"enum": list(_TRAITS)}},
        },
        "kinds": {
            "leader": {"name": "Leader", "fields": ["faction", "size", "points"]},
            **{
                kind: {
                    "name": kind.title(),
                    "fields": ["cost", "points", "faction", "traits"],
                    "optional": ["limit"],
                }
                for kind in _KINDS
            },
        },
        "formats": {"open": _format(size, [card["id"] for card in cards[leaders:]], pick)},
    }
    (folder / "cards").mkdir(parents=True)
    (folder / "game.yaml").write_text(json.dumps(game), "utf-8")
    (folder / "cards" / "cards.yaml").write_text(json.dumps({"cards": cards}), "utf-8")


def _leader(number: int, size: int, pick: random.Random) -> dict[str, Any]:
    fields = {
        "faction": pick.choice(_FACTIONS),
        "size": size + pick.choice((0, 0, 5)),
        "points": pick.randint(60, 90),
    }
    return {"id": f"leader-{number}", "name": f"Leader {number}", "kind": "leader", "fields": fields}


def _card(number: int, pick: random.Random) -> dict[str, Any]:
    fields = {
        "cost": pick.randint(0, 9),
        "points": pick.choice((0, 0, 1, 1, 2, 3, 5)),
        "faction": pick.choice(_FACTIONS),
        "traits": pick.sample(_TRAITS, pick.randint(1, 3)),
    }
    if not pick.randrange(10):
        fields["limit"] = 1
    return {
        "id": f"card-{number:04}",
        "name": f"Card {number // 2 if number % 10 == 1 else number}",
        "kind": pick.choice(_KINDS),
        "fields": fields,
    }


def _format(size: int, ids: list[str], pick: random.Random) -> dict[str, Any]:
    """Make a format: the rules of each game, and some of the others."""
    rules: list[dict[str, Any]] = [
        {"id": "leader", "zone": "lead", "measure": "cards", "min": 1, "max": 1},
        {"id": "leads", "zone": "lead", "over": "-kind:leader", "measure": "cards", "max": 0},
        {"id": "led", "zone": ["cards", "side"], "over": "kind:leader", "measure": "cards", "max": 0},
        {"id": "copies", "zone": ["cards", "side"], "measure": "copies", "same": ["name"], "max": 3},
        {"id": "limit", "zone": ["cards", "side"], "measure": "copies", "max": "limit"},
        {"id": "side", "zone": "side", "measure": "cards", "max": 10},
        pick.choice(
            (
                {"id": "size", "measure": "cards", "min": size, "max": size},
                {"id": "size", "measure": "cards", "min": {"field": "size", "of": "leader"}},
            )
        ),
    ]
    others: list[dict[str, Any]] = [
        {"id": "faction", "over": "-faction:leader.faction", "measure": "cards", "max": {"share": "1/4"}},
        {"id": "own", "over": "faction:leader.faction", "measure": "cards", "min": {"share": "1/3"}},
        {"id": "points", "measure": {"sum": "points"}, "max": {"field": "points", "of": "leader"}},
        {"id": "cheap", "over": "cost<=2", "measure": "cards", "min": 12},
        {"id": "dear", "over": "cost>=7", "measure": "cards", "max": 8},
        {"id": "cost", "measure": {"sum": "cost"}, "max": 4 * size},
        {"id": "places", "over": "kind:place", "measure": "cards", "min": {"share": "30%"}},
        {
            "id": "spells",
            "over": "kind:spell",
            "measure": "cards",
            "min": {"share": "1/5"},
            "max": {"share": "1/2"},
        },
        {"id": "gear", "over": "kind:gear", "measure": "distinct", "min": 4, "max": 9},
        {"id": "factions", "measure": {"groups": "faction"}, "max": 3},
        {"id": "traits", "measure": {"groups": "traits", "each": 4}, "min": 4},
        {"id": "dark", "when": "traits:dark", "over": "traits:bright", "measure": "cards", "max": 0},
        {
            "id": "deep",
            "when": {"over": "traits:deep", "min": 6},
            "over": "kind:place",
            "measure": "cards",
            "min": 15,
        },
        {"id": "sorts", "zone": "cards", "over": "points>=3", "measure": "distinct", "max": 10},
        {"id": "wild", "over": "traits:wild", "measure": "cards", "max": {"count": {"over": "traits:tame"}}},
        {"id": "once", "zone": ["cards", "side"], "over": "points>=5", "measure": "zones", "max": 1},
        {
            "id": "options",
            "options": [
                {"over": "faction:leader.faction"},
                {"over": "traits:wise", "max": 10},
                {"over": "cost<=3", "max": 12},
            ],
        },
    ]
    chosen = pick.sample(others, pick.randint(5, min(13, len(others))))
    return {
        "name": "Open",
        "zones": ["side", "lead"],
        "references": {"leader": {"over": "kind:leader", "zones": "lead"}},
        "banned": pick.sample(ids, 20),
        "rules": [*rules, *chosen],
    }


def decks_of(package: GamePackage, pick: random.Random) -> list[Deck]:
    """Illegal decks: random ones, and what repairs made of these, with some changes."""
    game, cards = package.game, {card.id: card for card in package.cards}
    decks = [_deck(package, pick, pick.choice((1, 2, 7))) for _ in range(DECKS)]
    checker = DeckChecker(game, cards)
    for number in range(2, DECKS):
        deck = repair(decks[number], game, cards, CheckContext(), effort=0).deck
        while checker.check(deck).legal:
            deck = _changed(deck, [*cards], pick)
        decks[number] = deck
    return decks


def _deck(package: GamePackage, pick: random.Random, factions: int) -> Deck:
    leaders = [card for card in package.cards if card.kind == "leader"]
    leader = pick.choice(leaders)
    wanted = {str(leader.fields["faction"]), *pick.sample(_FACTIONS, factions - 1)}
    pool = [card for card in package.cards if card.kind != "leader" and card.fields["faction"] in wanted]
    entries = [DeckEntry(leader.id, 1, "lead")]
    entries += [DeckEntry(card.id, pick.randint(1, 3)) for card in pick.sample(pool, 25)]
    entries += [DeckEntry(card.id, 1, "side") for card in pick.sample(pool, 4)]
    return Deck("bulk", "Deck", tuple(entries), format="open")


def _changed(deck: Deck, ids: list[str], pick: random.Random) -> Deck:
    entries = [*deck.entries]
    for _ in range(pick.randint(1, 4)):
        entry = entries.pop(pick.randrange(len(entries)))
        entries.append(DeckEntry(pick.choice(ids), entry.copies, entry.zone))
    copies = {(entry.card, entry.zone): entry for entry in entries}
    return deck._replace(entries=tuple(copies.values()))


def measure(package: GamePackage, deck: Deck) -> Repair:
    """Repair a deck, once without effort and once with all of it."""
    game, cards = package.game, {card.id: card for card in package.cards}
    began = time.process_time()
    first = repair(deck, game, cards, CheckContext(), effort=0)
    between = time.process_time()
    last = repair(deck, game, cards, CheckContext())
    ended = time.process_time()
    return Repair(
        between - began, ended - between, first.changed, last.changed, last.legal, last.nearest, last.least
    )


def main() -> None:
    """Repair the decks of all games; `GAMES` and their first number can be arguments."""
    count, start = [*map(int, sys.argv[1:]), *(GAMES, 0)[len(sys.argv) - 1 :]]
    repairs = []
    for seed in range(start, start + count):
        pick = random.Random(seed)  # noqa: S311 - cards, not secrets
        with tempfile.TemporaryDirectory() as name:
            write_game(Path(name), pick)
            package, findings = read_package(Path(name))
            if package is None:
                raise SystemExit(
                    "\n".join(finding.message for finding in findings if finding.severity == "error")
                )
            for number, deck in enumerate(decks_of(package, pick)):
                done = measure(package, deck)
                repairs.append(done)
                print(
                    f"game {seed} deck {number}: first {done.first:5.2f} s {done.changed_first:3} changes, "
                    f"last {done.last:5.2f} s {done.changed:3} changes, at least {done.least}",
                    flush=True,
                )
    legal = [done for done in repairs if done.legal]
    print(
        f"{len(repairs)} decks, {len(legal)} repaired, {sum(done.nearest for done in repairs)} proved nearest"
    )
    for label, times, goal in (
        ("first answer", [done.first for done in repairs], GOAL_FIRST),
        ("last answer", [done.last for done in repairs], GOAL_LAST),
    ):
        print(f"{label}: median {statistics.median(times):.2f} s, worst {max(times):.2f} s (goal {goal} s)")


if __name__ == "__main__":
    main()
