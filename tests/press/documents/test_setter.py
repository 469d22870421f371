"""The module press/documents/setter."""

from __future__ import annotations

from itertools import pairwise

import pytest

from deckwright.press.documents.content import INK, PAPER, SOFT, DocumentLook, Item, Piece, Section
from deckwright.press.documents.lying import Miniature
from deckwright.press.documents.painter import Painter
from deckwright.press.documents.setter import blocks_of, draw_column
from deckwright.press.graphics.parts import (
    POINT,
    Area,
    DrawnIcon,
    DrawnPicture,
    DrawnShape,
    DrawnText,
    all_parts,
    bounds_of,
    rectangle,
)
from deckwright.press.graphics.pictures import pixels_of
from deckwright.press.graphics.svg_pixels import svg_as_pixels
from deckwright.press.looks.colours import contrast


@pytest.mark.parametrize("colour", ["#1b4a5a", "#ffee00", "#ffffff", "#000000", "#4a2f7a"])
def test_words_can_be_read_in_every_colour(colour):
    look = DocumentLook(colour)
    grounds = {PAPER: (INK, SOFT, look.deep), look.tint: (INK, SOFT, look.deep), look.deep: (PAPER,)}
    for ground, inks in {**grounds, look.band: (look.deep,)}.items():
        assert min(contrast(ink, ground) for ink in inks) >= 4.5


def test_a_colour_that_is_dark_enough_stays_as_it_is():
    assert DocumentLook("#4a2f7a").deep == "#4a2f7a"


@pytest.mark.parametrize(
    ("names", "columns"), [(["Finalità", "Tesoro"], 2), (["Carta-Minimizzazione", "Tesoro"], 1)]
)
def test_a_grid_has_one_column_where_a_word_would_run_into_its_number(names, columns):
    section = Section("", tuple(Item(name, values=("×3",)) for name in names), "grid")
    drawn = draw_column(blocks_of([section], Painter("it", {}), 1, 62), 0, 0)
    lines = [line for part in all_parts(drawn) if isinstance(part, DrawnText) for line in part.lines]
    assert len({line.y for line in lines if line.runs[0].text == "×3"}) == 3 - columns


@pytest.mark.parametrize(("width", "columns"), [(62, 2), (44, 1)])
def test_a_sign_is_after_its_name_and_its_room_before_the_number(width, columns):
    names = ["Orange", "Yellow"]
    items = (Item(name, icon="mdi:fire", values=("×15",), sign="mdi:star") for name in names)
    blocks = blocks_of([Section("", tuple(items), "grid")], Painter("en", {}), 1, width)
    parts = [*all_parts(draw_column(blocks, 0, 0))]
    signs = [part for part in parts if isinstance(part, DrawnIcon) and part.icon == "mdi:star"]
    lines = [line for part in parts if isinstance(part, DrawnText) for line in part.lines]
    starts = {line.runs[0].text: line.runs[0].start for line in lines}
    assert len({sign.y for sign in signs}) == 3 - columns
    assert all(starts[name] < sign.x for name, sign in zip(names, signs, strict=True))


