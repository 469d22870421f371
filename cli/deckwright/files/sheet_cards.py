"""Cards in spreadsheets: each row is a card, with its translations, as the card files in YAML have them."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.files.sheet_columns import (
    COMMENT,
    SHEET_WORDS,
    STATE,
    CellValues,
    Heading,
    SheetVocabulary,
    heading_key,
    text_of,
)
from deckwright.files.yaml import Document
from deckwright.findings import Finding, Where
from deckwright.messages import tr, trn
from deckwright.model.markup import converted
from deckwright.model.words import LONGEST_ID, did_you_mean, fold, list_names, short_name, suggest_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.files.spreadsheets import Cell, Row, Spreadsheet, Worksheet
    from deckwright.findings import Severity


# What a sheet's cards become: a document like that of a YAML file, whose locations are cells.


class CardCells(NamedTuple):
    """Where a card is written: its row, and the column of each of its parts by path.

    `card` is its id; `headings` are those of all columns, read or not.
    """

    card: str
    worksheet: Worksheet
    row: Row
    columns: Mapping[tuple[str | int, ...], int]
    headings: Mapping[int, str]

    def where(self, path: tuple[str | int, ...]) -> Where:
        """Place of the part at `path`, or of the nearest part above it; the card's name if there is none."""
        for end in range(len(path), 0, -1):
            if path[:end] in self.columns:
                return self.worksheet.where(self.row, self.columns[path[:end]])
        return self.worksheet.where(self.row, self.columns[("name",)])


class SheetDocument(Document):
    """The cards of a spreadsheet; `marks` is the list of their `CardCells`."""

    __slots__ = ()

    def where(self, *path: str | int, key: bool = False) -> Where:  # noqa: ARG002 - keys are in the same cell
        """Place of the value at `path`: its cell, or that of the nearest part."""
        if len(path) > 1 and isinstance(path[1], int):
            cells: CardCells = self.marks[path[1]]
            return cells.where(path[2:])
        return Where(self.file, 1, 1)

    def where_in(self, offset: int, text: str, *path: str | int) -> Where:  # noqa: ARG002 - a cell has one place
        """Place of the cell with the text at `path`."""
        return self.where(*path)


class CellTranslation(NamedTuple):
    """A translation in a column: its text, its state (one of `STATE_WORDS`), and its cell."""

    text: str
    state: str
    where: Where


class SheetCards(NamedTuple):
    """Cards of a spreadsheet: `translations` by language and context; `named` are the ids made from names.

    `findings` are about the file and its columns; `row_findings`, about single rows, leave the others as they are.
    """

    document: SheetDocument
    translations: dict[str, dict[str, CellTranslation]]
    named: set[str]
    findings: list[Finding]
    row_findings: list[Finding]


# Settings under `sheets` in game.yaml.

BY_ORDER = "row"
"""What tells rows of one name apart if nothing in them does: their order."""


class SheetSettings(NamedTuple):
    """How a worksheet is read, from all entries of `sheets` that apply to it.

    `columns` are parts of cards by the key of their heading. `ids` are the parts that tell apart rows of one name, of
    which `row` is their order. With `skip_errors`, a cell or a row that cannot be read is left out, with a warning; with
    `foreign_markup`, that of other tools is read. It is named if an entry names the worksheet.
    """

    kind: str = ""
    head: int = 0
    columns: Mapping[str, str] = {}
    decimal: str = ""
    ids: Sequence[str] = ()
    skip: bool = False
    skip_errors: bool = False
    foreign_markup: bool = False
    is_named: bool = False


class FileSettings(NamedTuple):
    """How a whole file is read: the encoding of a text file, and the path of the cards in JSON; '' to find them."""

    encoding: str = ""
    cards: str = ""


def file_settings(definition: Mapping[str, Any], file: str) -> FileSettings:
    """How game.yaml says that a file of cards is read, by its name."""
    settings = FileSettings()
    for entry in definition.get("sheets", ()):
        if entry.get("file", file) == file:
            settings = settings._replace(**{key: entry[key] for key in FileSettings._fields if key in entry})
    return settings


