"""The module press/documents/rules_pages."""

from __future__ import annotations

import pypdfium2
import pytest

from deckwright.errors import InputError
from deckwright.press.documents.columns import ColumnFlow, uncut_sections
from deckwright.press.documents.content import Document, Item, PartLabel, Piece, Section
from deckwright.press.documents.rules_pages import (
    _CUT_COST,
    _Flow,
    _flowing,
    _table_across,
    layout_on,
    print_rules,
)
from deckwright.press.documents.setter import Block, Painter, blocks_of
from deckwright.press.graphics.parts import POINT, Area, DrawnShape, DrawnText, rectangle

from .drawn_words import words


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


def test_a_paper_without_room_for_a_column_is_refused():
    with pytest.raises(InputError, match="do not fit on the paper"):
        layout_on((90, 120))


def with_blocks(*sections):
    """Sections, each with its blocks."""
    return [(section, blocks_of([section], Painter("en", {}), 1.0, 80.0)) for section in sections]


def test_a_text_stays_with_the_table_that_goes_on_below_it():
    text = Section("Medals", (Item(text="Told above the table."),))
    table = Section("", (Item("Row", values=("1",)),), "table", ("", "Number"))
    blocks = _flowing(with_blocks(text, table, text))
    for kept in (blocks, *uncut_sections(blocks, [200.0])):
        assert [block.keeps_next for block in kept] == [True, True, True, False, True, False]


def test_legends_belong_together_unless_another_section_is_between_them():
    legend = Section("Family", (Item("Ice", values=("×9",)),), "grid")
    text = Section("Turn", (Item(text="Told."),))
    blocks = _flowing(with_blocks(legend, legend, text, legend))
    assert [number for number, block in enumerate(blocks) if block.belongs] == [2]
    assert [number for number, block in enumerate(blocks) if block.before] == [0, 2, 4, 6]


@pytest.mark.parametrize(("above", "cuts"), [([100.0], 0), ([20.0, 80.0], 1)])
def test_a_column_that_begins_with_what_belongs_to_the_one_before_is_a_cut_unless_both_are_alone(above, cuts):
    def cost(*, belongs):
        blocks = [Block(height, 2.0, lambda *_: iter(()), 5.0, keeps_next=True) for height in above]
        blocks[-1] = blocks[-1]._replace(keeps_next=False)
        blocks.append(Block(150.0, 2.0, lambda *_: iter(()), 5.0, belongs=belongs))
        flow = ColumnFlow(blocks, [200.0], 2)
        return _Flow(flow, layout_on(A4), 20.0, 1.0, (), 30.0, None, is_moved=False).cost(has_cards=False)

    assert cost(belongs=True) - cost(belongs=False) == cuts * _CUT_COST


def setup_of(steps):
    """A set-up of some steps, of which each goes on with a sentence."""
    items = [
        item
        for number in range(1, steps + 1)
        for item in (
            Item("Lay out", f"Pile{number}", values=("9",), number=str(number)),
            Item(text=f"More{number}"),
        )
    ]
    return Section("Set-up", tuple(items), "table", ("Players", "2"))


@pytest.mark.parametrize("steps", [2, 4, 9])
def test_a_set_up_across_a_page_is_in_columns_between_its_steps(steps):
    layout = layout_on(A4)
    block = _table_across(setup_of(steps), Painter("en", {}), 1.0, layout)
    texts = [part for part in block.draw(0.0, 0.0) if isinstance(part, DrawnText)]
    columns = [[], []]
    for text in texts:
        columns[text.lines[0].runs[0].start > layout.column].append(words([text]))
    assert "".join(columns[0]).startswith("Set-up")
    assert all("Players" in column for column in columns)
    assert sum(word == "Set-up" for column in columns for word in column) == 1
    told = "".join(word for column in columns for word in column)
    for number in range(1, steps + 1):
        assert told.count(f"Pile{number}") == told.count(f"More{number}") == 1
        assert any(f"LayoutPile{number}" in column and f"More{number}" in column for column in columns)
    single = sum(
        part.height + part.after for part in blocks_of([setup_of(steps)], Painter("en", {}), 1.0, 80.0)
    )
    assert block.height < 0.75 * single


def test_what_is_before_the_turn_is_across_the_first_page_if_its_set_up_would_be_cut(tmp_path):
    turn = Section("A turn", (Item("Go", "Do it. " * 40, values=("1",)),) * 9, "steps")
    rules = pictured_rules(3, [setup_of(22), turn])
    with (tmp_path / "rules.pdf").open("wb") as file:
        assert print_rules(rules, A4, {}, file).findings == []
    first = pypdfium2.PdfDocument(tmp_path / "rules.pdf")[0].get_textpage().get_text_bounded()
    assert all(f"Pile{number}" in first for number in range(1, 23))
    assert "continued" not in first
    assert "A turn" not in first
