"""Card Game Simulator: a game as its files describe it, with a picture of each card, its backs, decks and play mat.

The files are those of its specification (docs/schema, version of August 2026); names and places of pictures are those that its
sources look for (UnityCardGame.cs, UnityCard.cs, UnityDeck.cs).
"""

from __future__ import annotations

import json
import re
import zipfile
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from deckwright.files.writing import atomic_file, is_reserved, make_folder, write_text
from deckwright.findings import Finding
from deckwright.messages import trn
from deckwright.press.faces.choice import second_side
from deckwright.press.print_job import PrintResult
from deckwright.press.targets.cockatrice import unused_name
from deckwright.press.targets.pages import checked_context
from deckwright.press.targets.pictures import CardSide, draw_sides
from deckwright.press.targets.target import PictureOutput, back_files
from deckwright.press.writing.raster import digest_of, save_png

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from deckwright.model.card import Card
    from deckwright.press.drawing.context import RenderContext
    from deckwright.press.print_job import PrintJob
    from deckwright.table.places import Place, Size

_INCH = 25.4
_PICTURES = PictureOutput(dpi=300)
_MAT_DPI = 50

LARGEST_FILE = 2_000_000
"""Bytes of a card's picture above which the simulator warns (MaxImageFileSizeBytes in ImageQueueService.cs)."""

_OWN_NAMES = {"id", "name", "set", "backs", "picture", "image", "backname", "kind", "marks", "text"}
"""Names of what every card has, which fields of games cannot have."""


class GameProperty(NamedTuple):
    """A property of cards: its name and type for the simulator, its label, and the labels of its choices."""

    name: str
    type: str
    label: str
    choices: Mapping[str, str]


class SimulatedCard(NamedTuple):
    """A card with the values of its properties."""

    card: Card
    values: Mapping[str, Any]


class StartDeck(NamedTuple):
    """A deck: its name, its cards by their ids, each copy once, whether the game begins with it, and where it lies."""

    name: str
    cards: Sequence[str]
    is_at_start: bool = False
    place: Place | None = None


class SimulatedGame(NamedTuple):
    """A game for the simulator in one language.

    `zones` are places with their names, `boards` the cards of the play mat, with the place in which they lie side by side.
    `hand` is the number of cards in an opening hand, `url` the address of the folder, '' if it is nowhere.
    """

    id: str
    title: str
    properties: Sequence[GameProperty]
    cards: Sequence[SimulatedCard]
    decks: Sequence[StartDeck]
    zones: Sequence[tuple[str, Place]]
    boards: Mapping[str, Place]
    hand: int
    card: Size
    url: str = ""
    brings_decks: bool = False


def property_names(fields: Sequence[str]) -> dict[str, str]:
    """Name of the property of each field: its id, with a number if every card has something of that name."""
    names: dict[str, str] = {}
    for field in fields:
        names[field] = unused_name(field, {*_OWN_NAMES, *(name.casefold() for name in names.values())})
    return names


def write_game(
    job: PrintJob, game: SimulatedGame, folder: Path, progress: Callable[[int], None] | None = None
) -> tuple[list[Path], PrintResult]:
    """Write a game's files into a folder, as it is hosted, and a ZIP file of them, as it is imported.

    Raises:
        InputError: no cards are to be printed, or the folder is not writable.
    """
    context = checked_context(job)
    writer = _Writer(job, game, folder)
    writer.draw(context, progress)
    writer.describe()
    archive = folder / f"{game.id}.cgs.zip"
    with atomic_file(archive) as out, zipfile.ZipFile(out, "w") as packed:
        for file in writer.files:
            name = f"{game.id}/{file.relative_to(folder).as_posix()}"
            packed.writestr(zipfile.ZipInfo(name), file.read_bytes())
    findings = [*context.findings, *writer.too_large()]
    return [archive, *writer.files], PrintResult(len(writer.files), job.copies, findings)


