from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from deckwright.construction.statistics import count_deck
from deckwright.files.game_package import read_package
from deckwright.model.card import Deck, DeckEntry

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
