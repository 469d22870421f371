"""Tabletop Simulator: deck pictures in grids, saved decks, and a saved game, which is the table at the start.

The format is the one the game writes (Tabletop Simulator knowledge base, "Save File Format"): the number of a card is the key
of its picture times 100, plus its position in the grid, row by row.
"""

from __future__ import annotations

import io
import json
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from deckwright import resources
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.press.faces.choice import face_of, second_side
from deckwright.press.print_job import PrintResult, render_context
from deckwright.press.targets.pages import CardPage, CardPages, checked_context
from deckwright.press.targets.pictures import Grid, grid_for
from deckwright.press.targets.target import back_file, back_files, deck_file
from deckwright.press.writing.raster import pictures_of, save_png, with_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from deckwright.model.card import Card
    from deckwright.press.faces.choice import SideTexts
    from deckwright.press.graphics.cuts import Outline
    from deckwright.press.print_job import PrintJob
    from deckwright.press.targets.target import DeckOutput
    from deckwright.press.writing.raster import Size
    from deckwright.table.places import Place

# Saved objects: the cards of a deck, their pictures, and their texts.

State = dict[str, Any]
"""An object of the game, as its JSON has it."""

INCH = 25.4
"""The game's unit of length, in mm."""

_TYPES: dict[Outline, dict[str, int]] = {"rect": {}, "hexagon": {"Type": 3}, "circle": {"Type": 4}}
"""The game's entries for the outline of a card; without one, as for a path, a card has round corners."""

_TILES: dict[Outline, int] = {"rect": 0, "hexagon": 1, "circle": 2}
"""The game's numbers for the outline of a tile; one of a path is a rectangle."""

_GAP = 1.5
"""Space between decks on the table, in the game's inches."""

_POKER = 88.0
"""Height of a card for poker in mm, to which the game scales all cards."""

_TILE = 2 * INCH
"""Height of a tile of scale 1, in mm."""


def saved_object(
    job: PrintJob, pictures: Sequence[DeckPicture], base: str, describe: Callable[[Card], str]
) -> State:
    """Decks of a job, one for each back and size of cards, as the game's JSON.

    `base` is the address of the pictures' folder; `describe` returns the text that a player reads beside a card.
    """
    objects = card_objects(job, pictures, base, describe)
    by_deck: dict[Hashable, list[tuple[Card, int]]] = {}
    for picture in pictures:
        size = face_of(picture.cards[0][0], job.faces).size
        by_deck.setdefault((picture.deck, size, picture.cut, picture.is_tile), []).extend(picture.cards)
    decks, left = [], 0.0
    for cards in by_deck.values():
        width = max(face_of(card, job.faces).size[0] for card, _ in cards) / INCH
        deck = _deck(job, cards, objects)
        deck["Transform"] = {**deck["Transform"], "posX": round(left + width / 2, 3)}
        decks.append(deck)
        left += width + _GAP
    return {"SaveName": job.title, "ObjectStates": decks}


def _deck(job: PrintJob, cards: Sequence[tuple[Card, int]], objects: Mapping[str, State]) -> State:
    """Object of some cards with all their copies."""
    kinds = dict.fromkeys(job.game.label(f"kind:{card.kind}", job.language) for card, _ in cards)
    return joined(
        [objects[card.id] for card, copies in cards for _ in range(copies)], job.title, ", ".join(kinds)
    )


def card_objects(
    job: PrintJob, pictures: Sequence[DeckPicture], base: str, describe: Callable[[Card], str]
) -> dict[str, State]:
    """Object of each card, by the card's id."""
    base = base.rstrip("/")
    addressed = [
        picture._replace(face=f"{base}/{quote(picture.face)}", back=f"{base}/{quote(picture.back)}")
        for picture in pictures
    ]
    return {
        card.id: {
            "Nickname": _name(card, job),
            "Description": describe(card),
            "GMNotes": f"{card.game}/{card.id}",
            **(_tile if picture.is_tile else _card)(job, picture, place),
        }
        for picture in addressed
        for place, (card, _) in enumerate(picture.cards)
    }


def joined(cards: Sequence[State], title: str, about: str = "") -> State:
    """Object of a deck, or a bag of tiles; of a single card the card itself, because the game has no decks of one card."""
    first, *others = cards
    if not others:
        return dict(first)
    texts = {"Nickname": title, "Description": about, "Hands": False}
    if any(card["Name"] == "Custom_Tile" for card in cards):
        return {
            "Name": "Bag",
            "Transform": _transform(1.0, is_up=True),
            **texts,
            "Bag": {"Order": 0},
            "ContainedObjects": list(cards),
        }
    return {
        "Name": "DeckCustom",
        "Transform": first["Transform"],
        **texts,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": {key: image for card in cards for key, image in card["CustomDeck"].items()},
        "ContainedObjects": list(cards),
    }


