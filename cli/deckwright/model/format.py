"""A format: the set of construction rules that a kind of deck keeps to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deckwright.model.deck import MAIN
from deckwright.model.players import Numbers, numbers_in
from deckwright.model.rule import Bounds, Rule, read_rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.rule import Matcher, Test

POOL, BANNED, RESTRICTED, ZONES = "pool", "banned", "restricted", "zones"
RESERVED = (POOL, BANNED, RESTRICTED, ZONES)
"""The names of the rules that a format has by its own keys, without writing them as rules."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format of a game. `asks_players` tells whether its rules depend on how many play."""

    id: str
    rules: tuple[Rule, ...]
    zones: tuple[str, ...]
    players: Numbers
    asks_players: bool
    cite: str


def read_format(game: Game, name: str, matcher: Matcher) -> Format:
    """Read a format of a validated game."""
    entry: Mapping[str, Any] = game.definition["formats"][name]
    zones = (MAIN, *entry.get("zones", ()))
    written = [read_rule(rule, matcher, zones) for rule in entry["rules"]]
    return Format(
        id=name,
        rules=(*_rules_of_keys(entry, zones, matcher), *written),
        zones=zones,
        players=numbers_in(entry.get("players") or game.definition.get("players")),
        asks_players="players" in entry or any(rule.asks_players for rule in written),
        cite=entry.get("cite", ""),
    )


def _rules_of_keys(entry: Mapping[str, Any], zones: tuple[str, ...], matcher: Matcher) -> Iterator[Rule]:
    """Yield the rules that `pool`, `banned` and `restricted` stand for: how many copies there may be."""
    if "pool" in entry:
        pool = matcher(entry["pool"])
        yield _at_most(0, POOL, lambda card: not pool(card), entry, zones)
    if "banned" in entry:
        yield _at_most(0, BANNED, _is_one_of(entry["banned"]), entry, zones)
    for card, most in entry.get("restricted", {}).items():
        yield _at_most(most, RESTRICTED, _is_one_of([card]), entry, zones)


def _at_most(most: int, name: str, over: Test, entry: Mapping[str, Any], zones: tuple[str, ...]) -> Rule:
    return Rule(
        id=name, measure="copies", over=over, zones=zones, bounds=Bounds(max=most), cite=entry.get("cite", "")
    )


def _is_one_of(ids: list[str]) -> Test:
    def test(card: Card) -> bool:
        return card.id in ids

    return test
