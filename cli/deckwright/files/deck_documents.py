"""Decks as YAML, after their schema, and as JSON: saved objects of Tabletop Simulator, and what our own commands write."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError
from deckwright.files.deck_writing import as_json_text
from deckwright.files.decks import (
    GAME_AND_ID,
    HEAD,
    MOST_COPIES,
    MOST_PLAYERS,
    DeckFileFormat,
    DeckLine,
    DeckList,
    DeckText,
    ListMaker,
    WrittenFields,
    WrittenText,
    bad_deck,
    read_day,
)
from deckwright.files.texts import refuse_control_characters
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.card import MAIN
from deckwright.model.words import Pattern, is_id

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from deckwright.files.yaml import Document
    from deckwright.findings import Where


def deck_list_of(document: Document) -> DeckList:
    """Read the deck list that a YAML document is.

    Raises:
        InputError: with every fault at its line and column.
    """
    value = document.value
    if not is_plain_deck(value):
        from deckwright.files.schemas import check_document

        if findings := check_document(document, "deck"):
            raise bad_deck(findings)
    lines = [*_lines(document, value.get(MAIN, {}), (MAIN,), MAIN)]
    locations = {MAIN: document.where(MAIN, key=True)}
    for zone, entries in value.get("zones", {}).items():
        lines += _lines(document, entries, ("zones", zone), zone.lower())
        locations[zone.lower()] = document.where("zones", zone, key=True)
    head = {key: value[key] for key in HEAD if key in value}
    locations |= {key: document.where(key) for key in head}
    faults = []
    if "date" in head:
        head["date"] = read_day(head["date"])
        if isinstance(head["date"], str):
            faults.append(Finding("date", "error", head.pop("date"), where=locations["date"]))
    return DeckList(
        document.file, tuple(lines), head, locations, adds_up=False, head_line="game: …", faults=tuple(faults)
    )


_PLAIN_KEYS = {MAIN, "game", "format", "name", "players"}


def is_plain_deck(value: Any) -> bool:
    """Whether a document is a deck list of the usual form, which fits the schema for sure.

    Loading the validator takes a fifth of the time of a whole `check`.
    """
    if not isinstance(value, dict) or not {MAIN} <= value.keys() <= _PLAIN_KEYS:
        return False
    cards, name, players = value[MAIN], value.get("name", "-"), value.get("players", 1)
    ids = (value[key] for key in ("game", "format") if key in value)
    return (
        isinstance(cards, dict)
        and bool(cards)
        and isinstance(name, str)
        and bool(name)
        and type(players) is int
        and 1 <= players <= MOST_PLAYERS
        and all(isinstance(identifier, str) and is_id(identifier) for identifier in ids)
        and all(type(copies) is int and 1 <= copies <= MOST_COPIES for copies in cards.values())
    )


def _lines(document: Document, entries: Any, path: tuple[str | int, ...], zone: str) -> Iterator[DeckLine]:
    if isinstance(entries, dict):
        for card, copies in entries.items():
            yield DeckLine(card, copies, document.where(*path, card, key=True), zone)
        return
    for number, entry in enumerate(entries):
        if "card" in entry:
            facts = WrittenFields(document, (*path, number, "fields")) if entry.get("fields") else None
            where = document.where(*path, number, "card")
            yield DeckLine(str(entry["card"]), entry.get("copies", 1), where, zone, facts)
        else:
            yield from _lines(document, entry, (*path, number), zone)


JSON_START = Pattern(r"\s*(?:\{\s*[\"}]|\[\s*[\[{])")
"""What JSON begins with, and a text list does not."""

_BRACE = Pattern(r'"(?:[^"\\]++|\\.)*+"|([{}])', re.DOTALL)
_CODES = Pattern(r"\[/?(?:[biu]|sup|sub|[0-9A-Fa-f]{6}|-)\]")
_SURROGATES = Pattern(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_NOT_IN_YAML = Pattern(r"[\t\x85\u2028\u2029]")
_SAVED = Pattern(r'"(?:ObjectStates|ContainedObjects|Nickname)"\s*:')


_DEEPEST = 100
_MOST_OBJECTS = 500_000


class _Object(dict[str, Any]):
    """An object of JSON, and the offset at which it begins."""

    __slots__ = ("offset",)
    offset: int


def _parse_json(source: DeckText, keys: Container[str] | None = None) -> Any:
    """Parse JSON; each object knows where it begins, and has those `keys` only: saved games are large.

    Raises:
        InputError: with line and column.
    """
    too_large = tr(
        "This JSON has too many objects, too many inside each other, or a number that is too long."
    )
    if any(
        depth > _DEEPEST or count > _MOST_OBJECTS for count, (_, depth) in enumerate(_ends(source.text), 1)
    ):
        raise InputError("bad-json", too_large, where=source.where(0))
    places = _ends(source.text)

    def located(pairs: list[tuple[str, Any]]) -> _Object:
        located_object = _Object(pairs if keys is None else (pair for pair in pairs if pair[0] in keys))
        located_object.offset = next(places)[0]
        return located_object

    try:
        return json.loads(source.text, object_pairs_hook=located)
    except json.JSONDecodeError as fault:
        message = tr("This is not valid JSON: something else was expected here.")
        raise InputError("bad-json", message, where=source.where(fault.pos)) from None
    except (RecursionError, ValueError):
        raise InputError("bad-json", too_large, where=source.where(0)) from None


def _ends(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each object begins and how deep it is, in the order in which they end, as the parser reports them."""
    begun: list[int] = []
    for brace in _BRACE.finditer(text):
        if brace[1] == "{":
            begun.append(brace.start())
        elif brace[1] and begun:
            yield begun.pop(), len(begun)


