"""Spreadsheets: rows of cells, each with its place; read here from text tables (CSV, TSV) and lists of objects (JSON, YAML)."""

from __future__ import annotations

import codecs
import csv
import datetime as dt
import json
import re
from collections import Counter
from encodings.aliases import aliases
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import InputError
from deckwright.files.texts import binary_sort, decode, lines_of, refuse_control_characters_in
from deckwright.files.writing import unguarded
from deckwright.files.yaml import parse_document
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.words import did_you_mean, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.files.yaml import Document

MOST_CELLS = 4_000_000
"""The most rows × columns that are read of a file."""


class CellError(NamedTuple):
    """What a failed formula shows in its cell, such as `#N/A`; '' if the file has no value for a formula."""

    code: str

    @property
    def message(self) -> str:
        """What is wrong with the cell, and what to do."""
        if self.code:
            return tr("The formula of this cell shows the error {code}. Correct it.", code=self.code)
        return tr("This formula has no value yet. Open the file in a spreadsheet program, and save it.")


Cell = str | int | float | bool | dt.date | dt.time | dt.timedelta | CellError
"""The value of a cell; a blank one is an empty text. A `datetime` is a `date` too. Whole numbers are `int`."""


class Row(NamedTuple):
    """A row that is not blank: its number as spreadsheets count, its line in a text file, and its cells from column A.

    In a workbook, `line` is the number of the row. Blank cells at the end are not among the cells.
    """

    number: int
    line: int
    cells: list[Cell]


class Worksheet(NamedTuple):
    """A table of a file: `name` is that of the worksheet, '' in a text file. Blank rows are not among the rows.

    `merged` are the ranges of merged cells: top, left, bottom and right, counted from 1; their cells have the value of
    the first one.
    """

    file: str
    name: str
    rows: list[Row]
    is_hidden: bool = False
    merged: tuple[tuple[int, int, int, int], ...] = ()

    def where(self, row: Row, column: int = 0) -> Where:
        """Place of a cell, by its column from 0."""
        return cell_place(self.file, self.name, row.number, column, row.line)


class Spreadsheet(NamedTuple):
    """A file of tables, and what is odd about it, such as an encoding that was assumed."""

    file: str
    worksheets: list[Worksheet]
    findings: list[Finding]


def column_letters(column: int) -> str:
    """Name of a column by its number from 0: `A`, `Z`, `AA`."""
    letters = ""
    number = column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def cell_place(file: str, worksheet: str, number: int, column: int, line: int = 0) -> Where:
    """Place of a cell by the number of its row from 1 and its column from 0; `line` is its line in a text file."""
    cell = f"{column_letters(column)}{number}"
    return Where(file, line or number, column + 1, f"{worksheet}!{cell}" if worksheet else cell)


_CR = re.compile(r"\r\n?")


def one_line_end(text: str) -> str:
    """A text whose lines end with a line feed alone."""
    return _CR.sub("\n", text) if "\r" in text else text


def trimmed(cells: Sequence[Cell]) -> list[Cell]:
    """Cells of a row without the blank ones at its end."""
    end = len(cells)
    while end and isinstance(last := cells[end - 1], str) and not last.strip():
        end -= 1
    return [*cells[:end]]


def refuse_too_many(count: int, most: int, where: Where) -> None:
    """Refuse more cells than memory should be used for.

    Raises:
        InputError: there are more.
    """
    if count > most:
        message = tr("This table is too large: it has more than {most} cells.", most=most)
        hint = tr("Is it the right file?")
        raise InputError("too-large", message, hint=hint, where=where)


# Text tables: their encoding, what separates their cells, and their rows.

ASSUMED_ENCODING = "windows-1252"
"""What spreadsheet programs in Western Europe and America save as CSV, unless asked for Unicode."""

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
_SIGNS_UTF8 = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_LETTERS_FOR_BYTE = 3
"""How many letters of UTF-8 make a byte which is not UTF-8 a fault."""

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")
_BETWEEN = ",;\t"
_NAMED = re.compile(r"sep=(.)(?:\r\n?|\n|$)", re.IGNORECASE)
"""A first line that tells Excel what separates the cells, and is not a row."""

