"""Every card goes onto a sheet, once for each copy, and in the order that is asked for."""

from hypothesis import given
from hypothesis import strategies as st

from deckwright.press.sheets import Sheet
from deckwright.press.sheets.dealing import dealt

DECKS = st.lists(st.tuples(st.integers(0, 99), st.integers(0, 4)), max_size=30)


def sheet_of(columns, rows, **more):
    return Sheet("mine", (1000, 1000), (10, 10), columns, rows, **more)


def in_order(deck):
    return [card for card, copies in deck for _ in range(copies)]


@given(deck=DECKS, columns=st.integers(1, 4), rows=st.integers(1, 4))
def test_row_by_row_sheets_give_the_deck_in_order_and_only_the_last_is_not_full(deck, columns, rows):
    sheets = dealt(deck, sheet_of(columns, rows))
    assert [card for sheet in sheets for card in sheet] == in_order(deck)
    assert all(len(sheet) == columns * rows for sheet in sheets[:-1])
    assert all(sheets)


@given(deck=DECKS, columns=st.integers(1, 4), rows=st.integers(1, 4), blanks=st.booleans())
def test_a_cut_stack_gives_the_deck_in_order(deck, columns, rows, blanks):
    sheets = dealt(deck, sheet_of(columns, rows, order="stack", blanks=blanks))
    stacks = [[sheet[place] for sheet in sheets if place < len(sheet)] for place in range(columns * rows)]
    cards = [card for stack in stacks for card in stack]
    assert [card for card in cards if card is not None] == in_order(deck)
    assert len(sheets) == -(-len(in_order(deck)) // (columns * rows))


@given(deck=DECKS, order=st.sampled_from(["rows", "stack"]))
def test_blanks_fill_all_sheets_and_come_after_the_cards(deck, order):
    sheets = dealt(deck, sheet_of(3, 2, order=order, blanks=True))
    assert all(len(sheet) == 6 for sheet in sheets)
    assert sum(card is None for sheet in sheets for card in sheet) == -len(in_order(deck)) % 6
