"""Formats of a game: the construction rules that a kind of deck follows, and the tables of cards that they use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.model.card import MAIN
from deckwright.model.game import Numbers, numbers_in
from deckwright.model.measures import COPIES
from deckwright.model.query.matching import Differs, Not
from deckwright.model.rule import (
    Bounds,
    CardTest,
    Count,
    Limits,
    Requirement,
    Rule,
    RuleReader,
    first_day,
    last_day,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.query.matching import Query
    from deckwright.model.rule import Bound, Matcher

POOL, BANNED, RESTRICTED, ZONES = "pool", "banned", "restricted", "zones"
RESERVED = (POOL, BANNED, RESTRICTED, ZONES)
"""The names of the rules that a format has by its own keys, without writing them as rules."""


class Format(NamedTuple):
    """A format of a game. `asks_players` means that its rules depend on the number of players.

    `references` are the cards of a deck that have a name of their own, each as the condition that finds it. The last of the
    `zones` are those `beside` the deck. `lists` are tables that give numbers to cards.
    """

    id: str
    rules: tuple[Rule, ...]
    zones: tuple[str, ...]
    beside: tuple[str, ...]
    references: Mapping[str, Requirement]
    lists: Mapping[str, Table]
    players: Numbers
    asks_players: bool
    cite: str

    def rules_on(self, day: date) -> list[Rule]:
        """The rules that are in force on a day."""
        return [rule for rule in self.rules if rule.holds_on(day)]


def read_format(game: Game, name: str, matcher: Matcher) -> Format:
    """Read a format of a validated game, with what it takes over from others."""
    entry = format_entry(game.definition, name)
    zones = (MAIN, *(zone for zone in entry.get("zones", ()) if zone not in (MAIN, *entry.get("beside", ()))))
    reader = RuleReader(matcher, zones)
    of_keys = [*_rules_of_keys(entry, zones, matcher)]
    rules = [reader.rule(rule, rule["format"]) for rule in entry["rules"]]
    references = {
        reference: reader.condition(written) for reference, written in entry.get("references", {}).items()
    }
    return Format(
        id=name,
        rules=(*of_keys, *rules),
        zones=(*zones, *entry.get("beside", ())),
        beside=tuple(entry.get("beside", ())),
        references=references,
        lists={**game.definition.get("lists", {}), **_tables(entry)},
        players=numbers_in(entry.get("players") or game.definition.get("players")),
        asks_players="players" in entry or any(rule.asks_players for rule in rules),
        cite=entry.get("cite", ""),
    )


def format_entry(definition: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A format as written, with what it takes over by `like`; each rule has the id of its own format as `format`.

    The chain of `like` must exist and end.
    """
    entry = definition["formats"][name]
    rules = [{**rule, "format": name} for rule in entry.get("rules", ())]
    if "like" not in entry:
        return {**entry, "rules": rules}
    base = format_entry(definition, entry["like"])
    dropped = entry.get("drop", ())
    inherited = {key: value for key, value in base.items() if key not in dropped}
    # A rule replaces the inherited one of the same id, in its place.
    rules_by_id = {rule["id"]: rule for rule in base["rules"] if rule["id"] not in dropped}
    rules_by_id |= {rule["id"]: rule for rule in rules}
    return {
        **inherited,
        **entry,
        **{
            key: list(dict.fromkeys((*base.get(key, ()), *entry.get(key, ())))) for key in ("zones", "beside")
        },
        "references": {**base.get("references", {}), **entry.get("references", {})},
        "rules": [*rules_by_id.values()],
    }


# Tables of cards: the lists of a game, and what a format bans or restricts.

Table = Mapping[str, Any] | Sequence[Any]
"""Cards with a number each, or only cards, which have the number 1; each perhaps for some days only."""


class ListedCard(NamedTuple):
    """A card on a list, with its number there, from one day to another."""

    card: str
    value: float
    since: date
    until: date


def listed_cards(table: Table) -> Iterator[ListedCard]:
    """Yield the entries of a table as written."""
    if isinstance(table, Mapping):
        written = [
            {"card": card, **(_own if isinstance(_own, Mapping) else {"value": _own})}
            for card, _own in table.items()
        ]
    else:
        written = [{"card": card} if isinstance(card, str) else card for card in table]
    for entry in written:
        value = entry.get("value", entry.get("max", 1))
        yield ListedCard(entry["card"], value, first_day(entry), last_day(entry))


def with_lists(
    cards: Mapping[str, Card], lists: Mapping[str, Table], day: date | None = None
) -> Mapping[str, Card]:
    """Cards by id, those on lists with what the lists say, on a day or on any, as fields of their own."""
    values: dict[str, dict[str, Any]] = {}
    for name, table in lists.items():
        for entry in listed_cards(table):
            if entry.card in cards and (day is None or entry.since <= day <= entry.until):
                values.setdefault(entry.card, {})[name] = entry.value
    if not values:
        return cards
    listed = {
        name: replace(cards[name], fields={**cards[name].fields, **listed_values})
        for name, listed_values in values.items()
    }
    return {**cards, **listed}


def _tables(entry: Mapping[str, Any]) -> dict[str, Table]:
    """What a format bans or restricts without naming a list, under names that no list can have."""
    return {
        _name_of(key): entry[key] for key in (BANNED, RESTRICTED) if not isinstance(entry.get(key, ""), str)
    }


def _name_of(key: str) -> str:
    return f"({key})"


def _rules_of_keys(entry: Mapping[str, Any], zones: tuple[str, ...], matcher: Matcher) -> Iterator[Rule]:
    """Yield the rules that `pool`, `banned` and `restricted` mean: limits on copies."""
    cite = entry.get("cite", "")
    if POOL in entry:
        yield _limit(POOL, Not(matcher(entry[POOL]).query), 0, zones, cite)
    for key in (BANNED, RESTRICTED):
        if key in entry:
            name = entry[key] if isinstance(entry[key], str) else _name_of(key)
            limit = name if key == RESTRICTED else 0
            yield _limit(key, Differs(name, ()), limit, zones, cite)


def _limit(name: str, query: Query, limit: Bound, zones: tuple[str, ...], cite: str) -> Rule:
    over = CardTest(query)
    requirement = Requirement(Count(over, zones, COPIES), Limits(Bounds(max=limit)))
    return Rule(name, over, zones, ((requirement,),), cite=cite, references=over.mentions)
