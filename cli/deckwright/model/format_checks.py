"""Checks of a format that its schema cannot express: its rules one by one, and what they probably do not mean together.

What is only probably a mistake is a warning: rules that cannot be followed or broken, and conditions that miss decks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.messages import tr, trn
from deckwright.model.card import BUILT_IN, MAIN, NUMBERS
from deckwright.model.format import RESERVED, ZONES, format_entry, listed_cards, read_format, with_lists
from deckwright.model.game import PathFinding, formats_in
from deckwright.model.measures import (
    CARDS,
    COPIES,
    MEASURES,
    SUM,
    Measure,
    Mention,
    Selection,
    mentions,
    plain,
    read_number,
    read_values,
    written_measure,
)
from deckwright.model.query.matching import fields_in, names_today
from deckwright.model.rule import (
    COUNT_KEYS,
    Limits,
    conditions_in,
    exact,
    first_day,
    last_day,
    matcher_of,
    names_in,
    written_ways,
)
from deckwright.model.words import suggest_names

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from deckwright.model.card import Card
    from deckwright.model.format import Format, ListedCard, Table
    from deckwright.model.game import Game, Path, Section
    from deckwright.model.measures import Names
    from deckwright.model.rule import CardTest, Count, Requirement, Rule


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


def check_formats(game: Game, cards: Collection[Card]) -> Iterator[PathFinding]:
    """Find rules and references of a game's formats that probably do not do what their author wants."""
    for name, table in game.definition.get("lists", {}).items():
        yield from _twice(("lists", name), table)
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
            yield from _misplaced(cases, rules.zones)
    for path, entry in formats_in(game.definition):
        base = unmet.get(entry.get("like", ""), {})
        unmet_here = unmet[str(path[-1])].items()
        yield from (
            PathFinding(path_of_reference, reference[1])
            for reference, path_of_reference in unmet_here
            if path_of_reference[-2] == "references" or reference not in base
        )


def _twice(path: Path, table: Table) -> Iterator[PathFinding]:
    """Find cards that a list has twice on the same days."""
    seen: dict[str, list[ListedCard]] = {}
    for listed in listed_cards(table):
        others = seen.setdefault(listed.card, [])
        if any(listed.since <= other.until and other.since <= listed.until for other in others):
            message = tr(
                "{card} is on this list twice on the same days: the last entry counts.", card=listed.card
            )
            yield PathFinding(path, message)
        others.append(listed)


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


# Conditions that exempt more decks, or look at more cards, than their author probably intended.


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


def _misplaced(cases: Sequence[_Case], zones: Sequence[str]) -> Iterator[PathFinding]:
    """Find conditions that look at every zone although another rule requires their cards in a certain one."""
    anywhere = [
        case for case in cases if case.is_own and isinstance(case.entry.get("when"), str) and case.triggers
    ]
    homes = [case for case in cases if _is_home(case, zones)]
    for case in anywhere:
        home = next((other for other in homes if case.triggers <= (other.counted or frozenset())), None)
        if home:
            zone_names = ", ".join(home.rule.zones)
            message = tr(
                "This condition looks at every zone, but the rule {rule} requires such cards in {zones}. Name the zones, "
                "so that a card in the wrong zone has no effect: {example}.",
                rule=home.rule.id,
                zones=zone_names,
                example=f"when: {{over: …, zones: [{zone_names}]}}",
            )
            yield PathFinding((*case.path, "when"), message)


def _is_home(case: _Case, zones: Sequence[str]) -> bool:
    """Whether every deck must have certain cards in some of its zones only."""
    rule = case.rule
    return not rule.when and bool(rule.over) and case.asks_for_cards and {*rule.zones} < {*zones}
