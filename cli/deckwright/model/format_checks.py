"""Checks of what the rules of a format probably do not mean together: each finding is a warning.

Rules that cannot be followed or broken, references without cards, and conditions that miss decks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.messages import tr, trn
from deckwright.model.format import format_entry, read_format, with_lists
from deckwright.model.game import PathFinding, formats_in
from deckwright.model.measures import Selection, plain, read_number, read_values
from deckwright.model.query.matching import fields_in, names_today
from deckwright.model.rule import Limits, conditions_in, exact, matcher_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from deckwright.model.card import Card
    from deckwright.model.format import Format
    from deckwright.model.game import Game, Path, Section
    from deckwright.model.rule import CardTest, Count, Requirement, Rule


def check_formats(game: Game, cards: Collection[Card]) -> Iterator[PathFinding]:
    """Find rules and references of a game's formats that probably do not do what their author wants."""
    fields = game.definition.get("fields", {}).items()
    changing = frozenset(name for name, field in fields if field.get("in_decks"))
    unmet: dict[str, dict[tuple[str, str], Path]] = {}
    for path, entry in formats_in(game.definition):
        rules = read_format(game, str(path[-1]), matcher_of(game))
        listed = with_lists({card.id: card for card in cards}, rules.lists).values()
        pool = _Cards(listed, changing)
        cases = _cases(path, game.definition, rules, pool)
        own_cases = [case for case in cases if case.is_own]
        references = format_entry(game.definition, rules.id).get("references", {})
        unmet[rules.id] = {
            (name, message): (*path, "references", name)
            if name in entry.get("references", {})
            else (*path, "like")
            for name, message in _unmet_references(rules, references, cases, pool)
        }
        for case in own_cases:
            yield from _without_cards(case)
            yield from _beyond_reach(case)
        yield from _contradictions(cases, rules.references)
        if any("when" in case.entry for case in own_cases):
            yield from _escaped(cases)
    for path, entry in formats_in(game.definition):
        base = unmet.get(entry.get("like", ""), {})
        unmet_here = unmet[str(path[-1])].items()
        yield from (
            PathFinding(path_of_reference, reference[1])
            for reference, path_of_reference in unmet_here
            if path_of_reference[-2] == "references" or reference not in base
        )


class _Cards(NamedTuple):
    """The cards of a game, and the fields of them that deck entries can set."""

    all: Collection[Card]
    changing: frozenset[str]

    def found(self, test: CardTest | None) -> frozenset[str] | None:
        """The cards that a query finds; None if that depends on the deck or the day."""
        if test and (fields_in(test.query) & self.changing or names_today(test.query) or test.mentions):
            return None
        return frozenset(card.id for card in self.all if test is None or test(card))


@dataclass(frozen=True)
class _Case:
    """One rule of a format, as written and as read, with the cards of the game.

    `path` is that of the rule, or of `like` if the rule is another format's.
    """

    entry: Mapping[str, Any]
    path: Path
    rule: Rule
    cards: _Cards
    is_own: bool

    @cached_property
    def requirement(self) -> Requirement | None:
        """What it requires with one count of all its cards together; None for a rule with more, with options, or without limits."""
        way = self.rule.ways[0] if len(self.rule.ways) == 1 else ()
        return way[0] if len(way) == 1 and not way[0].options and not way[0].counted.per else None

    @cached_property
    def counted(self) -> frozenset[str] | None:
        """The cards that the rule counts; None if that depends on the deck."""
        return self.cards.found(self.rule.over)

    @cached_property
    def triggers(self) -> frozenset[str]:
        """The cards that make the rule apply; none if more than one such card is needed."""
        when = self.rule.when
        if len(when) != 1 or when[0].any:
            return frozenset()
        if when[0].limits.bounds != (1, None) or not when[0].counted.measure.counts_copies:
            return frozenset()
        return self.cards.found(when[0].counted.over) or frozenset()

    def bounds(self, side: int) -> list[float]:
        """The minimums (0) or maximums (1) that are numbers."""
        pairs = self.requirement.limits.all if self.requirement else ()
        bounds = (pair[side] for pair in pairs)
        return [bound for bound in bounds if isinstance(bound, int | float)]

    @property
    def has_minimum(self) -> bool:
        """Whether a minimum for the deck is written, even 0: one for each card requires nothing of a deck without cards."""
        pairs = self.requirement.limits.all if self.requirement else ()
        is_for_deck = self.requirement is not None and not self.requirement.counted.measure.per_card
        return is_for_deck and any(bounds.min is not None for bounds in pairs)

    @property
    def asks_for_cards(self) -> bool:
        """Whether a deck needs cards to follow the rule."""
        return self.has_minimum and any(bound > 0 for bound in self.bounds(0))

    def is_about_the_same(self, other: _Case) -> bool:
        """Whether both rules count the same cards in the same zones."""
        return {*self.rule.zones} == {*other.rule.zones} and self.counted == other.counted is not None


