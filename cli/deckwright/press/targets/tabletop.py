"""Tabletop Simulator: deck pictures in grids, and the saved object that names their cards."""

from __future__ import annotations

import io
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from deckwright.press.faces.choice import face_of, second_side
from deckwright.press.printing import PrintResult, render_context
from deckwright.press.targets.pages import CardPage, CardPages, checked_context
from deckwright.press.targets.pictures import Grid, grid_for
from deckwright.press.targets.target import back_file, back_files, deck_file
from deckwright.press.writing.raster import pictures_of, pixels, save_png, with_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from deckwright.model.card import Card
    from deckwright.press.graphics.cuts import Outline
    from deckwright.press.printing import PrintJob
    from deckwright.press.targets.target import DeckOutput
    from deckwright.press.writing.raster import Size
    from deckwright.table.places import Place


# Saved objects of Tabletop Simulator: the cards of a deck, their pictures, and their texts.
#
# The format is the one the game writes (Tabletop Simulator knowledge base, "Save File Format"): the number of
# a card is the key of its picture times 100, plus its position in the grid, row by row.

_TYPES: dict[str, dict[str, int]] = {"rect": {}, "hexagon": {"Type": 3}, "circle": {"Type": 4}}
"""The game's entries for the outline of a card; without one, a card has round corners."""

_APART = 4.0
"""Distance between decks on the table, in the game's inches."""

# Face down, and upright for a player at the lower side of the table.
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
    job: PrintJob, pictures: Sequence[DeckPicture], base: str, describe: Callable[[Card], str]
) -> dict[str, Any]:
    """Decks of a job, one for each back, as the game's JSON.

    `base` is the address of the pictures' folder; `describe` returns the text that a player reads beside a card.
    """
    by_deck: dict[str, list[DeckPicture]] = {}
    for picture in pictures:
        by_deck.setdefault(picture.deck, []).append(picture)
    decks = [_deck(job, own, base.rstrip("/"), describe) for own in by_deck.values()]
    for number, deck in enumerate(decks):
        deck["Transform"] = {**_TRANSFORM, "posX": _APART * number}
    return {"SaveName": job.title, "ObjectStates": decks}


def _deck(
    job: PrintJob, pictures: list[DeckPicture], base: str, describe: Callable[[Card], str]
) -> dict[str, Any]:
    """Object of the cards of some pictures, with all their copies."""
    objects = _card_objects(job, pictures, base, describe)
    kinds = dict.fromkeys(_kind(job, card) for picture in pictures for card, _ in picture.cards)
    cards = [
        objects[card.id] for picture in pictures for card, copies in picture.cards for _ in range(copies)
    ]
    return _joined(cards, job.title, ", ".join(kinds))


def _card_objects(
    job: PrintJob, pictures: Sequence[DeckPicture], base: str, describe: Callable[[Card], str]
) -> dict[str, dict[str, Any]]:
    """Object of each card, by the card's id."""
    return {
        card.id: {
            **_card(
                card, picture.key * 100 + place, {str(picture.key): _image(picture, base)}, _name(card, job)
            ),
            "Description": describe(card),
        }
        for picture in pictures
        for place, (card, _) in enumerate(picture.cards)
    }


def _joined(cards: Sequence[dict[str, Any]], title: str, about: str = "") -> dict[str, Any]:
    """Object of a deck, or of the card itself if there is only one: the game has no decks of one card."""
    if len(cards) == 1:
        return cards[0]
    return {
        "Name": "DeckCustom",
        "Transform": _TRANSFORM,
        "Nickname": title,
        "Description": about,
        "Hands": False,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": {key: image for card in cards for key, image in card["CustomDeck"].items()},
        "ContainedObjects": list(cards),
    }


# A saved game: the table at the start, each zone in its place.


class ZoneCards(NamedTuple):
    """A zone on the table: its name, its place, and its cards by their ids, top first."""

    name: str
    place: Place
    cards: Sequence[str]


