"""Big Monster, "Set up" and "Rules for 2-player games": the table at the start."""

from __future__ import annotations

from collections import Counter

import pytest

from deckwright.errors import UsageError

# players, mode, tiles in the game, of which not dealt, put away from hands, placed by each player
TABLES = [
    (3, "competitive", 80, 20, 6, 18),
    (4, "competitive", 80, 0, 8, 18),
    (4, "team", 80, 0, 8, 18),
    (5, "competitive", 120, 20, 10, 18),
    (6, "competitive", 120, 0, 12, 18),
    (6, "team", 120, 0, 12, 18),
]
MODES = [("competitive", 4), ("team", 4), ("two-player", 2)]

# mode, players, medals of every game that lie on the board
PERMANENT = [
    ("competitive", 5, {"desert": 1, "rune": 1, "penalty": 1}),
    ("team", 6, {"desert": 3, "rune": 3, "penalty": 2}),
    ("two-player", 2, {"desert": 1, "rune": 1, "penalty": 1}),
]

# section, mode, players, what is read out
SAID = [
    ("Set up, 1", "team", 4, "partners"),
    ("Set up, 2", "competitive", 3, "medals"),
    ("Set up, 2", "competitive", 3, "drawn"),
    ("Set up, 2", "team", 4, "medals"),
    ("Set up, 2", "team", 4, "drawn-team"),
    ("Set up, 3", "competitive", 3, "mutations"),
    ("Set up, 4", "competitive", 3, "keep"),
    ("Set up, 4", "competitive", 3, "ship"),
    ("Set up, 5", "competitive", 3, "piles"),
    ("Rules for 2-player games, Set up", "two-player", 2, "black"),
    ("Rules for 2-player games, Set up", "two-player", 2, "stacks"),
    ("Rules for 2-player games, Set up, 1", "two-player", 2, "medals"),
    ("Rules for 2-player games, Set up, 1", "two-player", 2, "drawn"),
    ("Rules for 2-player games, Set up, 3", "two-player", 2, "keep"),
    ("Rules for 2-player games, Set up, 3", "two-player", 2, "landing"),
    ("Rules for 2-player games, Set up, 4", "two-player", 2, "first"),
]


@pytest.fixture
def late(packaged):
    """The ids of the tiles that are marked 5+."""
    return {card.id for card in packaged("big-monster").cards if card.fields.get("range") == "from-5"}


@pytest.mark.parametrize(("players", "mode", "tiles", "left", "put_away", "placed"), TABLES)
def test_nine_turns_a_round_leave_one_tile_of_ten(
    lay, packaged, players, mode, tiles, left, put_away, placed
):
    """Sequence of play: two rounds of nine turns; End of turn: what is left over is discarded, 18 are placed."""
    table = lay("big-monster", players, mode)
    hands = [len(zones["hand"]) for zones in table.seats]
    used = sum(hands) + len(table.zones["tiles-round-2"])
    assert used == tiles - left == players * placed + put_away
    assert {hand - 9 for hand in hands} == {1}
    rules = packaged("big-monster").game.definition["scoring"]["rules"]
    rule = next(rule for rule in rules if rule["id"] == "eighteen-tiles")
    assert (rule["min"], rule["max"]) == (placed, placed)
    assert mode in rule["modes"]


@pytest.mark.parametrize(("players", "mode", "tiles", "left"), [one[:4] for one in TABLES])
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


@pytest.mark.parametrize(("players", "mode"), [one[:2] for one in TABLES])
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


@pytest.mark.parametrize(("mode", "players", "medals"), PERMANENT)
def test_some_medals_are_in_every_game(lay, packaged, mode, players, medals):
    """Set up, 2: for teams three desert, three rune and two penalty medals; else those of one player, one penalty."""
    requires = {card.id: card.fields.get("requires") for card in packaged("big-monster").cards}
    lying = Counter(requires[card] for card in lay("big-monster", players, mode).zones["medals"])
    assert {sort: lying[sort] for sort in medals} == medals


@pytest.mark.parametrize(("mode", "players"), MODES)
def test_all_mutation_tiles_lie_open_in_four_sorts(lay, packaged, mode, players):
    """Set up, 3; Rules for 2-player games, Set up, 2."""
    species = {card.id: card.fields.get("species") for card in packaged("big-monster").cards}
    tiles = lay("big-monster", players, mode).zones["mutations"]
    assert len(tiles) == 24
    assert len({species[tile] for tile in tiles}) == 4
    assert packaged("big-monster").game.definition["deal"]["zones"]["mutations"]["open"]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize(("section", "mode", "players", "sentence"), SAID)
def test_what_no_card_says_is_read_out(lay, packaged, section, mode, players, sentence, language):
    """Set up; Rules for 2-player games, Set up."""
    game = packaged("big-monster").game
    deal = game.definition["deal"]
    steps = deal["modes"].get(mode, deal)["steps"]
    assert [step["cite"] for step in steps if step.get("say") == sentence] == [f"Big Monster, {section}"]
    assert sentence in [done.step.name for done in lay("big-monster", players, mode).steps]
    assert game.labels[language][f"say:{sentence}"]


@pytest.mark.parametrize("mode", ["competitive", "two-player"])
def test_only_partners_mind_where_they_sit(lay, mode):
    """Set up, 1."""
    table = lay("big-monster", 2 if mode == "two-player" else 4, mode)
    assert "partners" not in [done.step.name for done in table.steps]


def test_two_players_take_twenty_tiles_each_and_discard_as_many(lay, packaged):
    """Rules for 2-player games, Sequence of play: of each four, each takes one and discards one; End game: 20."""
    stacks, rest = divmod(len(lay("big-monster", 2).zones["tiles-series"]), 4)
    assert (stacks, rest) == (20, 0)
    rules = packaged("big-monster").game.definition["scoring"]["rules"]
    rule = next(rule for rule in rules if rule["id"] == "twenty-tiles")
    assert (rule["min"], rule["max"], rule["modes"]) == (stacks, stacks, ["two-player"])


def test_two_players_choose_of_two_explorers_each(lay):
    """Rules for 2-player games, Set up, 3."""
    assert [len(zones["explorers"]) for zones in lay("big-monster", 2).seats] == [2, 2]


def test_two_players_have_no_team_medals(lay, packaged):
    """Rules for 2-player games, Set up, 1: team medals go back into the box."""
    team = {card.id for card in packaged("big-monster").cards if card.fields.get("side") == "team"}
    assert not team & {*lay("big-monster", 2).zones["medals"]}
    assert team & {*lay("big-monster", 4, "team").zones["medals"]}


@pytest.mark.parametrize(("players", "mode"), [(2, "two-player"), *(one[:2] for one in TABLES)])
def test_every_tile_explorer_medal_and_mutation_lies_somewhere_once(lay, everything, packaged, players, mode):
    cards = packaged("big-monster").cards
    expected = Counter({card.id: card.copies for card in cards if card.kind != "reference"})
    assert everything(lay("big-monster", players, mode)) == expected


@pytest.mark.parametrize(
    ("players", "mode"), [(1, ""), (7, ""), (5, "team"), (3, "team"), (2, "competitive"), (3, "two-player")]
)
def test_each_mode_has_its_numbers_of_players(lay, players, mode):
    """Three game modes: teams with 4 or 6, each for oneself with 3 to 6, special rules for 2."""
    with pytest.raises(UsageError):
        lay("big-monster", players, mode)


def test_four_and_six_play_each_for_oneself_unless_they_say_team(lay):
    assert [lay("big-monster", players).mode for players in (3, 4, 5, 6)] == ["competitive"] * 4
