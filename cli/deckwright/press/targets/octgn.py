"""OCTGN: a game definition in data alone, its card set, its pictures, and decks.

The formats are what OCTGN's schemas allow (Octgn.Library/Schemas: Game.xsd, CardSet.xsd, CardGenerator.xsd), its validator checks
(o8build/GameValidator.cs) and its reader takes (Octgn.DataNew/GameSerializer.cs).
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from deckwright.files.deck_writing import octgn_card, octgn_game
from deckwright.files.writing import atomic_file, is_reserved, make_folder
from deckwright.files.xml import xml_document
from deckwright.messages import tr
from deckwright.press.faces.choice import face_of
from deckwright.press.job import PrintResult
from deckwright.press.targets.online import unused_name
from deckwright.press.targets.pictures import CardSide, draw_sides, pixels, save_png
from deckwright.press.targets.print_shops import checked_context
from deckwright.press.targets.target import PictureOutput, back_files, deck_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path
    from xml.etree.ElementTree import Element

    from deckwright.model.card import Card
    from deckwright.press.job import PrintJob
    from deckwright.press.targets.online import CardSet, OnlineCard


class SharedPile(NamedTuple):
    """Pile of a game on the table: its name, and its cards with their copies."""

    name: str
    cards: tuple[tuple[OnlineCard, int], ...]


class OctgnGame(NamedTuple):
    """A game for OCTGN.

    `sections` are the sections of decks, each with the name of the player's pile into which it is loaded; `decks` are ready
    decks by their file names. `revision` grows with the cards. `types` are those of the fields: Integer or String.
    """

    card_set: CardSet
    about: str
    source: str
    revision: int
    types: Mapping[str, str]
    sections: Mapping[str, str]
    piles: tuple[SharedPile, ...]
    decks: Mapping[str, str]


# Sizes of cards. A size has its own back, so cards of one size with different backs have different ones.


class _Size(NamedTuple):
    """Width, height and radius of the corners, in mm, and the file of the back."""

    width: int
    height: int
    radius: int
    back: str


_RADIUS = 3
"""Radius of the corners of rectangular cards in mm."""


def _size_of(card: Card, job: PrintJob, backs: Mapping[str, str]) -> _Size:
    face = face_of(card, job.faces)
    width, height = (round(side) for side in face.size)
    radius = min(width, height) // 2 if face.cut == "circle" else _RADIUS
    return _Size(width, height, radius if face.cut in {"rect", "circle"} else 0, backs[card.id])


def _size_names(sizes: Iterable[_Size]) -> dict[_Size, str]:
    """Names of the sizes; the most common one is the default, which has no name."""
    (usual, _), *others = Counter(sizes).most_common()
    names = {usual: ""}
    for size, _ in others:
        name = f"{size.width}x{size.height} {size.back.removesuffix('.png')}"
        names[size] = unused_name(name, set(names.values()))
    return names


# The definition of a game.

_RESOURCES = "Resources"
_FRONT, _TABLE, _PILE, _PROXY = "front.png", "table.png", "pile.png", "proxy.xml"

_OCTGN = "3.1.165.0"
"""Version of OCTGN whose schemas the files follow."""

_SCRIPTS = "3.1.0.2"
"""Version of the script interface, which the validator wants to be the newest (GameValidator.cs); there are no scripts."""

_WEBSITE = "https://www.octgn.net"
_ICON = "https://raw.githubusercontent.com/octgn/OCTGN/master/octgnFX/Octgn/Resources/logolarge.png"
"""Addresses of OCTGN itself, which its own editor uses for new games: a definition must have some."""

_RESERVED = {
    *("name", "id", "alternate", "size", "type", "set"),
    *("setname", "cardsizename", "cardsizeheight", "cardsizewidth"),
}
"""Names that no property can have, in lower case (GameValidator.cs, and GetProxyMappings in CardExtensionMethods.cs)."""


def game_name(title: str) -> str:
    """Title of a game as a name that files can have: OCTGN names folders after it."""
    allowed = re.sub(r'[<>"?*\x00-\x1f]', "", title)
    name = " ".join(re.sub(r"[:/\\|]+", " – ", allowed).split()).strip(" –.") or "–"
    return f"{name}_" if is_reserved(name) else name


def property_names(labels: Mapping[str, str]) -> dict[str, str]:
    """Name of each property by its key, all of them different and none reserved, whatever the case."""
    names: dict[str, str] = {}
    for key, label in labels.items():
        names[key] = unused_name(label.strip() or key, {*_RESERVED, *map(str.casefold, names.values())})
    return names


def definition(game: OctgnGame, sizes: Mapping[_Size, str]) -> bytes:
    """Definition of a game, as the file definition.xml."""
    from xml.etree.ElementTree import Element, SubElement

    card_set, name = game.card_set, game_name(game.card_set.title)
    root = Element(
        "game",
        {
            "name": name,
            "id": octgn_game(card_set.game),
            "version": f"1.0.{game.revision}.0",
            "octgnVersion": _OCTGN,
            "scriptVersion": _SCRIPTS,
            "authors": (game.source or name).replace(",", ";"),
            "description": game.about or name,
            "tags": "deckwright",
            "gameurl": _WEBSITE,
            "setsurl": _WEBSITE,
            "iconurl": _ICON,
            "usetwosidedtable": "False",
        },
    )
    SubElement(root, "proxygen", definitionsrc=f"{_RESOURCES}/{_PROXY}")
    _add_card(root, game, sizes)
    SubElement(
        root,
        "table",
        {
            "name": "Table",
            "visibility": "undefined",
            "width": "1600",
            "height": "1000",
            "background": f"{_RESOURCES}/{_TABLE}",
            "backgroundStyle": "tile",
        },
    )
    _add_piles(root, game)
    return xml_document(root)


def _add_card(root: Element, game: OctgnGame, sizes: Mapping[_Size, str]) -> None:
    from xml.etree.ElementTree import SubElement

    card = SubElement(root, "card")
    for key, name in property_names(_labels(game.card_set)).items():
        SubElement(card, "property", name=name, type=game.types.get(key, "String"), textKind="Free")
    for size, name in sizes.items():
        element = SubElement(card, "size", name=name) if name else card
        element.attrib |= {
            "front": f"{_RESOURCES}/{_FRONT}",
            "back": f"{_RESOURCES}/{size.back}",
            "width": str(size.width),
            "height": str(size.height),
            "cornerRadius": str(size.radius),
        }


def _add_piles(root: Element, game: OctgnGame) -> None:
    """Add a player's hand and piles, the piles on the table, and the sections of decks that are loaded into them."""
    from xml.etree.ElementTree import SubElement

    player = SubElement(root, "player")
    own = list(dict.fromkeys([*game.sections.values(), tr("Discard pile")]))
    hand = {"name": unused_name(tr("Hand"), {one.casefold() for one in own}), "icon": f"{_RESOURCES}/{_PILE}"}
    SubElement(player, "group", {**hand, "visibility": "me", "ordered": "False", "viewState": "expanded"})
    for number, pile in enumerate(own):
        SubElement(player, "group", _pile(pile, number))
    shared = SubElement(root, "shared")
    for number, one in enumerate(game.piles, len(own)):
        SubElement(shared, "group", _pile(one.name, number))
    deck = SubElement(root, "deck")
    for section, pile in game.sections.items():
        SubElement(deck, "section", name=section, group=pile)
    if game.piles:
        shared_deck = SubElement(root, "sharedDeck")
        for one in game.piles:
            SubElement(shared_deck, "section", name=one.name, group=one.name)


