"""Deck files in XML: Cockatrice, OCTGN, Lackey and Magic Online."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deckwright.files.deck_writing import deck_head, entries_by_zone, head_lines, named_entries
from deckwright.files.decks import SIDE, DeckFileFormat, DeckText, ListMaker, WrittenText
from deckwright.messages import tr
from deckwright.model.card import MAIN
from deckwright.model.words import Pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deckwright.files.decks import DeckList
    from deckwright.files.xml import Element
    from deckwright.model.card import Card, Deck

    Layout = Mapping[str, tuple[str, ...]]
    """The elements that may be inside each element; those that are not listed contain text alone."""

_DECLARATION = Pattern(r"\A\s*<\?xml[^>]*\?>")
_FIRST_ELEMENT = Pattern(
    r"\s*+(?:(?><\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>)\s*+)*+<([A-Za-z_][\w.-]*)(?![^>]*\sxmlns\s*=)",
    re.DOTALL,
)


def _begins_with(name: str, holding: str = "", lacking: str = "\0") -> Callable[[str], bool]:
    """Whether the first element of a text has this name, no namespace, and such elements in it, but none of the others."""

    def recognizes(text: str) -> bool:
        first = _FIRST_ELEMENT.match(text)
        return first is not None and first[1] == name and holding in text and lacking not in text

    return recognizes


def _read_xml(source: DeckText, layout: Layout) -> tuple[Element, ListMaker]:
    """Parse XML, and report what is not in the layout of its format.

    The declaration becomes spaces, as the text is decoded, and may not be the first of its file.
    """
    from deckwright.files.xml import parse_xml

    text = _DECLARATION.sub(lambda declaration: re.sub(r"\S", " ", declaration[0]), source.text, count=1)
    deck = parse_xml(("\n" * (source.first_line - 1) + text).encode(), source.file)
    deck_list = ListMaker(source)
    _check_layout(deck, layout, deck_list)
    return deck, deck_list


def _check_layout(element: Element, layout: Layout, deck_list: ListMaker) -> None:
    """Report what is inside an element and not in the layout: it may be cards."""
    allowed = layout.get(element.name, _TEXT)
    if allowed is not _TEXT and any(isinstance(part, str) and part.strip() for part in element.inside):
        message = tr("The element {element} cannot contain text.", element=f"<{element.name}>")
        deck_list.fault(message, element.where)
    for child in element.children:
        if child.name in allowed:
            _check_layout(child, layout, deck_list)
        else:
            deck_list.fault(tr("Unknown element: {element}.", element=f"<{child.name}>"), child.where)


_TEXT: tuple[str, ...] = ()
"""What is inside an element that contains text alone."""

_COCKATRICE_LAYOUT: Layout = {
    "cockatrice_deck": (
        *("deckname", "comments", "zone"),
        *("lastLoadedTimestamp", "format", "bannerCard", "playmatCard", "tags", "sideboard_plan"),
    ),
    "zone": ("card",),
    "tags": ("tag",),
    "sideboard_plan": ("name", "move_card_to_zone"),
    "move_card_to_zone": ("card_name", "start_zone", "target_zone"),
}


def _read_cockatrice(source: DeckText) -> DeckList:
    """Zones of cards with `number` and `name`; what else a list says of itself is in its comments."""
    deck, deck_list = _read_xml(source, _COCKATRICE_LAYOUT)
    for comments in deck.named("comments"):
        deck_list.take_comments(comments.text, comments.where)
    for name in deck.named("deckname"):
        deck_list.say("name", name.text, name.where)
    for zone in deck.named("zone"):
        deck_list.start_section(zone.get("name"), zone.where)
        for card in zone.named("card"):
            deck_list.add(*_texts_of(card, card.get("number"), f"{card.get('name')} {card.text}"))
    return deck_list.made("# game: …")


def _as_cockatrice(deck: Deck, cards: Mapping[str, Card], language: str) -> str:
    """Write a deck as Cockatrice's deck editor does; what else it says of itself is in the comments."""
    head = deck_head(deck)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<cockatrice_deck version="1">',
        f"    <deckname>{_escaped(str(head.pop('name', '')))}</deckname>",
        f"    <comments>{_escaped(head_lines(head))}</comments>",
    ]
    for zone, entries in entries_by_zone(deck).items():
        lines.append(f'    <zone name="{_COCKATRICE_ZONES.get(zone, zone)}">')
        lines += [
            f'        <card number="{entry.copies}" name="{_escaped(name)}"/>'
            for entry, name in named_entries(entries, cards, language)
        ]
        lines.append("    </zone>")
    return "\n".join([*lines, "</cockatrice_deck>", ""])


_COCKATRICE_ZONES = {MAIN: "main", "sideboard": "side"}

