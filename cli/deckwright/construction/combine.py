"""Combine decks into one, without the copies that its format does not allow."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from deckwright.construction.deck_checker import DeckChecker, choose_players
from deckwright.construction.evaluation import find_violations
from deckwright.errors import InputError
from deckwright.findings import has_errors
from deckwright.messages import tr
from deckwright.model.card import Deck, DeckEntry, copies_by_card

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deckwright.construction.deck_checker import CheckContext, FormatOnDay
    from deckwright.construction.evaluation import Violation
    from deckwright.findings import Finding
    from deckwright.model.card import Card, EntryFields
    from deckwright.model.game import Game
    from deckwright.model.rule import Rule


@dataclass(frozen=True, slots=True)
class Combined:
    """Several decks combined: the result, the removed copies of each card, and the findings of a check."""

    deck: Deck
    removed: tuple[tuple[str, int], ...]
    findings: tuple[Finding, ...]

    @property
    def legal(self) -> bool:
        """Whether the combined deck may be played."""
        return not has_errors(self.findings)


def combine(
    decks: Sequence[tuple[Deck, int]],
    game: Game,
    cards: Mapping[str, Card],
    context: CheckContext,
    name: str = "",
) -> Combined:
    """Combine decks, each with its number of times, and reduce every card to the copies that the format allows.

    Only copies beyond a limit are removed, from the last deck first; nothing is added. The result is then checked like
    any deck. `name` is the new deck's, or '' to join the names of the decks; it has their date if they agree on one.
    """
    joined = _join(decks, game, name or " + ".join(deck.name for deck, _ in decks))
    checker = DeckChecker(game, cards, context)
    rules = checker.rules_for(joined)
    number = choose_players(joined, rules.format, context.players)
    reduced = _reduced(joined.entries, rules, number)
    deck = joined._replace(format=rules.format.id, players=number, entries=reduced)
    verdict = checker.check(deck)
    return Combined(deck, _removed(joined.entries, reduced), verdict.findings)


def _join(decks: Sequence[tuple[Deck, int]], game: Game, name: str) -> Deck:
    copies: dict[tuple[str, str, EntryFields], int] = {}
    for deck, times in decks:
        if deck.game != game.id:
            raise _other_game(deck, game)
        for entry in deck.entries:
            key = (entry.zone, entry.card, entry.fields)
            copies[key] = copies.get(key, 0) + entry.copies * times
    entries = tuple(
        DeckEntry(card, count, zone, fields=fields) for (zone, card, fields), count in copies.items()
    )
    days = {deck.date for deck, _ in decks if deck.date}
    return Deck(game.id, name, entries, date=days.pop() if len(days) == 1 else None)


def _other_game(deck: Deck, game: Game) -> InputError:
    return InputError(
        "other-game",
        tr(
            "The deck {deck} is for the game {other}, not for {game}.",
            deck=deck.source or deck.name,
            other=deck.game,
            game=game.id,
        ),
        hint=tr("Combine decks of the same game."),
        where=deck.locations.get("game"),
    )


def _reduced(
    entries: tuple[DeckEntry, ...], rules: FormatOnDay, players: int | None
) -> tuple[DeckEntry, ...]:
    """Remove excess copies until there are none: without a card, other rules may apply."""
    while surplus := _surplus(find_violations(rules.rules, rules.contents(entries), players)):
        for violation in surplus:
            entries = _without(entries, violation)
    return entries


def _surplus(violations: Iterable[Violation]) -> list[Violation]:
    """The violations of the first rule whose limit on copies is exceeded; no two are about one card."""
    too_many = [
        violation
        for violation in violations
        if _limits_copies(violation.rule) and violation.rule.severity == "error" and violation.excess > 0
    ]
    return [violation for violation in too_many if violation.rule is too_many[0].rule]


def _limits_copies(rule: Rule) -> bool:
    measures = [requirement.counted.measure for way in rule.ways for requirement in way]
    return len(rule.ways) == 1 and all(measure.per_card and measure.counts_copies for measure in measures)


def _without(entries: tuple[DeckEntry, ...], surplus: Violation) -> tuple[DeckEntry, ...]:
    """Remove what is too many from the last of the entries that a violation is about.

    If several cards count as one, only the last entry loses copies before everything is counted again: without its card,
    the limit of the others may be higher.
    """
    ids = {card.id for card in surplus.cards}
    concerned = [
        number
        for number, entry in enumerate(entries)
        if entry.card in ids and entry.zone in surplus.first.requirement.counted.zones
    ]
    copies = [entry.copies for entry in entries]
    surplus_copies = ceil(surplus.excess)
    for number in reversed(concerned if len(ids) == 1 else concerned[-1:]):
        out = min(copies[number], surplus_copies)
        copies[number] -= out
        surplus_copies -= out
    return tuple(entry._replace(copies=count) for entry, count in zip(entries, copies, strict=True) if count)


def _removed(joined: Iterable[DeckEntry], reduced: Iterable[DeckEntry]) -> tuple[tuple[str, int], ...]:
    reduced_copies = copies_by_card(reduced)
    return tuple(
        (card, copies - reduced_copies.get(card, 0))
        for card, copies in copies_by_card(joined).items()
        if copies > reduced_copies.get(card, 0)
    )
