from __future__ import annotations

import pytest

from deckwright.construction.choice import choose_players
from deckwright.errors import UsageError
from deckwright.model.card import Deck
from deckwright.model.rule import read_format


def nothing(_text):
    return lambda _card: True


@pytest.fixture
def allowed(forest):
    """Give which of 0 to 6 players the small game's format allows."""

    def run(rules):
        rules = read_format(forest(rules).game, "grove", nothing)

        def is_allowed(players):
            try:
                return choose_players(Deck("forest", "Test"), rules, players) == players
            except UsageError:
                return False

        return [players for players in range(7) if is_allowed(players)]

    return run


def test_the_format_s_own_span_goes_before_the_game_s(allowed):
    assert allowed("players: {min: 2, max: 3}\nrules: []") == [2, 3]
    assert allowed("rules: [{id: size, measure: cards, min: 2, per_player: true}]") == [1, 2, 3, 4]


def test_a_format_that_does_not_depend_on_players_takes_what_the_game_allows(allowed):
    assert allowed("rules: []") == [1, 2, 3, 4]
