from __future__ import annotations

import pytest

from deckwright.model.card import Card
from deckwright.model.game import Game, labels_of
from deckwright.reports.deals import (
    GameNames,
    deal_as_json,
    deal_lines,
    listed,
    pile_as_json,
    pile_lines,
    pile_list,
)
from deckwright.reports.output import plain
from deckwright.table.deal import TableOptions, deal
from deckwright.table.piles import BuiltPile


@pytest.fixture
def lines_of(packaged):
    """Lay a table of a packaged game and write it out, in English."""

    def run(name, **more):
        box = packaged(name)
        cards = {card.id: card for card in box.cards}
        table = deal(box.game, cards, TableOptions(seed=5, **more))
        return table, list(deal_lines(table, box.game, cards, "en"))

    return run


def test_several_of_one_name_in_a_row_stand_once(packaged):
    words = GameNames(packaged("dataset").game, {"a": "Ace", "b": "Bee"}, "en")
    assert listed(["a", "a", "b", "a"], words) == "2 × Ace · Bee · Ace"
    assert listed([], words) == ""


def test_every_zone_with_cards_is_told_with_its_size(lines_of):
    table, lines = lines_of("big-monster", players=3)
    assert "Monster tiles: 20 tiles in 2 stacks" in lines
    assert f"Put aside: {len(table.zones['aside'])} pieces" in lines
    assert sum(line.startswith("Seat 1, ") for line in lines) == 2


def test_an_empty_zone_is_not_listed(lines_of):
    _, lines = lines_of("dataset", players=2)
    assert not any(line.startswith("Put aside") for line in lines)
    _, lines = lines_of("big-monster", players=4)
    assert not any(": 0 " in line for line in lines)


@pytest.mark.parametrize(
    ("name", "players", "message"),
    [
        ("big-monster", 3, "All play at once."),
        ("dataset", 2, "Seat 1 goes first."),
    ],
)
def test_it_is_said_who_goes_first_before_the_steps(lines_of, name, players, message):
    _, lines = lines_of(name, players=players)
    assert lines[2] == message
    assert lines[3].startswith("1. ")


def test_who_goes_first_is_said_once(lines_of):
    """Big Monster, Rules for 2-player games: a sentence of the game itself says it, as the last step."""
    _, lines = lines_of("big-monster", players=2)
    assert lines[2].startswith("1. ")
    assert sum("goes first" in line for line in lines) == 1


def test_lines_fit_a_page(lines_of):
    for name in ("big-monster", "dataset", "monster-office"):
        _, lines = lines_of(name, players=2)
        assert max(len(line) for text in lines for line in text.splitlines()) <= 110


@pytest.fixture
def in_json(packaged):
    """A table of a packaged game as JSON has it."""

    def run(table):
        box = packaged(table.game)
        return plain(deal_as_json(table, box.game, {card.id: card for card in box.cards}))

    return run


# game, players, zone, how many cards each of its stacks has
STACKS = [
    ("big-monster", 2, "tiles-series", [4] * 20),
    ("big-monster", 3, "tiles-round-2", [10] * 3),
    ("big-monster", 5, "tiles-left", [10] * 2),
    ("big-monster", 4, "mutations", [6] * 4),
]


@pytest.mark.parametrize(("game", "players", "zone", "sizes"), STACKS)
def test_stacks_are_shown_as_such_and_a_zone_stays_one_list_in_json(
    lines_of, in_json, game, players, zone, sizes
):
    """Big Monster, Set up, 3 and 5; Rules for 2-player games, Set up: 20 stacks of 4 tiles."""
    table, lines = lines_of(game, players=players)
    report = in_json(table)
    assert [len(stack) for stack in report["stacks"][zone]] == sizes
    assert sorted([card for stack in report["stacks"][zone] for card in stack]) == sorted(
        report["zones"][zone]
    )
    assert any(line.endswith(f"{sum(sizes)} tiles in {len(sizes)} stacks") for line in lines)
    if zone != "mutations":
        assert [card for stack in report["stacks"][zone] for card in stack] == report["zones"][zone]


def test_json_tells_what_goes_on(lines_of, in_json):
    table, _ = lines_of("dataset", players=3, mode="level-1")
    report = in_json(table)
    draw = {"from": "main", "to": "hand", "count": 3, "every": 3}
    # 89 cards are 29 hands and 2 cards; 9 times all three draw, and the last round has 8.
    assert report["draw"] == {**draw, "hands": 29, "rest": 2, "rounds": 9, "left": 8}
    assert (report["limits"], report["rounds"], report["findings"]) == ({}, [], [])
    table, _ = lines_of("monster-office", players=3)
    report = in_json(table)
    assert (report["draw"], report["limits"]) == (None, {"hand": 6})
    assert {"seat", "card", "value"} == set(report["rounds"][0][0])


# Piles read from the top, with what their table was.

DEFINITION = {
    "id": "pond",
    "title": "Pond",
    "kinds": {"frog": {"name": "Frog"}},
    "piles": {"all": {"name": "All frogs"}},
    "modes": {"calm": {"name": "Calm water"}},
}


@pytest.fixture
def game():
    return Game("pond", "en", ("en",), DEFINITION, {"en": labels_of(DEFINITION)})


@pytest.fixture
def cards():
    names = {"moor": "Frog", "tree": "Frog", "newt": "Newt"}
    return {one: Card("pond", one, "frog", "en", texts={"en": {"name": name}}) for one, name in names.items()}


def built(mode=""):
    return BuiltPile("pond", "all", 1, mode, 7, ("moor", "tree", "newt"), ())


def test_a_game_without_modes_names_none(game, cards):
    assert list(pile_lines(built(), game, cards, "en"))[1] == "1 player, seed 7"
    assert pile_as_json(built())["mode"] is None
    assert "mode" not in pile_list(built(), cards, "en")


def test_a_mode_is_named(game, cards):
    assert list(pile_lines(built("calm"), game, cards, "en"))[1] == "1 player, Calm water, seed 7"
    assert "# mode: calm" in pile_list(built("calm"), cards, "en")


def test_cards_of_one_name_are_told_apart(game, cards):
    assert list(pile_lines(built(), game, cards, "en"))[2:] == [
        "  1  Frog (moor)",
        "  2  Frog (tree)",
        "  3  Newt",
    ]
