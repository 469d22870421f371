"""The module press/documents/pictures: what is on the table, and in an example, is drawn within its ground, and covers no words."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.press.documents.content import PAPER, Document, DocumentLook, Item, PartLabel, Piece, Section
from deckwright.press.documents.examples import example_blocks
from deckwright.press.documents.labelled_cards import (
    _apart,
    _labelled_cards,
    _most_telling_first,
    _told_once,
    labelled_block,
)
from deckwright.press.documents.lying import Miniature
from deckwright.press.documents.painter import Painter
from deckwright.press.documents.pictures import TALLEST_PIECES, pictured
from deckwright.press.graphics.parts import (
    Area,
    DrawnIcon,
    DrawnShape,
    DrawnText,
    bounds_of,
    bounds_of_path,
    rectangle,
)

from .drawn_words import words

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


def test_an_example_has_a_line_for_each_number_and_keeps_its_panels_together():
    tiles = (piece(35, 70), piece(35, 70, (35, 0)), piece(70, 35, (0, 70)))
    ann = Item(
        "Ann",
        values=("12",),
        points=(
            Item("Tiles", pieces=tiles, lie="placed"),
            Item("Ice", values=("9",)),
            Item("Lava", values=("3",)),
        ),
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


@pytest.mark.parametrize(("number", "lines"), [("12", 0), ("9", 1)])
def test_a_number_that_is_the_total_is_named_beside_it_and_has_no_line(number, lines):
    ann = Item("Ann", values=("12",), points=(place("Won", "row", 2), Item("Ice", values=(number,))))
    section = Section("An example", (ann, Item(text="Ann wins.")), "example")
    _, panel, _ = example_blocks(section, Painter("en", {}), 1.0, 86.0)
    parts = [*panel.draw(0.0, 0.0)]
    assert sum(isinstance(part, DrawnShape) and part.width == 0.15 for part in parts) == lines
    starts = {words([part]): part.lines[0].runs[0].start for part in parts if isinstance(part, DrawnText)}
    assert ("Ann" in starts, "Ice" in starts) == (True, True)
    assert (starts["Ice"] > 60) == (lines == 0)


@pytest.mark.parametrize(("number", "lines"), [("12", 0), ("9", 2)])
def test_what_decides_a_tie_is_named_before_the_total_or_has_a_line(number, lines):
    tie = Item(points=(Item("Medals", values=("2",)),))
    ann = Item("Ann", values=("12",), points=(place("Won", "row", 2), Item("Ice", values=(number,)), tie))
    section = Section("An example", (ann, Item(text="Ann wins.")), "example")
    _, panel, _ = example_blocks(section, Painter("en", {}), 1.0, 86.0)
    parts = [*panel.draw(0.0, 0.0)]
    assert sum(isinstance(part, DrawnShape) and part.width == 0.15 for part in parts) == lines
    told = [words([part]) for part in parts if isinstance(part, DrawnText)]
    assert (any("Ice" in text and "Medals" in text for text in told), "Medals" in told) == (
        lines == 0,
        lines > 0,
    )


def test_what_decides_a_tie_is_left_out_where_it_has_no_room():
    tie = Item(points=(Item("The most valuable of all the medals", values=("2",)),))
    ann = Item("Ann", values=("12",), points=(place("Won", "row", 2), Item("Ice", values=("12",)), tie))
    section = Section("An example", (ann, Item(text="Ann wins.")), "example")
    _, panel, _ = example_blocks(section, Painter("en", {}), 1.0, 60.0)
    assert "Ice" in [words([part]) for part in panel.draw(0.0, 0.0) if isinstance(part, DrawnText)]


@pytest.mark.parametrize("count", [2, 3, 5])
def test_cards_of_an_example_end_with_the_lines_below_them(count):
    ann = Item("Ann", values=("12",), points=(place("Won", "row", count), Item("Ice", values=("12",))))
    _, panel, _ = example_blocks(
        Section("An example", (ann, Item(text="Ann wins.")), "example"), Painter("en", {}), 1.0, 86.0
    )
    miniatures, _ = drawn(panel)
    right = max(part.place[0] + part.scale * 63 for part in miniatures)
    assert right == pytest.approx(83.0) if count > 3 else right < 83.0


@pytest.mark.parametrize(("cards", "players", "panels"), [(2, 2, 1), (4, 2, 2), (2, 3, 3)])
def test_two_players_of_an_example_are_side_by_side_if_their_cards_stay_large(cards, players, panels):
    names = ["Ann", "Bob", "Cleo"][:players]
    seats = [Item(name, values=("12",), points=(place("Won", "row", cards),)) for name in names]
    section = Section("An example", (*seats, Item(text="Ann wins.")), "example")
    _, *shown, _ = example_blocks(section, Painter("en", {}), 1.0, 88.0)
    assert len(shown) == panels
    miniatures, _ = drawn(shown[0])
    assert max(part.place[0] + part.scale * 63 for part in miniatures) <= 88.0
    assert min(part.scale * 88 for part in miniatures) > 22.0


@pytest.mark.parametrize(("number", "panels"), [("Ice", 2), ("The longest of all the names", 3)])
def test_two_players_are_side_by_side_below_what_they_share_if_their_lines_have_room(number, panels):
    lines = (Item(number, values=("4",)), Item("Lava", values=("1",)))
    seats = [Item(name, values=("5",), points=lines) for name in ("Ann", "Bob")]
    shared = Item("Projects", "Discs are tokens.", points=(Item(pieces=(piece(),)),))
    section = Section("An example", (shared, *seats, Item(text="Ann wins.")), "example")
    _, above, *others, _ = example_blocks(section, Painter("en", {}), 1.0, 86.0)
    assert len(others) == panels - 1
    assert "Discsaretokens." in words(drawn(above)[1])


def test_tokens_on_a_card_are_drawn_one_by_one_within_the_panel():
    tokens = tuple(Item(name, icon="mdi:fire", values=("3",)) for name in ("red", "blue", "green"))
    shared = Item("Projects", points=(Item(pieces=(piece(),), points=(Item("Ann", points=tokens * 3),)),))
    _, panel, _ = example_blocks(
        Section("An example", (shared, Item(text="Ann wins.")), "example"), Painter("en", {}), 1.0, 86.0
    )
    icons = [part for part in panel.draw(0.0, 0.0) if isinstance(part, DrawnIcon)]
    assert len(icons) == 27
    assert max(icon.y + icon.side / 2 for icon in icons) < panel.height


def test_tokens_have_the_icons_of_what_they_count_at_their_end():
    tokens = Item("red", icon="mdi:fire", values=("3",), points=(Item(icon="mdi:palette"),))
    shared = Item("Projects", points=(Item(pieces=(piece(),), points=(Item("Ann", points=(tokens,)),)),))
    _, panel, _ = example_blocks(
        Section("An example", (shared, Item(text="Ann wins.")), "example"), Painter("en", {}), 1.0, 86.0
    )
    *discs, counted = [part for part in panel.draw(0.0, 0.0) if isinstance(part, DrawnIcon)]
    assert [disc.icon for disc in discs] == ["mdi:fire"] * 3
    assert (counted.icon, counted.y) == ("mdi:palette", pytest.approx(discs[0].y))
    assert counted.x - counted.side / 2 > max(disc.x + disc.side / 2 for disc in discs)


def test_tokens_without_an_icon_are_told():
    shared = Item(
        "Projects",
        points=(Item(pieces=(piece(),), points=(Item("Ann", points=(Item("red", values=("3",)),)),)),),
    )
    _, panel, _ = example_blocks(
        Section("An example", (shared, Item(text="Ann wins.")), "example"), Painter("en", {}), 1.0, 86.0
    )
    _, texts = drawn(panel)
    assert "3\u00a0×\u00a0red" in [
        "".join(run.text for run in line.runs).strip() for text in texts for line in text.lines
    ]


NAMES = st.lists(st.tuples(st.floats(0, 60), st.floats(3, 7)), max_size=6).filter(
    lambda names: sum(height for _, height in names) <= 60
)


@given(names=NAMES)
def test_names_beside_a_card_overlap_nowhere_and_end_with_the_card(names):
    wanted, heights = zip(*sorted(names), strict=True) if names else ((), ())
    tops = _apart(wanted, heights, Area(0, 10, 20, 60))
    ends = [top + height for top, height in zip(tops, heights, strict=True)]
    assert all(top >= 10 - 1e-6 and end <= 70 + 1e-6 for top, end in zip(tops, ends, strict=True))
    assert all(end <= top + 1e-6 for end, top in zip(ends, tops[1:], strict=False))


def test_a_card_whose_names_are_all_on_another_is_shown_after_those_with_names_of_their_own():
    tile, card, plan = (
        piece()._replace(labels=tuple(PartLabel(name, Area(0, 0, 9, 6)) for name in names))
        for names in (("Name", "Reward", "Needs"), ("Name", "Reward", "Needs", "Type"), ("Name", "Columns"))
    )
    assert _most_telling_first([plan, tile, card]) == [card, tile, plan]


def test_parts_whose_names_begin_alike_have_one_name_around_all_of_them():
    names = {"Needs red": (4, 4), "Name": (50, 4), "Needs blue": (4, 60), "Needs green": (4, 30)}
    labels = [PartLabel(text, Area(*corner, 9, 6)) for text, corner in names.items()]
    needs, name = _told_once(labels)
    assert (needs.text, name) == ("Needs", labels[1])
    assert (needs.area.x, needs.area.y, *needs.area.far) == (4, 4, 13, 66)
    apart = [labels[0], labels[2], labels[3]._replace(area=Area(40, 30, 9, 6))]
    assert [*_told_once(apart)] == apart


def test_cards_with_names_are_left_out_rather_than_smaller_than_a_reader_can_read():
    names = {"Name of it": (4, 4), "Its price": (50, 4), "What it does": (4, 60)}
    labels = tuple(PartLabel(text, Area(*corner, 9, 6)) for text, corner in names.items())
    pieces = [piece()._replace(labels=labels)] * 4
    for width in range(60, 300, 10):
        cards = _labelled_cards(pieces, Area(0, 0, width, 44), Painter("en", {}))
        assert all(card.height >= 33 for card in cards)
        assert cards


@pytest.mark.parametrize(("width", "told"), [(260, 4), (185, 1)])
def test_a_name_is_told_once_if_all_cards_fit_only_so(width, told):
    kinds = ["Frog", "Pond", "Reed", "Fly"]
    labels = [PartLabel("What it does", Area(4, 4, 9, 6)), PartLabel("Its price", Area(4, 60, 9, 6))]
    items = [
        Item(
            kind, pieces=(piece()._replace(labels=(*labels, PartLabel(f"{kind} sign", Area(50, 30, 9, 6)))),)
        )
        for kind in kinds
    ]
    rules = Document("Frogs", "Rules", (Section("In the box", tuple(items), "pieces"),), "en")
    parts = [*labelled_block(rules, Area(0, 0, width, 50), Painter("en", {})).draw(0, 0)]
    drawn = [words([part]) for part in parts if isinstance(part, DrawnText)]
    assert [word for word in drawn if word in kinds] == kinds
    assert [drawn.count(name) for name in ("Whatitdoes", "Itsprice", "Flysign")] == [told, told, 1]


def test_a_card_with_names_stands_above_the_name_of_its_kind():
    kinds = {"Frog": ("Name", "Jump", "Colour"), "Pond": ("Name", "Depth", "Price")}
    items = [
        Item(
            kind,
            pieces=(
                piece()._replace(
                    labels=tuple(PartLabel(name, Area(4, 20 * at, 9, 6)) for at, name in enumerate(names))
                ),
            ),
        )
        for kind, names in kinds.items()
    ]
    rules = Document("Frogs", "Rules", (Section("In the box", tuple(items), "pieces"),), "en")
    parts = [*labelled_block(rules, Area(0, 0, 180, 60), Painter("en", {})).draw(0, 0)]
    cards = [part for part in parts if isinstance(part, Miniature)]
    below = {words([part]): bounds_of([part]) for part in parts if isinstance(part, DrawnText)}
    for kind, (_, scale, (x, y)) in zip(kinds, cards, strict=True):
        assert below[kind].centre[0] == pytest.approx(x + 63 * scale / 2, abs=0.5)
        assert y + 88 * scale < below[kind].far[1] <= 60
