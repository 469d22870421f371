"""The formats of deck files: each is one record of `FORMATS`, which says how it is recognized, read and written.

The formats of other programs are those that they write themselves: Cockatrice's deck loader, OCTGN's decks, the XML of Magic
Online, saved objects of Tabletop Simulator, tables, and the JSON of our own commands. Whatever says which zone cards are
in is read as a heading of a text list: as a zone, or as a kind that groups cards. `resolve` of `deck_cards` finds the cards.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import InputError, UsageError
from deckwright.files.deck_writing import (
    as_arena,
    as_json_text,
    as_list,
    as_markdown,
    as_yaml,
    deck_head,
    entries_by_zone,
    head_lines,
    id_with_fields,
    named_entries,
    on_one_line,
)
from deckwright.files.decks import (
    HEAD,
    HEAD_LINE,
    SIDE,
    DeckLine,
    DeckList,
    counted_line,
    deck_list_of,
    deck_list_with_faults,
    head_of,
)
from deckwright.files.texts import (
    MEGABYTE,
    SPREADSHEETS,
    STDIN,
    TEXT_TABLES,
    decode,
    line_starts,
    lines_of,
    read_bytes,
    refuse_control_characters,
    within,
)
from deckwright.findings import Finding, Where
from deckwright.messages import later, tr
from deckwright.model.card import MAIN, CardNames
from deckwright.model.words import Pattern, fold, suggest_names

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

    from deckwright.files.xml import Element
    from deckwright.model.card import Card, Deck


class DeckText(NamedTuple):
    """The text of a deck file, whose first line is `first_line` of `file`."""

    text: str
    file: str
    first_line: int = 1

    def where(self, offset: int) -> Where:
        """Place of the character at `offset`."""
        starts = line_starts(self.text)
        line = bisect_right(starts, offset)
        return Where(self.file, self.first_line + line - 1, offset - starts[line - 1] + 1)


def _not_written(_deck: Deck, _cards: Mapping[str, Card], _language: str) -> str:
    raise NotImplementedError


class DeckFormat(NamedTuple):
    """A format of deck files: whose it is, its name for `--as`, the endings of its files, and how it is read and written.

    A format without a name is only read. One that `recognizes` a text reads it; deck files and text lists, which are all
    others, are told by their endings. `loads` and `saves` say in docs/decks.md how much of a deck is kept. `between` is
    what separates several decks in one file; None if a file can only have one. In folders and archives, files with
    its endings are taken for decks only if it `is_found` there: others are too often something else.
    """

    program: str
    name: str
    endings: tuple[str, ...]
    loads: str = ""
    saves: str = ""
    recognizes: Callable[[str], bool] | None = None
    read: Callable[[DeckText], DeckList] | None = None
    write: Callable[[Deck, Mapping[str, Card], str], str] = _not_written
    between: str | None = None
    is_found: bool = True


DECK_LIMIT = MEGABYTE
"""The most bytes of a deck list: some 30,000 lines."""

SAVED_LIMIT = 32 * MEGABYTE
"""The most bytes of a saved game of Tabletop Simulator, which has everything on the table, and its scripts."""

YAML_ENDINGS = (".yaml", ".yml")
TEXT_ENDINGS = (".txt", ".dec")
_FEW_BYTES = 100
YAML_KEY = rf"^(?:{'|'.join((MAIN, *HEAD, 'zones'))}):"
"""What a deck file in YAML has, and a text list has not: a key at the start of a line."""
_YAML_KEY = Pattern(YAML_KEY, re.MULTILINE)


def read_deck_list(path: str) -> DeckList:
    """Read a deck file, or `-` for standard input: YAML by its extension, or else any format by its content."""
    data = read_bytes(path, limit=_limit_at(path))
    return parse_deck_list(within(data, path, limit_of(data)), path)


def _limit_at(path: str) -> int:
    """The most bytes of a file that are read to see what it is: a large one is only read if it begins as a saved game does."""
    try:
        if path != STDIN and Path(path).stat().st_size > DECK_LIMIT:
            with Path(path).open("rb") as file:
                return SAVED_LIMIT if _begins_as_json(file.read(_FEW_BYTES)) else DECK_LIMIT
    except OSError:
        return DECK_LIMIT
    return SAVED_LIMIT


def limit_of(data: bytes) -> int:
    """The most bytes that a deck such as this one may have."""
    return SAVED_LIMIT if _begins_as_json(data) and b'"ObjectStates"' in data else DECK_LIMIT


def _begins_as_json(data: bytes) -> bool:
    return data[:_FEW_BYTES].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")


def parse_deck_list(data: bytes, path: str, first_line: int = 1) -> DeckList:
    """Read the bytes of a deck file, or the part of one that begins at `first_line`, as `read_deck_list` does.

    Raises:
        InputError: as `read_deck_list`.
    """
    ending = Path(path).suffix.lower()
    if ending in SPREADSHEETS and ending not in TEXT_TABLES:
        raise _cards(path, tr("{name} is a workbook, not a deck.", name=path))
    text = decode(data, path, first_line)
    if not text.strip():
        raise InputError("empty", tr("{name} is empty.", name=path), where=Where(path))
    source = DeckText(text, path, first_line)
    if ending not in YAML_ENDINGS and (deck_list := _read_recognized(source)):
        return deck_list
    if ending in TEXT_TABLES and _has_names(text):
        raise _cards(path, tr("{name} has no column with numbers of cards, so it is not a deck.", name=path))
    if ending in YAML_ENDINGS or (ending not in TEXT_ENDINGS and _YAML_KEY.search(text)):
        from deckwright.files.yaml import document_of

        return deck_list_of(document_of(text, path, first_line))
    return deck_list_with_faults(text, path, first_line)


def _read_recognized(source: DeckText) -> DeckList | None:
    """Read a deck in a format that its text shows; None for a deck file or a text list.

    Raises:
        InputError: it is damaged, with line and column; or it is XML, HTML or JSON, but not a deck.
    """
    for form in FORMATS:
        if form.read and form.recognizes and form.recognizes(source.text):
            return form.read(source)
    if what := next((what for sign, what in _NOT_DECKS if sign.match(source.text)), ""):
        raise _not_a_deck(source, what)
    return None


def _not_a_deck(source: DeckText, what: str) -> InputError:
    message = tr("{name} is not a deck: it is {what}.", name=source.file, what=tr(what))
    titles = [f"{form.program} ({form.endings[0]})" for form in FORMATS if form.recognizes]
    hint = tr("Deckwright reads plain lists, and decks of: {formats}.", formats=", ".join(titles))
    return InputError("not-a-deck", message, hint=hint, where=Where(source.file, source.first_line, 1))


def _has_names(text: str) -> bool:
    """Whether the first line of a table has headings, one of them for the names of cards."""
    from deckwright.files.sheet_columns import COMMON_HEADINGS
    from deckwright.model.words import fold

    first = text.lstrip().partition("\n")[0]
    heads = {fold(cell) for cell in re.split("[,;\t]", first)}
    return len(heads) > 1 and not heads.isdisjoint({"name", *map(fold, COMMON_HEADINGS["name"])})


def _cards(path: str, message: str) -> InputError:
    """Error for a spreadsheet that is named in place of a deck, most likely of cards."""
    from deckwright.files.starters import hint_from_sheet

    return InputError("not-a-deck", message, hint=hint_from_sheet(path), where=Where(path, 1, 1))


# Lists in the making: cards line by line, below headings.


_LINE_ENDS = Pattern(r"\s*[\r\n]\s*")


class _Written(NamedTuple):
    """A text of a file, and where it is."""

    text: str
    where: Where


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

    def add(self, count: _Written, card: _Written, zone: str = "") -> None:
        """Add copies of a card."""
        name = _LINE_ENDS.sub("\n", card.text.strip())
        line_or_finding = counted_line(count.text.strip(), name, card.where, zone)
        if not name:
            self._fault(tr("This entry does not name a card."), card.where)
        elif isinstance(line_or_finding, Finding):
            line_or_finding = replace(line_or_finding, where=count.where)
            self._faults.append(line_or_finding)
        else:
            self._lines.append(line_or_finding)

    def take_comments(self, text: str, where: Where) -> None:
        """Take what the comments of a deck say of it, in lines such as `# game: dataset`."""
        for number, line in enumerate(lines_of(text), where.line):
            if head := HEAD_LINE.match(line):
                self.say(head[1].lower(), head[2], Where(where.file, number, head.start(2) + 1))

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

_DECLARATION = Pattern(r"\s*<\?xml[^>]*\?>")
_FIRST_ELEMENT = Pattern(
    r"\s*+(?:(?><\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>)\s*+)*+<([A-Za-z_][\w.-]*)", re.DOTALL
)


def _begins_with(name: str) -> Callable[[str], bool]:
    """Whether the first element of a text has this name."""

    def recognizes(text: str) -> bool:
        first = _FIRST_ELEMENT.match(text)
        return first is not None and first[1] == name

    return recognizes


def _xml(source: DeckText) -> Element:
    """Parse XML; the declaration becomes spaces, as the text is decoded, and may not be the first of its file."""
    from deckwright.files.xml import parse_xml

    text = _DECLARATION.sub(lambda declaration: re.sub(r"\S", " ", declaration[0]), source.text, count=1)
    deck = parse_xml(("\n" * (source.first_line - 1) + text).encode(), source.file)
    if " " in deck.name:  # a namespace: no program writes one, and its elements would not be found
        raise _not_a_deck(source, later("XML of another kind"))
    return deck


def _read_cockatrice(source: DeckText) -> DeckList:
    """Zones of cards with `number` and `name`; what else a list says of itself is in its comments."""
    deck, deck_list = _xml(source), _ListMaker(source)
    for comments in deck.named("comments"):
        deck_list.take_comments(comments.text, comments.where)
    for name in deck.named("deckname"):
        deck_list.say("name", name.text, name.where)
    for zone in deck.named("zone"):
        deck_list.start_section(zone.get("name"), zone.where)
        for card in zone.named("card"):
            deck_list.add(*_attributes(card, card.get("number"), card.get("name") or card.text))
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


def _read_octgn(source: DeckText) -> DeckList:
    """Sections of cards with `qty`, whose text is the name; what else a list says of itself is in its notes."""
    deck, deck_list = _xml(source), _ListMaker(source)
    for notes in deck.named("notes"):
        deck_list.take_comments(notes.text, notes.where)
    for section in deck.named("section"):
        deck_list.start_section(section.get("name"), section.where)
        for card in section.named("card"):
            deck_list.add(*_attributes(card, card.get("qty"), card.text))
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


def _read_mtgo(source: DeckText) -> DeckList:
    """Cards with `Quantity`, `Name`, and whether they are in the sideboard."""
    deck_list = _ListMaker(source)
    for card in _xml(source).named("Cards"):
        zone = SIDE if card.get("Sideboard").lower() == "true" else ""
        deck_list.add(*_attributes(card, card.get("Quantity"), card.get("Name")), zone)
    return deck_list.made()


def _attributes(element: Element, count: str, card: str) -> tuple[_Written, _Written]:
    """Two texts of an element, whose attributes have no places of their own."""
    return _Written(count, element.where), _Written(card, element.where)


def _escaped(text: str) -> str:
    from html import escape

    return escape(text)


# JSON: saved objects of Tabletop Simulator, and decks as our own commands write them.

_JSON = Pattern(r"\s*(?:\{\s*[\"}]|\[\s*[\[{])")
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


def _is_saved(text: str) -> bool:
    return _JSON.match(text) is not None and _SAVED.search(text) is not None


def _is_own_json(text: str) -> bool:
    return _JSON.match(text) is not None and re.search(r'"cards"\s*:\s*[\[{]', text) is not None


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
_ID_IN_NOTES = Pattern(r"[a-z0-9-]+/[a-z0-9-]+")
"""The card of a saved object that we wrote, in notes that players do not see: several cards may have its nickname."""


def _read_saved(source: DeckText) -> DeckList:
    """Cards by their nicknames, in decks, bags or on their own; a deck whose nickname is a zone is that zone.

    The first line of a nickname may be the name alone: tools that make such decks write the kind of card below it.
    """
    value, deck_list = _parse_json(source, _SAVED_KEYS), _ListMaker(source)
    if isinstance(value, _Object):
        deck_list.say("name", str(value.get("SaveName") or ""), source.where(value.offset))
    section: tuple[str, ...] = ()
    for above, card in _saved_cards(value):
        where = source.where(card.offset)
        if above != section:
            deck_list.start_section("", where)
            for nickname in above:
                deck_list.add_heading(_nickname(nickname, where), where)
            section = above
        notes = str(card.get("GMNotes") or "")
        name = notes if _ID_IN_NOTES.fullmatch(notes) else _nickname(str(card.get("Nickname") or ""), where)
        deck_list.add(_Written("1", where), _Written(name, where))
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
        elif isinstance(inner_value, _Object) and str(inner_value.get("Name", "")).startswith("Card"):
            yield above, inner_value


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
    "side": ("sideboarded",),
}
"""What a column may be called, folded, for each part of a list; earlier names go before later ones."""


_HEADINGS = Pattern(r"\s*[^\n\d#/]*[,;\t]")
"""What may be a row of headings: text lists have numbers first, and comments."""

_NEEDED = {"copies", "card"}
"""The columns that every deck has."""

_EXCEL = Pattern(r"\s*\"?sep=[,;\t]\"?[ \t]*(?:\r\n?|\n)")
"""The line with which Excel is told how cells are separated."""


def _table_of(text: str) -> str:
    """The rows of a table, without what is before them."""
    separator_line = _EXCEL.match(text)
    return text[separator_line.end() if separator_line else 0 :].lstrip()


def _is_table(text: str) -> bool:
    if not _HEADINGS.match(text):
        return False
    first = lines_of(_table_of(text).partition("\n")[0])[0]
    columns = _columns(cell.strip().strip('"') for cell in re.split("[,;\t]", first))
    return columns.keys() >= _NEEDED


def _columns(heads: Iterable[str]) -> dict[str, int]:
    """Position of each part of a list."""
    folded = [fold(head) for head in heads]
    heads_of = {part: [name for name in names if name in folded] for part, names in _COLUMNS.items()}
    return {part: folded.index(names[0]) for part, names in heads_of.items() if names}


def _read_table(source: DeckText) -> DeckList:
    """Rows of cards; columns of the game, the format or the deck say the same in every row."""
    from deckwright.files.spreadsheets import cell_columns, csv_rows, separator_of

    text = _table_of(source.text)
    first_line = source.first_line + len(lines_of(source.text[: len(source.text) - len(text)])) - 1
    rows, lines = csv_rows(text.encode(), source.file, first_line), lines_of(text)
    columns = _columns(next(rows)[0])
    if not columns.keys() >= _NEEDED:  # the headings are not separated as the rows are
        message = tr("{name} has no column with numbers of cards, so it is not a deck.", name=source.file)
        raise InputError("not-a-deck", message, where=Where(source.file, first_line, 1))
    deck_list, between = _TableMaker(source), separator_of(text)
    for row, line in rows:
        starts = cell_columns(lines[line - first_line], between)
        wheres = (
            Where(source.file, line, starts[index] if index < len(starts) else 1)
            for index in columns.values()
        )
        texts = (row[index] if index < len(row) else "" for index in columns.values())
        deck_list.take(
            {
                part: _Written(*cell)
                for part, cell in zip(columns, zip(texts, wheres, strict=True), strict=True)
            }
        )
    return deck_list.made()


class _TableMaker(_ListMaker):
    """Takes the rows of a table one by one, as cells by the part of a list that they say."""

    def __init__(self, source: DeckText) -> None:
        super().__init__(source)
        self._zone = ""

    def take(self, written: Mapping[str, _Written]) -> None:
        """Take a row; one without a card and copies says something of the whole list, or nothing."""
        from deckwright.files.writing import unguarded

        cells = {part: cell._replace(text=unguarded(cell.text).strip()) for part, cell in written.items()}
        for key in HEAD:
            if key in cells:
                self.say(key, *cells[key])
        zone = cells.get("zone", cells["card"]._replace(text=""))
        count, card = cells["copies"], cells["card"]
        if not (count.text or card.text):
            return
        if zone.text != self._zone:
            self._zone = zone.text
            self.start_section(*zone)
        is_side = "side" in cells and cells["side"].text.lower() in _YES
        self.add(count._replace(text=_WHOLE.sub("", count.text)), card, SIDE if is_side else "")


_YES = {"yes", "true", "1", "x"}
_WHOLE = Pattern(r"(?<=\d)[.,]00?$")
"""The decimals of a whole number that a program has written as another."""


def _as_csv(deck: Deck, cards: Mapping[str, Card], language: str) -> str:
    """Write a deck as a table: the name of each card is for people, and `card` is what is read."""
    import csv
    import io

    from deckwright.files.writing import guarded

    names = CardNames(cards.values())
    head = deck_head(deck)
    head["deck"] = head.pop("name", "")
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(("copies", "name", "zone", "card", *_CSV_HEAD))
    for zone, entries in entries_by_zone(deck).items():
        for entry in entries:
            name = on_one_line(cards[entry.card].name(language))
            card = id_with_fields(entry, cards, names)
            row = (entry.copies, name, zone, card, *(head.get(key, "") for key in _CSV_HEAD))
            writer.writerow(guarded(cell) for cell in row)
    if not deck.entries:
        writer.writerow(guarded(cell) for cell in ("", "", "", "", *(head.get(key, "") for key in _CSV_HEAD)))
    return "\ufeff" + text.getvalue()


_CSV_HEAD = ("game", "format", "deck", "players", "date")


FORMATS = (
    DeckFormat("plain lists", "text", TEXT_ENDINGS, "everything", "everything", write=as_list, between="\n"),
    DeckFormat("Arena", "arena", TEXT_ENDINGS, "cards, zones, name", "cards, zones, name", write=as_arena),
    DeckFormat(
        "Cockatrice",
        "cod",
        (".cod",),
        "cards, zones, name, head in the comments",
        "everything",
        _begins_with("cockatrice_deck"),
        _read_cockatrice,
        _as_cockatrice,
    ),
    DeckFormat(
        "OCTGN",
        "o8d",
        (".o8d",),
        "cards by name, sections, head in the notes",
        "everything; see below",
        _begins_with("deck"),
        _read_octgn,
        _as_octgn,
    ),
    DeckFormat("Magic Online", "", (".dek",), "cards, sideboard", "", _begins_with("Deck"), _read_mtgo),
    DeckFormat(
        "Tabletop Simulator",
        "",
        (".json",),
        "cards by nickname or its first line, or by the id that `export tts` writes into their notes, in decks, bags or "
        "alone; name",
        "`deckwright export tts`",
        _is_saved,
        _read_saved,
        is_found=False,
    ),
    DeckFormat(
        "CSV",
        "csv",
        (".csv",),
        "columns for copies and name or id; zone, sideboarded, game, format, deck, players, date",
        "everything",
        _is_table,
        _read_table,
        _as_csv,
        is_found=False,
    ),
    DeckFormat(
        "Deckwright", "yaml", YAML_ENDINGS, "everything", "everything", write=as_yaml, between="---\n"
    ),
    DeckFormat(
        "Deckwright",
        "json",
        (".json",),
        "deck files as JSON, `combine --json`, `build --json`",
        "everything",
        _is_own_json,
        _read_own_json,
        as_json_text,
        is_found=False,
    ),
    DeckFormat(
        "pages",
        "markdown",
        (".md", ".markdown"),
        saves="cards, zones, name",
        write=as_markdown,
        between="\n",
    ),
)
"""Every format, in the order in which they are tried; the first one with an ending is the one that it means for a new file."""

_FOUND_ENDINGS = (ending for form in FORMATS if form.loads and form.is_found for ending in form.endings)
DECK_ENDINGS = tuple(dict.fromkeys((*YAML_ENDINGS, *_FOUND_ENDINGS)))
"""Files in folders and archives that are decks."""

NAMED_ENDINGS = tuple(dict.fromkeys(ending for form in FORMATS if form.loads for ending in form.endings))
"""Names with these endings are always of files, even if there is none."""

WRITTEN_FORMATS = {form.name: form for form in FORMATS if form.name}
"""Formats by their names for `--as`."""

WRITTEN_ENDINGS = tuple(dict.fromkeys(ending for form in WRITTEN_FORMATS.values() for ending in form.endings))

_NOT_DECKS = (
    (Pattern(r"\s*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE), later("a web page")),
    (Pattern(r"\s*<(?:\?xml|!|[A-Za-z][\w:.-]*[\s/>])"), later("XML of another kind")),
    (_JSON, later("JSON without cards")),
)
"""What other files begin with, and what they are."""


def format_named(name: str) -> DeckFormat:
    """The format with this name.

    Raises:
        UsageError: there is none.
    """
    if name not in WRITTEN_FORMATS:
        hint = suggest_names(name, [*WRITTEN_FORMATS])
        raise UsageError("format", tr("Decks cannot be written as {ending}.", ending=name), hint=hint)
    return WRITTEN_FORMATS[name]


def format_of_file(path: str, usual: str) -> DeckFormat:
    """The format that the ending of a file means; `usual` for standard input, and without an ending.

    Raises:
        UsageError: it is another ending, so that nobody could read the file.
    """
    ending = Path(path).suffix.lower()
    if not ending or path.startswith("/dev/"):
        return WRITTEN_FORMATS[usual]
    deck_format = next(
        (known_format for known_format in WRITTEN_FORMATS.values() if ending in known_format.endings), None
    )
    if deck_format is None:
        message = tr("Decks cannot be written as {ending}.", ending=ending)
        hint = tr("Use a file name that ends in {endings}.", endings=", ".join(WRITTEN_ENDINGS))
        raise UsageError("ending", message, hint=hint)
    return deck_format


def together(decks: Sequence[tuple[Deck, Mapping[str, Card], str]], deck_format: DeckFormat) -> str:
    """Write decks as one file, each with its cards and their language.

    Raises:
        UsageError: there are several, and the format has only one in a file.
    """
    if len(decks) > 1 and deck_format.between is None:
        message = tr(
            "A file in the format {format} has one deck, not {count}.",
            format=deck_format.name,
            count=len(decks),
        )
        raise UsageError("one-deck", message, hint=tr("Export the decks one by one."))
    return (deck_format.between or "").join(deck_format.write(*deck) for deck in decks)
