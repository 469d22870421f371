"""Big Monster's points from random exploration zones, against a plain recount with a geometry of its own."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError

CRYSTAL = {"green": 2, "red": 5, "blue": 10}
USUAL = {
    "explorer-mutagen": "above",
    "explorer-desert": "everything",
    "ice-tiles": "all",
    "grassland-crystal": "any",
}
CHOICES = {
    "explorer-mutagen": ["above", "above-right"],
    "explorer-desert": ["medals", "penalty", "everything"],
    "ice-tiles": ["mutants", "all"],
    "grassland-crystal": ["any", "green"],
}


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
    """Which blue quarters meet in each corner of the grid."""
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


def recount(laid, medals, played=None):  # noqa: C901 - all the rules in one place, apart from how the program counts
    """Count everything as a person with a pencil would, at a table that plays some settings its own way."""
    played = {**USUAL, **(played or {})}
    mutating = {1} if played["explorer-mutagen"] == "above-right" else {0, 1}
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
            # An explorer who starts with a mutagenic monster: right above either half of it.
            starts = one.fields.get("starts") == "mutagenic"
            if starts and "stages" in other.fields and b + 2 == y and a in mutating:
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

    on_grass = {**per, "crystal": crystals if played["grassland-crystal"] == "any" else found["green"]}
    if played["explorer-desert"] == "everything" and explorer.fields.get("starts") == "desert":
        on_grass["desert"] += 1
    if played["ice-tiles"] == "all":
        per["ice"] = by_family["ice"]

    def bonus(card, per):
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
        "grassland": sum(bonus(card, on_grass) for card in tiles if card.fields["family"] == "grassland"),
        "swamp": 2 * by_family["swamp"] ** 2,
        "crystals": sum(CRYSTAL[colour] * found[colour] for colour in CRYSTAL),
        "explorer": bonus(explorer, per),
        "medals": sum(card.fields["points"] for card in medals),
    }


def recount_medals(laid, wanted):
    """What an explorer and the tiles of one player have of what a medal requires."""
    explorer, tiles = laid[0][0], [card for card, _, _ in laid[1:]]
    families = [card.fields["family"] for card in tiles]
    starts = explorer.fields.get("starts")
    begun = {"mutagenic": "ice"}.get(starts, starts)
    return {
        "desert": families.count("desert") + (starts == "desert"),
        "ice": families.count("ice") + (starts == "mutagenic"),
        "mutagenic": sum(card.fields.get("mutagens", 0) for card in tiles),
        "rune": sum(card.fields.get("runes", 0) for card in tiles),
        "lava": families.count("lava"),
        "swamp-grassland": families.count("swamp") + families.count("grassland"),
        "different": len({*families, begun} - {None}),
    }[wanted]


@given(
    st.integers(0, 10**6),
    st.integers(0, 11),
    st.fixed_dictionaries({}, optional={name: st.sampled_from(choices) for name, choices in CHOICES.items()}),
)
def test_a_random_zone_scores_as_a_recount(packaged, scored, seed, number, played):
    monsters = {card.id: card for card in packaged("big-monster").cards}
    explorer = sorted(name for name in monsters if name.startswith("explorer"))[number]
    chance = random.Random(seed)  # noqa: S311 - random zones, no secrets
    laid = lay_out(monsters, explorer, chance, 18)
    value = {"explorer": explorer, "tiles": [{"card": card.id, "at": [x, y]} for card, x, y in laid[1:]]}
    # Alone, a seat has the fewest desert and rune monsters too.
    scores = scored("big-monster", {"mode": "competitive", "settings": played, "seats": {"Ann": value}})
    medals = [monsters["medal-penalty"]]
    assert scores.seats[0].parts == recount(laid, medals, played)
    assert scores.seats[0].points == sum(recount(laid, medals, played).values())
    assert scores.seats[0].awards == ("medal-penalty",)
    # What a zone can give, its pad can say.
    pad = {"Ann": {"pad": scores.seats[0].parts}}
    again = scored("big-monster", {"mode": "competitive", "settings": played, "seats": pad})
    assert [one for one in again.findings if one.rule == "pad"] == []


@given(
    st.integers(0, 10**6),
    st.integers(0, 11),
    st.sampled_from(["desert", "ice", "mutagenic", "rune", "lava", "swamp-grassland", "different"]),
)
def test_a_medal_is_had_by_whoever_meets_it_and_nobody_else(packaged, scored, seed, number, medal):
    monsters = {card.id: card for card in packaged("big-monster").cards}
    explorer = sorted(name for name in monsters if name.startswith("explorer"))[number]
    chance = random.Random(seed)  # noqa: S311 - random zones, no secrets
    laid = lay_out(monsters, explorer, chance, 18, is_keen=False)
    placed = [{"card": card.id, "at": [x, y]} for card, x, y in laid[1:]]
    value = {"explorer": explorer, "tiles": placed, "medals": [f"medal-{medal}"]}
    file = {"mode": "competitive", "seats": {"Ann": value}}
    if recount_medals(laid, medal) >= monsters[f"medal-{medal}"].fields["amount"]:
        assert scored("big-monster", file).seats[0].awards == ("medal-penalty",)
    else:
        with pytest.raises(InputError) as caught:
            scored("big-monster", file)
        assert {one.rule for one in caught.value.findings if one.severity == "error"} == {"claim"}
