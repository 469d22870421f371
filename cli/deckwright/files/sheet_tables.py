"""The worksheets of a spreadsheet that have cards, and their columns, before there is a game that says what they have."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.files.sheet_cards import HEAD_ROWS, MOST_SHOWN, SheetSettings, heads_of
from deckwright.files.sheet_columns import COMMENT, DASHES, Heading, text_of
from deckwright.files.spreadsheets import CellError, Row, column_letters
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.words import fold, list_names, on_one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from deckwright.files.sheet_columns import SheetVocabulary
    from deckwright.files.spreadsheets import Cell, Spreadsheet, Worksheet

# The columns of the worksheets that have cards.


class SheetTable(NamedTuple):
    """Cards of a worksheet: the texts of its headings by column, with their rows, and the rows of cards."""

    worksheet: Worksheet
    headings: Mapping[int, tuple[str, Row]]
    rows: list[Row]


@dataclass
class SheetColumn:
    """Columns with one heading, of all worksheets that have it: where they are, and how often each value occurs.

    Cells that are blank, or have only a dash or an error, have no value. `first` is where each value occurs first.
    `is_one_of_several` if there are several worksheets.
    """

    heading: str
    is_one_of_several: bool
    places: list[tuple[SheetTable, int]] = field(default_factory=list)
    values: Counter[Cell] = field(default_factory=Counter)
    first: dict[Cell, str] = field(default_factory=dict)

    @property
    def place(self) -> str:
        """The columns as spreadsheets call them: `B`, or `Monsters!B, Spells!C`."""
        letters = [column_letters(at) for _, at in self.places]
        if self.is_one_of_several:
            tables = [table.worksheet.name for table, _ in self.places]
            letters = [f"{table}!{letter}" for table, letter in zip(tables, letters, strict=True)]
        return ", ".join(letters)

    @property
    def label(self) -> str:
        """The place with the heading: `B “Cost”`."""
        return f"{self.place} {tr('“{text}”', text=on_one_line(self.heading))}"

    @property
    def total(self) -> int:
        """Number of cells with a value."""
        return self.values.total()

    @property
    def letters(self) -> int:
        """Number of letters in all cells."""
        return sum(len(text_of(value)) * times for value, times in self.values.items())

    @property
    def texts(self) -> list[str]:
        """The values as texts, each once."""
        return [text_of(value).strip() for value in self.values]

    def cell(self, row: Row, table: SheetTable) -> Cell:
        """Cell of a row; '' if the worksheet has no such column."""
        at = next((at for other, at in self.places if other is table), len(row.cells))
        return _cell(row, at)


def columns_of(tables: Collection[SheetTable]) -> list[SheetColumn]:
    """Columns of all tables, in order; those with the same heading are one."""
    columns: dict[str, SheetColumn] = {}
    for table in tables:
        for at, (heading, _) in table.headings.items():
            column = columns.setdefault(fold(heading) or heading, SheetColumn(heading, len(tables) > 1))
            column.places.append((table, at))
            for row in table.rows:
                value = _cell(row, at)
                if is_filled(value):
                    column.values[value] += 1
                    if value not in column.first:
                        column.first[value] = table.worksheet.where(row, at).cell
    return list(columns.values())


def _cell(row: Row, at: int) -> Cell:
    """Cell of a row; TRUE and FALSE are texts."""
    cell = row.cells[at] if at < len(row.cells) else ""
    return text_of(cell) if isinstance(cell, bool) else cell


def is_filled(cell: Cell) -> bool:
    """Whether a cell has a value: it is not blank, not only a dash, and no formula failed."""
    if isinstance(cell, str):
        return bool(cell.strip()) and cell.strip() not in DASHES
    return not isinstance(cell, CellError)


# The worksheets with cards.

_NAMES = frozenset(["name", "nom", "nome", "title", "titre", "titolo"])
"""Words for names, in headings such as `Creature name`."""

_LONGEST_HEADING = 30


def tables_of(sheet: Spreadsheet, vocabulary: SheetVocabulary, columns: dict[str, str]) -> list[SheetTable]:
    """Worksheets that have a column with names, and cards below it.

    `columns` receives the headings of names that only a person recognizes, for `sheets` in game.yaml.

    Raises:
        InputError: there are none.
    """
    shown = [one for one in sheet.worksheets if not one.is_hidden and one.rows]
    if not shown:
        raise InputError("no-cards", tr("{name} has no rows.", name=sheet.file), where=Where(sheet.file))
    for heading in _odd_names(shown, vocabulary):
        columns[heading] = "name"
    settings = SheetSettings(columns={fold(heading): part for heading, part in columns.items()})
    tables = [_table(one, vocabulary, settings) for one in shown]
    named = [one for one in tables if _has_names(one, vocabulary, settings)]
    if not named:
        raise _no_names(tables[0])
    found = [one for one in named if one.rows]
    if not found:
        where = named[0].worksheet.where(next(row for _, row in named[0].headings.values()))
        message = tr("{name} has headings, but no cards below them.", name=sheet.file)
        raise InputError("no-cards", message, where=where)
    return found


def _odd_names(worksheets: Iterable[Worksheet], vocabulary: SheetVocabulary) -> Iterator[str]:
    """Headings of names such as `Creature name` or `Name (EN)`, of worksheets without a usual one: the first of each."""
    for worksheet in worksheets:
        rows = [[text_of(cell).strip() for cell in row.cells] for row in worksheet.rows[:HEAD_ROWS]]
        if not any(vocabulary.heading(text) == Heading(("name",)) for row in rows for text in row if text):
            heads = (text for row in rows if len(list(filter(None, row))) > 1 for text in row)
            yield from [
                text for text in heads if _NAMES & {*fold(text).split()} and len(text) <= _LONGEST_HEADING
            ][:1]


def _table(worksheet: Worksheet, vocabulary: SheetVocabulary, settings: SheetSettings) -> SheetTable:
    headings, rows = heads_of(worksheet, vocabulary, settings)
    names = {at for at, (text, _) in headings.items() if _part(text, vocabulary, settings) == ("name",)}
    if rows and names and _is_second_head(rows[0], headings, min(names)):
        lower = ((at, text_of(cell).strip()) for at, cell in enumerate(rows[0].cells))
        headings |= {at: (text, rows[0]) for at, text in lower if text}
        rows = rows[1:]
    headings = dict(sorted(headings.items()))
    return SheetTable(worksheet, headings, [row for row in rows if _is_card(row, names)])


def _is_second_head(row: Row, headings: Mapping[int, tuple[str, Row]], name: int) -> bool:
    """Whether the row below the headings has more of them, under headings that several columns share."""
    texts = [text_of(cell).strip() for cell in row.cells]
    times = Counter(text for text, _ in headings.values())
    shared = [text for at, text in enumerate(texts) if at not in headings or times[headings[at][0]] > 1]
    own = texts[name] if name < len(texts) else ""
    return own in {"", headings[name][0]} and any(shared) and all(isinstance(one, str) for one in row.cells)


def _part(text: str, vocabulary: SheetVocabulary, settings: SheetSettings) -> tuple[str, ...]:
    heading = vocabulary.heading(settings.columns.get(fold(text), text))
    return heading.path if heading and not heading.language else ()


def _is_card(row: Row, names: Collection[int]) -> bool:
    first = next((text for cell in row.cells if (text := text_of(cell).strip())), COMMENT)
    has_name = any(at < len(row.cells) and is_filled(row.cells[at]) for at in names)
    return has_name and not first.startswith(COMMENT)


def _has_names(table: SheetTable, vocabulary: SheetVocabulary, settings: SheetSettings) -> bool:
    return any(_part(text, vocabulary, settings) == ("name",) for text, _ in table.headings.values())


def _no_names(table: SheetTable) -> InputError:
    shown = list_names([text for text, _ in table.headings.values()][:MOST_SHOWN])
    message = tr("No column has the names of the cards. Headings found: {names}.", names=shown or "–")
    hint = tr("Write “Name” above that column.")
    return InputError("no-names", message, hint=hint, where=table.worksheet.where(table.worksheet.rows[0]))
