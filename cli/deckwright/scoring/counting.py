"""What is counted for a seat, or for several together. Each sort of count is one function, named in `_SORTS`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from deckwright.construction.breaches import Contents
from deckwright.construction.measures import number, plain, size, values
from deckwright.model.scoring import POINTS
from deckwright.scoring.placement import joins_at, pieces_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from deckwright.construction.measures import Stack
    from deckwright.model.card import Card, Entry
    from deckwright.model.score_sheet import ScoreSheet, Seat
    from deckwright.model.scoring import Count, Scoring, Sort


@dataclass(slots=True)
class Holding:
    """What a seat, or several together, have: cards, joins, tiles with their joins, and what is on shared cards.

    `tallies` are numbers by zone and by what is counted: `sets`, `tokens`, `filled`, `pools`.
    """

    entries: list[Entry] = field(default_factory=list)
    joins: Counter[str] = field(default_factory=Counter)
    tiles: list[tuple[Card, Counter[str]]] = field(default_factory=list)
    tallies: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, other: Holding) -> Holding:
        """Put what another one has to this."""
        self.entries += other.entries
        self.joins += other.joins
        self.tiles += other.tiles
        self.tallies += other.tallies
        return self


def together(holdings: Iterable[Holding]) -> Holding:
    """Give what some seats have together."""
    whole = Holding()
    for holding in holdings:
        whole.add(holding)
    return whole


def holding_of(seat: Seat, sheet: ScoreSheet, scoring: Scoring, cards: Mapping[str, Card]) -> Holding:
    """Give what one seat has."""
    held = Holding(entries=list(seat.entries))
    if scoring.grid:
        pieces = pieces_of(seat, scoring.grid, cards)
        held.joins, single = joins_at(pieces, scoring.grid)
        held.tiles = [(piece.card, joined) for piece, joined in zip(pieces, single, strict=True)]
    for zone, sets in seat.sets.items():
        held.tallies[zone, "sets"] += len(sets)
    for one in sheet.shared:
        pools = needs(cards[one.card], scoring.zones[one.zone].pools)
        held.tallies[one.zone, "tokens"] += sum(one.tokens.get(seat.name, {}).values())
        held.tallies[one.zone, "filled"] += sum(
            fillers(one.tokens, one.filled, pool) == [seat.name] and one.there[pool] == needed
            for pool, needed in pools.items()
        )
        held.tallies[one.zone, "pools"] += len(pools) if one.by == seat.name else 0
    return held


def needs(card: Card, pools: Mapping[str, str]) -> dict[str, int]:
    """Give how many tokens of each sort fill a card; those it needs none of are left out."""
    needed = {pool: int(number(card, name)) for pool, name in pools.items()}
    return {pool: count for pool, count in needed.items() if count}


def fillers(tokens: Mapping[str, Mapping[str, int]], filled: Mapping[str, str], pool: str) -> list[str]:
    """Give who can have filled a pool: whom the file names, or else all who have tokens in it."""
    return [filled[pool]] if pool in filled else [seat for seat, own in tokens.items() if pool in own]


class Counts:
    """The counts of one holding, each worked out when it is first asked for."""

    def __init__(self, scoring: Scoring, cards: Mapping[str, Card], holding: Holding) -> None:
        self.holding = holding
        self._scoring = scoring
        self._contents = Contents(holding.entries, cards)
        self._known: dict[str, float] = {}

    def __getitem__(self, name: str) -> float:
        """Give a count, or all points."""
        if name not in self._known:
            found = sum(self[part] for part in self._scoring.parts) if name == POINTS else self._count(name)
            self._known[name] = plain(found)
        return self._known[name]

    def _count(self, name: str) -> float:
        count = self._scoring.counts[name]
        return _SORTS[count.sort](self, count)

    def stack(self, count: Count) -> Stack:
        """Give the cards that a count looks at."""
        return [
            (card, copies)
            for card, copies in self._contents.stack(count.zones)
            if count.of is None or count.of(card)
        ]


def _of_cards(counts: Counts, count: Count) -> float:
    measure = count.entry.get("measure", "cards")
    sort, reads = (measure, "") if isinstance(measure, str) else next(iter(measure.items()))
    if sort in _TALLIES:
        return sum(counts.holding.tallies[zone, sort] for zone in count.zones)
    return _MEASURES[sort](counts, count, reads)


_TALLIES = ("sets", "tokens", "filled", "pools")


def _sum(counts: Counts, count: Count, reads: str) -> float:
    return float(sum(number(card, reads) * copies for card, copies in counts.stack(count)))


def _highest(counts: Counts, count: Count, reads: str) -> float:
    return float(max((number(card, reads) for card, _ in counts.stack(count)), default=0))


def _groups(counts: Counts, count: Count, reads: str) -> float:
    return len({value for card, _ in counts.stack(count) for value in values(card, reads)})


def _stages(counts: Counts, count: Count, reads: str) -> float:
    """Add up the number of each tile for its joins; further ones change nothing."""
    name = count.entry["measure"]["joins"]
    total = 0.0
    for card, joined in counts.holding.tiles:
        stages: Any = card.fields.get(reads)
        if stages and (count.of is None or count.of(card)):
            total += stages[min(joined[name], len(stages) - 1)]
    return total


def _bonus(counts: Counts, count: Count, reads: str) -> float:
    """Add up what each card gives: its number times the count that it names, at most what it says."""
    measure = count.entry["measure"]
    total = 0.0
    for card, copies in counts.stack(count):
        named = measure["counts"].get(str(card.fields.get(measure["per"])))
        if named:
            given = float(number(card, reads)) * counts[named]
            most = card.fields.get(measure.get("most", ""))
            total += copies * (min(given, float(str(most))) if most is not None else given)
    return total


_MEASURES: Mapping[str, Callable[[Counts, Count, str], float]] = {
    "cards": lambda counts, count, _: size(counts.stack(count)),
    "distinct": lambda counts, count, _: len(counts.stack(count)),
    "sum": _sum,
    "highest": _highest,
    "groups": _groups,
    "stages": _stages,
    "bonus": _bonus,
}


def _table(counts: Counts, count: Count) -> float:
    numbers: list[float] = count.entry["table"]
    return numbers[min(int(counts[count.entry["by"]]), len(numbers) - 1)]


_SORTS: Mapping[Sort, Callable[[Counts, Count], float]] = {
    "zone": _of_cards,
    "joins": lambda counts, count: counts.holding.joins[count.entry["joins"]],
    "least": lambda counts, count: min(counts[name] for name in count.entry["least"]),
    "add": lambda counts, count: sum(counts[name] * times for name, times in count.entry["add"].items()),
    "table": _table,
}
