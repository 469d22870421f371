"""What a score counts for a seat. Each method is one record; `COUNT_METHODS` lists them all.

As in `measures`, a record is everything there is to know: how it counts, what its keys name, and what they mean. Measures
of cards that scores use as well are taken from there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import inf
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.model.card import copies_by_card, values_of
from deckwright.model.measures import (
    CARDS,
    COPIES,
    MEASURES,
    SUM,
    Argument,
    Copies,
    Measure,
    Selection,
    WrittenMeasure,
    mentions,
    plain,
    read_number,
    written_measure,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from deckwright.model.card import Card, DeckEntry
    from deckwright.model.rule import CardTest, Rule
    from deckwright.model.score_zones import Grid, ScoreZone
    from deckwright.model.setup import Supply

POINTS = "points"
"""The count that is all parts added up; games cannot name another one so."""


@dataclass(slots=True)
class Holding:
    """What a seat, or several together, have: cards, joins, tiles with their joins, and what is on shared cards.

    `amounts` are numbers by zone and by what is counted: `sets`, `tokens`, `filled`, `pools`.
    """

    entries: list[DeckEntry] = field(default_factory=list)
    joins: Counter[str] = field(default_factory=Counter)
    tiles: list[tuple[Card, Counter[str]]] = field(default_factory=list)
    amounts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, other: Holding) -> None:
        """Add what another one has."""
        self.entries += other.entries
        self.joins += other.joins
        self.tiles += other.tiles
        self.amounts += other.amounts


@dataclass(frozen=True, slots=True)
class Count:
    """A number that is counted for a seat. `arguments` are the keys of its method as written; `of` finds the cards.

    `has_note` means that the game says in a few words how it counts.
    """

    id: str
    method: CountMethod
    arguments: Mapping[str, Any]
    zones: tuple[str, ...] = ()
    of: Callable[[Card], bool] | None = None
    has_note: bool = False

    @property
    def uses(self) -> list[str]:
        """The counts that it is made of."""
        return [
            mention.name
            for mention in mentions(self.method.arguments, self.arguments)
            if mention.names.startswith("count")
        ]


class SeatCounts:
    """The counts of one holding, each calculated when it is first read."""

    def __init__(
        self, counts: Mapping[str, Count], parts: Iterable[str], cards: Mapping[str, Card], holding: Holding
    ) -> None:
        self.holding = holding
        self._counts = counts
        self._parts = parts
        self._cards = cards
        self._known: dict[str, float] = {}

    def __getitem__(self, name: str) -> float:
        """Value of a count, or of all points."""
        if name not in self._known:
            self._known[name] = plain(self._calculate(name))
        return self._known[name]

    def _calculate(self, name: str) -> float:
        if name == POINTS:
            return sum(self[part] for part in self._parts)
        count = self._counts[name]
        return count.method.calculate(self, count)

    def terms(self, name: str) -> list[float]:
        """What the single cards give for a count that adds that up; empty for others."""
        count = self._counts[name]
        return list(map(plain, count.method.terms(self, count)))

    def copies(self, count: Count) -> Copies:
        """The cards that a count looks at."""
        copies_of = copies_by_card(entry for entry in self.holding.entries if entry.zone in count.zones)
        cards = [(self._cards[card], copies) for card, copies in copies_of.items()]
        return [(card, copies) for card, copies in cards if count.of is None or count.of(card)]


class Limits(NamedTuple):
    """What a count can be: a sum of `addends` (none: any number) from `least` to `most`, or one of `values`.

    `values` has how much of the supply each takes, and `supply` how much there is for all seats; without `values`, a
    number takes as much as itself. `holders` is how many seats can have a value.
    """

    least: float = 0
    most: float = inf
    addends: frozenset[int] = frozenset({1})
    values: Mapping[float, float] = {}
    supply: float = inf
    holders: Mapping[float, float] = {}


class CountLimits:
    """The limits of the counts of a game, each calculated when it is first read."""

    def __init__(
        self,
        counts: Mapping[str, Count],
        zones: Mapping[str, ScoreZone],
        rules: Iterable[Rule],
        grid: Grid | None,
        supply: Supply,
    ) -> None:
        self.zones, self.grid, self.supply = zones, grid, supply
        self._counts, self._rules = counts, tuple(rules)
        self._known: dict[str, Limits] = {}

    def __getitem__(self, name: str) -> Limits:
        """Limits of a count."""
        if name not in self._known:
            count = self._counts[name]
            self._known[name] = count.method.limits(self, count)
        return self._known[name]

    def test(self, count: Count) -> Callable[[Card], bool]:
        """Whether a count looks at a card."""
        zones = [self.zones[zone] for zone in count.zones]
        return lambda card: (
            any(zone.of is None or zone.of(card) for zone in zones) and (count.of is None or count.of(card))
        )

    def cards(self, count: Count) -> list[Card]:
        """The cards in play that a count looks at."""
        return self.supply.cards(self.test(count))

    def total(self, count: Count, value: Callable[[Card], float], numbers: Iterable[float]) -> Limits:
        """Limits of a value that is added up over cards; `numbers` are those that it is made of."""
        least, most = 0 - self.most(count, lambda card: -value(card)), self.most(count, value)
        supply = inf if least or not self._is_limited(count) else self.supply.most(self.test(count), value)
        return Limits(least, most, _addends(numbers), supply=supply)

    def most(self, count: Count, value: Callable[[Card], float]) -> float:
        """Highest sum of a value over the cards that a seat can have where a count looks, by the box and by the rules of scoring."""
        copies = self._copies(count)
        remaining, total = self.test(count), 0.0
        for over, most in sorted(self._maxima(count, CARDS), key=itemgetter(1)):
            total += self.supply.most(_both(remaining, over), value, copies, most)
            remaining = _both(remaining, over, others=True)
        return total + self.supply.most(remaining, value, copies)

    def _is_limited(self, count: Count) -> bool:
        """Whether all seats together have no more copies of a card than the box where a count looks."""
        return all(self.zones[zone].is_limited for zone in count.zones)

    def _copies(self, count: Count) -> Callable[[Card], float]:
        """How many copies of a card a seat can have where a count looks."""
        is_limited, maxima = self._is_limited(count), self._maxima(count, COPIES)
        return lambda card: min(
            [card.copies if is_limited else inf, *(most for over, most in maxima if _holds(over, card))]
        )

    def _maxima(self, count: Count, measure: Measure) -> list[tuple[CardTest | None, int]]:
        """Cards, all if None, of which rules allow every seat only so many, or so many copies of one, where a count looks."""
        replaced = {name for rule in self._rules for name in rule.replaces}
        return [
            (rule.requirement.counted.over, int(most))
            for rule in self._rules
            if rule.severity == "error" and rule.id not in replaced and set(rule.zones) >= set(count.zones)
            if isinstance(most := rule.bounds_of(measure).max, int | float)
        ]


def _holds(test: Callable[[Card], bool] | None, card: Card) -> bool:
    return test is None or test(card)


def _both(
    test: Callable[[Card], bool], of_rule: Callable[[Card], bool] | None, *, others: bool = False
) -> Callable[[Card], bool]:
    """Test of the cards that pass a test and that a rule looks at, or does not look at."""
    return lambda card: test(card) and _holds(of_rule, card) is not others


def _addends(numbers: Iterable[float]) -> frozenset[int]:
    """What sums of some numbers are made of; nothing, for any number, if one of them is not whole."""
    written = {number for number in numbers if number}
    if any(number != int(number) for number in written):
        return frozenset()
    return frozenset(map(int, written)) or frozenset({1})


@dataclass(frozen=True, slots=True, kw_only=True)
class CountMethod:
    """A way to count for a seat.

    If it is `of_zone`, it is written as the `measure` of a zone's cards; otherwise its keys are those of the count itself.
    In both cases the first key of `arguments`, if it has any, is the method's own name. `counts` completes "counts …" in the
    documentation. `limits` are what it can be with the cards in play. `note` says in a few words how it counts, for pads of games that do not say it themselves.
    `terms` are what the single cards give if it adds that up.
    """

    id: str
    counts: str
    calculate: Callable[[SeatCounts, Count], float]
    of_zone: bool = True
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    limits: Callable[[CountLimits, Count], Limits] = lambda _limits, _count: Limits()
    note: Callable[[Mapping[str, Any]], str] = lambda _arguments: ""
    terms: Callable[[SeatCounts, Count], list[float]] = lambda _counts, _count: []


def _of_cards(measure: Measure) -> CountMethod:
    """A measure of cards as a way to count for a seat."""

    def calculate(counts: SeatCounts, count: Count) -> float:
        cards = counts.copies(count)
        return sum(
            measurement.found for measurement in measure.measure(Selection(cards, cards, count.arguments))
        )

    return CountMethod(
        id=measure.id,
        counts=measure.counts,
        calculate=calculate,
        arguments=measure.arguments,
        limits=_LIMITS_OF_CARDS.get(measure.id, lambda _limits, _count: Limits(-inf, addends=frozenset())),
        terms=_sum_terms if measure is SUM else lambda _counts, _count: [],
    )


def _sum_terms(counts: SeatCounts, count: Count) -> list[float]:
    """The number of each card, once for each copy that counts."""
    is_once = bool(count.arguments.get("once"))
    return [
        float(SUM.amount(card, 1, count.arguments))  # type: ignore[arg-type]  # of a sum, it is a number
        for card, copies in counts.copies(count)
        for _ in range(1 if is_once else copies)
    ]


def fields_of(count: Count, name: str) -> list[str]:
    """The fields that the argument of a count names."""
    written = count.arguments[name]
    return [written] if isinstance(written, str) else list(written)


def _limit_cards(limits: CountLimits, count: Count) -> Limits:
    return limits.total(count, lambda _: 1, [1])


def _limit_sum(limits: CountLimits, count: Count) -> Limits:
    def value(card: Card) -> float:
        return sum(float(read_number(card, name)) for name in fields_of(count, "sum"))

    return limits.total(count, value, map(value, limits.cards(count)))


def _limit_extreme(limits: CountLimits, count: Count) -> Limits:
    """Limits of the greatest or least number of a field: one that a card has, for as many seats as it has copies."""
    field_name = next(iter(count.arguments.values()))
    copies: Counter[float] = Counter()
    for card in limits.cards(count):
        copies[float(read_number(card, field_name))] += card.copies
    return Limits(values=dict.fromkeys([0, *copies], 0), holders={**copies, 0: inf})


def _limit_groups(limits: CountLimits, count: Count) -> Limits:
    values = {value for card in limits.cards(count) for value in values_of(card, count.arguments["groups"])}
    return Limits(most=len(values))


_LIMITS_OF_CARDS: Mapping[str, Callable[[CountLimits, Count], Limits]] = {
    "cards": _limit_cards,
    "distinct": lambda limits, count: Limits(most=len(limits.cards(count))),
    "sum": _limit_sum,
    "groups": _limit_groups,
    "highest": _limit_extreme,
}


def _amount(name: str, counts: str, limits: Callable[[CountLimits, Count], Limits]) -> CountMethod:
    """A way to count what a holding has as an amount for each zone."""
    return CountMethod(
        id=name,
        counts=counts,
        calculate=lambda seat, count: sum(seat.holding.amounts[zone, name] for zone in count.zones),
        limits=limits,
    )


def _limit_sets(limits: CountLimits, count: Count) -> Limits:
    """Limits of sets: as many as there are cards for the rules that all forms of a set share."""
    most = inf
    for zone in (limits.zones[name] for name in count.zones):
        ids = [{rule.id for rule in form} for form in zone.forms]
        for rule in zone.forms[0] if zone.forms else ():
            least = rule.bounds_of(CARDS).min
            is_shared = all(rule.id in others for others in ids)
            if rule.over and is_shared and isinstance(least, int | float) and least:
                most = min(most, limits.supply.most(rule.over) // least)
    return Limits(most=most, supply=most)


def _limit_pools(limits: CountLimits, count: Count) -> Limits:
    def pools(card: Card) -> float:
        return sum(
            read_number(card, name) > 0 for zone in count.zones for name in limits.zones[zone].pools.values()
        )

    return limits.total(count, pools, [1])


def _limit_tokens(limits: CountLimits, count: Count) -> Limits:
    if any(limits.zones[zone].allows_excess for zone in count.zones):
        return Limits()

    def needed(card: Card) -> float:
        return sum(
            float(read_number(card, name))
            for zone in count.zones
            for name in limits.zones[zone].pools.values()
        )

    return limits.total(count, needed, [1])


SETS = _amount("sets", "the sets", _limit_sets)
TOKENS = _amount("tokens", "of a shared zone, the tokens that the seat has on cards", _limit_tokens)
FILLED = _amount("filled", "of a shared zone, the pools that the seat filled", _limit_pools)
POOLS = _amount("pools", "of a shared zone, the pools of the cards that the seat completed", _limit_pools)


def _stage_terms(counts: SeatCounts, count: Count) -> list[float]:
    """The number of each tile at its joins."""
    name, join = count.arguments["stages"], count.arguments["joins"]
    terms: list[float] = []
    for card, joined in counts.holding.tiles:
        stages: Any = card.fields.get(name)
        if stages and (count.of is None or count.of(card)):
            terms.append(stages[min(joined[join], len(stages) - 1)])
    return terms


def _limit_stages(limits: CountLimits, count: Count) -> Limits:
    def stages(card: Card) -> list[float]:
        written: Any = card.fields.get(count.arguments["stages"])
        return list(written or [0])

    numbers = [number for card in limits.cards(count) for number in stages(card)]
    highest = limits.total(count, lambda card: max(stages(card)), numbers)
    return highest._replace(least=-inf) if any(number < 0 for number in numbers) else highest


STAGES = CountMethod(
    id="stages",
    counts="for each tile, the number in its list at the number of its joins",
    calculate=lambda counts, count: sum(_stage_terms(counts, count)),
    arguments={
        "stages": Argument(
            "field of numbers",
            "The field that lists a tile's numbers: without a join, with one, and so on; the last stays.",
        ),
        "joins": Argument("join", "The joins of the grid that are counted at the tile."),
    },
    limits=_limit_stages,
    terms=_stage_terms,
)


def _bonus_terms(counts: SeatCounts, count: Count) -> list[float]:
    """The bonus of each card: its number times the count that it names, up to its limit."""
    arguments = count.arguments
    terms: list[float] = []
    for card, copies in counts.copies(count):
        if counted := arguments["counts"].get(str(card.fields.get(arguments["per"]))):
            bonus = float(read_number(card, arguments["bonus"])) * counts[counted]
            limit = card.fields.get(arguments.get("most", ""))
            terms += [min(bonus, float(str(limit))) if limit is not None else bonus] * copies
    return terms


def _limit_bonus(limits: CountLimits, count: Count) -> Limits:
    arguments = count.arguments

    def counted(card: Card) -> Limits:
        name = arguments["counts"].get(str(card.fields.get(arguments["per"])))
        return limits[name] if name else Limits(most=0)

    def highest(card: Card) -> float:
        gives = float(read_number(card, arguments["bonus"]))
        limit = card.fields.get(arguments.get("most", ""))
        most = gives * counted(card).most if gives else 0
        return most if limit is None else min(most, float(str(limit)))

    cards = limits.cards(count)
    numbers = [
        float(read_number(card, arguments["bonus"])) * addend
        for card in cards
        for addend in counted(card).addends
    ]
    is_plain = all(counted(card).least >= 0 for card in cards) and all(number >= 0 for number in numbers)
    return Limits(0 if is_plain else -inf, limits.most(count, highest), _addends(numbers))


BONUS = CountMethod(
    id="bonus",
    counts="for each card, its number times a count",
    calculate=lambda counts, count: sum(_bonus_terms(counts, count)),
    arguments={
        "bonus": Argument("number field", "The number field of a card that tells what it gives for each."),
        "per": Argument("field", "The choice field that tells what it counts."),
        "most": Argument(
            "number field", "The number field that tells the most that a card can give.", is_required=False
        ),
        "counts": Argument("count by choice", "The count that each choice means."),
    },
    limits=_limit_bonus,
    terms=_bonus_terms,
)


def _limit_joins(limits: CountLimits, count: Count) -> Limits:
    """Limits of joins: for each pattern, as many as there are of its rarest part."""
    grid = limits.grid
    if grid is None:
        return Limits(most=0)
    parts: Counter[str] = Counter()
    for card in limits.supply.cards(lambda _: True):
        parts.update({part: 0 for part, _ in grid.parts_of(card, 0, 0)})
        for part, _ in grid.parts_of(card, 0, 0):
            parts[part] += card.copies
    most = sum(min(parts[part] for part in pattern) for pattern in grid.joins[count.arguments["joins"]])
    return Limits(most=most, supply=most)


JOINS = CountMethod(
    id="joins",
    counts="these joins of the grid",
    of_zone=False,
    calculate=lambda counts, count: counts.holding.joins[count.arguments["joins"]],
    limits=_limit_joins,
    arguments={"joins": Argument("join", "Count these joins of the grid.")},
)

LEAST = CountMethod(
    id="least",
    counts="the least of some counts: how many full series of them there are",
    of_zone=False,
    calculate=lambda counts, count: min(counts[name] for name in count.arguments["least"]),
    limits=lambda limits, count: Limits(most=min(limits[name].most for name in count.arguments["least"])),
    arguments={
        "least": Argument("counts", "The least of some counts: how many full series of them there are."),
    },
)


def _limit_add(limits: CountLimits, count: Count) -> Limits:
    terms = [(limits[name], times) for name, times in count.arguments["add"].items()]
    ends = [sorted((term.least * times, term.most * times)) for term, times in terms if times]
    supply = (
        sum(term.supply * times for term, times in terms if times)
        if all(times >= 0 for _, times in terms)
        else inf
    )
    return Limits(
        sum(least for least, _ in ends),
        sum(most for _, most in ends),
        frozenset()
        if any(not term.addends for term, _ in terms)
        else _addends(addend * times for term, times in terms for addend in term.addends),
        supply=supply,
    )


ADD = CountMethod(
    id="add",
    counts="some counts added up, each times a number",
    of_zone=False,
    calculate=lambda counts, count: sum(
        counts[name] * times for name, times in count.arguments["add"].items()
    ),
    arguments={"add": Argument("count factors", "Some counts added up, each times a number.")},
    limits=_limit_add,
)


def _read_table(counts: SeatCounts, count: Count) -> float:
    numbers: list[float] = count.arguments["table"]
    return numbers[min(int(counts[count.arguments["by"]]), len(numbers) - 1)]


def _list_numbers(arguments: Mapping[str, Any]) -> str:
    table: list[float] = arguments["table"]
    return " · ".join(f"{number:g}" for number in (table[1:] if table[:1] == [0] else table))


def _limit_table(limits: CountLimits, count: Count) -> Limits:
    """Limits of a table: its numbers, each of which takes as many as it is for; beyond the end, as many as the last."""
    numbers: list[float] = count.arguments["table"]
    by = limits[count.arguments["by"]]
    reached = numbers if by.most == inf else numbers[: int(by.most) + 1]
    return Limits(
        values={number: place for place, number in reversed([*enumerate(reached)])}, supply=by.supply
    )


TABLE = CountMethod(
    id="table",
    counts="a number from a list, read by another count; its last number holds for all greater ones",
    of_zone=False,
    calculate=_read_table,
    arguments={
        "table": Argument(
            "no name, but numbers",
            "The number at the place of a count in this list, from 0; beyond its end the last.",
        ),
        "by": Argument("count", "The count by which the table is read."),
    },
    limits=_limit_table,
    note=_list_numbers,
)

COUNT_METHODS: Mapping[str, CountMethod] = {
    method.id: method
    for method in (
        *(_of_cards(measure) for measure in MEASURES.values() if "score_count" in measure.places),
        *(SETS, TOKENS, FILLED, POOLS, STAGES, BONUS),
        *(JOINS, LEAST, ADD, TABLE),
    )
}
"""Every way to count for a seat, by its name in `game.yaml`."""


def read_count(name: str, entry: Mapping[str, Any], of: Callable[[Card], bool] | None) -> Count:
    """Read one count of a validated `game.yaml`; `of` finds the cards of its query."""
    zone = entry.get("zone", ())
    written = written_method(entry)
    return Count(
        id=name,
        method=COUNT_METHODS[written.id],
        arguments=written.arguments,
        zones=(zone,) if isinstance(zone, str) else tuple(zone),
        of=of,
        has_note="note" in entry,
    )


def method_names(*, of_zone: bool) -> list[str]:
    """The names of the methods that are measures of a zone, or of those that are keys of a count."""
    return [method.id for method in COUNT_METHODS.values() if method.of_zone == of_zone]


def written_method(entry: Mapping[str, Any]) -> WrittenMeasure:
    """The name of a count's method, and its arguments, as a validated `game.yaml` writes them."""
    if "zone" in entry:
        return written_measure(entry.get("measure", "cards"), method_names(of_zone=True))
    return written_measure(entry, method_names(of_zone=False))