_PLAIN_SETTINGS = ("kind", "head", "decimal", "ids", "skip", "skip_errors", "foreign_markup")


def _settings_of(definition: Mapping[str, Any], file: str, worksheet: str) -> SheetSettings:
    settings = SheetSettings()
    for entry in definition.get("sheets", ()):
        if entry.get("file", file) == file and entry.get("worksheet", worksheet) == worksheet:
            own = {name: entry[name] for name in _PLAIN_SETTINGS if name in entry}
            columns = {heading_key(heading): part for heading, part in entry.get("columns", {}).items()}
            is_named = settings.is_named or "worksheet" in entry
            settings = settings._replace(**own, columns={**settings.columns, **columns}, is_named=is_named)
    return settings


def check_settings(
    definition: Mapping[str, Any], vocabulary: SheetVocabulary, sheets: Sequence[Spreadsheet]
) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """Yield what is wrong with `sheets` in game.yaml: a message, and the path of what it is about."""
    files = {Path(sheet.file).name: sheet for sheet in sheets}
    for number, entry in enumerate(definition.get("sheets", ())):
        path = ("sheets", number)
        file = entry.get("file", "")
        if file and file not in files:
            message = tr("File not found: {name}.", name=f"cards/{file}")
            yield f"{message} {suggest_names(file, [*files])}", (*path, "file")
            continue
        tables = [table for sheet in sheets if not file or files[file] is sheet for table in sheet.worksheets]
        names = [table.name for table in tables if table.name]
        if "worksheet" in entry and entry["worksheet"] not in names:
            message = tr("Unknown worksheet: {name}.", name=entry["worksheet"])
            yield f"{message} {suggest_names(entry['worksheet'], names)}", (*path, "worksheet")
        if entry.get("kind", "") not in {"", *definition["kinds"]}:
            message = tr("{name} is not declared in this game.", name=entry["kind"])
            yield f"{message} {suggest_names(entry['kind'], [*definition['kinds']])}", (*path, "kind")
        parts = [(part, ("columns", heading)) for heading, part in entry.get("columns", {}).items()]
        parts += [(part, ("ids", at)) for at, part in enumerate(entry.get("ids", ())) if part != BY_ORDER]
        for part, place in parts:
            if part != COMMENT and vocabulary.heading(part) is None:
                message = tr("Cards have no {name}.", name=part)
                yield f"{message} {did_you_mean(vocabulary.nearest(part))}".strip(), (*path, *place)


# Read the rows of a spreadsheet as cards.

HeadTexts = dict[int, tuple[str, "Row"]]
"""Texts of headings by column, each with its row."""

HEAD_ROWS = 20
"""The rows, from the top, among which the row of the headings is looked for."""

_MOST_IN_TITLE = 2
"""The texts that a title above the headings can have, such as a name and a version."""

MOST_SHOWN = 12
"""How many headings a message names."""


def read_sheet_cards(sheet: Spreadsheet, vocabulary: SheetVocabulary) -> SheetCards:
    """Read all worksheets of a file that have a column for the names of cards."""
    document = SheetDocument(sheet.file, {"cards": []}, [], "")
    cards = SheetCards(document, {}, set(), [*sheet.findings], [])
    ids = _RowIds()
    readers = [
        _TableReader(worksheet, settings, vocabulary, cards, ids)
        for worksheet, settings in _tables(sheet, vocabulary)
    ]
    has_names = any(reader.has_names for reader in readers)
    for reader in readers:
        reader.count_names()
    for reader in readers:
        if reader.has_names:
            reader.read()
        else:
            reader.refuse(is_only_one=not has_names)
    return cards


