"""What a score counts for a seat. Each method is one record; `COUNT_METHODS` lists them all.

As in `measures`, a record is everything there is to know: how it counts, what its keys name, and what they mean. Measures
of cards that scores use as well are taken from there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from deckwright.model.card import copies_by_card
from deckwright.model.measures import (
    MEASURES,
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

    def copies(self, count: Count) -> Copies:
        """The cards that a count looks at."""
        copies_of = copies_by_card(entry for entry in self.holding.entries if entry.zone in count.zones)
        cards = [(self._cards[card], copies) for card, copies in copies_of.items()]
        return [(card, copies) for card, copies in cards if count.of is None or count.of(card)]


@dataclass(frozen=True, slots=True, kw_only=True)
class CountMethod:
    """A way to count for a seat.

    If it is `of_zone`, it is written as the `measure` of a zone's cards; otherwise its keys are those of the count itself.
    In both cases the first key of `arguments`, if it has any, is the method's own name. `counts` completes "counts …" in the
    documentation. `is_whole` tells from the arguments whether the count is always a whole number from 0 up, provided that
    all counts that it uses are. `note` says in a few words how it counts, for pads of games that do not say it themselves.
    """

    id: str
    counts: str
    calculate: Callable[[SeatCounts, Count], float]
    of_zone: bool = True
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    is_whole: Callable[[Mapping[str, Any]], bool] = lambda _arguments: True
    note: Callable[[Mapping[str, Any]], str] = lambda _arguments: ""


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
        is_whole=lambda _arguments: measure.is_whole,
    )


def _amount(name: str, counts: str) -> CountMethod:
    """A way to count what a holding has as an amount for each zone."""
    return CountMethod(
        id=name,
        counts=counts,
        calculate=lambda seat, count: sum(seat.holding.amounts[zone, name] for zone in count.zones),
    )


SETS = _amount("sets", "the sets")
TOKENS = _amount("tokens", "of a shared zone, the tokens that the seat has on cards")
FILLED = _amount("filled", "of a shared zone, the pools that the seat filled")
POOLS = _amount("pools", "of a shared zone, the pools of the cards that the seat completed")


def _calculate_stages(counts: SeatCounts, count: Count) -> float:
    name, join = count.arguments["stages"], count.arguments["joins"]
    total: float = 0
    for card, joined in counts.holding.tiles:
        stages: Any = card.fields.get(name)
        if stages and (count.of is None or count.of(card)):
            total += stages[min(joined[join], len(stages) - 1)]
    return total


STAGES = CountMethod(
    id="stages",
    counts="for each tile, the number in its list at the number of its joins",
    calculate=_calculate_stages,
    arguments={
        "stages": Argument(
            "field of numbers",
            "The field that lists a tile's numbers: without a join, with one, and so on; the last stays.",
        ),
        "joins": Argument("join", "The joins of the grid that are counted at the tile."),
    },
    is_whole=lambda _arguments: False,
)


def _calculate_bonus(counts: SeatCounts, count: Count) -> float:
    """Sum of the bonus of each card: its number times the count that it names, up to its limit."""
    arguments = count.arguments
    total = 0.0
    for card, copies in counts.copies(count):
        if counted := arguments["counts"].get(str(card.fields.get(arguments["per"]))):
            bonus = float(read_number(card, arguments["bonus"])) * counts[counted]
            limit = card.fields.get(arguments.get("most", ""))
            total += copies * (min(bonus, float(str(limit))) if limit is not None else bonus)
    return total


BONUS = CountMethod(
    id="bonus",
    counts="for each card, its number times a count",
    calculate=_calculate_bonus,
    arguments={
        "bonus": Argument("number field", "The number field of a card that tells what it gives for each."),
        "per": Argument("field", "The choice field that tells what it counts."),
        "most": Argument(
            "number field", "The number field that tells the most that a card can give.", is_required=False
        ),
        "counts": Argument("count by choice", "The count that each choice means."),
    },
    is_whole=lambda _arguments: False,
)

JOINS = CountMethod(
    id="joins",
    counts="these joins of the grid",
    of_zone=False,
    calculate=lambda counts, count: counts.holding.joins[count.arguments["joins"]],
    arguments={"joins": Argument("join", "Count these joins of the grid.")},
)

LEAST = CountMethod(
    id="least",
    counts="the least of some counts: how many full series of them there are",
    of_zone=False,
    calculate=lambda counts, count: min(counts[name] for name in count.arguments["least"]),
    arguments={
        "least": Argument("counts", "The least of some counts: how many full series of them there are."),
    },
)

ADD = CountMethod(
    id="add",
    counts="some counts added up, each times a number",
    of_zone=False,
    calculate=lambda counts, count: sum(
        counts[name] * times for name, times in count.arguments["add"].items()
    ),
    arguments={"add": Argument("count factors", "Some counts added up, each times a number.")},
    is_whole=lambda arguments: all(times >= 0 and times == int(times) for times in arguments["add"].values()),
)


def _read_table(counts: SeatCounts, count: Count) -> float:
    numbers: list[float] = count.arguments["table"]
    return numbers[min(int(counts[count.arguments["by"]]), len(numbers) - 1)]


def _list_numbers(arguments: Mapping[str, Any]) -> str:
    table: list[float] = arguments["table"]
    return " · ".join(f"{number:g}" for number in (table[1:] if table[:1] == [0] else table))


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
    is_whole=lambda _arguments: False,
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
