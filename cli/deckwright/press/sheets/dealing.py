"""Which card goes onto which sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.press.sheets.sheet import Sheet

Thing = TypeVar("Thing")


def dealt(cards: Sequence[tuple[Thing, int]], sheet: Sheet) -> list[list[Thing | None]]:
    """Deal cards, every copy one, onto sheets; None stands for a blank that fills the last one.

    In a stack the first place of all sheets holds the first cards, the second place the next ones, so that
    sheets cut as one give small stacks, and these laid one under the other give the cards in order.
    """
    singles: list[Thing | None] = [card for card, copies in cards for _ in range(copies)]
    count = -(-len(singles) // sheet.cards)
    if sheet.blanks:
        singles += [None] * (count * sheet.cards - len(singles))
    return list(_in_stacks(singles, count) if sheet.order == "stack" else _in_rows(singles, sheet.cards))


def _in_rows(singles: list[Thing], size: int) -> Iterator[list[Thing]]:
    for start in range(0, len(singles), size):
        yield singles[start : start + size]


def _in_stacks(singles: list[Thing], count: int) -> Iterator[list[Thing]]:
    for page in range(count):
        yield singles[page::count]
