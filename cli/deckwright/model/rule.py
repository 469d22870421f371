"""Construction rules as a game's `game.yaml` writes them: what is counted, within which bounds, and when.

Four ideas make up every rule: a *count* of cards, *bounds* on it, *conditions*, which are counts with bounds again, and
*reference cards*, whose fields queries and bounds can use. docs/formats.md explains each key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.model.card import MAIN
from deckwright.model.measures import CARDS, MEASURES, Measure, written_measure
from deckwright.model.query.matching import THIS, card_test, load_query, references_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from fractions import Fraction

    from deckwright.findings import Severity
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.query.matching import Query


class CardTest:
    """Whether a card is one of those that a query finds. `mentions` are the reference cards that the query names."""

    def __init__(self, query: Query) -> None:
        self.query = query
        self.mentions = references_in(query)

    def __call__(self, card: Card) -> bool:
        """Whether the query, which mentions no reference card, finds a card."""
        return self._test(card)

    @cached_property
    def _test(self) -> Callable[[Card], bool]:
        return card_test(self.query)


Matcher = Callable[[str], CardTest]
"""Returns the test of cards that the text of a query stands for."""


class Free(NamedTuple):
    """Copies that are not counted: of each card of `over`, or of so many `cards`, the first `copies`, or all, under conditions.

    None are free in a deck without one of the `references`.
    """

    over: CardTest | None = None
    copies: int | None = None
    cards: int | None = None
    when: tuple[Requirement, ...] = ()
    references: frozenset[str] = frozenset()


class Addend(NamedTuple):
    """Number fields that a sum adds up for some cards; for all if `over` is None."""

    fields: tuple[str, ...]
    over: CardTest | None = None


class Count(NamedTuple):
    """Cards of some zones, and how they are counted. `over` is None for all of them.

    `arguments` are the keys of a measure that is written as an object, `addends` the parts of a sum that is written as a list.
    `of` are the companions, in `of_zones`. `per` are fields: the cards of each combination of their values are counted on
    their own. `in_box` counts all cards of the game, not those of a deck.
    """

    over: CardTest | None = None
    zones: tuple[str, ...] = (MAIN,)
    measure: Measure = CARDS
    arguments: Mapping[str, Any] = {}
    addends: tuple[Addend, ...] = ()
    of: CardTest | None = None
    of_zones: tuple[str, ...] = (MAIN,)
    same: tuple[str, ...] = ()
    free: tuple[Free, ...] = ()
    per: tuple[str, ...] = ()
    in_box: bool = False

    @property
    def reads(self) -> tuple[str, ...]:
        """The fields that the measure reads."""
        if self.addends:
            return tuple(dict.fromkeys(field for addend in self.addends for field in addend.fields))
        written = self.arguments.get(self.measure.id, ())
        return (written,) if isinstance(written, str) else tuple(written)


class Term(NamedTuple):
    """A part of a bound: a number, a card's field, a count, or a share of the cards in the rule's zones.

    Where several are given, the first of `field`, `count`, `share`, `number` is used. `of` names the card that has the
    field. `every` counts how many whole times it goes into the value (0: the value itself), or rounds up; `times` multiplies
    that, and it is at least `min` and at most `max`. Without its conditions the term is 0.
    """

    number: int | Fraction = 0
    field: str = ""
    of: str = THIS
    counted: Count | None = None
    share: int | Fraction | None = None
    every: int | Fraction = 0
    is_rounded_up: bool = False
    times: int | Fraction = 1
    min: tuple[Term, ...] = ()
    max: tuple[Term, ...] = ()
    when: tuple[Requirement, ...] = ()

    def stepped(self, value: int | Fraction) -> int | Fraction:
        """How many times `every` goes into a value, `times` so much."""
        if self.every:
            value = -(-value // self.every) if self.is_rounded_up else value // self.every
        return value * self.times


Bound = float | str | tuple[Term, ...] | None
"""A number, the number field of a counted card, terms to add up, or no bound."""


class Bounds(NamedTuple):
    """The least and the most that is allowed."""

    min: Bound = None
    max: Bound = None


NO_BOUNDS = Bounds()


class Limits(NamedTuple):
    """Bounds, and those that replace them for a number of players, and from a number of cards on."""

    bounds: Bounds = NO_BOUNDS
    per_player: bool = False
    by_players: Mapping[int, Bounds] = {}
    by_cards: Mapping[int, Bounds] = {}

    @property
    def asks_players(self) -> bool:
        """Whether they depend on the number of players."""
        return self.per_player or bool(self.by_players)

    @property
    def all(self) -> tuple[Bounds, ...]:
        """Every pair of bounds that there can be."""
        return (self.bounds, *self.by_players.values(), *self.by_cards.values())

    @property
    def are_fixed(self) -> bool:
        """Whether one pair of numbers applies to every deck."""
        bounds = (self.bounds.min, self.bounds.max)
        return not (
            self.asks_players or self.by_cards or any(isinstance(bound, str | tuple) for bound in bounds)
        )

    def for_deck(self, players: int | None, cards: Callable[[], int]) -> tuple[Bounds, int]:
        """The bounds for a number of players in zones with this number of cards, and by how much to multiply them."""
        if players is not None and players in self.by_players:
            return self.by_players[players], 1
        if self.by_cards:
            reached = [least for least in self.by_cards if least <= cards()]
            if reached:
                return self.by_cards[max(reached)], 1
        return self.bounds, players if self.per_player and players else 1


class Option(NamedTuple):
    """Cards that one of several options allows, at most `max` copies of them.

    In a deck without one of the `references` it allows none.
    """

    over: CardTest | None = None
    max: Bound = None
    when: tuple[Requirement, ...] = ()
    references: frozenset[str] = frozenset()


class Requirement(NamedTuple):
    """A count with its limits, or with options of which one must allow each copy.

    A condition may instead have several lists of conditions, `any` of which is enough.
    """

    counted: Count
    limits: Limits = Limits()
    options: tuple[Option, ...] = ()
    any: tuple[tuple[Requirement, ...], ...] = ()


def conditions_in(conditions: Iterable[Requirement]) -> Iterator[Requirement]:
    """Yield the counts that conditions are, and those of which one is enough."""
    for condition in conditions:
        if condition.any:
            yield from (part for way in condition.any for part in conditions_in(way))
        else:
            yield condition


class Rule(NamedTuple):
    """A rule: ways to follow it, one of which is enough; a way is one or more requirements.

    A rule without any way only frees the cards that it looks at from the rules that it replaces. `format` is the one that
    writes the rule, and so has its message; another format may have taken it over. A deck without one of the `references`
    is not judged by it.
    """

    id: str
    over: CardTest | None = None
    zones: tuple[str, ...] = (MAIN,)
    ways: tuple[tuple[Requirement, ...], ...] = ()
    replaces: tuple[str, ...] = ()
    when: tuple[Requirement, ...] = ()
    severity: Severity = "error"
    since: date = date.min
    until: date = date.max
    cite: str = ""
    format: str = ""
    references: frozenset[str] = frozenset()

    @property
    def requirement(self) -> Requirement:
        """What a rule requires that can be followed in one way only."""
        return self.ways[0][0]

    @property
    def asks_players(self) -> bool:
        """Whether it depends on the number of players."""
        return any(requirement.limits.asks_players for way in self.ways for requirement in way)

    def bounds_of(self, measure: Measure) -> Bounds:
        """The numbers between which the rule keeps a measure in every deck, seat or set; no bounds if they depend on anything."""
        if self.when or len(self.ways) != 1 or len(self.ways[0]) != 1:
            return NO_BOUNDS
        counted, limits = self.requirement.counted, self.requirement.limits
        is_plain = counted == Count(counted.over, self.zones, measure, of_zones=self.zones)
        return limits.bounds if is_plain and limits.are_fixed else NO_BOUNDS

    def holds_on(self, day: date) -> bool:
        """Whether the rule is in force on a day."""
        return self.since <= day <= self.until


# Reading rules of a validated `game.yaml`.

COUNT_KEYS = ("over", "zone", "measure", "of", "of_zone", "same", "free", "per")
"""The keys of a rule that its ways take over unless they have their own."""


def written_ways(entry: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], Mapping[str, Any]]]:
    """Yield the requirements in `any` and `all` of a rule as written, each with its path in the rule."""
    for number, way in enumerate(entry.get("any", ())):
        if isinstance(way, list):
            yield from ((("any", number, place), requirement) for place, requirement in enumerate(way))
        else:
            yield ("any", number), way
    yield from ((("all", number), requirement) for number, requirement in enumerate(entry.get("all", ())))


class RuleReader:
    """Reads rules, and keeps the tests of cards in `tests`.

    `zones` are those that conditions look at unless they name others: all of the format, or () for any.
    """

    def __init__(self, matcher: Matcher, zones: Sequence[str] = ()) -> None:
        self._matcher = matcher
        self._zones = tuple(zones)
        self._mentioned: set[str] = set()

    def rule(self, entry: Mapping[str, Any], format_name: str = "") -> Rule:
        """Read one rule; `format_name` is the format that writes it."""
        with self._mentions() as names:
            rule = Rule(
                id=entry["id"],
                over=self._test(entry, "over"),
                zones=names_in(entry.get("zone", MAIN)),
                ways=tuple(self._ways(entry)),
                replaces=tuple(entry.get("replaces", ())),
                when=self.conditions(entry),
                severity=entry.get("severity", "error"),
                since=first_day(entry),
                until=last_day(entry),
                cite=entry.get("cite", ""),
                format=format_name,
            )
        return rule._replace(references=frozenset(names - {THIS}))

    def _ways(self, entry: Mapping[str, Any]) -> Iterator[tuple[Requirement, ...]]:
        if "any" in entry or "all" in entry:
            defaults = {key: entry[key] for key in COUNT_KEYS if key in entry}
            for way in entry.get("any") or [entry["all"]]:
                written = way if isinstance(way, list) else [way]
                yield tuple(self._requirement({**defaults, **requirement}) for requirement in written)
        elif "measure" in entry or "options" in entry:
            yield (self._requirement(entry),)

    def _requirement(self, entry: Mapping[str, Any]) -> Requirement:
        return Requirement(
            counted=self._count(entry, names_in(entry.get("zone", MAIN))),
            limits=self._limits(entry),
            options=tuple(self._option(option) for option in entry.get("options", ())),
        )

    def _count(self, entry: Mapping[str, Any], zones: tuple[str, ...]) -> Count:
        measure = entry.get("measure", CARDS.id)
        addends = tuple(map(self._addend, measure)) if isinstance(measure, list) else ()
        written = written_measure(measure, MEASURES)
        return Count(
            over=self._test(entry, "over"),
            zones=zones,
            measure=MEASURES[written.id],
            arguments=written.arguments,
            addends=addends,
            of=self._test(entry, "of"),
            of_zones=names_in(entry["of_zone"]) if "of_zone" in entry else zones,
            same=tuple(entry.get("same", ())),
            free=tuple(self._free(free) for free in entry.get("free", ())),
            per=names_in(entry.get("per", ())),
            in_box=entry.get("box", False),
        )

    def _addend(self, entry: Mapping[str, Any]) -> Addend:
        return Addend(names_in(entry["sum"]), self._test(entry, "over"))

    def _test(self, entry: Mapping[str, Any], key: str) -> CardTest | None:
        if key not in entry:
            return None
        test = self._matcher(entry[key])
        self._mentioned.update(test.mentions)
        return test

    def _free(self, entry: Mapping[str, Any]) -> Free:
        with self._mentions() as names:
            free = Free(
                self._test(entry, "over"), entry.get("copies"), entry.get("cards"), self.conditions(entry)
            )
        return free._replace(references=frozenset(names - {THIS}))

    def _option(self, entry: Mapping[str, Any]) -> Option:
        with self._mentions() as names:
            option = Option(self._test(entry, "over"), self._bound(entry.get("max")), self.conditions(entry))
        return option._replace(references=frozenset(names - {THIS}))

    @contextmanager
    def _mentions(self) -> Iterator[set[str]]:
        """Collect the references that a part of a rule mentions, apart from those of the rule itself."""
        outside, self._mentioned = self._mentioned, set()
        try:
            yield self._mentioned
        finally:
            self._mentioned = outside

    def conditions(self, entry: Mapping[str, Any]) -> tuple[Requirement, ...]:
        """Read `when`: a query, a count with bounds, or a list of both; by default, one card is enough."""
        return self._all_of(entry.get("when", []))

    def _all_of(self, written: Any) -> tuple[Requirement, ...]:
        return tuple(map(self.condition, written if isinstance(written, list) else [written]))

    def condition(self, written: str | Mapping[str, Any]) -> Requirement:
        """Read one condition, or a reference card, which is written in the same way."""
        entry = {"over": written} if isinstance(written, str) else written
        if "any" in entry:
            return Requirement(Count(), any=tuple(map(self._all_of, entry["any"])))
        if "min" not in entry and "max" not in entry:
            entry = {**entry, "min": 1}
        return Requirement(self._elsewhere(entry), self._limits(entry))

    def _elsewhere(self, entry: Mapping[str, Any]) -> Count:
        """Read a count of cards in zones that it names, or in all."""
        return self._count(entry, names_in(entry["zones"]) if "zones" in entry else self._zones)

    def _limits(self, entry: Mapping[str, Any]) -> Limits:
        return Limits(
            bounds=self._bounds(entry),
            per_player=entry.get("per_player", False),
            by_players=self._table(entry.get("by_players", {})),
            by_cards=self._table(entry.get("by_cards", {})),
        )

    def _table(self, entries: Mapping[str, Any]) -> dict[int, Bounds]:
        return {int(number): self._bounds(entry) for number, entry in entries.items()}

    def _bounds(self, entry: Mapping[str, Any]) -> Bounds:
        return Bounds(self._bound(entry.get("min")), self._bound(entry.get("max")))

    def _bound(self, written: Any) -> Bound:
        if written is None or isinstance(written, int | float | str):
            return written
        return self._terms(written)

    def _terms(self, written: Any) -> tuple[Term, ...]:
        return tuple(map(self._term, written if isinstance(written, list) else [written]))

    def _term(self, written: float | Mapping[str, Any]) -> Term:
        if not isinstance(written, Mapping):
            return Term(exact(written))
        self._mentioned.add(written.get("of", THIS))
        return Term(
            number=exact(written.get("number", 0)),
            field=written.get("field", ""),
            of=written.get("of", THIS),
            counted=self._elsewhere(written["count"]) if "count" in written else None,
            share=exact(written["share"]) if "share" in written else None,
            every=exact(written.get("every", 0)),
            is_rounded_up=written.get("round") == "up",
            times=exact(written.get("times", 1)),
            min=self._terms(written.get("min", [])),
            max=self._terms(written.get("max", [])),
            when=self.conditions(written),
        )


def exact(written: float | str) -> int | Fraction:
    """The exact number that is written as 2, 0.1, `1/3` or `40%`."""
    if isinstance(written, int):
        return written
    from fractions import Fraction  # takes 5 ms to import, and few rules have a fraction

    text = str(written)
    return Fraction(text[:-1]) / 100 if text.endswith("%") else Fraction(text)


def first_day(entry: Mapping[str, Any]) -> date:
    """The day from which something is in force."""
    return date.fromisoformat(entry["since"]) if "since" in entry else date.min


def last_day(entry: Mapping[str, Any]) -> date:
    """The day until which something is in force."""
    return date.fromisoformat(entry["until"]) if "until" in entry else date.max


def names_in(written: str | Sequence[str]) -> tuple[str, ...]:
    """The names in a value that is one, such as a zone, or a list of them."""
    return (written,) if isinstance(written, str) else tuple(written)


def matcher_of(game: Game) -> Matcher:
    """The matcher for a game's queries, each of which was compiled when the game was loaded."""
    return lambda text: CardTest(load_query(game.queries[text]))


# The number of cards of a sort in the game box, if a rulebook states that instead of the copies of each card.


class Total(NamedTuple):
    """The cards that `query` finds are `copies` in the box, every copy one."""

    number: int
    query: str
    of: CardTest
    copies: int
    cite: str


def totals_of(game: Game, matcher: Matcher) -> list[Total]:
    """Totals that a game declares, numbered from 0."""
    declared = game.definition.get("totals", ())
    return [
        Total(number, entry["of"], matcher(entry["of"]), entry["copies"], entry.get("cite", ""))
        for number, entry in enumerate(declared)
    ]


def copies_in(total: Total, cards: Iterable[Card]) -> int:
    """Number of copies, among some cards, of those that a total is about."""
    return sum(card.copies for card in cards if total.of(card))