def unknown_columns(sheet: Spreadsheet, vocabulary: SheetVocabulary) -> set[str]:
    """Headings of columns that the game does not declare, in all worksheets that have cards."""
    unknown: set[str] = set()
    for worksheet, settings in _tables(sheet, vocabulary):
        heads = SheetHeads(worksheet, vocabulary, settings)
        texts = told_apart(heads.texts).values() if heads.names else ()
        unknown.update(text for text, _ in texts if not (heads.is_comment(text) or heads.part(text)))
    return unknown


def _tables(sheet: Spreadsheet, vocabulary: SheetVocabulary) -> Iterator[tuple[Worksheet, SheetSettings]]:
    """Yield the worksheets that may have cards, each with how it is read."""
    for worksheet in sheet.worksheets:
        settings = _settings_of(vocabulary.definition, Path(sheet.file).name, worksheet.name)
        if not settings.skip and worksheet.rows and (settings.is_named or not worksheet.is_hidden):
            yield worksheet, settings


# The headings of a worksheet.

_ID, _NAME = Heading(("id",)), Heading(("name",))
_FIGURE = re.compile(r"\s*+[-+−]?[\d.,\s]++%?\s*+")


class SheetHeads:
    """The headings of a worksheet.

    `texts` are those by column, each with its row, and `rows` are those below; `names` are the columns with the names of
    cards. `above` are rows above them that have more than a title.
    """

    def __init__(self, worksheet: Worksheet, vocabulary: SheetVocabulary, settings: SheetSettings) -> None:
        self._vocabulary, self._settings = vocabulary, settings
        self.above: list[Row] = []
        self.texts, self.rows = self._read(worksheet.rows)
        self.names = self._columns_of_names(self.texts)

    def part(self, text: str) -> Heading | None:
        """What a column with this heading has; None if that is unknown, or the column is not to be read."""
        part = self._settings.columns.get(heading_key(text), text)
        return None if part.startswith(COMMENT) else self._vocabulary.heading(part)

    def is_comment(self, text: str) -> bool:
        """Whether a column with this heading is not to be read."""
        return self._settings.columns.get(heading_key(text), text).startswith(COMMENT)

    def _read(self, rows: list[Row]) -> tuple[HeadTexts, list[Row]]:
        if self._settings.head:
            above = [row for row in rows if row.number <= self._settings.head]
            return (_texts(above[-1]) if above else {}), rows[len(above) :]
        for number, row in enumerate(rows[:HEAD_ROWS], 1):
            heads = _texts(row)
            if (names := self._columns_of_names(heads)) and not is_title(
                [text for text, _ in heads.values()]
            ):
                self.above = [
                    above
                    for above in rows[: number - 1]
                    if len({text for text, _ in _texts(above).values()}) > _MOST_IN_TITLE
                ]
                below = rows[number] if number < len(rows) else None
                if below and (
                    self._is_second_head(heads, below, names[0]) or self._is_group_head(heads, below)
                ):
                    return {**heads, **_texts(below)}, rows[number + 1 :]
                return heads, rows[number:]
        return (_texts(rows[0]), rows[1:]) if rows else ({}, [])

    def _columns_of_names(self, heads: HeadTexts) -> list[int]:
        return [column for column, (text, _) in heads.items() if self.part(text) == _NAME]

    def _is_second_head(self, heads: HeadTexts, below: Row, name: int) -> bool:
        """Whether the row below the headings has headings too, under ones that several columns share."""
        texts = _texts(below)
        if texts.get(name, heads[name])[0] != heads[name][0]:
            return False
        is_known = any(column != name and self.part(text) for column, (text, _) in texts.items())
        return is_known and _are_words(below)

    def _is_group_head(self, heads: HeadTexts, below: Row) -> bool:
        """Whether headings such as “Card” and “Numbers” only group those of the row below, which has the names."""
        texts = _texts(below)
        upper, lower = ({text for text, _ in texts_of_row.values()} for texts_of_row in (heads, texts))
        upper_parts, lower_parts = (
            {self.part(text) for text in row_texts} - {None} for row_texts in (upper, lower)
        )
        is_finer = len(lower) > len(upper) and len(lower_parts) >= len(upper_parts)
        return bool(self._columns_of_names(texts)) and is_finer and _are_words(below)


