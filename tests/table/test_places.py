"""The zones of a table, and where they are on a screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckwright.files.game_package import read_package
from deckwright.model.setup import read_deal
from deckwright.table.deal import TableOptions, deal
from deckwright.table.places import TableZone, place_zones, with_table, zones_on_table

CARD = (63.0, 88.0)


def placed(package, players, mode=""):
    cards = {card.id: card for card in package.cards}
    table = deal(package.game, cards, TableOptions(players, 1, mode))
    zones = zones_on_table(package.game, read_deal(package.game, table.mode))
    return table, place_zones(table, zones, lambda _: CARD, CARD)


@pytest.mark.parametrize(
    ("name", "players"), [("dataset", 2), ("dataset", 5), ("monster-office", 6), ("big-monster", 4)]
)
def test_every_zone_has_a_place_and_no_two_overlap(packaged, name, players):
    table, places = placed(packaged(name), players)
    assert {(place.zone.name, place.seat) for place in places} == {
        *((zone, 0) for zone in table.zones),
        *((zone, seat) for seat, zones in enumerate(table.seats, 1) for zone in zones),
    }
    for number, place in enumerate(places):
        for other in places[:number]:
            assert (
                abs(place.x - other.x) >= (place.width + other.width) / 2 - 1e-6
                or abs(place.y - other.y) >= (place.height + other.height) / 2 - 1e-6
            ), (place, other)


def test_seats_sit_clockwise_and_those_on_the_far_side_look_the_other_way(packaged):
    _, places = placed(packaged("dataset"), 4)
    hands = {place.seat: place for place in places if place.zone.name == "hand"}
    assert [(hands[seat].x > 0, hands[seat].y > 0, hands[seat].is_turned) for seat in (1, 2, 3, 4)] == [
        (True, False, False),
        (False, False, False),
        (False, True, True),
        (True, True, True),
    ]


def test_a_game_can_say_where_zones_are(packaged):
    package = packaged("dataset")
    deal_of = package.game.definition["deal"]
    zones = {**deal_of["zones"], "table": {**deal_of["zones"]["table"], "at": [10, 120]}}
    zones["hand"] = {**zones["hand"], "at": [30, -50]}
    game = replace(package.game, definition={**package.game.definition, "deal": {**deal_of, "zones": zones}})
    _, usual = placed(package, 2)
    _, places = placed(package._replace(game=game), 2)
    market = next(place for place in places if place.zone.name == "table")
    assert (market.x, market.y) == (10, 120)
    near, far = (place for place in places if place.zone.name == "hand")
    assert (near.x, far.x) == (30, -30)
    assert near.y == -far.y < min(place.y for place in usual if place.zone.name == "hand")
    assert [place.zone.name for place in places if not place.seat] == ["main", "aside", "table"]


GAME = """
id: orchard
title: Orchard
source_language: it
languages: [it, fr]
back: bark
kinds:
  fruit: {name: Frutta}
  nut: {name: Noce}
  leaf: {name: Foglia, back: green}
"""
BARE = GAME.replace("back: bark\n", "").replace(", back: green", "")
CARDS = "cards:\n" + "".join(
    f"  - {{id: {name}, kind: {kind}, name: {name.title()}, copies: 2}}\n"
    for name, kind in (("apple", "fruit"), ("hazel", "nut"), ("oak", "leaf"))
)


def read(folder):
    box, findings = read_package(folder)
    assert box, findings
    return with_table(box.game, has_decks=True), {card.id: card for card in box.cards}


def test_the_zones_of_the_packaged_games_lie_as_at_a_table(packaged):
    game = packaged("data-monsters").game
    assert zones_on_table(game, read_deal(game, "standard")) == (
        TableZone("opportunity", is_of_seats=False, shape="pile", is_open=False),
        TableZone("market", is_of_seats=False, shape="row", is_open=True),
        TableZone("laboratory", is_of_seats=True, shape="pile", is_open=False),
        TableZone("hand", is_of_seats=True, shape="hand", is_open=False),
        TableZone("aside", is_of_seats=False, shape="pile", is_open=True),
    )
    assert with_table(game, has_decks=True) is game


@pytest.mark.parametrize("name", ["dataset", "monster-office", "big-monster"])
def test_every_zone_that_a_mode_fills_is_on_its_table(packaged, name):
    game = packaged(name).game
    for mode in game.names("modes"):
        plan = read_deal(game, mode)
        filled = {step.to for step in plan.steps if step.to}
        assert {zone.name for zone in zones_on_table(game, plan)} == filled | {"aside"}


def test_a_zone_can_say_how_its_cards_lie(game_folder):
    deal = (
        "deal: {zones: {heap: {name: Heap, shape: row}}, steps: [{pile: all, to: heap}]}\n"
        'piles: {all: {name: All, parts: [{of: "kind:fruit"}]}}\n'
    )
    game, _ = read(game_folder(BARE + deal, CARDS))
    assert zones_on_table(game, read_deal(game, ""))[0].shape == "row"


def test_a_game_that_describes_no_table_has_a_shuffled_pile_for_each_back(packaged):
    game = packaged("big-monster").game
    definition = {key: value for key, value in game.definition.items() if key not in {"deal", "piles"}}
    bare = with_table(replace(game, definition=definition), has_decks=True)
    cards = {card.id: card for card in packaged("big-monster").cards}
    table = deal(bare, cards, TableOptions(3, 1))
    backs = {str(kind.get("back", "")) for kind in definition["kinds"].values()}
    assert len(table.zones) == len(backs) + 1
    assert sum(map(len, table.zones.values())) == sum(card.copies for card in cards.values())
    for zone in table.zones:
        assert zone == "aside" or bare.label(f"zone:{zone}", "fr") == game.label(f"kind:{zone}", "fr")


def test_a_game_with_piles_has_these_on_the_table(game_folder):
    piles = 'piles: {trees: {name: Alberi, parts: [{of: "kind:leaf"}]}}\n'
    game, cards = read(game_folder(BARE + piles, CARDS))
    table = deal(game, cards, TableOptions(2, 1))
    assert table.zones == {"trees": ["oak", "oak"], "aside": []}
    assert game.label("zone:trees", "fr") == "Alberi"


def test_a_game_with_formats_has_a_deck_before_each_seat(game_folder):
    formats = "formats: {standard: {name: Normale, rules: []}}\n"
    game, _ = read(game_folder(BARE + formats, CARDS))
    plan = read_deal(game, "")
    assert plan.deck
    assert (plan.deck.name, plan.deck.each) == ("standard", True)
    assert (game.label("zone:deck", "it"), game.label("zone:deck", "fr")) == ("Mazzo", "Paquet")
    assert [*with_table(replace(game, definition=definition_of(game)), has_decks=False).names("piles")] == [
        "fruit"
    ]


def definition_of(game):
    """What a game's own file says."""
    return {key: value for key, value in game.definition.items() if key != "deal"}