_SAMPLE = 50_000
"""Letters at the start of a table in which the separator is looked for."""

_LONGEST = 1_000_000
"""Most letters of a cell, so that a missing quotation mark does not make one of the whole file."""


def read_text_table(data: bytes, file: str, encoding: str = "") -> Spreadsheet:
    """Read a text table as a spreadsheet of one worksheet; `encoding` is that of a file that is not Unicode.

    The apostrophes that guard texts from being formulas are not among their letters.
    """
    is_assumed = not encoding and _is_unknown(data) and not _is_nearly_utf8(data)
    rows = [
        Row(number, line, cells)
        for number, (row, line) in enumerate(
            csv_rows(data, file, encoding=ASSUMED_ENCODING if is_assumed else encoding), 1
        )
        if (cells := trimmed([unguarded(one_line_end(cell)) for cell in row]))
    ]
    worksheet = Worksheet(file, "", rows)
    return Spreadsheet(file, [worksheet], [_assumed(worksheet)] if is_assumed else [])


def csv_rows(
    data: bytes, file: str, first_line: int = 1, *, encoding: str = ""
) -> Iterator[tuple[list[str], int]]:
    """Yield the rows of a file with commas, semicolons or tabs between the cells, each with the line it starts on.

    `first_line` is the number of the first line in the file, and `encoding` that of a file that is not Unicode.

    Raises:
        InputError: it is not a text, or too large, or the quotation marks of a row do not match, with the line.
    """
    text = _decoded(data, file, first_line, encoding)
    named = _NAMED.match(text)
    between = separator_of(text)
    refuse_too_many(text.count(between), MOST_CELLS, Where(file))
    # Texts that are too long are refused later, with their line.
    limit = csv.field_size_limit()
    csv.field_size_limit(max(_LONGEST, limit))
    reader = csv.reader((found[0] for found in _LINE.finditer(text)), delimiter=between, strict=True)
    line = first_line
    try:
        for row in reader:
            if not (named and line == first_line):
                yield row, line
            line = reader.line_num + first_line
    except csv.Error as fault:
        raise _bad_row(fault, Where(file, line, 1)) from None
    finally:
        csv.field_size_limit(limit)  # it is one for the whole process, which may have other tables to read


def _bad_row(fault: csv.Error, where: Where) -> InputError:
    if "limit" in str(fault):
        message = tr("A cell of this row has more than {most} characters.", most=_LONGEST)
        return InputError("bad-csv", message, hint=tr("Is a quotation mark missing?"), where=where)
    return InputError(
        "bad-csv",
        tr("The quotation marks of this row do not match."),
        hint=tr("Quote a cell as a whole, and write a quotation mark inside it twice."),
        where=where,
    )


def separator_of(text: str) -> str:
    """What separates the cells of a table: what its first line names, or what fits its rows best."""
    named = _NAMED.match(text)
    return named[1] if named else _separator(text)


def cell_columns(line: str, separator: str) -> list[int]:
    """Columns, from 1, at which the cells of a row begin that are on its first `line`."""
    cell = re.compile(f'(?:"(?:[^"]|"")*"?)?[^{re.escape(separator)}]*')
    ends: list[int] = []
    while not ends or ends[-1] < len(line):
        match = cell.match(line, ends[-1] + 1 if ends else 0)
        ends.append(match.end() if match else len(line))
    return [1, *(end + 2 for end in ends[:-1])]


def _separator(text: str) -> str:
    """What separates the cells: what makes most rows equally long, of those that separate something in the first row.

    A separator in a text, such as a comma, seldom occurs equally often in all rows.
    """
    sample = text[:_SAMPLE]
    widths = {between: _widths(sample, between) for between in _BETWEEN}
    able = [between for between in _BETWEEN if widths[between][:1] > [1]]

    def fitness(between: str) -> tuple[int, int]:
        width, rows = Counter(widths[between]).most_common(1)[0]
        return (rows if width > 1 else 0, width)

    # Without one, what separates anything in a later row; the comma if nothing does.
    return max(
        able, key=fitness, default=max(_BETWEEN, key=lambda sign: sum(width > 1 for width in widths[sign]))
    )


