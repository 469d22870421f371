"""Dataset, "Regole del gioco", "Un consiglio" and "Chi vince": the table at the start, at each learning level."""

from __future__ import annotations

from collections import Counter

import pytest

from deckwright.errors import UsageError
from deckwright.model.glossary import glossary_of, term_finder
from deckwright.model.setup import said_label
from deckwright.reports.deals import deal_lines

# level, cards in the main deck, hands of three after five lie open, cards over
LEVELS = [("level-1", 94, 29, 2), ("level-2", 102, 32, 1), ("level-3", 108, 34, 1), ("level-4", 120, 38, 1)]

# section, what is read out, words of the rules in it by their Italian names
SAID = [
    ("Regole del gioco", "dead", {"tavolo"}),
    ("Regole del gioco", "no-refill", set()),
    ("Regole del gioco", "seats", set()),
    ("Chi vince", "end", {"turno"}),
]

# section, zone, whether its cards lie face up
ZONES = [
    ("Regole del gioco", "main", False),
    ("Regole del gioco", "table", True),
    ("Regole del gioco", "hand", False),
]


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(("level", "deck", "hands", "rest"), LEVELS)
def test_five_cards_lie_open_and_everybody_holds_three(lay, level, deck, hands, rest, players):
    """Five face up on the table, three in each hand; the last 3, 2 or 1 go to whoever's turn it is."""
    table = lay("dataset", players, level)
    assert len(table.zones["table"]) == 5
    assert [len(zones["hand"]) for zones in table.seats] == [3] * players
    assert len(table.zones["main"]) == deck - 5 - 3 * players
    assert len(table.zones["aside"]) == 120 - deck
    assert table.last_hands == (3, hands, rest)


def test_every_third_turn_three_cards_are_drawn(lay):
    """Every 3 turns each player draws 3 more cards."""
    draw = lay("dataset", 2).deal.draw
    assert (draw.cards(2), draw.every, draw.until_empty) == (3, 3, True)


def test_whoever_sits_left_of_the_shuffler_begins(lay):
    """Seat 1 is that seat: the others follow clockwise."""
    assert {lay("dataset", players, seed=seed).first for players in (2, 6) for seed in (1, 2)} == {1}


def test_without_a_level_all_cards_are_played_with(lay):
    table = lay("dataset", 2)
    assert (table.mode, table.zones["aside"]) == ("level-4", [])


@pytest.mark.parametrize("level", [level for level, *_ in LEVELS])
def test_every_card_lies_somewhere_once(lay, everything, packaged, level):
    box = Counter({card.id: card.copies for card in packaged("dataset").cards})
    assert everything(lay("dataset", 4, level)) == box


def test_the_box_is_for_two_to_six(lay):
    """The rulebooks do not say so; the publisher does."""
    for players in (1, 7):
        with pytest.raises(UsageError):
            lay("dataset", players)


@pytest.mark.parametrize(("section", "zone", "is_open"), ZONES)
def test_only_the_cards_on_the_table_lie_face_up(packaged, section, zone, is_open):
    zones = packaged("dataset").game.definition["deal"]["zones"]
    assert zones[zone].get("open", False) is is_open, section


@pytest.mark.parametrize("language", ["it", "fr", "en"])
@pytest.mark.parametrize(("section", "sentence", "terms"), SAID)
def test_what_players_see_to_themselves_is_read_out(lay, packaged, section, sentence, terms, language):
    """Special cards on the table are out of play; who begins; who gets the last cards."""
    game = packaged("dataset").game
    (step,) = [done.step for done in lay("dataset", 3).steps if done.step.name == sentence]
    text = game.labels[language][said_label(step, game)]
    assert terms <= {term.names["it"] for term, _ in term_finder(glossary_of(game), language).find(text)}, (
        section
    )


@pytest.mark.parametrize(("level", "deck", "hands", "rest"), LEVELS)
def test_draws_and_the_last_cards_are_told(lay, packaged, level, deck, hands, rest):
    """Every 3 turns, 3 cards; and how many are over for whoever’s turn it is."""
    box = packaged("dataset")
    table = lay("dataset", 4, level)
    lines = list(deal_lines(table, box.game, {card.id: card for card in box.cards}, "en"))
    assert "Every 3 turns, draw 3 cards: Main deck." in lines
    over = f"{rest} card" if rest == 1 else f"{rest} cards"
    assert f"Hands of 3, including those already dealt: {hands}, and {over} left over." in lines
    assert hands * 3 + rest + 5 == deck


def test_special_cards_may_come_to_lie_open(lay, packaged):
    """All cards are shuffled together, and the five on the table are whatever comes."""
    special = {card.id for card in packaged("dataset").cards if card.kind == "special"}
    opened = {card for seed in range(40) for card in lay("dataset", 2, seed=seed).zones["table"]}
    assert special & opened
    assert opened - special
