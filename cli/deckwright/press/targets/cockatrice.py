"""Cockatrice: a card database of version 4, and pictures named as its picture loader looks them up.

The format is what Cockatrice's schema allows (doc/carddatabase_v4/cards.xsd) and its parser reads (cockatrice_xml_4.cpp).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.files.writing import atomic_file, is_reserved, make_folder
from deckwright.files.xml import is_element_name, xml_document
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.press.faces.choice import SideTexts, face_of, second_side
from deckwright.press.print_job import PrintResult
from deckwright.press.targets.pages import checked_context
from deckwright.press.targets.pictures import CardSide, draw_sides
from deckwright.press.targets.target import PictureOutput, back_file, back_files, deck_file
from deckwright.press.writing.raster import save_png

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    from deckwright.model.card import Card
    from deckwright.press.print_job import PrintJob


# What Cockatrice knows of cards.


class OnlineCard(NamedTuple):
    """A card as Cockatrice has it, in one language.

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
    unused, number = name, 1
    while unused in taken or unused.casefold() in taken:
        number += 1
        unused = f"{name}_{number}"
    return unused


# The names of pictures (card_info.cpp, getCorrectedName; card_picture_loader_local.cpp and its schemes).

_REMOVED = re.compile(r' // |[*<>:"\\?\x00-\x08\x10-\x1f]')
_SPACES = re.compile(r"[/\x09-\x0f]")

_LONGEST = 200
"""Most bytes of a picture's name without its extension; file systems allow 255."""


def corrected_name(name: str) -> str:
    """Name of a card as Cockatrice looks for its picture: without the characters that Windows does not allow in files."""
    return _SPACES.sub(" ", _REMOVED.sub("", name))


def picture_names(card_set: CardSet) -> dict[str, str]:
    """Name of each card's picture without its extension, by the card's name; cards that cannot have one are missing.

    It is the corrected name of the card. Where that is not enough, it is set, number and name, which the loader tries before
    the name alone: it knows files by their names up to the first dot too, file systems may ignore case, skip files that
    begin with a dot, or reserve names, and a name may look like that of another card with its set.
    """
    uses = Counter(name for card in card_set.cards for name in _found_by(corrected_name(card.name)))
    named = ((card, corrected_name(card.name)) for card in card_set.cards)
    return {
        card.name: name
        if _is_safe(name, uses) and card_set.game not in name
        else f"{card_set.game}-{card.number}-{name}"
        for card, name in named
        if name.strip() and "|" not in name and len(name.encode()) <= _LONGEST
    }


def _found_by(name: str) -> set[str]:
    """The names by which the loader finds a file, as file systems that ignore case have them."""
    folded = unicodedata.normalize("NFC", name).casefold()
    return {folded, folded.partition(".")[0]}


def _is_safe(name: str, uses: Mapping[str, int]) -> bool:
    return (
        all(uses[looked_up] == 1 for looked_up in _found_by(name))
        and not name.startswith((".", " "))
        and not is_reserved(name)
    )


# The card database.

_OWN_KEYS = {
    "type",
    "maintype",
    "manacost",
    "cmc",
    "colors",
    "coloridentity",
    "loyalty",
    "pt",
    "side",
    "layout",
}
"""Properties that mean something to Cockatrice (game_specific_terms.h)."""

_PRIORITY = 40
"""Cockatrice's number for sets that are not those of its main game (card_set.h, PriorityOther)."""

_BACK_ROW, _MIDDLE_ROW = 0, 1
"""Rows of the table in Cockatrice. A card of the back row is played at once; those of others may go to the stack first."""


def property_names(labels: Mapping[str, str]) -> dict[str, str]:
    """Name of the property of each field, by the field's id: its label as the name of an element.

    Cockatrice shows the names of elements, and hides those with a hyphen.
    """
    names: dict[str, str] = {}
    for field, label in labels.items():
        name = _element_name(label) or _element_name(field) or "_"
        names[field] = unused_name(name, {*_OWN_KEYS, *names.values()})
    return names


def _element_name(label: str) -> str:
    words = re.sub(r"[^\w.]|[:-]", "_", unicodedata.normalize("NFC", label.strip()))
    name = f"_{words}" if words[:3].lower() == "xml" or not is_element_name(words) else words
    return name if words and is_element_name(name) else ""


def card_database(card_set: CardSet, wide: set[str]) -> bytes:
    """Card database of a set, as an XML file; `wide` are the ids of cards whose pictures are turned by a quarter."""
    from xml.etree.ElementTree import Element, SubElement

    root = Element("cockatrice_carddatabase", version="4")
    _add(SubElement(root, "info"), {"author": "Deckwright"})
    _add(
        SubElement(SubElement(root, "sets"), "set"),
        {"name": card_set.game, "longname": card_set.title, "settype": "Custom", "priority": str(_PRIORITY)},
    )
    cards, names = SubElement(root, "cards"), property_names(card_set.labels)
    for card in card_set.cards:
        entry = SubElement(cards, "card")
        text = card.text if card.title == card.name else "\n\n".join(filter(None, (card.title, card.text)))
        _add(entry, {"name": card.name, "text": text})
        _add(SubElement(entry, "prop"), _properties(card, names))
        # Cockatrice finds a card by this name too.
        also: dict[str, str] = {} if card.title == card.name else {"flavorName": card.title}
        SubElement(entry, "set", {"num": str(card.number), **also}).text = card_set.game
        if card.other_side:
            SubElement(entry, "related", attach="transform").text = card.other_side
        _add(entry, _placing(card, is_wide=card.card.id in wide))
    return xml_document(root)


