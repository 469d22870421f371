"""The legal deck that is nearest to a deck: the one with the fewest copies removed and added.

The search is A* over decks, one copy removed or added at a time. In each deck that is not legal, one violated rule is
chosen: some change that touches this rule is part of every repair, so only these are tried, and of cards that the rules treat
alike only one. What plain limits still require, at least, is the distance that remains. Cards on which reference cards and
conditions depend are changed first; then they are settled, and more rules are plain limits.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from heapq import heappop, heappush
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from deckwright.construction.alike import Likeness, parts_of
from deckwright.construction.check import DeckChecker, Verdict, choose_players
from deckwright.construction.evaluation import find_violations
from deckwright.construction.repair_limits import DeckLimits, LimitReader, Settled, Slots
from deckwright.files.decks import MOST_COPIES
from deckwright.model.card import DeckEntry
from deckwright.model.measures import (
    COMPANIONS,
    COPIES,
    ZONES,
    read_number,
    sameness,
)
from deckwright.model.query.matching import THIS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.construction.check import CheckContext, FormatOnDay
    from deckwright.construction.evaluation import Breach, Contents, Violation
    from deckwright.construction.repair_limits import Counts, Need
    from deckwright.model.card import Card, Deck
    from deckwright.model.game import Game
    from deckwright.model.measures import Copies
    from deckwright.model.rule import CardTest, Count, Requirement


EFFORT = 100_000
"""How many decks the search for the nearest one looks at; one that is held against all rules counts as 20."""

JUDGING, READING = 20, 200
"""What it counts to hold a deck against all rules, and to read the limits of a format for other settled cards."""

GREEDY_EFFORT = 60_000
"""How many decks the search for any legal deck looks at, counted in the same way."""

MOST_TRIED = 30
"""Of how many further decks that search looks at each step."""


class Change(NamedTuple):
    """Copies of a card that were added to a zone of a deck, or removed from it if `copies` is below 0."""

    card: str
    zone: str
    copies: int


class Repaired(NamedTuple):
    """Result of a repair: a legal deck and its changes, or the same deck if no legal one was found.

    `nearest` means that no legal deck has fewer changes. `verdict` is the check of `deck`.
    """

    deck: Deck
    changes: tuple[Change, ...]
    nearest: bool
    verdict: Verdict

    @property
    def legal(self) -> bool:
        """Whether the deck is legal."""
        return self.verdict.legal


def repair(
    deck: Deck, game: Game, cards: Mapping[str, Card], context: CheckContext, effort: int = EFFORT
) -> Repaired:
    """Find the legal deck with the fewest copies removed and added, for the format that a check would use.

    After `effort` decks, the search is for any legal deck instead, without changes that are not needed. The same deck has
    the same result on every computer.
    """
    checker = DeckChecker(game, cards, context)
    rules_on_day = checker.rules_for(deck)
    players = choose_players(deck, rules_on_day.format, context.players)
    entries = [entry for entry in deck.entries if entry.zone in rules_on_day.format.zones]
    search = _Search(rules_on_day, players, entries, [*cards])
    nearest_edits = search.nearest(effort)
    edits = search.any_legal(GREEDY_EFFORT) if nearest_edits is None else nearest_edits
    if edits is None:
        return Repaired(deck, (), nearest=False, verdict=checker.check(deck))
    changed = tuple(search.changed(entries, edits))
    result = deck._replace(
        format=rules_on_day.format.id, players=players, entries=changed, source="", locations={}
    )
    nearest = nearest_edits is not None or _distance(edits) <= search.least
    return Repaired(result, _changes(deck.entries, changed), nearest, checker.check(result))


def _changes(before: Iterable[DeckEntry], after: Iterable[DeckEntry]) -> tuple[Change, ...]:
    """What was removed and added in each zone; entries of one card with different facts are not told apart."""
    copies: dict[tuple[str, str, object], int] = defaultdict(int)
    for entries, sign in ((before, -1), (after, 1)):
        for entry in entries:
            copies[entry.zone, entry.card, entry.fields] += sign * entry.copies
    changes = [Change(card, zone, number) for (zone, card, _), number in copies.items() if number]
    return tuple(sorted(changes, key=lambda change: change.copies > 0))


# The search.

Edits = tuple[tuple[int, int], ...]
"""Copies added to slots, or removed if below 0, in order of the slots."""


class _Node(NamedTuple):
    """A deck on the way, by its edits. If it is settled, cards on which references and conditions depend are not changed."""

    edits: Edits
    is_settled: bool


class _Search:
    """The search for legal decks near one deck. `names` are the cards of the game, in their order."""

    def __init__(
        self,
        rules_on_day: FormatOnDay,
        players: int | None,
        entries: Sequence[DeckEntry],
        names: Sequence[str],
    ) -> None:
        self._rules_on_day = rules_on_day
        self._players = players
        cards = rules_on_day.pool.look_up(names)
        self._named = {card.id: card for card in cards}
        self._own = [*map(rules_on_day.pool.card, entries)]
        self._entries = {id(card): DeckEntry(card.id, 1) for card in cards}
        for card, entry in zip(self._own, entries, strict=True):
            self._entries.setdefault(id(card), entry)
        self._slots = Slots(
            rules_on_day.format.zones, [*{id(card): card for card in (*cards, *self._own)}.values()]
        )
        self._addable = self._slots.in_zones((), lambda card: not self._entries[id(card)].fields)
        own_first = {card.id: card for card in (*(self._named[of_deck.id] for of_deck in self._own), *cards)}
        zones = rules_on_day.format.zones
        self._order = [self._slots.slot(zone, card) for zone in zones for card in own_first.values()]
        self._start: Counts = {}
        for card, entry in zip(self._own, entries, strict=True):
            slot = self._slots.slot(entry.zone, card)
            self._start[slot] = self._start.get(slot, 0) + entry.copies
        self._likeness = Likeness(
            rules_on_day.rules, rules_on_day.format.references, rules_on_day.pool, self._slots.cards
        )
        self._reach = Reach(rules_on_day, self._slots)
        self._settling = self._find_settling()
        self._beside = self._slots.in_zones(rules_on_day.format.beside) if rules_on_day.format.beside else 0
        self._limits: dict[tuple[bool, Edits], DeckLimits] = {}
        self._effort = 0
        self.least = 0.0

    # Decks and what is known of them.

    def _counts(self, edits: Edits) -> Counts:
        counts = dict(self._start)
        for slot, copies in edits:
            remaining = counts.get(slot, 0) + copies
            if remaining:
                counts[slot] = remaining
            else:
                del counts[slot]
        return counts

    def _contents(self, counts: Counts) -> Contents:
        return self._rules_on_day.contents(
            self._entries[id(self._slots.card(slot))]._replace(copies=copies, zone=self._slots.zone(slot))
            for slot, copies in counts.items()
        )

    def _violations(self, contents: Contents) -> list[Violation]:
        self._effort += JUDGING
        violations = find_violations(self._rules_on_day.rules, contents, self._players)
        return [violation for violation in violations if violation.rule.severity == "error"]

    def _find_settling(self) -> Settled:
        """The slots of all reference cards, and of the few cards that conditions ask for."""
        references = self._rules_on_day.format.references
        parts = parts_of(self._rules_on_day.rules)
        few = max(1, len(self._slots.cards) // 8)
        settling = self._reach.references(references)
        conditions = set()
        for condition in parts.conditions:
            counted = condition.counted
            if counted.over and not counted.over.mentions and not counted.free and condition.limits.are_fixed:
                slots = self._reach.found(counted)
                if slots.bit_count() <= few * len(counted.zones or self._slots.zones):
                    settling |= slots
                    conditions.add(id(condition))
        return Settled(settling, frozenset(references), frozenset(conditions))

    def _limits_of(self, node: _Node) -> DeckLimits:
        """The limits of a deck, which are the same for all decks with the same settled cards."""
        fixed = self._beside | (self._settling.slots if node.is_settled else 0)
        key = node.is_settled, tuple(edit for edit in node.edits if fixed >> edit[0] & 1)
        if key not in self._limits:
            self._effort += READING
            contents = self._contents(self._counts(node.edits))
            settled = self._settling if node.is_settled else Settled()
            reader = LimitReader(self._slots, contents, self._players, settled)
            self._limits[key] = DeckLimits([*reader.limits(self._rules_on_day.rules)], self._addable, fixed)
        return self._limits[key]

    # The search for the nearest legal deck.

    def nearest(self, effort: int) -> Edits | None:
        """Find the fewest edits that make the deck legal; None if none were found with this effort.

        `least` is then how many are needed at least.
        """
        serial = itertools.count()
        heap: list[tuple[float, int, int, _Node]] = []
        seen: set[_Node] = set()

        def push(node: _Node, least: float) -> None:
            seen.add(node)
            heappush(heap, (least, -_distance(node.edits), next(serial), node))

        push(_Node((), not self._settling.slots), 0)
        while heap and self._effort < effort:
            self.least, _, _, node = heappop(heap)
            limits = self._limits_of(node)
            counts = self._counts(node.edits)
            if node.is_settled:
                assessment = limits.assess(counts, node.edits)
                if (least := _distance(node.edits) + assessment.least) > self.least:
                    if least < inf:
                        push(node, least)
                    continue
                touched = self._touched(counts, assessment.needs, limits)
                if touched is None:
                    return node.edits
            else:
                push(_Node(node.edits, True), self.least)
                touched = Touched(self._settling.slots, self._settling.slots)
            for edits in self._edited(touched, node.edits, counts, limits):
                child = _Node(edits, node.is_settled)
                if child not in seen:
                    self._effort += 1
                    least = _distance(edits) + limits.assess(self._counts(edits), edits).least
                    if least < inf:
                        push(child, max(self.least, least))
        return None

    def _touched(self, counts: Counts, needs: Sequence[Need], limits: DeckLimits) -> Touched | None:
        """Slots of which one must change: those of the rule for which there are fewest; None if the deck is legal."""
        if needs:
            choices = [
                Touched(need.slots * (need.removed > 0), need.slots * (need.added > 0)) for need in needs
            ]
        else:
            contents = self._contents(counts)
            choices = [
                self._reach.touched_by(violation, contents) for violation in self._violations(contents)
            ]
        slots_in_deck = 0
        for slot in counts:
            slots_in_deck |= 1 << slot
        return min(
            choices,
            key=lambda choice: (
                (choice.removable & slots_in_deck & limits.changeable.removable).bit_count()
                + (choice.addable & limits.changeable.addable).bit_count()
            ),
            default=None,
        )

    def _edited(self, touched: Touched, edits: Edits, counts: Counts, limits: DeckLimits) -> Iterator[Edits]:
        """Yield the edits with one more, of each that rules do not tell apart the first; none undoes another."""
        done = dict(edits)
        likeness = self._likeness_in(counts)
        seen: set[object] = set()
        removable = touched.removable & limits.changeable.removable
        for slot in reversed([slot for slot in counts if removable >> slot & 1 and done.get(slot, 0) <= 0]):
            key = self._slots.zone(slot), self._likeness.sort_of(self._slots.card(slot)), likeness(slot)
            if key not in seen:
                seen.add(key)
                yield _with_step(done, slot, -1)
        addable = touched.addable & limits.changeable.addable
        seen.clear()
        for slot in self._order:
            if addable >> slot & 1 and done.get(slot, 0) >= 0 and counts.get(slot, 0) < MOST_COPIES:
                key = self._slots.zone(slot), 0, likeness(slot)
                if key not in seen:
                    seen.add(key)
                    yield _with_step(done, slot, 1)

    def _likeness_in(self, counts: Counts) -> Callable[[int], object]:
        """What rules can tell apart in the cards of slots, and in the copies that a deck has of them."""
        copies_of: dict[str, list[tuple[str, int, int]]] = defaultdict(list)
        for slot, copies in counts.items():
            card = self._slots.card(slot)
            copies_of[card.id].append((self._slots.zone(slot), self._likeness.sort_of(card), copies))

        def likeness(slot: int) -> object:
            card = self._named[self._slots.card(slot).id]
            return self._likeness.sort_of(card), *sorted(copies_of.get(card.id, ()))

        return likeness

    # The search for any legal deck.

    def any_legal(self, effort: int) -> Edits | None:
        """Find edits that make the deck legal, each of which is needed; None if none were found with this effort."""
        self._effort = 0
        serial = itertools.count()
        heap: list[tuple[float, int, int, Edits]] = [(inf, 0, next(serial), ())]
        seen: set[Edits] = set()
        limits = self._limits_of(_Node((), is_settled=False))
        while heap and self._effort < effort:
            wrong, _, _, edits = heappop(heap)
            if not wrong:
                return self._needed(edits)
            counts = self._counts(edits)
            touched = self._touched(counts, (), limits)
            if touched is None:
                return self._needed(edits)
            children = [child for child in self._edited(touched, edits, counts, limits) if child not in seen]
            children.sort(key=lambda child: self._promise(child, edits, touched, limits))
            for child in children[:MOST_TRIED]:
                seen.add(child)
                heappush(heap, (self._wrong(child), _distance(child), next(serial), child))
        return None

    def _promise(
        self, child: Edits, edits: Edits, touched: Touched, limits: DeckLimits
    ) -> tuple[float, bool]:
        """How near a deck seems to be to a legal one, the least first: what limits require, and whether it changes what is counted."""
        [(slot, _)] = dict(child).items() - dict(edits).items() or dict(edits).items() - dict(child).items()
        least = limits.assess(self._counts(child), child).least
        return least, not touched.counted >> slot & 1

    def _wrong(self, edits: Edits) -> float:
        """By how much a deck violates rules in all; 0 if it is legal."""
        violations = self._violations(self._contents(self._counts(edits)))
        return sum(max(1, abs(breach.excess)) for violation in violations for breach in violation.breaches)

    def _needed(self, edits: Edits) -> Edits:
        """Undo edits, one or two at a time, as long as the deck stays legal."""
        for number in (1, 2):
            units = [(slot, -1 if copies > 0 else 1) for slot, copies in edits for _ in range(abs(copies))]
            for undone in dict.fromkeys(itertools.combinations(units, number)):
                fewer = dict(edits)
                for slot, step in undone:
                    fewer[slot] += step
                remaining = tuple((slot, copies) for slot, copies in fewer.items() if copies)
                if not self._wrong(remaining):
                    return self._needed(remaining)
        return edits

    # The repaired deck.

    def changed(self, entries: Sequence[DeckEntry], edits: Edits) -> Iterator[DeckEntry]:
        """Yield the entries of the deck with some edits: copies are removed from the last ones, and new entries follow."""
        remaining = dict(edits)
        copies = [entry.copies for entry in entries]
        slots = [self._slots.slot(entry.zone, card) for entry, card in zip(entries, self._own, strict=True)]
        for number, slot in reversed([*enumerate(slots)]):
            step = max(remaining.get(slot, 0), -copies[number])
            copies[number] += step
            remaining[slot] = remaining.get(slot, 0) - step
        for entry, number in zip(entries, copies, strict=True):
            if number:
                yield entry._replace(copies=number, where=None)
        for slot, number in remaining.items():
            if number:
                card = self._slots.card(slot)
                yield DeckEntry(card.id, number, self._slots.zone(slot))


def _distance(edits: Edits) -> int:
    return sum(abs(copies) for _, copies in edits)


def _with_step(edits: Mapping[int, int], slot: int, step: int) -> Edits:
    return tuple(sorted({**edits, slot: edits.get(slot, 0) + step}.items()))


class Touched(NamedTuple):
    """Slots of which one must lose a copy, or gain one, for a rule to be followed; `counted` are those that it counts."""

    removable: int = 0
    addable: int = 0
    counted: int = 0


class Reach:
    """Finds the slots that matter for the rules of a format.

    All changes that make a deck legal include one in these slots: without any, the rule would count the same as before.
    """

    def __init__(self, rules_on_day: FormatOnDay, slots: Slots) -> None:
        self._rules_on_day = rules_on_day
        self._slots = slots

    def found(self, counted: Count) -> int:
        """The slots of the cards that a count finds without looking at a deck."""
        is_found = self._rules_on_day.pool.found(counted.over, {}) if counted.over else None
        return self._slots.in_zones(
            counted.zones, (lambda card: is_found[id(card)]) if is_found is not None else None
        )

    def touched_by(self, violation: Violation, contents: Contents) -> Touched:
        """Slots of which one must change for a violated rule to be followed, or no longer to apply."""
        rule, first = violation.rule, violation.first
        others = [other for other in self._rules_on_day.rules if rule.id in other.replaces]
        both = self._conditions(contents, [when for involved in (rule, *others) for when in involved.when])
        both |= self.references(name for involved in (rule, *others) for name in involved.references)
        removable = addable = both
        all_counted = 0
        requirements = (
            [first.requirement]
            if len(rule.ways) == 1
            else [requirement for way in rule.ways for requirement in way]
        )
        for requirement in requirements:
            both = self._read_beside(requirement, contents, first.cards if len(rule.ways) == 1 else ())
            counted = self._counted(requirement, contents)
            out, into = counted, counted
            if len(rule.ways) == 1:
                out, into = self._directed(first, contents, counted)
            elif requirement.counted.measure is COMPANIONS:
                beside = self._matched(contents, requirement.counted.of, requirement.counted.of_zones)
                out, into = out | beside, into | beside
            removable |= both | out
            addable |= both | into
            all_counted |= out | into
        return Touched(removable, addable, all_counted)

    def _directed(self, breach: Breach, contents: Contents, counted: int) -> tuple[int, int]:
        """The counted slots that must lose a copy, and those that must gain one, for one requirement to be met."""
        count = breach.requirement.counted
        if breach.requirement.options:
            return counted, 0
        if count.measure in (COPIES, ZONES):
            names = count.same
            group = {sameness(card, names) for card, _ in breach.cards}
            counted &= self._slots.in_zones(count.zones, lambda card: sameness(card, names) in group)
            return counted, counted if breach.excess < 0 else 0
        if count.measure is COMPANIONS:
            beside = self._matched(contents, count.of, count.of_zones)
            return (counted, beside) if breach.excess < 0 else (counted | beside, 0)
        can_shrink = not count.measure.grows_with_cards or self._has_negative(count)
        if can_shrink or (count.per and breach.excess < 0):
            return counted, counted
        return (0, counted) if breach.excess < 0 else (counted, 0)

    def _has_negative(self, count: Count) -> bool:
        return any(read_number(card, name) < 0 for name in count.reads for card in self._slots.cards)

    def _read_beside(self, requirement: Requirement, contents: Contents, these: Copies) -> int:
        """The slots that a requirement reads besides those that it counts: for its bounds, options and free copies."""
        limits, counted = requirement.limits, requirement.counted
        slots = self._slots.in_zones(counted.zones) if limits.by_cards else 0
        bounds = [bound for pair in limits.all for bound in pair]
        bounds += [option.max for option in requirement.options]
        for term in [term for bound in bounds if isinstance(bound, tuple) for term in bound]:
            slots |= self._conditions(contents, term.when)
            if term.share is not None:
                slots |= self._slots.in_zones(counted.zones)
            if term.counted:
                slots |= self._matched(contents, term.counted.over, term.counted.zones, these)
                slots |= self._free(term.counted, contents)
        for option in requirement.options:
            slots |= self._conditions(contents, option.when) | self.references(option.references)
        return slots | self._free(counted, contents)

    def _free(self, counted: Count, contents: Contents) -> int:
        slots = self.references(name for free in counted.free for name in free.references)
        return slots | self._conditions(contents, [when for free in counted.free for when in free.when])

    def references(self, names: Iterable[str]) -> int:
        """The slots of the cards that can be some reference cards."""
        slots = 0
        for name in names:
            slots |= self.found(self._rules_on_day.format.references[name].counted)
        return slots

    def _conditions(self, contents: Contents, conditions: Iterable[Requirement]) -> int:
        slots = 0
        for condition in conditions:
            slots |= self._counted(condition, contents) | self._read_beside(condition, contents, ())
        return slots

    def _counted(self, requirement: Requirement, contents: Contents) -> int:
        return self._matched(contents, requirement.counted.over, requirement.counted.zones)

    def _matched(
        self, contents: Contents, test: CardTest | None, zones: tuple[str, ...], these: Copies = ()
    ) -> int:
        """The slots that a query finds in zones; `these` are the cards that it can mean by `this`, or any without them."""
        if test is None or (THIS in test.mentions and not these):
            return self._slots.in_zones(zones)
        cards = [card for card, _ in these] if THIS in test.mentions else [None]
        tests = [contents.found(test, card) for card in cards]
        return self._slots.in_zones(zones, lambda card: any(is_found[id(card)] for is_found in tests))
