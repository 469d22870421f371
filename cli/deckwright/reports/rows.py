"""Cards as the rows of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from deckwright.model.card import copies_by_card
from deckwright.model.game import TEXTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deckwright.model.card import Card, Deck, FieldValue
    from deckwright.model.game import Game

COMMON = ("game", "id", "kind", "name", "copies", "marks", "origin", "revision")
"""The columns that cards of every game have; `name` is in the language asked for."""

Row = tuple[object, ...]

T = TypeVar("T")


def rows_of(
    decks: Sequence[tuple[Deck, Game, Mapping[str, Card]]], languages: Mapping[str, str]
) -> list[Row]:
    """Give the head of a table and a row for each card of some decks, with the copies that are in the deck.

    `languages` are those of the names, by game. After the common columns stand the games' own fields, then the texts of each language: `text.fr`. Values
    are as the data holds them, several of one field parted by `; `.
    """
    fields = _unlike(name for _, game, _ in decks for name in game.fields)
    texts = _unlike(text for _, game, _ in decks for text in _texts(game))
    rows: list[Row] = [(*COMMON, *fields, *(f"{name}.{language}" for language, name in texts))]
    for deck, _, cards in decks:
        for name, copies in copies_by_card(deck.entries).items():
            card = cards[name]
            own = (_cell(card.fields.get(field, "")) for field in fields)
            said = (card.texts.get(one, {}).get(text, "") for one, text in texts)
            rows.append((*_common(card, copies, languages[card.game]), *own, *said))
    return rows


def _unlike(values: Iterable[T]) -> list[T]:
    return list(dict.fromkeys(values))


def _texts(game: Game) -> list[tuple[str, str]]:
    """List the texts that a game's cards can have, by language, its own language first."""
    languages = _unlike((game.source_language, *game.languages))
    names = (*TEXTS, *game.definition.get("texts", {}))
    return [(language, name) for language in languages for name in names]


def _common(card: Card, copies: int, language: str) -> Row:
    marks = "; ".join(card.marks)
    return card.game, card.id, card.kind, card.name(language), copies, marks, card.origin, card.revision


def _cell(value: FieldValue) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "; ".join(map(str, value)) if isinstance(value, list) else value
