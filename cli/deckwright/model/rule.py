"""Construction rules: the formats of a game, and the rules for decks of each format."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.model.card import MAIN, Card
from deckwright.model.game import Numbers, numbers_in
from deckwright.model.measures import COPIES, MEASURES, Measure, Measurement, Selection, written_measure
from deckwright.model.query.matching import matches
from deckwright.model.query.tree import load_query

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.findings import Severity
    from deckwright.model.game import Game
    from deckwright.model.measures import Copies


# A deck construction rule, as a game's `game.yaml` writes it.

CardTest = Callable[[Card], bool]
"""Whether a card is one of those that a query finds."""

Matcher = Callable[[str], CardTest]
"""Compiles the text of a query into a test of cards."""

Bound = float | str | None
"""A number, the number field of a card that holds it, or no bound."""


class Bounds(NamedTuple):
    """The least and the most that a rule allows."""

    min: Bound = None
    max: Bound = None

    def times(self, factor: int) -> Bounds:
        """Bounds for `factor` players."""
        return Bounds(_times(self.min, factor), _times(self.max, factor))


NO_BOUNDS = Bounds()


def _times(bound: Bound, factor: int) -> Bound:
    return bound * factor if isinstance(bound, int | float) else bound


class Condition(NamedTuple):
    """A condition on a deck: it has a card like this in one of these zones."""

    over: CardTest
    zones: tuple[str, ...] = ()
    """The zones; empty for a card in any zone."""

    def holds_for(self, card: Card, zone: str) -> bool:
        """Whether a card in a zone meets the condition."""
        return (not self.zones or zone in self.zones) and self.over(card)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule: which cards it looks at, what it counts, and how many are allowed.

    `over` and `when` are None where the rule looks at all cards and always holds; `arguments` are the keys of a measure that
    is written as an object. `by_players` and `by_cards` hold the bounds that stand in for `bounds` for a number of
    players, and from a number of cards on.
    """

    id: str
    measure: Measure
    arguments: Mapping[str, Any] = field(default_factory=dict)
    over: CardTest | None = None
    zones: tuple[str, ...] = (MAIN,)
    of: CardTest | None = None
    same: tuple[str, ...] = ()
    bounds: Bounds = NO_BOUNDS
    per_player: bool = False
    by_players: Mapping[int, Bounds] = field(default_factory=dict)
    by_cards: Mapping[int, Bounds] = field(default_factory=dict)
    replaces: tuple[str, ...] = ()
    when: Condition | None = None
    severity: Severity = "error"
    since: date = date.min
    until: date = date.max
    cite: str = ""

    @property
    def asks_players(self) -> bool:
        """Whether the bounds depend on the number of players."""
        return self.per_player or bool(self.by_players)

    @property
    def all_bounds(self) -> tuple[Bounds, ...]:
        """Every pair of bounds that the rule can have."""
        return (self.bounds, *self.by_players.values(), *self.by_cards.values())

    @property
    def reads(self) -> str:
        """The field that the measure reads, or '' if it reads none."""
        return str(self.arguments.get(self.measure.id, ""))

    def selection(self, matched: Copies, zone: Copies) -> Selection:
        """The cards that the rule measures: `matched` are those it looks at, `zone` all cards of its zones."""
        return Selection(matched, zone, self.arguments, self.of, self.same)

    def measured(self, matched: Copies, zone: Copies) -> list[Measurement]:
        """What the rule counts: one measurement for the cards it looks at, or one for each of them."""
        return self.measure.measure(self.selection(matched, zone))

    def looks_at(self, card: Card) -> bool:
        """Whether the rule is about a card."""
        return self.over is None or self.over(card)

    def holds_on(self, day: date) -> bool:
        """Whether the rule is in force on a day."""
        return self.since <= day <= self.until

    def bounds_for(self, players: int | None, cards: int) -> Bounds:
        """Bounds for a number of players, in a zone with this number of cards."""
        if players is not None and players in self.by_players:
            return self.by_players[players]
        reached = [least for least in self.by_cards if least <= cards]
        if reached:
            return self.by_cards[max(reached)]
        return self.bounds.times(players) if self.per_player and players else self.bounds


