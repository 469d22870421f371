"""The set-up table of reference cards and rules pages: how many cards are where, by the number of players."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import print_tr
from deckwright.model.rule import matcher_of
from deckwright.model.setup import cards_for, read_deal, read_pile
from deckwright.press.documents.content import Item, Section

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.rule import CardTest
    from deckwright.model.setup import Deal, PilePart, Step
    from deckwright.press.drawing.context import RenderContext

_QUERY_TERM = re.compile(r"(?<![-\w])(\w+):([\w-]+)")


class _SetupRow(NamedTuple):
    """A label of the set-up table, and its number of cards; None means all remaining cards."""

    label: str
    cards: int | None


def setup_table(context: RenderContext, cards: Mapping[str, Card], mode: str) -> Section:
    """Table of set-up, with a column for each number of players; empty if the game does not describe it."""
    numbers = context.game.players_in(mode)
    counts: dict[str, dict[int, str]] = {}
    for players in numbers:
        rows = _SetupRows(context, cards, mode or context.game.mode_for(players), players)
        for label, count in rows.all():
            counts.setdefault(label, {})[players] = print_tr("all") if count is None else str(count)
    if not counts:
        return Section("", ())
    items = tuple(_setup_item(label, values, numbers) for label, values in counts.items())
    heads = (print_tr("Players"), *map(str, numbers))
    return Section(print_tr("Set-up"), items, "table", heads)


def _setup_item(label: str, values: Mapping[int, str], numbers: Sequence[int]) -> Item:
    """Row of the set-up table; a count that is the same for all numbers of players is shown once."""
    found = tuple(values.get(number, "–") for number in numbers)
    return Item(label, values=found[:1] if len(set(found)) == 1 else found)


class _SetupRows:
    """Rows of the set-up table for one number of players in one mode."""

    def __init__(self, context: RenderContext, cards: Mapping[str, Card], mode: str, players: int) -> None:
        self._context, self._cards, self._mode, self._players = context, cards, mode, players

    def all(self) -> Iterator[_SetupRow]:
        """Yield the rows in the order of the deal, or the piles of a game that defines no deal."""
        game = self._context.game
        if "deal" not in game.definition:
            for pile in game.names("piles"):
                yield from self._pile(pile)
            return
        deal = read_deal(game, self._mode)
        for step in deal.steps:
            yield from self._step(step)
        yield from self._during_play(deal)

    def _step(self, step: Step) -> Iterator[_SetupRow]:
        acts: dict[str, Callable[[Step], Iterator[_SetupRow]]] = {
            "pile": self._take if step.each else lambda step: self._pile(step.name),
            "cards": self._laid,
            "from": self._take,
        }
        if step.act in acts:
            yield from acts[step.act](step)

    def _pile(self, name: str) -> Iterator[_SetupRow]:
        """Yield the size of a pile, and the size of each part if all parts have a fixed one."""
        plan = read_pile(self._context.game, name, self._mode, matcher_of(self._context.game))
        if self._players not in plan.players:
            return
        sizes = [self._size(part) for part in plan.parts]
        yield _SetupRow(self._context.label(f"pile:{name}"), sum(sizes))
        is_fixed = all(part.count(self._players) is not None for part in plan.parts)
        if len(plan.parts) > 1 and is_fixed:
            for part, size in zip(plan.parts, sizes, strict=True):
                yield _SetupRow(f"– {self._query_words(part.query)}", size)

    def _size(self, part: PilePart) -> int:
        """Number of cards in a part; of sorts drawn whole, an average sort's cards for each."""
        count = part.count(self._players)
        if count is None:
            return self._copies(part.of)
        if part.alike:
            return count * self._copies(part.of) // self._sorts(part.of, part.alike)
        return count

    def _sorts(self, test: CardTest, field: str) -> int:
        """Number of different values of a field among some cards, at least 1."""
        return len({str(card.fields.get(field)) for card in self._cards.values() if test(card)}) or 1

    def _query_words(self, query: str) -> str:
        """Labels of the values that a query names."""
        found = [
            self._context.label(f"kind:{value}" if field == "kind" else f"field:{field}.{value}") or value
            for field, value in _QUERY_TERM.findall(query)
        ]
        return ", ".join(found)

    def _laid(self, step: Step) -> Iterator[_SetupRow]:
        test = matcher_of(self._context.game)(step.name)
        zone = self._context.label(f"zone:{step.to}")
        copies = self._copies(test)
        if step.each:
            label = print_tr("{zone}, each player", zone=zone)
            yield _SetupRow(label, copies // self._sorts(test, step.alike))
        else:
            yield _SetupRow(zone, copies)

    def _take(self, step: Step) -> Iterator[_SetupRow]:
        zone = self._context.label(f"zone:{step.to}")
        label = print_tr("{zone}, each player", zone=zone) if step.each else zone
        source = f" ({self._context.label(f'zone:{step.name}')})" if self._has_other_source(step) else ""
        count, first = step.cards(self._players), step.cards(self._players, is_first=True)
        yield _SetupRow(label + source, count)
        if first != count:
            yield _SetupRow("– " + print_tr("first player"), first)

    def _has_other_source(self, step: Step) -> bool:
        """Whether the zone that a step fills is filled from another zone too."""
        steps = read_deal(self._context.game, self._mode).steps
        return len({other.name for other in steps if other.act == "from" and other.to == step.to}) > 1

    def _during_play(self, deal: Deal) -> Iterator[_SetupRow]:
        """Yield the cards drawn each turn, and the limits of zones."""
        if deal.draw:
            every = deal.draw.every
            label = (
                print_tr("Draw each turn")
                if every == 1
                else print_tr("Draw every {count} turns", count=every)
            )
            yield _SetupRow(label, deal.draw.cards(self._players))
        for zone, most in deal.limits.items():
            label = print_tr("{zone}, at most", zone=self._context.label(f"zone:{zone}"))
            yield _SetupRow(label, cards_for(most, self._players))

    def _copies(self, test: CardTest) -> int:
        return sum(card.copies for card in self._cards.values() if test(card))
