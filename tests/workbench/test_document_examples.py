"""The module workbench/document_examples: an example of scoring is scored, and drawn with what the players have."""

from __future__ import annotations

import shutil

import pytest

from deckwright import resources
from deckwright.files.game_package import read_package
from deckwright.messages import printing_in
from deckwright.press.graphics.parts import DrawnText, all_parts
from deckwright.workbench.document_examples import example_section
from deckwright.workbench.game_checks import check_package

from ..drawings import context_of


@pytest.fixture
def example(packaged):
    """Items of the example of a packaged game."""

    def read(name, language="en", mode=""):
        package = packaged(name)
        context = context_of(package, language)
        with printing_in(language, {}):
            return example_section(context, {card.id: card for card in package.cards}, mode).items

    return read


def numbers_of(player):
    return {item.name: item.values[0] for item in player.points if not item.pieces}


@pytest.mark.parametrize(
    ("name", "totals", "verdict"),
    [
        (
            "data-monsters",
            {"Ann": "15", "Bob": "15"},
            "Ann wins: 15 points, as many as Bob. Most valuable opportunity: 8 against 6.",
        ),
        (
            "dataset",
            {"Ann": "1", "Bob": "1"},
            "Bob wins: 1 point, as many as Ann. Sensitive Dataset cards: 6 against 5.",
        ),
        ("monster-office", {"Ann": "11", "Bob": "13"}, "Bob wins with 13 points."),
        ("big-monster", {"Ann": "19", "Bob": "26"}, "Bob wins with 26 points."),
    ],
)
def test_players_have_their_totals_and_a_sentence_says_who_wins(example, name, totals, verdict):
    *players, end = example(name)
    assert {player.name: player.values[0] for player in players if player.values} == totals
    assert end.text == verdict


@pytest.mark.parametrize(
    ("name", "label", "numbers"),
    [
        ("dataset", "Sensitive Dataset cards", ["5", "6"]),
        ("data-monsters", "Most valuable opportunity", ["8", "6"]),
        ("monster-office", "", []),
    ],
)
def test_players_who_tie_have_the_numbers_that_decide_it(example, name, label, numbers):
    *players, _ = example(name)
    ties = [
        tie
        for player in players
        for item in player.points
        if not (item.name or item.pieces)
        for tie in item.points
    ]
    assert [(tie.name, tie.values) for tie in ties] == [(label, (number,)) for number in numbers]


def test_parts_are_those_that_count_something_and_what_several_cards_give_is_added_up(example):
    ann, bob, _ = example("big-monster")
    assert numbers_of(ann) == {
        "Ice": "7",
        "Lava": "3 + 3 + 3 = 9",
        "Swamp": "8",
        "Crystals": "2",
        "Explorer": "3",
        "Medals": "−10",
    }
    assert numbers_of(bob) == {
        "Ice": "3",
        "Big Monsters": "11",
        "Grassland": "3",
        "Explorer": "4",
        "Medals": "5",
    }


def test_tiles_lie_beside_each_other_as_they_were_placed(example):
    ann, *_ = example("big-monster")
    (zone,) = [item for item in ann.points if item.lie == "placed"]
    width = min(piece.size[0] for piece in zone.pieces)
    columns = sorted({round(piece.corner[0] / width) for piece in zone.pieces})
    assert columns == [0, 1, 2, 3, 4, 5, 6, 7]
    assert min(piece.corner[1] for piece in zone.pieces) == 0


def test_a_covered_tile_is_drawn_as_what_lies_on_it(example):
    ann, *_ = example("big-monster")
    (zone,) = [item for item in ann.points if item.lie == "placed"]
    texts = [part for piece in zone.pieces for part in all_parts(piece.parts) if isinstance(part, DrawnText)]
    told = [" ".join(run.text for line in text.lines for run in line.runs) for text in texts]
    assert "Mutated Icicle Crab" in told
    assert "Icicle Crab" not in told


def test_what_is_awarded_is_where_the_player_has_such_cards(example):
    ann, bob, _ = example("big-monster")
    assert [
        [(item.name, len(item.pieces)) for item in seat.points if item.lie == "row"] for seat in (ann, bob)
    ] == [
        [("Medals", 1)],
        [("Medals", 1)],
    ]


def test_what_players_share_has_the_tokens_of_each(example):
    shared, *_ = example("monster-office", "fr")
    tokens = [
        {line.name: [(pool.name, pool.values) for pool in line.points] for line in card.points}
        for card in shared.points
    ]
    assert tokens == [
        {"Ann": [("jaune", ("3",)), ("vert", ("1",))], "Bob": [("vert", ("2",)), ("bleu", ("2",))]},
        {"Ann": [("jaune", ("3",))], "Bob": [("bleu", ("3",))]},
    ]
    icons = {pool.icon for card in shared.points for line in card.points for pool in line.points}
    assert len(icons) == 3
    assert all(icons)


def test_what_players_share_says_who_completed_it_and_who_filled_what(example):
    shared, ann, _, _ = example("monster-office", "fr")
    assert [card.name for card in shared.points] == ["Terminé par Bob", "Terminé par Ann"]
    counted = {
        (number, line.name, pool.name): [item.icon for item in pool.points]
        for number, card in enumerate(shared.points)
        for line in card.points
        for pool in line.points
    }
    icon = ann.points[0].icon
    assert counted.pop((0, "Ann", "vert")) == []
    assert list(counted.values()) == [[icon]] * 5


def test_what_several_shared_cards_give_is_added_up(example):
    _, ann, bob, _ = example("monster-office", "en")
    assert [item.values for item in ann.points] == [("1 + 1 = 2",), ("4 + 3 = 7",), ("2",)]
    assert [item.values for item in bob.points] == [("2 + 1 = 3",), ("4 + 3 = 7",), ("3",)]


def test_an_example_of_another_mode_is_not_shown(example):
    assert example("dataset", mode="level-4") == ()
    assert example("dataset", mode="level-1")


def test_a_false_example_stops_the_game_at_its_place(tmp_path):
    folder = tmp_path / "data-monsters"
    shutil.copytree(resources.folder("cards") / "data-monsters", folder)
    path = folder / "game.yaml"
    path.write_text(path.read_text().replace("[server-on-the-moon,", "[server-on-the-mars,"))
    package, findings = read_package(folder)
    wrong = [
        finding
        for finding in check_package(None, package, folder, findings)
        if "server-on-the-mars" in finding.message
    ]
    line = path.read_text().split("\n").index("  example:") + 2
    assert [(finding.severity, finding.where.line) for finding in wrong] == [("error", line)]


def test_what_icons_of_an_example_are_is_told(example):
    """Monster Office's palette is the icon of colour sets that a player completed."""
    shared = example("monster-office")[0]
    assert shared.text == "{colour_sets} marks a row this player completed."
    lines = shared.points[0].points
    assert [{pool.sign for pool in line.points} for line in lines] == [{"fa:ghost"}, {"fa:robot"}]
