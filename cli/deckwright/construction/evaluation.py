"""The rule engine: which rules a deck violates, and by how much."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from functools import cached_property
from itertools import product
from math import ceil, floor
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.construction.options import unplaced_copies
from deckwright.model.card import card_of
from deckwright.model.measures import (
    CARDS,
    Measurement,
    Selection,
    exact_sum,
    plain,
    read_number,
    read_values,
    size,
)
from deckwright.model.query.matching import THIS, card_test, resolve
from deckwright.model.rule import CardTest, conditions_in, exact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from decimal import Decimal
    from fractions import Fraction

    from deckwright.model.card import Card, DeckEntry, Value
    from deckwright.model.measures import Contribution, Copies
    from deckwright.model.query.matching import Query
    from deckwright.model.rule import Bound, Count, Free, Option, Requirement, Rule, Term


# What rules look at: the cards of a game on a day, and those of a deck.


class CardPool:
    """The cards of a game as rules look at them on a day, and which of them each query finds.

    What was found out for one deck is kept for the next. The queries of `rules` are applied to each card once.
    """

    def __init__(self, cards: Mapping[str, Card], day: date = date.min, rules: Iterable[Rule] = ()) -> None:
        self._cards = cards
        self._day = day
        self.tests: dict[tuple[str, ...], set[CardTest]] = defaultdict(set)
        """The queries that rules apply in each combination of zones."""
        for requirement in (
            requirement
            for rule in rules
            for way in (conditions_in(rule.when), *rule.ways)
            for requirement in way
        ):
            count = requirement.counted
            if count.over and not (count.over.mentions or count.in_box):
                self.tests[count.zones].add(count.over)
        self._tests_of: dict[tuple[str, ...], _TestsOfCards] = {}
        self._variants: dict[DeckEntry, Card] = {}
        self._known: dict[int, Card] = {}
        self._found: dict[object, _TestResults] = {}
        self._numbers: dict[tuple[str, int], Decimal | int | None] = {}

    def card(self, entry: DeckEntry) -> Card:
        """The card of an entry, with the facts that the entry has of its own."""
        if entry.fields:
            key = entry._replace(copies=1, zone="", where=None)
            card = self._variants.get(key) or self._variants.setdefault(key, card_of(entry, self._cards))
        else:
            card = self._cards[entry.card]
        self._known[id(card)] = card
        return card

    @cached_property
    def box(self) -> Copies:
        """All cards of the game, with their copies in the box."""
        return [(card, card.copies) for card in self.look_up(self._cards)]

    def sort(self, cards: Copies, zones: tuple[str, ...]) -> Mapping[CardTest, Copies]:
        """Cards by the tests of these zones that find them. Most find few cards of a deck, so this is faster than each alone."""
        sorted_cards: dict[CardTest, list[tuple[Card, int]]] = {test: [] for test in self.tests[zones]}
        if zones not in self._tests_of:
            self._tests_of[zones] = _TestsOfCards([(test, self.finds(test, {})) for test in sorted_cards])
        tests_of = self._tests_of[zones]
        for pair in cards:
            for test in tests_of[id(pair[0])]:
                sorted_cards[test].append(pair)
        return sorted_cards

    def number(self, card: Card, field: str) -> Decimal | int | None:
        """The number of a card in a field; None if it has none."""
        key = field, id(card)
        if key not in self._numbers:
            self._numbers[key] = read_number(card, field) if read_values(card, field) else None
        return self._numbers[key]

    def look_up(self, names: Iterable[str]) -> list[Card]:
        """Cards by their ids, which a deck may not have."""
        cards = [self._cards[name] for name in names]
        self._known.update({id(card): card for card in cards})
        return cards

    def finds(self, test: CardTest, references: Mapping[str, Sequence[Card]]) -> Mapping[int, bool]:
        """Whether a query finds each card, by the identity of the card: an entry with facts of its own has a card beside that of its id."""
        key = (test, *((name, *map(id, references[name])) for name in test.mentions))
        is_found = self._found.get(key)
        if is_found is None:
            is_found = self._found[key] = _TestResults(
                resolve(test.query, references, self._day), self._known
            )
        return is_found


class _TestResults(dict[int, bool]):
    """Whether a query finds cards, by their identity; each card is looked at once."""

    def __init__(self, query: Query, cards: Mapping[int, Card]) -> None:
        super().__init__()
        self._test = card_test(query)
        self._cards = cards

    def __missing__(self, identity: int) -> bool:
        self[identity] = is_found = self._test(self._cards[identity])
        return is_found


class _TestsOfCards(dict[int, list[CardTest]]):
    """The tests that find each card, by the identity of the card."""

    def __init__(self, results: Sequence[tuple[CardTest, Mapping[int, bool]]]) -> None:
        super().__init__()
        self._results = results

    def __missing__(self, identity: int) -> list[CardTest]:
        self[identity] = tests = [test for test, is_found in self._results if is_found[identity]]
        return tests


class Contents:
    """The cards of a deck by zone, and those that have a name of their own."""

    def __init__(
        self,
        entries: Iterable[DeckEntry],
        pool: CardPool,
        references: Mapping[str, Requirement] | None = None,
    ) -> None:
        self.pool = pool
        self._entries = [(entry.zone, pool.card(entry), entry.copies) for entry in entries]
        self._joined: dict[tuple[str, ...], Copies] = {}
        self._sorted: dict[tuple[str, ...], Mapping[CardTest, Copies]] = {}
        self.references = {
            name: tuple(card for card, _ in self.counted(requirement.counted))
            for name, requirement in (references or {}).items()
        }

    def finds(self, test: CardTest, this: Card | None = None) -> Mapping[int, bool]:
        """Whether a query finds each card, by the identity of the card; `this` is the card that is counted."""
        if not test.mentions:
            return self.pool.finds(test, {})
        references: Mapping[str, tuple[Card, ...]] = self.references
        return self.pool.finds(test, {**references, THIS: (this,)} if this else references)

    def has(self, references: Iterable[str]) -> bool:
        """Whether the deck has a card for each of these references."""
        return all(self.references.get(name) for name in references)

    def counted(self, count: Count, this: Card | None = None) -> Copies:
        """The cards that a count looks at."""
        if count.in_box:
            is_found = self.finds(count.over, this) if count.over else None
            return [pair for pair in self.pool.box if is_found is None or is_found[id(pair[0])]]
        if count.over is None:
            return self.in_zones(count.zones)
        return self.matched(count.over, count.zones, this)

    def matched(self, test: CardTest, zones: tuple[str, ...], this: Card | None = None) -> Copies:
        """The cards of some zones that a query finds."""
        if test in self.pool.tests[zones]:
            if zones not in self._sorted:
                self._sorted[zones] = self.pool.sort(self.in_zones(zones), zones)
            return self._sorted[zones][test]
        is_found = self.finds(test, this)
        return [pair for pair in self.in_zones(zones) if is_found[id(pair[0])]]

    def companions_of(self, count: Count) -> Callable[[Card], Callable[[Card], bool]] | None:
        """For each card, the test of its companions; None if all cards can be companions."""
        test = count.of
        if test is None:
            return None

        def of(card: Card) -> Callable[[Card], bool]:
            is_found = self.finds(test, card)
            return lambda other: is_found[id(other)]

        return of

    def bound(self, count: Count) -> Count:
        """A count whose sum finds the cards of its parts as the reference cards and the day make it."""
        if not count.addends:
            return count
        finders = [self.finds(addend.over) if addend.over else None for addend in count.addends]

        def weight(card: Card) -> Decimal | int:
            total: Decimal | int = 0
            for addend, is_found in zip(count.addends, finders, strict=True):
                if is_found is None or is_found[id(card)]:
                    total += sum(read_number(card, field) for field in addend.fields)
            return total

        return count._replace(arguments={count.measure.id: weight})

    def in_zones(self, zones: tuple[str, ...]) -> Copies:
        """The cards of some zones together, or of all of them for ()."""
        joined = self._joined.get(zones)
        if joined is None:
            joined = self._joined[zones] = self._join(zones)
        return joined

    def _join(self, zones: tuple[str, ...]) -> Copies:
        copies: dict[int, tuple[Card, int]] = {}
        for zone, card, count in self._entries:
            if not zones or zone in zones:
                counted_before = copies.get(id(card))
                copies[id(card)] = (card, count + counted_before[1] if counted_before else count)
        return [*copies.values()]


# Violations of rules.


class Breach(NamedTuple):
    """A requirement that is not met: what was found in which cards, and the limit that it is beyond.

    `limit_of` are the cards that make the limit what it is. `change` is how much to add or remove where that is not simply the
    difference, because it changes the limit too. Where options do not allow some copies, these are counted, and the limit
    is 0; `unallowed` are those that no option allows, whatever else is in the deck. `values` are those of the fields for each of whose values the requirement is.
    """

    requirement: Requirement
    found: float
    cards: Copies
    limit: float
    limit_of: tuple[Card, ...] = ()
    change: int = 0
    values: tuple[Value, ...] = ()
    unallowed: Copies = ()

    @property
    def excess(self) -> float:
        """How many there are too many, exactly; below 0 if there are too few."""
        return plain(exact_sum((self.found, -self.limit)))

    def blaming_surplus(self) -> Breach:
        """The breach with the cards that are to blame for too much, if the measure can tell."""
        count = self.requirement.counted
        surplus = count.measure.surplus
        return self._replace(cards=surplus(self.cards, count.arguments, self.limit)) if surplus else self

    @property
    def contributions(self) -> list[Contribution]:
        """What each card adds to what was found."""
        count = self.requirement.counted
        measure = CARDS if self.requirement.options else count.measure
        return measure.contributions(self.cards, count.arguments)


class Violation(NamedTuple):
    """A violated rule: what one way to follow it lacks, the nearest if there are several."""

    rule: Rule
    breaches: tuple[Breach, ...]

    @property
    def first(self) -> Breach:
        """The first breach, which is the only one if there is one way to follow the rule."""
        return self.breaches[0]

    @property
    def found(self) -> float:
        """What was found."""
        return self.first.found

    @property
    def limit(self) -> float:
        """The bound that it is beyond."""
        return self.first.limit

    @property
    def excess(self) -> float:
        """How many there are too many, exactly; below 0 if there are too few."""
        return self.first.excess

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that add something to what was found."""
        added = (contribution.card for breach in self.breaches for contribution in breach.contributions)
        return tuple({card.id: card for card in added}.values())


