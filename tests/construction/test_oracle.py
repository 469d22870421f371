"""The checker against rules written out by hand from the rulebook of Data Monsters, sections 2, 5 and 10."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.construction.combine import combine
from deckwright.construction.deck_checker import CheckContext, DeckChecker
from deckwright.construction.evaluation import CardPool, Contents, find_violations
from deckwright.model.card import Card, Deck, DeckEntry
from deckwright.model.rule import RuleReader

from ..programs import deep_except

LIMITS = {"lab": (2, 1, 4), "office": (4, 2, 8)}
"""The most copies of an ordinary card, of a unique one, and of a multiple one."""

BELOW = {"senior": "junior", "chief": "senior"}

ids = [f"card-{number}" for number in range(30)]


@st.composite
def cards(draw, number):
    """Make a card: a few names and levels, so that some monsters are grades of each other."""
    kind = draw(st.sampled_from(["monster", "monster", "tool", "hack", "opportunity"]))
    name = draw(st.sampled_from(["Krol", "Zib", "Wisp"]))
    fields = {
        "class": ["engineer"],
        "level": draw(st.sampled_from(["junior", "senior", "chief"])),
        "lone": True,
    }
    marks = draw(
        st.lists(st.sampled_from(["unique", "multiple", "global", "permanent"]), unique=True, max_size=3)
    )
    return Card(
        "data-monsters",
        ids[number],
        kind,
        "en",
        marks=tuple(marks),
        fields=fields if kind == "monster" else {},
        texts={"en": {"name": name}, "fr": {"name": f"{name} {number}"}},
    )


@st.composite
def decks(draw):
    """Make a deck of up to ten cards of a made-up game, some of them on two lines."""
    number = draw(st.integers(0, 10))
    made = [draw(cards(index)) for index in range(number)]
    chosen = draw(st.lists(st.sampled_from(made), max_size=12)) if made else []
    copies = st.integers(1, 10)
    return {card.id: card for card in made}, tuple(DeckEntry(card.id, draw(copies)) for card in chosen)


def written_out(known, entries, deck_format, players):
    """Rules of the rulebook that a deck breaks: rule, card, number found and limit."""
    copies = Counter()
    for entry in entries:
        copies[entry.card] += entry.copies
    found = against_size(sum(copies.values()), deck_format, players)
    grades = {(known[name].texts["en"]["name"], known[name].fields.get("level")) for name in copies}
    for name, there in copies.items():
        found += against_copies(known[name], there, deck_format)
        found += against_grade(known[name], grades)
    return Counter(found)


def against_size(total, deck_format, players):
    least, most = (20, 30) if deck_format == "lab" else (20 * players, 10**9)
    if least <= total <= most:
        return []
    return [("size", "", total, least if total < least else most)]


def against_copies(card, there, deck_format):
    ordinary, unique, multiple = LIMITS[deck_format]
    found = [("kinds", card.id, there, 0)] if card.kind == "opportunity" else []
    if "unique" in card.marks:
        rule, limit = "unique", unique
    elif "multiple" in card.marks:
        rule, limit = "multiple", multiple
    else:
        rule, limit = "copies", ordinary
    return found + ([(rule, card.id, there, limit)] if there > limit else [])


def against_grade(card, grades):
    level = card.fields.get("level")
    if level not in BELOW or (card.texts["en"]["name"], BELOW[level]) in grades:
        return []
    return [(f"{level}-without-{BELOW[level]}", card.id, 0, 1)]


def found_by(verdict):
    return Counter(
        (one.rule, one.subjects[0] if one.subjects else "", one.found, one.limit) for one in verdict.findings
    )


def agree(box, known, entries, deck_format, players):
    deck = Deck("data-monsters", "Random", entries)
    verdict = DeckChecker(box.game, known, CheckContext(deck_format, players)).check(deck)
    expected = written_out(known, entries, deck_format, players)
    assert found_by(verdict) == expected
    assert verdict.legal == (not [one for one in expected if "without" not in one[0]])


@given(decks(), st.sampled_from(["lab", "office"]), st.integers(2, 4))
def test_the_checker_agrees_with_the_rulebook_on_made_up_cards(packaged, made, deck_format, players):
    agree(packaged("data-monsters"), *made, deck_format, players)


@pytest.mark.parametrize(
    ("deck_format", "players"),
    deep_except(
        [("lab", 2), ("office", 3)],
        [*product(["lab", "office"], [2, 3, 4])],
        "with every number of players",
    ),
)
def test_the_checker_agrees_with_the_rulebook_on_decks_of_the_real_cards(packaged, deck_format, players):
    box = packaged("data-monsters")
    known = {card.id: card for card in box.cards}
    by = Random(f"{deck_format} {players}")  # noqa: S311 - random decks, no secrets
    for _ in range(700):
        chosen = by.sample(sorted(known), by.randrange(1, 35))
        entries = tuple(DeckEntry(card, by.choice([1, 1, 1, 2, 2, 3, 5, 9])) for card in chosen)
        agree(box, known, entries, deck_format, players)


def join(box, known, decks_with_times, deck_format):
    return combine(decks_with_times, box.game, known, CheckContext(deck_format, 3))


@given(
    st.lists(st.tuples(decks(), st.integers(1, 3)), min_size=1, max_size=3),
    st.sampled_from(["lab", "office"]),
)
def test_joining_takes_out_what_is_too_much_and_nothing_else(packaged, made, deck_format):
    box = packaged("data-monsters")
    known = {name: card for (there, _), _ in made for name, card in there.items()}
    parts = [(Deck("data-monsters", "Part", entries), times) for (_, entries), times in made]
    result = join(box, known, parts, deck_format)
    total, left = Counter(), Counter()
    for deck, times in parts:
        for entry in deck.entries:
            total[entry.card] += entry.copies * times
    for entry in result.deck.entries:
        left[entry.card] += entry.copies
    allowed = {
        rule_card: limit
        for rule, rule_card, _, limit in written_out(known, total_entries(total), deck_format, 3)
        if rule in {"copies", "unique", "multiple"}
    } | {name: 0 for name in total if known[name].kind == "opportunity"}
    assert left == +Counter({name: min(copies, allowed.get(name, copies)) for name, copies in total.items()})
    assert left + Counter(dict(result.removed)) == total
    assert not {"copies", "unique", "multiple", "kinds"} & {one.rule for one in result.findings}
    again = join(box, known, [(result.deck, 1)], deck_format)
    assert again.removed == ()
    assert again.deck.entries == result.deck.entries


def total_entries(total):
    return tuple(DeckEntry(card, copies) for card, copies in total.items())


CARDS_WITH_LIMITS = st.lists(
    st.tuples(
        st.sampled_from(["Swarm", "Lone", "Pair"]),
        st.none() | st.integers(0, 6),
        st.integers(1, 7),
        st.sampled_from(["cards", "side"]),
    ),
    max_size=7,
)


def naive_limits(written, *, side):
    """Hold every card to its own limit by hand: all copies of its name count, and the strictest limit is said."""
    found = set()
    for name in {name for name, *_ in written}:
        named = [(limit, copies, zone) for name_, limit, copies, zone in written if name_ == name]
        there = [(limit, copies) for limit, copies, zone in named if zone == "cards" or side]
        total = sum(copies for _, copies in there)
        held = [limit for limit, _ in there if limit is not None]
        if any(total > limit for limit in held):
            found.add(("most", name, total, min(held)))
        if any(total < limit for limit in held):
            found.add(("least", name, total, max(held)))
    return found


@given(CARDS_WITH_LIMITS, st.booleans(), st.randoms(use_true_random=False))
def test_cards_of_one_name_are_held_to_the_strictest_of_their_limits_in_any_order(written, side, by):
    known = {
        f"card-{number}": Card(
            "lab",
            f"card-{number}",
            "unit",
            "en",
            fields={} if limit is None else {"own": limit},
            texts={"en": {"name": name}},
        )
        for number, (name, limit, _, _) in enumerate(written)
    }
    entries = [
        DeckEntry(f"card-{number}", copies, zone) for number, (_, _, copies, zone) in enumerate(written)
    ]
    zones = ["cards", "side"] if side else "cards"
    rules = [
        RuleReader(lambda _: None).rule(
            {"id": name, "measure": "copies", "same": ["name"], key: "own", "zone": zones}
        )
        for name, key in (("most", "max"), ("least", "min"))
    ]
    for _ in range(3):
        by.shuffle(entries)
        broken = find_violations(rules, Contents(entries, CardPool(known)), None)
        assert {
            (one.rule.id, one.cards[0].name("en"), one.found, one.limit) for one in broken
        } == naive_limits(written, side=side)
        assert len(broken) == len(naive_limits(written, side=side))


def test_joining_takes_out_no_more_than_the_limit_of_a_card_that_stays(packaged):
    box = packaged("data-monsters")
    known = {
        one: Card("data-monsters", one, "unit", "en", fields={"own": most}, texts={"en": {"name": "Swarm"}})
        for one, most in (("many", 40), ("few", 3))
    }
    rule = {"id": "names", "measure": "copies", "same": ["name"], "max": "own"}
    definition = {**box.game.definition, "formats": {"own": {"name": "Own limits", "rules": [rule]}}}
    game = replace(box.game, definition=definition)

    def left(*entries):
        deck = Deck("data-monsters", "Part", tuple(DeckEntry(*entry) for entry in entries))
        joined = combine([(deck, 1)], game, known, CheckContext("own", 2))
        assert joined.legal
        return {entry.card: entry.copies for entry in joined.deck.entries}

    assert left(("many", 10), ("few", 2)) == {"many": 10}
    assert left(("few", 2), ("many", 10)) == {"few": 2, "many": 1}
    assert left(("few", 2), ("many", 1)) == {"few": 2, "many": 1}