def saved_table(
    job: PrintJob,
    pictures: Sequence[DeckPicture],
    base: str,
    describe: Callable[[Card], str],
    zones: Sequence[ZoneCards],
) -> dict[str, Any]:
    """A table with its piles, rows and hands, as a saved game that the players load; cards snap to the places of zones."""
    objects = _card_objects(job, pictures, base.rstrip("/"), describe)
    sizes = {card.id: face_of(card, job.faces).size for card, _ in job.cards}
    states = [state for zone in zones for state in _zone_objects(zone, objects, sizes)]
    return {
        "SaveName": job.title,
        "GameMode": job.title,
        "SnapPoints": [
            {"Position": {"x": x, "y": 1.0, "z": z}, "Rotation": {"x": 0.0, "y": turn, "z": 0.0}}
            for zone in zones
            for x, z, turn in _points(zone)
        ],
        "ObjectStates": states,
    }


def _zone_objects(
    zone: ZoneCards, objects: Mapping[str, dict[str, Any]], sizes: Mapping[str, tuple[float, float]]
) -> Iterator[dict[str, Any]]:
    """Yield the objects of a zone: its cards side by side, or a deck of them."""
    if zone.place.zone.shape == "row":
        # An empty row has a point too.
        for card, (x, z, turn) in zip(zone.cards, _points(zone), strict=False):
            yield {**objects[card], "Transform": _transform(zone, x, z, turn, sizes[card])}
    elif zone.cards:
        ((x, z, turn),) = _points(zone)
        deck = _joined([objects[card] for card in zone.cards], zone.name)
        yield {**deck, "Transform": _transform(zone, x, z, turn, sizes[zone.cards[0]])}


def _points(zone: ZoneCards) -> list[tuple[float, float, float]]:
    """Place of each card of a row, or of the pile, in the game's inches, and its turn for the player before whom it lies."""
    place, turn = zone.place, 0.0 if zone.place.is_turned else 180.0
    count = max(len(zone.cards), 1) if place.zone.shape == "row" else 1
    step = place.width / count
    left = place.x - place.width / 2 + step / 2
    return [
        (round((left + number * step) / _INCH, 3), round(place.y / _INCH, 3), turn) for number in range(count)
    ]


def _transform(
    zone: ZoneCards, x: float, z: float, turn: float, size: tuple[float, float]
) -> dict[str, float]:
    """Position, turn, side and size of an object; a card of the game is as high as one for poker."""
    scale = round(max(size) / _POKER, 3)
    is_open = zone.place.zone.is_open
    place = {"posX": x, "posZ": z, "rotY": turn, "rotZ": 0.0 if is_open else 180.0}
    return {**_TRANSFORM, **place, "scaleX": scale, "scaleZ": scale}


_INCH = 25.4
_POKER = 88.0
"""Height of a card for poker, in mm."""


def _kind(job: PrintJob, card: Card) -> str:
    return job.game.label(f"kind:{card.kind}", job.language)


def _image(picture: DeckPicture, base: str) -> dict[str, Any]:
    return {
        "FaceURL": f"{base}/{quote(picture.face)}",
        "BackURL": f"{base}/{quote(picture.back)}",
        "NumWidth": picture.grid.columns,
        "NumHeight": picture.grid.rows,
        "BackIsHidden": True,
        "UniqueBack": picture.own_backs,
        **_TYPES.get(picture.cut, {}),
    }


def _name(card: Card, job: PrintJob) -> str:
    """Name of a card, and that of its second side if it has one."""
    side = second_side(card, job.backs, job.language)
    return " // ".join(filter(None, (card.name(job.language), side.name if side else "")))


def _card(card: Card, number: int, image: dict[str, Any], name: str) -> dict[str, Any]:
    return {
        "Name": "Card",
        "Transform": _TRANSFORM,
        "Nickname": name,
        "GMNotes": f"{card.game}/{card.id}",
        "Hands": True,
        "CardID": number,
        "CustomDeck": image,
    }


# Decks for Tabletop Simulator: pictures with many cards in a grid.


class DeckPicture(NamedTuple):
    """Picture of many cards: the key that cards name it by, its cards with their copies, its grid, and its two files.

    Pictures of one `deck` make one deck in the game. With `own_backs`, the picture of the backs is a grid as well.
    """

    key: int
    cards: list[tuple[Card, int]]
    grid: Grid
    face: str
    back: str
    deck: str
    cut: Outline = "rect"
    own_backs: bool = False


