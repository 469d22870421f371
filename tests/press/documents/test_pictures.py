"""The module press/documents/pictures: what is on the table, and in an example, is drawn within its ground, and covers no words."""

from __future__ import annotations

import pytest

from deckwright.press.documents.content import Item, Piece, Section
from deckwright.press.documents.pictures import example_blocks, pictured
from deckwright.press.documents.setter import Miniature, Painter
from deckwright.press.graphics.parts import Area, DrawnText, rectangle

WIDTH = 180.0


def piece(width=63.0, height=88.0, corner=(0.0, 0.0)):
    return Piece((), (width, height), rectangle(Area(0, 0, width, height)), corner)


def place(name, lie, count, size=(63.0, 88.0)):
    return Item(name, values=("9",), pieces=(piece(*size),) * count, lie=lie)


TABLES = [
    [place("Deck", "piles", 1), place("Market", "row", 5)],
    [place("Tokens", "row", 6, (25, 25)), place("Board", "row", 1, (240, 240)), place("Tiles", "piles", 6)],
    [place(f"Deck {number}", "row", 6) for number in range(7)],
    [
        place("Deck", "piles", 1),
        Item("Each player", points=(place("Hand", "hand", 6), place("Own deck", "piles", 1))),
    ],
]


def drawn(block):
    parts = list(block.draw(0.0, 0.0))
    return [part for part in parts if isinstance(part, Miniature)], [
        part for part in parts if isinstance(part, DrawnText)
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


def test_pieces_get_smaller_before_a_table_gets_high():
    tables = [
        pictured(Section("The table", tuple(TABLES[2][:count]), "places"), WIDTH, Painter("en", {}))
        for count in (1, 7)
    ]
    (first, *_), (smaller, *_) = (drawn(table)[0] for table in tables)
    assert smaller.scale < first.scale
    assert tables[1].height < 100


def test_places_of_a_line_are_named_at_one_height():
    table = pictured(Section("The table", tuple(TABLES[0]), "places"), WIDTH, Painter("en", {}))
    names = {
        "".join(run.text for run in line.runs): line.y for text in drawn(table)[1] for line in text.lines
    }
    assert names["Deck"] == names["Market"]


def test_an_example_has_a_line_for_each_number_and_keeps_its_panels_together():
    tiles = (piece(35, 70), piece(35, 70, (35, 0)), piece(70, 35, (0, 70)))
    ann = Item(
        "Ann",
        values=("12",),
        points=(Item("Tiles", pieces=tiles, lie="placed"), Item("Ice", values=("12",))),
    )
    section = Section("An example", (ann, Item(text="Ann wins.")), "example")
    head, panel, sentence = example_blocks(section, Painter("en", {}), 1.0, 86.0)
    assert (head.keeps_next, panel.keeps_next, sentence.keeps_next) == (True, True, False)
    miniatures, texts = drawn(panel)
    scale = miniatures[0].scale
    corners = [(part.place[0] / scale, part.place[1] / scale) for part in miniatures]
    moved = [(round(x - corners[0][0]), round(y - corners[0][1])) for x, y in corners]
    assert moved == [(0, 0), (35, 0), (0, 70)]
    low = max(part.place[1] for part in miniatures) + 35 * scale
    number = next(line.y for text in texts for line in text.lines if line.runs[0].text == "Ice")
    assert low < number < panel.height