def _pile(name: str, number: int) -> dict[str, str]:
    """Attributes of a face-down pile. Only a pile with a key for it can be shuffled without a script."""
    key = _SHUFFLE_KEYS[number] if number < len(_SHUFFLE_KEYS) else ""
    return {"name": name, "icon": f"{_RESOURCES}/{_PILE}", "visibility": "none", "shuffle": key}


_SHUFFLE_KEYS = [f"{keys}+F{number}" for keys in ("Ctrl", "Ctrl+Shift") for number in range(1, 13)]


def _labels(card_set: CardSet) -> dict[str, str]:
    """Labels of the properties of cards: their kind, marks and text, and the game's fields."""
    return {" kind": tr("Kind"), " marks": tr("Marks"), **card_set.labels, " text": tr("Text")}


# The set of cards.


def set_id(game: str) -> str:
    """GUID of a game's card set."""
    return octgn_card(game, "#set")


def set_file(card_set: CardSet, sizes: Mapping[str, str]) -> bytes:
    """Card set, as the file set.xml; `sizes` are the names of sizes by the ids of cards."""
    from xml.etree.ElementTree import Element, SubElement

    root = Element(
        "set", name=game_name(card_set.title), id=set_id(card_set.game), gameId=octgn_game(card_set.game)
    )
    cards, names = SubElement(root, "cards"), property_names(_labels(card_set))
    for card in card_set.cards:
        size = {"size": sizes[card.card.id]} if sizes[card.card.id] else {}
        entry = SubElement(
            cards, "card", {"name": card.title, "id": octgn_card(card_set.game, card.card.id), **size}
        )
        values = {" kind": card.kind, " marks": ", ".join(card.marks), **card.values, " text": card.text}
        for key, value in values.items():
            if value:
                SubElement(entry, "property", name=names[key], value=value)
    return xml_document(root)


