"""What is wrong with how a game lays its table, beyond what the schema can say."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr
from deckwright.model.deal import ACTS, ASIDE
from deckwright.model.definition import Flaw, deals_in, steps_in, takes_in
from deckwright.model.hints import meant
from deckwright.model.players import numbers_in
from deckwright.model.rule_flaws import numbers_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.model.definition import Entry, Path

_GOES_WITH = {
    "take": ("pile", "from"),
    "each": ("pile", "deck", "cards", "from"),
}
"""The keys that only some steps know."""


class _Zones(NamedTuple):
    """The zones that the steps so far have laid: on the table, and before each seat."""

    table: set[str]
    seats: set[str]


def flaws_of_deal(definition: Entry) -> Iterator[Flaw]:
    """Find all that does not fit together in the section `deal`."""
    if ASIDE in definition.get("deal", {}).get("zones", {}):
        message = tr("Every table has {name} of its own: call this zone something else.", name=ASIDE)
        yield Flaw(("deal", "zones", ASIDE), message)
    for name, zone in definition.get("deal", {}).get("zones", {}).items():
        stacks = zone.get("stacks", 0)
        if isinstance(stacks, str) and stacks not in definition.get("fields", {}):
            yield _unknown(("deal", "zones", name, "stacks"), stacks, list(definition.get("fields", {})))
    for mode in definition.get("deal", {}).get("modes", {}):
        if mode not in definition.get("modes", {}):
            yield _unknown(("deal", "modes", mode), mode, list(definition.get("modes", {})))
    for mode, paths, own in deals_in(definition):
        zones = _Zones(set(), set())
        for path, step in steps_in(paths, own):
            yield from _step(path, step, zones, definition)
            _lay(step, zones)
        yield from _decks(paths, own)
        yield from _first(paths, own, zones, definition)
        yield from _after(paths, own, zones)
        yield from _players(paths, own, definition, mode)


def _unknown(path: Path, name: str, known: list[str]) -> Flaw:
    return Flaw(path, f"{tr('{name} is not declared in this game.', name=name)} {meant(name, known)}")


def _step(path: Path, step: Entry, zones: _Zones, definition: Entry) -> Iterator[Flaw]:
    act, *others = [act for act in ACTS if act in step]
    for other in others:
        message = tr("A step does one thing: {one} or {other}, not both.", one=act, other=other)
        yield Flaw((*path, other), message)
    for key, acts in _GOES_WITH.items():
        if key in step and act not in acts:
            message = tr("{key} goes with {names} only.", key=key, names=", ".join(acts))
            yield Flaw((*path, key), message)
    if act == "pile" and step.get("each") and "take" not in step:
        yield Flaw((*path, "each"), tr("How many cards does each seat get? Say it with take."))
    if act == "cards" and step.get("each") and "alike" not in step:
        yield Flaw((*path, "each"), tr("Which of these cards does each seat get? Part them with alike."))
    if "alike" in step and step["alike"] not in definition.get("fields", {}):
        yield _unknown((*path, "alike"), step["alike"], list(definition.get("fields", {})))
    if "packs" in step and step.get("each"):
        yield Flaw((*path, "packs"), tr("packs makes one deck for all: it does not go with each."))
    yield from _names(path, step, act, definition)
    yield from _target(path, step, zones, definition)
    if act == "from":
        yield from _source((*path, "from"), step, zones)


def _names(path: Path, step: Entry, act: str, definition: Entry) -> Iterator[Flaw]:
    """Find piles, formats and texts that are not there."""
    known = {
        "pile": definition.get("piles", {}),
        "deck": definition.get("formats", {}),
        "say": definition["deal"].get("says", {}),
    }
    if act in known and step[act] not in known[act]:
        yield _unknown((*path, act), step[act], list(known[act]))


def _target(path: Path, step: Entry, zones: _Zones, definition: Entry) -> Iterator[Flaw]:
    """Find zones that are not declared, and those that lie on the table as well as before each seat."""
    zone = step.get("to", ASIDE)
    declared = [*definition["deal"]["zones"], ASIDE]
    if zone not in declared:
        yield _unknown((*path, "to"), zone, declared)
    elsewhere = zones.table | {ASIDE} if step.get("each") else zones.seats
    if zone in elsewhere:
        message = tr("{zone} cannot lie on the table and before each seat as well.", zone=zone)
        yield Flaw((*path, "to"), message)


def _source(path: Path, step: Entry, zones: _Zones) -> Iterator[Flaw]:
    known = zones.table | zones.seats if step.get("each") else zones.table
    if step["from"] not in known:
        message = tr("No step before this one lays {zone} there.", zone=step["from"])
        yield Flaw(path, f"{message} {meant(step['from'], sorted(known))}")


def _lay(step: Entry, zones: _Zones) -> None:
    if step.get("to", ASIDE) != ASIDE:
        (zones.seats if step.get("each") else zones.table).add(step["to"])


def _decks(paths: dict[str, Path], own: Entry) -> Iterator[Flaw]:
    """Find a second step that lays decks: --deck would not know which of them is meant."""
    decks = [path for path, step in steps_in(paths, own) if "deck" in step]
    yield from (Flaw((*path, "deck"), tr("Only one step can lay decks.")) for path in decks[1:])


def _first(paths: dict[str, Path], own: Entry, zones: _Zones, definition: Entry) -> Iterator[Flaw]:
    first = own.get("first", "chance")
    if isinstance(first, dict):
        known = numbers_of(definition)
        if first["reveal"] not in known:
            yield _unknown((*paths["first"], "reveal"), first["reveal"], known)
        yield from _laid((*paths["first"], "in"), first["in"], zones.seats)
        yield from _laid((*paths["first"], "from"), first["from"], zones.table)
    if isinstance(first, int) or first == "chance":
        return
    for path, step in steps_in(paths, own):
        if "to_first" in step:
            message = tr("Nobody knows yet who goes first: that is settled when the table is laid.")
            yield Flaw((*path, "to_first"), message)


def _after(paths: dict[str, Path], own: Entry, zones: _Zones) -> Iterator[Flaw]:
    """Find zones that are drawn from, or limited, and never laid."""
    there = zones.table | zones.seats
    for key in ("from", "to"):
        if "draw" in own:
            yield from _laid((*paths["draw"], key), own["draw"][key], there)
    for zone in own.get("limits", {}):
        yield from _laid((*paths["limits"], zone), zone, there)


def _laid(path: Path, zone: str, there: set[str]) -> Iterator[Flaw]:
    if zone not in there:
        message = tr("No step lays {zone} there.", zone=zone)
        yield Flaw(path, f"{message} {meant(zone, sorted(there))}")


def _players(paths: dict[str, Path], own: Entry, definition: Entry, mode: str) -> Iterator[Flaw]:
    """Find tables that no number of players stands in all of, and a first seat that may be empty."""
    span = definition.get("modes", {}).get(mode, {}).get("players") or definition.get("players")
    tables = [{int(number) for number in take} for _, take in takes_in(paths, own) if isinstance(take, dict)]
    numbers = set(numbers_in(span)) or set().union(*tables)
    allowed = numbers.intersection(*tables)
    if numbers and not allowed:
        yield Flaw(paths["steps"], tr("No number of players that may play stands in every table here."))
    first = own.get("first")
    if isinstance(first, int) and allowed and first > min(allowed):
        message = tr("With {players} players there is no seat {seat}.", players=min(allowed), seat=first)
        yield Flaw(paths["first"], message)
