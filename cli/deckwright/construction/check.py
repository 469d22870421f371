"""Check a deck against a format of its game: which format, for how many players, and what it violates."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, NamedTuple

from deckwright.construction.evaluation import CardPool, Contents, Violation, find_violations
from deckwright.construction.wording import Wording
from deckwright.errors import InputError, UsageError
from deckwright.findings import Finding, Where, has_errors
from deckwright.messages import tr
from deckwright.model.card import MAIN, Deck, copies_by_card
from deckwright.model.format import ZONES, Format, read_format, with_lists
from deckwright.model.game import is_allowed, list_numbers, wrong_players
from deckwright.model.rule import matcher_of
from deckwright.model.words import suggest_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deckwright.model.card import Card, DeckEntry
    from deckwright.model.game import Game
    from deckwright.model.rule import Rule


class CheckContext(NamedTuple):
    """Context of a check; `format` and `players` take precedence over those of the deck.

    Rules apply as of the day `on`, or that of the deck, or today. Messages name cards in `language`.
    """

    format: str = ""
    players: int | None = None
    on: date | None = None
    language: str = "en"


class Verdict(NamedTuple):
    """Result of a check: the format and the number of players that the deck was checked for, and every finding."""

    deck: Deck
    format: str
    players: int | None
    findings: tuple[Finding, ...]

    @property
    def legal(self) -> bool:
        """Whether the deck may be played."""
        return not has_errors(self.findings)


class Unchecked(NamedTuple):
    """A deck that could not be checked, by the name that the user wrote, and why."""

    deck: str
    error: InputError | UsageError


class FormatOnDay(NamedTuple):
    """A format with the rules in force on a day, and the cards as its lists have them on that day."""

    format: Format
    rules: list[Rule]
    pool: CardPool

    def contents(self, entries: Iterable[DeckEntry]) -> Contents:
        """The cards of a deck as the rules look at them."""
        return Contents(entries, self.pool, self.format.references)


class DeckChecker:
    """Checks decks of one game; what depends on the game only is done once for all of them."""

    def __init__(self, game: Game, cards: Mapping[str, Card], context: CheckContext | None = None) -> None:
        """`cards` are the game's, by id, and include every card of the decks."""
        self._game = game
        self._cards = cards
        self._context = context or CheckContext()
        self._formats: dict[str, Format] = {}
        self._on_days: dict[tuple[str, date], FormatOnDay] = {}
        self._wording = Wording(game, cards, self._context.language)
        self._today = self._context.on or datetime.now(UTC).astimezone().date()

    def check(self, deck: Deck) -> Verdict:
        """Check a deck against one format of its game, with every finding, in the order of the rules.

        Raises:
            InputError: the game has no such format, or the deck is for a number of players that it does not allow.
            UsageError: the format, or a number of players that it depends on, is missing, or that number is not allowed.
        """
        held = self.rules_for(deck)
        number = choose_players(deck, held.format, self._context.players)
        contents = held.contents(deck.entries)
        found = find_violations(held.rules, contents, number)
        findings = (
            *_unknown_zones(deck, held.format),
            *(_finding(one, deck, self._wording.message(one, held.format.id, contents)) for one in found),
        )
        return Verdict(deck, held.format.id, number, findings)

    def rules_for(self, deck: Deck) -> FormatOnDay:
        """The rules that a deck is checked against: those of its format, or of the one named, on the day.

        Raises:
            InputError: the game has no such format.
            UsageError: none is named.
        """
        name = choose_format(deck, self._game, self._context.format)
        day = self._context.on or deck.date or self._today
        if (name, day) not in self._on_days:
            rules = self._formats.get(name) or read_format(self._game, name, matcher_of(self._game))
            self._formats[name] = rules
            pool = CardPool(with_lists(self._cards, rules.lists, day), day, rules.tests)
            self._on_days[name, day] = FormatOnDay(rules, rules.rules_on(day), pool)
        return self._on_days[name, day]


