"""Cards in spreadsheets: each row is a card, with its translations, as the card files in YAML have them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.files.sheet_columns import (
    COMMENT,
    STATE,
    CellValues,
    Heading,
    SheetVocabulary,
    did_you_mean,
    text_of,
)
from deckwright.files.yaml import Document
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.words import fold, list_names, short_name, suggest_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.files.spreadsheets import Cell, Row, Spreadsheet, Worksheet


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
    translations: Mapping[str, Mapping[str, CellTranslation]]
    named: frozenset[str]
    findings: list[Finding]
    row_findings: list[Finding]


# Settings under `sheets` in game.yaml.


class SheetSettings(NamedTuple):
    """How a worksheet is read, from all entries of `sheets` that apply to it.

    `columns` are parts of cards by folded heading; it is named if an entry names the worksheet.
    """

    kind: str = ""
    head: int = 0
    columns: Mapping[str, str] = {}
    decimal: str = ""
    skip: bool = False
    is_named: bool = False


def encoding_of(definition: Mapping[str, Any], file: str) -> str:
    """Encoding that game.yaml says for a file of cards, by its name; '' if it says none."""
    entries = [one for one in definition.get("sheets", ()) if one.get("file", file) == file]
    return next((str(one["encoding"]) for one in reversed(entries) if "encoding" in one), "")


def _settings_of(definition: Mapping[str, Any], file: str, worksheet: str) -> SheetSettings:
    settings = SheetSettings()
    for entry in definition.get("sheets", ()):
        if entry.get("file", file) == file and entry.get("worksheet", worksheet) == worksheet:
            own = {name: entry[name] for name in ("kind", "head", "decimal", "skip") if name in entry}
            columns = {fold(heading): part for heading, part in entry.get("columns", {}).items()}
            is_named = settings.is_named or "worksheet" in entry
            settings = settings._replace(**own, columns={**settings.columns, **columns}, is_named=is_named)
    return settings


def check_settings(
    definition: Mapping[str, Any], vocabulary: SheetVocabulary, sheets: Sequence[Spreadsheet]
) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """Yield what is wrong with `sheets` in game.yaml: a message, and the path of what it is about."""
    files = {Path(one.file).name: one for one in sheets}
    for number, entry in enumerate(definition.get("sheets", ())):
        path = ("sheets", number)
        file = entry.get("file", "")
        if file and file not in files:
            message = tr("File not found: {name}.", name=f"cards/{file}")
            yield f"{message} {suggest_names(file, [*files])}", (*path, "file")
            continue
        tables = [table for one in sheets if not file or files[file] is one for table in one.worksheets]
        names = [table.name for table in tables if table.name]
        if "worksheet" in entry and entry["worksheet"] not in names:
            message = tr("Unknown worksheet: {name}.", name=entry["worksheet"])
            yield f"{message} {suggest_names(entry['worksheet'], names)}", (*path, "worksheet")
        if entry.get("kind", "") not in {"", *definition["kinds"]}:
            message = tr("{name} is not declared in this game.", name=entry["kind"])
            yield f"{message} {suggest_names(entry['kind'], [*definition['kinds']])}", (*path, "kind")
        for heading, part in entry.get("columns", {}).items():
            if part != COMMENT and vocabulary.heading(part) is None:
                message = tr("Cards have no {name}.", name=part)
                yield (
                    f"{message} {did_you_mean(vocabulary.nearest(part))}".strip(),
                    (*path, "columns", heading),
                )


# Read the rows of a spreadsheet as cards.

HEAD_ROWS = 20
"""The rows, from the top, among which the row of the headings is looked for."""

MOST_SHOWN = 12
"""How many headings a message names."""


def read_sheet_cards(sheet: Spreadsheet, vocabulary: SheetVocabulary) -> SheetCards:
    """Read all worksheets of a file that have a column for the names of cards."""
    findings = list(sheet.findings)
    readers = []
    for worksheet in sheet.worksheets:
        settings = _settings_of(vocabulary.definition, Path(sheet.file).name, worksheet.name)
        if settings.skip or (worksheet.is_hidden and not settings.is_named) or not worksheet.rows:
            continue
        reader = _TableReader(worksheet, settings, vocabulary)
        reader.read()
        readers.append(reader)
    tables = [reader for reader in readers if reader.has_names]
    for reader in readers:
        findings += reader.findings if reader in tables or not tables else [reader.not_cards()]
    entries = [entry for reader in tables for entry in reader.entries]
    cells = [cell for reader in tables for cell in reader.cells]
    translations: dict[str, dict[str, CellTranslation]] = {}
    for reader in tables:
        for language, own in reader.translations.items():
            translations.setdefault(language, {}).update(own)
    named = frozenset(name for reader in tables for name in reader.named)
    document = SheetDocument(sheet.file, {"cards": entries}, cells, "")
    row_findings = [finding for reader in tables for finding in reader.row_findings]
    return SheetCards(document, translations, named, findings, row_findings)


def heads_of(
    worksheet: Worksheet, vocabulary: SheetVocabulary, settings: SheetSettings
) -> tuple[dict[int, tuple[str, Row]], list[Row]]:
    """Headings of a worksheet by column, each with its row; and the rows below them."""
    return _TableReader(worksheet, settings, vocabulary).heads()


class _TableReader:
    """Reads one worksheet."""

    def __init__(self, worksheet: Worksheet, settings: SheetSettings, vocabulary: SheetVocabulary) -> None:
        self.entries: list[dict[str, Any]] = []
        self.cells: list[CardCells] = []
        self.translations: dict[str, dict[str, CellTranslation]] = {}
        self.named: set[str] = set()
        self.findings: list[Finding] = []
        self.row_findings: list[Finding] = []
        self.has_names = False
        self._worksheet = worksheet
        self._settings = settings
        self._vocabulary = vocabulary
        self._values = CellValues(worksheet, vocabulary, settings.decimal, self.row_findings)
        self._columns: dict[int, Heading] = {}
        self._headings: dict[int, str] = {}
        # Most rows have the same columns: 100,000 mappings of them took a tenth of the memory of a load.
        self._shared: dict[
            tuple[tuple[tuple[str | int, ...], int], ...], Mapping[tuple[str | int, ...], int]
        ] = {}

    def read(self) -> None:
        """Find the headings, and read the rows below them."""
        heads, rows = self.heads()
        self._headings = {at: text for at, (text, _) in sorted(heads.items())}
        self._columns = self._read_heads(heads)
        self.has_names = any(one == Heading(("name",)) for one in self._columns.values())
        if not self.has_names:
            self._no_names(heads)
            return
        unnamed: dict[int, Row] = {}
        for row in rows:
            first = next((cell for cell in row.cells if text_of(cell).strip()), "")
            if text_of(first).lstrip().startswith(COMMENT):
                continue
            for at, cell in enumerate(row.cells):
                if at not in heads and text_of(cell).strip():
                    unnamed.setdefault(at, row)
            self._read_row(row)
        for at, row in unnamed.items():
            message = tr("This column has no heading: it is ignored.")
            self.findings.append(Finding("column", "warning", message, where=self._worksheet.where(row, at)))

    def not_cards(self) -> Finding:
        """Finding that this worksheet of several is not read."""
        message = tr(
            "This worksheet has no column with the names of cards: it is ignored. If it has none, add it to sheets in "
            "game.yaml, with skip: true."
        )
        return Finding("worksheet", "warning", message, where=self._worksheet.where(self._worksheet.rows[0]))

    # The headings.

    def heads(self) -> tuple[dict[int, tuple[str, Row]], list[Row]]:
        """Headings by column, each with its row; and the rows below them."""
        rows = self._worksheet.rows
        if self._settings.head:
            above = [row for row in rows if row.number <= self._settings.head]
            return (self._texts(above[-1]) if above else {}), rows[len(above) :]
        for at, row in enumerate(rows[:HEAD_ROWS]):
            heads = self._texts(row)
            names = self._names(heads)
            if names:
                below = rows[at + 1] if at + 1 < len(rows) else None
                if below and (
                    self._is_second_head(heads, below, names[0]) or self._is_group_head(heads, below)
                ):
                    return {**heads, **self._texts(below)}, rows[at + 2 :]
                return heads, rows[at + 1 :]
        return (self._texts(rows[0]), rows[1:]) if rows else ({}, [])

    def _is_second_head(self, heads: Mapping[int, tuple[str, Row]], below: Row, name: int) -> bool:
        """Whether the row below the headings has headings too, under ones that several columns share."""
        texts = self._texts(below)
        if texts.get(name, heads[name])[0] != heads[name][0]:
            return False
        known = [at for at, (text, _) in texts.items() if at != name and self._part(text)]
        return bool(known) and _are_words(below)

    def _is_group_head(self, heads: Mapping[int, tuple[str, Row]], below: Row) -> bool:
        """Whether headings such as “Card” and “Numbers” only group those of the row below, which has the names."""
        texts = self._texts(below)
        parts = {part for text, _ in heads.values() if (part := self._part(text))}
        own = {part for text, _ in texts.values() if (part := self._part(text))}
        is_finer = len({text for text, _ in texts.values()}) > len({text for text, _ in heads.values()})
        return bool(self._names(texts)) and is_finer and len(own) >= len(parts) and _are_words(below)

    def _names(self, heads: Mapping[int, tuple[str, Row]]) -> list[int]:
        """Columns with the names of cards."""
        return [at for at, (text, _) in heads.items() if self._part(text) == Heading(("name",))]

    def _texts(self, row: Row) -> dict[int, tuple[str, Row]]:
        texts = ((at, text_of(cell).strip()) for at, cell in enumerate(row.cells))
        return {at: (text, row) for at, text in texts if text}

    def _part(self, text: str) -> Heading | None:
        part = self._settings.columns.get(fold(text), text)
        return None if part.startswith(COMMENT) else self._vocabulary.heading(part)

    def _read_heads(self, heads: Mapping[int, tuple[str, Row]]) -> dict[int, Heading]:
        columns: dict[int, Heading] = {}
        first: dict[Heading, int] = {}
        for at, (text, row) in heads.items():
            if self._settings.columns.get(fold(text), text).startswith(COMMENT):
                continue
            heading = self._part(text)
            if heading is None:
                self._head_fault(row, at, self._unknown(text))
            elif heading.language and heading.language not in self._vocabulary.definition["languages"]:
                self._head_fault(row, at, self._no_language(text, heading.language))
            elif heading in first:
                other = self._worksheet.where(heads[first[heading]][1], first[heading]).cell
                message = tr("The column {name} is there twice.", name=text)
                self._head_fault(row, at, f"{message} {tr('The first is at {where}.', where=other)}")
            else:
                first[heading] = at
                columns[at] = heading
        return columns

    def _unknown(self, text: str) -> str:
        message = tr("Unknown column: {name}.", name=text)
        near = did_you_mean(self._vocabulary.nearest(text))
        advice = tr(
            "Declare it in game.yaml (fields, texts), name its meaning there (sheets, columns), or begin the heading "
            "with # so that it is not read."
        )
        return " ".join(filter(None, (message, near, advice)))

    def _no_language(self, text: str, language: str) -> str:
        return tr(
            "The column {name} is in {language}, which the game does not list: add it to languages in game.yaml.",
            name=text,
            language=language,
        )

    def _head_fault(self, row: Row, at: int, message: str) -> None:
        self.findings.append(Finding("column", "error", message, where=self._worksheet.where(row, at)))

    def _no_names(self, heads: Mapping[int, tuple[str, Row]]) -> None:
        """Replace what was found by the one thing that matters: there are no names."""
        shown = list_names([text for text, _ in heads.values()][:MOST_SHOWN])
        message = tr(
            "No column has the names of the cards. Headings found: {names}. Call one “name”, or say in game.yaml "
            "which one it is (sheets, columns).",
            names=shown or "–",
        )
        row = next((row for _, row in heads.values()), self._worksheet.rows[0])
        self.findings[:] = [Finding("column", "error", message, where=self._worksheet.where(row))]

    # The rows.

    def _read_row(self, row: Row) -> None:
        written = {
            heading: (at, row.cells[at])
            for at, heading in self._columns.items()
            if at < len(row.cells) and text_of(row.cells[at]).strip()
        }
        if not written:
            return
        at, name = written.get(Heading(("name",)), (0, ""))
        if not name:
            at = next(at for at, heading in self._columns.items() if heading == Heading(("name",)))
            self._fault(
                row, at, tr("This row has no name. If it is not a card, begin its first cell with #.")
            )
            return
        columns: dict[tuple[str | int, ...], int] = {}
        entry = self._entry(row, written, columns)
        if entry.get("copies") == 0:
            message = tr("This card has 0 copies: it is skipped.")
            where = self._worksheet.where(row, columns[("copies",)])
            self.row_findings.append(Finding("copies", "warning", message, where=where))
            return
        if "id" not in entry:
            entry = {"id": short_name(str(entry["name"])), **entry}
            self.named.add(entry["id"])
        if not entry["id"]:
            message = tr("No id can be made of “{name}”: add a column id.", name=entry["name"])
            self._fault(row, columns.get(("id",), at), message)
            return
        self._add_kind(entry)
        self._add_flags(entry)
        self.entries.append(entry)
        shared = self._shared.setdefault(tuple(columns.items()), columns)
        self.cells.append(CardCells(entry["id"], self._worksheet, row, shared, self._headings))
        self._read_translations(row, entry["id"], written)

    def _fault(self, row: Row, at: int, message: str) -> None:
        self.row_findings.append(Finding("row", "error", message, where=self._worksheet.where(row, at)))

    def _entry(
        self,
        row: Row,
        written: Mapping[Heading, tuple[int, Cell]],
        columns: dict[tuple[str | int, ...], int],
    ) -> dict[str, Any]:
        """The card as a YAML file would have it; `columns` receives where its parts are."""
        entry: dict[str, Any] = {}
        for heading, (at, cell) in written.items():
            if heading.is_state or (heading.language and heading.path != ("aliases",)):
                continue
            value = self._values.value(heading, cell, (row, at))
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
            self._place(entry, path, value)
        return entry

    def _place(self, entry: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
        for step in path[:-1]:
            entry = entry.setdefault(step, {})
        entry[path[-1]] = value

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
            states = (heading._replace(is_state=True), Heading((STATE,), heading.language, is_state=True))
            state = next((written[one] for one in states if one in written), None)
            word = self._values.state(state[1], (row, state[0])) if state else "draft"
            text = self._values.value(heading, cell, (row, at))
            where = self._worksheet.where(row, at)
            if text and word != "missing":
                own = self.translations.setdefault(heading.language, {})
                own[f"{card}.{heading.path[-1]}"] = CellTranslation(text, word, where)


def _are_words(row: Row) -> bool:
    """Whether a row can have headings, which are never numbers as the copies of a card called “Name” are."""
    return all(isinstance(cell, str) and not cell.strip().isdecimal() for cell in row.cells)