def deck_pictures_of(job: PrintJob, deck: DeckOutput) -> list[DeckPicture]:
    """Divide the cards of a job between pictures: cards with different backs, sizes or outlines are kept apart."""
    stem = deck_file(job.title)
    alike: dict[tuple[str, tuple[float, float], Outline], list[tuple[Card, int]]] = {}
    for card, copies in job.cards:
        back, face = f"{stem}-{back_file(face_of(card, job.backs))}", face_of(card, job.faces)
        alike.setdefault((back, face.size, face.cut), []).append((card, copies))
    some = (part for cards in alike.values() for part in _parts(cards, deck.columns * deck.rows))
    backs = back_files(job, render_context(job))
    return [_picture(key, cards, job, deck, backs) for key, cards in enumerate(some, 1)]


def _picture(
    key: int, cards: list[tuple[Card, int]], job: PrintJob, deck: DeckOutput, backs: Mapping[str, str]
) -> DeckPicture:
    stem, first = deck_file(job.title), cards[0][0]
    face, name = face_of(first, job.faces), f"{stem}-{back_file(face_of(first, job.backs))}"
    own_backs = len({backs[card.id] for card, _ in cards}) > 1
    back = f"{stem}-{key}-backs.png" if own_backs else f"{stem}-{backs[first.id]}"
    grid = grid_for(len(cards), face.size, deck)
    return DeckPicture(key, cards, grid, f"{stem}-{key}.png", back, name, face.cut, own_backs)


def _parts(cards: Sequence[tuple[Card, int]], most: int) -> Iterator[list[tuple[Card, int]]]:
    rest = iter(cards)
    while part := list(islice(rest, most)):
        yield part


def print_deck_pictures(
    job: PrintJob,
    deck: DeckOutput,
    pictures: Sequence[DeckPicture],
    folder: Path,
    progress: Callable[[int], None] | None = None,
) -> tuple[list[DeckPicture], list[Path], PrintResult]:
    """Write deck pictures, and the pictures of their backs, into a folder, and return them with their names, and the files.

    A digest of the picture is part of each name, because the game keeps pictures for ever by their addresses.

    Raises:
        InputError: no cards are to be printed, or the folder is not writable.
    """
    context = checked_context(job)
    files: dict[Path, None] = {}
    named: list[DeckPicture] = []
    done = 0
    for whole in pictures:
        pages = CardPages(job, context)
        names = []
        for name, picture in zip((whole.face, whole.back), _drawn(job, pages, whole, deck), strict=True):
            names.append(with_digest(name, picture))
            save_png(picture, folder / names[-1], deck.dpi)
            files[folder / names[-1]] = None
        named.append(whole._replace(face=names[0], back=names[1]))
        done += len(whole.cards)
        if progress:
            progress(done)
    count = sum(copies for _, copies in job.cards)
    return named, list(files), PrintResult(len(files), count, list(context.findings))


def _drawn(job: PrintJob, pages: CardPages, whole: DeckPicture, deck: DeckOutput) -> tuple[Any, Any]:
    """Pictures of all cards and of their back or backs."""
    cards = [card for card, _ in whole.cards]
    width, height = face_of(cards[0], job.faces).size
    backed = cards if whole.own_backs else cards[:1]
    single = whole.grid.cell if whole.own_backs else (pixels(width, deck.dpi), pixels(height, deck.dpi))
    for card in cards:
        pages.front(card, _page(width, whole.grid.cell))
    for card in backed:
        pages.back(card, _page(width, single))
    pdf = io.BytesIO()
    pages.save(pdf, "tts")
    drawn = pictures_of(pdf.getvalue(), [*[whole.grid.cell] * len(cards), *[single] * len(backed)])
    faces = _together(whole.grid, islice(drawn, len(cards)))
    return faces, _together(whole.grid, drawn) if whole.own_backs else next(drawn)


def _together(grid: Grid, pictures: Iterable[Any]) -> Any:
    from PIL import Image

    whole = Image.new("RGB", grid.size, "white")
    for number, picture in enumerate(pictures):
        whole.paste(picture, grid.place(number))
    return whole


def _page(width: float, size: Size) -> CardPage:
    """Page as wide as a card, with the proportions of its picture."""
    return CardPage(width, width * size[1] / size[0])
