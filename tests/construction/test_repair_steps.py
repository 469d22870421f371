"""The first legal deck: what the findings list is removed, and then what is missing is added."""

from __future__ import annotations

import pytest

from deckwright.construction.deck_checker import DeckChecker
from deckwright.construction.repair_steps import STEPS_EFFORT, FindingsFollower, NearbyDecks, distance
from deckwright.files.game_package import read_package
from deckwright.model.card import Deck, DeckEntry

GAME = """
    id: forest
    title: Forest
    source_language: en
    languages: [en]
    fields: {points: {title: Points, type: integer}}
    kinds: {place: {name: Place}, hero: {name: Hero, fields: [points]}, basic: {name: Basic}, rare: {name: Rare}}
    formats:
      grove:
        name: Grove
"""


@pytest.fixture
def steps(game_folder):
    """The edits of the first legal deck, each as zone, card and copies; None without one."""

    def run(rules, cards, zones=(), effort=STEPS_EFFORT):
        written = "\n".join(f"  - {card}" for card in CARDS)
        text = GAME + "".join(f"        {line}\n" for line in rules.strip().splitlines())
        package, findings = read_package(game_folder(text, f"cards:\n{written}\n"))
        assert package, findings
        entries = [DeckEntry(card, copies) for card, copies in cards.items()]
        for zone, of_zone in dict(zones).items():
            entries += [DeckEntry(card, copies, zone) for card, copies in of_zone.items()]
        deck = Deck("forest", "Test", tuple(entries), format="grove")
        known = {card.id: card for card in package.cards}
        decks = NearbyDecks(DeckChecker(package.game, known).rules_for(deck), None, entries, [*known])
        edits = FindingsFollower(decks, effort).legal_edits()
        if edits is None:
            return None
        assert distance(edits) == sum(map(abs, edits.values()))
        return {(slot.zone, decks.cards[slot.card].id): copies for slot, copies in edits.items()}

    return run


CARDS = [
    *(f"{{id: rare-{number}, name: Rare {number}, kind: rare}}" for number in range(8)),
    *(f"{{id: place-{number}, name: Place {number}, kind: place}}" for number in range(4)),
    *(
        f"{{id: hero-{number}, name: Hero {number}, kind: hero, fields: {{points: {number}}}}}"
        for number in range(4)
    ),
    "{id: oak, name: Oak, kind: basic}",
]


def test_exactly_what_is_listed_is_removed_and_basic_cards_fill_the_deck(steps):
    rules = """
banned: [rare-0, rare-1]
rules:
  - {id: size, measure: cards, min: 12}
  - {id: copies, over: "-kind:basic", measure: copies, max: 1}
  - {id: rares, over: "kind:rare", measure: cards, max: 4}
  - {id: others, over: "kind:place or kind:hero", measure: cards, max: 0}
"""
    edits = steps(rules, {"oak": 1, "rare-0": 2, "rare-1": 1, "rare-2": 3, "rare-3": 1})
    expected = {"rare-0": -2, "rare-1": -1, "rare-2": -2, "oak": 9}
    assert edits == {("cards", card): copies for card, copies in expected.items()}


def test_an_added_card_is_removed_again_where_no_other_can_be(steps):
    rules = """
rules:
  - {id: size, measure: cards, min: 2, max: 2}
  - {id: oak, over: "kind:basic", measure: cards, min: 1}
  - {id: points, over: "kind:hero", measure: {sum: points}, min: 3}
"""
    assert steps(rules, {}) == {("cards", "oak"): 1, ("cards", "hero-3"): 1}


def test_a_card_goes_from_one_zone_and_another_comes_into_a_second(steps):
    rules = """
zones: [field, team]
rules:
  - {id: field, zone: field, measure: cards, max: 1}
  - {id: places, zone: field, over: "-kind:place", measure: cards, max: 0}
  - {id: team, zone: team, over: "kind:hero", measure: cards, min: 2}
  - {id: points, zone: team, measure: {sum: points}, max: 3}
  - {id: once, zone: team, measure: copies, max: 1}
"""
    edits = steps(rules, {"oak": 3}, {"field": {"place-1": 1, "place-2": 1}, "team": {"hero-2": 1}})
    assert edits == {("field", "place-2"): -1, ("team", "hero-0"): 1}


def test_a_card_is_exchanged_where_there_is_no_room_for_what_is_missing(steps):
    rules = """
rules:
  - {id: size, measure: cards, min: 4, max: 4}
  - {id: places, over: "kind:place", measure: cards, min: {share: 1/2}}
"""
    assert distance(steps(rules, {"oak": 4})) == 4


def test_without_a_step_that_helps_there_is_none(steps):
    rules = "rules: [{id: least, measure: cards, min: 3}, {id: most, measure: cards, max: 2}]"
    assert steps(rules, {"oak": 2}) is None


def test_a_missing_leader_is_added_before_what_only_leaders_allow_is_removed(steps):
    rules = """
zones: [lead]
references: {leader: {over: "kind:hero or kind:rare", zones: lead}}
rules:
  - {id: leader, zone: lead, over: "kind:hero or kind:rare", measure: cards, min: 1, max: 1}
  - {id: options, options: [{over: "kind=leader.kind"}, {over: "kind:basic", max: 1}]}
  - {id: size, measure: cards, min: 5}
"""
    heroes = [card for card in CARDS if "hero" in card]
    name = heroes[0].partition("id: ")[2].partition(",")[0]
    edits = steps(rules, {name: 5}, effort=12)
    (((zone, card), copies),) = edits.items()
    assert (zone, copies) == ("lead", 1)
    assert any(f"id: {card}," in hero for hero in heroes)
