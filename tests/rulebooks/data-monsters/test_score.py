"""Data Monsters, sections 1, 7 and 9: the end of the game, and who has won it."""

from __future__ import annotations

import pytest

GAME = "data-monsters"
DECKS = {2: 12, 3: 13, 4: 15}


@pytest.fixture
def worth(find):
    """Give the opportunities of the box with what they are worth, the best first."""
    cards = sorted(find(GAME, "kind:opportunity"), key=lambda card: -card.fields["bdp"])
    return {card.id: card.fields["bdp"] for card in cards}


def deal_out(opportunities, players):
    """Give each seat every so manieth opportunity."""
    return {f"Seat {seat}": {"portfolio": opportunities[seat::players]} for seat in range(players)}


def opportunity_deck(find, players):
    basic, hard = {2: (6, 6), 3: (7, 6), 4: (8, 7)}[players]
    chosen = find(GAME, "difficulty:basic")[:basic] + find(GAME, "difficulty:hard")[:hard]
    return [card.id for card in chosen]


@pytest.mark.parametrize("players", DECKS)
@pytest.mark.parametrize("mode", ["standard", "office"])
def test_the_most_big_data_points_win(score, find, worth, mode, players):
    """§9: the points of all opportunities in a portfolio are added up."""
    seats = deal_out(opportunity_deck(find, players), players)
    scores = score(GAME, seats, mode=mode)
    points = {name: sum(worth[card] for card in held["portfolio"]) for name, held in seats.items()}
    assert {seat.seat: seat.points for seat in scores.seats} == points
    assert scores.findings == ()
    assert [side.name for side in scores.ranking.winners] == [max(points, key=points.get)]
    assert scores.ranking.decided_by == "points"


def test_a_tie_goes_to_the_hardest_opportunity(score, worth):
    """§9: whoever won the one that is worth most."""
    best, *others = worth
    rest = next(
        (one, other)
        for number, one in enumerate(others)
        for other in others[number + 1 :]
        if worth[one] + worth[other] == worth[best] and worth[other] != worth[one]
    )
    scores = score(GAME, {"Ada": {"portfolio": [best]}, "Bo": {"portfolio": list(rest)}}, is_whole=False)
    assert len({seat.points for seat in scores.seats}) == 1
    assert [side.name for side in scores.ranking.winners] == ["Ada"]
    assert scores.ranking.decided_by == "hardest"


def test_nothing_else_decides(score, worth):
    """§9 says no more: our reading is that the victory is shared."""
    values = list(worth.values())
    one, other = next(
        (one, other) for one, other in zip(worth, list(worth)[1:], strict=False) if worth[one] == worth[other]
    )
    assert len(set(values)) < len(values)
    scores = score(GAME, {"Ada": {"portfolio": [one]}, "Bo": {"portfolio": [other]}}, is_whole=False)
    assert {side.name for side in scores.ranking.winners} == {"Ada", "Bo"}
    assert scores.ranking.decided_by == "shared"


@pytest.mark.parametrize("players", DECKS)
def test_the_game_ends_when_all_opportunities_are_won(faults_of, find, players):
    """§9; §1 says how many there are, and our reading is that deck and market are both empty."""
    deck = opportunity_deck(find, players)
    lacking = ("all-won", "Data Monsters, §9", len(deck) - 1, len(deck), "warning")
    assert faults_of(GAME, deal_out(deck, players)) == []
    assert faults_of(GAME, deal_out(deck[1:], players)) == [lacking]


def test_the_fast_game_ends_with_the_eight_basic_ones(faults_of, find):
    """§1 and §9."""
    basic = [card.id for card in find(GAME, "difficulty:basic")]
    assert faults_of(GAME, deal_out(basic, 2), mode="tutorial") == []
    assert faults_of(GAME, deal_out(basic[1:], 2), mode="tutorial") == [
        ("all-won", "Data Monsters, §9", 7, 8, "warning")
    ]


@pytest.mark.parametrize("players", [2, 3])
def test_nobody_wins_more_than_the_deck_holds(faults_of, worth, players):
    """§1: opportunities that were put aside are not in the game."""
    everything = ("opportunity-deck", "Data Monsters, §1", 15, DECKS[players], "error")
    assert everything in faults_of(GAME, deal_out(list(worth), players))


def test_no_hard_opportunity_is_won_in_the_fast_game(faults_of, find):
    """§1: only the 8 basic ones are in it."""
    cards = [card.id for card in [*find(GAME, "difficulty:basic")[:7], *find(GAME, "difficulty:hard")[:1]]]
    assert faults_of(GAME, deal_out(cards, 2), mode="tutorial") == [
        ("basic-only", "Data Monsters, §1", 1, 0, "error")
    ]


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_are_scored(faults_of, players):
    """Preamble."""
    seats = {f"Seat {seat}": {} for seat in range(players)}
    assert "players" in [rule for rule, *_ in faults_of(GAME, seats)]
