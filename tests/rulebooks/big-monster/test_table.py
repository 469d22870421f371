"""Big Monster, "Set up" and "Rules for 2-player games": the table at the start."""

from __future__ import annotations

from collections import Counter

import pytest

from deckwright.errors import UsageError

# players, mode, tiles in the game, of which not dealt
TABLES = [
    (3, "competitive", 80, 20),
    (4, "competitive", 80, 0),
    (4, "team", 80, 0),
    (5, "competitive", 120, 20),
    (6, "competitive", 120, 0),
    (6, "team", 120, 0),
]


@pytest.fixture
def late(packaged):
    """Give the ids of the tiles that are marked 5+."""
    return {card.id for card in packaged("big-monster").cards if card.fields.get("range") == "from-5"}


@pytest.mark.parametrize(("players", "mode", "tiles", "left"), TABLES)
def test_piles_of_ten_tiles_for_two_rounds(lay, late, players, mode, tiles, left):
    """Set up, 5: tiles marked 5+ only with 5 or 6 players; piles of 10, one on each ship, in both rounds."""
    table = lay("big-monster", players, mode)
    hands = [zones["hand"] for zones in table.seats]
    assert [len(hand) for hand in hands] == [10] * players
    assert len(table.zones["tiles-round-2"]) == 10 * players
    assert len(table.zones["tiles-left"]) == left
    dealt = [
        *table.zones["tiles-round-2"],
        *table.zones["tiles-left"],
        *(card for hand in hands for card in hand),
    ]
    assert len(dealt) == tiles
    assert sum(card in late for card in dealt) == (40 if players > 4 else 0)


@pytest.mark.parametrize(("players", "mode"), [(two[0], two[1]) for two in TABLES])
def test_everybody_receives_two_explorers(lay, packaged, players, mode):
    """Set up, 4: all play at once, so that nobody goes first."""
    table = lay("big-monster", players, mode)
    explorers = {card.id for card in packaged("big-monster").cards if card.kind == "explorer"}
    held = [card for zones in table.seats for card in zones["explorers"]]
    assert [len(zones["explorers"]) for zones in table.seats] == [2] * players
    assert set(held) <= explorers
    assert len(set(held)) == 2 * players
    assert table.first is None


def test_two_players_have_twenty_stacks_of_four(lay, late):
    """Rules for 2-player games, Set up: the 40 tiles marked 5+ stay out."""
    table = lay("big-monster", 2)
    assert (table.mode, len(table.zones["tiles-series"])) == ("two-player", 20 * 4)
    assert not late & {*table.zones["tiles-series"]}
    assert [*table.seats[0]] == ["explorers"]
    assert table.first is None


@pytest.mark.parametrize("seed", range(10))
def test_two_players_do_without_the_explorers_in_black_suits(lay, packaged, seed):
    """Rules for 2-player games, Set up."""
    black = {card.id for card in packaged("big-monster").cards if card.fields.get("suit") == "black"}
    table = lay("big-monster", 2, seed=seed)
    assert len(black) == 2
    assert black <= {*table.zones["aside"]}


def test_two_players_have_no_team_medals(lay, packaged):
    """Rules for 2-player games, Set up, 1: team medals go back into the box."""
    team = {card.id for card in packaged("big-monster").cards if card.fields.get("side") == "team"}
    assert not team & {*lay("big-monster", 2).zones["medals"]}
    assert team & {*lay("big-monster", 4, "team").zones["medals"]}


@pytest.mark.parametrize(("players", "mode"), [(2, "two-player"), *((two[0], two[1]) for two in TABLES)])
def test_every_tile_explorer_medal_and_mutation_lies_somewhere_once(lay, everything, packaged, players, mode):
    cards = packaged("big-monster").cards
    wanted = Counter({card.id: card.copies for card in cards if card.kind != "reference"})
    assert everything(lay("big-monster", players, mode)) == wanted


@pytest.mark.parametrize(
    ("players", "mode"), [(1, ""), (7, ""), (5, "team"), (3, "team"), (2, "competitive"), (3, "two-player")]
)
def test_each_mode_has_its_numbers_of_players(lay, players, mode):
    """Three game modes: teams with 4 or 6, each for oneself with 3 to 6, special rules for 2."""
    with pytest.raises(UsageError):
        lay("big-monster", players, mode)


def test_four_and_six_play_each_for_oneself_unless_they_say_team(lay):
    assert [lay("big-monster", players).mode for players in (3, 4, 5, 6)] == ["competitive"] * 4
