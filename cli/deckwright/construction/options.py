"""Options of a rule, each with places for some cards: how many copies none of them has room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def unplaced_copies(
    copies: Sequence[int], options_of: Sequence[Sequence[int]], places: Sequence[int | None]
) -> list[int]:
    """How many copies of each card are left when as many as possible are placed in options: a maximum flow.

    `options_of` are the options that allow each card, by their positions in `places`; None there is any number of places.
    Earlier cards are placed first, so what is left is of the last cards that could not be placed.
    """
    flow = _Flow(options_of, places)
    return [count - flow.place(card, count) for card, count in enumerate(copies)]


class _Flow:
    """Copies of cards placed in options, which can move from one option to another to make room."""

    def __init__(self, options_of: Sequence[Sequence[int]], places: Sequence[int | None]) -> None:
        self._options_of = options_of
        self._free = list(places)
        self._placed: list[dict[int, int]] = [{} for _ in places]

    def place(self, card: int, copies: int) -> int:
        """Place copies of a card, as many as possible, and return how many."""
        remaining = copies
        while remaining:
            moved = self._move_along(self._path(card), remaining)
            if not moved:
                break
            remaining -= moved
        return copies - remaining

    def _path(self, card: int) -> list[tuple[int, int]]:
        """The shortest way to a free place: cards, each with the option that it moves to; empty if there is none."""
        ways = [(option, [(card, option)]) for option in self._options_of[card]]
        seen = {option for option, _ in ways}
        for option, path in ways:
            if self._free[option] != 0:
                return path
            for other in (placed_card for placed_card, count in self._placed[option].items() if count):
                for further in self._options_of[other]:
                    if further not in seen:
                        seen.add(further)
                        ways.append((further, [*path, (other, further)]))
        return []

    def _move_along(self, path: Sequence[tuple[int, int]], limit: int) -> int:
        """Move copies along a way, as many as all its steps allow, and return how many."""
        if not path:
            return 0
        last = path[-1][1]
        sources = [option for _, option in path[:-1]]
        moving = [self._placed[option][card] for (card, _), option in zip(path[1:], sources, strict=True)]
        free = self._free[last]
        count = min([limit, *moving, *([] if free is None else [free])])
        for (card, option), source in zip(path, [None, *sources], strict=True):
            self._placed[option][card] = self._placed[option].get(card, 0) + count
            if source is not None:
                self._placed[source][card] -= count
        if free is not None:
            self._free[last] = free - count
        return count