def _add(parent: Any, texts: Mapping[str, str]) -> None:
    from xml.etree.ElementTree import SubElement

    for name, text in texts.items():
        SubElement(parent, name).text = text


def _properties(card: OnlineCard, names: Mapping[str, str]) -> dict[str, str]:
    kind = f"{card.kind} — {', '.join(card.marks)}" if card.marks else card.kind
    return {
        "type": kind,
        "maintype": card.kind,
        **{names[field]: value for field, value in card.values.items()},
    }


def _placing(card: OnlineCard, *, is_wide: bool) -> dict[str, str]:
    """Elements after the set, in the order of the schema. A wide card comes turned, so that its picture is upright."""
    token = {"token": "1"} if card.is_token else {}
    turned = {"landscapeOrientation": "1"} if is_wide else {}
    row = {"tablerow": str(_MIDDLE_ROW if card.is_token else _BACK_ROW)}
    return {**token, **row, **({"cipt": "1"} if is_wide else {}), **turned}


# Cards that are played on both sides: their backs are tokens into which Cockatrice transforms them.


def with_backs(
    card_set: CardSet, two_sided: Collection[str], sides: Mapping[str, SideTexts] = MappingProxyType({})
) -> CardSet:
    """Card set with the backs of these cards, by id, as cards of their own; names still differ.

    `sides` are the names and texts of backs that have them.
    """
    names = {card.name for card in card_set.cards}
    cards: list[OnlineCard] = []
    for card in card_set.cards:
        if card.card.id in two_sided:
            side = sides.get(card.card.id, _NO_TEXTS)
            name = unused_name(side.name or tr("{name} (back)", name=card.name), names)
            names.add(name)
            cards.append(card._replace(other_side=name))
            cards.append(
                card._replace(
                    name=name,
                    title=name,
                    text=side.text,
                    values={},
                    marks=(),
                    is_token=True,
                    is_back=True,
                    other_side=card.name,
                )
            )
        else:
            cards.append(card)
    return card_set._replace(cards=tuple(cards))


_NO_TEXTS = SideTexts("", "")


# The files.

_CARD = (72, 102)
"""Proportions of a card in Cockatrice (card_dimensions.h), to which it stretches every picture."""

_STRETCH = 0.03
"""How much a picture may be stretched."""

_PICTURES = PictureOutput(dpi=300)


def write_card_set(
    job: PrintJob, card_set: CardSet, folder: Path, progress: Callable[[int], None] | None = None
) -> tuple[list[Path], PrintResult]:
    """Write the card database, the pictures and a theme with the back into a folder laid out as Cockatrice's data folder.

    Raises:
        InputError: no cards are to be printed, or the folder is not writable.
    """
    context = checked_context(job)
    backs = back_files(job, context)
    cards = {card.id: second_side(card, job.backs, job.language) for card, _ in job.cards}
    sides = {card: side for card, side in cards.items() if side}
    two_sided = {card.id for card, _ in job.cards if _has_own_back(card, job, backs)} | sides.keys()
    card_set = with_backs(card_set, two_sided, sides)
    names = picture_names(card_set)
    shown = [card for card in card_set.cards if card.name in names]
    usual = Counter(backs.values()).most_common(1)[0][0]
    back = next(card for card, _ in job.cards if backs[card.id] == usual)
    drawn = [*(CardSide(card.card, card.is_back) for card in shown), CardSide(back, is_back=True)]
    place = deck_file(card_set.game)
    pictures = make_folder(folder / "pics" / "CUSTOM" / place)
    files = [pictures / f"{names[card.name]}.png" for card in shown]
    files.append(make_folder(folder / "themes" / place) / "cardback.png")
    for number, picture in enumerate(draw_sides(job, context, _PICTURES, drawn)):
        save_png(_as_card(picture), files[number], _PICTURES.dpi)
        if progress:
            progress(min(number + 1, len(job.cards)))
    database = make_folder(folder / "customsets") / f"{place}.xml"
    wide = {card.id for card, _ in job.cards if _is_wide(face_of(card, job.faces).size)}
    with atomic_file(database) as file:
        file.write(card_database(card_set, wide))
    findings = [*context.findings, *_unseen(card_set, names)]
    return [database, *files], PrintResult(len(files), job.copies, findings)


def _has_own_back(card: Card, job: PrintJob, backs: Mapping[str, str]) -> bool:
    """Whether the back of a card differs from other backs of the same face."""
    return backs[card.id] != back_file(face_of(card, job.backs))


def _is_wide(size: Sequence[float]) -> bool:
    return size[0] > size[1]


def _as_card(picture: Any) -> Any:
    """Picture upright, and with transparent margins if it would be stretched to the proportions of a card."""
    from PIL import Image

    if _is_wide(picture.size):
        picture = picture.transpose(Image.Transpose.ROTATE_90)
    width, height = picture.size
    wanted = _CARD[0] / _CARD[1]
    if abs(width / height / wanted - 1) <= _STRETCH:
        return picture
    size = (max(width, round(height * wanted)), max(height, round(width / wanted)))
    whole = Image.new("RGBA", size)
    whole.paste(picture, ((size[0] - width) // 2, (size[1] - height) // 2))
    return whole


def _unseen(card_set: CardSet, names: Mapping[str, str]) -> Iterator[Finding]:
    for card in card_set.cards:
        if card.name not in names:
            message = tr(
                "Cockatrice cannot find a picture of a card called {name}: none was written. Use a name with letters that "
                "files can have, of at most {most} bytes.",
                name=card.name,
                most=_LONGEST,
            )
            yield Finding("no-picture", "warning", message, (card.card.id,))
