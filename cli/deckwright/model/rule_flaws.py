"""What is wrong with one construction rule beyond what the schema can say."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.deck import MAIN
from deckwright.model.definition import Flaw
from deckwright.model.format import RESERVED
from deckwright.model.hints import meant
from deckwright.model.query.values import NUMBERS
from deckwright.model.query.vocabulary import BUILT_IN
from deckwright.model.rule import zones_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.model.definition import Entry, Path

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
