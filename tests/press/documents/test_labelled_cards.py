"""The module press/documents/labelled_cards: names of a card's parts stand beside it, and lines lead to them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.press.documents.content import Document, Item, PartLabel, Section
from deckwright.press.documents.labelled_cards import (
    _apart,
    _labelled_cards,
    _most_telling_first,
    _told_once,
    labelled_block,
)
from deckwright.press.documents.lying import Miniature
from deckwright.press.documents.painter import Painter
from deckwright.press.graphics.parts import (
    Area,
    DrawnText,
    bounds_of,
)

from .drawn_words import words
from .rules_sections import piece

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


@pytest.mark.parametrize("width", range(120, 300, 10))
def test_no_card_to_read_is_without_names(width):
    """A card that few names tell of is left out, rather than the names of one that has no others than those before it."""
    names_of = [
        ("Name of it", "Its quantity", "Its colour"),
        ("Name of it", "Its reward", "What it needs"),
        ("Name of it", "Its reward", "What it needs"),
        ("Name of it", "Columns"),
    ]
    areas = [Area(4 + 46 * (number % 2), 4 + 20 * number, 9, 6) for number in range(3)]
    pieces = [piece()._replace(labels=tuple(map(PartLabel, names, areas))) for names in names_of]
    cards = _labelled_cards(pieces, Area(0, 0, width, 50), Painter("en", {}))
    assert cards
    assert all(card.width > 63 * card.height / 88 for card in cards)


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
