"""The saved object of Tabletop Simulator: which cards a deck has, where they are seen, and how they read.

Its form is what the game itself writes (Tabletop Simulator knowledge base, "Save File Format"): a card's
number is the key of its picture times 100, and its place in the grid, row by row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deckwright.model.card import Card
    from deckwright.press.job import PrintJob
    from deckwright.press.targets.tabletop import Pile

_TYPES: dict[str, dict[str, int]] = {"rect": {}, "hexagon": {"Type": 3}, "circle": {"Type": 4}}
"""What the game calls the outline of a card; it takes one with round corners where nothing is said."""

_APART = 4.0
"""How far apart decks lie on the table, in the game's inches."""

# Face down, and upright for whoever sits at the lower side of the table.
_TRANSFORM = {
    "posX": 0.0,
    "posY": 1.0,
    "posZ": 0.0,
    "rotX": 0.0,
    "rotY": 180.0,
    "rotZ": 180.0,
    "scaleX": 1.0,
    "scaleY": 1.0,
    "scaleZ": 1.0,
}


def saved_object(
    job: PrintJob, piles: Sequence[Pile], base: str, describe: Callable[[Card], str]
) -> dict[str, Any]:
    """Give the decks of a job, one for each face that is a back, as the game's JSON.

    `base` is the address where the pictures are found; `describe` gives the text that a player reads beside a
    card.
    """
    by_deck: dict[str, list[Pile]] = {}
    for pile in piles:
        by_deck.setdefault(pile.deck, []).append(pile)
    decks = [_deck(job, own, base.rstrip("/"), describe) for own in by_deck.values()]
    for number, deck in enumerate(decks):
        deck["Transform"] = {**_TRANSFORM, "posX": _APART * number}
    return {"SaveName": job.title, "ObjectStates": decks}


def _deck(job: PrintJob, piles: list[Pile], base: str, describe: Callable[[Card], str]) -> dict[str, Any]:
    """Give a deck, or the card itself where there is but one: the game knows no deck of one."""
    cards: list[dict[str, Any]] = []
    images: dict[str, Any] = {}
    for pile in piles:
        image = images[str(pile.key)] = _image(pile, base)
        for place, (card, copies) in enumerate(pile.cards):
            number = pile.key * 100 + place
            one = _card(card, number, {str(pile.key): image}, job.language)
            cards += [{**one, "Description": describe(card)} for _ in range(copies)]
    if len(cards) == 1:
        return cards[0]
    return {
        "Name": "DeckCustom",
        "Transform": _TRANSFORM,
        "Nickname": job.title,
        "Description": ", ".join(dict.fromkeys(_kind(job, card) for pile in piles for card, _ in pile.cards)),
        "Hands": False,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": images,
        "ContainedObjects": cards,
    }


def _kind(job: PrintJob, card: Card) -> str:
    return job.game.label(f"kind:{card.kind}", job.language)


def _image(pile: Pile, base: str) -> dict[str, Any]:
    return {
        "FaceURL": f"{base}/{quote(pile.face)}",
        "BackURL": f"{base}/{quote(pile.back)}",
        "NumWidth": pile.grid.columns,
        "NumHeight": pile.grid.rows,
        "BackIsHidden": True,
        "UniqueBack": pile.own_backs,
        **_TYPES[pile.cut],
    }


def _card(card: Card, number: int, image: dict[str, Any], language: str) -> dict[str, Any]:
    return {
        "Name": "Card",
        "Transform": _TRANSFORM,
        "Nickname": card.name(language),
        "Hands": True,
        "CardID": number,
        "CustomDeck": image,
    }
