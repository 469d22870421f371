"""The module press/documents/pages: rules pages and reference cards."""

from __future__ import annotations

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.press.documents.content import Document, Item, PartLabel, Piece, Section
from deckwright.press.documents.pages import (
    SIZE,
    _spread,
    draw_side,
    flow_columns,
    layout_on,
    print_rules,
    set_card,
)
from deckwright.press.documents.pictures import _apart
from deckwright.press.documents.setter import Block, Painter, blocks_of
from deckwright.press.graphics.parts import POINT, Area, DrawnShape, DrawnText, rectangle

# The sections of a reference card flow over its sides, and none is lost.

ITEMS = st.lists(
    st.builds(
        Item,
        st.sampled_from(["Unique.", "Global.", "Once per turn."]),
        st.sampled_from(
            ["Only one copy may be in a deck.", "It lies in the market until your next turn begins."]
        ),
        st.sampled_from(["", "mdi:earth"]),
        st.sampled_from([("3",), ("4", "5")]),
        st.just(()),
        st.just(()),
    ),
    min_size=1,
    max_size=7,
).map(tuple)
SECTIONS = st.lists(
    st.one_of(
        st.builds(Section, st.just("Marks"), ITEMS, st.just("list"), st.just(())),
        st.builds(Section, st.just("Icons"), ITEMS, st.just("grid"), st.just(())),
        st.builds(Section, st.just("Set-up"), ITEMS, st.just("table"), st.just(("Players", "2", "3"))),
    ),
    min_size=1,
    max_size=6,
)


def words(parts):
    texts = [
        run.text for part in parts if isinstance(part, DrawnText) for line in part.lines for run in line.runs
    ]
    return "".join(texts).replace(" ", "")


@given(sections=SECTIONS)
def test_every_section_is_on_one_side_or_a_finding_tells_of_it(sections):
    reference = Document("Frogs", "Reference card", tuple(sections), "en")
    painter = Painter("en", {})
    flow = set_card(reference, painter)
    sides = [list(draw_side(reference, flow, number, painter)) for number in range(len(flow.sides))]
    text = "".join(map(words, sides))
    for section in sections:
        assert text.count(section.title) >= sum(other.title == section.title for other in sections)
        for item in section.items:
            assert item.name.replace(" ", "") in text
    for part in (part for side in sides for part in side if isinstance(part, DrawnText)):
        low = max(line.y for line in part.lines)
        assert low <= SIZE[1] - 6 or painter.findings
        assert all(4 <= run.start <= SIZE[0] - 4 for line in part.lines for run in line.runs)


def test_a_short_card_has_one_side_in_large_type():
    reference = Document("Frogs", "", (Section("Marks", (Item("Unique.", "Only one."),)),), "en")
    flow = set_card(reference, Painter("en", {}))
    assert (len(flow.sides), flow.scale) == (1, 1.5)


def test_what_has_no_room_on_two_sides_is_a_finding_and_drawn():
    items = tuple(Item(f"Mark {number}.", "It lies in the market until your turn.") for number in range(80))
    reference = Document("Frogs", "", (Section("Marks", items),), "en")
    painter = Painter("en", {})
    flow = set_card(reference, painter)
    assert [finding.rule for finding in painter.findings] == ["overflow"]
    assert sum(map(len, flow.sides)) == 81


# Rules pages: nothing is lost between columns, and no heading is the last in one.


def nothing(_x, _y):
    """Draw nothing."""
    return iter(())


BLOCKS = st.lists(
    st.tuples(st.floats(2, 60), st.booleans()).map(
        lambda pair: Block(pair[0], 2.0, nothing, 2.0 if pair[1] else 0.0, keeps_next=pair[1])
    ),
    min_size=1,
    max_size=60,
)