def _widths(sample: str, between: str) -> list[int]:
    """Numbers of cells in the rows of the start of a table that are not blank."""
    rows = csv.reader(_LINE.findall(sample), delimiter=between)
    widths = [len(row) for row in rows if row]
    return widths[:-1] if len(sample) == _SAMPLE and len(widths) > 1 else widths


def _decoded(data: bytes, file: str, first_line: int, encoding: str) -> str:
    """Text of a table: Unicode if it is that, else of the given encoding.

    Raises:
        InputError: it is neither, or the encoding is unknown.
    """
    if encoding:
        _refuse_unknown(encoding, file)
    if data.startswith(_UTF16):
        encoding = "utf-16"
    elif not encoding or not (_is_unknown(data) or b"\0" in data):
        return decode(data, file, first_line)
    try:
        text = data.decode(encoding)
    except UnicodeError as fault:
        start = getattr(fault, "start", 0)
        lines = lines_of(data[:start].decode(encoding, "replace"))
        raise InputError(
            "encoding",
            tr("The byte 0x{byte} is not {encoding}.", byte=f"{data[start]:02x}", encoding=encoding),
            hint=_hint_for_encoding(),
            where=Where(file, len(lines) - 1 + first_line, len(lines[-1]) + 1),
        ) from None
    refuse_control_characters_in(text, file, first_line)
    return text


def _refuse_unknown(encoding: str, file: str) -> None:
    """Refuse an encoding that Python does not know, or that is not one of texts."""
    try:
        b"a".decode(encoding, "replace")
    except (LookupError, ValueError):
        message = tr("Unknown encoding: {name}.", name=encoding)
        near = nearest(encoding.lower(), [name.replace("_", "-") for name in aliases])
        hint = f"{did_you_mean(near)} {_hint_for_encoding()}".strip()
        raise InputError("encoding", message, hint=hint, where=Where(file)) from None


def _is_unknown(data: bytes) -> bool:
    """Whether bytes can be a text that is not Unicode."""
    if data.startswith(_UTF16) or b"\0" in data:
        return False
    try:
        data.decode()
    except UnicodeDecodeError:
        return not binary_sort(data)
    return False


def _is_nearly_utf8(data: bytes) -> bool:
    """Whether so many letters are UTF-8 that a byte which is not was pasted in or is damaged.

    By chance, two signs of another encoding are one of UTF-8, such as “Â¡”; they seldom are a letter.
    """
    signs = _SIGNS_UTF8.findall(data)
    letters = [sign for sign in signs if len(sign) > 2 or sign.decode(errors="replace").isalpha()]  # noqa: PLR2004 - longer ones are not there by chance
    other_bytes = len(_BEYOND_ASCII.findall(data)) - sum(map(len, signs))
    return len(letters) >= _LETTERS_FOR_BYTE * other_bytes


def _assumed(worksheet: Worksheet) -> Finding:
    """Warning about an encoding that was assumed, at the first cell where it matters."""
    where, text = next(
        (
            (worksheet.where(row, at), cell)
            for row in worksheet.rows
            for at, cell in enumerate(row.cells)
            if isinstance(cell, str) and not cell.isascii()
        ),
        (Where(worksheet.file), ""),
    )
    message = tr(
        "This file is not UTF-8. It was read as {encoding}, which makes “{text}” of this cell.",
        encoding=ASSUMED_ENCODING,
        text=_excerpt(text),
    )
    return Finding("encoding", "warning", f"{message} {_hint_for_encoding()}", where=where)


def _excerpt(text: str) -> str:
    """The first letters of a text from which the encoding can be seen."""
    first = next((at for at, letter in enumerate(text) if not letter.isascii()), 0)
    start = max(first - 20, 0)
    return text[start : first + 20].replace("\n", " ")


def _hint_for_encoding() -> str:
    return tr(
        "Save the file as UTF-8, or write its encoding below “sheets:” in game.yaml, such as “encoding: {name}”.",
        name=ASSUMED_ENCODING,
    )


Path = tuple[str | int, ...]
Record = dict[str, Any]
"""An object with what is around it: values by their names with dots, such as `suit.name`."""

_KEY = "id"
"""The heading for the names of objects that are not in a list."""