def read_rule(entry: Mapping[str, Any], matcher: Matcher, zones: tuple[str, ...] = ()) -> Rule:
    """Read one rule of a validated `game.yaml`; a condition that names no zones looks at `zones`."""
    written = written_measure(entry["measure"], MEASURES)
    return Rule(
        id=entry["id"],
        measure=MEASURES[written.id],
        arguments=written.arguments,
        over=_test(entry, "over", matcher),
        zones=zones_in(entry.get("zone", MAIN)),
        of=_test(entry, "of", matcher),
        same=tuple(entry.get("same", ())),
        bounds=_bounds(entry),
        per_player=entry.get("per_player", False),
        by_players=_table(entry.get("by_players", {})),
        by_cards=_table(entry.get("by_cards", {})),
        replaces=tuple(entry.get("replaces", ())),
        when=_condition(entry["when"], matcher, zones) if "when" in entry else None,
        severity=entry.get("severity", "error"),
        since=date.fromisoformat(entry["since"]) if "since" in entry else date.min,
        until=date.fromisoformat(entry["until"]) if "until" in entry else date.max,
        cite=entry.get("cite", ""),
    )


def _test(entry: Mapping[str, Any], key: str, matcher: Matcher) -> CardTest | None:
    return matcher(entry[key]) if key in entry else None


def _condition(written: str | Mapping[str, Any], matcher: Matcher, zones: tuple[str, ...]) -> Condition:
    if isinstance(written, str):
        return Condition(matcher(written), zones)
    return Condition(matcher(written["over"]), zones_in(written["zones"]) if "zones" in written else zones)


def zones_in(written: str | Sequence[str]) -> tuple[str, ...]:
    """The zones that a rule or a condition names: one, or several."""
    return (written,) if isinstance(written, str) else tuple(written)


def _bounds(entry: Mapping[str, Any]) -> Bounds:
    return Bounds(entry.get("min"), entry.get("max"))


def _table(entries: Mapping[str, Any]) -> dict[int, Bounds]:
    return {int(number): _bounds(entry) for number, entry in entries.items()}


# A format: the set of construction rules that a kind of deck follows.

POOL, BANNED, RESTRICTED, ZONES = "pool", "banned", "restricted", "zones"
RESERVED = (POOL, BANNED, RESTRICTED, ZONES)
"""The names of the rules that a format has by its own keys, without writing them as rules."""


class Format(NamedTuple):
    """A format of a game. `asks_players` means that its rules depend on the number of players."""

    id: str
    rules: tuple[Rule, ...]
    zones: tuple[str, ...]
    players: Numbers
    asks_players: bool
    cite: str


def read_format(game: Game, name: str, matcher: Matcher) -> Format:
    """Read a format of a validated game."""
    entry: Mapping[str, Any] = game.definition["formats"][name]
    zones = (MAIN, *entry.get("zones", ()))
    written = [read_rule(rule, matcher, zones) for rule in entry["rules"]]
    return Format(
        id=name,
        rules=(*_rules_of_keys(entry, zones, matcher), *written),
        zones=zones,
        players=numbers_in(entry.get("players") or game.definition.get("players")),
        asks_players="players" in entry or any(rule.asks_players for rule in written),
        cite=entry.get("cite", ""),
    )


def _rules_of_keys(entry: Mapping[str, Any], zones: tuple[str, ...], matcher: Matcher) -> Iterator[Rule]:
    """Yield the rules that `pool`, `banned` and `restricted` mean: limits on copies."""
    if "pool" in entry:
        pool = matcher(entry["pool"])
        yield _at_most(0, POOL, lambda card: not pool(card), entry, zones)
    if "banned" in entry:
        yield _at_most(0, BANNED, _is_one_of(entry["banned"]), entry, zones)
    for card, most in entry.get("restricted", {}).items():
        yield _at_most(most, RESTRICTED, _is_one_of([card]), entry, zones)


def _at_most(most: int, name: str, over: CardTest, entry: Mapping[str, Any], zones: tuple[str, ...]) -> Rule:
    return Rule(
        id=name, measure=COPIES, over=over, zones=zones, bounds=Bounds(max=most), cite=entry.get("cite", "")
    )


def _is_one_of(ids: list[str]) -> CardTest:
    def test(card: Card) -> bool:
        return card.id in ids

    return test


# The queries of a game's rules and piles, as tests of cards.


def matcher_of(game: Game) -> Matcher:
    """The matcher for a game's queries, each of which was compiled when the game was loaded."""

    def matcher(text: str) -> CardTest:
        return partial(matches, load_query(game.queries[text]))

    return matcher
