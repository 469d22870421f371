"""Checks of a game's construction rules that the schema cannot express."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deckwright.messages import tr
from deckwright.model.card import MAIN
from deckwright.model.game import PathFinding, formats_in
from deckwright.model.measures import MEASURES, mentions, written_measure
from deckwright.model.query.matching import BUILT_IN, NUMBERS
from deckwright.model.rule import RESERVED, matcher_of, read_format, zones_in
from deckwright.model.words import suggest_names

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from deckwright.model.card import Card
    from deckwright.model.game import Game, Path, Section
    from deckwright.model.measures import Names
    from deckwright.model.rule import Rule


# Checks of a construction rule that the schema cannot express.

_KEYS_OF_MEASURES = {
    key: [one.id for one in MEASURES.values() if key in one.rule_keys] for key in ("of", "same")
}
"""The keys of a rule that only some measures take, each with their names."""


def check_rule(path: Path, rule: Section, entry: Section, definition: Section) -> Iterator[PathFinding]:
    """Find everything that is inconsistent in a rule of the format `entry`."""
    yield from _zones(path, rule, entry)
    yield from _replaced(path, rule, entry)
    yield from _measure(path, rule, definition)
    yield from _bounds(path, rule, definition)
    yield from _days(path, rule)


def _zones(path: Path, rule: Section, entry: Section) -> Iterator[PathFinding]:
    known = [MAIN, *entry.get("zones", ())]
    when = rule.get("when")
    named = {(*path, "zone"): rule.get("zone", MAIN)}
    named |= {(*path, "when", "zones"): when.get("zones", ())} if isinstance(when, Mapping) else {}
    for at, zones in named.items():
        for zone in zones_in(zones):
            if zone not in known:
                yield _unknown(at, tr("This format has no zone {name}.", name=zone), zone, known)


def _unknown(path: Path, message: str, name: str, known: list[str]) -> PathFinding:
    return PathFinding(path, f"{message} {suggest_names(name, known)}")


def _replaced(path: Path, rule: Section, entry: Section) -> Iterator[PathFinding]:
    """Find replaced rules that do not exist, or that look at other zones, so that neither rule would count some cards."""
    others = {key: [MAIN, *entry.get("zones", ())] for key in RESERVED if key in entry and key != "zones"}
    others |= {
        other["id"]: zones_in(other.get("zone", MAIN))
        for other in entry["rules"]
        if other["id"] != rule["id"]
    }
    for number, name in enumerate(rule.get("replaces", ())):
        at = (*path, "replaces", number)
        if name not in others:
            yield _unknown(at, tr("This format has no other rule {name}.", name=name), name, list(others))
        elif set(others[name]) != set(zones_in(rule.get("zone", MAIN))):
            yield PathFinding(
                at, tr("“{name}” looks at other zones: use the same zones in both rules.", name=name)
            )


def _measure(path: Path, rule: Section, definition: Section) -> Iterator[PathFinding]:
    written = written_measure(rule["measure"], MEASURES)
    for one in mentions(MEASURES[written.id].arguments, written.arguments):
        yield from _countable((*path, "measure", one.key), one.name, definition, one.names)
    for name in rule.get("same", ()):
        yield from _countable((*path, "same"), name, definition, "field")
    for key, measures in _KEYS_OF_MEASURES.items():
        if key in rule and written.id not in measures:
            message = tr(
                "“{key}” can only be used with these measures: {measures}.",
                key=key,
                measures=", ".join(sorted(measures)),
            )
            yield PathFinding((*path, key), message)


def _countable(path: Path, name: str, definition: Section, names: Names) -> Iterator[PathFinding]:
    """Find a field that a rule counts, but that does not exist or has nothing to count."""
    known = known_names(names, definition)
    if name not in known:
        message = tr("The field “{name}” cannot be counted.", name=name)
        if names == "number field" and name in (*BUILT_IN, *definition.get("fields", {})):
            message = f"{message} {tr('It is not a number field.')}"
        yield _unknown(path, message, name, known)


def countable_fields(definition: Section) -> list[str]:
    """The fields whose values can be compared: all but the printed text, of which a card has several."""
    return [*(name for name in BUILT_IN if name != "text"), *definition.get("fields", {})]


def number_fields(definition: Section) -> list[str]:
    """The number fields of a game, including those that every card has."""
    fields = definition.get("fields", {}).items()
    return [*NUMBERS, *(name for name, field in fields if field.get("type") in {"integer", "number"})]


def _fields_of_numbers(definition: Section) -> list[str]:
    """The fields that hold several numbers."""
    fields = definition.get("fields", {}).items()
    return [name for name, one in fields if one.get("items", {}).get("type") in {"integer", "number"}]


def known_names(names: Names, definition: Section) -> list[str]:
    """What the arguments of measures may name in a game."""
    if names.startswith("count"):
        return [*definition["scoring"]["counts"]]
    return _KNOWN_NAMES[names](definition)


_KNOWN_NAMES: Mapping[Names, Callable[[Section], list[str]]] = {
    "field": countable_fields,
    "number field": number_fields,
    "field of numbers": _fields_of_numbers,
    "join": lambda definition: [*definition.get("grid", {}).get("joins", {})],
}


def _bounds(path: Path, rule: Section, definition: Section) -> Iterator[PathFinding]:
    known = number_fields(definition)
    bounded_by_fields = MEASURES[written_measure(rule["measure"], MEASURES).id].bounded_by_fields
    for key in ("min", "max"):
        bound = rule.get(key)
        if isinstance(bound, str) and not bounded_by_fields:
            message = tr(
                "“{text}” is not a number. Only the measure “copies” can take a field of the card here.",
                text=bound,
            )
            yield PathFinding((*path, key), message)
        elif isinstance(bound, str) and bound not in known:
            yield _unknown((*path, key), tr("Unknown number field: “{name}”.", name=bound), bound, known)
    yield from _order(path, rule)
    for key in ("by_players", "by_cards"):
        for number, bounds in rule.get(key, {}).items():
            yield from _order((*path, key, number), bounds)


def _order(path: Path, bounds: Section) -> Iterator[PathFinding]:
    least, most = bounds.get("min"), bounds.get("max")
    if isinstance(least, int | float) and isinstance(most, int | float) and least > most:
        yield PathFinding(
            (*path, "min"),
            tr("The minimum, {least}, is above the maximum, {most}.", least=least, most=most),
        )


def _days(path: Path, rule: Section) -> Iterator[PathFinding]:
    days: list[date] = []
    for key in ("since", "until"):
        try:
            days += [date.fromisoformat(rule[key])] if key in rule else []
        except ValueError:
            yield PathFinding((*path, key), tr("The date {day} does not exist.", day=rule[key]))
    if days != sorted(days):
        yield PathFinding((*path, "until"), tr("The rule ends before it starts."))


# Conditions of a game's rules that spare more decks, or look at more cards, than their author probably
# intended.


@dataclass(frozen=True)
class _Case:
    """One rule of a format, as written and as read, with the ids of the cards that it looks at."""

    entry: Mapping[str, Any]
    path: Path
    rule: Rule
    cards: Collection[Card]

    @cached_property
    def counted(self) -> frozenset[str]:
        """The cards that the rule counts."""
        return frozenset(card.id for card in self.cards if self.rule.looks_at(card))

    @cached_property
    def triggers(self) -> frozenset[str]:
        """The cards that make the rule apply."""
        when = self.rule.when
        return frozenset(card.id for card in self.cards if when and when.over(card))

    @property
    def has_minimum(self) -> bool:
        """Whether a minimum for the deck is written, even 0: one for each card asks nothing of a deck without cards."""
        return not self.rule.measure.per_card and any(
            bounds.min is not None for bounds in self.rule.all_bounds
        )

    @property
    def asks_for_cards(self) -> bool:
        """Whether a deck needs cards to follow the rule."""
        return self.has_minimum and any(
            isinstance(bounds.min, int | float) and bounds.min > 0 for bounds in self.rule.all_bounds
        )

    def is_about_the_same(self, other: _Case) -> bool:
        """Whether both rules count the same cards in the same zones."""
        return {*self.rule.zones} == {*other.rule.zones} and self.counted == other.counted


def check_conditions(game: Game, cards: Collection[Card]) -> Iterator[PathFinding]:
    """Find minimums that a deck avoids by not having some cards, and conditions on cards that belong in another zone."""
    for path, entry in formats_in(game.definition):
        if any("when" in rule for rule in entry["rules"]):
            known = read_format(game, str(path[-1]), matcher_of(game))
            written = known.rules[len(known.rules) - len(entry["rules"]) :]
            cases = [
                _Case(rule, (*path, "rules", number), read, cards)
                for number, (rule, read) in enumerate(zip(entry["rules"], written, strict=True))
            ]
            yield from _escaped(cases)
            yield from _misplaced(cases, known.zones)


def _escaped(cases: Sequence[_Case]) -> Iterator[PathFinding]:
    """Find rules with a condition and a minimum that no other rule requires of the decks that the condition spares."""
    always = [case for case in cases if case.rule.when is None]
    for case in cases:
        if case.triggers and case.asks_for_cards and not _is_settled(case, cases, always):
            message = tr(
                "A deck without a card of this condition is free of the minimum of the rule {rule}, and no rule without "
                "a condition requires these cards. If the minimum is for all decks, remove “when”; otherwise add a rule "
                "without “when” that has the minimum for other decks (“min: 0” for none).",
                rule=case.rule.id,
            )
            yield PathFinding((*case.path, "when"), message)


def _is_settled(case: _Case, cases: Sequence[_Case], always: Sequence[_Case]) -> bool:
    """Whether the format has a rule for the decks that the condition spares."""
    if any(
        one.has_minimum and (one.rule.id in case.rule.replaces or one.is_about_the_same(case))
        for one in always
    ):
        return True
    if _is_ensured(
        [one for one in cases if one.rule.when and one.asks_for_cards and one.is_about_the_same(case)], always
    ):
        return True
    return not case.triggers <= case.counted and any(one.asks_for_cards for one in always)


def _is_ensured(conditional: Sequence[_Case], always: Iterable[_Case]) -> bool:
    """Whether every deck must have a card that meets one of the conditions, in a zone where they look for it."""
    triggers = frozenset[str]().union(*(one.triggers for one in conditional))
    zones = [{*one.rule.when.zones} for one in conditional if one.rule.when]
    return any(
        one.asks_for_cards
        and one.counted
        and one.counted <= triggers
        and all({*one.rule.zones} <= own for own in zones)
        for one in always
    )


def _misplaced(cases: Sequence[_Case], zones: Sequence[str]) -> Iterator[PathFinding]:
    """Find conditions that look at every zone although another rule requires their cards in a certain one."""
    anywhere = [case for case in cases if isinstance(case.entry.get("when"), str) and case.triggers]
    homes = [case for case in cases if _is_home(case, zones)]
    for case in anywhere:
        home = next((one for one in homes if case.triggers <= one.counted), None)
        if home:
            named = ", ".join(home.rule.zones)
            message = tr(
                "This condition looks at every zone, but the rule {rule} requires such cards in {zones}. Name the zones, "
                "so that a card in the wrong zone has no effect: {example}.",
                rule=home.rule.id,
                zones=named,
                example=f"when: {{over: …, zones: [{named}]}}",
            )
            yield PathFinding((*case.path, "when"), message)


def _is_home(case: _Case, zones: Sequence[str]) -> bool:
    """Whether every deck must have certain cards in some of its zones only."""
    rule = case.rule
    return not rule.when and bool(rule.over) and case.asks_for_cards and {*rule.zones} < {*zones}
