"""The module table/piles."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError, UsageError
from deckwright.files.game_package import read_package
from deckwright.table.piles import PileOptions, build_pile, new_seed, random_for, read_seed, shuffled

GOLDEN = {
    7: "beacfd",
    "7": "beacfd",
    "007": "beacfd",
    -7: "fcbdea",
    "harvest moon": "cedfab",
    "città": "adfcbe",
    "": "dfaceb",
}
"""Orders of six letters that every machine and version of Python must give for a seed."""


@pytest.mark.parametrize("seed", GOLDEN, ids=repr)
def test_a_seed_gives_the_same_order_everywhere(seed):
    assert "".join(shuffled("abcdef", random_for(seed, "game", "pile", 2, "mode"))) == GOLDEN[seed]


@pytest.mark.parametrize(
    "about", [("game", "pile", 3, "mode"), ("game", "other", 2, "mode"), ("game", "pile", 2, "")]
)
def test_another_table_gives_another_order(about):
    letters = [chr(number) for number in range(97, 123)]
    here = shuffled(letters, random_for(7, "game", "pile", 2, "mode"))
    assert shuffled(letters, random_for(7, *about)) != here


@given(st.lists(st.integers()), st.integers() | st.text())
def test_shuffling_loses_and_adds_nothing_and_leaves_the_things_alone(things, seed):
    before = list(things)
    assert Counter(shuffled(things, random_for(seed))) == Counter(things)
    assert things == before


def test_every_order_is_as_likely():
    by = random_for(1)
    orders = Counter("".join(shuffled("abc", by)) for _ in range(6000))
    assert len(orders) == 6
    assert all(880 < count < 1120 for count in orders.values())


def test_a_seed_written_as_a_number_is_one():
    assert read_seed("42") == 42
    assert read_seed("-3") == -3
    assert read_seed(42) == 42
    assert read_seed("harvest moon") == "harvest moon"
    assert read_seed("1" * 5000) == "1" * 5000
    assert read_seed("٤٢") == "٤٢"


def test_a_new_seed_is_short_and_seldom_the_same():
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) > 45
    assert all(0 <= seed < 10**9 for seed in seeds)


GAME = """
    id: orchard
    title: Orchard
    source_language: en
    languages: [en]
    players: {min: 1, max: 5}
    kinds: {fruit: {name: Fruit}, pest: {name: Pest}}
    piles:
      basket:
        name: Basket
        from: kind:fruit
        parts:
          - of: id:apple
            take: 2
          - of: kind:fruit
            take: {2: 3, 3: 4, 4: 6}
        modes:
          wild: {parts: [{of: "kind:fruit"}, {of: "kind:pest", take: 1}]}
      pests: {name: Pests, parts: [{of: "kind:pest", take: {3: 1, 4: 1, 5: 1}}]}
    modes:
      calm: {name: Calm, players: [2, 3, 4, 5]}
      wild: {name: Wild, players: {min: 1, max: 2}}
"""

CARDS = """
    defaults: {kind: fruit}
    cards:
      - {id: pear, name: Pear, copies: 2}
      - {id: apple, name: Apple, copies: 4}
      - {id: fig, name: Fig}
      - {id: wasp, name: Wasp, kind: pest, copies: 3}
