"""Card sets for programs in which people play online: what these know of each card, and the pictures of its two sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from deckwright.model.card import Card


class OnlineCard(NamedTuple):
    """A card as another program has it, in one language.

    `name` is the one that decks have, and differs from those of all other cards; `title` is the one that is printed.
    `number` is its place in the game, from 1. `values` are those of its fields by field id. A token is played, but not put
    into decks. `other_side` is the name of the back of a card that is played on both sides, or of its front if this is the
    back.
    """

    card: Card
    name: str
    title: str
    number: int
    kind: str
    marks: tuple[str, ...]
    values: Mapping[str, str]
    text: str
    is_token: bool = False
    other_side: str = ""
    is_back: bool = False


class CardSet(NamedTuple):
    """The cards of a game, or some of them, in one language: the game's id and title, and the labels of its fields."""

    game: str
    title: str
    labels: Mapping[str, str]
    cards: tuple[OnlineCard, ...]


def unused_name(name: str, taken: Collection[str]) -> str:
    """Name, with a number after it if it is one of those `taken`; these are compared in lower case too."""
    found, number = name, 1
    while found in taken or found.casefold() in taken:
        number += 1
        found = f"{name}_{number}"
    return found
