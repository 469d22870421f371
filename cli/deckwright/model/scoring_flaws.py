"""What is wrong with how a game is scored beyond what the schema can say: names that lead nowhere, and circles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.definition import Flaw, parts_in, rule_lists_in
from deckwright.model.hints import meant
from deckwright.model.rule_flaws import countable_fields, flaws_of_rule, numbers_of
from deckwright.model.scoring import POINTS, SORTS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from deckwright.model.definition import Entry, Path


def flaws_of_scoring(definition: Entry, cards: Collection[str]) -> Iterator[Flaw]:
    """Find all that does not fit together in the scoring and the grid of a game."""
    yield from _grid(definition)
    if "scoring" in definition:
        yield from _names(definition, cards)
        yield from _modes(definition)
        for path, rules in rule_lists_in(definition["scoring"]):
            zones = [] if "forms" in path else list(definition["scoring"]["zones"])
            for number, rule in enumerate(rules):
                yield from _agreed((*path, number, "agreed"), rule, definition)
                yield from flaws_of_rule((*path, number), rule, {"zones": zones, "rules": rules}, definition)
        yield from _circles(definition["scoring"]["counts"])


def _agreed(path: Path, rule: Entry, definition: Entry) -> Iterator[Flaw]:
    """Find rules that go by the number of a pile which is not left to the table."""
    piles = definition.get("piles", {})
    left = [pile for pile in piles if any(part.get("setting") for _, part in parts_in((), piles[pile]))]
    if "agreed" in rule and rule["agreed"] not in left:
        message = tr("There is no pile {name} whose number is a setting.", name=rule["agreed"])
        yield Flaw(path, f"{message} {meant(rule['agreed'], left)}")


def _unknown(path: Path, name: str, known: Iterable[str]) -> Iterator[Flaw]:
    """Find a name that is not among those known."""
    listed = list(known)
    if name not in listed:
        message = tr("There is no {name} here.", name=name)
        yield Flaw(path, f"{message} {meant(name, listed)}")


def _grid(definition: Entry) -> Iterator[Flaw]:
    grid = definition.get("grid", {})
    fields = definition.get("fields", {})
    for key in ("shape", "parts"):
        if key in grid:
            yield from _unknown(("grid", key), grid[key], fields)
    for part, by_shape in grid.get("places", {}).items():
        for shape in by_shape:
            yield from _unknown(("grid", "places", part, shape), shape, grid["shapes"])
    for name, patterns in grid.get("joins", {}).items():
        for number, pattern in enumerate(patterns):
            for part in pattern:
                yield from _unknown(("grid", "joins", name, number, part), part, grid["places"])
    if "start" in grid:
        zones = definition.get("scoring", {}).get("zones", {})
        yield from _unknown(("grid", "start", "zone"), grid["start"]["zone"], zones)


def _names(definition: Entry, cards: Collection[str]) -> Iterator[Flaw]:
    """Find zones, counts, fields, joins and cards that are not there."""
    scoring = definition["scoring"]
    counts, zones = scoring["counts"], scoring["zones"]
    for name, entry in counts.items():
        path = ("scoring", "counts", name)
        if name == POINTS:
            yield Flaw(
                path, tr("{name} is what all parts are together: call this count something else.", name=name)
            )
        yield from _count(path, entry, definition)
    for number, name in enumerate(scoring["parts"]):
        yield from _unknown(("scoring", "parts", number), name, counts)
    yield from _given(definition, cards)
    for name, zone in zones.items():
        for pool, field in zone.get("pools", {}).items():
            yield from _unknown(("scoring", "zones", name, "pools", pool), field, numbers_of(definition))


def _given(definition: Entry, cards: Collection[str]) -> Iterator[Flaw]:
    """Find what awards and claims name and is not there."""
    scoring = definition["scoring"]
    counts, zones = scoring["counts"], scoring["zones"]
    for number, award in enumerate(scoring.get("awards", ())):
        path = ("scoring", "awards", number)
        yield from _unknown((*path, "card"), award["card"], cards)
        yield from _unknown((*path, "zone"), award["zone"], zones)
        yield from _unknown((*path, "fewest"), award["fewest"], counts)
    for number, claim in enumerate(scoring.get("claims", ())):
        path = ("scoring", "claims", number)
        if "count" in claim:
            yield from _unknown((*path, "count"), claim["count"], counts)
        others = [key for key in ("count", "min", "team", "always") if key in claim and "same" in claim]
        if others:
            message = tr("{names} do not go together.", names=", ".join(["same", *others]))
            yield Flaw((*path, "same"), message)
        for key in ("min", "same"):
            if key in claim:
                yield from _unknown((*path, key), claim[key], numbers_of(definition))


def _count(path: Path, entry: Entry, definition: Entry) -> Iterator[Flaw]:
    scoring, joins = definition["scoring"], definition.get("grid", {}).get("joins", {})
    sorts = [sort for sort in SORTS if sort in entry]
    if len(sorts) > 1:
        yield Flaw(path, tr("One count is of one sort: {names} do not go together.", names=", ".join(sorts)))
    zone = entry.get("zone", [])
    for name in [zone] if isinstance(zone, str) else zone:
        yield from _unknown((*path, "zone"), name, scoring["zones"])
    if "joins" in entry:
        yield from _unknown((*path, "joins"), entry["joins"], joins)
    for name in _leads_to(entry):
        yield from _unknown(path, name, scoring["counts"])
    measure = entry.get("measure", "cards")
    for key, name in measure.items() if isinstance(measure, dict) else ():
        at = (*path, "measure", key)
        if key in {"sum", "highest", "bonus", "most"}:
            yield from _unknown(at, name, numbers_of(definition))
        elif key in {"groups", "per"}:
            yield from _unknown(at, name, countable_fields(definition))
        elif key == "stages":
            yield from _unknown(at, name, _lists_of_numbers(definition))
        elif key == "joins":
            yield from _unknown(at, name, joins)


def _lists_of_numbers(definition: Entry) -> list[str]:
    """List the fields that hold several numbers."""
    fields = definition.get("fields", {}).items()
    return [name for name, one in fields if one.get("items", {}).get("type") in {"integer", "number"}]


def _leads_to(entry: Entry) -> list[str]:
    """Give the counts that a count is made of."""
    measure = entry.get("measure", "cards")
    bonus = measure.get("counts", {}).values() if isinstance(measure, dict) else ()
    by = [entry["by"]] if "by" in entry else []
    return [*entry.get("least", ()), *entry.get("add", {}), *by, *bonus]


def _circles(counts: Entry) -> Iterator[Flaw]:
    """Find counts that are made of themselves."""
    for name in counts:
        pending, seen = [name], set()
        while pending:
            for other in _leads_to(counts.get(pending.pop(), {})):
                pending += [other] if other not in seen else []
                seen.add(other)
        if name in seen:
            yield Flaw(("scoring", "counts", name), tr("{name} is made of itself.", name=name))


def _modes(definition: Entry) -> Iterator[Flaw]:
    scoring = definition["scoring"]
    modes = [*definition.get("modes", {})]
    for mode in scoring.get("modes", {}):
        yield from _unknown(("scoring", "modes", mode), mode, modes)
    for path, rules in rule_lists_in(scoring):
        for number, rule in enumerate(rules):
            for at, mode in enumerate(rule.get("modes", ())):
                yield from _unknown((*path, number, "modes", at), mode, modes)
    orders: list[tuple[Path, Entry]] = [(("scoring",), scoring)]
    orders += [(("scoring", "modes", mode), own) for mode, own in scoring.get("modes", {}).items()]
    named = {name for name, count in scoring["counts"].items() if "name" in count} | {POINTS}
    for path, own in orders:
        for number, key in enumerate(own.get("order", ())):
            yield from _unknown((*path, "order", number, "by"), key["by"], named)
    for number, part in enumerate(scoring["parts"]):
        if part in scoring["counts"] and part not in named:
            yield Flaw(("scoring", "parts", number), tr("{name} is shown: give it a name.", name=part))