def find_violations(rules: Iterable[Rule], contents: Contents, players: int | None) -> list[Violation]:
    """Find every violation of some rules, in their order."""
    judge = _Judge(contents, players)
    applied = [rule for rule in rules if judge.applies(rule)]
    replacing: dict[str, list[Rule]] = defaultdict(list)
    for rule in applied:
        for name in rule.replaces:
            replacing[name].append(rule)
    return [violation for rule in applied for violation in judge.violations(rule, replacing.get(rule.id, ()))]


class _Judge:
    """Holds one deck against rules."""

    def __init__(self, contents: Contents, players: int | None) -> None:
        self._contents = contents
        self._players = players

    def applies(self, rule: Rule) -> bool:
        """Whether the deck has every reference card that a rule mentions, and meets its conditions."""
        if not (rule.references or rule.when):
            return True
        return self._contents.has(rule.references) and self._hold(rule.when)

    def _hold(self, conditions: tuple[Requirement, ...], this: Card | None = None) -> bool:
        return not conditions or all(self._holds(condition, this) for condition in conditions)

    def _holds(self, condition: Requirement, this: Card | None) -> bool:
        if condition.any:
            return any(self._hold(conditions, this) for conditions in condition.any)
        return not self._breaches(condition, (), this)

    def violations(self, rule: Rule, replacing: Sequence[Rule]) -> Iterator[Violation]:
        """Find the violations of a rule among the cards that no rule replacing it looks at."""
        if any(other.over is None for other in replacing):
            return
        replaced = [self._contents.finds(other.over) for other in replacing if other.over]
        ways = []
        for way in rule.ways:
            breaches = [breach for requirement in way for breach in self._breaches(requirement, replaced)]
            if not breaches:
                return
            ways.append(breaches)
        if len(ways) == 1 and len(rule.ways[0]) == 1:
            yield from (Violation(rule, (breach,)) for breach in ways[0])
        elif ways:
            yield Violation(rule, tuple(min(ways, key=lambda way: sum(abs(breach.excess) for breach in way))))

    def _breaches(
        self, requirement: Requirement, replaced: Sequence[Mapping[int, bool]], this: Card | None = None
    ) -> Sequence[Breach]:
        """What a deck lacks or has too much of, without the cards that are counted by other rules."""
        count = self._contents.bound(requirement.counted)
        if count.addends:
            requirement = requirement._replace(counted=count)
        matched = self._contents.counted(count, this)
        for is_found in replaced:
            matched = [pair for pair in matched if not is_found[id(pair[0])]]
        free = [allowance for allowance in count.free if self._contents.has(allowance.references)]
        for allowance in free:
            if allowance.cards is None:
                matched = _without(matched, self._free_copies(matched, allowance))
        of_cards = [allowance for allowance in free if allowance.cards is not None]
        if not count.measure.per_card:
            for allowance in of_cards:
                matched = self._without_most(matched, allowance, count)
        if requirement.options:
            return self._unplaced(requirement, matched)
        if not count.per:
            breaches = [*self._beyond(requirement, self._measured(count, matched), this)]
            return self._excused(breaches, of_cards) if count.measure.per_card else breaches
        return [
            breach._replace(values=values)
            for values, cards in _by_values(matched, count.per).items()
            for breach in self._beyond(requirement, self._measured(count, cards), this)
        ]

    def _free_copies(self, cards: Copies, allowance: Free) -> Copies:
        """The copies of cards that are free, as far as they could all be: the first ones of each card."""
        used: dict[str, int] = defaultdict(int)
        free = []
        for card, copies in cards:
            is_meant = allowance.over is None or self._contents.finds(allowance.over, card)[id(card)]
            if is_meant and self._hold(allowance.when, card):
                number = copies if allowance.copies is None else min(copies, allowance.copies - used[card.id])
                used[card.id] += number
                free.append((card, number))
        return free

    def _without_most(self, matched: Copies, allowance: Free, count: Count) -> Copies:
        """The copies that are left when those are free of so many cards that add most."""
        free: dict[str, list[tuple[Card, int]]] = defaultdict(list)
        for card, copies in self._free_copies(matched, allowance):
            free[card.id].append((card, copies))

        def amount(cards: Copies) -> float:
            return self._measured(count, cards)[0].found

        chosen = sorted((cards for cards in free.values() if amount(cards) > 0), key=amount, reverse=True)
        return _without(matched, [pair for cards in chosen[: allowance.cards] for pair in cards])

    def _excused(self, breaches: Sequence[Breach], of_cards: Sequence[Free]) -> Sequence[Breach]:
        """The breaches that are left when so many cards may exceed their limit, those that this helps most."""
        for allowance in of_cards:
            helped = {}
            for number, breach in enumerate(breaches):
                excess, free = breach.excess, size(self._free_copies(breach.cards, allowance))
                free = free if allowance.copies is None else min(free, allowance.copies)
                if excess > 0 and free:
                    helped[number] = min(excess, free), excess <= free
            chosen = sorted(helped, key=lambda number: helped[number], reverse=True)[: allowance.cards]
            less = {number: helped[number][0] for number in chosen}
            breaches = [
                breach._replace(found=breach.found - less.get(number, 0))
                for number, breach in enumerate(breaches)
                if less.get(number) != breach.excess
            ]
        return breaches

    def _measured(self, count: Count, matched: Copies) -> list[Measurement]:
        measure = count.measure
        if not measure.rule_keys:
            return measure.measure(Selection(matched, (), count.arguments))
        matched_cards = {id(card) for card, _ in matched}
        return measure.measure(
            Selection(
                matched,
                self._contents.in_zones(count.of_zones),
                count.arguments,
                self._contents.companions_of(count),
                count.same,
                lambda: [
                    [pair for pair in self._contents.in_zones((zone,)) if id(pair[0]) in matched_cards]
                    for zone in count.zones
                ],
            )
        )

    def _unplaced(self, requirement: Requirement, matched: Copies) -> Sequence[Breach]:
        """Find the copies that no option allows, or whose options have no places left."""
        has = self._contents.has
        options = [
            option for option in requirement.options if has(option.references) and self._hold(option.when)
        ]
        allowed = [self._contents.finds(option.over) if option.over else None for option in options]
        options_of = [
            [number for number, is_found in enumerate(allowed) if is_found is None or is_found[id(card)]]
            for card, _ in matched
        ]
        places = [self._places(option, requirement.counted) for option in options]
        unplaced = unplaced_copies([copies for _, copies in matched], options_of, places)
        cards = [(card, copies) for (card, _), copies in zip(matched, unplaced, strict=True) if copies]
        unallowed = [
            pair
            for pair, numbers in zip(matched, options_of, strict=True)
            if all(places[number] == 0 for number in numbers)
        ]
        return [Breach(requirement, size(cards), cards, 0, unallowed=unallowed)] if cards else []

    def _places(self, option: Option, count: Count) -> int | None:
        limit = self._limit(option.max, 1, Side(min, floor, count))(())
        return None if limit is None else max(0, int(limit))

    # Bounds.

    def bounds(self, requirement: Requirement) -> tuple[float | None, float | None]:
        """The least and the most that is allowed, where that does not depend on the cards that are counted."""
        count = requirement.counted
        (low, high), times = requirement.limits.for_deck(
            self._players, lambda: size(self._contents.in_zones(count.zones))
        )
        least = self._limit(low, times, Side(max, ceil, count))(())
        return least, self._limit(high, times, Side(min, floor, count))(())

    def _beyond(
        self, requirement: Requirement, measurements: Iterable[Measurement], this: Card | None
    ) -> Iterator[Breach]:
        count, limits = requirement.counted, requirement.limits
        (low, high), times = limits.for_deck(
            self._players, lambda: size(self._contents.in_zones(count.zones))
        )
        if not isinstance(low, str | tuple) and not isinstance(high, str | tuple):
            yield from _beyond_numbers(
                requirement, measurements, (low and low * times, high and high * times)
            )
            return
        least_for = self._limit(low, times, Side(max, ceil, count))
        most_for = self._limit(high, times, Side(min, floor, count))
        for value, cards in measurements:
            counted = [(this, 1)] if this else cards
            least, most = least_for(counted), most_for(counted)
            if least is not None and value < least:
                yield Breach(
                    requirement, value, cards, least, self._reasons(low), self._change(low, count, value, 1)
                )
            if most is not None and value > most:
                breach = Breach(
                    requirement, value, cards, most, self._reasons(high), self._change(high, count, value, -1)
                )
                yield breach.blaming_surplus()

    def _reasons(self, bound: Bound) -> tuple[Card, ...]:
        """The cards that make a bound what it is: reference cards that it reads, those that it counts or has conditions for."""
        terms = [term for term in bound if not reads_this(term)] if isinstance(bound, tuple) else []
        reasons = [card for term in terms if self._hold(term.when) for card in self._cards_of(term)]
        return tuple({card.id: card for card in reasons}.values())

    def _cards_of(self, term: Term) -> Iterator[Card]:
        if term.field:
            yield from self._contents.references[term.of]
        counts = [condition.counted for condition in conditions_in(term.when) if self._holds(condition, None)]
        counts += [term.counted] if term.counted else []
        for count in map(self._contents.bound, counts):
            cards = self._contents.counted(count)
            added = [
                contribution.card for contribution in count.measure.contributions(cards, count.arguments)
            ]
            if count.over or len(added) < len(cards):  # to name all cards of the deck explains nothing
                yield from added
        for part in (*term.min, *term.max):
            yield from self._cards_of(part)

    def _change(self, bound: Bound, count: Count, value: float, step: int) -> int:
        """How many cards to add (`step` 1) or remove (-1) for a share of the deck, which changes its size; 0 otherwise."""
        if not isinstance(bound, tuple) or not count.measure.counts_copies:
            return 0
        share = sum((term.share or 0) * term.times for term in bound)
        if not 0 < share < 1 or len(bound) > 1:
            return 0
        wanted_size = size(self._contents.in_zones(count.zones)) * share
        missing: Fraction = (wanted_size - exact(value)) * step / (1 - share)
        return ceil(missing)

    def _limit(self, bound: Bound, times: int, side: Side) -> Callable[[Copies], float | None]:
        """A bound as a number, for the cards that are counted."""
        if isinstance(bound, str):
            pool = self._contents.pool
            return lambda cards: _strictest_of([pool.number(card, bound) for card, _ in cards], side)
        if not isinstance(bound, tuple):
            fixed = bound if bound is None else bound * times
            return lambda _: fixed

        def limit(cards: Copies) -> float | None:
            value = self._value(bound, cards, side)
            if value is None:
                return None
            value *= times
            return side.rounded(value) if side.counted.measure.is_whole else plain(float(value))

        return limit

    def _value(self, terms: tuple[Term, ...], cards: Copies, side: Side) -> int | Fraction | None:
        """Terms added up, the strictest for any of the cards; None where the card that they read has no number."""
        if not any(reads_this(term) for term in terms):
            return self._total(terms, None, side)
        totals = [self._total(terms, card, side) for card, _ in cards]
        known_totals = [total for total in totals if total is not None]
        return side.strictest(known_totals) if known_totals else None

    def _total(self, terms: tuple[Term, ...], this: Card | None, side: Side) -> int | Fraction | None:
        values = [self._term(term, this, side) for term in terms]
        known_values = [value for value in values if value is not None]
        return sum(known_values) if len(known_values) == len(values) else None

    def _term(self, term: Term, this: Card | None, side: Side) -> int | Fraction | None:
        if not self._hold(term.when, this):
            return 0
        values = self._sources(term, this, side)
        least = self._total(term.min, this, side._replace(strictest=max)) if term.min else None
        most = self._total(term.max, this, side._replace(strictest=min)) if term.max else None
        final = [term.stepped(value) for value in values]
        final = [value if most is None else min(value, most) for value in final]
        final = [value if least is None else max(value, least) for value in final]
        return side.strictest(final) if final else None

    def _sources(self, term: Term, this: Card | None, side: Side) -> list[int | Fraction]:
        """What a term reads, before it is divided and multiplied: one value, or one for each card that has the field."""
        if term.field:
            owners = (this,) if term.of == THIS else self._contents.references[term.of]
            return [
                exact(plain(read_number(card, term.field)))
                for card in owners
                if card and read_values(card, term.field)
            ]
        if term.counted:
            count = self._contents.bound(term.counted)
            cards = self._contents.counted(count, this)
            return [exact(measurement.found) for measurement in self._measured(count, cards)]
        if term.share is not None:
            return [size(self._contents.in_zones(side.counted.zones)) * term.share]
        return [term.number]


