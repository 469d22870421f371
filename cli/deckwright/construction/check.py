"""Check a deck against a format of its game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from deckwright.construction.breaches import Breach, Contents, breaches
from deckwright.construction.choice import choose_format, choose_players
from deckwright.construction.wording import Wording
from deckwright.findings import Finding, Where, has_errors
from deckwright.messages import tr
from deckwright.model.card import MAIN, Deck, copies_by_card
from deckwright.model.rule import ZONES, Format

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.errors import InputError, UsageError
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.rule import Rule


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check says of a deck: the format and number of players it was held against, and every finding."""

    deck: Deck
    format: str
    players: int | None
    findings: tuple[Finding, ...]

    @property
    def legal(self) -> bool:
        """Tell whether the deck may be played."""
        return not has_errors(self.findings)


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A deck that cannot be checked, by the name that the user wrote, and why."""

    deck: str
    error: InputError | UsageError


def check_deck(  # noqa: PLR0913 - what a deck is held against, each thing on its own
    deck: Deck,
    game: Game,
    cards: Mapping[str, Card],
    *,
    format: str = "",  # noqa: A002 - the word of the field
    players: int | None = None,
    on: date | None = None,
    language: str = "en",
) -> Verdict:
    """Check a deck against one format of its game; every finding is given, in the order of the rules.

    `cards` are the game's, by id, and hold every card of the deck. `format` and `players` stand in for what
    the deck says itself. Rules hold as of the day `on`, or today.

    Raises:
        InputError: the game has no such format, or the deck is for a number of players that it does not allow.
        UsageError: neither says which format, or how many play where it matters, or allows so many.
    """
    rules = choose_format(deck, game, format)
    number = choose_players(deck, rules, players)
    wording = Wording(game, rules.id, deck, cards, language)
    found = breaches(rules_on(rules, on), Contents(deck.entries, cards), number)
    findings = (*_strange_zones(deck, rules), *(_finding(breach, deck, wording) for breach in found))
    return Verdict(deck, rules.id, number, findings)


def rules_on(rules: Format, on: date | None) -> list[Rule]:
    """Give the rules of a format that are in force on a day, or today."""
    day = on or datetime.now(UTC).astimezone().date()
    return [rule for rule in rules.rules if rule.holds_on(day)]


def _strange_zones(deck: Deck, rules: Format) -> Iterator[Finding]:
    """Find zones of the deck that the format does not have."""
    for zone in dict.fromkeys(entry.zone for entry in deck.entries if entry.zone not in rules.zones):
        there = copies_by_card(entry for entry in deck.entries if entry.zone == zone)
        message = tr(
            "The format {format} has no zone {zone}: move its cards. It has: {zones}.",
            format=rules.id,
            zone=zone,
            zones=", ".join(rules.zones),
        )
        yield Finding(
            ZONES, "error", message, tuple(there), sum(there.values()), 0, _place(deck, zone), rules.cite
        )


def _finding(breach: Breach, deck: Deck, wording: Wording) -> Finding:
    rule = breach.rule
    named = rule.over is not None or rule.measure in {"copies", "companions"}
    subjects = tuple(card.id for card in breach.cards) if named else ()
    return Finding(
        rule=rule.id,
        severity=rule.severity,
        message=wording.message(breach),
        subjects=subjects,
        found=breach.found,
        limit=breach.limit,
        where=_first_of(deck, subjects, rule.zones) or _place(deck, rule.zones[0]),
        cite=rule.cite,
    )


def _first_of(deck: Deck, subjects: tuple[str, ...], zones: tuple[str, ...]) -> Where | None:
    """Give the place of the first of some cards that stands in a file."""
    return next(
        (
            entry.where
            for entry in deck.entries
            if entry.where and entry.card in subjects and entry.zone in zones
        ),
        None,
    )


def _place(deck: Deck, zone: str) -> Where | None:
    """Give the place of a zone in the deck's file, or the file as a whole."""
    known = deck.wheres.get(MAIN if zone == MAIN else ZONES)
    return known or (Where(deck.source) if deck.source else None)
