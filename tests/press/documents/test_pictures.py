"""The module press/documents/pictures: what is on the table is drawn within its ground, and covers no words."""

from __future__ import annotations

from itertools import pairwise

import pytest

from deckwright.press.documents.content import PAPER, DocumentLook, Item, Section
from deckwright.press.documents.lying import Miniature
from deckwright.press.documents.painter import Painter
from deckwright.press.documents.pictures import TALLEST_PIECES, pictured
from deckwright.press.graphics.parts import (
    DrawnShape,
    DrawnText,
    bounds_of,
    bounds_of_path,
)

from .drawn_words import words
from .rules_sections import drawn, place

WIDTH = 180.0


TABLES = [
    [place("Deck", "piles", 1), place("Market", "row", 5)],
    [place("Tokens", "row", 6, (25, 25)), place("Board", "row", 1, (240, 240)), place("Tiles", "piles", 6)],
    [place(f"Deck {number}", "row", 6) for number in range(7)],
    [
        place("Deck", "piles", 1),
        Item("Each player", points=(place("Hand", "hand", 6), place("Own deck", "piles", 1))),
    ],
]


@pytest.mark.parametrize("items", TABLES)
def test_a_table_is_within_its_width_and_its_words_are_within_its_height(items):
    table = pictured(Section("The table", tuple(items), "places"), WIDTH, Painter("en", {}))
    miniatures, texts = drawn(table)
    assert len(miniatures) >= sum(len(item.pieces) for item in items)
    assert all(0 <= part.place[0] <= WIDTH for part in miniatures)
    assert all(0 <= part.place[1] <= table.height for part in miniatures)
    for text in texts:
        for line in text.lines:
            assert 0 <= line.y <= table.height
            assert all(0 <= run.start <= WIDTH for run in line.runs)


def table_of(items, tallest):
    return pictured(Section("The table", tuple(items), "places"), WIDTH, Painter("en", {}), tallest)


@pytest.mark.parametrize("tallest", TALLEST_PIECES)
def test_a_line_is_as_large_as_its_width_and_height_allow(tallest):
    """Five cards are as high as they may be; with a hand and a pile beside them, they may be as wide as the table."""
    alone, narrow = (
        drawn(table_of(items, tallest))[0] for items in ([TABLES[0][1]], [*TABLES[0], TABLES[0][0]])
    )
    assert alone[0].scale * 88 == pytest.approx(tallest)
    assert narrow[0].scale <= alone[0].scale
    right = max(part.place[0] + part.scale * 63 for part in narrow)
    assert WIDTH - right < 15 or narrow[0].scale == alone[0].scale


def test_large_pieces_leave_cards_beside_them_their_size():
    """Two boards are lower than they may be, so that the decks beside them are not the smaller ones."""
    decks = [place(f"Deck {number}", "piles", 1) for number in range(3)]
    boards = place("Map", "row", 2, (120.0, 160.0))
    tokens = place("Tokens", "row", 6, (25.0, 25.0))
    miniatures, _ = drawn(table_of([*decks, tokens, boards], 33.0))
    deck, board = miniatures[0], miniatures[-1]
    assert deck.scale * 88 == pytest.approx(board.scale * 160)
    assert deck.scale * 88 > 25.0


def test_places_have_few_lines_and_the_smallest_pieces_little_height():
    assert table_of(TABLES[2], TALLEST_PIECES[0]).height < 100


def test_a_mat_at_the_end_ends_with_the_ground():
    parts = table_of(TABLES[3], 25.0).draw(0.0, 0.0)
    grounds = [
        part for part in parts if isinstance(part, DrawnShape) and part.fill in (PAPER, DocumentLook().band)
    ]
    table, mat = (
        max(x for _, numbers in ground.path for x in numbers[::2]) for ground in (grounds[-2], grounds[-1])
    )
    assert table - mat == pytest.approx(3.0)