@given(blocks=BLOCKS, first=st.floats(70, 150), last=st.integers(1, 2))
def test_columns_have_every_block_in_order_and_stay_within_their_heights(blocks, first, last):
    heights = [first] * last + [200.0]
    columns = flow_columns(blocks, heights, last)
    assert [block for column in columns for block in column] == blocks
    for number, column in enumerate(columns):
        room = heights[min(number, len(heights) - 1)]
        used = sum(block.height + block.after for block in column) - column[0].before - column[-1].after
        assert used <= room + 1e-6 or len(column) == 1
        follows = [block for later in columns[number + 1 :] for block in later]
        assert not column[-1].keeps_next or not follows or follows[0].keeps_next or len(column) == 1


@pytest.mark.parametrize("sort", ["table", "grid"])
@pytest.mark.parametrize("rows", [2, 9, 40])
def test_a_short_table_is_in_one_column_and_a_long_one_is_not_cut_at_its_ends(sort, rows):
    items = tuple(Item(f"Row {number}", values=("3",)) for number in range(rows))
    heads = ("Players", "2") if sort == "table" else ()
    before = Section("Before", tuple(Item(text=f"Sentence {number}.") for number in range(12)))
    blocks = blocks_of([before, Section("Set-up", items, sort, heads)], Painter("en", {}), 1.0, 80.0)
    count = 1 + (rows + 1 if sort == "table" else (rows + 1) // 2)
    table, height = blocks[-count:], 110.0
    for used in range(1, len(blocks) - count):
        columns = flow_columns([*blocks[:used], *table], [height], 1)
        parts = [part for column in columns if (part := [block for block in column if block in table])]
        if count <= 11:
            assert len(parts) == 1
        else:
            assert all(len(part) > 1 for part in parts)


def test_the_columns_of_the_last_page_are_about_equally_high():
    blocks = [Block(10.0, 2.0, nothing) for _ in range(20)]
    assert [len(column) for column in flow_columns(blocks, [100.0, 100.0, 150.0], 2)] == [8, 8, 2, 2]
    assert [len(column) for column in flow_columns(blocks, [300.0, 300.0], 2)] == [10, 10]


def test_what_is_kept_together_is_not_cut_to_make_columns_equally_high():
    heading = Block(10.0, 2.0, nothing, 4.0, keeps_next=True)
    reading = Block(30.0, 2.0, nothing, keeps_next=True)
    blocks = [heading, reading, *(Block(height, 2.0, nothing) for height in (30.0, 15.0, 15.0))]
    assert [len(column) for column in flow_columns(blocks, [200.0], 2)] == [3, 2]


@pytest.mark.parametrize("before", [[50.0] * 4, [30.0], [30.0, 50.0, 20.0]])
def test_no_heading_is_alone_before_a_section_that_is_higher_than_the_columns_of_its_page(before):
    heading = Block(10.0, 2.0, nothing, 4.0, keeps_next=True)
    section = [heading, *(Block(40.0, 2.0, nothing, keeps_next=number < 3) for number in range(4))]
    blocks = [*(Block(height, 2.0, nothing) for height in before), *section]
    for column in flow_columns(blocks, [100.0, 100.0, 250.0], 2):
        assert column[-1] is not heading


@pytest.mark.parametrize("room", range(60, 300, 20))
def test_no_heading_is_alone_where_a_section_has_to_be_cut(room):
    section = [Block(8.0, 2.0, nothing, 4.0, keeps_next=True)]
    section += [Block(39.0, 2.0, nothing, keeps_next=number < 5) for number in range(6)]
    for before in range(1, 8):
        blocks = [*(Block(20.0, 2.0, nothing) for _ in range(before)), *section]
        columns = flow_columns(blocks, [float(room), 100.0], 2)
        assert all(column[-1] != section[0] for column in columns if column)


def test_a_section_that_goes_on_in_the_next_column_has_its_heading_again():
    items = tuple(Item(text=f"Sentence {number}.") for number in range(20))
    sections = [Section(title, items) for title in ("First", "Second")]
    columns = flow_columns(blocks_of(sections, Painter("en", {}), 1.0, 80.0), [70.0, 70.0, 110.0], 2)
    firsts = [words(column[0].draw(0.0, 0.0)) for column in columns]
    assert len(firsts) > 3
    assert set(firsts) == {"First", "First(continued)", "Second(continued)"}
    assert all(column[0].keeps_next or column[0].again is None for column in columns)
    texts = [words(block.draw(0.0, 0.0)) for column in columns for block in column]
    assert [text for text in texts if "continued" not in text] == [
        word
        for title in ("First", "Second")
        for word in (title, *(f"Sentence\u00a0{number}." for number in range(20)))
    ]


def test_columns_grow_above_headings_only():
    heading, sentence = Block(10.0, 2.0, nothing, 4.0, keeps_next=True), Block(5.0, 2.0, nothing)
    column = (heading, sentence, sentence, heading, sentence)
    assert [block.height for block in _spread(column, 20.0)] == [block.height for block in column]
    grown = _spread(column, 60.0)
    assert [new.height - old.height for new, old in zip(grown, column, strict=True)] == [0, 0, 0, 6, 0]


@pytest.mark.parametrize(
    ("paper", "columns"), [((210, 297), 2), ((297, 210), 2), ((215.9, 279.4), 2), ((148, 210), 1)]
)
def test_a_page_is_upright_and_has_columns_that_are_wide_enough_to_read(paper, columns):
    layout = layout_on(paper)
    assert (layout.columns, layout.paper) == (columns, (min(paper), max(paper)))
    assert layout.column >= 70


A4, A5 = (210.0, 297.0), (148.0, 210.0)


def card_of(parts):
    """A piece the size of a card."""
    return Piece(parts, (63.0, 88.0), rectangle(Area(0, 0, 63, 88)))


def pictured_rules(kinds, sections=(), *, is_labelled=False):
    """Rules of a box with some kinds of cards, of which each shows three."""
    ink = card_of((DrawnShape(rectangle(Area(0, 0, 63, 88)), fill="#ff0000"),))
    parts = {"Name": (4, 4), "Price": (50, 4), "Effect": (4, 60)}
    labels = tuple(PartLabel(text, Area(*corner, 9, 6)) for text, corner in parts.items())
    ink = ink._replace(labels=labels if is_labelled else ())
    items = tuple(Item(f"Kind {number}", values=("×9",), pieces=(ink,) * 3) for number in range(kinds))
    return Document("Frogs", "Rules", (Section("In the box", items, "pieces"), *sections), "en")


def red_of(page):
    """Rectangle of what is red on a page, in mm."""
    image = page.render(scale=2).to_pil().convert("RGB")
    red = image.split()[1].point(lambda shade: 255 * (shade < 40))
    return [edge / 2 * POINT for edge in red.getbbox()]


@pytest.mark.parametrize(("kinds", "paper"), [(1, A4), (4, A4), (9, A4), (20, A4), (1, A5), (8, A5)])
def test_what_is_in_the_box_is_shown_within_the_margins(kinds, paper, tmp_path):
    with (tmp_path / "rules.pdf").open("wb") as file:
        printed = print_rules(pictured_rules(kinds), paper, {}, file)
    assert (printed.pages, printed.findings) == (1, [])
    page = pypdfium2.PdfDocument(tmp_path / "rules.pdf")[0]
    left, top, right, low = red_of(page)
    assert left >= 12.5
    assert top >= 40
    assert right <= paper[0] - 12.5
    assert low <= paper[1] - 22
    words = page.get_textpage().get_text_bounded()
    assert all(f"Kind {number}" in words for number in range(kinds))


def test_more_than_half_a_page_of_pictures_is_a_list_instead(tmp_path):
    with (tmp_path / "rules.pdf").open("wb") as file:
        assert print_rules(pictured_rules(20, is_labelled=True), A5, {}, file).findings == []
    page = pypdfium2.PdfDocument(tmp_path / "rules.pdf")[0]
    assert "Kind 19" in page.get_textpage().get_text_bounded()
    left, _, right, _ = red_of(page)
    assert right - left > 50


@pytest.mark.parametrize(("places", "paper", "number"), [(4, A4, 0), (2, A5, 0), (4, A5, 1)])
def test_a_table_without_room_on_the_first_page_is_whole_on_the_next(places, paper, number, tmp_path):
    ink = card_of((DrawnShape(rectangle(Area(0, 0, 63, 88)), fill="#0000ff"),))
    items = tuple(Item(f"Place {number}", pieces=(ink,) * 5, lie="row") for number in range(places))
    rules = pictured_rules(1, [Section("The table", items, "places"), Section("Turn", (Item(text="Go."),))])
    with (tmp_path / "rules.pdf").open("wb") as file:
        printed = print_rules(rules, paper, {}, file)
    assert (printed.pages, printed.findings) == (number + 1, [])
    page = pypdfium2.PdfDocument(tmp_path / "rules.pdf")[number]
    words = " ".join(page.get_textpage().get_text_bounded().split())
    assert all(f"Place {number}" in words for number in range(places))
    blue = page.render(scale=2).to_pil().convert("RGB").split()[0].point(lambda shade: 255 * (shade < 20))
    assert blue.getbbox()[3] / 2 * POINT <= paper[1] - 22


def test_a_table_that_no_page_holds_is_a_finding(tmp_path):
    items = tuple(Item(f"Place {number}", pieces=(card_of(()),) * 5, lie="row") for number in range(8))
    rules = Document("Frogs", "Rules", (Section("The table", items, "places"),), "en")
    with (tmp_path / "rules.pdf").open("wb") as file:
        (finding,) = print_rules(rules, A5, {}, file).findings
    assert "does not fit" in finding.message


def test_cards_with_names_fill_what_is_left_of_a_page_and_never_cover_words(tmp_path):
    """A page with little room has none: its cards end above the columns."""
    sentence = Item(text="It lies in the market until your turn.")
    lows, has_names = [], []
    for count in (4, 70):
        rules = pictured_rules(3, [Section("Turn", (sentence,) * count)], is_labelled=True)
        with (tmp_path / "rules.pdf").open("wb") as file:
            assert print_rules(rules, A4, {}, file).pages == 1
        page = pypdfium2.PdfDocument(tmp_path / "rules.pdf")[0]
        lows.append(red_of(page)[3])
        has_names.append("Price" in page.get_textpage().get_text_bounded())
    assert lows[0] > 150
    assert lows[1] < 90
    assert has_names == [True, False]


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


def test_a_paper_without_room_for_a_column_is_refused():
    with pytest.raises(InputError, match="do not fit on the paper"):
        layout_on((90, 120))


def test_a_value_for_all_columns_has_a_ground_of_their_width():
    rows = (Item("Market", values=("5",)), Item("Hand", values=("3", "4", "5")))
    section = Section("Set-up", rows, "table", ("Players", "2", "3", "4"))
    _, _, one_value, three_values = blocks_of([section], Painter("en", {}), 1.0, 80.0)
    grounds = [
        [part for part in row.draw(0, 0) if isinstance(part, DrawnShape) and part.fill]
        for row in (one_value, three_values)
    ]
    assert list(map(len, grounds)) == [1, 0]


def test_sections_change_sides_rather_than_being_cut():
    items = tuple(Item(f"Mark {number}.", "It lies in the market until your turn.") for number in range(14))
    sections = [Section("Turn", items[:6]), Section("One", items), Section("Two", items[:6])]
    flow = set_card(Document("Frogs", "", tuple(sections), "en"), Painter("en", {}))
    heads = [[bool(block.before) for block in side].count(True) for side in flow.sides]
    assert heads == [2, 1]
    assert all(side[0].before for side in flow.sides)
