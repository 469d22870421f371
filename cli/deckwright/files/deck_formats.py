"""Deck files of other programs, recognized by their content: each format is one record of `FORMATS`.

The formats are those that the programs themselves write: Cockatrice's deck loader, OCTGN's decks, the XML of Magic
Online, saved objects of Tabletop Simulator, tables, and the JSON of our own commands. Whatever says which zone cards are
in is read as a heading of a text list: as a zone, or as a kind that groups cards.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import InputError
from deckwright.files.decks import (
    HEAD,
    HEAD_LINE,
    SIDE,
    DeckLine,
    DeckList,
    counted_line,
    deck_list_of,
    head_of,
)
from deckwright.files.texts import LINE, lines_of, refuse_control_characters
from deckwright.findings import Finding, Where
from deckwright.messages import later, tr
from deckwright.model.card import MAIN
from deckwright.model.words import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from deckwright.files.xml import Element


class DeckText(NamedTuple):
    """The text of a deck file, whose first line is `first_line` of `file`."""

    text: str
    file: str
    first_line: int = 1

    def where(self, offset: int) -> Where:
        """Place of the character at `offset`."""
        lines = lines_of(self.text[:offset])
        return Where(self.file, self.first_line + len(lines) - 1, len(lines[-1]) + 1)


class DeckFormat(NamedTuple):
    """A format of other programs: whose it is, which texts are of it, and how they are read."""

    title: str
    recognizes: Callable[[str], bool]
    read: Callable[[DeckText], DeckList]


def read_other_format(source: DeckText) -> DeckList | None:
    """Read a deck in the format of another program; None for a text list.

    Raises:
        InputError: it is damaged, with line and column; or it is XML, HTML or JSON, but not a deck.
    """
    for one in FORMATS:
        if one.recognizes(source.text):
            return one.read(source)
    if what := next((what for sign, what in _NOT_DECKS if sign.match(source.text)), ""):
        message = tr("{name} is not a deck: it is {what}.", name=source.file, what=tr(what))
        titles = ", ".join(dict.fromkeys(one.title for one in FORMATS))
        hint = tr("Deckwright reads plain lists, and decks of: {formats}.", formats=titles)
        raise InputError("not-a-deck", message, hint=hint, where=Where(source.file, source.first_line, 1))
    return None


# Lists in the making: cards line by line, below headings.


_LINE_ENDS = re.compile(r"\s*[\r\n]\s*")


class _ListMaker:
    """Collects cards and headings, and what is wrong with them."""

    def __init__(self, source: DeckText) -> None:
        self._file = source.file
        self._top = Where(source.file, source.first_line, 1)
        self._lines: list[DeckLine] = []
        self._faults: list[Finding] = []
        self._said: dict[str, str] = {}
        self._locations = {MAIN: self._top}

    def start_section(self, name: str, where: Where) -> None:
        """Begin a section: in the main zone, unless its name is that of another zone; a kind only groups cards."""
        self._lines.append(DeckLine(f"{MAIN}:", 1, self._top, is_counted=False))
        if name.strip():
            self._lines.append(DeckLine(f"{name.strip()}:", 1, where, is_counted=False))

    def add_heading(self, name: str, where: Where) -> None:
        """Begin a zone if this is the name of one; any other name means nothing."""
        self._lines.append(DeckLine(name, 0, where, is_counted=False))

    def add(self, count: str, card: str, where: Where, zone: str = "") -> None:
        """Add copies of a card."""
        name = _LINE_ENDS.sub(" ", card.strip())
        found = counted_line(count.strip(), name, where, zone)
        if not name:
            self._fault(tr("This entry does not name a card."), where)
        elif isinstance(found, Finding):
            self._faults.append(found)
        else:
            self._lines.append(found)

    def take_comments(self, text: str, where: Where) -> None:
        """Take what the comments of a deck say of it, in lines such as `# game: dataset`."""
        for number, line in enumerate(lines_of(text), where.line):
            if said := HEAD_LINE.match(line):
                self.say(said[1].lower(), said[2], Where(where.file, number, said.start(2) + 1))

    def say(self, key: str, value: str, where: Where) -> None:
        """Take what a list says of itself, unless it is empty; what it says again must be the same."""
        value = " ".join(value.split())
        if not value:
            return
        if self._said.setdefault(key, value) == value:
            self._locations.setdefault(key, where)
            return
        message = tr(
            "{key} was “{first}” before, and is “{value}” here.", key=key, first=self._said[key], value=value
        )
        self._fault(message, where)

    def _fault(self, message: str, where: Where) -> None:
        self._faults.append(Finding("bad-deck", "error", message, where=where))

    def made(self, head_line: str = "") -> DeckList:
        """The list of what was collected; `head_line` is how it names its game, '' if it cannot."""
        head, faults = head_of(self._said, self._locations)
        return DeckList(
            self._file,
            tuple(self._lines),
            head,
            self._locations,
            head_line=head_line,
            faults=(*self._faults, *faults),
        )


# XML: Cockatrice, OCTGN, Magic Online.

_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")
_FIRST_ELEMENT = re.compile(r"<([A-Za-z_][\w.-]*)")


def _begins_with(name: str) -> Callable[[str], bool]:
    """Whether the first element of a text has this name."""

    def recognizes(text: str) -> bool:
        first = _FIRST_ELEMENT.search(text) if text.lstrip().startswith("<") else None
        return first is not None and first[1] == name

    return recognizes


def _xml(source: DeckText) -> Element:
    """Parse XML; the declaration becomes spaces, as the text is decoded, and may not be the first of its file."""
    from deckwright.files.xml import parse_xml

    text = _DECLARATION.sub(lambda found: re.sub(r"\S", " ", found[0]), source.text, count=1)
    return parse_xml(("\n" * (source.first_line - 1) + text).encode(), source.file)


def _read_cockatrice(source: DeckText) -> DeckList:
    """Zones of cards with `number` and `name`; what else a list says of itself is in its comments."""
    deck, made = _xml(source), _ListMaker(source)
    for comments in deck.named("comments"):
        made.take_comments(comments.text, comments.where)
    for name in deck.named("deckname"):
        made.say("name", name.text, name.where)
    for zone in deck.named("zone"):
        made.start_section(zone.get("name"), zone.where)
        for card in zone.named("card"):
            made.add(card.get("number"), card.get("name") or card.text, card.where)
    return made.made("# game: …")


def _read_octgn(source: DeckText) -> DeckList:
    """Sections of cards with `qty`, whose text is the name; what else a list says of itself is in its notes."""
    deck, made = _xml(source), _ListMaker(source)
    for notes in deck.named("notes"):
        made.take_comments(notes.text, notes.where)
    for section in deck.named("section"):
        made.start_section(section.get("name"), section.where)
        for card in section.named("card"):
            made.add(card.get("qty"), card.text, card.where)
    return made.made("# game: …")


def _read_mtgo(source: DeckText) -> DeckList:
    """Cards with `Quantity`, `Name`, and whether they are in the sideboard."""
    made = _ListMaker(source)
    for card in _xml(source).named("Cards"):
        zone = SIDE if card.get("Sideboard").lower() == "true" else ""
        made.add(card.get("Quantity"), card.get("Name"), card.where, zone)
    return made.made()


# JSON: saved objects of Tabletop Simulator, and decks as our own commands write them.

_JSON = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*[\[{])")
_BRACE = re.compile(r'"(?:[^"\\]|\\.)*"|([{}])')
_SURROGATES = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_NOT_IN_YAML = re.compile(r"[\t\x85\u2028\u2029]")
_SAVED = re.compile(r'"(?:ObjectStates|ContainedObjects|Nickname)"\s*:')


_DEEPEST = 100


class _Object(dict[str, Any]):
    """An object of JSON, and where it begins."""

    where: Where


def _is_saved(text: str) -> bool:
    return _JSON.match(text) is not None and _SAVED.search(text) is not None


def _is_own_json(text: str) -> bool:
    return _JSON.match(text) is not None and re.search(r'"cards"\s*:\s*[\[{]', text) is not None


def _parse_json(source: DeckText) -> Any:
    """Parse JSON; each object has its place.

    Raises:
        InputError: with line and column.
    """
    too_large = tr("This JSON has too many objects inside each other, or a number that is too long.")
    ends = [*_ends(source.text)]
    if max((depth for _, depth in ends), default=0) > _DEEPEST:
        raise InputError("bad-json", too_large, where=source.where(0))
    places = iter(ends)

    def located(pairs: list[tuple[str, Any]]) -> _Object:
        made = _Object(pairs)
        made.where = where_of(next(places)[0])
        return made

    starts = [0]
    for line in LINE.findall(source.text):
        starts.append(starts[-1] + len(line))

    def where_of(offset: int) -> Where:
        from bisect import bisect_right

        line = bisect_right(starts, offset)
        return Where(source.file, line + source.first_line - 1, offset - starts[line - 1] + 1)

    try:
        return json.loads(source.text, object_pairs_hook=located)
    except json.JSONDecodeError as fault:
        where = where_of(fault.pos)
        message = tr("This is not valid JSON: something else was expected here.")
        raise InputError("bad-json", message, where=where) from None
    except (RecursionError, ValueError):
        raise InputError("bad-json", too_large, where=source.where(0)) from None


def _ends(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each object begins and how deep it is, in the order in which they end, as the parser reports them."""
    begun: list[int] = []
    for found in _BRACE.finditer(text):
        if found[1] == "{":
            begun.append(found.start())
        elif found[1] and begun:
            yield begun.pop(), len(begun)


