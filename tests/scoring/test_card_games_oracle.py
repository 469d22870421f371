"""Points of random games against plain recounts: Data Monsters, Dataset and Monster Office Workplace."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

SEEDS = st.integers(0, 10**6)
COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")


def cards_of(packaged, game):
    return {card.id: card for card in packaged(game).cards}


def best(keys):
    """Who has the most, in the order of the keys, and how many numbers it took to tell."""
    top = max(keys.values())
    winners = [name for name, key in keys.items() if key == top]
    if len(winners) > 1:
        return winners, "shared"
    rest = max(key for name, key in keys.items() if name != winners[0])
    return winners, next(
        number for number, (one, other) in enumerate(zip(top, rest, strict=True)) if one != other
    )


@given(SEEDS, st.integers(2, 4))
def test_data_monsters(packaged, scored, seed, players):
    chance = random.Random(seed)  # noqa: S311 - random games, no secrets
    cards = cards_of(packaged, "data-monsters")
    won = {f"seat {number}": [] for number in range(players)}
    opportunities = sorted(name for name, card in cards.items() if card.kind == "opportunity")
    for name in chance.sample(opportunities, 12):
        won[chance.choice(list(won))].append(name)
    scores = scored("data-monsters", {"seats": {name: {"portfolio": own} for name, own in won.items()}})
    worth = {name: [cards[card].fields["bdp"] for card in own] for name, own in won.items()}
    keys = {name: (sum(own), max(own, default=0)) for name, own in worth.items()}
    assert {seat.seat: seat.points for seat in scores.seats} == {name: key[0] for name, key in keys.items()}
    winners, decided = best(keys)
    assert sorted(side.name for side in scores.ranking.winners) == sorted(winners)
    assert scores.ranking.decided_by == {0: "points", 1: "hardest"}.get(decided, "shared")


@given(SEEDS, st.integers(2, 6))
def test_dataset(packaged, scored, seed, players):
    chance = random.Random(seed)  # noqa: S311 - random games, no secrets
    cards = cards_of(packaged, "dataset")
    box = [
        card for card in cards.values() for _ in range(card.copies) if card.kind in {"simple", "sensitive"}
    ]
    chance.shuffle(box)
    purposes = [name for name in cards if name.startswith("purpose")]
    consents = ["consent"] * cards["consent"].copies
    seats, keys = {}, {}
    for number in range(players):
        own = [box.pop() for _ in range(14)]
        sensitive = [card for card in own if card.kind == "sensitive"]
        colour = chance.choice(["red", "blue", "yellow", "green", "fuchsia"])
        coloured = [card for card in own if card.fields["colour"] == colour]
        alike = next((some for some in (sensitive, coloured) if len(some) >= 6), [])
        treasure = [card.id for card in alike[: chance.randint(6, 8)]]
        count = bool(treasure) and bool(purposes)
        doubled = count and bool(consents) and chance.random() < 0.5
        rest = [card.id for card in own]
        for name in treasure if count else []:
            rest.remove(name)
        extra = [purposes.pop()] if count else []
        extra += [consents.pop()] if doubled else []
        cut = chance.randint(0, len(rest))
        seats[f"seat {number}"] = {
            "treasures": [treasure + extra] if count else [],
            "collected": dict(Counter(rest[:cut])) or [],
            "frozen": rest[cut:],
        }
        keys[f"seat {number}"] = (count + doubled, len(sensitive), len(own))
    scores = scored("dataset", {"seats": seats})
    assert {seat.seat: seat.points for seat in scores.seats} == {name: key[0] for name, key in keys.items()}
    winners, decided = best(keys)
    assert sorted(side.name for side in scores.ranking.winners) == sorted(winners)
    assert scores.ranking.decided_by == {0: "points", 1: "sensitive", 2: "dataset"}.get(decided, "shared")


@given(SEEDS, st.integers(2, 6))
def test_monster_office(packaged, scored, seed, players):
    chance = random.Random(seed)  # noqa: S311 - random games, no secrets
    cards = cards_of(packaged, "monster-office")
    seats = [f"seat {number}" for number in range(players)]
    projects = sorted(name for name, card in cards.items() if card.kind == "project")
    credit, done = Counter(), []
    for name in chance.sample(projects, 10):
        tokens, last = {}, {}
        for colour in COLOURS:
            for _ in range(cards[name].fields.get(f"need_{colour}", 0)):
                last[colour] = chance.choice(seats)
                own = tokens.setdefault(last[colour], Counter())
                own[colour] += 1
        by = last[chance.choice(list(last))]
        done.append({"card": name, "by": by, "tokens": tokens, "filled": last})
        credit[by] += len(last)
        for seat in last.values():
            credit[seat] += 1
        for seat, own in tokens.items():
            credit[seat] += sum(own.values())
    scores = scored("monster-office", {"projects": done, "seats": dict.fromkeys(seats)}, is_whole=True)
    assert {seat.seat: seat.points for seat in scores.seats} == {seat: credit[seat] for seat in seats}
    winners, _ = best({seat: (credit[seat],) for seat in seats})
    assert sorted(side.name for side in scores.ranking.winners) == sorted(winners)
    assert scores.findings == ()