"""


@pytest.fixture
def build(game_folder):
    """Build a pile of a small game."""
    box, findings = read_package(game_folder(GAME, CARDS))
    assert box, findings

    def run(pile="basket", players=2, mode="", seed=1):
        return build_pile(
            box.game, {card.id: card for card in box.cards}, pile, PileOptions(players, seed, mode)
        )

    return run


@pytest.mark.parametrize(("players", "size"), [(2, 5), (3, 6)])
def test_a_pile_takes_as_many_cards_as_its_parts_say_and_none_twice(build, players, size):
    pile = build(players=players)
    assert len(pile.order) == size
    assert Counter(pile.order)["apple"] >= 2
    assert Counter(pile.order + pile.aside) == {"apple": 4, "pear": 2, "fig": 1}


def test_a_seed_may_have_bytes_that_are_not_a_character():
    """Python keeps such bytes of the command line as lone surrogates."""
    assert sorted(shuffled("abc", random_for("\udcff"))) == ["a", "b", "c"]


def test_the_cards_of_a_pile_are_listed_with_their_copies(build):
    pile = build(mode="calm", seed=2)
    assert pile.order[0] == "fig"
    assert pile.cards == [("apple", 3), ("fig", 1), ("pear", 1)]
    assert (pile.game, pile.pile, pile.players, pile.mode, pile.seed) == ("orchard", "basket", 2, "calm", 2)


def test_a_seed_written_as_a_number_is_reported_as_one(build):
    assert build(seed="42").seed == 42
    assert build(seed="42") == build(seed=42)


def test_a_mode_has_parts_and_players_of_its_own(build):
    pile = build(mode="wild", players=1)
    assert Counter(pile.order) == {"apple": 4, "pear": 2, "fig": 1, "wasp": 1}
    assert pile.aside == ()
    with pytest.raises(UsageError) as caught:
        build(mode="wild", players=3)
    assert caught.value.message == "3 players are not allowed in basket, wild. Allowed: 1 or 2."
    assert caught.value.hint == "Use another number with --players."


def test_a_number_that_the_usual_mode_leaves_out_is_played_in_the_first_mode_that_allows_it(build):
    assert build(players=1).mode == "wild"
    assert build(players=2).mode == "calm"


def test_without_a_from_the_cards_of_the_parts_are_put_aside(build):
    assert build("pests", players=3).aside == ("wasp", "wasp")


def test_only_players_that_every_table_names_are_allowed(build):
    for players in (1, 5, 0, -2):
        with pytest.raises(UsageError) as caught:
            build(players=players, mode="calm")
        assert caught.value.code == "players-out-of-range"
        assert "2, 3 or 4" in caught.value.message


def test_more_cards_than_the_box_holds_are_refused(build):
    with pytest.raises(InputError) as caught:
        build(players=4)
    assert caught.value.code == "too-few-cards"
    assert "6 cards of kind:fruit, but the box has 5" in caught.value.message
    assert caught.value.hint == "Add cards to the game, or reduce the pile in game.yaml."


def test_an_unknown_pile_or_mode_names_the_nearest(build):
    with pytest.raises(InputError) as caught:
        build("baskett")
    assert caught.value.code == "unknown-pile"
    assert caught.value.message == "The game orchard has no pile baskett."
    assert "Did you mean basket?" in caught.value.hint
    with pytest.raises(UsageError) as caught:
        build(mode="wlid")
    assert caught.value.code == "unknown-mode"
    assert "Did you mean wild?" in caught.value.hint


def test_a_game_without_modes_has_none(game_folder):
    game = (
        GAME[: GAME.index("    modes:\n      calm")]
        .replace("        modes:\n", "")
        .replace('          wild: {parts: [{of: "kind:fruit"}, {of: "kind:pest", take: 1}]}\n', "")
    )
    box, findings = read_package(game_folder(game, CARDS))
    assert box, findings
    pile = build_pile(box.game, {card.id: card for card in box.cards}, "pests", PileOptions(3, 1))
    assert pile.mode == ""
    with pytest.raises(UsageError, match="has no mode standard"):
        build_pile(box.game, {}, "pests", PileOptions(3, 1, "standard"))
    with pytest.raises(UsageError, match=r"^9 players are not allowed in pests"):
        build_pile(box.game, {}, "pests", PileOptions(9, 1))


def test_which_cards_are_taken_is_left_to_chance(build):
    assert len({tuple(sorted(build(seed=seed).order)) for seed in range(30)}) > 1


@given(seed=st.integers() | st.text(), players=st.integers(2, 3))
def test_a_pile_and_what_is_put_aside_are_all_cards_it_could_hold(build, seed, players):
    pile = build(players=players, seed=seed)
    assert Counter(pile.order + pile.aside) == {"apple": 4, "pear": 2, "fig": 1}
    assert build(players=players, seed=seed) == pile


def test_the_order_does_not_depend_on_how_the_cards_were_listed(packaged):
    box = packaged("data-monsters")
    there = {card.id: card for card in box.cards}
    back = dict(reversed(there.items()))
    assert build_pile(box.game, there, "opportunity", PileOptions(3, 5)) == build_pile(
        box.game, back, "opportunity", PileOptions(3, 5)
    )


@pytest.mark.parametrize(
    ("seed", "players", "order"),
    [
        (1, 2, "apple apple apple pear apple"),
        (2, 2, "fig apple apple apple pear"),
        ("harvest moon", 3, "pear pear apple apple apple apple"),
    ],
)
def test_the_order_of_a_seed_stays_as_it_is_from_version_to_version(build, seed, players, order):
    assert " ".join(build(seed=seed, players=players).order) == order
