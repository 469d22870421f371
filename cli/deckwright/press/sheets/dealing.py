"""Which card goes onto which sheet."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deckwright.model.card import Card
    from deckwright.press.sheets.sheet import Sheet

Thing = TypeVar("Thing")


def dealt(cards: Sequence[tuple[Thing, int]], sheet: Sheet) -> list[list[Thing | None]]:
    """Deal cards, every copy one, onto sheets; None stands for a blank that fills the last one.

    In a stack the first place of all sheets holds the first cards, the second place the next ones, so that
    sheets cut as one give small stacks, and these laid one under the other give the cards in order.
    Else, where all cards have the same number of copies, each sheet of different ones comes so many times.
    """
    in_turn = _one_by_one if sheet.order == "stack" else _in_sets
    singles: list[Thing | None] = list(in_turn(cards, sheet.cards))
    count = -(-len(singles) // sheet.cards)
    if sheet.blanks:
        singles += [None] * (count * sheet.cards - len(singles))
    return list(_in_stacks(singles, count) if sheet.order == "stack" else _in_rows(singles, sheet.cards))


def _one_by_one(cards: Sequence[tuple[Thing, int]], _: int) -> Iterator[Thing]:
    """Yield every copy of each card, card by card."""
    return (card for card, copies in cards for _ in range(copies))


def _in_sets(cards: Sequence[tuple[Thing, int]], size: int) -> Iterator[Thing]:
    """Yield every copy of each card, whole sheets of different ones first where all have as many copies."""
    is_even = len({copies for _, copies in cards}) == 1
    whole = len(cards) - len(cards) % size if is_even else 0
    for start in range(0, whole, size):
        yield from [card for card, _ in cards[start : start + size]] * cards[start][1]
    yield from _one_by_one(cards[whole:], size)


def _in_rows(singles: list[Thing], size: int) -> Iterator[list[Thing]]:
    for start in range(0, len(singles), size):
        yield singles[start : start + size]


def _in_stacks(singles: list[Thing], count: int) -> Iterator[list[Thing]]:
    for page in range(count):
        yield singles[page::count]


def drawn_often(sheets: Iterable[Sequence[Card | None]]) -> frozenset[str]:
    """Give the ids of the cards that are drawn more than once; sheets that are the same are drawn as one."""
    different = [sheet for sheet, _ in groupby(sheets)]
    times = Counter(card.id for sheet in different for card in sheet if card)
    return frozenset(card for card, count in times.items() if count > 1)
