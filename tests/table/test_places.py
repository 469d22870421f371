from __future__ import annotations

from dataclasses import replace

import pytest

from deckwright.model.setup import read_deal
from deckwright.model.zones import zones_on_table
from deckwright.table.deal import TableOptions, deal
from deckwright.table.places import place_zones

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
