"""Rules as plain limits, as far as they are: how many copies a deck must lose and gain at least to be within them.

Most rules limit a number that depends on nothing but the cards that it counts. What such a rule requires can be calculated
without trying anything. Others depend on further cards: on conditions and reference cards. As long as these cards are
not changed, their rules are plain limits too. All limits are necessary, but not sufficient: the rules decide.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from math import ceil, inf
from typing import TYPE_CHECKING, NamedTuple, Protocol

from deckwright.construction.evaluation import bounds_for, find_violations, unplaced_copies
from deckwright.model.measures import (
    CARDS,
    COPIES,
    DISTINCT,
    GROUPS,
    HIGHEST,
    LOWEST,
    SUM,
    plain,
    read_number,
    read_values,
    sameness,
)
from deckwright.model.query.matching import THIS
from deckwright.model.rule import NO_BOUNDS, Bounds, Limits, Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
    from decimal import Decimal

    from deckwright.construction.evaluation import Contents
    from deckwright.model.card import Card
    from deckwright.model.rule import Bound, CardTest, Count, Option, Requirement


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
        digits_of_zone = int(digits or "0", 2)
        mask = 0
        for zone in zones or self.zones:
            mask |= digits_of_zone << self._starts[zone]
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
        weights_and_copies = [
            (self.weights[slot], copies)
            for slot, copies in counts.items()
            if slot in self.weights and removable >> slot & 1
        ]
        removed = 0
        for weight, copies in sorted(weights_and_copies, reverse=True):
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
        copies_of: dict[Hashable, int] = defaultdict(int)
        for slot, copies in counts.items():
            if slot in self.groups:
                copies_of[self.groups[slot]] += copies
        for group, copies in copies_of.items():
            if copies > self.highs[group]:
                slots = self.slots_of[group]
                excess = ceil(copies - self.highs[group])
                removable_slots = [slot for slot in counts if (slots & changeable.removable) >> slot & 1]
                yield Need(
                    slots, removed=excess if sum(map(counts.__getitem__, removable_slots)) >= excess else inf
                )


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
        reached = [copies for copies in copies_of.values() if copies >= self.each]
        most_values = max((len(values) for values in self.values.values()), default=1)
        if self.high is not None and len(reached) > self.high:
            spare = sorted(copies - self.each + 1 for copies in reached)[: ceil(len(reached) - self.high)]
            yield Need(self.slots, removed=ceil(sum(spare) / most_values))
        elif self.low is not None and len(reached) < self.low:
            addable_values = {
                value
                for slot, those in self.values.items()
                if changeable.addable >> slot & 1
                for value in those
            }
            short = sorted(
                self.each - copies_of[value] for value in addable_values if copies_of[value] < self.each
            )
            missing = ceil(self.low - len(reached))
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
        slots_and_copies = [(slot, copies) for slot, copies in counts.items() if slot in self.options_of]
        unplaced = unplaced_copies(
            [copies for _, copies in slots_and_copies],
            [self.options_of[slot] for slot, _ in slots_and_copies],
            self.places,
        )
        if any(unplaced):
            yield Need(self.slots, removed=sum(unplaced))


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
        self._sizes = [limit for limit in limits if isinstance(limit, SumLimit) and limit.is_plain]
        for size in self._sizes:
            if size.high == 0:
                addable &= ~size.slots
        for limit in limits:
            if isinstance(limit, CopiesLimit):
                addable &= ~_joined(limit.slots_of[group] for group, high in limit.highs.items() if high < 1)
        self.changeable = Changeable(~fixed, addable & ~fixed)

    def assess(self, counts: Counts, edits: Iterable[tuple[int, int]]) -> Assessment:
        """Find out what a deck lacks, and how many copies must be changed at least; copies added by `edits` stay."""
        added = _joined(1 << slot for slot, copies in edits if copies > 0)
        changeable = self.changeable._replace(removable=self.changeable.removable & ~added)
        needs = [need for limit in self._limits for need in limit.needs(counts, changeable)]
        if not needs:
            return Assessment(needs, 0)
        removable = _joined(1 << slot for slot in counts) & changeable.removable
        out = [(need.removed, need.slots & removable) for need in needs if need.removed]
        into = [(need.added, need.slots & self.changeable.addable) for need in needs if need.added]
        values = [(size, int(size.value(counts))) for size in self._sizes]
        more_into = [
            (_within(out, size.slots) + size.low - value, size.slots & self.changeable.addable)
            for size, value in values
            if size.low is not None
        ]
        more_out = [
            (_within(into, size.slots) + value - size.high, size.slots & removable)
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
    used_slots = 0
    total = 0.0
    for amount, slots in sorted(amounts, key=lambda amount_and_slots: -amount_and_slots[0]):
        if amount > 0 and not slots & used_slots:
            total += amount if slots else inf
            used_slots |= slots
    return total


class Settled(NamedTuple):
    """What is known of every deck that has the same cards in some slots: its reference cards, and which conditions it meets.

    `conditions` are the identities of those that depend on these slots only. Without `slots`, nothing is known.
    """

    slots: int = 0
    references: frozenset[str] = frozenset()
    conditions: frozenset[int] = frozenset()


class LimitReader:
    """Reads the limits in the rules of a format for decks with the same settled cards as those of `contents`."""

    def __init__(self, slots: Slots, contents: Contents, players: int | None, settled: Settled) -> None:
        self._slots = slots
        self._contents = contents
        self._players = players
        self._settled = settled

    def limits(self, rules: Sequence[Rule]) -> Iterator[Limit]:
        """Yield the limits of all rules that make a deck illegal, as far as nothing but settled cards changes them."""
        for rule in rules:
            replacing = [other for other in rules if rule.id in other.replaces]
            if (
                rule.severity == "error"
                and len(rule.ways) == 1
                and all(map(self._is_settled, (rule, *replacing)))
                and self._applies(rule)
            ):
                yield from self._of_rule(rule, [other.over for other in replacing if self._applies(other)])

    def _applies(self, rule: Rule) -> bool:
        return self._contents.has(rule.references) and self._meets(rule.when)

    def _meets(self, conditions: tuple[Requirement, ...]) -> bool:
        rule = Rule("", ways=(conditions,))
        return not (conditions and find_violations([rule], self._contents, self._players))

    def _is_settled(self, rule: Rule) -> bool:
        return rule.references <= self._settled.references and self._are_settled(rule.when)

    def _are_settled(self, conditions: Iterable[Requirement]) -> bool:
        return all(id(condition) in self._settled.conditions for condition in conditions)

    def _of_rule(self, rule: Rule, replaced: Sequence[CardTest | None]) -> Iterator[Limit]:
        if None not in replaced:
            for requirement in rule.ways[0]:
                yield from self._of_requirement(requirement, [test for test in replaced if test])

    def _of_requirement(self, requirement: Requirement, replaced: Sequence[CardTest]) -> Iterable[Limit]:
        counted = self._counted(requirement, replaced)
        if counted is None or requirement.counted.per:
            return ()
        if requirement.options:
            return self._options(requirement, counted)
        low, high = self._bounds(requirement)
        if requirement.counted.measure is COPIES:
            return self._copies(requirement, counted, high)
        reader = _READERS.get(requirement.counted.measure.id)
        if reader is None or (low is None and high is None):
            return ()
        return reader({slot: self._slots.card(slot) for slot in counted}, requirement.counted, low, high)

    def _counted(self, requirement: Requirement, replaced: Sequence[CardTest]) -> list[int] | None:
        """The slots that a requirement counts; None if that depends on cards that are not settled."""
        count = requirement.counted
        tests = [self._contents.found(count.over)] if count.over else []
        without = [self._contents.found(test) for test in replaced]
        for free in count.free:
            if not (self._are_settled(free.when) and free.references <= self._settled.references):
                return None
            if not (self._contents.has(free.references) and self._meets(free.when)):
                continue
            if free.over is None or free.copies is not None or THIS in free.over.mentions:
                return None
            without.append(self._contents.found(free.over))

        def is_counted(card: Card) -> bool:
            key = id(card)
            return all(is_found[key] for is_found in tests) and not any(is_found[key] for is_found in without)

        return [*self._slots.members(self._slots.in_zones(count.zones, is_counted))]

    def _bounds(self, requirement: Requirement) -> tuple[float | None, float | None]:
        """The bounds of a requirement, without those that depend on cards that are not settled."""
        bounds = self._written(requirement)
        knows_low, knows_high = map(self._is_known, bounds)
        if not (knows_low or knows_high):
            return None, None
        low, high = bounds_for(requirement, self._contents, self._players)
        return (low if knows_low else None), (high if knows_high else None)

    def _written(self, requirement: Requirement) -> Bounds:
        limits = requirement.limits
        return NO_BOUNDS if limits.by_cards else limits.for_deck(self._players, lambda: 0)[0]

    def _is_known(self, bound: Bound) -> bool:
        """Whether there is a bound that depends on settled cards only."""
        if bound is None or isinstance(bound, str):
            return False
        return not isinstance(bound, tuple) or all(
            not (term.field and term.of == THIS)
            and not term.counted
            and term.share is None
            and self._are_settled(term.when)
            for term in bound
        )

    def _copies(
        self, requirement: Requirement, counted: Iterable[int], highest: float | None
    ) -> Iterator[Limit]:
        """Read the most copies of each card; the least is different, because a deck need not have a card."""
        names = requirement.counted.same
        written_max = self._written(requirement).max
        groups: dict[int, Hashable] = {}
        highs: dict[Hashable, float] = {}
        slots_of: dict[Hashable, int] = defaultdict(int)
        for slot in counted:
            card = self._slots.card(slot)
            high = _own_number(card, written_max) if isinstance(written_max, str) and not names else highest
            if high is not None:
                group = groups[slot] = sameness(card, names)
                highs[group] = max(high, highs.get(group, high))
                slots_of[group] |= 1 << slot
        if groups:
            yield CopiesLimit(groups, highs, slots_of)

    def _options(self, requirement: Requirement, counted: Sequence[int]) -> Iterator[Limit]:
        if all(
            self._are_settled(option.when)
            and option.references <= self._settled.references
            and (option.max is None or self._is_known(option.max))
            for option in requirement.options
        ):
            has = self._contents.has
            options = [
                option
                for option in requirement.options
                if has(option.references) and self._meets(option.when)
            ]
            tests = [self._contents.found(option.over) if option.over else None for option in options]
            options_of = {
                slot: [
                    number
                    for number, is_found in enumerate(tests)
                    if is_found is None or is_found[id(self._slots.card(slot))]
                ]
                for slot in counted
            }
            yield OptionsLimit(options_of, [self._places(requirement, option) for option in options])

    def _places(self, requirement: Requirement, option: Option) -> int | None:
        limited = requirement._replace(limits=Limits(Bounds(max=option.max)), options=())
        _, highest = bounds_for(limited, self._contents, self._players)
        return None if highest is None else max(0, int(highest))


def _own_number(card: Card, name: str) -> float | None:
    """The limit that a card has of its own."""
    return float(read_number(card, name)) if read_values(card, name) else None


def _read_cards(
    counted: Mapping[int, Card], _count: Count, low: float | None, high: float | None
) -> Iterator[Limit]:
    yield SumLimit(dict.fromkeys(counted, 1), low, high)


def _read_sum(
    counted: Mapping[int, Card], count: Count, low: float | None, high: float | None
) -> Iterator[Limit]:
    weights = {slot: sum(read_number(card, name) for name in count.reads) for slot, card in counted.items()}
    if not count.arguments.get("once") and min(weights.values(), default=0) >= 0:
        yield SumLimit({slot: weight for slot, weight in weights.items() if weight}, low, high)


def _read_distinct(
    counted: Mapping[int, Card], _count: Count, low: float | None, high: float | None
) -> Iterator[Limit]:
    yield GroupsLimit({slot: frozenset({card.id}) for slot, card in counted.items()}, 1, low, high)


def _read_groups(
    counted: Mapping[int, Card], count: Count, low: float | None, high: float | None
) -> Iterator[Limit]:
    values = {slot: frozenset(read_values(card, count.reads[0])) for slot, card in counted.items()}
    each = count.arguments.get("each", 1)
    yield GroupsLimit({slot: those for slot, those in values.items() if those}, each, low, high)


def _read_highest(
    counted: Mapping[int, Card], count: Count, low: float | None, high: float | None
) -> Iterator[Limit]:
    if high is not None and high >= 0:
        yield SumLimit(_where(counted, count.reads[0], lambda number: number > high), None, 0)
    if low is not None and low > 0:
        yield SumLimit(_where(counted, count.reads[0], lambda number: number >= low), 1, None)


def _read_lowest(
    counted: Mapping[int, Card], count: Count, low: float | None, _high: float | None
) -> Iterator[Limit]:
    if low is not None:
        yield SumLimit(_where(counted, count.reads[0], lambda number: number < low), None, 0)


def _where(counted: Mapping[int, Card], name: str, test: Callable[[float], bool]) -> dict[int, int]:
    """The slots of the cards whose number in a field is as wanted, each copy one."""
    return {
        slot: 1
        for slot, card in counted.items()
        if read_values(card, name) and test(plain(read_number(card, name)))
    }


_READERS: Mapping[str, Callable[[Mapping[int, Card], Count, float | None, float | None], Iterator[Limit]]] = {
    CARDS.id: _read_cards,
    SUM.id: _read_sum,
    DISTINCT.id: _read_distinct,
    GROUPS.id: _read_groups,
    HIGHEST.id: _read_highest,
    LOWEST.id: _read_lowest,
}
"""How the limits of each measure are read, if they are plain ones."""