def _cases(path: Path, definition: Section, rules: Format, cards: _Cards) -> list[_Case]:
    """The written rules of a format, with those that it takes over."""
    entries = format_entry(definition, rules.id)["rules"]
    own_numbers = {
        rule["id"]: number for number, rule in enumerate(definition["formats"][rules.id].get("rules", ()))
    }
    read = rules.rules[len(rules.rules) - len(entries) :]
    return [
        _Case(
            entry,
            (*path, "rules", own_numbers[rule.id]) if rule.format == rules.id else (*path, "like"),
            rule,
            cards,
            rule.format == rules.id,
        )
        for entry, rule in zip(entries, read, strict=True)
    ]


# References that a deck may lack, or have several of.


def _unmet_references(
    rules: Format, entry: Section, cases: Sequence[_Case], cards: _Cards
) -> Iterator[tuple[str, str]]:
    """Yield the references that a deck may lack or have several of, each with a message; `entry` are the written references."""
    for name, condition in rules.references.items():
        reference = condition.counted
        candidates = cards.found(reference.over)
        if candidates is None:
            continue
        if not candidates:
            message = tr(
                "No card of this game can be the reference {name}: rules that use it never apply.", name=name
            )
            yield name, message
            continue
        always = [case for case in cases if not case.rule.when and case.rule.severity == "error"]
        is_optional, is_several = (
            isinstance(entry[name], Mapping) and entry[name].get(key) for key in ("optional", "several")
        )
        if not is_optional and not any(_ensures(case, candidates, {*reference.zones}) for case in always):
            message = tr(
                "No rule requires a card for the reference {name}. A deck without one is free of all rules that use it: "
                "add a rule with “min: 1” for these cards, or “optional: true” to the reference.",
                name=name,
            )
            yield name, message
        if not is_several and not any(_restricts(case, candidates, {*reference.zones}) for case in always):
            message = tr(
                "No rule limits the cards for the reference {name}. With several, a query matches what any of them has, "
                "and a bound is the strictest of theirs: add a rule with “max: 1” for these cards, or another maximum, "
                "or “several: true” to the reference.",
                name=name,
            )
            yield name, message


def _ensures(case: _Case, cards: frozenset[str], zones: set[str]) -> bool:
    """Whether every deck that follows the rule has one of the cards in one of the zones."""
    return bool(case.rule.ways) and all(
        any(_asks_for(requirement, case, cards, zones) for requirement in way) for way in case.rule.ways
    )


def _asks_for(requirement: Requirement, case: _Case, cards: frozenset[str], zones: set[str]) -> bool:
    counted = case.cards.found(requirement.counted.over)
    least = requirement.limits.bounds.min
    return (
        isinstance(least, int | float)
        and least > 0
        and _is_zero_without_cards(requirement.counted)
        and not requirement.counted.per
        and counted is not None
        and frozenset[str]() < counted <= cards
        and {*requirement.counted.zones} <= zones
    )


def _is_zero_without_cards(count: Count) -> bool:
    selection = Selection((), arguments=count.arguments)
    return [measurement.found for measurement in count.measure.measure(selection)] == [0]


def _restricts(case: _Case, cards: frozenset[str], zones: set[str]) -> bool:
    """Whether the rule sets a maximum for the cards, in each way to follow it."""
    return bool(case.rule.ways) and all(
        any(
            requirement.limits.bounds.max is not None
            and not (requirement.counted.measure.per_card or requirement.counted.per)
            and _counts_all(requirement, cards, case.cards)
            and zones <= {*requirement.counted.zones}
            for requirement in way
        )
        for way in case.rule.ways
    )