def _read_saved(source: DeckText) -> DeckList:
    """Cards by their nicknames, in decks, bags or on their own; a deck whose nickname is a zone is that zone."""
    value, made = _parse_json(source), _ListMaker(source)
    if isinstance(value, _Object):
        made.say("name", str(value.get("SaveName") or ""), value.where)
    section: tuple[str, ...] = ()
    for above, card in _saved_cards(value):
        if above != section:
            made.start_section("", card.where)
            for nickname in above:
                made.add_heading(nickname, card.where)
            section = above
        made.add("1", _nickname(card), card.where)
    return made.made()


def _saved_cards(value: object) -> Iterator[tuple[tuple[str, ...], _Object]]:
    """Cards in the order of the file, each with the nicknames of what contains it."""
    waiting: list[tuple[tuple[str, ...], object]] = [((), value)]
    while waiting:
        above, one = waiting.pop()
        if isinstance(one, list):
            waiting += [(above, inner) for inner in reversed(one)]
        elif isinstance(one, _Object) and (inner := one.get("ObjectStates") or one.get("ContainedObjects")):
            waiting.append(((*above, _nickname(one)), inner))
        elif isinstance(one, _Object) and str(one.get("Name", "")).startswith("Card"):
            yield above, one


def _nickname(one: _Object) -> str:
    name = str(one.get("Nickname") or "")
    refuse_control_characters(name, one.where)
    return name


