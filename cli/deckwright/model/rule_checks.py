"""What is wrong with the construction rules of a game, beyond what the schema can say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deckwright.messages import tr
from deckwright.model.card import MAIN
from deckwright.model.game import Flaw, formats_in
from deckwright.model.query.matching import BUILT_IN, NUMBERS
from deckwright.model.rule import RESERVED, matcher_of, read_format, zones_in
from deckwright.model.words import meant

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from deckwright.model.card import Card
    from deckwright.model.game import Entry, Game, Path
    from deckwright.model.rule import Rule


# What is wrong with one construction rule beyond what the schema can say.

_MEASURES_WITH = {
    "of": {"companions"},
    "same": {"companions", "copies"},
}
"""The keys that only some measures know."""

_READ_ANY_FIELD = {"groups"}
"""The measures of values that need not be numbers; every other measure with a field needs a number field."""


def flaws_of_rule(path: Path, rule: Entry, entry: Entry, definition: Entry) -> Iterator[Flaw]:
    """Find all that does not fit together in a rule of the format `entry`."""
    yield from _zones(path, rule, entry)
    yield from _replaced(path, rule, entry)
    yield from _measure(path, rule, definition)
    yield from _bounds(path, rule, definition)
    yield from _days(path, rule)


def _zones(path: Path, rule: Entry, entry: Entry) -> Iterator[Flaw]:
    known = [MAIN, *entry.get("zones", ())]
    when = rule.get("when")
    named = {(*path, "zone"): rule.get("zone", MAIN)}
    named |= {(*path, "when", "zones"): when.get("zones", ())} if isinstance(when, Mapping) else {}
    for at, zones in named.items():
        for zone in zones_in(zones):
            if zone not in known:
                yield _unknown(at, tr("This format has no zone {name}.", name=zone), zone, known)


def _unknown(path: Path, message: str, name: str, known: list[str]) -> Flaw:
    return Flaw(path, f"{message} {meant(name, known)}")


def _replaced(path: Path, rule: Entry, entry: Entry) -> Iterator[Flaw]:
    """Find replaced rules that are not there, or look elsewhere, so that cards would slip between the two."""
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
            yield Flaw(at, tr("{name} looks at other zones; give both rules the same zone.", name=name))


def _measure(path: Path, rule: Entry, definition: Entry) -> Iterator[Flaw]:
    measure = rule["measure"]
    sort, reads = (measure, "") if isinstance(measure, str) else next(iter(measure.items()))
    if reads:
        yield from _countable((*path, "measure", sort), reads, definition, any_field=sort in _READ_ANY_FIELD)
    for name in rule.get("same", ()):
        yield from _countable((*path, "same"), name, definition, any_field=True)
    for key, measures in _MEASURES_WITH.items():
        if key in rule and sort not in measures:
            message = tr(
                "{key} goes with the measure {measures} only.", key=key, measures=", ".join(sorted(measures))
            )
            yield Flaw((*path, key), message)


def _countable(path: Path, name: str, definition: Entry, *, any_field: bool) -> Iterator[Flaw]:
    """Find a field that a rule counts and that is not there, or holds nothing that it could count."""
    known = countable_fields(definition) if any_field else numbers_of(definition)
    if name not in known:
        message = tr("This cannot be counted: {name}.", name=name)
        if not any_field and name in (*BUILT_IN, *definition.get("fields", {})):
            message = f"{message} {tr('It is not a number field.')}"
        yield _unknown(path, message, name, known)


def countable_fields(definition: Entry) -> list[str]:
    """List the fields whose values can be told apart: all but the printed text, of which a card has several."""
    return [*(name for name in BUILT_IN if name != "text"), *definition.get("fields", {})]


def numbers_of(definition: Entry) -> list[str]:
    """List the number fields of a game, those that every card has among them."""
    fields = definition.get("fields", {}).items()
    return [*NUMBERS, *(name for name, field in fields if field.get("type") in {"integer", "number"})]


def _bounds(path: Path, rule: Entry, definition: Entry) -> Iterator[Flaw]:
    known = numbers_of(definition)
    for key in ("min", "max"):
        bound = rule.get(key)
        if isinstance(bound, str) and rule["measure"] != "copies":
            message = tr(
                "“{text}” is no number. Only with the measure copies may a field of the card stand here.",
                text=bound,
            )
            yield Flaw((*path, key), message)
        elif isinstance(bound, str) and bound not in known:
            yield _unknown((*path, key), tr("No number field is called {name}.", name=bound), bound, known)
    yield from _order(path, rule)
    for key in ("by_players", "by_cards"):
        for number, bounds in rule.get(key, {}).items():
            yield from _order((*path, key, number), bounds)


def _order(path: Path, bounds: Entry) -> Iterator[Flaw]:
    least, most = bounds.get("min"), bounds.get("max")
    if isinstance(least, int | float) and isinstance(most, int | float) and least > most:
        yield Flaw(
            (*path, "min"),
            tr("The least allowed, {least}, is above the most, {most}.", least=least, most=most),
        )


def _days(path: Path, rule: Entry) -> Iterator[Flaw]:
    days: list[date] = []
    for key in ("since", "until"):
        try:
            days += [date.fromisoformat(rule[key])] if key in rule else []
        except ValueError:
            yield Flaw((*path, key), tr("There is no day {day}.", day=rule[key]))
    if days != sorted(days):
        yield Flaw((*path, "until"), tr("The rule ends before it begins."))


# Which conditions of a game's rules leave more decks alone, or look at more cards, than their author meant.

_OF_EACH_CARD = {"copies", "companions"}
"""The measures that ask nothing of a deck without the cards that they look at."""


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
        """The cards that make the rule hold."""
        when = self.rule.when
        return frozenset(card.id for card in self.cards if when and when.over(card))

    @property
    def has_minimum(self) -> bool:
        """Whether a minimum for the deck is written, be it 0."""
        return self.rule.measure not in _OF_EACH_CARD and any(
            bounds.min is not None for bounds in self.rule.all_bounds
        )

    @property
    def asks_for_cards(self) -> bool:
        """Whether a deck needs cards to keep the rule."""
        return self.has_minimum and any(
            isinstance(bounds.min, int | float) and bounds.min > 0 for bounds in self.rule.all_bounds
        )

    def is_about_the_same(self, other: _Case) -> bool:
        """Whether both rules count the same cards in the same zones."""
        return {*self.rule.zones} == {*other.rule.zones} and self.counted == other.counted


def doubtful_conditions(game: Game, cards: Collection[Card]) -> Iterator[Flaw]:
    """Find minimums that a deck escapes by doing without some cards, and conditions on cards that belong elsewhere."""
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


def _escaped(cases: Sequence[_Case]) -> Iterator[Flaw]:
    """Find rules with a condition whose minimum no other rule asks of the decks that the condition spares."""
    always = [case for case in cases if case.rule.when is None]
    for case in cases:
        if case.triggers and case.asks_for_cards and not _is_settled(case, cases, always):
            message = tr(
                "A deck without a card of this condition need not keep the minimum of the rule {rule}, and no rule "
                "without a condition asks for these cards. If the minimum is for all decks, remove when; if not, add "
                "a rule without when that gives the minimum for the others (min: 0 for none).",
                rule=case.rule.id,
            )
            yield Flaw((*case.path, "when"), message)


def _is_settled(case: _Case, cases: Sequence[_Case], always: Sequence[_Case]) -> bool:
    """Whether the format says what holds for the decks that the condition spares."""
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
    """Whether every deck must have a card that one of the conditions asks for, where they look for it."""
    triggers = frozenset[str]().union(*(one.triggers for one in conditional))
    zones = [{*one.rule.when.zones} for one in conditional if one.rule.when]
    return any(
        one.asks_for_cards
        and one.counted
        and one.counted <= triggers
        and all({*one.rule.zones} <= own for own in zones)
        for one in always
    )


def _misplaced(cases: Sequence[_Case], zones: Sequence[str]) -> Iterator[Flaw]:
    """Find conditions that look at every zone although another rule says in which one their cards belong."""
    anywhere = [case for case in cases if isinstance(case.entry.get("when"), str) and case.triggers]
    homes = [case for case in cases if _is_home(case, zones)]
    for case in anywhere:
        home = next((one for one in homes if case.triggers <= one.counted), None)
        if home:
            named = ", ".join(home.rule.zones)
            message = tr(
                "This condition looks at every zone, but the rule {rule} asks for such cards in {zones}. Name the "
                "zones, so that a card that is elsewhere by mistake changes nothing: {example}.",
                rule=home.rule.id,
                zones=named,
                example=f"when: {{over: …, zones: [{named}]}}",
            )
            yield Flaw((*case.path, "when"), message)


def _is_home(case: _Case, zones: Sequence[str]) -> bool:
    """Whether every deck must have certain cards in some of its zones only."""
    rule = case.rule
    return not rule.when and bool(rule.over) and case.asks_for_cards and {*rule.zones} < {*zones}