@pytest.mark.parametrize("names", [["Workshop"], ["Workshop", "Portfolio", "Next release pile"]])
def test_empty_places_have_dashes_around_their_names_above_each_other_beside_what_a_player_has(names):
    seat = Item("Each player", points=(place("Hand", "hand", 6), *map(Item, names)))
    table = table_of([place("Deck", "piles", 1), seat, *map(Item, names)], 25.0)
    parts = [*table.draw(0.0, 0.0)]
    (mat,) = (part.path for part in parts if isinstance(part, DrawnShape) and part.fill == PAPER)
    dashed = [bounds_of([part]) for part in parts if isinstance(part, DrawnShape) and part.dash]
    own, common = dashed[: len(names)], dashed[len(names) :]
    assert len(common) == len(names)
    right = max(part.place[0] for part in parts if isinstance(part, Miniature))
    ground = bounds_of_path(mat)
    assert all(right < room.x and room.far[0] < ground.far[0] for room in own)
    assert all(ground.y < room.y and room.far[1] < ground.far[1] for room in own)
    assert all(ground.far[1] < room.y and room.far[1] < table.height for room in common)
    assert all(room.far[1] < following.y for room, following in pairwise(own))
    lines = [part for part in parts if isinstance(part, DrawnText)]
    for room, name in zip(dashed, names * 2, strict=True):
        within = [
            line
            for line in lines
            if room.x < (bounds := bounds_of([line])).x
            and bounds.far[0] < room.far[0]
            and room.y < bounds.y
            and bounds.far[1] < room.far[1]
        ]
        assert words(within) == name.replace(" ", "")


def test_a_note_of_an_empty_place_is_within_its_dashes_below_the_name():
    notes = {"Workshop": "monsters, permanent cards", "Next release pile": "discards"}
    seat = Item("Each player", points=(place("Hand", "hand", 6), *(Item(*note) for note in notes.items())))
    parts = [*table_of([place("Deck", "piles", 1), seat], 25.0).draw(0.0, 0.0)]
    dashed = [bounds_of([part]) for part in parts if isinstance(part, DrawnShape) and part.dash]
    texts = [part for part in parts if isinstance(part, DrawnText)]
    for room, (name, note) in zip(dashed, notes.items(), strict=True):
        within = [
            text for text in texts if room.y < text.lines[0].y < room.far[1] and bounds_of([text]).x > room.x
        ]
        assert [words([text]) for text in within] == [name.replace(" ", ""), note.replace(" ", "")]
        assert room.y < within[0].lines[0].y < within[1].lines[0].y
        assert within[1].lines[-1].y < room.far[1]


def test_empty_places_beside_few_pieces_make_the_mat_higher_only_as_far_as_they_need_it():
    names = ["Workshop", "Portfolio", "Next release pile", "Garden", "Attic", "Cellar"]
    heights = []
    for count in range(len(names)):
        seat = Item("Each player", points=(place("Hand", "hand", 6), *map(Item, names[:count])))
        heights.append(table_of([place("Deck", "piles", 1), seat], 25.0).height)
    assert len({*heights[:4]}) == 1
    assert heights[3] < heights[4] < heights[5]


@pytest.mark.parametrize("number", ["7", "8, 9"])
def test_numbers_of_steps_are_beside_the_names_of_their_places(number):
    deck = place("Deck", "piles", 1)
    plain, numbered = (
        [*table_of([item, place("Market", "row", 5)], 25.0).draw(0.0, 0.0)]
        for item in (deck, deck._replace(number=number))
    )
    (disc,) = (
        bounds_of([part])
        for part in numbered
        if isinstance(part, DrawnShape) and part.fill == DocumentLook().deep and part not in plain
    )
    (line,) = (
        line
        for part in numbered
        if isinstance(part, DrawnText)
        for line in part.lines
        if line.runs[0].text == "Deck"
    )
    assert disc.far[0] < line.runs[0].start < disc.far[0] + 3
    assert disc.y < line.y < disc.far[1]
    assert any(words([part]) == number.replace(" ", "") for part in numbered if isinstance(part, DrawnText))


def test_places_of_a_line_are_named_at_one_height():
    table = pictured(Section("The table", tuple(TABLES[0]), "places"), WIDTH, Painter("en", {}))
    names = {
        "".join(run.text for run in line.runs): line.y for text in drawn(table)[1] for line in text.lines
    }
    assert names["Deck"] == names["Market"]
