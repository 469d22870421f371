"""Decks near a deck, and the first legal one of them: remove what the findings of a check list, then fill what is missing."""

from __future__ import annotations

import itertools
from collections import defaultdict
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from deckwright.construction.evaluation import find_violations
from deckwright.files.decks import MOST_COPIES
from deckwright.model.card import DeckEntry
from deckwright.model.measures import COMPANIONS, COPIES, ZONES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.construction.deck_checker import FormatOnDay
    from deckwright.construction.evaluation import Breach, Contents, Violation
    from deckwright.model.card import Card

STEPS_EFFORT = 1_700
"""How many decks are checked until the first legal one is found; about a third of a millisecond each."""

MOST_TRIED = 8
"""Of how many changes the best one is chosen at each step."""


class Slot(NamedTuple):
    """A place of a deck: a zone and the number of a card."""

    zone: str
    card: int


Counts = dict[Slot, int]
"""Copies in each slot of a deck that has any."""

Edits = dict[Slot, int]
"""Copies added to slots, or removed if below 0."""


class NearbyDecks:
    """All decks that one deck can become. `cards` are those of the game, of which any can be added, and those of the deck's entries with facts."""

    def __init__(
        self,
        rules_on_day: FormatOnDay,
        players: int | None,
        entries: Sequence[DeckEntry],
        names: Sequence[str],
    ) -> None:
        """Look at a deck with these entries; `names` are the cards of the game, in their order."""
        self.rules_on_day = rules_on_day
        self.players = players
        self.entries = entries
        pool = rules_on_day.pool
        self.cards = pool.look_up(names)
        self.addable = len(self.cards)
        self._entries = [DeckEntry(card.id, 1) for card in self.cards]
        numbers = {id(card): number for number, card in enumerate(self.cards)}
        self.slots: list[Slot] = []
        for entry in entries:
            card = pool.card(entry)
            if id(card) not in numbers:
                numbers[id(card)] = len(self.cards)
                self.cards.append(card)
                self._entries.append(entry)
            self.slots.append(Slot(entry.zone, numbers[id(card)]))
        self.start: Counts = defaultdict(int)
        for slot, entry in zip(self.slots, entries, strict=True):
            self.start[slot] += entry.copies
        ids = {card.id: number for number, card in enumerate(self.cards[: self.addable])}
        own = [ids[entry.card] for entry in entries]
        self.order = [*dict.fromkeys((*own, *range(self.addable)))]
        """The cards of the game, those of the deck first."""

    def counts(self, edits: Mapping[Slot, int]) -> Counts:
        """The copies of the deck with some edits."""
        counts = {**self.start}
        for slot, copies in edits.items():
            counts[slot] = counts.get(slot, 0) + copies
        return {slot: copies for slot, copies in counts.items() if copies}

    def contents(self, edits: Mapping[Slot, int]) -> Contents:
        """The deck with some edits, as rules look at it."""
        return self.rules_on_day.contents(
            self._entries[slot.card]._replace(copies=copies, zone=slot.zone)
            for slot, copies in self.counts(edits).items()
        )

    def violations(self, contents: Contents) -> list[Violation]:
        """What makes a deck illegal."""
        violations = find_violations(self.rules_on_day.rules, contents, self.players)
        return [violation for violation in violations if violation.rule.severity == "error"]

    def edited(self, edits: Mapping[Slot, int]) -> Iterator[DeckEntry]:
        """Yield the entries of the deck with some edits: copies are removed from the last ones, and new entries follow."""
        remaining = dict(edits)
        copies = [entry.copies for entry in self.entries]
        for number, slot in reversed([*enumerate(self.slots)]):
            step = max(remaining.get(slot, 0), -copies[number])
            copies[number] += step
            remaining[slot] = remaining.get(slot, 0) - step
        for entry, number in zip(self.entries, copies, strict=True):
            if number:
                yield entry._replace(copies=number, where=None)
        zones = self.rules_on_day.format.zones
        for slot in sorted(remaining, key=lambda slot: (zones.index(slot.zone), slot.card)):
            if remaining[slot]:
                yield DeckEntry(self.cards[slot.card].id, remaining[slot], slot.zone)


