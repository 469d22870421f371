from __future__ import annotations

from dataclasses import replace

import pytest

from deckwright.files.game_package import read_package
from deckwright.model.setup import read_deal
from deckwright.model.zones import TableZone, with_table, zones_on_table
from deckwright.table.deal import TableOptions, deal

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
