"""A whole game, ready to store: the game, its cards, decks and translations, and how many cards of a sort it should hold."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from deckwright.model.card import Card, Deck
    from deckwright.model.game import Game
    from deckwright.model.rule import Matcher, Test
    from deckwright.model.translation import Entry


# A whole game, ready to be kept: the game, its cards and its decks.


@dataclass(frozen=True, slots=True)
class GameBox:
    """All that a game's folder gives: `assets` are files for printing by path; `digest` names the content.

    `stamp` is that of the folder's files, '' where it cannot be trusted.
    `folder` is the folder's whole path; '' where the game is from none. `entries` are the translations of every
    text, by language.
    """

    game: Game
    cards: tuple[Card, ...] = ()
    decks: tuple[Deck, ...] = ()
    assets: Mapping[str, bytes] = field(default_factory=dict)
    digest: str = ""
    folder: str = ""
    entries: Mapping[str, tuple[Entry, ...]] = field(default_factory=dict)
    stamp: str = ""


def translated(box: GameBox, entries: Mapping[str, tuple[Entry, ...]]) -> GameBox:
    """Game with these translations instead of its own in their languages, each at its card or word.

    What is broken for this game is marked, and not used.
    """
    icons = box.game.definition.get("icons", {})
    entries = {
        language: tuple(entry.looked_through(icons) for entry in own) for language, own in entries.items()
    }
    used = {
        language: {entry.context: entry.text for entry in own if entry.is_used}
        for language, own in entries.items()
    }
    texts: dict[str, dict[str, dict[str, str]]] = {}
    for language, own in used.items():
        for context, text in own.items():
            if ":" not in context:
                card, _, name = context.rpartition(".")
                texts.setdefault(card, {}).setdefault(language, {})[name] = text
    cards = tuple(_with_texts(card, texts.get(card.id, {}), entries) for card in box.cards)
    labels = {**box.game.labels, **{language: own_words(own) for language, own in used.items()}}
    return replace(box, game=replace(box.game, labels=labels), cards=cards, entries=entries)


def own_words(texts: Mapping[str, str]) -> dict[str, str]:
    """Keep the game's own words of some texts; the others are the cards'."""
    return {context: text for context, text in texts.items() if ":" in context}


def _with_texts(card: Card, texts: Mapping[str, Mapping[str, str]], languages: Collection[str]) -> Card:
    kept = {language: own for language, own in card.texts.items() if language not in languages}
    made = {**kept, **texts}
    return card if made == card.texts else replace(card, texts=made)


# How many cards of some sort a box holds, where a rulebook says that and not the copies of each card.


class Total(NamedTuple):
    """The cards that `query` finds are `copies` in the box, every copy one."""

    number: int
    query: str
    of: Test
    copies: int
    cite: str


def totals_of(game: Game, matcher: Matcher) -> list[Total]:
    """Totals that a game declares, numbered from 0."""
    declared = game.definition.get("totals", ())
    return [
        Total(number, entry["of"], matcher(entry["of"]), entry["copies"], entry.get("cite", ""))
        for number, entry in enumerate(declared)
    ]


def copies_in(total: Total, cards: Iterable[Card]) -> int:
    """How many copies some cards come to that a total is of."""
    return sum(card.copies for card in cards if total.of(card))