def read_json_tables(data: bytes, file: str, cards: str = "") -> list[Worksheet]:
    """Read the lists of objects in a JSON or YAML file as worksheets; `cards` is the path of the only one to read.

    In a path such as `suits[].cards[]`, each `[]` is all entries of a list, or all values of an object.

    Raises:
        InputError: it is neither, or has no objects in the place.
    """
    document = parse_document(data, file)
    value = document.value
    tables = (
        {"": [*_at_path(value, cards)]}
        if cards
        else dict(_tables(value)) or {"": [*_names_with_texts(value)]}
    )
    if not any(tables.values()):
        message = tr("{name} has no list of objects: {path}.", name=file, path=cards or "[]")
        raise InputError("no-cards", message, where=Where(file, 1, 1))
    return [_worksheet(document, name, records) for name, records in tables.items() if records]


def _tables(value: Any, path: Path = ()) -> Iterator[tuple[str, list[tuple[Path, Record]]]]:
    """Yield the lists of objects in a file, by the names of the objects around them; '' for one at the top."""
    if _entries(value) and not _only_names(value):
        yield ".".join(map(str, path)), [*_exploded(value, path)]
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _tables(inner, (*path, name))


def _names_with_texts(value: Any) -> Iterator[tuple[Path, Record]]:
    """Yield objects of an object that has only texts, by the names of cards."""
    if isinstance(value, dict) and len(value) > 1 and all(isinstance(text, str) for text in value.values()):
        for name, text in value.items():
            yield (name,), {"name": name, "text": text}


def _only_names(value: Any) -> bool:
    """Whether an object has objects that are no cards, but have several lists of them, such as one for each sort."""
    return isinstance(value, dict) and any(len(_lists_in(entry)) > 1 for _, entry in _entries(value))


def _lists_in(entry: Record) -> set[str]:
    return {name for name, inner in entry.items() if isinstance(inner, list) and _entries(inner)}


def _entries(value: Any) -> list[tuple[str | int, Record]]:
    """The objects in a list, or those in an object by their names; none if it has anything else."""
    pairs = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    entries = [(key, inner) for key, inner in pairs if isinstance(inner, dict)]
    return entries if entries and len(entries) == len(value) else []


def _exploded(value: Any, path: Path) -> Iterator[tuple[Path, Record]]:
    """Yield objects, or those in the one list that each has, with what is around them."""
    entries = _entries(value)
    lists = [_lists_in(entry) for _, entry in entries]
    nested = set[str]().union(*lists) if all(lists) else set[str]()
    for key, entry in entries:
        whole = {**({_KEY: key} if isinstance(key, str) and _KEY not in entry else {}), **entry}
        if len(nested) != 1:
            yield (*path, key), dict(_flat(whole))
            continue
        name = next(iter(nested))
        around = {f"{_singular(path)}{part}": text for part, text in _flat({**whole, name: None})}
        for place, inner in _exploded(entry.get(name) or [], (*path, key, name)):
            yield place, {**inner, **{part: text for part, text in around.items() if part not in inner}}


def _singular(path: Path) -> str:
    """What an object is called in front of its parts: `suits` gives `suit.`."""
    names = [step for step in path if isinstance(step, str)]
    return f"{names[-1].removesuffix('s')}." if names else "group."


def _at_path(value: Any, path: str) -> Iterator[tuple[Path, Record]]:
    """Yield the objects at a path, with what is around them."""
    places: list[tuple[Path, Any, Record]] = [((), value, {})]
    for step in path.replace("[]", ".[]").strip(".").split("."):
        places = [place for place_before in places for place in _step(*place_before, step)]
    for place, inner, around in places:
        if isinstance(inner, dict):
            record = dict(_flat(inner))
            yield place, {**record, **{part: text for part, text in around.items() if part not in record}}


def _step(path: Path, value: Any, around: Record, step: str) -> Iterator[tuple[Path, Any, Record]]:
    if step != "[]":
        if isinstance(value, dict) and step in value:
            plain = {name: inner for name, inner in value.items() if not isinstance(inner, dict | list)}
            yield (
                (*path, step),
                value[step],
                {**around, **{f"{_singular(path)}{name}": inner for name, inner in plain.items()}},
            )
        return
    for key, inner in enumerate(value) if isinstance(value, list) else getattr(value, "items", dict)():
        yield (*path, key), inner, around