def _beyond_numbers(
    requirement: Requirement, measurements: Iterable[Measurement], limits: tuple[float | None, float | None]
) -> Iterator[Breach]:
    """Find the measurements that are below the least or above the most, which is the same for all cards."""
    least, most = limits
    for value, cards in measurements:
        if least is not None and value < least:
            yield Breach(requirement, value, cards, least)
        if most is not None and value > most:
            yield Breach(requirement, value, cards, most).blaming_surplus()


def _without(cards: Copies, removed: Copies) -> Copies:
    """The copies that are left of some cards when others of them are removed."""
    copies_of = {id(card): copies for card, copies in removed}
    left = [(card, copies - copies_of.get(id(card), 0)) for card, copies in cards]
    return [pair for pair in left if pair[1]]


def _by_values(cards: Copies, fields: Sequence[str]) -> Mapping[tuple[Value, ...], Copies]:
    """Cards by each combination of their values of some fields, in the order in which the deck has them."""
    by_values: dict[tuple[Value, ...], list[tuple[Card, int]]] = defaultdict(list)
    for pair in cards:
        for values in product(*(dict.fromkeys(read_values(pair[0], field)) for field in fields)):
            by_values[values].append(pair)
    return by_values


class Side(NamedTuple):
    """Whether a bound is the least or the most that a count may be: how values are compared and rounded."""

    strictest: Callable[[list[Any]], Any]
    rounded: Callable[[Any], int]
    counted: Count


def _strictest_of(numbers_of_cards: Iterable[Decimal | int | None], side: Side) -> float | None:
    """The strictest of the numbers that cards which count as one have in a field; None if none has it."""
    numbers = [number for number in numbers_of_cards if number is not None]
    if not numbers:
        return None
    return (
        side.rounded(side.strictest(numbers))
        if side.counted.measure.is_whole
        else plain(side.strictest(numbers))
    )


def reads_this(term: Term) -> bool:
    """Whether a term depends on the card that is counted."""
    tests = [condition.counted.over for condition in conditions_in(term.when)]
    tests += [term.counted.over] if term.counted else []
    return (
        (bool(term.field) and term.of == THIS)
        or any(test and THIS in test.mentions for test in tests)
        or any(map(reads_this, (*term.min, *term.max)))
    )
