"""What a deck is made of, and what an effort wins, compared with every set that can be won."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.files.game_package import read_package
from deckwright.model.card import Deck, DeckEntry
from deckwright.workbench.counting import Haul, Target, count_deck, largest_hauls

GAME = """
    id: orchard
    title: Orchard
    source_language: en
    languages: [en]
    fields:
      size: {title: Size, type: integer}
      weight: {title: Weight, type: number}
      ripe: {title: Ripe, type: boolean}
      note: {title: Note, type: string}
      taste: {title: Taste, type: array, items: {oneOf: [{const: sweet, title: Sweet}, {const: sour, title: Sour}]}}
    kinds:
      fruit: {name: Fruit, optional: [size, weight, ripe, note, taste]}
      pest: {name: Pest}
    marks: {rare: {name: Rare, rule: It is rare., icon: "mdi:leaf"}}
"""
CARDS = """
    defaults: {kind: fruit}
    cards:
      - {id: pear, name: Pear, fields: {size: 3, weight: 1.5, ripe: true, taste: [sweet]}}
      - {id: plum, name: Plum, marks: [rare], fields: {size: 1, weight: 0.25, ripe: false, taste: [sweet, sour]}}
      - {id: apple, name: Apple, fields: {size: 3}}
      - {id: wasp, name: Wasp, kind: pest}
"""


@pytest.fixture
def count(game_folder):
    box, findings = read_package(game_folder(GAME, CARDS))
    assert box, findings

    def run(*entries):
        deck = Deck("orchard", "Deck", tuple(DeckEntry(*entry) for entry in entries))
        return count_deck(deck, box.game, {card.id: card for card in box.cards})

    return run


def test_every_copy_counts_and_different_cards_are_told(count):
    counted = count(("pear", 2), ("plum", 3), ("wasp", 4))
    assert (counted.cards, counted.distinct) == (9, 3)
    assert [(tally.field, [tuple(part) for part in tally.parts]) for tally in counted.tallies] == [
        ("kind", [("fruit", 5, 2), ("pest", 4, 1)]),
        ("mark", [("rare", 3, 1)]),
        ("ripe", [("yes", 2, 1), ("no", 3, 1)]),
        ("taste", [("sweet", 5, 2), ("sour", 3, 1)]),
    ]


def test_numbers_make_curves_with_exact_means(count):
    size, weight = count(("pear", 2), ("plum", 1), ("wasp", 1)).curves
    assert [tuple(point) for point in size.points] == [(1, 1), (3, 2)]
    assert (size.cards, size.sum, size.mean) == (3, 7, Fraction(7, 3))
    assert weight.mean == Fraction(13, 12)
    assert (size.field, weight.field) == ("size", "weight")


def test_cards_with_one_number_add_up_in_a_curve(count):
    (size, _) = count(("pear", 2), ("plum", 1), ("apple", 4)).curves
    assert [tuple(point) for point in size.points] == [(1, 1), (3, 6)]


def test_what_no_card_has_is_left_out(count):
    counted = count(("wasp", 1))
    assert [tally.field for tally in counted.tallies] == ["kind"]
    assert counted.curves == ()
    assert count() == (0, 0, (), ())


def test_copies_of_one_card_in_two_lines_are_one_card_and_other_zones_do_not_count(count):
    counted = count(("pear", 1), ("pear", 2), ("plum", 5, "side"))
    assert (counted.cards, counted.distinct) == (3, 1)


def test_the_packaged_decks_add_up(packaged):
    box = packaged("data-monsters")
    cards = {card.id: card for card in box.cards}
    for deck in box.decks:
        counted = count_deck(deck, box.game, cards)
        kinds = Counter()
        for entry in deck.entries:
            kinds[cards[entry.card].kind] += entry.copies
        assert {part.value: part.cards for part in counted.tallies[0].parts} == kinds
        assert sum(kinds.values()) == counted.cards


AMOUNTS = st.tuples(st.integers(0, 6), st.integers(0, 6))


def affordable(played, targets, some):
    asked = [sum(targets[number].requires[field] for number in some) for field in range(len(played))]
    return all(wanted <= there for wanted, there in zip(asked, played, strict=True))


def brute_force(played, targets):
    """All sets that can be won and that are in no larger one, by trying every set."""
    every = [
        frozenset(some)
        for size in range(1, len(targets) + 1)
        for some in combinations(range(len(targets)), size)
        if affordable(played, targets, some)
    ]
    return {some for some in every if not any(some < other for other in every)}


@given(played=st.tuples(st.integers(-2, 20), st.integers(0, 20)), asks=st.lists(AMOUNTS, max_size=8))
def test_all_maximal_sets_are_found_and_nothing_else(played, asks):
    targets = [Target(str(number), one, number % 4) for number, one in enumerate(asks)]
    hauls = largest_hauls(played, targets)
    found = {frozenset(map(int, haul.cards)) for haul in hauls}
    assert found == brute_force(played, targets)
    assert len(found) == len(hauls)
    for haul in hauls:
        won = [targets[int(card)] for card in haul.cards]
        assert haul.worth == sum(target.worth for target in won)
        assert haul.left == tuple(played[field] - sum(one.requires[field] for one in won) for field in (0, 1))


@given(played=AMOUNTS, asks=st.lists(AMOUNTS, max_size=8))
def test_sets_that_are_worth_most_come_first(played, asks):
    worths = [
        haul.worth
        for haul in largest_hauls(played, [Target(str(n), one, n % 3) for n, one in enumerate(asks)])
    ]
    assert worths == sorted(worths, reverse=True)


def test_two_small_ones_or_a_large_one():
    targets = [Target("large", (5, 3), 5), Target("small", (2, 1), 2), Target("other", (3, 2), 2)]
    assert largest_hauls((5, 3), targets) == [
        Haul(("large",), 5, (0, 0)),
        Haul(("small", "other"), 4, (0, 0)),
    ]


def test_where_nothing_can_be_won_there_is_no_set():
    assert largest_hauls((1, 0), [Target("large", (5, 3), 5)]) == []
    assert largest_hauls((9, 9), []) == []


def test_equal_cards_make_equal_sets_once():
    assert largest_hauls((2, 0), [Target("twin", (2, 0), 1), Target("twin", (2, 0), 1)]) == [
        Haul(("twin",), 1, (0, 0))
    ]


def test_fifteen_targets_take_no_time():
    targets = [Target(str(number), (number % 9 + 1, number % 7), number % 6 + 2) for number in range(15)]
    assert len(largest_hauls((30, 25), targets)) > 100


def test_of_sets_worth_the_same_the_one_of_most_cards_comes_first():
    targets = [Target("large", (5,), 4), Target("small", (2,), 2), Target("other", (3,), 2)]
    assert [haul.cards for haul in largest_hauls((5,), targets)] == [("small", "other"), ("large",)]


def test_of_sets_worth_the_same_and_as_large_those_of_earlier_targets_come_first():
    targets = [Target("c", (5,), 4), Target("a", (5,), 4), Target("b", (5,), 4)]
    assert [haul.cards for haul in largest_hauls((5,), targets)] == [("c",), ("a",), ("b",)]


def test_a_target_is_worth_nothing_unless_it_says_so():
    assert largest_hauls((2,), [Target("plain", (1,))]) == [Haul(("plain",), 0, (1,))]
