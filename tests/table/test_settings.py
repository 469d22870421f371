"""Numbers that people may agree on: how much of a pile is drawn, card by card or by whole sorts."""

from __future__ import annotations

from collections import Counter

import pytest

from deckwright.errors import InputError, UsageError
from deckwright.files.game_package import read_package
from deckwright.model.settings import apply_settings
from deckwright.table.deal import TableOptions, deal
from deckwright.table.piles import PileOptions, build_pile

GAME = """
    id: market
    title: Market
    source_language: en
    languages: [en]
    players: {min: 2, max: 4}
    fields:
      colour: {title: Colour, type: string, enum: [red, green, blue]}
    kinds:
      stall: {name: Stall, fields: [colour]}
      lamp: {name: Lamp}
    piles:
      stalls:
        name: Stalls
        parts:
          - of: kind:lamp
          - {of: "kind:stall", alike: colour, take: 2, setting: true}
      some: {name: Some, parts: [{of: "kind:stall", take: {2: 3, 3: 4, 4: 5}, setting: true}]}
      few: {name: Few, parts: [{of: "kind:stall", take: 3, setting: true}]}
      lamps: {name: Lamps, parts: [{of: "kind:lamp"}]}
    deal:
      zones: {street: {name: Street}}
      says: {bell: Ring the bell.}
      steps: [{pile: stalls, to: street}, {say: bell}]
    settings:
      opening:
        name: Opening
        default: all-day
        choices:
          all-day: {means: The market is open all day.}
          morning: {means: It closes at noon., changes: {piles: {stalls: {parts: [{of: "kind:lamp"}]}}}}
"""

CARDS = """
    defaults: {kind: stall}
    cards:
      - {id: apples, name: Apples, copies: 2, fields: {colour: red}}
      - {id: cherries, name: Cherries, fields: {colour: red}}
      - {id: pears, name: Pears, copies: 3, fields: {colour: green}}
      - {id: plums, name: Plums, fields: {colour: blue}}
      - {id: lamp, name: Lamp, kind: lamp}
"""

SORTS = [{"apples": 2, "cherries": 1}, {"pears": 3}, {"plums": 1}]


@pytest.fixture
def box(game_folder):
    found, findings = read_package(game_folder(GAME, CARDS))
    assert found, findings
    return found


@pytest.fixture
def build(box):
    cards = {card.id: card for card in box.cards}

    def built(pile, take=None, seed=1):
        game = box.game if take is None else apply_settings(box.game, {pile: take})
        return build_pile(game, cards, pile, PileOptions(2, seed))

    return built


@pytest.mark.parametrize("take", [None, 0, 1, 2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_sorts_are_drawn_whole(build, take, seed):
    built = build("stalls", take, seed)
    there = Counter(built.order) - Counter(["lamp"])
    whole = [sort for sort in SORTS if any(card in there for card in sort)]
    assert there == sum(map(Counter, whole), Counter())
    assert len(whole) == built.take == (2 if take is None else take)
    assert len(built.order) + len(built.aside) == 8


def test_every_sort_is_drawn_at_times(build):
    assert {card for seed in range(20) for card in build("stalls", 1, seed).order} == {
        *(card for sort in SORTS for card in sort),
        "lamp",
    }


def test_cards_are_counted_where_no_sorts_are_named(build):
    assert [len(build("few", take).order) for take in (None, 0, 7)] == [3, 0, 7]


@pytest.mark.parametrize(
    ("pile", "take", "said"),
    [
        ("stalls", 4, "The pile stalls requires 4 sorts of kind:stall, but the box has 3."),
        ("few", 8, "The pile few requires 8 cards of kind:stall, but the box has 7."),
    ],
)
def test_more_than_there_are_is_refused_with_the_most(build, pile, take, said):
    with pytest.raises(InputError) as caught:
        build(pile, take)
    assert (caught.value.message, caught.value.hint) == (said, f"Use {take - 1} or fewer.")


def test_a_number_that_depends_on_the_players_may_be_agreed_on_too(build):
    usual, agreed = build("some"), build("some", 1)
    assert (len(usual.order), usual.take) == (3, 3)
    assert (len(agreed.order), agreed.take) == (1, 1)


def test_a_number_for_a_pile_that_is_not_on_the_table_is_refused(box):
    with pytest.raises(UsageError, match="The table has no pile few") as caught:
        deal(box.game, {card.id: card for card in box.cards}, TableOptions(2, 1, settings={"few": 1}))
    assert (caught.value.code, caught.value.hint) == ("unknown-pile", "Use one of: stalls.")


def test_a_table_is_set_up_with_the_settings_that_were_agreed_on(box, build):
    cards = {card.id: card for card in box.cards}
    few = deal(box.game, cards, TableOptions(2, 1, settings={"stalls": 1, "opening": "all-day"}))
    assert deal(box.game, cards, TableOptions(2, 1)).takes == {"stalls": 2}
    assert (few.takes, few.settings) == ({"stalls": 1}, {"stalls": 1, "opening": "all-day"})
    assert few.zones["street"] == [*build("stalls", 1).order]
    closed = deal(box.game, cards, TableOptions(2, 1, settings={"opening": "morning"}))
    assert closed.zones["street"] == ["lamp"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("alike: colour", "alike: color", "color is not declared in this game. Did you mean colour?"),
        ("take: 2, setting", "setting", "take"),
    ],
)
def test_a_setting_that_makes_no_sense_is_found(game_folder, old, new, said):
    assert old in GAME
    found, findings = read_package(game_folder(GAME.replace(old, new), CARDS))
    assert not found
    assert any(said in finding.message and finding.where for finding in findings)