_SAVED_KEYS = {"Name", "Nickname", "GMNotes", "SaveName", "ObjectStates", "ContainedObjects"}


def _read_saved(source: DeckText) -> DeckList:
    """Cards by their nicknames, in decks, bags or on their own; a deck whose nickname is a zone is that zone.

    The first line of a nickname may be the name alone: tools that make such decks write the kind of card below it.
    """
    value, deck_list = _parse_json(source, _SAVED_KEYS), ListMaker(source)
    if isinstance(value, _Object):
        deck_list.say("name", str(value.get("SaveName") or ""), source.where(value.offset))
    section: tuple[str, ...] = ()
    has_cards = False
    for above, card in _saved_cards(value):
        where = source.where(card.offset)
        if above != section:
            deck_list.start_section("", where)
            for nickname in above:
                deck_list.add_heading(_nickname(nickname, where), where)
            section = above
        notes = str(card.get("GMNotes") or "")
        name = notes if GAME_AND_ID.fullmatch(notes) else _nickname(str(card.get("Nickname") or ""), where)
        deck_list.add(WrittenText("1", where), WrittenText(name, where), line_end="\n")
        has_cards = True
    if not has_cards:
        deck_list.fault(tr("This file has no cards."), source.where(0))
    return deck_list.made()


def _saved_cards(value: object) -> Iterator[tuple[tuple[str, ...], _Object]]:
    """Cards in the order of the file, each with the nicknames of what contains it."""
    waiting: list[tuple[tuple[str, ...], object]] = [((), value)]
    while waiting:
        above, inner_value = waiting.pop()
        if isinstance(inner_value, list):
            waiting += [
                (above, inner) for inner in reversed(inner_value) if isinstance(inner, list | _Object)
            ]
        elif isinstance(inner_value, _Object) and (
            inner := inner_value.get("ObjectStates") or inner_value.get("ContainedObjects")
        ):
            waiting.append(((*above, str(inner_value.get("Nickname") or "")), inner))
        elif isinstance(inner_value, _Object) and _is_card(inner_value):
            yield above, inner_value


def _is_card(state: _Object) -> bool:
    """Whether an object is a card, or a tile of a game that we wrote."""
    has_id = GAME_AND_ID.fullmatch(str(state.get("GMNotes") or "")) is not None
    return str(state.get("Name", "")).startswith("Card") or (state.get("Name") == "Custom_Tile" and has_id)


def _nickname(nickname: str, where: Where) -> str:
    """A nickname without the codes of its colour and style, such as `[b]`."""
    refuse_control_characters(nickname, where)
    return _CODES.sub("", nickname)


def _read_own_json(source: DeckText) -> DeckList:
    """A deck file as JSON, the deck of `combine --json`, or the pile of `build --json`."""
    from deckwright.files.yaml import Document, document_of

    value = _parse_json(source)
    yaml = _SURROGATES.sub(lambda escape: str(json.loads(f'"{escape[0]}"')), source.text)
    yaml = _NOT_IN_YAML.sub(lambda sign: " " if sign[0] == "\t" else f"\\u{ord(sign[0]):04x}", yaml)
    document = document_of(yaml, source.file, source.first_line)
    if isinstance(value, dict) and "cards" not in value and isinstance(value.get("deck"), dict):
        part = document.marks.part("deck")
        document = Document(source.file, document.value["deck"], part, yaml, source.first_line)
    elif isinstance(value, dict) and {"pile", "cards"} <= value.keys():
        pile = {key: document.value[key] for key in (MAIN, "game") if key in value}
        document = document._replace(value=pile)
    return deck_list_of(document)


SAVED = DeckFileFormat(
    "Tabletop Simulator",
    "",
    (".json",),
    loads="cards by nickname or its first line, or by the id that `export tts` writes into their notes, in decks, bags or "
    "alone; name",
    saves="`deckwright export tts`",
    recognizes=lambda text: bool(JSON_START.match(text) and _SAVED.search(text)),
    read=_read_saved,
    is_found=False,
)

JSON_FORMATS = (SAVED,)
"""The formats of other programs, each as an entry of `FORMATS` in deck_formats.py, which has our own beside them."""

OWN_JSON = DeckFileFormat(
    "Deckwright",
    "json",
    (".json",),
    loads="deck files as JSON, `combine --json`, `build --json`",
    saves="everything",
    recognizes=lambda text: bool(JSON_START.match(text) and re.search(r'"cards"\s*:\s*[\[{]', text)),
    read=_read_own_json,
    write=as_json_text,
    is_found=False,
)