def _transform(scale: float, *, is_up: bool = False) -> dict[str, float]:
    """Place of an object of a scale, upright for a player at the lower side of the table."""
    return {
        "posX": 0.0,
        "posY": 1.0,
        "posZ": 0.0,
        "rotX": 0.0,
        "rotY": 180.0,
        "rotZ": 0.0 if is_up else 180.0,
        "scaleX": scale,
        "scaleY": 1.0,
        "scaleZ": scale,
    }


_BEHIND = 10_000
"""What is added to the key of a picture for the states of its cards that show their second sides."""


def _card(job: PrintJob, picture: DeckPicture, place: int) -> State:
    """Card at a place of a picture; one of two sides has the other one as a state."""
    card, _ = picture.cards[place]
    front = _side(picture, place)
    front["Transform"] = _transform(round(max(face_of(card, job.faces).size) / _POKER, 3))
    side = _other_side(card, job)
    if side is None:
        return front
    behind = _side(picture._replace(key=picture.key + _BEHIND, face=picture.back, back=picture.face), place)
    texts = {"Nickname": side.name or card.name(job.language), "Description": side.text}
    return {**front, "States": {"2": {**behind, "Transform": front["Transform"], **texts}}}


def _side(picture: DeckPicture, place: int) -> State:
    """Card that shows a place of a picture; the names of its files are their addresses."""
    image = {
        "FaceURL": picture.face,
        "BackURL": picture.back,
        "NumWidth": picture.grid.columns,
        "NumHeight": picture.grid.rows,
        "BackIsHidden": True,
        "UniqueBack": picture.own_backs,
        **_TYPES.get(picture.cut, {}),
    }
    number = picture.key * 100 + place
    return {"Name": "Card", "Hands": True, "CardID": number, "CustomDeck": {str(picture.key): image}}


def _tile(job: PrintJob, picture: DeckPicture, place: int) -> State:
    """Tile at a place of a picture, which has no other; a board is locked."""
    card, _ = picture.cards[place]
    tile = {"Type": _TILES.get(picture.cut, 0), "Thickness": 0.1, "Stackable": False, "Stretch": True}
    image = {
        "ImageURL": picture.face,
        "ImageSecondaryURL": picture.back,
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
    }
    return {
        "Name": "Custom_Tile",
        "Transform": _transform(round(face_of(card, job.faces).size[1] / _TILE, 3), is_up=True),
        "Hands": False,
        "Locked": _piece(card, job) == "board",
        "CustomImage": {**image, "CustomTile": tile},
    }


def _other_side(card: Card, job: PrintJob) -> SideTexts | None:
    """Texts of the second side of a card that has some."""
    side = second_side(card, job.backs, job.language)
    return side if side and any(side) else None


def _piece(card: Card, job: PrintJob) -> str:
    """What a card is: a card, tile, token or board."""
    return str(job.game.definition["kinds"][card.kind].get("piece", "card"))


def _name(card: Card, job: PrintJob) -> str:
    """Name of a card, and that of its second side if it has one."""
    side = _other_side(card, job)
    return " // ".join(filter(None, (card.name(job.language), side.name if side else "")))


# Decks for Tabletop Simulator: pictures with many cards in a grid.


class DeckPicture(NamedTuple):
    """Picture of many cards: the key that cards name it by, its cards with their copies, its grid, and its two files.

    Pictures of one `deck` make one deck in the game. With `own_backs`, the picture of the backs is a grid as well. A tile,
    which is a token or a board, has a picture of its own.
    """

    key: int
    cards: list[tuple[Card, int]]
    grid: Grid
    face: str
    back: str
    deck: str
    cut: Outline = "rect"
    own_backs: bool = False
    is_tile: bool = False


