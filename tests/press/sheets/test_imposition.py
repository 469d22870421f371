"""Every card goes onto a sheet, once for each copy, and in the order that is asked for."""

from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.card import Card
from deckwright.press.sheets.imposition import impose, repeated_cards
from deckwright.press.sheets.sheet import Sheet

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
