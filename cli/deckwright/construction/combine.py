"""Join decks into one, and take out the copies that its format does not allow."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING

from deckwright.construction.breaches import Contents, breaches
from deckwright.construction.check import check_deck, rules_on
from deckwright.construction.choice import choose_format, choose_players
from deckwright.errors import InputError
from deckwright.findings import has_errors
from deckwright.messages import tr
from deckwright.model.card import Deck, Entry, copies_by_card

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date

    from deckwright.construction.breaches import Breach
    from deckwright.findings import Finding
    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.rule import Rule


@dataclass(frozen=True, slots=True)
class Combined:
    """Several decks as one: what is left, how many copies of which cards were taken out, and what a check says."""

    deck: Deck
    removed: tuple[tuple[str, int], ...]
    findings: tuple[Finding, ...]

    @property
    def legal(self) -> bool:
        """Tell whether the joined deck may be played."""
        return not has_errors(self.findings)


def combine(  # noqa: PLR0913 - what a deck is held against, each thing on its own
    decks: Sequence[tuple[Deck, int]],
    game: Game,
    cards: Mapping[str, Card],
    *,
    format: str,  # noqa: A002 - the word of the field
    players: int | None = None,
    on: date | None = None,
    name: str = "",
    language: str = "en",
) -> Combined:
    """Join decks, each so many times, and cut every card down to the copies that the format allows.

    Only copies beyond a limit are taken out, those joined last first; nothing is added. Then the rest is
    checked as any deck is.

    Raises:
        InputError: a deck is for another game, or the game has no such format.
        UsageError: the format asks how many play, or does not allow so many.
    """
    joined = _join(decks, game, name or " + ".join(deck.name for deck, _ in decks))
    rules = choose_format(joined, game, format)
    number = choose_players(joined, rules, players)
    kept = _cut(joined.entries, rules_on(rules, on), cards, number)
    deck = replace(joined, format=rules.id, players=number, entries=kept)
    verdict = check_deck(deck, game, cards, on=on, language=language)
    return Combined(deck, _removed(joined.entries, kept), verdict.findings)


def _join(decks: Sequence[tuple[Deck, int]], game: Game, name: str) -> Deck:
    copies: dict[tuple[str, str], int] = {}
    for deck, times in decks:
        if deck.game != game.id:
            raise _other_game(deck, game)
        for entry in deck.entries:
            key = (entry.zone, entry.card)
            copies[key] = copies.get(key, 0) + entry.copies * times
    entries = tuple(Entry(card, count, zone) for (zone, card), count in copies.items())
    return Deck(game.id, name, entries)


def _other_game(deck: Deck, game: Game) -> InputError:
    return InputError(
        "other-game",
        tr(
            "The deck {deck} is for the game {other}, not for {game}.",
            deck=deck.source or deck.name,
            other=deck.game,
            game=game.id,
        ),
        hint=tr("Join decks of one game."),
        where=deck.wheres.get("game"),
    )


def _cut(
    entries: tuple[Entry, ...], rules: Sequence[Rule], cards: Mapping[str, Card], players: int | None
) -> tuple[Entry, ...]:
    """Take out supernumerary copies until there are none: without a card, other rules may hold."""
    while surplus := _surplus(breaches(rules, Contents(entries, cards), players)):
        for breach in surplus:
            entries = _without(entries, breach)
    return entries


def _surplus(broken: Iterable[Breach]) -> list[Breach]:
    """Give the breaches of the first rule whose limit on copies is passed; no two are about one card."""
    too_many = [
        breach
        for breach in broken
        if breach.rule.measure == "copies" and breach.rule.severity == "error" and breach.excess > 0
    ]
    return [breach for breach in too_many if breach.rule is too_many[0].rule]


def _without(entries: tuple[Entry, ...], surplus: Breach) -> tuple[Entry, ...]:
    """Take what is too many from the last of the entries that a breach is about.

    Where several cards count as one, only the last entry loses copies before all is counted again: without its card,
    the limit of the others may be higher.
    """
    ids = {card.id for card in surplus.cards}
    concerned = [
        number
        for number, entry in enumerate(entries)
        if entry.card in ids and entry.zone in surplus.rule.zones
    ]
    copies = [entry.copies for entry in entries]
    left = ceil(surplus.excess)
    for number in reversed(concerned if len(ids) == 1 else concerned[-1:]):
        out = min(copies[number], left)
        copies[number] -= out
        left -= out
    return tuple(replace(entry, copies=count) for entry, count in zip(entries, copies, strict=True) if count)


def _removed(joined: Iterable[Entry], kept: Iterable[Entry]) -> tuple[tuple[str, int], ...]:
    left = copies_by_card(kept)
    return tuple(
        (card, copies - left.get(card, 0))
        for card, copies in copies_by_card(joined).items()
        if copies > left.get(card, 0)
    )
