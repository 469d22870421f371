"""How a table is laid, for each number of players: the rows of a reference card."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import print_tr
from deckwright.model.rule import matcher_of
from deckwright.model.setup import count_of, read_deal, read_pile
from deckwright.press.player_aids import Item

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from deckwright.model.card import Card
    from deckwright.model.rule import Test
    from deckwright.model.setup import Deal, Part, Step
    from deckwright.press.drawing.context import Desk

Row = tuple[str, int | None]
"""What a row is called, and its number for one number of players; None is all that are left."""

_TERM = re.compile(r"(?<![-\w])(\w+):([\w-]+)")


class SetUp(NamedTuple):
    """The rows of a table of set-up, with a value for each number of players, or one for all."""

    numbers: tuple[int, ...]
    items: tuple[Item, ...]


def set_up(desk: Desk, cards: Mapping[str, Card], mode: str) -> SetUp:
    """Tell how the table of a game is laid in a mode, or for each number of players in the one that is usual then."""
    game = desk.game
    numbers = game.players_in(mode)
    table: dict[str, dict[int, str]] = {}
    for players in numbers:
        rows = _Rows(desk, cards, mode or game.mode_for(players), players)
        for label, value in rows.all():
            table.setdefault(label, {})[players] = print_tr("all") if value is None else str(value)
    return SetUp(numbers, tuple(_item(label, values, numbers) for label, values in table.items()))


def _item(label: str, values: Mapping[int, str], numbers: tuple[int, ...]) -> Item:
    found = tuple(values.get(number, "–") for number in numbers)
    return Item(label, values=found[:1] if len(set(found)) == 1 else found)


def said(desk: Desk, mode: str) -> list[str]:
    """List what is said while the table of a game is laid in a mode."""
    if "deal" not in desk.game.definition:
        return []
    steps = read_deal(desk.game, mode).steps
    return [desk.label(f"say:{step.name}") for step in steps if step.act == "say"]


class _Rows:
    """The rows for one number of players in one mode."""

    def __init__(self, desk: Desk, cards: Mapping[str, Card], mode: str, players: int) -> None:
        self._desk, self._cards, self._mode, self._players = desk, cards, mode, players

    def all(self) -> Iterator[Row]:
        """Yield them in the order in which the table is laid; a game that does not say it has its piles."""
        game = self._desk.game
        if "deal" not in game.definition:
            for pile in game.names("piles"):
                yield from self._pile(pile)
            return
        deal = read_deal(game, self._mode)
        for step in deal.steps:
            yield from self._step(step)
        yield from self._later(deal)

    def _step(self, step: Step) -> Iterator[Row]:
        acts: dict[str, Callable[[Step], Iterator[Row]]] = {
            "pile": self._take if step.each else lambda step: self._pile(step.name),
            "cards": self._laid,
            "from": self._take,
        }
        if step.act in acts:
            yield from acts[step.act](step)

    def _pile(self, name: str) -> Iterator[Row]:
        """Yield how many cards a pile has, and of which sorts, where each is drawn in a number of its own."""
        plan = read_pile(self._desk.game, name, self._mode, matcher_of(self._desk.game))
        if self._players not in plan.players:
            return
        taken = [(part, part.count(self._players)) for part in plan.parts]
        sizes = [(part, self._size(part, take)) for part, take in taken]
        label = self._desk.label(f"pile:{name}")
        yield label, sum(size for _, size in sizes)
        if len(sizes) > 1 and all(take is not None for _, take in taken):
            for part, size in sizes:
                yield f"– {self._words(part.query)}", size

    def _size(self, part: Part, take: int | None) -> int:
        """Give how many cards a part has; where sorts are drawn whole, as many as sorts of the usual size have."""
        there = self._count(part.of)
        if take is None or not part.alike:
            return there if take is None else take
        sorts = {str(card.fields.get(part.alike)) for card in self._cards.values() if part.of(card)}
        return take * there // max(len(sorts), 1)

    def _words(self, query: str) -> str:
        """Give the words of what a query asks for."""
        found = [
            self._desk.label(f"kind:{value}" if field == "kind" else f"field:{field}.{value}") or value
            for field, value in _TERM.findall(query)
        ]
        return ", ".join(found)

    def _laid(self, step: Step) -> Iterator[Row]:
        test = matcher_of(self._desk.game)(step.name)
        zone = self._desk.label(f"zone:{step.to}")
        if not step.each:
            yield zone, self._count(test)
            return
        sorts = {str(card.fields.get(step.alike)) for card in self._cards.values() if test(card)}
        yield print_tr("{zone}, each player", zone=zone), self._count(test) // max(len(sorts), 1)

    def _take(self, step: Step) -> Iterator[Row]:
        zone = self._desk.label(f"zone:{step.to}")
        label = print_tr("{zone}, each player", zone=zone) if step.each else zone
        source = f" ({self._desk.label(f'zone:{step.name}')})" if self._meet(step) else ""
        count, first = step.cards(self._players), step.cards(self._players, is_first=True)
        yield label + source, count
        if first != count:
            yield "– " + print_tr("first player"), first

    def _meet(self, step: Step) -> bool:
        """Tell whether cards of several zones come into the same one."""
        steps = read_deal(self._desk.game, self._mode).steps
        return len({other.name for other in steps if other.act == "from" and other.to == step.to}) > 1

    def _later(self, deal: Deal) -> Iterator[Row]:
        """Yield what is drawn in the course of the game, and how much may be held."""
        if deal.draw:
            every = deal.draw.every
            label = (
                print_tr("Draw each turn")
                if every == 1
                else print_tr("Draw every {count} turns", count=every)
            )
            yield label, deal.draw.cards(self._players)
        for zone, most in deal.limits.items():
            yield (
                print_tr("{zone}, at most", zone=self._desk.label(f"zone:{zone}")),
                count_of(most, self._players),
            )

    def _count(self, test: Test) -> int:
        return sum(card.copies for card in self._cards.values() if test(card))