class _Writer:
    """Writes the files of a game, and remembers them."""

    def __init__(self, job: PrintJob, game: SimulatedGame, folder: Path) -> None:
        self._job, self._game, self._folder = job, game, folder
        self.files: list[Path] = []
        self._digests: dict[str, str] = {}
        self._backs: dict[str, str] = {}
        self._usual_back = ""
        self._large: list[str] = []

    def draw(self, context: RenderContext, progress: Callable[[int], None] | None) -> None:
        """Write the pictures of fronts and backs, each once."""
        job = self._job
        self._backs = {card: name.removesuffix(".png") for card, name in back_files(job, context).items()}
        self._usual_back = Counter(self._backs.values()).most_common(1)[0][0]
        behind = {self._backs[card.id]: CardSide(card, is_back=True) for card, _ in job.cards}
        fronts = [CardSide(card) for card, _ in job.cards]
        drawn = draw_sides(job, context, _PICTURES, [*fronts, *behind.values()])
        folder = make_folder(self._folder / "sets" / self._game.id)
        boards: dict[str, Any] = {}
        for number, ((card, _), picture) in enumerate(zip(job.cards, drawn, strict=False), 1):
            if card.id in self._game.boards:
                boards[card.id] = picture
            whole = self._on_card(picture)
            self._digests[card.id] = digest_of(whole)
            file = folder / f"{card.id}.{self._digests[card.id]}.png"
            self._save(whole, file)
            if file.stat().st_size > LARGEST_FILE:
                self._large.append(card.id)
            if progress:
                progress(number)
        for name, picture in zip(behind, drawn, strict=True):
            if name == self._usual_back:
                self._save(self._on_card(picture), self._folder / "CardBack.png")
            else:
                self._save(self._on_card(picture), make_folder(self._folder / "backs") / f"{name}.png")
        if boards:
            self._draw_mat(boards)

    def too_large(self) -> Iterator[Finding]:
        """Yield a finding about the pictures of cards whose files are too large for the simulator."""
        if self._large:
            message = trn(
                "{count} picture is larger than {limit} MB, of which Card Game Simulator warns (MaxImageFileSizeBytes in its "
                "ImageQueueService.cs). Use artwork with fewer details for: {cards}.",
                "{count} pictures are larger than {limit} MB, of which Card Game Simulator warns (MaxImageFileSizeBytes in its "
                "ImageQueueService.cs). Use artwork with fewer details for: {cards}.",
                len(self._large),
                cards=", ".join(self._large),
                limit=LARGEST_FILE // 1_000_000,
            )
            yield Finding("picture-size", "warning", message, tuple(self._large))

    def _on_card(self, picture: Any) -> Any:
        """Picture at its size on a card of the usual size, or smaller if it is larger: the simulator has one size of cards."""
        from PIL import Image

        width, height = (round(side / _INCH * _PICTURES.dpi) for side in self._game.card)
        if picture.size == (width, height):
            return picture
        if (picture.width > picture.height) != (width > height):
            picture = picture.transpose(Image.Transpose.ROTATE_90)
        share = min(1.0, width / picture.width, height / picture.height)
        small = picture.resize((round(picture.width * share), round(picture.height * share)))
        card = Image.new("RGBA", (width, height))
        card.paste(small, ((width - small.width) // 2, (height - small.height) // 2))
        return card

    def _draw_mat(self, pictures: Mapping[str, Any]) -> None:
        """Write the play mat: the boards in their places, at their size."""
        from PIL import Image

        width, height = (round(side * _MAT_DPI) for side in self._mat)
        mat = Image.new("RGB", (width, height), _MAT_COLOUR)
        lefts: dict[str, int] = {}
        for card, place in self._game.boards.items():
            picture = pictures[card].convert("RGBA")
            picture.thumbnail([round(side * _MAT_DPI / _PICTURES.dpi) for side in picture.size])
            x, y = (round(side / _INCH * _MAT_DPI) for side in (place.x - place.width / 2, place.y))
            left = lefts.get(place.zone.name, width // 2 + x)
            mat.paste(picture, (left, height // 2 - y - picture.height // 2), picture)
            lefts[place.zone.name] = left + picture.width
        self._save(mat, self._folder / "PlayMat.png", _MAT_DPI)

    @property
    def _mat(self) -> Size:
        """Width and height of the table in inches, which has room for all zones."""
        reach = [
            (abs(place.x) + place.width / 2, abs(place.y) + place.height / 2)
            for place in (*(place for _, place in self._game.zones), *self._game.boards.values())
        ]
        sides = (max((side[axis] for side in reach), default=0.0) / _INCH * 2 + 2 for axis in (0, 1))
        width, height = (float(max(_LEAST_MAT, round(side))) for side in sides)
        return width, height

    def _save(self, picture: Any, path: Path, dpi: int = _PICTURES.dpi) -> None:
        save_png(picture, path, dpi)
        self.files.append(path)

    def describe(self) -> None:
        """Write the game, its set, its cards and its decks."""
        game = self._game
        folder = make_folder(self._folder / "decks")
        for deck in game.decks:
            self._write(folder / f"{deck.name}.txt", "\n".join(self._deck_lines(deck)) + "\n")
        self._write_json("AllSets.json", [{"code": game.id, "name": game.title}])
        self._write_json("AllCards.json", [self._card(simulated) for simulated in game.cards])
        self._write_json("cgs.json", {**self._definition(), **self._addresses(), **self._table()})

    def _deck_lines(self, deck: StartDeck) -> Iterator[str]:
        names = {card.id: card.name(self._job.language) for card, _ in self._job.cards}
        yield f"# {deck.name}"
        for card, copies in Counter(deck.cards).items():
            yield f"{copies} [{card}] {names[card]}"

    def _card(self, simulated: SimulatedCard) -> dict[str, Any]:
        card, language = simulated.card, self._job.language
        side = second_side(card, self._job.backs, language)
        back, picture = self._backs[card.id], f"{self._digests[card.id]}.png"
        address = {"image": self._url(f"sets/{self._game.id}/{card.id}.{picture}")} if self._game.url else {}
        return {
            "id": card.id,
            "name": card.name(language),
            "set": self._game.id,
            "picture": picture,
            **address,
            **({"backs": [back]} if back != self._usual_back else {}),
            **({"backname": side.name} if side and side.name else {}),
            **simulated.values,
        }

    def _definition(self) -> dict[str, Any]:
        """What cards have, and how decks are written."""
        game = self._game
        names = Counter(simulated.card.name(self._job.language) for simulated in game.cards)
        return {
            "name": game.title,
            "cardImageFileTypeIdentifier": "picture",
            "cardNameIsUnique": max(names.values()) == 1,
            "cardPrimaryProperty": "text",
            "cardProperties": [
                {"name": each.name, "type": each.type, "display": each.label} for each in game.properties
            ],
            "cardSize": _pair(game.card[0] / _INCH, game.card[1] / _INCH),
            "deckFileTxtId": "id",
            "deckFileType": "txt",
            "enums": [
                {"property": each.name, "values": dict(each.choices)}
                for each in game.properties
                if each.choices
            ],
            "setCodeDefault": game.id,
            "setNameDefault": game.title,
        }

    def _addresses(self) -> dict[str, Any]:
        """Where the simulator finds the files of a game that is hosted; else it never looks for newer ones."""
        backs = dict.fromkeys(back for back in self._backs.values() if back != self._usual_back)
        if not self._game.url:
            return {"autoUpdate": -1}
        mat = {"playMatImageUrl": self._url("PlayMat.png")} if self._game.boards else {}
        return {
            "autoUpdate": 1,
            "autoUpdateUrl": self._url("cgs.json"),
            "allCardsUrl": self._url("AllCards.json"),
            "allSetsUrl": self._url("AllSets.json"),
            "cardImageProperty": "image",
            "cardBackImageUrl": self._url("CardBack.png"),
            "cardBackFaceImageUrls": [{"id": back, "url": self._url(f"backs/{back}.png")} for back in backs],
            "deckUrls": [self._deck(deck) for deck in self._game.decks],
            **mat,
        }

    def _table(self) -> dict[str, Any]:
        """How a table begins: decks in their places, opening hands, zones for the open cards."""
        game = self._game
        start = [deck for deck in game.decks if deck.is_at_start]
        places = [_pair(deck.place.x / _INCH, deck.place.y / _INCH) for deck in start if deck.place]
        return {
            "deckSharePreference": "individual" if game.brings_decks else "share",
            "gameStartDecks": [self._deck(deck) for deck in start],
            "gamePlayDeckPositions": places if len(places) == len(start) else [],
            "gameStartHandCount": game.hand,
            "gamePlayZones": [_zone(name, place) for name, place in game.zones if place.zone.shape == "row"],
            "playMatSize": _pair(*self._mat),
        }

    def _deck(self, deck: StartDeck) -> dict[str, str]:
        address = {"url": self._url(f"decks/{deck.name}.txt")} if self._game.url else {}
        return {"name": deck.name, **address}

    def _url(self, name: str) -> str:
        return f"{self._game.url.rstrip('/')}/{quote(name)}"

    def _write_json(self, name: str, value: Any) -> None:
        self._write(self._folder / name, json.dumps(value, ensure_ascii=False, indent=1) + "\n")

    def _write(self, path: Path, text: str) -> None:
        write_text(str(path), text)
        self.files.append(path)


_MAT_COLOUR = "#3c5a4d"
_LEAST_MAT = 36
"""Smallest side of the table in inches, which is the simulator's own."""


def _pair(x: float, y: float) -> dict[str, float]:
    return {"x": round(x, 3), "y": round(y, 3)}


def _zone(name: str, place: Place) -> dict[str, Any]:
    """Zone of cards that lie side by side."""
    return {
        "name": name,
        "type": "horizontal",
        "face": "up" if place.zone.is_open else "down",
        "position": _pair(place.x / _INCH, place.y / _INCH),
        "rotation": 180.0 if place.is_turned else 0.0,
        "size": _pair(place.width / _INCH, place.height / _INCH),
    }


_NOT_IN_NAMES = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]+')


def deck_names(titles: Sequence[str]) -> list[str]:
    """Names of decks that are names of files too, each once."""
    names: list[str] = []
    for title in titles:
        plain = " ".join(_NOT_IN_NAMES.sub(" ", title).split()).strip(".") or "deck"
        plain = f"deck {plain}" if is_reserved(plain) else plain
        names.append(unused_name(plain, {name.casefold() for name in names}))
    return names