def _read_own_json(source: DeckText) -> DeckList:
    """A deck file as JSON, the deck of `combine --json`, or the pile of `build --json`."""
    from deckwright.files.yaml import Document, document_of, part_at

    value = _parse_json(source)
    yaml = _SURROGATES.sub(lambda found: str(json.loads(f'"{found[0]}"')), source.text)
    yaml = _NOT_IN_YAML.sub(lambda found: " " if found[0] == "\t" else f"\\u{ord(found[0]):04x}", yaml)
    document = document_of(yaml, source.file, source.first_line)
    if isinstance(value, dict) and "cards" not in value and isinstance(value.get("deck"), dict):
        _, part = part_at(document.marks, "deck")
        document = Document(source.file, document.value["deck"], part, yaml, source.first_line)
    elif isinstance(value, dict) and {"pile", "cards"} <= value.keys():
        pile = {key: document.value[key] for key in (MAIN, "game") if key in value}
        document = document._replace(value=pile)
    return deck_list_of(document)


# Tables: a row is a card, with its copies.

_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "copies": (
        *("copies", "count", "quantity", "qty", "number", "amount"),
        *("copie", "quantita", "numero", "exemplaires", "quantite", "nombre"),
    ),
    "card": ("card id", "card", "card name", "name", "title", "carta", "carte", "nome", "nom"),
    "zone": ("zone", "board", "section", "zona", "sezione"),
    **{key: (key,) for key in HEAD if key != "name"},
    "name": ("deck", "deck name", "mazzo", "paquet"),
}
"""What a column may be called, folded, for each part of a list; earlier names go before later ones."""


def _is_table(text: str) -> bool:
    first = lines_of(text.lstrip().partition("\n")[0])[0]
    columns = _columns(cell.strip().strip('"') for cell in re.split("[,;\t]", first))
    return {"copies", "card"} <= columns.keys()


def _columns(heads: Iterable[str]) -> dict[str, int]:
    """Position of each part of a list."""
    folded = [fold(head) for head in heads]
    found = {part: [name for name in names if name in folded] for part, names in _COLUMNS.items()}
    return {part: folded.index(names[0]) for part, names in found.items() if names}


def _read_table(source: DeckText) -> DeckList:
    """Rows of cards; columns of the game, the format or the deck say the same in every row."""
    from deckwright.files.spreadsheets import csv_rows
    from deckwright.files.writing import unguarded

    blank = source.text[: len(source.text) - len(source.text.lstrip())]
    first_line = source.first_line + len(lines_of(blank)) - 1
    rows = csv_rows(source.text.lstrip().encode(), source.file, first_line)
    columns = _columns(next(rows)[0])
    made, zone = _ListMaker(source), ""
    for row, line in rows:
        where = Where(source.file, line, 1)
        cells = {part: unguarded(row[at]).strip() for part, at in columns.items() if at < len(row)}
        if not any(cell.strip() for cell in row):
            continue
        if cells.get("zone", "") != zone:
            zone = cells.get("zone", "")
            made.start_section(zone, where)
        for key in HEAD:
            made.say(key, cells.get(key, ""), where)
        made.add(cells.get("copies", ""), cells.get("card", ""), where)
    return made.made()


FORMATS = (
    DeckFormat("Cockatrice (.cod)", _begins_with("cockatrice_deck"), _read_cockatrice),
    DeckFormat("OCTGN (.o8d)", _begins_with("deck"), _read_octgn),
    DeckFormat("Magic Online (.dek)", _begins_with("Deck"), _read_mtgo),
    DeckFormat("Tabletop Simulator (.json)", _is_saved, _read_saved),
    DeckFormat("Deckwright (.json)", _is_own_json, _read_own_json),
    DeckFormat("CSV", _is_table, _read_table),
)
"""Every format, in the order in which they are tried."""

_NOT_DECKS = (
    (re.compile(r"\s*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE), later("a web page")),
    (re.compile(r"\s*<(?:\?xml|!|[A-Za-z][\w:.-]*[\s/>])"), later("XML of another kind")),
    (_JSON, later("JSON without cards")),
)
"""What other files begin with, and what they are."""