def deck_pictures_of(job: PrintJob, deck: DeckOutput) -> list[DeckPicture]:
    """Divide the cards of a job between pictures: cards with different backs, sizes or outlines are kept apart."""
    stem = deck_file(job.title)
    alike: dict[tuple[str, tuple[float, float], Outline, bool], list[tuple[Card, int]]] = {}
    for card, copies in job.cards:
        back, face = f"{stem}-{back_file(face_of(card, job.backs))}", face_of(card, job.faces)
        is_tile = _piece(card, job) in {"token", "board"}
        alike.setdefault((back, face.size, face.cut, is_tile), []).append((card, copies))
    parts = (
        (part, is_tile)
        for (*_, is_tile), cards in alike.items()
        for part in _parts(cards, 1 if is_tile else deck.columns * deck.rows)
    )
    backs = back_files(job, render_context(job))
    return [
        _picture(key, cards, job, deck, backs)._replace(is_tile=is_tile)
        for key, (cards, is_tile) in enumerate(parts, 1)
    ]


def _picture(
    key: int, cards: list[tuple[Card, int]], job: PrintJob, deck: DeckOutput, backs: Mapping[str, str]
) -> DeckPicture:
    stem, first = deck_file(job.title), cards[0][0]
    face, name = face_of(first, job.faces), f"{stem}-{back_file(face_of(first, job.backs))}"
    # A card with two sides has a state whose face is its back, at the same place of the other picture.
    has_sides = any(_other_side(card, job) for card, _ in cards)
    own_backs = has_sides or len({backs[card.id] for card, _ in cards}) > 1
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
    findings = [*context.findings, *_too_large(pictures)]
    return named, list(files), PrintResult(len(files), job.copies, findings)


LONGEST_SIDE = 4096
"""Pixels of a picture's side that the game's knowledge base advises at most (kb.tabletopsimulator.com, "Asset Creation")."""


def _too_large(pictures: Sequence[DeckPicture]) -> Iterator[Finding]:
    """Yield a finding if pictures are larger than the game's makers advise, as a user's own target can make them."""
    side = max((max(picture.grid.size) for picture in pictures), default=0)
    if side > LONGEST_SIDE:
        message = tr(
            "A picture has a side of {side} pixels. The knowledge base of Tabletop Simulator advises at most {limit} "
            "(kb.tabletopsimulator.com, “Asset Creation”): larger ones may not be shown.",
            side=side,
            limit=LONGEST_SIDE,
        )
        yield Finding("picture-size", "warning", message)


def _drawn(job: PrintJob, pages: CardPages, whole: DeckPicture, deck: DeckOutput) -> tuple[Any, Any]:
    """Pictures of all cards and of their back or backs."""
    cards = [card for card, _ in whole.cards]
    size = face_of(cards[0], job.faces).size
    width, backed = size[0], cards if whole.own_backs else cards[:1]
    single = whole.grid.cell if whole.own_backs else grid_for(1, size, deck).cell
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


# Saved games: the table at the start, with its zones, hands, score pad and script. Names of objects, and of what the script
# calls, are those of the game's scripting reference (api.tabletopsimulator.com).

SEATS = ("White", "Red", "Yellow", "Green", "Blue", "Purple", "Orange", "Pink", "Brown", "Teal")
"""The game's colours of players, by seat; further seats have no hands."""

_HAND_WIDTH, _HAND_DEPTH, _ZONE_HEIGHT = 7.5, 4.0, 3.0
"""Size of a hand, and height of a zone, in the game's inches."""

_PAD_APART = 6.0
"""Distance of the score pad from the zones, in the game's inches."""

_USUAL: State = {"LayoutGroupSortIndex": 0, "Value": 0, "LuaScript": "", "LuaScriptState": "", "XmlUI": ""}
"""What the game expects of every object, and of zones in particular."""


class ZoneCards(NamedTuple):
    """A zone on the table: its name, its place, and its cards by their ids, top first."""

    name: str
    place: Place
    cards: Sequence[str]


class TableContent(NamedTuple):
    """What lies on a table besides pictures: its zones, and the addresses of the pages of score pads."""

    zones: Sequence[ZoneCards]
    pads: Sequence[str] = ()