COCKATRICE = DeckFileFormat(
    "Cockatrice",
    "cod",
    (".cod",),
    loads="cards, zones, name, head in the comments",
    saves="everything",
    recognizes=_begins_with("cockatrice_deck"),
    read=_read_cockatrice,
    write=_as_cockatrice,
)


_OCTGN_LAYOUT: Layout = {"deck": ("section", "notes"), "section": ("card",)}


def _read_octgn(source: DeckText) -> DeckList:
    """Sections of cards with `qty`, whose text is the name; what else a list says of itself is in its notes."""
    deck, deck_list = _read_xml(source, _OCTGN_LAYOUT)
    for notes in deck.named("notes"):
        deck_list.take_comments(notes.text, notes.where)
    for section in deck.named("section"):
        deck_list.start_section(section.get("name"), section.where)
        for card in section.named("card"):
            deck_list.add(*_texts_of(card, card.get("qty"), card.text))
    return deck_list.made("# game: …")


def _as_octgn(deck: Deck, cards: Mapping[str, Card], language: str) -> str:
    """Write a deck as OCTGN does; what it says of itself is in the notes.

    OCTGN knows games and cards by GUIDs, which are made from our ids and never change.
    """
    lines = [
        '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
        f'<deck game="{_octgn_id(deck.game)}">',
    ]
    for zone, entries in entries_by_zone(deck).items():
        lines.append(f'  <section name="{_OCTGN_ZONES.get(zone, zone)}" shared="False">')
        for entry, name in named_entries(entries, cards, language):
            number = _octgn_id(f"{deck.game}/{entry.card}")
            lines.append(f'    <card qty="{entry.copies}" id="{number}">{_escaped(name)}</card>')
        lines.append("  </section>")
    # OCTGN shows notes only if they are in a CDATA section (DeckExtensionMethods.cs).
    notes = head_lines(deck_head(deck)).replace("]]>", "]]]]><![CDATA[>")
    return "\n".join([*lines, f"  <notes><![CDATA[{notes}]]></notes>", "</deck>", ""])


def _octgn_id(name: str) -> str:
    """GUID by which OCTGN knows a game, or a card of one."""
    from uuid import NAMESPACE_URL, uuid5

    return str(uuid5(NAMESPACE_URL, name))


_OCTGN_ZONES = {MAIN: "Main", SIDE: "Side", "sideboard": "Sideboard"}

OCTGN = DeckFileFormat(
    "OCTGN",
    "o8d",
    (".o8d",),
    loads="cards by name, sections, head in the notes",
    saves="everything; see below",
    recognizes=_begins_with("deck", lacking="<superzone"),
    read=_read_octgn,
    write=_as_octgn,
)


_LACKEY_LAYOUT: Layout = {
    "deck": ("meta", "game", "superzone"),
    "meta": ("title", "author", "game", "format", "description", "notes"),
    "superzone": ("card",),
    "card": ("name", "set"),
}


def _read_lackey(source: DeckText) -> DeckList:
    """Zones of cards, each one copy, with `name`."""
    deck, deck_list = _read_xml(source, _LACKEY_LAYOUT)
    for meta in deck.named("meta"):
        for title in meta.named("title"):
            deck_list.say("name", title.text, title.where)
    for zone in deck.named("superzone"):
        deck_list.start_section(zone.get("name"), zone.where)
        for card in zone.named("card"):
            name = " ".join(name.text for name in card.named("name"))
            deck_list.add(*_texts_of(card, "1", name))
    return deck_list.made()


LACKEY = DeckFileFormat(
    "LackeyCCG",
    "",
    (".dek",),
    loads="cards, zones, name",
    recognizes=_begins_with("deck", holding="<superzone"),
    read=_read_lackey,
)


_MTGO_LAYOUT: Layout = {"Deck": ("NetDeckID", "PreconstructedDeckID", "Cards")}


def _read_mtgo(source: DeckText) -> DeckList:
    """Cards with `Quantity`, `Name`, and whether they are in the sideboard."""
    deck, deck_list = _read_xml(source, _MTGO_LAYOUT)
    for card in deck.named("Cards"):
        zone = SIDE if card.get("Sideboard").lower() == "true" else ""
        deck_list.add(*_texts_of(card, card.get("Quantity"), f"{card.get('Name')} {card.text}"), zone)
    return deck_list.made()


MTGO = DeckFileFormat(
    "Magic Online", "", (".dek",), loads="cards, sideboard", recognizes=_begins_with("Deck"), read=_read_mtgo
)

XML_FORMATS = (COCKATRICE, LACKEY, OCTGN, MTGO)


def _texts_of(element: Element, count: str, card: str) -> tuple[WrittenText, WrittenText]:
    """Two texts of an element, whose attributes have no places of their own."""
    return WrittenText(count, element.where), WrittenText(card, element.where)


def _escaped(text: str) -> str:
    from html import escape

    return escape(text)