def is_title(texts: Sequence[str]) -> bool:
    """Whether a row has one text only, in merged cells: a title above the headings."""
    return len(texts) > 1 and len({*texts}) == 1


def told_apart(heads: HeadTexts) -> HeadTexts:
    """The same headings, but those that are there again have a number: `Total`, `Total (2)`."""
    times = Counter[str]()
    numbered: HeadTexts = {}
    for column, (text, row) in sorted(heads.items()):
        times[heading_key(text)] += 1
        again = times[heading_key(text)]
        numbered[column] = (f"{text} ({again})" if again > 1 else text, row)
    return numbered


def _texts(row: Row) -> HeadTexts:
    texts = ((column, text_of(cell).strip()) for column, cell in enumerate(row.cells))
    return {column: (text, row) for column, text in texts if text}


def _are_words(row: Row) -> bool:
    """Whether a row can have headings, which are never numbers as the copies of a card called “Name” are."""
    return all(isinstance(cell, str) and not cell.strip().isdecimal() for cell in row.cells)


# The rows below them.


class _RowIds:
    """Ids of rows that have none, where several rows may have one name."""

    def __init__(self) -> None:
        self._names = Counter[str]()
        self._made = Counter[str]()

    def count(self, names: Iterable[str]) -> None:
        """Count the names of all rows."""
        self._names.update(map(short_name, names))

    def of(self, name: str, values: Iterable[str], *, has_order: bool) -> str:
        """Id made of a name alone, or of the values and the order that tell its row apart from others of that name."""
        short = short_name(name)
        if short and self._names[short] == 1:
            return short
        first = _with_ending(short or "card", "-".join(filter(None, values)))
        if not has_order:
            return first
        for number in count(self._made[first] + 1):
            made = _with_ending(first, str(number) if number > 1 else "")
            if made == short or not (self._made[made] or self._names[made]):
                break
        self._made.update({first, made})
        return made


