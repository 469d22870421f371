"""What is wrong with a game's formats, piles and modes beyond what the schema can say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.deal_flaws import flaws_of_deal
from deckwright.model.definition import (
    Flaw,
    deals_in,
    entries_in,
    formats_in,
    parts_in,
    piles_in,
    rules_in,
    takes_in,
)
from deckwright.model.format import BANNED, RESERVED, RESTRICTED
from deckwright.model.hints import meant
from deckwright.model.players import is_allowed, listed, numbers_in
from deckwright.model.rule_flaws import flaws_of_rule, numbers_of
from deckwright.model.scoring_flaws import flaws_of_scoring

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from deckwright.model.definition import Entry, Path


def flaws_in(definition: Entry, cards: Collection[str]) -> Iterator[Flaw]:
    """Find all that does not fit together; `cards` are the ids of the game's cards."""
    for path, entry in ((), definition), *formats_in(definition), *entries_in(definition, "modes"):
        yield from _span(path, entry)
    for path, entry in formats_in(definition):
        yield from _cards(path, entry, cards)
        yield from _ids(path, entry)
        span = entry.get("players") or definition.get("players")
        for at, rule in rules_in(path, entry):
            yield from flaws_of_rule(at, rule, entry, definition)
            yield from _numbers((*at, "by_players"), rule.get("by_players"), span)
    for path, entry in piles_in(definition):
        yield from _modes(path, entry, definition)
        for at, part in parts_in(path, entry):
            yield from _numbers((*at, "take"), part.get("take"), definition.get("players"))
            if "alike" in part and part["alike"] not in definition.get("fields", {}):
                message = tr("There is no {name} here.", name=part["alike"])
                yield Flaw(
                    (*at, "alike"), f"{message} {meant(part['alike'], [*definition.get('fields', {})])}"
                )
    for path, entry in entries_in(definition, "marks"):
        yield from _modes(path, entry, definition)
    yield from flaws_of_deal(definition)
    for _, paths, own in deals_in(definition):
        for at, take in takes_in(paths, own):
            yield from _numbers(at, take, definition.get("players"))
    yield from _effort(definition)
    yield from flaws_of_scoring(definition, cards)


def _effort(definition: Entry) -> Iterator[Flaw]:
    """Find fields that are no numbers."""
    effort = definition.get("effort", {})
    named: list[tuple[Path, str]] = [
        (("effort", "adds", number), name) for number, name in enumerate(effort.get("adds", ()))
    ]
    named += [(("effort", "worth"), effort["worth"])] if "worth" in effort else []
    known = numbers_of(definition)
    for path, name in named:
        if name not in known:
            message = tr("No number field is called {name}.", name=name)
            yield Flaw(path, f"{message} {meant(name, known)}")


def _span(path: Path, entry: Entry) -> Iterator[Flaw]:
    span = entry.get("players")
    if span and not numbers_in(span):
        yield Flaw((*path, "players"), tr("The least number of players is above the most."))


def _cards(path: Path, entry: Entry, cards: Collection[str]) -> Iterator[Flaw]:
    banned = [(card, number) for number, card in enumerate(entry.get(BANNED, ()))]
    restricted = [(card, card) for card in entry.get(RESTRICTED, ())]
    for key, named in ((BANNED, banned), (RESTRICTED, restricted)):
        for card, step in named:
            if card not in cards:
                yield Flaw((*path, key, step), tr("The game has no card {card}.", card=card))


def _ids(path: Path, entry: Entry) -> Iterator[Flaw]:
    seen: set[str] = set()
    for at, rule in rules_in(path, entry):
        name = rule["id"]
        if name in RESERVED:
            message = tr("{name} is what findings of the format's own key are called.", name=name)
            yield Flaw((*at, "id"), message)
        elif name in seen:
            yield Flaw((*at, "id"), tr("Another rule of this format is called {name}.", name=name))
        seen.add(name)


def _numbers(path: Path, table: object, span: Mapping[str, int] | None) -> Iterator[Flaw]:
    """Find numbers of players that may not play, in a table that has one entry for each."""
    allowed = numbers_in(span)
    for players in table if isinstance(table, dict) else ():
        if not is_allowed(int(players), allowed):
            message = tr("{players} may not play, but {allowed}.", players=players, allowed=listed(allowed))
            yield Flaw((*path, players), message)


def _modes(path: Path, entry: Entry, definition: Entry) -> Iterator[Flaw]:
    known = list(definition.get("modes", {}))
    for mode in entry.get("modes", {}):
        if mode not in known:
            message = tr("The game has no mode {mode}.", mode=mode)
            yield Flaw((*path, "modes", mode), f"{message} {meant(mode, known)}")
