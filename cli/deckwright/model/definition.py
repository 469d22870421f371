"""Walks a game's definition, part by part, each with the path that leads to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

Path = tuple[str | int, ...]
"""The keys and numbers that lead to a part of a document."""

Entry = Mapping[str, Any]

Parts = Iterator[tuple[Path, Entry]]


class Flaw(NamedTuple):
    """Something in a definition that does not fit together: the path of the value, and the message."""

    path: Path
    message: str


def queries_in(definition: Entry) -> Iterator[tuple[str, Path]]:
    """Yield the text and the path of every query that a game is written with."""
    for path, entry in formats_in(definition):
        yield from _texts(path, entry, "pool")
        for at, rule in rules_in(path, entry):
            yield from _texts(at, rule, "over", "of")
            yield from _conditions(at, rule)
    for path, entry in piles_in(definition):
        yield from _texts(path, entry, "from")
        for at, part in parts_in(path, entry):
            yield from _texts(at, part, "of")
    for _, paths, own in deals_in(definition):
        for at, step in steps_in(paths, own):
            yield from _texts(at, step, "cards")
    for number, total in enumerate(definition.get("totals", ())):
        yield from _texts(("totals", number), total, "of")
    yield from _texts(("effort",), definition.get("effort", {}), "gives", "asks")
    for path, entry in scores_in(definition):
        yield from _texts(path, entry, "of", "over", "when", "team", "always")


def scores_in(definition: Entry) -> Parts:
    """Yield every part of a game's scoring that may have queries: zones, counts, rules, awards and claims."""
    scoring = definition.get("scoring", {})
    for key in ("zones", "counts"):
        yield from ((("scoring", key, name), entry) for name, entry in scoring.get(key, {}).items())
    for key in ("awards", "claims"):
        yield from ((("scoring", key, number), entry) for number, entry in enumerate(scoring.get(key, ())))
    for path, rules in rule_lists_in(scoring):
        yield from (((*path, number), rule) for number, rule in enumerate(rules))


def rule_lists_in(scoring: Entry) -> Iterator[tuple[Path, list[Entry]]]:
    """Yield the lists of rules of a game's scoring: for seats, for all together, and for each form of a set."""
    yield from ((("scoring", key), scoring[key]) for key in ("rules", "together") if key in scoring)
    for name, zone in scoring.get("zones", {}).items():
        for number, form in enumerate(zone.get("forms", ())):
            yield ("scoring", "zones", name, "forms", number), form


def _conditions(path: Path, rule: Entry) -> Iterator[tuple[str, Path]]:
    """Yield the query of a rule's condition, which stands alone or beside the zones it looks at."""
    when = rule.get("when", {})
    yield from _texts(path, rule, "when") if isinstance(when, str) else _texts((*path, "when"), when, "over")


def _texts(path: Path, entry: Entry, *keys: str) -> Iterator[tuple[str, Path]]:
    yield from ((entry[key], (*path, key)) for key in keys if key in entry)


def entries_in(definition: Entry, section: str) -> Parts:
    """Yield the entries of a section, such as `modes`."""
    yield from (((section, name), entry) for name, entry in definition.get(section, {}).items())


def formats_in(definition: Entry) -> Parts:
    """Yield every format."""
    return entries_in(definition, "formats")


def piles_in(definition: Entry) -> Parts:
    """Yield every pile."""
    return entries_in(definition, "piles")


def rules_in(path: Path, entry: Entry) -> Parts:
    """Yield the rules of the format at `path`."""
    yield from (((*path, "rules", number), rule) for number, rule in enumerate(entry["rules"]))


def parts_in(path: Path, entry: Entry) -> Parts:
    """Yield the parts of the pile at `path`, also those of single modes."""
    owners = [(path, entry)]
    owners += [((*path, "modes", mode), own) for mode, own in entry.get("modes", {}).items()]
    for at, owner in owners:
        yield from (((*at, "parts", number), part) for number, part in enumerate(owner["parts"]))


def deals_in(definition: Entry) -> Iterator[tuple[str, dict[str, Path], Entry]]:
    """Yield how the table is laid, for no mode ('') and for each, with the path that each of its keys stands at."""
    deal = definition.get("deal", {})
    for mode, other in [("", {}), *deal.get("modes", {}).items()] if deal else ():
        paths: dict[str, Path] = {key: ("deal", key) for key in deal}
        yield mode, paths | {key: ("deal", "modes", mode, key) for key in other}, {**deal, **other}


def steps_in(paths: Mapping[str, Path], own: Entry) -> Parts:
    """Yield the steps by which a table is laid."""
    yield from (((*paths["steps"], number), step) for number, step in enumerate(own["steps"]))


def takes_in(paths: Mapping[str, Path], own: Entry) -> Iterator[tuple[Path, object]]:
    """Yield every number of cards, or table of such numbers, by which a table is laid and played on."""
    for path, step in steps_in(paths, own):
        yield from (((*path, key), step[key]) for key in ("take", "to_first") if key in step)
    if "draw" in own:
        yield (*paths["draw"], "take"), own["draw"]["take"]
    for zone, most in own.get("limits", {}).items():
        yield (*paths["limits"], zone), most