def proxy_template(size: tuple[int, int]) -> bytes:
    """Template for pictures of cards that have none: their names on the blank front, which has this size in pixels."""
    from xml.etree.ElementTree import Element, SubElement

    margin = size[0] // 12
    root = Element("templates")
    block = SubElement(SubElement(root, "blocks"), "block", type="text", id="name")
    SubElement(block, "location", x=str(margin), y=str(margin))
    SubElement(block, "text", color="#000000", size=str(size[0] // 12))
    SubElement(
        block,
        "wordwrap",
        {"width": str(size[0] - 2 * margin), "height": str(size[1] // 3), "shrinktofit": "True"},
    )
    template = SubElement(root, "template", src=f"{_RESOURCES}/{_FRONT}", default="True")
    link = SubElement(SubElement(template, "textblocks"), "link", block="name")
    SubElement(link, "property", name="Name")
    return xml_document(root)


def pile_deck(game: str, pile: SharedPile) -> bytes:
    """Deck that loads a pile of the game onto the table."""
    from xml.etree.ElementTree import Element, SubElement

    root = Element("deck", game=octgn_game(game))
    section = SubElement(root, "section", name=pile.name, shared="True")
    for card, copies in pile.cards:
        entry = SubElement(section, "card", qty=str(copies), id=octgn_card(game, card.card.id))
        entry.text = card.title
    return xml_document(root)


# The files.

_PICTURES = PictureOutput(dpi=300)


def write_game(
    job: PrintJob, game: OctgnGame, folder: Path, progress: Callable[[int], None] | None = None
) -> tuple[list[Path], PrintResult]:
    """Write a game with its pictures and decks into a folder laid out as OCTGN's data folder.

    Raises:
        InputError: no cards are to be printed, or the folder is not writable.
    """
    context = checked_context(job)
    backs = back_files(job, context)
    places = _places(folder, game.card_set)
    sides = {
        **{places.cards / f"{octgn_card(job.game.id, card.id)}.png": CardSide(card) for card, _ in job.cards},
        **{places.resources / backs[card.id]: CardSide(card, is_back=True) for card, _ in job.cards},
    }
    drawn = draw_sides(job, context, _PICTURES, [*sides.values()])
    for number, (path, picture) in enumerate(zip(sides, drawn, strict=True), 1):
        save_png(picture, path, _PICTURES.dpi)
        if progress:
            progress(min(number, len(job.cards)))
    sizes = {card.id: _size_of(card, job, backs) for card, _ in job.cards}
    documents = _documents(game, places, sizes)
    plain = _draw_resources(places.resources, _usual(sizes.values()))
    count = sum(copies for _, copies in job.cards)
    return [*documents, *sides, *plain], PrintResult(len(sides), count, list(context.findings))


class _Places(NamedTuple):
    """Folders of a game: its definition, the definition's resources, its set, the pictures of cards, and decks."""

    game: Path
    resources: Path
    card_set: Path
    cards: Path
    decks: Path


def _places(folder: Path, card_set: CardSet) -> _Places:
    game, cards = octgn_game(card_set.game), set_id(card_set.game)
    base = make_folder(folder / "GameDatabase" / game)
    return _Places(
        base,
        make_folder(base / _RESOURCES),
        make_folder(base / "Sets" / cards),
        make_folder(folder / "ImageDatabase" / game / "Sets" / cards / "Cards"),
        folder / "Decks" / game_name(card_set.title),
    )


def _usual(sizes: Iterable[_Size]) -> _Size:
    return Counter(sizes).most_common(1)[0][0]


def _documents(game: OctgnGame, places: _Places, sizes: Mapping[str, _Size]) -> list[Path]:
    """Write the XML files, and return them; `sizes` are by the ids of cards."""
    names = _size_names(sizes.values())
    named = {card: names[size] for card, size in sizes.items()}
    documents = {
        places.game / "definition.xml": definition(game, names),
        places.card_set / "set.xml": set_file(game.card_set, named),
        places.resources / _PROXY: proxy_template(_front_size(_usual(sizes.values()))),
    }
    decks = {name: text.encode() for name, text in game.decks.items()}
    for pile in game.piles:
        decks[unused_name(deck_file(pile.name), decks)] = pile_deck(game.card_set.game, pile)
    documents |= {places.decks / f"{name}.o8d": deck for name, deck in decks.items()}
    for path, document in documents.items():
        make_folder(path.parent)
        with atomic_file(path) as file:
            file.write(document)
    return [*documents]


def _front_size(size: _Size) -> tuple[int, int]:
    return pixels(size.width, _PICTURES.dpi), pixels(size.height, _PICTURES.dpi)


_TABLE_COLOUR, _EDGE_COLOUR = "#2f4f46", "#808080"
_TILE, _THUMB = 64, 48
"""Pixels of a side of the table's background, which is repeated, and most pixels of a side of a pile's icon."""


def _draw_resources(folder: Path, usual: _Size) -> list[Path]:
    """Draw a blank front, the background of the table, and an icon of piles: the most common back, small."""
    from PIL import Image, ImageDraw

    front = Image.new("RGB", _front_size(usual), "white")
    width, height = front.size
    ImageDraw.Draw(front).rectangle((0, 0, width - 1, height - 1), outline=_EDGE_COLOUR, width=4)
    with Image.open(folder / usual.back) as back:
        pile = back.copy()
    pile.thumbnail((_THUMB, _THUMB))
    table = Image.new("RGB", (_TILE, _TILE), _TABLE_COLOUR)
    drawn = {folder / _FRONT: front, folder / _TABLE: table, folder / _PILE: pile}
    for path, picture in drawn.items():
        save_png(picture, path, _PICTURES.dpi)
    return [*drawn]