def _with_ending(short: str, ending: str) -> str:
    """A short name with an ending, within the length that ids have."""
    ending = ending[: LONGEST_ID // 2].strip("-")
    return f"{short[: LONGEST_ID - 1 - len(ending)].strip('-')}-{ending}" if ending else short


class _TableReader:
    """Reads one worksheet, and adds what it has to the cards of its file."""

    def __init__(
        self,
        worksheet: Worksheet,
        settings: SheetSettings,
        vocabulary: SheetVocabulary,
        cards: SheetCards,
        ids: _RowIds,
    ) -> None:
        self._worksheet, self._settings, self._vocabulary = worksheet, settings, vocabulary
        self._cards, self._ids = cards, ids
        self._severity: Severity = "warning" if settings.skip_errors else "error"
        self._values = CellValues(worksheet, vocabulary, settings.decimal, cards.row_findings, self._severity)
        self._heads = SheetHeads(worksheet, vocabulary, settings)
        self._texts = told_apart(self._heads.texts)
        self._headings = {column: text for column, (text, _) in self._texts.items()}
        self._columns: dict[int, Heading] = {}
        self._meanings: dict[str, str] = {}
        self._without_source: dict[int, list[Row]] = {}
        self._without_copies: list[Row] = []
        # Most rows have the same columns: 100,000 mappings of them took a tenth of the memory of a load.
        self._shared: dict[
            tuple[tuple[tuple[str | int, ...], int], ...], Mapping[tuple[str | int, ...], int]
        ] = {}

    @property
    def has_names(self) -> bool:
        """Whether a column has the names of cards."""
        return bool(self._heads.names)

    def count_names(self) -> None:
        """Count the ids that names make, if something tells apart those that are the same."""
        if self._settings.ids and self._heads.names:
            at = self._heads.names[0]
            self._ids.count(text_of(row.cells[at]) for row in self._heads.rows if at < len(row.cells))

    def read(self) -> None:
        """Read the rows below the headings."""
        self._read_heads()
        for row in self._heads.above:
            message = tr("This row is above the headings: it is not read.")
            self._cards.row_findings.append(
                Finding("row", "warning", message, where=self._worksheet.where(row))
            )
        unnamed: dict[int, Row] = {}
        for row in self._heads.rows:
            first = next((cell for cell in row.cells if text_of(cell).strip()), "")
            if text_of(first).lstrip().startswith(COMMENT):
                continue
            for column, cell in enumerate(row.cells):
                if column not in self._heads.texts and text_of(cell).strip():
                    unnamed.setdefault(column, row)
            self._read_row(row)
        for column, row in unnamed.items():
            self._add_finding("warning", row, column, tr("This column has no heading: it is ignored."))
        of_copies = [at for at, heading in self._columns.items() if heading.path == ("copies",)]
        if of_copies and (blank := self._without_copies):
            message = trn(
                "{count} card has no number of copies: there is one of it.",
                "{count} cards have no number of copies: there is one of each.",
                len(blank),
            )
            where = self._worksheet.where(blank[0], of_copies[0])
            self._cards.findings.append(Finding("copies", "info", message, where=where))
        for column, rows in self._without_source.items():
            message = trn(
                "{count} card has a translation here of a text that it does not have.",
                "{count} cards have translations here of texts that they do not have.",
                len(rows),
            )
            self._add_finding("warning", rows[0], column, message)

    def refuse(self, *, is_only_one: bool) -> None:
        """Report that the worksheet has no names of cards: it is ignored if others have."""
        if not is_only_one:
            message = tr(
                "This worksheet has no column with the names of cards: it is ignored. If it has none, add it to sheets in "
                "game.yaml, with skip: true."
            )
            where = self._worksheet.where(self._worksheet.rows[0])
            self._cards.findings.append(Finding("worksheet", "warning", message, where=where))
            return
        texts = list_names([*self._headings.values()][:MOST_SHOWN])
        message = tr(
            "No column has the names of the cards. Headings found: {names}. Call one “name”, or say in game.yaml "
            "which one it is (sheets, columns).",
            names=texts or "–",
        )
        row = next((row for _, row in self._heads.texts.values()), self._worksheet.rows[0])
        self._add_finding("error", row, 0, message)

    def _add_finding(self, severity: Severity, row: Row, column: int, message: str) -> None:
        where = self._worksheet.where(row, column)
        self._cards.findings.append(Finding("column", severity, message, where=where))

    def _read_heads(self) -> None:
        first: dict[Heading, int] = {}
        languages = {"", *self._vocabulary.definition["languages"]}
        for column, (text, row) in self._texts.items():
            if self._heads.is_comment(text):
                continue
            heading = self._heads.part(text)
            if heading and heading not in first and heading.language in languages:
                first[heading] = column
                self._columns[column] = heading
            else:
                before = first.get(heading) if heading else self._first_of(column)
                severity: Severity = "error"
                if heading is None and before is None and not self._likely_meaning(column):
                    severity = "warning"
                self._add_finding(severity, row, column, self._wrong_heading(column, heading, before))

    def _first_of(self, column: int) -> int | None:
        """The first column with the heading of this one, if that is read; None if it is this one."""
        same = self._first_columns[heading_key(self._heads.texts[column][0])]
        return same if same != column and same in self._columns else None

    @cached_property
    def _first_columns(self) -> dict[str, int]:
        """The first column with each heading."""
        columns = sorted(self._heads.texts.items(), reverse=True)
        return {heading_key(text): column for column, (text, _) in columns}

    def _wrong_heading(self, column: int, heading: Heading | None, first: int | None) -> str:
        """What is wrong with a heading: it is there twice, unknown, or in a language that the game has not."""
        text = self._texts[column][0]
        if first is not None:
            where = self._worksheet.where(self._texts[first][1], first).cell
            message = tr("The column {name} is there twice.", name=self._heads.texts[column][0])
            return f"{message} {tr('The first is at {where}.', where=where)}"
        if heading is None:
            meant = self._likely_meaning(column)
            message = (
                tr("Unknown column: {name}.", name=text)
                if meant
                else tr("New column: {name}. It is not read.", name=text)
            )
            advice = tr(
                "Declare it in game.yaml (fields, texts), or let load --add-columns do it; name its meaning there (sheets, columns), or begin the heading "
                "with # so that it is not read."
            )
            return " ".join(filter(None, (message, meant, advice)))
        return tr(
            "The column {name} is in {language}, which the game does not list: add it to languages in game.yaml.",
            name=text,
            language=heading.language,
        )

    def _likely_meaning(self, column: int) -> str:
        """What an unknown heading may be meant to be: misspelt, or a new name; '' for a new column."""
        text = self._heads.texts[column][0]
        if text not in self._meanings:
            near = did_you_mean(self._vocabulary.nearest(text))
            self._meanings[text] = " ".join(filter(None, (near, self._new_name(text))))
        return self._meanings[text]

    def _new_name(self, text: str) -> str:
        """What to write if an unknown heading is the new one of a field or text without a column; '' if all have one."""
        paths = {heading.path for text, _ in self._texts.values() if (heading := self._heads.part(text))}
        definition = self._vocabulary.definition
        without = [
            name
            for section in ("fields", "texts")
            for name in definition.get(section, {})
            if (section, name) not in paths
        ]
        if not without:
            return ""
        return tr(
            "If it is the new name of {field}, whose column is missing, write in game.yaml: {declaration}.",
            field=" / ".join(without[:MOST_SHOWN]),
            declaration=f"sheets: [{{columns: {{{text}: {without[0]}}}}}]",
        )

    def _read_row(self, row: Row) -> None:
        written = {
            heading: (at, row.cells[at])
            for at, heading in self._columns.items()
            if at < len(row.cells) and text_of(row.cells[at]).strip()
        }
        if not written:
            return
        at, name = written.get(_NAME, (0, ""))
        if not name:
            at = next(at for at, heading in self._columns.items() if heading == _NAME)
            self._fault(
                row, at, tr("This row has no name. If it is not a card, begin its first cell with #.")
            )
            return
        others = [text_of(cell) for heading, (_, cell) in written.items() if heading != _NAME]
        is_total = fold(text_of(name)) in SHEET_WORDS["totals"] and all(map(_FIGURE.fullmatch, others))
        if is_total and _ID not in written:
            message = tr(
                "This row looks like a total, so it is not read. Begin its first cell with #, or give it an id if it is a card."
            )
            self._fault(row, at, message)
            return
        columns: dict[tuple[str | int, ...], int] = {}
        entry = self._entry(row, written, columns)
        if entry.get("copies") == 0:
            message = tr("This card has 0 copies: it is skipped.")
            where = self._worksheet.where(row, columns[("copies",)])
            self._cards.row_findings.append(Finding("copies", "warning", message, where=where))
            return
        if "id" not in entry:
            entry = {"id": self._id_of(str(entry["name"]), written), **entry}
            self._cards.named.add(entry["id"])
        if not entry["id"]:
            message = tr("No id can be made of “{name}”: add a column id.", name=entry["name"])
            self._fault(row, columns.get(("id",), at), message)
            return
        if not any(heading.path == ("copies",) for heading in written):
            self._without_copies.append(row)
        self._add_kind(entry)
        self._add_flags(entry)
        self._cards.document.value["cards"].append(entry)
        shared = self._shared.setdefault(tuple(columns.items()), columns)
        self._cards.document.marks.append(
            CardCells(entry["id"], self._worksheet, row, shared, self._headings)
        )
        self._read_translations(row, entry["id"], written)

    def _id_of(self, name: str, written: Mapping[Heading, tuple[int, Cell]]) -> str:
        """Id made of a name, and of what tells its row apart from others of that name."""
        ids = self._settings.ids
        parts = [self._vocabulary.heading(part) for part in ids if part != BY_ORDER]
        values = [short_name(text_of(written[part][1])) for part in parts if part and part in written]
        return self._ids.of(name, values, has_order=BY_ORDER in ids) if ids else short_name(name)

    def _fault(self, row: Row, at: int, message: str) -> None:
        self._cards.row_findings.append(
            Finding("row", self._severity, message, where=self._worksheet.where(row, at))
        )

    def _entry(
        self, row: Row, written: Mapping[Heading, tuple[int, Cell]], columns: dict[tuple[str | int, ...], int]
    ) -> dict[str, Any]:
        """The card as a YAML file would have it; `columns` receives where its parts are."""
        entry: dict[str, Any] = {}
        for heading, (at, cell) in written.items():
            if heading.is_state or (heading.language and heading.path != ("aliases",)):
                continue
            value = self._value(heading, cell, (row, at))
            path = heading.path
            if value is None:
                continue
            if path[0] == "marks" and len(path) > 1:
                if value is True:
                    marks = entry.setdefault("marks", [])
                    columns[("marks", len(marks))] = at
                    marks.append(path[1])
                continue
            if path == ("marks",):
                value = [*value, *(mark for mark in entry.get("marks", ()) if mark not in value)]
            elif path == ("aliases",):
                path = ("aliases", heading.language or self._vocabulary.definition["source_language"])
            columns[path] = at
            *above, name = path
            (entry.setdefault(above[0], {}) if above else entry)[name] = value
        for at, heading in self._columns.items():
            if heading.path[0] == "fields":
                columns.setdefault(heading.path, at)
        return entry

    def _value(self, heading: Heading, cell: Cell, place: tuple[Row, int]) -> Any:
        """Value of a cell; a text without the markup of other tools, if it is to be read."""
        value = self._values.value(heading, cell, place)
        if self._settings.foreign_markup and heading.is_text and value:
            return converted(value, self._vocabulary.definition.get("icons", {}))
        return value

    def _add_kind(self, entry: dict[str, Any]) -> None:
        """Set the kind of a card that does not say: that of its worksheet, of the settings, or the only one."""
        kinds = self._vocabulary.definition["kinds"]
        usual = self._vocabulary.kinds.get(fold(self._worksheet.name), self._settings.kind)
        if "kind" not in entry and (usual or len(kinds) == 1):
            entry["kind"] = usual or next(iter(kinds))

    def _add_flags(self, entry: dict[str, Any]) -> None:
        """Set what a blank cell means in a yes-or-no column that a card of this kind must have."""
        definition = self._vocabulary.definition
        needed = definition["kinds"].get(entry.get("kind", ""), {}).get("fields", ())
        for heading in self._columns.values():
            if heading.path[0] == "fields" and heading.path[1] in needed:
                schema = definition["fields"].get(heading.path[1], {})
                if schema.get("type") == "boolean":
                    entry.setdefault("fields", {}).setdefault(heading.path[1], False)

    def _read_translations(self, row: Row, card: str, written: Mapping[Heading, tuple[int, Cell]]) -> None:
        for heading, (at, cell) in written.items():
            if not heading.language or heading.is_state or not heading.is_text:
                continue
            if heading._replace(language="") not in written:
                self._without_source.setdefault(at, []).append(row)
            states = (heading._replace(is_state=True), Heading((STATE,), heading.language, is_state=True))
            state = next((written[heading] for heading in states if heading in written), None)
            word = self._values.state(state[1], (row, state[0])) if state else "draft"
            text = self._value(heading, cell, (row, at))
            where = self._worksheet.where(row, at)
            if text and word != "missing":
                own = self._cards.translations.setdefault(heading.language, {})
                own[f"{card}.{heading.path[-1]}"] = CellTranslation(text, word, where)
