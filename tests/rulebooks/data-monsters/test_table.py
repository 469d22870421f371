"""Data Monsters, sections 1, 3, 4 and 10: the table at the start."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from deckwright.errors import UsageError
from deckwright.model.glossary import glossary_of, term_finder
from deckwright.reports.deals import deal_lines

# players, opportunity deck (§1), open in the market (§3), cards drawn a turn (§4)
TABLES = [(2, 12, 3, 2), (3, 13, 4, 3), (4, 15, 5, 3)]

# section, zone, whether its cards lie face up
ZONES = [
    ("§3", "laboratory", False),
    ("§3", "opportunity", False),
    ("§3", "market", True),
    ("§3", "hand", False),
]

# section, mode, what is read out, terms that it speaks of
SAID = [
    ("§3", "standard", "refill", {"market"}),
    ("§5", "standard", "places", {"workshop", "portfolio", "next release pile"}),
    ("§7", "office", "places", {"workshop", "portfolio", "next release pile"}),
    ("§8", "standard", "clockwise", {"turn"}),
    ("§8", "office", "clockwise", {"turn"}),
]

each_table = pytest.mark.parametrize(("players", "deck", "market", "draw"), TABLES)


@each_table
def test_the_market_opens_out_of_the_opportunity_deck(lay, players, deck, market, draw):
    """§1: 6+6, 7+6 or 8+7 cards; §3: three, four or five lie open; §4: two or three are drawn."""
    table = lay("data-monsters", players)
    assert len(table.zones["market"]) == market
    assert len(table.zones["opportunity"]) == deck - market
    assert len(table.zones["aside"]) == 15 - deck
    assert table.deal.draw.cards(players) == draw


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_fast_game_takes_the_eight_basic_opportunities(lay, packaged, players):
    """§1: only the 8 basic ones; the market is as large as ever (our reading)."""
    table = lay("data-monsters", players, "tutorial")
    basic = {card.id for card in packaged("data-monsters").cards if card.fields.get("difficulty") == "basic"}
    assert {*table.zones["market"], *table.zones["opportunity"]} == basic
    assert len(table.zones["market"]) == players + 1
    assert len(table.zones["aside"]) == 7


@pytest.mark.parametrize("mode", ["standard", "tutorial", "office"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_takes_three_cards_and_others_four(lay, players, mode):
    """§3."""
    for seed in range(6):
        table = lay("data-monsters", players, mode, seed)
        sizes = {seat: len(zones["hand"]) for seat, zones in enumerate(table.seats, 1)}
        assert sizes == {seat: 3 if seat == table.first else 4 for seat in sizes}


def test_players_choose_at_random_who_starts(lay):
    """§3."""
    assert {lay("data-monsters", 3, seed=seed).first for seed in range(30)} == {1, 2, 3}


def test_nobody_holds_more_than_six_cards(lay):
    """§4: in the end of the draw phase."""
    for mode in ("standard", "tutorial", "office"):
        assert lay("data-monsters", 2, mode).limits == {"hand": 6}


@pytest.mark.parametrize("players", [1, 5])
def test_the_game_is_for_two_to_four(lay, players):
    """Preamble."""
    with pytest.raises(UsageError, match="2, 3 or 4"):
        lay("data-monsters", players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_office_draws_from_one_deck_of_four_packs_without_surplus(lay, everything, packaged, players):
    """§10: two packs of each, and supernumerary copies removed: 4 of Scrum Planning."""
    table = lay("data-monsters", players, "office")
    assert all("laboratory" not in zones for zones in table.seats)
    box = packaged("data-monsters")
    four_packs = Counter()
    for deck in box.decks:
        for entry in deck.entries:
            four_packs[entry.card] += 2 * entry.copies
    opportunities = Counter({card.id: card.copies for card in box.cards if card.kind == "opportunity"})
    assert everything(table) == four_packs - Counter({"scrum-planning": 4}) + opportunities


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_card_of_the_decks_and_opportunities_lies_somewhere_once(lay, everything, packaged, players):
    box = packaged("data-monsters")
    expected = Counter({card.id: card.copies for card in box.cards if card.kind == "opportunity"})
    for seat in range(players):
        for entry in box.decks[seat % len(box.decks)].entries:
            expected[entry.card] += entry.copies
    assert everything(lay("data-monsters", players)) == expected


@pytest.mark.parametrize(("section", "zone", "is_open"), ZONES)
def test_decks_lie_face_down_and_the_market_open(packaged, section, zone, is_open):
    zones = packaged("data-monsters").game.definition["deal"]["zones"]
    assert zones[zone].get("open", False) is is_open, section


def test_everybody_has_a_deck_of_their_own_and_opportunities_are_for_all(lay):
    """Preamble."""
    table = lay("data-monsters", 4)
    assert set(table.zones) == {"opportunity", "market", "aside"}
    assert all(set(zones) == {"laboratory", "hand"} for zones in table.seats)


def test_a_seat_s_deck_is_shuffled(lay):
    """§3."""
    orders = {tuple(lay("data-monsters", 2, seed=seed).seats[0]["laboratory"]) for seed in range(5)}
    assert len(orders) == 5


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize(("section", "mode", "sentence", "terms"), SAID)
def test_what_players_see_to_themselves_is_read_out(lay, packaged, section, mode, sentence, terms, language):
    """§3: the market is filled up at once; §8: turns go clockwise; and so on."""
    game = packaged("data-monsters").game
    assert sentence in [done.step.name for done in lay("data-monsters", 2, mode).steps], section
    text = game.label(f"say:{sentence}", language)
    named = {term.names["en"] for term, _ in term_finder(glossary_of(game), language).find(text)}
    assert terms <= named
    assert not re.search(r"\d", text)


@pytest.mark.parametrize("mode", ["standard", "tutorial", "office"])
@pytest.mark.parametrize(("players", "draw"), [(players, draw) for players, _, _, draw in TABLES])
def test_draws_and_the_limit_of_hands_are_told(lay, packaged, players, draw, mode):
    """§4: two or three cards a turn, six in hand."""
    box = packaged("data-monsters")
    table = lay("data-monsters", players, mode)
    lines = list(deal_lines(table, box.game, {card.id: card for card in box.cards}, "en"))
    assert f"Every turn, draw {draw} cards: Laboratory deck." in lines
    assert "Hand: 6 cards at most." in lines