def check_deck(
    deck: Deck, game: Game, cards: Mapping[str, Card], context: CheckContext | None = None
) -> Verdict:
    """Check one deck as a `DeckChecker` does.

    Raises:
        InputError: the game has no such format, or the deck is for a number of players that it does not allow.
        UsageError: the format, or a number of players that it depends on, is missing, or that number is not allowed.
    """
    return DeckChecker(game, cards, context).check(deck)


def choose_format(deck: Deck, game: Game, named: str = "") -> str:
    """The id of the format that a user named, or else of the one that the deck is for.

    Raises:
        InputError: the game has no formats, or none of that name.
        UsageError: neither the user nor the deck names one.
    """
    known = game.names("formats")
    name = named or deck.format
    if not known:
        raise InputError(
            "no-formats",
            tr("The game {game} has no formats: players do not build its decks.", game=game.id),
            where=deck.locations.get("format"),
        )
    if not name:
        raise UsageError(
            "format-missing",
            tr("The deck {deck} does not name its format.", deck=deck.source or deck.name),
            hint=tr("Add --format with one of: {formats}.", formats=", ".join(known)),
            where=deck.locations.get(MAIN),
        )
    if name not in known:
        raise InputError(
            "unknown-format",
            tr("The game {game} has no format {format}.", game=game.id, format=name),
            hint=suggest_names(name, known),
            where=None if named else deck.locations.get("format"),
        )
    return name


def choose_players(deck: Deck, rules: Format, named: int | None = None) -> int | None:
    """The number of players that a user named, or else the deck's; None if neither does and the format does not ask.

    Raises:
        InputError: the deck is for a number of players that the format does not allow.
        UsageError: the user named such a number, or the format depends on it and it is missing.
    """
    number = deck.players if named is None else named
    if number is None and not rules.asks_players:
        return None
    if number is not None and is_allowed(number, rules.players):
        return number
    allowed = list_numbers(rules.players)
    if number is None:
        raise UsageError(
            "players-missing",
            tr(
                "Format “{format}” depends on the number of players: add --players {allowed}.",
                format=rules.id,
                allowed=allowed,
            ),
            where=deck.locations.get(MAIN),
        )
    message = tr(
        "Format “{format}” is for {allowed} players, not for {players}.",
        format=rules.id,
        allowed=allowed,
        players=number,
    )
    if named is None:
        raise InputError("players-out-of-range", message, where=deck.locations.get("players"))
    raise wrong_players(message)


def _unknown_zones(deck: Deck, rules: Format) -> Iterator[Finding]:
    """Find zones of the deck that the format does not have."""
    for zone in dict.fromkeys(entry.zone for entry in deck.entries if entry.zone not in rules.zones):
        there = copies_by_card(entry for entry in deck.entries if entry.zone == zone)
        message = tr(
            "Format “{format}” has no zone “{zone}”: move its cards. Its zones: {zones}.",
            format=rules.id,
            zone=zone,
            zones=", ".join(rules.zones),
        )
        yield Finding(
            ZONES, "error", message, tuple(there), sum(there.values()), 0, _location(deck, zone), rules.cite
        )


def _finding(violation: Violation, deck: Deck, message: str) -> Finding:
    rule, first = violation.rule, violation.first.requirement
    count = first.counted
    names_cards = count.over is not None or count.measure.per_card or bool(first.options or count.per)
    subjects = tuple(card.id for card in violation.cards) if names_cards else ()
    return Finding(
        rule=rule.id,
        severity=rule.severity,
        message=message,
        subjects=subjects,
        found=violation.found,
        limit=violation.limit,
        where=_first_of(deck, subjects, count.zones) or _location(deck, count.zones[0]),
        cite=rule.cite,
    )


def _first_of(deck: Deck, subjects: tuple[str, ...], zones: tuple[str, ...]) -> Where | None:
    """Location of the first of some cards in the deck's file."""
    return next(
        (
            entry.where
            for entry in deck.entries
            if entry.where and entry.card in subjects and entry.zone in zones
        ),
        None,
    )


def _location(deck: Deck, zone: str) -> Where | None:
    """Location of a zone in the deck's file, or the file as a whole."""
    known = deck.locations.get(zone)
    return known or (Where(deck.source) if deck.source else None)
