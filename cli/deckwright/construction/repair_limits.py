"""Rules as plain limits, and how many copies a deck must lose and gain at least to be within them.

Most rules limit a number that depends on nothing but the cards that it counts. What such a rule requires can be calculated
without trying anything. Others depend on further cards: on conditions and reference cards. As long as these cards are
not changed, their rules are plain limits too. All limits are necessary, but not sufficient: the rules decide.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import ceil, inf
from typing import TYPE_CHECKING, NamedTuple, Protocol

from deckwright.construction.options import unplaced_copies

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
    from decimal import Decimal

    from deckwright.model.card import Card

Counts = dict[int, int]
"""Copies in each slot of a deck that has any."""


class Slots:
    """Every card in every zone that a deck can have: each has a number, its slot. A set of slots is the bits of an integer."""

    def __init__(self, zones: Sequence[str], cards: Sequence[Card]) -> None:
        self.zones = tuple(zones)
        self.cards = tuple(cards)
        self._places = {id(card): place for place, card in enumerate(cards)}
        self._starts = {zone: number * len(cards) for number, zone in enumerate(zones)}

    def slot(self, zone: str, card: Card) -> int:
        """The slot of a card in a zone."""
        return self._starts[zone] + self._places[id(card)]

    def card(self, slot: int) -> Card:
        """The card of a slot."""
        return self.cards[slot % len(self.cards)]

    def zone(self, slot: int) -> str:
        """The zone of a slot."""
        return self.zones[slot // len(self.cards)]

    def in_zones(self, zones: Iterable[str], test: Callable[[Card], bool] | None = None) -> int:
        """The slots of the cards that a test finds, or of all cards, in some zones, or in all for ()."""
        digits = "".join("1" if test is None or test(card) else "0" for card in reversed(self.cards))
        found = int(digits or "0", 2)
        mask = 0
        for zone in zones or self.zones:
            mask |= found << self._starts[zone]
        return mask

    def members(self, mask: int) -> Iterator[int]:
        """Yield the slots of a set in their order."""
        while mask:
            lowest = mask & -mask
            yield lowest.bit_length() - 1
            mask ^= lowest


class Need(NamedTuple):
    """What a limit requires of a deck: to remove or to add at least so many copies among its slots; inf if that cannot be."""

    slots: int
    removed: float = 0
    added: float = 0


class Limit(Protocol):
    """A limit on the copies in some slots."""

    def needs(self, counts: Counts, changeable: Changeable) -> Iterator[Need]:
        """Yield what a deck must lose and gain to be within the limit; nothing if it is."""


class Changeable(NamedTuple):
    """The slots from which copies may be removed, and those to which they may be added."""

    removable: int
    addable: int


@dataclass(slots=True, eq=False)
class SumLimit:
    """The least and the most that the copies in some slots may add up to, each by the weight of its slot, above 0."""

    weights: Mapping[int, Decimal | int]
    low: float | None
    high: float | None
    slots: int = 0
    heaviest: tuple[int, Decimal | int] = (-1, 0)
    """The weight of the heaviest slot among those that may be added to, with these."""

    def __post_init__(self) -> None:
        """Collect the slots."""
        for slot in self.weights:
            self.slots |= 1 << slot

    @property
    def is_plain(self) -> bool:
        """Whether every copy counts as one."""
        return all(weight == 1 for weight in self.weights.values())

    def value(self, counts: Counts) -> Decimal | int:
        """The sum."""
        weigh = self.weights.get
        return sum(copies * weigh(slot, 0) for slot, copies in counts.items())

    def needs(self, counts: Counts, changeable: Changeable) -> Iterator[Need]:
        """Yield the fewest copies that could be removed or added."""
        value = self.value(counts)
        if self.high is not None and value > (high := _exact(self.high)):
            yield Need(self.slots, removed=self._fewest_removed(value - high, counts, changeable.removable))
        elif self.low is not None and value < (low := _exact(self.low)):
            best = self._best(changeable.addable)
            yield Need(self.slots, added=ceil((low - value) / best) if best else inf)

    def _fewest_removed(self, excess: Decimal | int, counts: Counts, removable: int) -> float:
        there = [
            (self.weights[slot], copies)
            for slot, copies in counts.items()
            if slot in self.weights and removable >> slot & 1
        ]
        removed = 0
        for weight, copies in sorted(there, reverse=True):
            enough = min(copies, ceil(excess / weight))
            removed += enough
            excess -= enough * weight
            if excess <= 0:
                return removed
        return inf

    def _best(self, addable: int) -> Decimal | int:
        if self.heaviest[0] != addable:
            best = max((weight for slot, weight in self.weights.items() if addable >> slot & 1), default=0)
            self.heaviest = addable, best
        return self.heaviest[1]


@dataclass(slots=True, eq=False)
class CopiesLimit:
    """The most copies of each card, or of cards that count as one: groups of slots."""

    groups: Mapping[int, Hashable]
    highs: Mapping[Hashable, float]
    slots_of: Mapping[Hashable, int]

    def needs(self, counts: Counts, changeable: Changeable) -> Iterator[Need]:
        """Yield the copies that are too many, for each group."""
        found: dict[Hashable, int] = defaultdict(int)
        for slot, copies in counts.items():
            if slot in self.groups:
                found[self.groups[slot]] += copies
        for group, copies in found.items():
            if copies > self.highs[group]:
                slots = self.slots_of[group]
                excess = ceil(copies - self.highs[group])
                there = [slot for slot in counts if (slots & changeable.removable) >> slot & 1]
                yield Need(slots, removed=excess if sum(map(counts.__getitem__, there)) >= excess else inf)


@dataclass(slots=True, eq=False)
class GroupsLimit:
    """The least and the most different values, each of which counts from `each` copies on."""

    values: Mapping[int, frozenset[Hashable]]
    each: int
    low: float | None
    high: float | None
    slots: int = 0

    def __post_init__(self) -> None:
        """Collect the slots."""
        for slot in self.values:
            self.slots |= 1 << slot

    def needs(self, counts: Counts, changeable: Changeable) -> Iterator[Need]:
        """Yield the fewest copies that could be removed or added, if each of them had as many values as any card has."""
        copies_of: dict[Hashable, int] = defaultdict(int)
        for slot, copies in counts.items():
            for value in self.values.get(slot, ()):
                copies_of[value] += copies
        found = [copies for copies in copies_of.values() if copies >= self.each]
        most_values = max((len(values) for values in self.values.values()), default=1)
        if self.high is not None and len(found) > self.high:
            spare = sorted(copies - self.each + 1 for copies in found)[: ceil(len(found) - self.high)]
            yield Need(self.slots, removed=ceil(sum(spare) / most_values))
        elif self.low is not None and len(found) < self.low:
            known = {
                one for slot, those in self.values.items() if changeable.addable >> slot & 1 for one in those
            }
            short = sorted(self.each - copies_of[one] for one in known if copies_of[one] < self.each)
            missing = ceil(self.low - len(found))
            enough = ceil(sum(short[:missing]) / most_values) if len(short) >= missing else inf
            yield Need(self.slots, added=enough)


@dataclass(slots=True, eq=False)
class OptionsLimit:
    """Options of which one must allow each copy: those of each slot, and the places that each option has."""

    options_of: Mapping[int, Sequence[int]]
    places: Sequence[int | None]
    slots: int = 0

    def __post_init__(self) -> None:
        """Collect the slots."""
        for slot in self.options_of:
            self.slots |= 1 << slot

    def needs(self, counts: Counts, changeable: Changeable) -> Iterator[Need]:  # noqa: ARG002 - as all limits
        """Yield the copies for which no place is left."""
        there = [(slot, copies) for slot, copies in counts.items() if slot in self.options_of]
        left = unplaced_copies(
            [copies for _, copies in there], [self.options_of[slot] for slot, _ in there], self.places
        )
        if any(left):
            yield Need(self.slots, removed=sum(left))


def _exact(number: float) -> Decimal | int:
    if isinstance(number, int):
        return number
    from decimal import Decimal

    return Decimal(str(number))


# All limits of a deck together.


class Assessment(NamedTuple):
    """What all limits require of a deck, and the least number of copies to change; inf if that cannot be."""

    needs: list[Need]
    least: float


class DeckLimits:
    """All limits that apply to a deck as long as no `fixed` slot is changed."""

    def __init__(self, limits: Sequence[Limit], addable: int, fixed: int = 0) -> None:
        self.fixed = fixed
        self._limits = limits
        self._sizes = [one for one in limits if isinstance(one, SumLimit) and one.is_plain]
        for size in self._sizes:
            if size.high == 0:
                addable &= ~size.slots
        for one in limits:
            if isinstance(one, CopiesLimit):
                addable &= ~_joined(one.slots_of[group] for group, most in one.highs.items() if most < 1)
        self.changeable = Changeable(~fixed, addable & ~fixed)

    def assess(self, counts: Counts, edits: Iterable[tuple[int, int]]) -> Assessment:
        """Find out what a deck lacks, and how many copies must be changed at least; copies added by `edits` stay."""
        added = _joined(1 << slot for slot, copies in edits if copies > 0)
        changeable = self.changeable._replace(removable=self.changeable.removable & ~added)
        needs = [need for limit in self._limits for need in limit.needs(counts, changeable)]
        if not needs:
            return Assessment(needs, 0)
        there = _joined(1 << slot for slot in counts) & changeable.removable
        out = [(need.removed, need.slots & there) for need in needs if need.removed]
        into = [(need.added, need.slots & self.changeable.addable) for need in needs if need.added]
        values = [(size, int(size.value(counts))) for size in self._sizes]
        more_into = [
            (_within(out, size.slots) + size.low - value, size.slots & self.changeable.addable)
            for size, value in values
            if size.low is not None
        ]
        more_out = [
            (_within(into, size.slots) + value - size.high, size.slots & there)
            for size, value in values
            if size.high is not None
        ]
        return Assessment(needs, _packed([*out, *more_out]) + _packed([*into, *more_into]))


def _joined(masks: Iterable[int]) -> int:
    joined = 0
    for mask in masks:
        joined |= mask
    return joined


def _within(amounts: Iterable[tuple[float, int]], slots: int) -> float:
    return _packed([(amount, mask) for amount, mask in amounts if not mask & ~slots])


def _packed(amounts: Iterable[tuple[float, int]]) -> float:
    """The greatest total of amounts whose slots do not overlap, as far as taking the greatest first finds it; inf without slots."""
    taken = 0
    total = 0.0
    for amount, slots in sorted(amounts, key=lambda one: -one[0]):
        if amount > 0 and not slots & taken:
            total += amount if slots else inf
            taken |= slots
    return total
