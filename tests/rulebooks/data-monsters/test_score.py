"""Data Monsters, sections 1, 7 and 9: the end of the game, and who has won it."""

from __future__ import annotations

import json

import pytest

from deckwright.errors import InputError
from deckwright.files.yaml import document_of
from deckwright.press.drawing.context import RenderContext
from deckwright.scoring.score import ScoreContext, read_case, score_sheet
from deckwright.workbench.documents import score_pad

GAME = "data-monsters"
DECKS = {2: 12, 3: 13, 4: 15}


@pytest.fixture
def worth(find):
    """The opportunities of the box with what they are worth, the best first."""
    cards = sorted(find(GAME, "kind:opportunity"), key=lambda card: -card.fields["bdp"])
    return {card.id: card.fields["bdp"] for card in cards}


def deal_out(opportunities, players):
    """Opportunities of each seat, dealt in turn."""
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


# players, basic and hard opportunities that all have won; which of them are too many, and how many there may be
TOO_MANY = [
    (2, 8, 4, ("basic", 8, 6)),
    (2, 7, 5, ("basic", 7, 6)),
    (2, 5, 7, ("hard", 7, 6)),
    (3, 8, 5, ("basic", 8, 7)),
    (3, 6, 7, ("hard", 7, 6)),
    (2, 6, 6, None),
    (3, 7, 6, None),
    (4, 8, 7, None),
]


@pytest.mark.parametrize("mode", ["standard", "office"])
@pytest.mark.parametrize(("players", "basic", "hard", "wrong"), TOO_MANY)
def test_each_number_of_the_deck_holds_and_not_only_their_sum(
    faults_of, find, players, basic, hard, wrong, mode
):
    """§1: so many basic and so many hard opportunities for each number of players."""
    cards = [card.id for card in find(GAME, "difficulty:basic")[:basic]]
    cards += [card.id for card in find(GAME, "difficulty:hard")[:hard]]
    found = [one for one in faults_of(GAME, deal_out(cards, players), mode=mode) if one[4] == "error"]
    kind, *numbers = wrong or ("",)
    assert found == ([(f"{kind}-opportunities", "Data Monsters, §1", *numbers, "error")] if wrong else [])


@pytest.mark.parametrize("players", [2, 3])
def test_nobody_wins_more_than_the_deck_holds(faults_of, worth, players):
    """§1: opportunities that were put aside are not in the game."""
    found = faults_of(GAME, deal_out(list(worth), players))
    assert {rule for rule, *_, severity in found if severity == "error"} == {
        2: {"basic-opportunities", "hard-opportunities"},
        3: {"basic-opportunities", "hard-opportunities"},
    }[players]


@pytest.fixture
def broken_with(packaged):
    """Rules that a score file with cards put aside breaks."""
    box = packaged(GAME)
    cards = {card.id: card for card in box.cards}

    def rules(won, aside, *, players=2, mode="standard"):
        seats = {f"Seat {seat}": {"portfolio": [] if seat else won} for seat in range(players)}
        value = {"mode": mode, "seats": seats, "aside": aside}
        case = read_case(document_of(json.dumps(value), "game.yaml"), box.game, cards, ScoreContext())
        try:
            findings = score_sheet(*case).findings
        except InputError as error:
            findings = error.findings
        return {one.rule for one in findings if one.severity == "error"}

    return rules


@pytest.mark.parametrize("seed", range(3))
def test_nobody_has_what_was_put_aside(packaged, lay, broken_with, seed):
    """§1: put aside the other opportunity cards; you won’t need them any longer."""
    table = lay(GAME, 2, seed=seed)
    aside = table.zones["aside"]
    dealt = [*table.zones["opportunity"], *table.zones["market"]]
    cards = {card.id: card for card in packaged(GAME).cards}
    assert len(aside) == 3
    assert broken_with(dealt, aside) == set()
    kind = cards[aside[0]].fields["difficulty"]
    other = next(card for card in dealt if cards[card].fields["difficulty"] == kind)
    assert broken_with([card for card in dealt if card != other] + [aside[0]], aside) == {"aside"}


@pytest.mark.parametrize(
    ("players", "mode", "basic", "hard"),
    [(2, "standard", 2, 1), (3, "standard", 1, 1), (4, "office", 0, 0), (3, "tutorial", 0, 7)],
)
def test_no_more_is_put_aside_than_the_deck_leaves_over(find, broken_with, players, mode, basic, hard):
    """§1: of 8 basic and 7 hard opportunities, those that the deck does not take."""
    simple, difficult = ([card.id for card in find(GAME, f"difficulty:{one}")] for one in ("basic", "hard"))
    assert broken_with([], simple[:basic] + difficult[:hard], players=players, mode=mode) == set()
    assert broken_with([], simple[: basic + 1], players=players, mode=mode) == {"basic-aside"}
    if hard < len(difficult):
        assert broken_with([], difficult[: hard + 1], players=players, mode=mode) == {"hard-aside"}


@pytest.mark.parametrize(
    ("players", "mode", "won"),
    [(2, "standard", 9), (3, "office", 9), (4, "standard", 10), (2, "tutorial", 5)],
)
def test_a_table_says_when_the_last_opportunity_is_won(packaged, find, players, mode, won):
    """§9, unclear: the last one is won, or "there are no more opportunities in the opportunity deck"."""
    box = packaged(GAME)
    cards = {card.id: card for card in box.cards}
    names = [card.id for card in (*find(GAME, "difficulty:basic")[:6], *find(GAME, "difficulty:hard")[:6])]

    def rules(count, choice):
        value = {"settings": {"game-end": choice}, "seats": deal_out(names[:count], players)}
        case = read_case(document_of(json.dumps(value), "game.yaml"), box.game, cards, ScoreContext(mode))
        return [one.rule for one in score_sheet(*case).findings]

    assert rules(won, "deck") == []
    assert rules(won, "market") == ["all-won"]
    assert rules(won - 1, "deck") == ["all-won"]


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


@pytest.mark.parametrize(
    ("players", "mode", "numbers"),
    [(2, "standard", 12), (3, "office", 9), (4, "standard", 8), (2, "tutorial", 8), (4, "tutorial", 4)],
)
def test_a_pad_has_room_for_twice_an_even_share_of_the_opportunities(packaged, players, mode, numbers):
    """§1: the opportunity deck has 12, 13 or 15 cards, that of a fast game 8; two players have room for all of them."""
    box = packaged(GAME)
    context = RenderContext(box.game, "en", {}, lambda _, __: False)
    pad = score_pad(context, {card.id: card for card in box.cards}, mode, players)
    assert [row.numbers for row in pad.rows if row.sort == "part"] == [numbers]
