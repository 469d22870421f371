"""Big Monster's points from random exploration zones, against a plain recount with a geometry of its own."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

CRYSTAL = {"green": 2, "red": 5, "blue": 10}


def size(card):
    return {"tall": (1, 2), "wide": (2, 1), "block": (2, 2)}[card.fields["shape"]]


def lay_out(cards, explorer, chance, count, *, is_keen=True):
    """Place random tiles, each beside those that lie there; give them as (card, x, y)."""
    laid = [(cards[explorer], 0, 0)]
    wanted = chance.choice([{"ice"}, {"lava", "rune"}, {"big", "lava"}, {"ice", "big", "lava", "rune"}])
    tiles = [card for card in cards.values() if card.kind == "tile"]
    box = [card for card in tiles for _ in range(card.copies) if card.fields["family"] in wanted]
    box += chance.sample([card for card in tiles if card.fields["family"] not in wanted], 8)
    for card in chance.sample(box, count):
        taken = {
            (x + dx, y + dy) for one, x, y in laid for dx in range(size(one)[0]) for dy in range(size(one)[1])
        }
        width, height = size(card)
        free = []
        for x in range(-6, 7):
            for y in range(-6, 7):
                own = {(x + dx, y + dy) for dx in range(width) for dy in range(height)}
                beside = {(a + dx, b + dy) for a, b in own for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
                if not own & taken and beside & taken:
                    free.append((x, y))
        close = sorted(free, key=lambda at: abs(at[0]) + abs(at[1]))[:8]
        tried = chance.sample(close, min(len(close), 4 if is_keen else 1))
        # Without some skill, hardly anything would join.
        best = max(tried, key=lambda at: sum(recount([*laid, (card, *at)], []).values()))
        laid.append((card, *best))
    return laid


def corner_map(laid):
    """Give which blue quarters meet in each corner of the grid."""
    meeting = {}
    for card, x, y in laid:
        width, height = size(card)
        corners = {
            "blue-top-left": (x, y),
            "blue-top-right": (x + width, y),
            "blue-bottom-left": (x, y + height),
            "blue-bottom-right": (x + width, y + height),
        }
        for part, corner in corners.items():
            if part in card.fields.get("parts", []):
                meeting.setdefault(corner, set()).add(part)
    return meeting


def recount(laid, medals):  # noqa: C901 - all the rules in one place, apart from how the program counts
    """Count everything as a person with a pencil would."""
    joins = Counter(len(parts) == 4 for parts in corner_map(laid).values())
    found = Counter(blue=joins[True])
    mutations = Counter()
    for one, x, y in laid:
        parts = one.fields.get("parts", [])
        width, height = size(one)
        for other_number, (other, a, b) in enumerate(laid):
            theirs = other.fields.get("parts", [])
            is_right = (a, b) == (x + width, y)
            if is_right and "green-right" in parts and "green-left" in theirs:
                found["green"] += 1
            if is_right and "big-left" in parts and "big-right" in theirs:
                found["big"] += 1
            if b == y + height and "red-top" in theirs:
                found["red"] += ("red-bottom" in parts and a == x) + ("red-bottom-left" in parts and a == x)
                found["red"] += "red-bottom-right" in parts and a == x + 1
            if "mutates-below" in parts and "stages" in other.fields and b == y + 1 and a in {x, x + 1}:
                mutations[other_number] += 1
            if "mutates-above" in parts and "stages" in other.fields and b + 2 == y and a == x + 1:
                mutations[other_number] += 1
    tiles = [card for card, _, _ in laid[1:]]
    explorer = laid[0][0]
    by_family = Counter(card.fields["family"] for card in tiles)
    mutants = [card for card in tiles if "stages" in card.fields]
    crystals = found["green"] + found["red"] + found["blue"]
    per = {
        "ice": len(mutants),
        "lava": by_family["lava"],
        "grassland": by_family["grassland"],
        "big-complete": found["big"],
        "medal": len(medals),
        "green-crystal": found["green"],
        "crystal": crystals,
        "family": len(by_family),
        "rune": sum(card.fields.get("runes", 0) for card in tiles),
        "desert": by_family["desert"],
        "mutagenic": sum(card.fields.get("mutagens", 0) for card in tiles),
    }

    def bonus(card):
        given = card.fields.get("gives", 0) * per.get(card.fields.get("per"), 0)
        return min(given, card.fields.get("most", given))

    ice = 0
    for number, (card, _, _) in enumerate(laid):
        if "stages" in card.fields:
            stages = card.fields["stages"]
            ice += stages[-1] if mutations[number] >= len(stages) else stages[mutations[number]]
    return {
        "ice": ice,
        "big": by_family["big"] - 2 * found["big"] + 11 * found["big"],
        "lava": sum(card.fields["points"] for card in tiles if card.fields["family"] == "lava"),
        "grassland": sum(bonus(card) for card in tiles if card.fields["family"] == "grassland"),
        "swamp": 2 * by_family["swamp"] ** 2,
        "crystals": sum(CRYSTAL[colour] * found[colour] for colour in CRYSTAL),
        "explorer": bonus(explorer),
        "medals": sum(card.fields["points"] for card in medals),
    }


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.integers(0, 11), st.booleans())
def test_a_random_zone_scores_as_a_recount(packaged, scored, seed, number, has_medal):
    monsters = {card.id: card for card in packaged("big-monster").cards}
    explorer = sorted(name for name in monsters if name.startswith("explorer"))[number]
    chance = random.Random(seed)  # noqa: S311 - random zones, no secrets
    laid = lay_out(monsters, explorer, chance, 18)
    value = {
        "explorer": explorer,
        "tiles": [{"card": card.id, "at": [x, y]} for card, x, y in laid[1:]],
        "medals": ["medal-spare-10"] if has_medal else [],
    }
    # Alone, a seat has the fewest desert and rune monsters too.
    scores = scored("big-monster", {"mode": "competitive", "seats": {"Ann": value}})
    medals = [monsters["medal-penalty"], *(monsters[name] for name in value["medals"])]
    assert scores.seats[0].parts == recount(laid, medals)
    assert scores.seats[0].points == sum(recount(laid, medals).values())
    assert scores.seats[0].awards == ("medal-penalty",)
