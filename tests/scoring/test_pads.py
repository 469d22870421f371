"""What score pads cannot say: numbers that the cards of the box cannot give."""

from __future__ import annotations

import pytest

from deckwright.errors import InputError


@pytest.fixture
def wrong(scored):
    """Messages of the errors about pads of a game, whose seats have nothing else."""

    def run(game, mode, *pads):
        seats = {name: {"pad": pad} for name, pad in zip("abc", pads, strict=False)}
        try:
            scored(game, {"mode": mode, "seats": seats}, is_whole=True)
        except InputError as error:
            return [one.message for one in error.findings if "tie-breaker" not in one.message]
        return []

    return run


# game, mode, part, a number that cannot be right, the nearest one that can, and why
NUMBERS = [
    ("big-monster", "competitive", "swamp", 3, 2, "Possible: 0, 2, 8, 18, 32, 50."),
    ("big-monster", "competitive", "medals", 7, 5, "multiple of 5"),
    ("big-monster", "competitive", "ice", 2.5, 2, "whole number"),
    ("big-monster", "competitive", "ice", -1, 0, "0 or more"),
    ("big-monster", "competitive", "lava", 44, 43, "43 is the most"),
    ("big-monster", "competitive", "crystals", 3, 4, "a sum of 2, 5, 10"),
    ("big-monster", "competitive", "grassland", 115, 114, "114 is the most"),
    ("big-monster", "competitive", "explorer", 41, 40, "40 is the most"),
    ("big-monster", "competitive", "medals", -15, -10, "-10 or more"),
    ("data-monsters", "standard", "big-data", 30.5, 30, "whole number"),
    ("data-monsters", "standard", "big-data", 1, 2, "a sum of 2, 3"),
    ("data-monsters", "standard", "big-data", -3, 0, "0 or more"),
    ("data-monsters", "standard", "big-data", 500, 60, "is the most"),
    ("data-monsters", "standard", "hardest", 99, 0, "Possible: 0, 2"),
    ("dataset", "level-4", "treasures", 13, 12, "12 is the most"),
    ("dataset", "level-1", "treasures", 10, 9, "9 is the most"),
    ("dataset", "level-4", "sensitive", 60, 50, "50 is the most"),
    ("monster-office", "standard", "tokens", 1000, 100, "is the most"),
]


@pytest.mark.parametrize(("game", "mode", "part", "number", "nearest", "why"), NUMBERS)
def test_a_number_that_the_box_cannot_give_is_refused(wrong, game, mode, part, number, nearest, why):
    """Big Monster, Final scoring; Data Monsters, §1; Dataset, Carte dataset and Carte speciali."""
    others = [{part: 0}] * (2 if game == "big-monster" else 1)
    (message,) = wrong(game, mode, {part: number}, *others)
    assert why in message
    assert wrong(game, mode, {part: nearest}, *others) == []


def test_one_card_is_not_the_hardest_of_two_seats(wrong, packaged):
    """Data Monsters, §9: the opportunity with the highest number of points, which one player has won."""
    values = [card.fields["bdp"] for card in packaged("data-monsters").cards if card.kind == "opportunity"]
    single = next(value for value in values if values.count(value) == 1)
    several = next(value for value in values if values.count(value) > 1)
    for value, count in ((single, 1), (several, 0)):
        pad = {"big-data": 20, "hardest": value}
        assert len(wrong("data-monsters", "standard", pad, pad)) == count


def test_all_seats_together_have_no_more_than_the_box(wrong):
    """Big Monster: five swamp tiles; Dataset: fifty sensitive cards."""
    assert len(wrong("big-monster", "competitive", {"swamp": 50}, {"swamp": 2}, {"swamp": 0})) == 1
    assert wrong("big-monster", "competitive", {"swamp": 32}, {"swamp": 2}, {"swamp": 0}) == []
    assert len(wrong("dataset", "level-4", {"sensitive": 30}, {"sensitive": 21})) == 1


def test_a_part_is_not_more_than_the_whole(wrong):
    """Sixty sensitive cards of ten cannot be, and no opportunity is worth more than all that were won."""
    (message,) = wrong("dataset", "level-4", {"sensitive": 11, "dataset": 10}, {"dataset": 1})
    assert message == "sensitive cannot be 11 if dataset is 10."
    assert len(wrong("data-monsters", "standard", {"big-data": 4, "hardest": 5}, {"big-data": 0})) == 1
    (message,) = wrong(
        "data-monsters", "standard", {"big-data": 4, "hardest": 0}, {"big-data": 0, "hardest": 0}
    )
    assert message == "hardest cannot be 0 if big-data is 4."


@pytest.mark.parametrize(
    ("game", "mode", "pad", "nearest", "why"),
    [
        # Six Dataset cards for each treasure, and Consent doubles each once.
        ("dataset", "level-4", {"treasures": 9, "dataset": 10}, {"treasures": 2, "dataset": 10}, "treasures"),
        ("dataset", "level-1", {"treasures": 2, "dataset": 11}, {"treasures": 2, "dataset": 12}, "treasures"),
        ("big-monster", "competitive", {"big": 55, "big-tiles": 0}, {"big": 55, "big-tiles": 10}, "big"),
    ],
)
def test_points_have_the_cards_that_give_them(wrong, game, mode, pad, nearest, why):
    """Dataset, Al suo turno, 2; Big Monster, Final scoring."""
    name = next(iter(set(pad) - {why}))
    others = [dict.fromkeys(pad, 0)] * (2 if game == "big-monster" else 1)
    assert wrong(game, mode, pad, *others) == [f"{why} cannot be {pad[why]} if {name} is {pad[name]}."]
    assert wrong(game, mode, nearest, *others) == []
