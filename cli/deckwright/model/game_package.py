"""A whole game, ready to store: the game, its cards, decks and translations, and its card totals."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from deckwright.findings import Where
    from deckwright.model.card import Card, Deck
    from deckwright.model.game import Game
    from deckwright.model.rule import CardTest, Matcher
    from deckwright.model.translation import Message


# A whole game, ready to be stored: the game, its cards and its decks.


@dataclass(frozen=True, slots=True)
class GamePackage:
    """Everything in a game's folder: `assets` are files for printing by path; `digest` identifies the content.

    `stamp` is that of the folder's files, '' where it cannot be trusted.
    `folder` is the folder's whole path; '' where the game is from none. `entries` are the translations of every
    text, by language. `named` are the ids of cards that were made from their names, `cells` the places of translations
    in spreadsheets, by language and context.
    """

    game: Game
    cards: tuple[Card, ...] = ()
    decks: tuple[Deck, ...] = ()
    assets: Mapping[str, bytes] = field(default_factory=dict)
    digest: str = ""
    folder: str = ""
    entries: Mapping[str, tuple[Message, ...]] = field(default_factory=dict)
    stamp: str = ""
    named: frozenset[str] = frozenset()
    cells: Mapping[str, Mapping[str, Where]] = field(default_factory=dict)


def translated(package: GamePackage, entries: Mapping[str, tuple[Message, ...]]) -> GamePackage:
    """Add translations to the cards and words they belong to, replacing those that a game has in these languages.

    What is broken for this game is marked, and not used.
    """
    icons = package.game.definition.get("icons", {})
    entries = {
        language: tuple(entry.with_broken_flag(icons) for entry in own) for language, own in entries.items()
    }
    labels: dict[str, dict[str, str]] = {language: {} for language in entries}
    texts: dict[str, dict[str, dict[str, str]]] = {}
    for language, entry in ((language, one) for language, own in entries.items() for one in own):
        if entry.is_used and ":" in entry.context:
            labels[language][entry.context] = entry.text
        elif entry.is_used:
            card, _, name = entry.context.rpartition(".")
            texts.setdefault(card, {}).setdefault(language, {})[name] = entry.text
    cards = tuple(_with_texts(card, texts.pop(card.id, {}), entries) for card in package.cards)
    return replace(
        package,
        game=replace(package.game, labels={**package.game.labels, **labels}),
        cards=cards,
        entries=entries,
    )


def own_words(texts: Mapping[str, str]) -> dict[str, str]:
    """The texts that are the game's own words; the others belong to cards."""
    return {context: text for context, text in texts.items() if ":" in context}


def _with_texts(card: Card, texts: Mapping[str, Mapping[str, str]], languages: Collection[str]) -> Card:
    others = {language: own for language, own in card.texts.items() if language not in languages}
    made = {**others, **texts}
    return card if made == card.texts else replace(card, texts=made)


# The number of cards of a sort in the game box, if a rulebook states that instead of the copies of each card.


class Total(NamedTuple):
    """The cards that `query` finds are `copies` in the box, every copy one."""

    number: int
    query: str
    of: CardTest
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
    """Number of copies, among some cards, of those that a total is about."""
    return sum(card.copies for card in cards if total.of(card))
