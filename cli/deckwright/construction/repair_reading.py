"""Rules read as plain limits: those whose bounds and queries depend on no cards that can change."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from deckwright.construction.evaluation import bounds_for, find_violations
from deckwright.construction.repair_limits import CopiesLimit, GroupsLimit, OptionsLimit, SumLimit
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
from deckwright.model.query.tree import THIS
from deckwright.model.rule import NO_BOUNDS, Bounds, Limits, Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from deckwright.construction.evaluation import Contents
    from deckwright.construction.repair_limits import Limit, Slots
    from deckwright.model.card import Card
    from deckwright.model.rule import Bound, CardTest, Count, Option, Requirement


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
            replacing = [one for one in rules if rule.id in one.replaces]
            if (
                rule.severity == "error"
                and len(rule.ways) == 1
                and all(map(self._is_settled, (rule, *replacing)))
                and self._applies(rule)
            ):
                yield from self._of_rule(rule, [one.over for one in replacing if self._applies(one)])

    def _applies(self, rule: Rule) -> bool:
        return self._contents.has(rule.references) and self._meets(rule.when)

    def _meets(self, conditions: tuple[Requirement, ...]) -> bool:
        rule = Rule("", ways=(conditions,))
        return not (conditions and find_violations([rule], self._contents, self._players))

    def _is_settled(self, rule: Rule) -> bool:
        return rule.references <= self._settled.references and self._are_settled(rule.when)

    def _are_settled(self, conditions: Iterable[Requirement]) -> bool:
        return all(id(one) in self._settled.conditions for one in conditions)

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
            return all(found[key] for found in tests) and not any(found[key] for found in without)

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
        self, requirement: Requirement, counted: Iterable[int], most: float | None
    ) -> Iterator[Limit]:
        """Read the most copies of each card; the least is different, because a deck need not have a card."""
        names = requirement.counted.same
        own = self._written(requirement).max
        groups: dict[int, Hashable] = {}
        highs: dict[Hashable, float] = {}
        slots_of: dict[Hashable, int] = defaultdict(int)
        for slot in counted:
            card = self._slots.card(slot)
            high = _own_number(card, own) if isinstance(own, str) and not names else most
            if high is not None:
                group = groups[slot] = sameness(card, names) if names else card.id
                highs[group] = max(high, highs.get(group, high))
                slots_of[group] |= 1 << slot
        if groups:
            yield CopiesLimit(groups, highs, slots_of)

    def _options(self, requirement: Requirement, counted: Sequence[int]) -> Iterator[Limit]:
        if all(
            self._are_settled(one.when)
            and one.references <= self._settled.references
            and (one.max is None or self._is_known(one.max))
            for one in requirement.options
        ):
            has = self._contents.has
            options = [one for one in requirement.options if has(one.references) and self._meets(one.when)]
            tests = [self._contents.found(one.over) if one.over else None for one in options]
            options_of = {
                slot: [
                    number
                    for number, found in enumerate(tests)
                    if found is None or found[id(self._slots.card(slot))]
                ]
                for slot in counted
            }
            yield OptionsLimit(options_of, [self._places(requirement, one) for one in options])

    def _places(self, requirement: Requirement, option: Option) -> int | None:
        limited = requirement._replace(limits=Limits(Bounds(max=option.max)), options=())
        _, most = bounds_for(limited, self._contents, self._players)
        return None if most is None else max(0, int(most))


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
