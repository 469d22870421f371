"""The module press/documents/examples: what players have, and how it is scored, is within its panel."""

from __future__ import annotations

import pytest

from deckwright.press.documents.content import Item, Section
from deckwright.press.documents.examples import example_blocks
from deckwright.press.documents.painter import Painter
from deckwright.press.graphics.parts import (
    DrawnIcon,
    DrawnShape,
    DrawnText,
)

from .drawn_words import words
from .rules_sections import drawn, piece, place


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
    assert ("Medals:\u00a02·Ice:" in told, "Medals" in told) == (lines == 0, lines > 0)


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


def test_tokens_with_a_sign_of_their_player_show_it_after_their_icon():
    tokens = Item("red", icon="mdi:fire", values=("2",), sign="mdi:ghost")
    shared = Item("Projects", points=(Item(pieces=(piece(),), points=(Item("Ann", points=(tokens,)),)),))
    _, panel, _ = example_blocks(
        Section("An example", (shared, Item(text="Ann wins.")), "example"), Painter("en", {}), 1.0, 86.0
    )
    icons = [part for part in panel.draw(0.0, 0.0) if isinstance(part, DrawnIcon)]
    assert [icon.icon for icon in icons] == ["mdi:fire", "mdi:ghost", "mdi:ghost"]


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
