"""Checks of the rules of formats and scores, one by one, that their schema cannot express: names, zones, bounds, days."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.messages import tr
from deckwright.model.card import BUILT_IN, MAIN, NUMBERS
from deckwright.model.format import RESERVED, ZONES
from deckwright.model.game import PathFinding
from deckwright.model.measures import (
    CARDS,
    COPIES,
    MEASURES,
    SUM,
    Measure,
    Mention,
    mentions,
    written_measure,
)
from deckwright.model.rule import COUNT_KEYS, exact, first_day, last_day, names_in, written_ways
from deckwright.model.words import suggest_names

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from deckwright.model.game import Path, Section
    from deckwright.model.measures import Names


_KEYS_OF_MEASURES = {
    key: [measure.id for measure in MEASURES.values() if key in measure.rule_keys]
    for key in ("of", "of_zone", "same")
}
"""The keys of a rule that only some measures take, each with their names."""


class _Part(NamedTuple):
    """A part of a rule that counts cards: the rule itself, a way, a condition, or a count in a bound.

    `inherited` are the keys of its rule that also apply to it.
    """

    path: Path
    written: Section
    inherited: Section = MappingProxyType({})

    @property
    def measure(self) -> Measure:
        """The measure of the part."""
        written = {**self.inherited, **self.written}.get("measure", CARDS.id)
        return MEASURES[written_measure(written, MEASURES).id]


def check_rule(path: Path, rule: Section, entry: Section, definition: Section) -> Iterator[PathFinding]:
    """Find everything that is inconsistent in a rule of the format `entry`."""
    yield from _exclusive(path, rule)
    yield from _replaced(path, rule, entry)
    yield from check_days(path, rule)
    for part in _parts(path, rule):
        yield from _zones(part, entry)
        yield from _measure(part, entry, definition)
        yield from _bounds(part, entry, definition)
        yield from _shares(part)


_BOUNDS = ("min", "max", "per_player", "by_players", "by_cards")
_EXCLUDED = {"options": ("measure", "any", "all", "per", *_BOUNDS), "any": ("all", *_BOUNDS), "all": _BOUNDS}
"""Keys of a rule, each with those that it cannot have besides."""

_SOURCES = ("number", "field", "count", "share")
"""Where a term of a bound comes from: one of these keys."""


def _shares(part: _Part) -> Iterator[PathFinding]:
    """Find shares of the cards that are less than none or more than all."""
    for _, term_path, term in _terms(part.path, part.written):
        if isinstance(term, Mapping) and not 0 <= exact(term.get("share", 0)) <= 1:
            message = tr("Invalid share: {value}. Use 0% to 100%.", value=term["share"])
            yield PathFinding((*term_path, "share"), message)


def _exclusive(path: Path, rule: Section) -> Iterator[PathFinding]:
    """Find keys that cannot be used together, and bounds of nothing."""
    if not {"measure", *_EXCLUDED} & rule.keys():
        for key in _BOUNDS:
            if key in rule:
                message = tr("{key} also requires {names}.", key=key, names="measure")
                yield PathFinding((*path, key), message)
    for key, others in _EXCLUDED.items():
        for other in others if key in rule else ():
            if other in rule:
                message = tr("“{key}” cannot be used together with “{other}”.", key=other, other=key)
                yield PathFinding((*path, other), message)


def may_name_this(definition: Section, path: Path) -> bool:
    """Whether a query of a format can name the card that is counted: that of free copies, of companions, and of bounds.

    Bounds are those of measures for each card, because other measures count many cards at once.
    """
    _, name, _, number, *place = path
    if "free" in place or place[-1:] == ["of"]:
        return True
    bounds = [index for index, step in enumerate(place) if step in {"min", "max"}]
    if not bounds or {"when", "options"} & {*place[: bounds[0]]}:
        return False
    rule = definition["formats"][name]["rules"][number]
    parts = {part.path: part.measure for part in _parts((), rule)}
    return parts[tuple(place[: bounds[0]])].per_card


def check_reference(path: Path, reference: Any, entry: Section) -> Iterator[PathFinding]:
    """Find zones of a reference card that the format `entry` does not have."""
    if isinstance(reference, Mapping):
        yield from _zones(_Part(path, reference), entry)


def _parts(path: Path, rule: Section) -> Iterator[_Part]:
    """Yield every part of a rule that counts cards."""
    shared = {key: rule[key] for key in COUNT_KEYS if key in rule}
    yield _Part(path, rule)
    yield from _elsewhere(path, rule)
    for place, way in written_ways(rule):
        yield _Part((*path, *place), way, shared)
        yield from _elsewhere((*path, *place), way)


def _elsewhere(path: Path, written: Section) -> Iterator[_Part]:
    """Yield the conditions of a part, and the counts in its bounds, which look at zones of their own."""
    for key in ("free", "options"):
        for number, option in enumerate(written.get(key, ())):
            yield from _elsewhere((*path, key, number), option)
    for location, condition in _conditions((*path, "when"), written.get("when", [])):
        yield _Part(location, condition)
        yield from _elsewhere(location, condition)
    for _, term_path, term in _terms(path, written):
        if isinstance(term, Mapping):
            if "count" in term:
                yield _Part((*term_path, "count"), term["count"])
            yield from _elsewhere(
                term_path, {key: term[key] for key in ("when", "min", "max") if key in term}
            )


def _conditions(path: Path, written: Any) -> Iterator[tuple[Path, Section]]:
    """Yield the conditions that are written as counts, also those of which one is enough."""
    for location, condition in _listed(path, written):
        if isinstance(condition, Mapping) and "any" in condition:
            for number, way in enumerate(condition["any"]):
                yield from _conditions((*location, "any", number), way)
        elif isinstance(condition, Mapping):
            yield location, condition


def _terms(path: Path, written: Section) -> Iterator[tuple[str, Path, Any]]:
    """Yield the bounds of a part, term by term, each with the key of the bound."""
    for key in ("min", "max"):
        if key in written:
            yield from ((key, term_path, term) for term_path, term in _listed((*path, key), written[key]))


def _listed(path: Path, written: Any) -> Iterator[tuple[Path, Any]]:
    """Yield the members of a list, or what is written instead of one."""
    if isinstance(written, list):
        yield from (((*path, number), member) for number, member in enumerate(written))
    else:
        yield path, written


def _zones(part: _Part, entry: Section) -> Iterator[PathFinding]:
    if "box" in part.written and "zones" in part.written:
        message = tr("“{key}” cannot be used together with “{other}”.", key="box", other="zones")
        yield PathFinding((*part.path, "box"), message)
    zone_names = [MAIN, *entry.get("zones", ()), *entry.get("beside", ())]
    for key in ("zone", "zones", "of_zone"):
        for zone in names_in(part.written.get(key, ())):
            if zone not in zone_names:
                message = tr("This format has no zone {name}.", name=zone)
                yield _unknown((*part.path, key), message, zone, zone_names)


def _unknown(path: Path, message: str, name: str, names: Iterable[str]) -> PathFinding:
    return PathFinding(path, f"{message} {suggest_names(name, list(names))}")


def _replaced(path: Path, rule: Section, entry: Section) -> Iterator[PathFinding]:
    """Find replaced rules that do not exist, or that look at other zones, so that neither rule would count some cards."""
    others = {key: [MAIN, *entry.get("zones", ())] for key in RESERVED if key in entry and key != ZONES}
    others |= {
        other["id"]: names_in(other.get("zone", MAIN))
        for other in entry["rules"]
        if other["id"] != rule["id"]
    }
    for number, name in enumerate(rule.get("replaces", ())):
        replaced_path = (*path, "replaces", number)
        if name not in others:
            yield _unknown(
                replaced_path, tr("This format has no other rule {name}.", name=name), name, others
            )
        elif set(others[name]) != set(names_in(rule.get("zone", MAIN))):
            yield PathFinding(
                replaced_path,
                tr("“{name}” looks at other zones: use the same zones in both rules.", name=name),
            )


def _measure(part: _Part, entry: Section, definition: Section) -> Iterator[PathFinding]:
    path, rule = part.path, part.written
    if "measure" in rule:
        for measure_path, measure in _listed((*path, "measure"), rule["measure"]):
            written = written_measure(measure, MEASURES)
            for mention in mentions(MEASURES[written.id].arguments, written.arguments):
                countable = [*known_names(mention.names, definition), *_lists(mention.names, entry)]
                yield from _countable((*measure_path, mention.key), mention, countable, definition)
    for name in rule.get("same", ()):
        mention = Mention("same", "field", name)
        yield from _countable((*path, "same"), mention, known_names("field", definition), definition)
    if "per" in rule:
        yield from _per(part, definition)
    if "any" in rule or "all" in rule:
        return
    for key, measures in _KEYS_OF_MEASURES.items():
        if key in rule and part.measure.id not in measures:
            message = tr(
                "“{key}” can only be used with these measures: {measures}.",
                key=key,
                measures=", ".join(sorted(measures)),
            )
            yield PathFinding((*path, key), message)
    if "free" in rule and part.measure.per_card and not part.measure.counts_copies:
        message = tr(
            "“{key}” cannot be used with the measure {measure}.", key="free", measure=part.measure.id
        )
        yield PathFinding((*path, "free"), message)
    yield from _free_cards(part)


def _free_cards(part: _Part) -> Iterator[PathFinding]:
    """Find free copies of a number of cards where nothing says which cards these are, or several such entries."""
    free = part.written.get("free", ())
    numbers = [number for number, entry in enumerate(free) if "cards" in entry]
    keys = {**part.inherited, **part.written}
    measure = keys.get("measure", CARDS.id)
    is_once = isinstance(measure, Mapping) and "once" in measure
    for number in numbers:
        path = (*part.path, "free", number, "cards")
        if part.measure not in (CARDS, COPIES, SUM) or is_once or "options" in keys:
            message = tr(
                "“{key}” can only be used with these measures: {measures}.",
                key="cards",
                measures=", ".join(measure.id for measure in (CARDS, COPIES, SUM)),
            )
            yield PathFinding(path, message)
        elif number != numbers[0]:
            yield PathFinding(path, tr("Only one entry of “free” can have “cards”."))


def _per(part: _Part, definition: Section) -> Iterator[PathFinding]:
    """Find a field that does not exist, for each value of which a rule is, and measures that are for each card already."""
    for name in names_in(part.written["per"]):
        mention = Mention("per", "field", name)
        yield from _countable((*part.path, "per"), mention, known_names("field", definition), definition)
    if part.measure.per_card:
        message = tr("“{key}” cannot be used with the measure {measure}.", key="per", measure=part.measure.id)
        yield PathFinding((*part.path, "per"), message)


def _lists(names: Names, entry: Section) -> list[str]:
    """The lists of a game, which are number fields in the rules of its formats."""
    return [*entry.get("lists", {})] if names in {"number field", "number fields"} else []


def _countable(
    path: Path, mention: Mention, countable: Collection[str], definition: Section
) -> Iterator[PathFinding]:
    """Find a field that a rule counts, but that does not exist or has nothing to count."""
    name = mention.name
    if name not in countable:
        message = tr("The field “{name}” cannot be counted.", name=name)
        if mention.names.startswith("number") and name in (*BUILT_IN, *definition.get("fields", {})):
            message = f"{message} {tr('It is not a number field.')}"
        yield _unknown(path, message, name, countable)


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
    return [name for name, field in fields if field.get("items", {}).get("type") in {"integer", "number"}]


def known_names(names: Names, definition: Section) -> list[str]:
    """What the arguments of measures may name in a game."""
    if names.startswith("count"):
        return [*definition["scoring"]["counts"]]
    return _KNOWN_NAMES[names](definition)


_KNOWN_NAMES: Mapping[Names, Callable[[Section], list[str]]] = {
    "field": countable_fields,
    "number field": number_fields,
    "number fields": number_fields,
    "field of numbers": _fields_of_numbers,
    "join": lambda definition: [*definition.get("grid", {}).get("joins", {})],
}


def _bounds(part: _Part, entry: Section, definition: Section) -> Iterator[PathFinding]:
    path, rule = part.path, part.written
    for _, term_path, term in _terms(path, rule):
        yield from _term(term_path, term, part.measure, entry, definition)
    for number, option in enumerate(rule.get("options", ())):
        for _, term_path, term in _terms((*path, "options", number), option):
            yield from _term(term_path, term, CARDS, entry, definition)
    yield from _order(path, rule)
    for key in ("by_players", "by_cards"):
        for number, bounds in rule.get(key, {}).items():
            yield from _order((*path, key, number), bounds)


def _term(
    path: Path, term: Any, measure: Measure, entry: Section, definition: Section
) -> Iterator[PathFinding]:
    """Find a field or a reference of a bound that does not exist, or that is not a number."""
    written = term if isinstance(term, Mapping) else {"field": term} if isinstance(term, str) else {}
    sources = [key for key in _SOURCES if key in written]
    if len(sources) > 1:
        message = tr("Only one of these keys can be used here: {names}.", names=", ".join(sources))
        yield PathFinding(path, message)
    if "field" not in written:
        return
    number_names = [*number_fields(definition), *_lists("number field", entry)]
    name, owner = written["field"], written.get("of")
    references = entry.get("references", {})
    if owner is not None and owner not in references:
        message = tr("This format has no reference {name}.", name=owner)
        yield _unknown((*path, "of"), message, owner, references)
    elif owner is None and not measure.bounded_by_fields:
        message = tr(
            "“{text}” is not a number. Only the measure “copies” can take a field of the card here.",
            text=name,
        )
        if references:
            example = f"{{field: {name}, of: {next(iter(references))}}}"
            message += " " + tr("For the field of a reference card, write {example}.", example=example)
        yield PathFinding(path, message)
        return
    if name not in number_names:
        field_path = path if isinstance(term, str) else (*path, "field")
        yield _unknown(field_path, tr("Unknown number field: “{name}”.", name=name), name, number_names)


def _order(path: Path, bounds: Section) -> Iterator[PathFinding]:
    minimum, maximum = bounds.get("min"), bounds.get("max")
    if isinstance(minimum, int | float) and isinstance(maximum, int | float) and minimum > maximum:
        yield PathFinding(
            (*path, "min"),
            tr("The minimum, {least}, is above the maximum, {most}.", least=minimum, most=maximum),
        )


def check_days(path: Path, written: Section) -> Iterator[PathFinding]:
    """Find an end before the beginning."""
    if first_day(written) > last_day(written):
        yield PathFinding((*path, "until"), tr("This ends before it starts."))