def _flat(entry: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Cell]]:
    """Yield the values of an object, and of those inside it, by their names with dots."""
    for name, value in entry.items():
        match value:
            case None:
                pass
            case dict():
                yield from _flat(value, f"{before}{name}.")
            case list():
                yield f"{before}{name}", "; ".join(map(_words, value))
            case _:
                yield f"{before}{name}", value


def _words(value: Any) -> str:
    """A value as a person writes it into a cell: `Wood 2, Clay 1` for an object."""
    match value:
        case dict():
            return ", ".join(f"{name} {_words(inner)}" for name, inner in value.items())
        case list():
            return " ".join(map(_words, value))
        case str():
            return value
        case _:
            return json.dumps(value, default=str)


def _worksheet(document: Document, name: str, records: Sequence[tuple[Path, Record]]) -> Worksheet:
    headings = [*dict.fromkeys(heading for _, record in records for heading in record)]
    rows = [Row(1, 1, [*headings])]
    rows += [
        Row(number, document.where(*path).line or 1, trimmed([record.get(name, "") for name in headings]))
        for number, (path, record) in enumerate(records, 2)
    ]
    return Worksheet(document.file, name, rows)


# Lists in several languages, each in a file of its own.

_IDS = ("id", "code")
"""Headings of what an object is called in every language."""


def with_languages(tables: Sequence[Worksheet], others: Mapping[str, Sequence[Worksheet]]) -> list[Worksheet]:
    """Tables with columns such as `text:fr` for the texts that differ in other languages.

    Objects are the same if they have the same id or code, or else the same place.
    """
    translated = {
        tag: {(table.name, key): row for table in own for key, row in _by_key(table)}
        for tag, own in others.items()
    }
    return [_with_languages(table, translated) for table in tables]


def _by_key(table: Worksheet) -> Iterator[tuple[Cell, Mapping[str, Cell]]]:
    """Yield the rows of a table, by heading, each with its id or its place."""
    headings = [str(cell) for cell in table.rows[0].cells]
    name = next((name for name in _IDS if name in headings), "")
    for number, row in enumerate(table.rows[1:]):
        cells = dict(zip(headings, row.cells, strict=False))
        yield cells.get(name, number), cells


def _with_languages(
    table: Worksheet, translated: Mapping[str, Mapping[tuple[str, Cell], Mapping[str, Cell]]]
) -> Worksheet:
    headings = [str(cell) for cell in table.rows[0].cells]
    rows = [*_by_key(table)]
    columns: dict[str, list[Cell]] = {}
    for heading in headings:
        for tag, others in translated.items():
            texts = [others.get((table.name, key), {}).get(heading, "") for key, _ in rows]
            pairs = zip(texts, (cells.get(heading, "") for _, cells in rows), strict=True)
            if any(isinstance(text, str) and text and text != own for text, own in pairs):
                columns[f"{heading}:{tag}"] = texts
    cells = [
        [*(own.get(heading, "") for heading in headings), *(texts[at] for texts in columns.values())]
        for at, (_, own) in enumerate(rows)
    ]
    lines = [row.line for row in table.rows[1:]]
    below = [
        Row(number, line, trimmed(row))
        for number, (line, row) in enumerate(zip(lines, cells, strict=True), 2)
    ]
    return table._replace(rows=[Row(1, 1, [*headings, *columns]), *below])


def write_json_tables(tables: Sequence[Worksheet]) -> bytes:
    """Write tables as lists of objects: one alone, or several by their names."""
    lists = {table.name: _objects([row.cells for row in table.rows]) for table in tables}
    return _written(lists if len(lists) > 1 else next(iter(lists.values())))


def write_json_table(rows: Sequence[Sequence[object]]) -> bytes:
    """Write a table as a list of objects, without cells that are blank."""
    return _written(_objects(rows))


def _objects(rows: Sequence[Sequence[object]]) -> list[dict[str, object]]:
    headings, *cards = rows
    return [
        {str(name): cell for name, cell in zip(headings, row, strict=False) if cell != ""} for row in cards
    ]


def _written(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()
