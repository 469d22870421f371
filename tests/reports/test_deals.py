from __future__ import annotations

import pytest

from deckwright.reports.deal_steps import Words, listed
from deckwright.reports.deals import deal_as_json, deal_lines
from deckwright.table.dealing import deal


@pytest.fixture
def told(packaged):
    """Lay a table of a packaged game and write it out, in English."""

    def run(name, **more):
        box = packaged(name)
        cards = {card.id: card for card in box.cards}
        table = deal(box.game, cards, seed=5, **more)
        return table, list(deal_lines(table, box.game, cards, "en"))

    return run


def test_several_of_one_name_in_a_row_stand_once(packaged):
    words = Words(packaged("dataset").game, {"a": "Ace", "b": "Bee"}, "en")
    assert listed(["a", "a", "b", "a"], words) == "2 × Ace · Bee · Ace"
    assert listed([], words) == ""


def test_every_zone_is_told_with_its_size(told):
    table, lines = told("big-monster", players=3)
    assert "Monster tiles: 20 cards" in lines
    assert f"Put aside: {len(table.zones['aside'])} cards" in lines
    assert sum(line.startswith("Seat 1, ") for line in lines) == 2


def test_an_empty_zone_is_told_but_nothing_that_was_not_put_aside(told):
    _, lines = told("dataset", players=2)
    assert not any("aside" in line for line in lines)
    _, lines = told("big-monster", players=4)
    assert "Monster tiles: 0 cards" in lines


@pytest.mark.parametrize(
    ("name", "players", "said"),
    [
        ("big-monster", 3, "All play at once."),
        ("big-monster", 2, "Settle among yourselves who goes first."),
        ("dataset", 2, "Seat 1 goes first."),
    ],
)
def test_it_is_said_who_goes_first_before_the_steps(told, name, players, said):
    _, lines = told(name, players=players)
    assert lines[2] == said
    assert lines[3].startswith("1. ")


def test_lines_fit_a_page(told):
    for name in ("big-monster", "dataset", "monster-office"):
        _, lines = told(name, players=2)
        assert max(len(line) for text in lines for line in text.splitlines()) <= 110


def test_json_tells_what_goes_on(told):
    table, _ = told("dataset", players=3, mode="level-1")
    said = deal_as_json(table)
    draw = {"from": "main", "to": "hand", "count": 3, "every": 3}
    # 89 cards are 29 hands and 2 cards; 9 times all three draw, and the last round has 8.
    assert said["draw"] == {**draw, "hands": 29, "rest": 2, "rounds": 9, "left": 8}
    assert (said["limits"], said["rounds"], said["findings"]) == ({}, [], [])
    table, _ = told("monster-office", players=3)
    said = deal_as_json(table)
    assert (said["draw"], said["limits"]) == (None, {"hand": 6})
    assert {"seat", "card", "value"} == set(said["rounds"][0][0])
