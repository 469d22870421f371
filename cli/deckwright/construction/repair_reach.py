"""Which cards matter for a violated rule: those of which one must be removed or added for it to be followed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.model.measures import (
    COMPANIONS,
    COPIES,
    HIGHEST,
    LOWEST,
    SPAN,
    SUM,
    ZONES,
    read_number,
    sameness,
)
from deckwright.model.query.tree import THIS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckwright.construction.check import FormatOnDay
    from deckwright.construction.evaluation import Breach, Contents, Violation
    from deckwright.construction.repair_limits import Slots
    from deckwright.model.measures import Copies
    from deckwright.model.rule import CardTest, Count, Requirement


class Touched(NamedTuple):
    """Slots of which one must lose a copy, or gain one, for a rule to be followed; `counted` are those that it counts."""

    removable: int = 0
    addable: int = 0
    counted: int = 0


class Reach:
    """Finds the slots that matter for the rules of a format.

    All changes that make a deck legal include one in these slots: without any, the rule would count the same as before.
    """

    def __init__(self, held: FormatOnDay, slots: Slots) -> None:
        self._held = held
        self._slots = slots

    def found(self, counted: Count) -> int:
        """The slots of the cards that a count finds without looking at a deck."""
        found = self._held.pool.found(counted.over, {}) if counted.over else None
        return self._slots.in_zones(
            counted.zones, (lambda card: found[id(card)]) if found is not None else None
        )

    def touched_by(self, violation: Violation, contents: Contents) -> Touched:
        """Slots of which one must change for a violated rule to be followed, or no longer to apply."""
        rule, first = violation.rule, violation.first
        others = [one for one in self._held.rules if rule.id in one.replaces]
        both = self._conditions(contents, [when for one in (rule, *others) for when in one.when])
        both |= self.references(name for one in (rule, *others) for name in one.references)
        removable = addable = both
        all_counted = 0
        requirements = (
            [first.requirement] if len(rule.ways) == 1 else [one for way in rule.ways for one in way]
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
            group = {sameness(card, names) if names else card.id for card, _ in breach.cards}
            counted &= self._slots.in_zones(
                count.zones, lambda card: (sameness(card, names) if names else card.id) in group
            )
            return counted, counted if breach.excess < 0 else 0
        if count.measure is COMPANIONS:
            beside = self._matched(contents, count.of, count.of_zones)
            return (counted, beside) if breach.excess < 0 else (counted | beside, 0)
        if (
            (count.per and breach.excess < 0)
            or count.measure in (HIGHEST, LOWEST, SPAN)
            or (count.measure is SUM and self._has_negative(count))
        ):
            return counted, counted
        return (0, counted) if breach.excess < 0 else (counted, 0)

    def _has_negative(self, count: Count) -> bool:
        return any(read_number(card, name) < 0 for name in count.reads for card in self._slots.cards)

    def _read_beside(self, requirement: Requirement, contents: Contents, these: Copies) -> int:
        """The slots that a requirement reads besides those that it counts: for its bounds, options and free copies."""
        limits, counted = requirement.limits, requirement.counted
        found = self._slots.in_zones(counted.zones) if limits.by_cards else 0
        bounds = [bound for pair in limits.all for bound in pair]
        bounds += [one.max for one in requirement.options]
        for term in [term for bound in bounds if isinstance(bound, tuple) for term in bound]:
            found |= self._conditions(contents, term.when)
            if term.share is not None:
                found |= self._slots.in_zones(counted.zones)
            if term.counted:
                found |= self._matched(contents, term.counted.over, term.counted.zones, these)
                found |= self._free(term.counted, contents)
        for option in requirement.options:
            found |= self._conditions(contents, option.when) | self.references(option.references)
        return found | self._free(counted, contents)

    def _free(self, counted: Count, contents: Contents) -> int:
        found = self.references(name for free in counted.free for name in free.references)
        return found | self._conditions(contents, [when for free in counted.free for when in free.when])

    def references(self, names: Iterable[str]) -> int:
        """The slots of the cards that can be some reference cards."""
        found = 0
        for name in names:
            found |= self.found(self._held.format.references[name].counted)
        return found

    def _conditions(self, contents: Contents, conditions: Iterable[Requirement]) -> int:
        found = 0
        for one in conditions:
            found |= self._counted(one, contents) | self._read_beside(one, contents, ())
        return found

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
        return self._slots.in_zones(zones, lambda card: any(found[id(card)] for found in tests))
