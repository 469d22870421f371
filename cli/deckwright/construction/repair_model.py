"""The decks near a deck as a mixed-integer program: variables are copies of cards, and rules are conditions on their sums.

Every legal deck meets the conditions. Where a rule cannot be said in them, it is left out, so that a check must follow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from copy import copy
from fractions import Fraction
from itertools import chain, product
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeVar

from deckwright.construction.evaluation import reads_this
from deckwright.construction.linear import (
    ALWAYS,
    Condition,
    Linear,
    Model,
    Number,
    at_most,
    every,
    fixed,
    negated,
    some,
    total,
)
from deckwright.construction.repair_steps import Slot
from deckwright.model.measures import (
    CARDS,
    COMPANIONS,
    COPIES,
    COVER,
    DISTINCT,
    GROUPS,
    HIGHEST,
    LOWEST,
    SPAN,
    SUM,
    ZONES,
    Selection,
    read_number,
    read_values,
    sameness,
)
from deckwright.model.query.matching import THIS, terms_of
from deckwright.model.rule import CardTest, exact

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
    from decimal import Decimal

    from deckwright.construction.repair_steps import Edits, NearbyDecks
    from deckwright.model.card import Card
    from deckwright.model.rule import Bound, Bounds, Count, Free, Option, Requirement, Rule, Term


Key = TypeVar("Key")


class Unsayable(Exception):  # noqa: N818 - not an error: the checker looks at such rules
    """A rule that cannot be said as conditions on sums."""


class Item(NamedTuple):
    """A card that is counted, and how many copies of it."""

    card: Card
    copies: Linear


class Measured(NamedTuple):
    """What a count finds in some cards: a sum, and when there is anything that the rule is about."""

    value: Linear
    items: Sequence[Item]
    exists: Condition = ALWAYS


class Case(NamedTuple):
    """What applies under a condition: a bound as a sum, or none."""

    when: Condition
    limit: Linear | None


class DeckModel:
    """Decks near a deck, with at most `room` copies added to each slot. `contents` has the reference cards that they have."""

    def __init__(self, decks: NearbyDecks, room: int) -> None:
        self.model = Model()
        self.contents = decks.rules_on_day.contents(())
        self._rules = decks.rules_on_day.rules
        self._players = decks.players
        self.clear()
        self._copies: dict[Slot, Linear] = {}
        deck_format = decks.rules_on_day.format
        self._cards = decks.cards
        for zone in deck_format.zones:
            for index in range(len(decks.cards)):
                slot = Slot(zone, index)
                start = decks.start.get(slot, 0)
                self._copies[slot] = fixed(start)
                if start and zone not in deck_format.beside:
                    self._copies[slot] -= self.model.variable(start, 1)
                if room and index < decks.addable and zone not in deck_format.beside:
                    self._copies[slot] += self.model.variable(room, 1)

    def of_references(self, references: Mapping[str, tuple[Card, ...]]) -> DeckModel:
        """The same decks, as far as they have these reference cards."""
        other = copy(self)
        other.clear()
        other.model = self.model.copy()
        other.contents = copy(self.contents)
        other.contents.references = {**references}
        return other

    def clear(self) -> None:
        """Forget which cards can be in some zones."""
        self._items: dict[tuple[str, ...], list[Item]] = {}

    def edits(self, values: Sequence[int]) -> Edits:
        """The changes of the deck that has these values."""
        changes = {slot: copies.value(values) - copies.constant for slot, copies in self._copies.items()}
        return {slot: int(change) for slot, change in changes.items() if change}

    def exclude(self, values: Sequence[int]) -> None:
        """Require a deck that is not the one that has these values."""
        different = []
        for copies in self._copies.values():
            value = int(copies.value(values))
            more = self.model.reaches(copies, value + 1) if value else copies
            different += [more, 1 - self.model.reaches(copies, value)]
        self.model.require(at_most(1, total(different)))

    # Cards and copies.

    def size(self, slots: Iterable[Slot]) -> Linear:
        """How many copies a deck has in some slots."""
        return total(self._copies[slot] for slot in slots)

    def _in_zones(self, zones: tuple[str, ...]) -> list[Item]:
        """The cards that can be in some zones, or in any for ()."""
        if zones not in self._items:
            by_card: dict[int, list[Linear]] = defaultdict(list)
            for slot, copies in self._copies.items():
                if (not zones or slot.zone in zones) and self.model.greatest(copies):
                    by_card[slot.card].append(copies)
            self._items[zones] = [Item(self._cards[index], total(parts)) for index, parts in by_card.items()]
        return self._items[zones]

    def _counted(self, count: Count, without: Sequence[CardTest], this: Card | None) -> list[Item]:
        if count.in_box:
            items = [Item(card, fixed(copies)) for card, copies in self.contents.pool.box]
        else:
            items = self._in_zones(count.zones)
        if count.over:
            is_found = self.contents.finds(count.over, this)
            items = [item for item in items if is_found[id(item.card)]]
        for test in without:
            is_found = self.contents.finds(test)
            items = [item for item in items if not is_found[id(item.card)]]
        for free in count.free:
            items = self._without_free(items, free, count)
        return items

    def _without_free(self, items: Sequence[Item], free: Free, count: Count) -> list[Item]:
        if not self.contents.has(free.references):
            return [*items]
        if free.cards is not None:
            return self._without_some(items, free, count)

        def is_meant(card: Card) -> bool:
            return free.over is None or self.contents.finds(free.over, card)[id(card)]

        counted = [item for item in items if not is_meant(item.card)]
        if free.copies is None:
            return counted
        for same in _by(lambda item: item.card.id, (item for item in items if is_meant(item.card))).values():
            if len(same) > 1 and (count.measure not in (CARDS, DISTINCT) or len(count.free) > 1):
                raise Unsayable
            together = total(item.copies for item in same)
            counted.append(Item(same[0].card, self.model.not_below_zero(together - free.copies)))
        return counted

    def _without_some(self, items: Sequence[Item], free: Free, count: Count) -> list[Item]:
        """The copies that are counted where the solver chooses the cards that have free ones."""
        of_all = self._by_sameness(items, count)
        chosen, counted = [], []
        for group in of_all.values():
            is_chosen = self.model.variable(1)
            freed = []
            for item in group:
                is_meant = free.over is None or self.contents.finds(free.over, item.card)[id(item.card)]
                free_copies = self.model.variable(self.model.greatest(item.copies) if is_meant else 0)
                self.model.require(at_most(free_copies, item.copies))
                freed.append(free_copies)
                counted.append(Item(item.card, item.copies - free_copies))
            most = self.model.greatest(total(freed)) if free.copies is None else free.copies
            self.model.require(at_most(total(freed), is_chosen * most))
            chosen.append(is_chosen)
        self.model.require(at_most(total(chosen), free.cards or 0))
        return counted

    def _by_sameness(self, items: Iterable[Item], count: Count) -> dict[Hashable, list[Item]]:
        """Items by what counts as one card."""
        return _by(lambda item: sameness(item.card, count.same), items)

    def _size(self, zones: tuple[str, ...]) -> Linear:
        return total(item.copies for item in self._in_zones(zones))

    def _present(self, items: Iterable[Item], least: int = 1) -> Linear:
        return self.model.reaches(total(item.copies for item in items), least)

    # Rules.

    def require(self, rules: Iterable[Rule], only: frozenset[str]) -> None:
        """Require that decks follow some rules, as far as these can be said; those that forbid cards go first.

        What a rule says of companions and zones is required of `only` these cards.
        """
        for rule in sorted(rules, key=lambda rule: not _forbids(rule)):
            with suppress(Unsayable):
                self.model.require(self.rule(rule, only))
            if _forbids(rule):
                self.clear()

    def rule(self, rule: Rule, only: frozenset[str] | None = None) -> Condition:
        """The condition that a deck follows a rule; with `only`, as far as it is about these cards.

        Raises:
            Unsayable: the rule cannot be said so.
        """
        has = self.contents.has
        if not has(rule.references):
            return ALWAYS
        replacing = [other for other in self._rules if rule.id in other.replaces and has(other.references)]
        return some([negated(self._all_met(rule.when)), self._unless_replaced(rule, replacing, (), only)])

    def _unless_replaced(
        self, rule: Rule, others: Sequence[Rule], without: tuple[CardTest, ...], only: frozenset[str] | None
    ) -> Condition:
        if not others:
            ways = (
                every(self._met(requirement, without, only=only) for requirement in way) for way in rule.ways
            )
            return some(ways) if rule.ways else ALWAYS
        other, *rest = others
        applies = self._all_met(other.when)
        replaced = self._unless_replaced(rule, rest, (*without, other.over), only) if other.over else ALWAYS
        if applies == ALWAYS:
            return replaced
        kept = self._unless_replaced(rule, rest, without, only)
        return every([some([negated(applies), replaced]), some([applies, kept])])

    def _all_met(self, conditions: Iterable[Requirement], this: Card | None = None) -> Condition:
        return every(
            some(self._all_met(way, this) for way in condition.any)
            if condition.any
            else self._met(condition, (), this)
            for condition in conditions
        )

    def _met(
        self,
        requirement: Requirement,
        without: Sequence[CardTest],
        this: Card | None = None,
        only: frozenset[str] | None = None,
    ) -> Condition:
        count = requirement.counted
        for number, free in enumerate(count.free):
            if free.when:
                return self._met_with_free(requirement, number, without, this, only)
        items = self._counted(count, without, this)
        if requirement.options:
            return self._placed(requirement, items)
        groups: list[tuple[Condition, Sequence[Item]]] = [(ALWAYS, items)]
        if count.per:
            by_values: dict[Hashable, list[Item]] = defaultdict(list)
            for item in items:
                for values in product(*({*read_values(item.card, field)} for field in count.per)):
                    by_values[values].append(item)
            groups = [(at_most(1, self._present(group)), group) for group in by_values.values()]
        return every(
            some([negated(exists), self._within(requirement, measured, this)])
            for exists, group in groups
            for measured in self._measured(count, group, only)
        )

    def _met_with_free(
        self,
        requirement: Requirement,
        number: int,
        without: Sequence[CardTest],
        this: Card | None,
        only: frozenset[str] | None,
    ) -> Condition:
        """Copies are free under a condition: it is met and they are, or it is not and they are not."""
        count = requirement.counted
        free = count.free[number]
        if any(THIS in part.mentions for part in parts_of(free.when) if isinstance(part, CardTest)):
            raise Unsayable
        condition = self._all_met(free.when)
        before, after = count.free[:number], count.free[number + 1 :]
        cases = [
            self._met(
                requirement._replace(counted=count._replace(free=(*before, *frees, *after))),
                without,
                this,
                only,
            )
            for frees in ((free._replace(when=()),), ())
        ]
        return every([some([negated(condition), cases[0]]), some([condition, cases[1]])])

    # Measures.

    def _measured(
        self, count: Count, items: Sequence[Item], only: frozenset[str] | None = None
    ) -> list[Measured]:
        read = self.sayable.get(count.measure.id)
        if read is None:
            raise Unsayable
        if count.measure in (COMPANIONS, ZONES) and only is not None:
            names = count.same
            keys = {sameness(item.card, names) for item in items if item.card.id in only}
            items = [item for item in items if sameness(item.card, names) in keys]
        return read(self, count, items)

    def _measure_distinct(self, _count: Count, items: Sequence[Item]) -> list[Measured]:
        return [Measured(total(map(self._present, _by(lambda item: item.card.id, items).values())), items)]

    def _measure_sum(self, count: Count, items: Sequence[Item]) -> list[Measured]:
        weigh = self.contents.bound(count).arguments[SUM.id]

        def weight(card: Card) -> Number:
            if count.addends:
                return _exact(weigh(card))
            return sum((_exact(read_number(card, name)) for name in count.reads), start=0)

        if not count.arguments.get("once"):
            return [Measured(total(item.copies * weight(item.card) for item in items), items)]
        parts = []
        for same in _by(lambda item: item.card.id, items).values():
            if len({weight(item.card) for item in same}) > 1:
                raise Unsayable
            parts.append(self._present(same) * weight(same[0].card))
        return [Measured(total(parts), items)]

    def _measure_groups(self, count: Count, items: Sequence[Item]) -> list[Measured]:
        by_value: dict[Hashable, list[Item]] = defaultdict(list)
        for item in items:
            for value in dict.fromkeys(read_values(item.card, count.reads[0])):
                by_value[value].append(item)
        least = count.arguments.get("each", 1)
        return [Measured(total(self._present(group, least) for group in by_value.values()), items)]

    def _measure_cover(self, count: Count, items: Sequence[Item]) -> list[Measured]:
        """As many values as the solver chooses, of which each card has one."""
        by_values = _by(lambda item: frozenset(read_values(item.card, count.reads[0])), items)
        chosen = {value: self.model.variable(1) for value in dict.fromkeys(chain.from_iterable(by_values))}
        for values, group in by_values.items():
            if values:
                self.model.require(at_most(self._present(group), total(chosen[value] for value in values)))
        return [Measured(total(chosen.values()), items)]

    def _measure_copies(self, count: Count, items: Sequence[Item]) -> list[Measured]:
        groups = self._by_sameness(items, count)
        values = ((total(item.copies for item in group), group) for group in groups.values())
        return [Measured(value, group, at_most(1, value)) for value, group in values]

    def _measure_zones(self, count: Count, items: Sequence[Item]) -> list[Measured]:
        counted = {id(item.card) for item in items}
        by_zone = [
            self._measure_copies(
                count, [item for item in self._in_zones((zone,)) if id(item.card) in counted]
            )
            for zone in count.zones
        ]
        present: dict[Hashable, list[Linear]] = defaultdict(list)
        names = count.same
        for measured in by_zone:
            for value, group, _ in measured:
                key = sameness(group[0].card, names)
                present[key].append(self.model.reaches(value, 1))
        groups = self._by_sameness(items, count)
        return [
            Measured(total(present[key]), group, at_most(1, self._present(group)))
            for key, group in groups.items()
        ]

    def _measure_companions(self, count: Count, items: Sequence[Item]) -> list[Measured]:
        beside = self._in_zones(count.of_zones)
        selection = Selection((), of=self.contents.companions_of(count), same=count.same)
        measured = []
        for group in _by(lambda item: item.card.id, items).values():
            found, *others_found = (
                {id(card) for card in selection.companions(item.card, (item.card for item in beside))}
                for item in group
            )
            if any(companions != found for companions in others_found):
                raise Unsayable
            others = _by(lambda item: item.card.id, (item for item in beside if id(item.card) in found))
            measured.append(
                Measured(total(map(self._present, others.values())), group, at_most(1, self._present(group)))
            )
        return measured

    def _measure_extreme(self, count: Count, items: Sequence[Item]) -> list[Measured]:
        """The highest number, the lowest one, or how far these are apart."""
        by_number = _by(
            lambda item: _exact(read_number(item.card, count.reads[0])),
            (item for item in items if read_values(item.card, count.reads[0])),
        )
        present = {number: self._present(by_number[number]) for number in sorted(by_number)}
        is_any = self._present([item for group in by_number.values() for item in group])
        if count.measure is LOWEST:
            return [Measured(self._first(present), items, at_most(1, is_any))]
        highest = self._first(dict(reversed(present.items())))
        return [Measured(highest - self._first(present) if count.measure is SPAN else highest, items)]

    def _first(self, present: Mapping[Number, Linear]) -> Linear:
        """The first of some numbers that is there, or 0."""
        parts = []
        before = Linear()
        for number, is_there in present.items():
            after = self.model.reaches(before + is_there, 1)
            parts.append((after - before) * number)
            before = after
        return total(parts)

    sayable: ClassVar[Mapping[str, Callable[[DeckModel, Count, Sequence[Item]], list[Measured]]]] = {
        CARDS.id: lambda _self, _count, items: [Measured(total(item.copies for item in items), items)],
        DISTINCT.id: _measure_distinct,
        SUM.id: _measure_sum,
        GROUPS.id: _measure_groups,
        COVER.id: _measure_cover,
        COPIES.id: _measure_copies,
        ZONES.id: _measure_zones,
        COMPANIONS.id: _measure_companions,
        HIGHEST.id: _measure_extreme,
        LOWEST.id: _measure_extreme,
        SPAN.id: _measure_extreme,
    }
    """The measures that can be said as sums, by their names; rules with others are left to the check."""

    # Bounds.

    def _within(self, requirement: Requirement, measured: Measured, this: Card | None) -> Condition:
        """The condition that what was counted is within its bounds."""
        return every(
            some(
                [
                    negated(when),
                    every(
                        [
                            self._bounded(requirement, measured, (low, times, 1), this),
                            self._bounded(requirement, measured, (high, times, -1), this),
                        ]
                    ),
                ]
            )
            for when, (low, high), times in self._bounds(requirement)
        )

    def _bounds(self, requirement: Requirement) -> Iterator[tuple[Condition, Bounds, int]]:
        """Yield the bounds that apply, each with the condition for it and by how much to multiply them."""
        limits = requirement.limits
        if not limits.by_cards or self._players in limits.by_players:
            yield ALWAYS, *limits.for_deck(self._players, lambda: 0)
            return
        size = self._size(requirement.counted.zones)
        steps = sorted(limits.by_cards)
        yield at_most(size, steps[0] - 1), *limits.for_deck(self._players, lambda: steps[0] - 1)
        for step, following in zip(steps, [*steps[1:], None], strict=True):
            below = at_most(size, following - 1) if following is not None else ALWAYS
            yield every([at_most(step, size), below]), limits.by_cards[step], 1

    def _bounded(
        self, requirement: Requirement, measured: Measured, bound: tuple[Bound, int, int], this: Card | None
    ) -> Condition:
        """The condition that a measurement is within one bound: the least (`side` 1), or the most (-1)."""
        written, times, side = bound
        counted = [Item(this, fixed(1))] if this else measured.items
        conditions = []
        for when, limit in self._limits(written, times, side, counted, requirement.counted.zones):
            if limit is not None:
                within = at_most(limit, measured.value) if side > 0 else at_most(measured.value, limit)
                conditions.append(some([negated(when), negated(measured.exists), within]))
        return every(conditions)

    def _limits(
        self, bound: Bound, times: int, side: int, counted: Sequence[Item], zones: tuple[str, ...]
    ) -> Iterator[Case]:
        """Yield the limits that a bound sets, each with the condition for it; all of them apply together."""
        if bound is None:
            return
        if isinstance(bound, int | float):
            yield Case(ALWAYS, fixed(exact(bound) * times))
        elif isinstance(bound, str) or any(map(reads_this, bound)):
            for item in counted:
                when = ALWAYS if len(counted) == 1 else at_most(1, self._present([item]))
                if isinstance(bound, str):
                    number = self.contents.pool.number(item.card, bound)
                    yield Case(when, None if number is None else fixed(_exact(number)))
                else:
                    for case in self._totals(bound, item.card, side, zones):
                        yield Case(every([when, case.when]), case.limit and case.limit * times)
        else:
            for case in self._totals(bound, None, side, zones):
                yield Case(case.when, case.limit and case.limit * times)

    def _totals(
        self, terms: Sequence[Term], this: Card | None, side: int, zones: tuple[str, ...]
    ) -> list[Case]:
        """What terms add up to, for each combination of their conditions; None where one of them has no number."""
        cases = [Case(ALWAYS, Linear())]
        for term in terms:
            condition = self._all_met(term.when, this)
            value = self._term(term, this, side, zones)
            extended = []
            for when, limit in cases:
                added = limit + value if limit is not None and value is not None else None
                extended.append(Case(every([when, condition]), added))
                if condition != ALWAYS:
                    extended.append(Case(every([when, negated(condition)]), limit))
            cases = extended
        return cases

    def _term(self, term: Term, this: Card | None, side: int, zones: tuple[str, ...]) -> Linear | None:
        if term.field:
            owners = (this,) if term.of == THIS else self.contents.references[term.of]
            numbers = [
                _exact(read_number(card, term.field))
                for card in owners
                if card and read_values(card, term.field)
            ]
            if not numbers:
                return None
            value = fixed((max if side > 0 else min)(map(term.stepped, numbers)))
            return self._between(term, value, this, zones)
        if term.counted:
            if term.counted.measure.per_card or term.counted.measure is LOWEST or term.counted.per:
                raise Unsayable
            if any(free.when for free in term.counted.free):
                raise Unsayable
            [measured] = self._measured(term.counted, self._counted(term.counted, (), this))
            value = measured.value
        elif term.share is not None:
            value = self._size(zones) * term.share
        else:
            value = fixed(term.number)
        if term.every:
            if -self.model.greatest(value * -1) < 0:
                raise Unsayable
            value = self.model.whole_times(value, term.every, is_rounded_up=term.is_rounded_up)
        return self._between(term, value * term.times, this, zones)

    def _between(self, term: Term, value: Linear, this: Card | None, zones: tuple[str, ...]) -> Linear:
        """The value of a term, or its maximum or minimum where it is beyond these."""
        for terms, side in ((term.max, -1), (term.min, 1)):
            if terms:
                cases = self._totals(terms, this, side, zones)
                limit = cases[0].limit
                if len(cases) > 1 or cases[0].when != ALWAYS or limit is None:
                    raise Unsayable
                beyond = (limit - value) * side
                if beyond.divisor > 1:
                    raise Unsayable
                value += self.model.not_below_zero(beyond) * side
        return value

    # Options.

    def _placed(self, requirement: Requirement, items: Sequence[Item]) -> Condition:
        """The condition that each copy has a place in an option that allows it."""
        has, model = self.contents.has, self.model
        options = [option for option in requirement.options if has(option.references)]
        tests = [self.contents.finds(option.over) if option.over else None for option in options]
        by_options = _by(
            lambda item: tuple(
                number for number, is_found in enumerate(tests) if is_found is None or is_found[id(item.card)]
            ),
            items,
        )
        placed: dict[int, list[Linear]] = defaultdict(list)
        conditions = []
        for numbers, group in by_options.items():
            copies = total(item.copies for item in group)
            places = [model.variable(max(0, model.greatest(copies))) for _ in numbers]
            conditions.append(at_most(copies, total(places)))
            for number, place in zip(numbers, places, strict=True):
                placed[number].append(place)
        for number, option in enumerate(options):
            conditions += self._places(requirement, option, total(placed[number]))
        return every(conditions)

    def _places(self, requirement: Requirement, option: Option, placed: Linear) -> Iterator[Condition]:
        """Yield the conditions on how many copies are placed in an option."""
        empty = at_most(placed, 0)
        yield some([self._all_met(option.when), empty])
        if option.max is not None:
            zones = requirement.counted.zones
            for when, limit in self._limits(option.max, 1, -1, (), zones):
                if limit is not None:
                    yield some([negated(when), empty, at_most(placed, limit)])


def parts_of(whole: object) -> Iterator[object]:
    """Yield everything that a rule consists of, down to the terms of its queries."""
    yield whole
    match whole:
        case CardTest():
            yield from terms_of(whole.query)
        case tuple():
            for part in whole:
                yield from parts_of(part)
        case Mapping():
            yield from parts_of(tuple(whole.values()))


def _forbids(rule: Rule) -> bool:
    return any(requirement.limits.bounds.max == 0 for way in rule.ways for requirement in way)


def _by(key: Callable[[Item], Key], items: Iterable[Item]) -> dict[Key, list[Item]]:
    """Items by what they share."""
    by_key: dict[Key, list[Item]] = defaultdict(list)
    for item in items:
        by_key[key(item)].append(item)
    return by_key


def _exact(number: Decimal | int) -> Number:
    return int(number) if number == int(number) else Fraction(str(number))