def distance(edits: Mapping[Slot, int]) -> int:
    """How many copies edits remove and add."""
    return sum(map(abs, edits.values()))


class FindingsFollower:
    """Makes a deck legal step by step, as its findings say; what was added and then removed is not added again."""

    def __init__(self, decks: NearbyDecks, effort: int = STEPS_EFFORT) -> None:
        """At most `effort` decks are checked."""
        self._decks = decks
        self._effort = effort
        self._beside = frozenset(decks.rules_on_day.format.beside)
        self._surplus: dict[Slot, float] = {}
        """Slots to which a copy more cannot be added without another to remove, and how many there are too many then."""
        self._closed: set[Slot] = set()
        """Slots from which an added copy was removed again."""

    def legal_edits(self) -> Edits | None:
        """Edits that make the deck legal, each of which is needed; None if no step follows."""
        edits: Edits = {}
        while True:
            contents = self._decks.contents(edits)
            violations = self._check(contents)
            if not violations:
                return self._needed(edits)
            step = self._step(edits, violations, contents)
            if step is None or self._effort <= 0:
                return None
            edits = step

    def _check(self, contents: Contents) -> list[Violation]:
        self._effort -= 1
        return self._decks.violations(contents)

    def _step(self, edits: Edits, violations: Sequence[Violation], contents: Contents) -> Edits | None:
        """The edits with the change that leaves the least wrong, of those that the findings ask for.

        A missing leader comes first, as rules read what others it allows; then what is too many goes.
        """
        breaches = [breach for violation in violations for breach in violation.breaches]
        enough = _wrong(violations) - len(breaches)
        if (leaders := self._leaders(breaches, edits, contents)) and (
            best := self._best(edits, leaders, inf)
        ):
            return best
        surplus = next((breach for breach in breaches if breach.excess > 0), None)
        if surplus:
            fewer = self._best(edits, self._removals(surplus, edits), _surplus(violations))
            if fewer is not None:
                self._closed |= {
                    slot for slot, copies in edits.items() if copies > max(0, fewer.get(slot, 0))
                }
            return fewer
        choices = [[*self._additions(breach, edits, contents)] for breach in breaches]
        slots = min(choices, key=len)
        without = self._lonely(breaches[choices.index(slots)], edits)
        additions = ((slot, 1) for slot in slots if slot not in self._surplus)
        if best := self._best(edits, itertools.chain(without, additions), 0, enough):
            return best
        slots.sort(key=lambda slot: self._surplus.get(slot, inf))
        return self._best(edits, ((slot, 1) for slot in slots), inf, enough)

    def _leaders(
        self, breaches: Iterable[Breach], edits: Edits, contents: Contents
    ) -> list[tuple[Slot, int]]:
        """Additions that give the deck a reference card that it lacks, where a finding asks for one."""
        wanted = {
            id(card)
            for name, cards in contents.references.items()
            for card in (() if cards else self._candidates[name])
        }
        return [
            (slot, 1)
            for breach in (breaches if wanted else ())
            if breach.excess < 0
            for slot in self._additions(breach, edits, contents)
            if id(self._decks.cards[slot.card]) in wanted
        ]

    @cached_property
    def _candidates(self) -> Mapping[str, Sequence[Card]]:
        """The cards that each reference can be."""
        rules = self._decks.rules_on_day
        found = {
            name: rules.pool.finds(condition.counted.over, {}) if condition.counted.over else None
            for name, condition in rules.format.references.items()
        }
        cards = self._decks.cards
        return {
            name: [card for card in cards if is_found is None or is_found[id(card)]]
            for name, is_found in found.items()
        }

    def _best(
        self, edits: Edits, steps: Iterable[tuple[Slot, int]], surplus: float, enough: float = -inf
    ) -> Edits | None:
        """The edits with the best of some steps, or with the first that leaves no more wrong than is `enough`."""
        best: tuple[float, Edits] | None = None
        tried = 0
        for slot, copies in steps:
            if self._effort <= 0 or tried == MOST_TRIED:
                break
            child = _with_step(edits, slot, copies)
            after = self._check(self._decks.contents(child))
            if copies > 0 and _surplus(after) > surplus:
                self._surplus[slot] = _surplus(after)
                continue
            tried += 1
            wrong = _wrong(after)
            if best is None or wrong < best[0]:
                best = wrong, child
            if wrong <= enough:
                break
        return best and best[1]

    def _lonely(self, breach: Breach, edits: Edits) -> Iterator[tuple[Slot, int]]:
        """Yield all copies of a card that lacks companions."""
        if breach.requirement.counted.measure is COMPANIONS:
            yield from self._listed(breach, edits, MOST_COPIES)

    def _removals(self, breach: Breach, edits: Edits) -> list[tuple[Slot, int]]:
        """Copies of the cards that a finding lists, of the last entries first: those of the deck, or else those that were added."""
        listed = [*self._listed(breach, edits, -int(-breach.excess // 1))]
        return [removal for removal in listed if edits.get(removal[0], 0) <= 0] or listed

    def _listed(self, breach: Breach, edits: Edits, excess: int) -> Iterator[tuple[Slot, int]]:
        counted = {id(contribution.card) for contribution in breach.contributions}
        count = breach.requirement.counted
        listed = {id(card): copies for card, copies in breach.cards}
        for slot, copies in reversed(self._decks.counts(edits).items()):
            card = self._decks.cards[slot.card]
            if (
                id(card) in counted
                and slot.zone not in self._beside
                and (slot.zone in count.zones or not count.zones)
            ):
                yield slot, -min(copies, listed[id(card)], excess, max(0, edits.get(slot, 0)) or copies)

    def _additions(self, breach: Breach, edits: Edits, contents: Contents) -> Iterator[Slot]:
        """Yield cards that a finding asks for: those of the deck first, then those of the game."""
        count = breach.requirement.counted
        test, zones = count.over, count.zones
        if count.measure is COMPANIONS:
            test, zones = count.of, count.of_zones
        this = breach.cards[0][0] if breach.cards else None
        is_found = contents.finds(test, this) if test else None
        ids = {card.id for card, _ in breach.cards}
        only_these = count.measure in (COPIES, ZONES) and not count.same
        for zone in zones or self._decks.rules_on_day.format.zones:
            for number in self._decks.order if zone not in self._beside else ():
                slot, card = Slot(zone, number), self._decks.cards[number]
                if (
                    0 <= edits.get(slot, 0) < MOST_COPIES
                    and slot not in self._closed
                    and (is_found is None or is_found[id(card)])
                    and (not only_these or card.id in ids)
                ):
                    yield slot

    def _needed(self, edits: Edits) -> Edits:
        """Undo edits, one or two at a time, as long as the deck stays legal."""
        for number in (1, 2):
            units = [
                (slot, -1 if copies > 0 else 1) for slot, copies in edits.items() for _ in range(abs(copies))
            ]
            for undone in dict.fromkeys(itertools.combinations(units, number)):
                if self._effort <= 0:
                    return edits
                fewer = edits
                for slot, step in undone:
                    fewer = _with_step(fewer, slot, step)
                if not self._check(self._decks.contents(fewer)):
                    return self._needed(fewer)
        return edits


def _with_step(edits: Edits, slot: Slot, step: int) -> Edits:
    after = {**edits, slot: edits.get(slot, 0) + step}
    return {slot: copies for slot, copies in after.items() if copies}


def _wrong(violations: Iterable[Violation]) -> float:
    """By how much a deck violates rules in all."""
    return sum(max(1, abs(breach.excess)) for violation in violations for breach in violation.breaches)


def _surplus(violations: Iterable[Violation]) -> float:
    return sum(max(0, breach.excess) for violation in violations for breach in violation.breaches)
