"""Cards that the rules of a format treat alike: swapping two of them in any deck changes no verdict."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

from deckwright.model.card import text_of, values_of
from deckwright.model.measures import COPIES, SUM, ZONES, read_number, read_values, sameness
from deckwright.model.query.matching import THIS, TODAY, And, Not, Or, Refers, matches, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from deckwright.construction.evaluation import CardPool
    from deckwright.model.card import Card
    from deckwright.model.query.matching import Query
    from deckwright.model.rule import Bound, CardTest, Count, Limits, Requirement, Rule


class Parts(NamedTuple):
    """Everything that rules read: counts of cards, tests of single cards, and fields of a card or of a reference."""

    counts: list[Count]
    tests: list[CardTest]
    fields: list[tuple[str, str]]
    conditions: list[Requirement]


def parts_of(rules: Iterable[Rule]) -> Parts:
    """Collect what rules read."""
    collector = _Collector()
    for rule in rules:
        collector.rule(rule)
    return collector.parts


class _Collector:
    """Goes through rules and collects what they read."""

    def __init__(self) -> None:
        self.parts = Parts([], [], [], [])

    def rule(self, rule: Rule) -> None:
        self._test(rule.over)
        self._conditions(rule.when)
        for way in rule.ways:
            for requirement in way:
                self._requirement(requirement)

    def _test(self, test: CardTest | None) -> None:
        if test:
            self.parts.tests.append(test)

    def _conditions(self, conditions: Iterable[Requirement]) -> None:
        for condition in conditions:
            self.parts.conditions.append(condition)
            self._requirement(condition)

    def _requirement(self, requirement: Requirement) -> None:
        self._count(requirement.counted)
        self._limits(requirement.limits)
        for option in requirement.options:
            self._test(option.over)
            self._bound(option.max)
            self._conditions(option.when)

    def _count(self, count: Count) -> None:
        self.parts.counts.append(count)
        self._test(count.over)
        self._test(count.of)
        for free in count.free:
            self._test(free.over)
            self._conditions(free.when)

    def _limits(self, limits: Limits) -> None:
        for bounds in limits.all:
            self._bound(bounds.min)
            self._bound(bounds.max)

    def _bound(self, bound: Bound) -> None:
        if isinstance(bound, str):
            self.parts.fields.append((THIS, bound))
        for term in bound if isinstance(bound, tuple) else ():
            if term.field:
                self.parts.fields.append((term.of, term.field))
            if term.counted:
                self._count(term.counted)
            self._conditions(term.when)


class Likeness:
    """What rules can tell apart in cards; `references` are the conditions that find each reference card.

    Cards are alike if every query that names no other card finds both or neither, and if they have the same values
    wherever rules read or compare values: of fields that are counted, that are bounds, or that are compared with
    those of other cards. A card that cannot be a reference need not have the values that only references are read for.
    """

    def __init__(
        self,
        rules: Sequence[Rule],
        references: Mapping[str, Requirement],
        pool: CardPool,
        cards: Sequence[Card],
    ) -> None:
        self._pool = pool
        self._cards = cards
        self._references = references
        self._parts = parts_of(rules)
        for reference in references.values():
            if reference.counted.over:
                self._parts.tests.append(reference.counted.over)
        self._known: dict[int, int] = {}
        self._numbers: dict[tuple[Hashable, ...], int] = {}

    def sort_of(self, card: Card) -> int:
        """A number that is the same for all cards that are alike."""
        sort = self._known.get(id(card))
        if sort is None:
            looks = tuple(read(card) for read in self._readers)
            sort = self._known[id(card)] = self._numbers.setdefault(looks, len(self._numbers))
        return sort

    @cached_property
    def _readers(self) -> list[Callable[[Card], Hashable]]:
        """Functions that each read something of a card that rules can tell apart."""
        readers: list[Callable[[Card], Hashable]] = []
        for test in dict.fromkeys(self._parts.tests):
            readers += self._readers_of(test)
        for of, name in dict.fromkeys(self._parts.fields):
            readers.append(_values(name) if of == THIS else self._for_candidates(of, _values(name)))
        for count in self._parts.counts:
            readers += self._measured(count)
        return readers

    def _readers_of(self, test: CardTest) -> Iterator[Callable[[Card], Hashable]]:
        if not test.mentions:
            is_found = self._pool.found(test, {})
            yield lambda card: is_found[id(card)]
            return
        for leaf in _leaves(test.query):
            if isinstance(leaf, Refers):
                yield from self._compared(leaf)
            else:
                yield partial(matches, leaf)

    def _compared(self, leaf: Refers) -> Iterator[Callable[[Card], Hashable]]:
        values_of_card = _compared_values(leaf, leaf.field)
        if leaf.reference in {THIS, TODAY}:
            if (leaf.field, leaf.other) != ("id", "id"):
                yield values_of_card
                yield _compared_values(leaf, leaf.other)
            return
        other = _compared_values(leaf, leaf.other)
        yield self._for_candidates(leaf.reference, other)
        if leaf.sign not in {"=", "!="}:
            yield values_of_card
            return
        values_of_candidates = frozenset(
            value for card in self._candidates(leaf.reference) for value in other(card)
        )
        yield lambda card: (
            values_of_candidates.intersection(values_of_card(card)),
            not values_of_candidates.issuperset(values_of_card(card)),
        )

    def _for_candidates(self, reference: str, read: Callable[[Card], Hashable]) -> Callable[[Card], Hashable]:
        candidates = {id(card) for card in self._candidates(reference)}
        return lambda card: read(card) if id(card) in candidates else None

    def _candidates(self, reference: str) -> list[Card]:
        """The cards that a deck could have as a reference."""
        over = self._references[reference].counted.over
        is_found = self._pool.found(over, {}) if over else None
        return [card for card in self._cards if is_found is None or is_found[id(card)]]

    def _measured(self, count: Count) -> Iterator[Callable[[Card], Hashable]]:
        """Functions that read what a measure reads, of the cards that it can count."""
        is_found = self._pool.found(count.over, {}) if count.over and not count.over.mentions else None
        counted = [card for card in self._cards if is_found is None or is_found[id(card)]]
        names = count.same
        if count.per:
            yield _among(is_found, _values(count.per))
        if count.in_box:
            yield _values("copies")
        if count.measure in (COPIES, ZONES) and names:
            shared: dict[Hashable, set[str]] = {}
            for card in counted:
                shared.setdefault(sameness(card, names), set()).add(card.id)
            several = {key for key, ids in shared.items() if len(ids) > 1}

            def group(card: Card) -> Hashable:
                key = sameness(card, names)
                return key if key in several else None

            yield _among(is_found, group)
        elif count.measure is SUM:
            yield _among(is_found, lambda card: tuple(read_number(card, name) for name in count.reads))
        elif count.reads:
            yield _among(is_found, lambda card: tuple(read_values(card, name) for name in count.reads))
        if count.measure not in (COPIES, ZONES) and names:
            yield lambda card: tuple(read_values(card, name) for name in names)


def _leaves(query: Query) -> Iterator[Query]:
    match query:
        case And(parts) | Or(parts):
            for part in parts:
                yield from _leaves(part)
        case Not(part):
            yield from _leaves(part)
        case _:
            yield query


def _values(name: str) -> Callable[[Card], Hashable]:
    return lambda card: read_values(card, name)


def _compared_values(leaf: Refers, name: str) -> Callable[[Card], tuple[Hashable, ...]]:
    """The function that reads the values of a field that queries compare."""
    if leaf.by == "words":
        return lambda card: tuple(words_of(card, name))
    if leaf.by == "number":
        return lambda card: tuple(values_of(card, name))
    return lambda card: tuple(map(text_of, values_of(card, name)))


def _among(
    is_found: Mapping[int, bool] | None, read: Callable[[Card], Hashable]
) -> Callable[[Card], Hashable]:
    return read if is_found is None else lambda card: read(card) if is_found[id(card)] else None