def _counts_all(requirement: Requirement, cards: frozenset[str], cards_of_game: _Cards) -> bool:
    counted = cards_of_game.found(requirement.counted.over)
    return counted is not None and cards <= counted


# Rules that no deck can break, or none can follow.


def _without_cards(case: _Case) -> Iterator[PathFinding]:
    """Find queries of a rule that match no card of the game."""
    for place, test in _tests(case.entry, case.rule):
        if case.cards.found(test) == frozenset():
            message = tr(
                "No card of this game matches this query, so this part of the rule {rule} has no effect.",
                rule=case.rule.id,
            )
            if place == ("over",) and case.asks_for_cards:
                message = tr(
                    "No card of this game matches this query, so no deck can follow the rule {rule}.",
                    rule=case.rule.id,
                )
            yield PathFinding((*case.path, *place), message)


def _tests(entry: Section, rule: Rule) -> Iterator[tuple[Path, CardTest]]:
    """Yield the queries that a rule itself has: what it counts, its conditions and options."""
    if rule.over:
        yield ("over",), rule.over
    when = entry.get("when", [])
    for number, condition in enumerate(rule.when):
        if condition.any:
            continue
        condition_path: Path = ("when", number) if isinstance(when, list) else ("when",)
        written = when[number] if isinstance(when, list) else when
        if condition.counted.over and condition.limits.bounds.max is None:
            yield (
                (condition_path if isinstance(written, str) else (*condition_path, "over")),
                condition.counted.over,
            )
    if rule.ways and "options" in entry:
        for number, option in enumerate(rule.requirement.options):
            if option.over:
                yield ("options", number, "over"), option.over


def _beyond_reach(case: _Case) -> Iterator[PathFinding]:
    """Find bounds that the cards of the game cannot reach, so that no deck follows or breaks the rule."""
    reach = _reach(case)
    if reach is None:
        return
    for key, side in (("min", 0), ("max", 1)):
        bound = case.entry.get(key)
        if not isinstance(bound, int | float):
            continue
        if side == 0 and bound > reach:
            message = tr(
                "No deck can follow the rule {rule}: with the cards of this game, it counts {reach} at most.",
                rule=case.rule.id,
                reach=reach,
            )
            yield PathFinding((*case.path, key), message)
        elif side == 1 and bound >= reach and "min" not in case.entry:
            message = tr(
                "No deck can break the rule {rule}: with the cards of this game, it counts {reach} at most.",
                rule=case.rule.id,
                reach=reach,
            )
            yield PathFinding((*case.path, key), message)


def _reach(case: _Case) -> float | None:
    """The greatest number that a rule can count, if the cards of the game limit it."""
    requirement = case.requirement
    if requirement is None or not case.counted or requirement.counted.addends:
        return None
    if case.cards.changing & {*requirement.counted.reads}:
        return None
    counted_cards = [card for card in case.cards.all if card.id in case.counted]
    return requirement.counted.measure.reach(counted_cards, requirement.counted.arguments)


def _contradictions(cases: Sequence[_Case], references: Mapping[str, Requirement]) -> Iterator[PathFinding]:
    """Find pairs of rules of which no deck can follow both, or none with a certain leader, or that meets a condition."""
    replaced = {name for case in cases for name in case.rule.replaces}
    plain = [
        case
        for case in cases
        if case.requirement
        and case.requirement.counted.measure.counts_copies
        and not case.requirement.counted.measure.per_card
        and not case.requirement.counted.free
        and case.rule.severity == "error"
        and case.rule.id not in replaced
        and case.counted is not None
    ]
    for case, other in product(plain, plain):
        is_needed = not other.rule.when or other.entry["when"] == case.entry.get("when")
        if case is other or not is_needed or not (case.is_own or other.is_own):
            continue
        for least, card in _minimums(case, references):
            if _exceeds(case, least, other):
                first = case if case.is_own else other
                message = _contradiction(case, least, card, other)
                yield PathFinding((*first.path, "min" if first is case else "max"), message)
                break


