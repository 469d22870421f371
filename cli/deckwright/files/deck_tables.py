"""Decks as tables: each row is a card, with its copies."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deckwright.errors import InputError
from deckwright.files.deck_writing import deck_head, entries_by_zone, id_with_fields, on_one_line
from deckwright.files.decks import HEAD, SIDE, DeckFileFormat, DeckText, ListMaker, WrittenText
from deckwright.files.texts import lines_of
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.card import CardNames
from deckwright.model.words import Pattern, fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deckwright.files.decks import DeckList
    from deckwright.model.card import Card, Deck

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


_HEADINGS = Pattern(r"(?:\s*\n)?+[^\n\d#/]*[,;\t]")
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
    headings = next(rows)[0]
    columns = _columns(headings)
    if not columns.keys() >= _NEEDED:  # the headings are not separated as the rows are
        message = tr("{name} has no column with numbers of cards, so it is not a deck.", name=source.file)
        raise InputError("not-a-deck", message, where=Where(source.file, first_line, 1))
    deck_list, between = _TableMaker(source), separator_of(text)

    def cells_of(row: list[str], line: int) -> list[WrittenText]:
        starts = cell_columns(lines[line - first_line], between)
        starts += [1] * (len(row) - len(starts))
        return [
            WrittenText(cell, Where(source.file, line, start))
            for cell, start in zip(row, starts, strict=False)
        ]

    deck_list.check_headings(cells_of(headings, first_line), columns)
    for row, line in rows:
        cells = cells_of(row, line)
        deck_list.check_width(cells, len(headings))
        blank = WrittenText("", Where(source.file, line, 1))
        deck_list.take(
            {part: cells[index] if index < len(cells) else blank for part, index in columns.items()}
        )
    return deck_list.made()


class _TableMaker(ListMaker):
    """Takes the rows of a table one by one, as cells by the part of a list that they say."""

    def __init__(self, source: DeckText) -> None:
        super().__init__(source)
        self._zone = ""

    def check_headings(self, headings: Sequence[WrittenText], columns: Mapping[str, int]) -> None:
        """Report a second column of cards or copies: only one of each is read."""
        read = {fold(headings[columns[part]].text): columns[part] for part in _NEEDED}
        for index, heading in enumerate(headings):
            if read.get(fold(heading.text), index) != index:
                message = tr("Two columns have the heading {heading}. Use one table.", heading=heading.text)
                self.fault(message, heading.where)

    def check_width(self, cells: Sequence[WrittenText], width: int) -> None:
        """Report a cell beyond the headings of a table."""
        if extra := next((cell for cell in cells[width:] if cell.text.strip()), None):
            self.fault(tr("This cell has no heading above it."), extra.where)

    def take(self, written: Mapping[str, WrittenText]) -> None:
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
    from deckwright.files.writing import csv_text

    names = CardNames(cards.values())
    head = deck_head(deck)
    head["deck"] = head.pop("name", "")
    said = [head.get(key, "") for key in _CSV_HEAD]
    rows: list[tuple[object, ...]] = []
    for zone, entries in entries_by_zone(deck).items():
        for entry in entries:
            name = on_one_line(cards[entry.card].name(language))
            card = id_with_fields(entry, cards, names)
            rows.append((entry.copies, name, zone, card, *said))
    return csv_text([("copies", "name", "zone", "card", *_CSV_HEAD), *(rows or [("", "", "", "", *said)])])


_CSV_HEAD = ("game", "format", "deck", "players", "date")

CSV = DeckFileFormat(
    "CSV",
    "csv",
    (".csv",),
    loads="columns for copies and name or id; zone, sideboarded, game, format, deck, players, date",
    saves="everything",
    recognizes=_is_table,
    read=_read_table,
    write=_as_csv,
    is_found=False,
)

TABLE_FORMATS = (CSV,)