def saved_table(
    job: PrintJob,
    pictures: Sequence[DeckPicture],
    base: str,
    describe: Callable[[Card], str],
    content: TableContent,
) -> State:
    """A table with its piles, rows and hands, as a saved game that players load; cards snap to the places of zones.

    Cards in hands lie before their seats, and a script deals them when the game is loaded for the first time.
    """
    zones = content.zones
    objects = card_objects(job, pictures, base, describe)
    placed = [(zone, state) for zone in zones for state in _zone_objects(zone, objects)]
    hands = {zone.place.seat: zone for zone in reversed(zones) if _is_hand(zone)}
    states = [state for _, state in placed]
    states += [*map(_scripting_zone, zones), *map(_hand_zone, hands.values())]
    states += [_pad_object(address, zones) for address in content.pads]
    for number, state in enumerate(states, 1):
        state.update(_USUAL, GUID=f"{number:06x}")
    waiting = {
        state["GUID"]: SEATS[zone.place.seat - 1]
        for zone, state in placed
        if _is_hand(zone) and state["Name"] != "Bag"
    }
    return {
        "SaveName": job.title,
        "GameMode": job.title,
        "Table": "Table_RPG",
        "SnapPoints": [
            {"Position": {"x": x, "y": 1.0, "z": z}, "Rotation": {"x": 0.0, "y": turn, "z": 0.0}}
            for zone in zones
            for x, z, turn in _points(zone)
        ],
        "LuaScript": (resources.folder("exports") / "play" / "deal.lua").read_text(encoding="utf-8"),
        "LuaScriptState": json.dumps(waiting) if waiting else "",
        "ObjectStates": states,
    }


def _is_hand(zone: ZoneCards) -> bool:
    return zone.place.zone.shape == "hand" and zone.place.seat <= len(SEATS)


def _zone_objects(zone: ZoneCards, objects: Mapping[str, State]) -> Iterator[State]:
    """Yield the objects of a zone: its cards side by side, equal ones in a deck, or a deck of all."""
    # An empty zone has a point too.
    for cards, (x, z, turn) in zip(_stacks(zone), _points(zone), strict=False):
        is_row = zone.place.zone.shape == "row"
        title = objects[cards[0]]["Nickname"] if is_row else zone.name
        state = joined([objects[card] for card in cards], title)
        is_up = zone.place.zone.is_open or state["Name"] == "Bag"
        place = {"posX": x, "posZ": z, "rotY": turn, "rotZ": 0.0 if is_up else 180.0}
        yield {**state, "Transform": {**state["Transform"], **place}}


def _stacks(zone: ZoneCards) -> list[list[str]]:
    """Cards of a zone that lie on top of each other."""
    if zone.place.zone.shape == "row":
        return [list(cards) for _, cards in groupby(zone.cards)]
    return [list(zone.cards)] if zone.cards else []


def _points(zone: ZoneCards) -> list[tuple[float, float, float]]:
    """Place of each stack of a zone, in the game's inches, and its turn for the player before whom it lies."""
    place, turn = zone.place, 0.0 if zone.place.is_turned else 180.0
    count = max(len(_stacks(zone)), 1)
    step = place.width / count
    left = place.x - place.width / 2 + step / 2
    return [
        (round((left + number * step) / INCH, 3), round(place.y / INCH, 3), turn) for number in range(count)
    ]


def _scripting_zone(zone: ZoneCards) -> State:
    """Zone of the table by its name, for those who write scripts."""
    place = zone.place
    size = (place.width / INCH, _ZONE_HEIGHT, place.height / INCH)
    return _zone("ScriptingTrigger", zone.name, (place.x / INCH, place.y / INCH), size)


def _hand_zone(zone: ZoneCards) -> State:
    """Hand of a seat, behind its zones."""
    place, size = zone.place, (_HAND_WIDTH, _ZONE_HEIGHT, _HAND_DEPTH)
    away = place.height / 2 / INCH + _HAND_DEPTH
    z = place.y / INCH + (away if place.is_turned else -away)
    state = _zone("HandTrigger", zone.name, (place.x / INCH, z), size)
    state["Transform"]["rotY"] = 180.0 if place.is_turned else 0.0
    return {**state, "FogColor": SEATS[place.seat - 1]}


def _zone(kind: str, name: str, place: tuple[float, float], size: tuple[float, float, float]) -> State:
    position = {"posX": round(place[0], 3), "posY": _ZONE_HEIGHT / 2, "posZ": round(place[1], 3)}
    scale = {f"scale{axis}": round(side, 3) for axis, side in zip("XYZ", size, strict=True)}
    turn = {"rotX": 0.0, "rotY": 0.0, "rotZ": 0.0}
    return {"Name": kind, "Nickname": name, "Locked": True, "Transform": {**position, **turn, **scale}}


def _pad_object(address: str, zones: Sequence[ZoneCards]) -> State:
    """Page of score pads to the right of all zones."""
    right = max(zone.place.x + zone.place.width / 2 for zone in zones) / INCH
    state = _zone("Custom_PDF", tr("Score pad"), (right + _PAD_APART, 0.0), (1.0, 1.0, 1.0))
    state["Transform"] |= {"posY": 1.0, "rotY": 180.0}
    document = {"PDFUrl": address, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
    return {**state, "Locked": False, "CustomPDF": document}
