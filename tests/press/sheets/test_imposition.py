"""Every card goes onto a sheet, once for each copy, and in the order that is asked for."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.card import Card
from deckwright.press.sheets.imposition import (
    impose,
    join_last_sheets,
    lay_out_for,
    repeated_cards,
    sheet_around,
)
from deckwright.press.sheets.sheet import Sheet, load_sheet

DECKS = st.lists(st.tuples(st.integers(0, 99), st.integers(0, 4)), max_size=30)


def sheet_of(columns, rows, **more):
    return Sheet("mine", (1000, 1000), (10, 10), columns, rows, **more)


def in_order(deck):
    return [card for card, copies in deck for _ in range(copies)]


@given(deck=DECKS, columns=st.integers(1, 4), rows=st.integers(1, 4))
def test_row_by_row_sheets_give_the_deck_in_order_and_only_the_last_is_not_full(deck, columns, rows):
    sheets = impose([(200, 1), *deck, (201, 2)], sheet_of(columns, rows))
    assert [card for sheet in sheets for card in sheet] == [200, *in_order(deck), 201, 201]
    assert all(len(sheet) == columns * rows for sheet in sheets[:-1])
    assert all(sheets)


@given(deck=DECKS, columns=st.integers(1, 4), rows=st.integers(1, 4), blanks=st.booleans())
def test_a_cut_stack_gives_the_deck_in_order(deck, columns, rows, blanks):
    sheets = impose(deck, sheet_of(columns, rows, order="stack", blanks=blanks))
    stacks = [[sheet[place] for sheet in sheets if place < len(sheet)] for place in range(columns * rows)]
    cards = [card for stack in stacks for card in stack]
    assert [card for card in cards if card is not None] == in_order(deck)
    assert len(sheets) == -(-len(in_order(deck)) // (columns * rows))


@given(deck=DECKS, order=st.sampled_from(["rows", "stack"]))
def test_blanks_fill_all_sheets_and_come_after_the_cards(deck, order):
    sheets = impose(deck, sheet_of(3, 2, order=order, blanks=True))
    assert all(len(sheet) == 6 for sheet in sheets)
    assert sum(card is None for sheet in sheets for card in sheet) == -len(in_order(deck)) % 6


@given(count=st.integers(1, 40), copies=st.integers(1, 4), size=st.integers(1, 9))
def test_sheets_of_cards_that_all_have_as_many_copies_come_so_many_times(count, copies, size):
    deck = [(card, copies) for card in range(count)]
    sheets = impose(deck, sheet_of(1, size))
    whole = count // size
    for number in range(whole):
        same = sheets[number * copies : (number + 1) * copies]
        assert same == [list(range(number * size, (number + 1) * size))] * copies
    rest = [card for sheet in sheets[whole * copies :] for card in sheet]
    assert rest == in_order(deck[whole * size :])


def test_what_stands_on_sheets_that_are_the_same_is_drawn_once():
    one, two, three = (Card("ponds", name, "frog", "en") for name in ("newt", "toad", "eft"))
    assert repeated_cards([[one, two], [one, two], [three]]) == frozenset()
    assert repeated_cards([[one, two], [one, three]]) == {"newt"}
    assert repeated_cards([[one, two], [three], [one, two]]) == {"newt", "toad"}
    assert repeated_cards([[one, one], [None, None]]) == {"newt"}


PIECES = st.lists(
    st.tuples(
        st.sampled_from([(63, 88), (70, 70), (35, 70), (35, 35), (25, 25), (16, 16)]),
        st.sampled_from(["rect", "circle"]),
        st.integers(1, 60),
    ),
    min_size=1,
    max_size=6,
)


def dealt(pieces, sheet):
    """A sheet for each size, and its cards, each with its size and its number."""
    sheets = [lay_out_for(sheet, size, shape) for size, shape, _ in pieces]
    cards = [[((part, number), 1) for number in range(one[2])] for part, one in enumerate(pieces)]
    return sheets, [impose(some, one) for some, one in zip(cards, sheets, strict=True)]


def areas(rows, places):
    width, height = rows.sheet.card
    return [(at.x, at.y, at.x + width, at.y + height) for at in places[: len(rows.cards)]]


@given(pieces=PIECES, name=st.sampled_from(["a4", "a3", "letter", "a4-bleed"]))
def test_last_sheets_that_are_joined_have_all_their_cards_apart_on_the_paper(pieces, name):
    sheets, imposed = dealt(pieces, load_sheet(name))
    pages = join_last_sheets(sheets, imposed)
    joined = [rows for page in pages for rows in page]
    assert len({rows.part for rows in joined}) == len(joined)
    for rows in joined:
        assert rows.cards == imposed[rows.part][-1]
        assert rows.sheet.rows < sheets[rows.part].rows
    for page in pages:
        assert len(page) > 1
        across, down = page[0].sheet.paper
        found = [area for rows in page for area in areas(rows, rows.fronts())]
        for left, top, right, bottom in found:
            assert left >= 0
            assert right <= across
            assert top >= 7.99
            assert bottom <= down - 7.99
        for one, two in pairwise(page):
            low = max(area[3] for area in areas(one, one.fronts()))
            high = min(area[1] for area in areas(two, two.fronts()))
            assert high - low >= 6 - 1e-6
        outer = sheet_around(page)
        assert min(area[1] for area in found) >= outer.corner[1] - 1e-6
        assert max(area[3] for area in found) <= outer.corner[1] + outer.block[1] + 1e-6


@given(pieces=PIECES, edge=st.sampled_from(["long", "short"]))
def test_the_backs_of_joined_sheets_are_behind_their_fronts(pieces, edge):
    sheets, imposed = dealt(pieces, load_sheet("a4"))
    for rows in [rows for page in join_last_sheets(sheets, imposed) for rows in page]:
        for (left, top, right, bottom), back in zip(
            areas(rows, rows.fronts()), areas(rows, rows.backs(edge)), strict=True
        ):
            behind = (210 - right, top, 210 - left, bottom)
            if edge == "short":
                behind = (left, 297 - bottom, right, 297 - top)
            assert back == pytest.approx(behind)


@pytest.mark.parametrize("sheet", ["a4-gutterfold", "a4-silhouette", "a4-cut-and-stack", "letter-silhouette"])
def test_sheets_with_a_fixed_layout_are_not_joined(sheet):
    pieces = [((63, 88), "rect", 1), ((35, 35), "circle", 1), ((16, 16), "circle", 2)]
    assert join_last_sheets(*dealt(pieces, load_sheet(sheet))) == []


def test_full_sheets_and_single_ones_are_not_joined():
    a4 = load_sheet("a4")
    assert join_last_sheets(*dealt([((63, 88), "rect", 9), ((16, 16), "circle", 2)], a4)) == []
    assert join_last_sheets(*dealt([((63, 88), "rect", 10), ((35, 70), "rect", 20)], a4)) == []
    ((first, second),) = join_last_sheets(*dealt([((63, 88), "rect", 10), ((35, 70), "rect", 1)], a4))
    assert (first.cards, second.cards) == ([(0, 9)], [(1, 0)])
    assert join_last_sheets(*dealt([((63, 88), "rect", 0), ((16, 16), "circle", 2)], a4)) == []


def test_joined_rows_are_as_narrow_as_their_number_allows_and_in_the_middle():
    a4 = load_sheet("a4")
    ((cards, tiles),) = join_last_sheets(*dealt([((63, 88), "rect", 4), ((35, 35), "circle", 2)], a4))
    assert [(one.sheet.columns, one.sheet.rows) for one in (cards, tiles)] == [(2, 2), (2, 1)]
    for rows in (cards, tiles):
        left, right = rows.fronts()[0], rows.fronts()[1]
        assert left.x + right.x + rows.sheet.card[0] == pytest.approx(210)
