"""Tabletop Simulator: deck pictures in grids, and the saved object that names their cards."""

from __future__ import annotations

import io
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from deckwright.press.job import Printed
from deckwright.press.preflight.preflight import bare_desk
from deckwright.press.targets.pictures import Grid, grid_for, pictures_of, pixels, save_png
from deckwright.press.targets.print_shops import CardPage, CardPages, desk_of
from deckwright.press.targets.target import back_file, back_files, deck_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from deckwright.model.card import Card
    from deckwright.press.job import PrintJob
    from deckwright.press.sheets.sheet import Shape
    from deckwright.press.targets.pictures import Size
    from deckwright.press.targets.target import DeckPictures


# The saved object of Tabletop Simulator: which cards a deck has, where they are seen, and how they read.
#
# Its form is what the game itself writes (Tabletop Simulator knowledge base, "Save File Format"): a card's
# number is the key of its picture times 100, and its place in the grid, row by row.

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


# Decks for Tabletop Simulator: pictures with many cards in a grid.


class Pile(NamedTuple):
    """One picture: the key that cards name it by, its cards with their copies, its grid, and its two files.

    Piles of one `deck` lie on each other. Where its cards have `own_backs`, these stand in a grid like its faces.
    """

    key: int
    cards: list[tuple[Card, int]]
    grid: Grid
    face: str
    back: str
    deck: str
    cut: Shape = "rect"
    own_backs: bool = False


def piles_of(job: PrintJob, deck: DeckPictures) -> list[Pile]:
    """Deal the cards of a job onto pictures: cards with different backs, or of different sizes, go apart."""
    stem = deck_file(job.title)
    alike: dict[tuple[str, tuple[float, float], Shape], list[tuple[Card, int]]] = {}
    for card, copies in job.cards:
        back, face = f"{stem}-{back_file(job.backs[card.kind])}", job.faces[card.kind]
        alike.setdefault((back, face.size, face.cut), []).append((card, copies))
    some = (part for cards in alike.values() for part in _parts(cards, deck.columns * deck.rows))
    backs = back_files(job, bare_desk(job))
    return [_pile(key, cards, job, deck, backs) for key, cards in enumerate(some, 1)]


def _pile(
    key: int, cards: list[tuple[Card, int]], job: PrintJob, deck: DeckPictures, backs: Mapping[str, str]
) -> Pile:
    stem, kind = deck_file(job.title), cards[0][0].kind
    face, name = job.faces[kind], f"{stem}-{back_file(job.backs[kind])}"
    own_backs = len({backs[card.id] for card, _ in cards}) > 1
    back = f"{stem}-{key}-backs.png" if own_backs else f"{stem}-{backs[cards[0][0].id]}"
    grid = grid_for(len(cards), face.size, deck)
    return Pile(key, cards, grid, f"{stem}-{key}.png", back, name, face.cut, own_backs)


def _parts(cards: Sequence[tuple[Card, int]], most: int) -> Iterator[list[tuple[Card, int]]]:
    rest = iter(cards)
    while part := list(islice(rest, most)):
        yield part


def print_piles(
    job: PrintJob,
    deck: DeckPictures,
    piles: Sequence[Pile],
    folder: Path,
    progress: Callable[[int], None] | None = None,
) -> tuple[list[Path], Printed]:
    """Write the pictures of some piles, and their backs, into a folder; give the files.

    Raises:
        InputError: there is no card to print, or the folder cannot be written.
    """
    desk = desk_of(job)
    files: dict[Path, None] = {}
    done = 0
    for pile in piles:
        pages = CardPages(job, desk)
        for name, picture in zip((pile.face, pile.back), _drawn(job, pages, pile, deck), strict=True):
            save_png(picture, folder / name, deck.dpi)
            files[folder / name] = None
        done += len(pile.cards)
        if progress:
            progress(done)
    count = sum(copies for _, copies in job.cards)
    return list(files), Printed(len(files), count, list(desk.findings))


def _drawn(job: PrintJob, pages: CardPages, pile: Pile, deck: DeckPictures) -> tuple[Any, Any]:
    """Draw all cards of a pile in one picture, and their back, or their backs, in another."""
    cards = [card for card, _ in pile.cards]
    width, height = job.faces[cards[0].kind].size
    backed = cards if pile.own_backs else cards[:1]
    single = pile.grid.cell if pile.own_backs else (pixels(width, deck.dpi), pixels(height, deck.dpi))
    for card in cards:
        pages.front(card, _page(width, pile.grid.cell))
    for card in backed:
        pages.back(card, _page(width, single))
    pdf = io.BytesIO()
    pages.save(pdf, "tts")
    drawn = pictures_of(pdf.getvalue(), [*[pile.grid.cell] * len(cards), *[single] * len(backed)])
    faces = _together(pile.grid, islice(drawn, len(cards)))
    return faces, _together(pile.grid, drawn) if pile.own_backs else next(drawn)


def _together(grid: Grid, pictures: Iterable[Any]) -> Any:
    from PIL import Image

    whole = Image.new("RGB", grid.size, "white")
    for number, picture in enumerate(pictures):
        whole.paste(picture, grid.place(number))
    return whole


def _page(width: float, size: Size) -> CardPage:
    """Give a page as wide as a card, with the proportions of its picture."""
    return CardPage(width, width * size[1] / size[0])
