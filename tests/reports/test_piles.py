"""A pile reads from the top, with what its table was."""

from __future__ import annotations

import pytest

from deckwright.model.card import Card
from deckwright.model.game import Game, labels_of
from deckwright.reports.deals import pile_as_json, pile_lines, pile_list
from deckwright.table.piles import BuiltPile

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