SUN = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><linearGradient id="a"><stop stop-color="#f00"/>
<stop offset="1" stop-color="#fe0"/></linearGradient><path d="M5 5H15V15H5Z" fill="url(#a)"/></svg>"""


def drawn_items(*items):
    assets = {"icons/sun.svg": SUN, pixels_of(SUN): svg_as_pixels(SUN, (20, 20), []).data}
    painter = Painter("en", assets, DocumentLook(icons={"light": "sun"}))
    parts = draw_column(blocks_of([Section("", items)], painter, 1, 62), 0, 0)
    return [*all_parts(parts)], [*painter.findings]


def test_emoji_and_symbols_are_icons_as_on_cards():
    parts, findings = drawn_items(Item("Roll \N{GAME DIE}.", "Gain \N{BLACK STAR}."))
    assert [part.icon for part in parts if isinstance(part, DrawnIcon)] == ["fa:dice", "mdi:star"]
    assert findings == []


def test_a_letter_that_nothing_has_is_found_and_no_blank():
    parts, findings = drawn_items(Item("", "A \N{CUNEIFORM SIGN A}."))
    assert [part.icon for part in parts if isinstance(part, DrawnIcon)] == ["mdi:square-outline"]
    assert {finding.rule for finding in findings} >= {"missing-glyph"}


def test_icons_made_of_pixels_keep_their_colours_in_texts_and_beside_them():
    parts, findings = drawn_items(Item("Pay", "one {light}.", icon="sun"))
    assert [part.name for part in parts if isinstance(part, DrawnPicture)] == ["icons:sun.svg"] * 2
    assert findings == []


def test_an_icon_has_the_colour_that_a_game_gives_it():
    look = DocumentLook("#17613d", colours={"mdi:fire": "#b3260f"})
    painter = Painter("en", {}, look)
    items = (Item("Lava.", "3", "mdi:fire"), Item("Ice.", "4", "mdi:snowflake"))
    blocks = blocks_of([Section("Points", items)], painter, 1.0, 80.0)
    grounds = [
        part.fill
        for block in blocks[1:]
        for part in block.draw(0, 0)
        if isinstance(part, DrawnShape) and part.fill
    ]
    assert grounds == [look.of("mdi:fire").deep, look.deep]
    assert grounds[0] != grounds[1]


def test_icons_on_discs_never_touch():
    items = tuple(Item(f"Mark {number}.", "Short.", "mdi:fire") for number in range(6))
    for scale, space in ((1.2, 1.0), (0.76, 0.5)):
        column = blocks_of([Section("Marks", items)], Painter("en", {}), scale, 80.0, space)
        discs = [
            sorted(y for _, points in part.path for y in points[1::2])
            for part in draw_column(column[1:], 0, 0)
            if isinstance(part, DrawnShape)
        ]
        assert len(discs) == 6
        assert all(above[-1] + 0.3 < below[0] for above, below in pairwise(discs))


@pytest.mark.parametrize("scale", [0.7, 1.0, 1.5])
def test_the_disc_of_an_icon_is_within_the_height_of_its_row(scale):
    section = Section("Marks", (Item("Unique.", icon="mdi:fire"), Item("Global.", icon="mdi:earth")))
    for row in blocks_of([section], Painter("en", {}), scale, 80.0)[1:]:
        discs = [part for part in row.draw(0.0, 0.0) if isinstance(part, DrawnShape)]
        assert (
            max(y for disc in discs for _, numbers in disc.path for y in numbers[1::2]) <= row.height + 1e-6
        )


def test_a_value_for_all_columns_has_a_ground_of_their_width():
    rows = (Item("Market", values=("5",)), Item("Hand", values=("3", "4", "5")))
    section = Section("Set-up", rows, "table", ("Players", "2", "3", "4"))
    _, _, one_value, three_values = blocks_of([section], Painter("en", {}), 1.0, 80.0)
    grounds = [
        [part for part in row.draw(0, 0) if isinstance(part, DrawnShape) and part.fill]
        for row in (one_value, three_values)
    ]
    assert list(map(len, grounds)) == [1, 0]


def numbered_rows():
    """Rows of a table of steps: two with numbers, one with a sentence that goes on, and one for later."""
    return (
        Item("Market", values=("5",), number="1"),
        Item(text="It is open."),
        Item(text="Chance decides.", number="2"),
        Item("Hand limit", values=("6",)),
    )


def test_steps_of_a_table_have_their_numbers_on_discs_and_stay_with_what_follows():
    section = Section("Set-up", numbered_rows(), "table", ("Players", "2", "3"))
    head, heads, *rows = blocks_of([section], Painter("en", {}), 1.0, 80.0)
    assert [row.keeps_next for row in (head, heads, *rows)] == [True, True, True, True, True, False]
    words = [
        [
            "".join(run.text for run in part.lines[0].runs)
            for part in row.draw(0, 0)
            if isinstance(part, DrawnText)
        ]
        for row in rows
    ]
    assert words == [["1", "Market", "5"], ["It is open."], ["2", "Chance decides."], ["Hand limit", "6"]]
    lines = [sum(isinstance(part, DrawnShape) and not part.fill for part in row.draw(0, 0)) for row in rows]
    assert lines == [1, 0, 1, 2]


@pytest.mark.parametrize("text", ["It is short.", "It is long, and goes on. " * 4])
def test_discs_and_icons_of_a_table_touch_no_line(text):
    items = tuple(Item("Sun:", text, "mdi:star", ("{light}",)) for _ in range(3))
    painter = Painter("en", {}, DocumentLook(icons={"light": "mdi:star"}))
    blocks = blocks_of([Section("", items, "table", ("Card", "Stopped by"))], painter, 1.0, 80.0)
    parts = [*draw_column(blocks, 0.0, 0.0)]
    rules = [bounds_of([part]).centre[1] for part in parts if isinstance(part, DrawnShape) and not part.fill]
    assert len(rules) == 4
    marks = [part for part in all_parts(parts) if isinstance(part, DrawnIcon)]
    discs = [
        part for part in parts if isinstance(part, DrawnShape) and part.fill and bounds_of([part]).width < 6
    ]
    for mark in [*discs, *marks]:
        area = bounds_of([mark])
        assert all(rule < area.y - 0.3 or rule > area.far[1] + 0.3 for rule in rules)
    assert len(discs) == 3
    assert len(marks) == 6


def test_a_table_that_goes_on_in_the_next_column_has_its_headings_there():
    section = Section("Set-up", numbered_rows(), "table", ("Players", "2", "3"))
    head, *_ = blocks_of([section], Painter("en", {}), 1.0, 80.0)
    texts = [part for part in head.again.draw(0, 0) if isinstance(part, DrawnText)]
    words = ["".join(run.text for run in text.lines[0].runs) for text in texts]
    assert words == ["Set-up (continued)", "Players", "2", "3"]
    assert texts[0].lines[0].y < texts[1].lines[0].y < head.again.height


def test_the_heading_of_a_part_has_its_sentence_on_the_same_ground():
    section = Section("Game for two", (Item(text="All else is as above."),), "part")
    (block,) = blocks_of([section], Painter("en", {}), 1.0, 80.0)
    ground, title, sentence = block.draw(0, 0)
    assert block.keeps_next
    assert block.before > 0
    top, low = bounds_of([ground]).y, bounds_of([ground]).far[1]
    assert top < title.lines[0].y < sentence.lines[0].y < low == pytest.approx(block.height)


def shown_item(text, *corners):
    """An item with cards in a row, or at some corners."""
    size = (63.0, 88.0)
    outline = rectangle(Area(0, 0, *size))
    pieces = tuple(Piece((), size, outline, corner) for corner in corners) or (Piece((), size, outline),) * 2
    return Item(text=text, pieces=pieces, lie="placed" if corners else "row")


@pytest.mark.parametrize("sort", ["list", "steps"])
def test_cards_that_show_items_are_side_by_side_above_their_texts_and_as_large_as_they_may_be(sort):
    items = (shown_item("A row."), shown_item("One.", (0, 0)), shown_item("Above.", (0, 0), (0, 88)))
    section = Section("", items if sort == "list" else (Item("Phase", points=items),), sort)
    drawn = list(draw_column(blocks_of([section], Painter("en", {}), 1, 100), 0, 0))
    cards = [part for part in drawn if isinstance(part, Miniature)]
    ends = [(card.place[0], card.place[0] + 63 * card.scale) for card in (*cards[:3], cards[4])]
    assert len(cards) == 5
    assert all(end <= start for (_, end), (start, _) in pairwise(ends))
    assert ends[-1][1] <= 100
    low = max(card.place[1] + 88 * card.scale for card in cards)
    assert {round(card.place[1] + 88 * card.scale - low, 3) for card in (*cards[:3], cards[4])} == {0}
    alone, (above, below) = cards[2], cards[3:]
    assert alone.scale * 88 == pytest.approx(32)
    assert above.scale == below.scale == pytest.approx(alone.scale / 2)
    texts = {
        "".join(run.text for run in line.runs).replace("\N{NO-BREAK SPACE}", " "): line.y
        for part in all_parts(part for part in drawn if not isinstance(part, Miniature))
        if isinstance(part, DrawnText)
        for line in part.lines
    }
    assert min(texts[item.text] for item in items) > low
    assert len({texts[item.text] for item in items}) == 1


def test_four_items_with_cards_have_two_rows_below_what_is_told():
    items = (Item(text="Told."), *(shown_item(f"Number {number}.") for number in range(4)))
    blocks = blocks_of([Section("", items)], Painter("en", {}), 1, 90)
    assert [sum(isinstance(part, Miniature) for part in block.draw(0, 0)) for block in blocks] == [0, 4, 4]


@pytest.mark.parametrize("sign", ["", "mdi:plus"])
@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_a_row_of_cards_is_within_its_column(count, sign):
    piece = shown_item("").pieces[0]._replace(sign=sign)
    item = shown_item("A row.")._replace(pieces=(piece,) * count)
    (block,) = blocks_of([Section("", (item,))], Painter("en", {}), 1, 90)
    cards = [part for part in block.draw(0, 0) if isinstance(part, Miniature)]
    assert min(card.place[0] for card in cards) >= -1e-9
    assert max(card.place[0] + 63 * card.scale for card in cards) <= 90 + 1e-9
    assert max(88 * card.scale for card in cards) < 25.1


def test_larger_spaces_do_not_break_the_lines_of_a_phase_elsewhere():
    words = [Item("Phase", points=(Item(text="o" * count + " end."),)) for count in range(30, 45)]

    def lines(space):
        blocks = blocks_of([Section("", tuple(words), "steps")], Painter("en", {}), 1, 80, space)
        parts = all_parts(part for block in blocks for part in block.draw(0, 0))
        return [len(part.lines) for part in parts if isinstance(part, DrawnText)]

    assert lines(0.67) == lines(1.55)


def test_a_column_of_a_table_is_as_wide_as_its_own_heading_and_labels_have_the_rest():
    def figures(*heads):
        section = Section("", (Item("Label", values=("1",) * len(heads)),), "table", ("", *heads))
        _, row = blocks_of([section], Painter("en", {}), 1.0, 80.0)
        texts = [part for part in row.draw(0, 0) if isinstance(part, DrawnText)]
        return [text.lines[0].runs[0].start for text in texts[1:]]

    wide, narrow = figures("long heading", "1")
    assert 80 - narrow < 5 < narrow - wide
    first, second = figures("very long heading that needs room", "another one as long as that is")
    assert 0.42 * 80 < first < second < 80


def test_a_phase_with_a_number_has_it_on_its_strip_and_one_without_has_its_icon_there():
    items = (
        Item("First", icon="mdi:star", values=("1",)),
        Item("Now and then", icon="mdi:star", values=("",)),
    )
    for item, left in zip(items, (74.0, 3.0), strict=True):
        (block,) = blocks_of([Section("", (item,), "steps")], Painter("en", {}), 1, 80)
        parts = list(all_parts(block.draw(0, 0)))
        (icon,) = (part for part in parts if isinstance(part, DrawnIcon))
        assert icon.x == pytest.approx(left, abs=2.5)
        texts = [part for part in parts if isinstance(part, DrawnText)]
        assert len(texts) == (2 if item.values[0] else 1)


def test_items_with_pieces_side_by_side_are_as_wide_as_their_column():
    cut = rectangle(Area(0, 0, 63, 88))
    row = Item(text="Frozen.", pieces=(Piece((DrawnShape(cut, fill=INK),), (63, 88), cut),) * 4, lie="row")
    parts = draw_column(blocks_of([Section("", (row, row))], Painter("en", {}), 1, 80), 0, 0)
    places = [(part.place[0], part.scale * 63) for part in parts if isinstance(part, Miniature)]
    assert places[0][0] == pytest.approx(0.0)
    assert sum(places[-1]) == pytest.approx(80.0)
    assert places[4][0] - sum(places[3]) == pytest.approx(4.0)


@pytest.mark.parametrize(("sort", "is_near"), [("list", False), ("pairs", True)])
def test_values_are_at_the_edge_or_in_a_column_beside_the_names(sort, is_near):
    items = (Item("Ice", values=("the number",)), Item("Big Monsters", values=("eleven",)))
    drawn = draw_column(blocks_of([Section("", items, sort)], Painter("en", {}), 1.0, 80.0), 0.0, 0.0)
    runs = {
        "".join(run.text for run in line.runs).strip(): line.runs
        for part in drawn
        if isinstance(part, DrawnText)
        for line in part.lines
    }
    starts = [runs[value][0].start for value in ("the number", "eleven")]
    assert (starts[0] == pytest.approx(starts[1])) is is_near
    assert (max(starts) < 40) is is_near


def test_a_long_value_beside_the_names_has_several_lines():
    items = (Item("Rewards", values=("1 for each colour set of your own projects, and of all others",)),)
    (row,) = blocks_of([Section("", items, "pairs")], Painter("en", {}), 1.0, 60.0)
    texts = [part for part in row.draw(0.0, 0.0) if isinstance(part, DrawnText)]
    assert [len(part.lines) for part in texts] == [1, 2]
    (short_row,) = blocks_of(
        [Section("", (Item("Rewards", values=("1",)),), "pairs")], Painter("en", {}), 1.0, 60.0
    )
    assert row.height > 1.8 * short_row.height


def test_a_name_that_begins_with_an_icon_hangs_from_it():
    long = "To learn how treasures are made before anybody attacks, with fewer cards than in other games."
    parts, _ = drawn_items(Item("{light} One.", long), Item("{light} Two.", long))
    icons = [part for part in parts if isinstance(part, (DrawnPicture, DrawnIcon))]
    lines = [line.runs for part in parts if isinstance(part, DrawnText) for line in part.lines]
    starts = [runs[0].start for runs in lines if runs and not runs[0].span]
    assert (len(icons), len(set(starts))) == (2, 1)
    assert min(starts) > max(bounds_of([icon]).far[0] for icon in icons)


@pytest.mark.parametrize("sort", ["list", "pairs", "table", "steps"])
def test_icons_of_modes_are_at_the_right_edge_and_only_the_first_line_ends_before_them(sort):
    item = Item("Not called:", "card " * 40, modes="{light}–{light}")
    items = {
        "steps": Item("Call", "Out loud:", values=("1",), points=(item,)),
        "table": item._replace(values=("1",)),
    }
    assets = {"icons/sun.svg": SUN, pixels_of(SUN): svg_as_pixels(SUN, (20, 20), []).data}
    painter = Painter("en", assets, DocumentLook(icons={"light": "sun"}))
    section = Section("", (items.get(sort, item),), sort, ("Card", "Number"))
    parts = [*all_parts(draw_column(blocks_of([section], painter, 1, 80), 0, 0))]
    icons = [bounds_of([part]) for part in parts if isinstance(part, DrawnPicture)]
    (told,) = (part for part in parts if isinstance(part, DrawnText) and len(part.lines) > 1)
    ends = [bounds_of([told._replace(lines=(line,))]).far[0] for line in told.lines]
    left = min(icon.x for icon in icons)
    assert len(icons) == 2
    assert ends[0] < left < max(ends)
    assert all(abs(icon.centre[1] - told.lines[0].y) < 9.5 * POINT for icon in icons)


def test_icons_of_modes_end_a_heading():
    assets = {"icons/sun.svg": SUN, pixels_of(SUN): svg_as_pixels(SUN, (20, 20), []).data}
    painter = Painter("en", assets, DocumentLook(icons={"light": "sun"}))
    parts = [*all_parts(draw_column(blocks_of([Section("Defence {light}", ())], painter, 1, 80), 0, 0))]
    (icon,) = (part for part in parts if isinstance(part, DrawnPicture))
    assert bounds_of([icon]).far[0] == pytest.approx(80, abs=0.6)


@pytest.mark.parametrize(
    ("name", "count", "rows"),
    [("Red", 6, 2), ("Red", 5, 2), ("Red", 4, 2), ("Red", 7, 4), ("Biometric data", 6, 3)],
)
def test_five_or_six_short_names_of_a_grid_are_in_three_columns(name, count, rows):
    section = Section("", (Item(name, values=("×3",)),) * count, "grid")
    drawn = draw_column(blocks_of([section], Painter("en", {}), 1, 80), 0, 0)
    lines = [line for part in all_parts(drawn) if isinstance(part, DrawnText) for line in part.lines]
    assert len({line.y for line in lines if line.runs[0].text == "×3"}) == rows


def test_points_of_an_item_are_nearer_to_it_than_the_next_item():
    question = Item("May it?", "Yes.", points=(Item("", "Or no."), Item("", "Or once.")))
    blocks = blocks_of([Section("", (question, question))], Painter("en", {}), 1, 62)
    assert [block.after < blocks[2].after for block in blocks] == [True, True, False] * 2


SHIPS = "Put these tiles on the free ship of any other player, now or later: on your own if you are last."


def test_the_icon_of_a_phase_without_a_text_is_above_its_points():
    points = (Item("Take:", "one card of the same colour from the table, or of the same sign."),)
    phase = Item("Do one of these", "", "mdi:star", ("1",), points)
    (block,) = blocks_of([Section("", (phase,), "steps")], Painter("en", {}), 1, 80)
    parts = list(all_parts(block.draw(0, 0)))
    (icon,) = (part for part in parts if isinstance(part, DrawnIcon))
    *_, text = (part for part in parts if isinstance(part, DrawnText))
    assert bounds_of([icon]).far[1] < text.lines[0].y - 9.5 * POINT * 0.65


def test_icons_of_phases_are_at_the_same_height_with_and_without_points():
    text = "Put a tile on any free ship, now or later."
    phases = [Item("Pass on", text, "mdi:star", ("1",), points) for points in ((), (Item("Or", "not."),))]
    blocks = blocks_of([Section("", tuple(phases), "steps")], Painter("en", {}), 1, 80)
    icons = [part for block in blocks for part in all_parts(block.draw(0, 0)) if isinstance(part, DrawnIcon)]
    assert icons[0].y == pytest.approx(icons[1].y)


def test_a_phase_whose_icon_is_on_its_strip_leaves_those_of_others_beside_their_texts():
    phases = (Item("Go", "Go.", "mdi:star", ("1",)), Item("Draw", SHIPS, "mdi:star", ("",)))
    first, _ = blocks_of([Section("", phases, "steps")], Painter("en", {}), 1, 80)
    (icon,) = (part for part in all_parts(first.draw(0, 0)) if isinstance(part, DrawnIcon))
    assert icon.side == pytest.approx(1.3 * 5.8)


@pytest.mark.parametrize(
    ("texts", "is_beside"), [((SHIPS,), False), (("Go.",), True), (("Go.", SHIPS), False)]
)
def test_icons_of_phases_are_beside_their_texts_unless_one_would_be_longer_there(texts, is_beside):
    items = tuple(Item("Pass on", text, "mdi:star", ("1",)) for text in texts)
    for block in blocks_of([Section("", items, "steps")], Painter("en", {}), 1, 80):
        parts = list(all_parts(block.draw(0, 0)))
        (icon,) = (part for part in parts if isinstance(part, DrawnIcon))
        *_, text = (part for part in parts if isinstance(part, DrawnText))
        capitals = text.lines[0].y - 9.5 * POINT * 0.65
        assert (capitals < bounds_of([icon]).far[1]) == is_beside
        assert bounds_of([text]).far[0] < icon.x - icon.side / 2 or not is_beside