def _contradiction(case: _Case, least: float, card: str, other: _Case) -> str:
    parts = {"rule": case.rule.id, "other": other.rule.id, "most": other.bounds(1)[0], "card": card}
    if card:
        return trn(
            "No deck with {card} can follow both {rule} and {other}: {rule} requires {count} card, of which {other} allows {most}.",
            "No deck with {card} can follow both {rule} and {other}: {rule} requires {count} cards, of which {other} allows {most}.",
            least,
            **parts,
        )
    if case.rule.when:
        return trn(
            "No deck that meets the condition of {rule} can follow {other}: {rule} requires {count} card, of which {other} allows {most}.",
            "No deck that meets the condition of {rule} can follow {other}: {rule} requires {count} cards, of which {other} allows {most}.",
            least,
            **parts,
        )
    return trn(
        "No deck can follow both {rule} and {other}: {rule} requires {count} card, of which {other} allows {most}.",
        "No deck can follow both {rule} and {other}: {rule} requires {count} cards, of which {other} allows {most}.",
        least,
        **parts,
    )


def _minimums(case: _Case, references: Mapping[str, Requirement]) -> Iterator[tuple[float, str]]:
    """Yield the minimum of a rule, or those that it has with each card whose field it reads, with the card's id."""
    limits = case.requirement.limits if case.requirement else Limits()
    least = limits.bounds.min
    if limits.are_fixed and isinstance(least, int | float):
        yield least, ""
    if not isinstance(least, tuple) or limits.asks_players or limits.by_cards:
        return
    for term in least:
        is_field = len(least) == 1 and term.of in references and not (term.every or term.when or term.max)
        candidates = case.cards.found(references[term.of].counted.over) if is_field else None
        for card in case.cards.all if candidates else ():
            if card.id in (candidates or ()) and read_values(card, term.field):
                yield plain(term.times * exact(plain(read_number(card, term.field)))), card.id


def _exceeds(case: _Case, least: float, other: _Case) -> bool:
    """Whether a minimum is more than another rule allows of these and perhaps more cards."""
    maximum = other.bounds(1)
    return (
        bool(maximum)
        and other.requirement is not None
        and other.requirement.limits.are_fixed
        and least > maximum[0]
        and (case.counted or frozenset()) <= (other.counted or frozenset())
        and {*case.rule.zones} <= {*other.rule.zones}
    )


# Conditions that exempt more decks than their author probably intended.


def _escaped(cases: Sequence[_Case]) -> Iterator[PathFinding]:
    """Find rules with a condition and a minimum that no other rule requires of the decks that the condition spares."""
    always = [case for case in cases if not case.rule.when]
    for case in cases:
        if case.entry.get("optional") or not (case.is_own and case.triggers and case.asks_for_cards):
            continue
        if not _is_settled(case, cases, always):
            message = tr(
                "A deck without a card of this condition is free of the minimum of the rule {rule}, and no rule without "
                "a condition requires these cards. If the minimum is for all decks, remove “when”; otherwise add a rule "
                "without “when” that has the minimum for other decks, or add “optional: true” to this one.",
                rule=case.rule.id,
            )
            yield PathFinding((*case.path, "when"), message)


def _is_settled(case: _Case, cases: Sequence[_Case], always: Sequence[_Case]) -> bool:
    """Whether the format has a rule for the decks that the condition spares."""
    if any(
        other.has_minimum and (other.rule.id in case.rule.replaces or other.is_about_the_same(case))
        for other in always
    ):
        return True
    alike = [
        other for other in cases if other.rule.when and other.asks_for_cards and other.is_about_the_same(case)
    ]
    if _is_ensured(alike, always):
        return True
    is_other = case.counted is None or not case.triggers <= case.counted
    return is_other and any(other.asks_for_cards for other in always)


def _is_ensured(conditional: Sequence[_Case], always: Iterable[_Case]) -> bool:
    """Whether every deck must have a card that meets one of the conditions, in a zone where they look for it."""
    triggers = frozenset[str]().union(*(case.triggers for case in conditional))
    zones = [
        {*condition.counted.zones} for case in conditional for condition in conditions_in(case.rule.when)
    ]
    return any(
        case.asks_for_cards
        and bool(case.counted)
        and (case.counted or frozenset()) <= triggers
        and all({*case.rule.zones} <= condition_zones for condition_zones in zones)
        for case in always
    )
