"""Cards in rows of text tables: copied as lines to be edited, and put back with every other byte of the file as it was."""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import InputError
from deckwright.files.card_tables import joined
from deckwright.files.game_folder import refuse_outside
from deckwright.files.game_package import find_in_sheets
from deckwright.files.spreadsheets import separator_of, trimmed
from deckwright.files.texts import TEXT_TABLES, line_starts, lines_of
from deckwright.files.writing import guarded, unguarded
from deckwright.files.yaml import document_of
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.words import suggest_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.files.sheet_cards import CardCells
    from deckwright.files.yaml import Document


# A row of a text table: where each of its cells is in the text.

_NUMBER = re.compile(r"[-+]?[\d.,]+([eE][-+]?\d+)?")
_LINE_END = re.compile(r"\r\n?|\n")


_BLANK = ("", Where(""))


class _CellSpan(NamedTuple):
    """A cell in the text of a table: from where to where, with its quotation marks."""

    start: int
    end: int
    raw: str

    @property
    def is_quoted(self) -> bool:
        return self.raw.startswith('"')

    @property
    def value(self) -> str:
        """Text of the cell, with line feeds alone at the ends of its lines."""
        inside = self.raw[1:-1].replace('""', '"') if self.is_quoted else self.raw
        return "\n".join(lines_of(inside))


class RowLines(NamedTuple):
    """A card as a row of a text table: its file, the place of its row, and its cells in the text.

    `content` is the file as it was read, `text_of_file` the same as text, with its byte order mark, in the encoding
    `codec`. `columns` are the numbers of the columns by heading; `between` is what separates the cells.
    """

    file: Path
    content: bytes
    codec: str
    text_of_file: str
    between: str
    where: Where
    columns: Mapping[str, int]
    spans: Sequence[_CellSpan]

    @property
    def cells(self) -> dict[str, str]:
        """Texts of the row by heading, without the apostrophes before formulas."""
        return {
            heading: unguarded(self.spans[at].value) if at < len(self.spans) else ""
            for heading, at in self.columns.items()
        }

    @property
    def text(self) -> str:
        """Row as lines of YAML, `heading: cell`."""
        return _as_lines(self.cells)

    def merge(self, base: str, ours: str) -> str | None:
        """Text with the changes from `base` to `ours`, and those of others since; None if both changed a cell.

        Raises:
            InputError: `ours` is not what a row can hold.
        """
        before, mine = (_cells_of(text, self.file.stem) for text in (base, ours))
        merged = self.cells
        for heading in mine.keys() | before.keys():
            old, new = before.get(heading, _BLANK)[0], mine.get(heading, _BLANK)[0]
            if old != new:
                if merged.get(heading) not in {old, new}:
                    return None
                merged[heading] = new
        return _as_lines(merged)

    def content_with(self, text: str) -> bytes:
        """File with other lines for the card: only the cells that differ are written anew.

        Raises:
            InputError: the lines are not what a row can hold, or the file's encoding lacks a character.
        """
        cells, new = self.cells, self._parsed(text)
        changed = {
            self.columns[heading]: new.get(heading, "")
            for heading in cells
            if new.get(heading, "") != cells[heading]
        }
        width = max([len(self.spans), *(at + 1 for at in changed)])
        row = self.between.join(self._raw(at, changed) for at in range(width))
        made = self.text_of_file[: self.spans[0].start] + row + self.text_of_file[self.spans[-1].end :]
        try:
            return made.encode(self.codec)
        except UnicodeEncodeError as fault:
            message = tr(
                "{file} is in the encoding {encoding}, which has no {character}.",
                file=self.file.name,
                encoding=self.codec,
                character=made[fault.start],
            )
            hint = tr("Use another character, or save the file as UTF-8.")
            raise InputError("encoding", message, hint=hint, where=self.where) from None

    def _parsed(self, text: str) -> dict[str, str]:
        """Cells of lines, by heading; all that a row lacks is refused."""
        cells = _cells_of(text, self.file.stem)
        for heading, where in cells.items():
            if heading not in self.columns:
                message = tr("Unknown column: {name}.", name=heading)
                hint = suggest_names(heading, list(self.columns))
                raise InputError("column", message, hint=hint, where=where[1])
        return {heading: cell for heading, (cell, _) in cells.items()}

    def _raw(self, at: int, changed: Mapping[int, str]) -> str:
        """A cell as the file has it: as it was, or in the style that it or the row had."""
        span = self.spans[at] if at < len(self.spans) else None
        if at not in changed:
            return span.raw if span else ""
        text = changed[at] if _NUMBER.fullmatch(changed[at]) else str(guarded(changed[at]))
        line_end = _LINE_END.search(span.raw) if span else None
        text = text.replace("\n", line_end[0] if line_end else "\n")
        is_quoted = span.is_quoted if span else all(one.is_quoted for one in self.spans)
        if is_quoted or any(sign in text for sign in (self.between, '"', "\r", "\n")):
            return '"' + text.replace('"', '""') + '"'
        return text


def row_of_card(folder: Path, card: str) -> RowLines | None:
    """Find the row of a card in the text tables of a game's folder; None if no spreadsheet has the card.

    Raises:
        InputError: it is in a workbook, whose cells are then listed, or the row cannot be changed by itself.
    """
    found = find_in_sheets(folder, card)
    if found is None:
        return None
    cells, content, encoding = found
    file = Path(cells.worksheet.file)
    refuse_outside(file, folder)
    if file.suffix.lower() not in TEXT_TABLES:
        raise _in_workbook(cells, card)
    codec = _codec(content, encoding)
    text = content.decode(codec, "replace")
    columns: dict[str, int] = {}
    for at, heading in cells.headings.items():
        columns.setdefault(heading, at)
    where = cells.worksheet.where(cells.row)
    between = separator_of(text.removeprefix("\ufeff"))
    spans = _spans(text, _start_of_line(text, cells.row.line), between)
    is_whole = text.encode(codec, "replace") == content
    if is_whole and trimmed([unguarded(span.value) for span in spans]) == trimmed(cells.row.cells):
        return RowLines(file, content, codec, text, between, where, columns, spans)
    message = tr("The row of {card} cannot be changed by itself.", card=card)
    hint = tr("Change it in the file itself, and load the game again.")
    raise InputError("layout", message, hint=hint, where=where)


def _in_workbook(cells: CardCells, card: str) -> InputError:
    """Error that names the cells of a card in a workbook."""
    from deckwright.files.sheet_columns import text_of

    row, worksheet = cells.row, cells.worksheet
    message = tr(
        "{card} is in a workbook: change its cells in a spreadsheet program, and save it. Nothing was changed.",
        card=card,
    )
    found = [Finding("workbook", "error", message, (card,), where=worksheet.where(row, min(cells.headings)))]
    for at, heading in cells.headings.items():
        text = " ".join(text_of(row.cells[at]).split()) if at < len(row.cells) else ""
        shown = tr("{label}: {value}", label=heading, value=text or "–")
        found.append(Finding("cell", "info", shown, (card,), where=worksheet.where(row, at)))
    return InputError("workbook", message, findings=found, where=found[0].where)


def _codec(content: bytes, encoding: str) -> str:
    """Encoding of a text table; a byte order mark stays in the text."""
    for mark, codec in ((BOM_UTF16_LE, "utf-16-le"), (BOM_UTF16_BE, "utf-16-be")):
        if content.startswith(mark):
            return codec
    if b"\0" in content:
        return encoding or "utf-8"
    try:
        content.decode()
    except UnicodeDecodeError:
        return encoding or "windows-1252"
    return "utf-8"


def _start_of_line(text: str, number: int) -> int:
    """Position where a line starts, by its number from 1; a byte order mark is before the first one."""
    starts = line_starts(text)
    if number == 1:
        return 1 if text.startswith("\ufeff") else 0
    return starts[min(number, len(starts)) - 1]


def _spans(text: str, start: int, between: str) -> list[_CellSpan]:
    """Cells of the row that starts at a position."""
    cell = re.compile(rf'"(?:[^"]|"")*"|[^{re.escape(between)}\r\n]*')
    spans: list[_CellSpan] = []
    while found := cell.match(text, start):
        spans.append(_CellSpan(found.start(), found.end(), found[0]))
        if text[found.end() : found.end() + 1] != between:
            break
        start = found.end() + 1
    return spans


# The cells of a row as lines of YAML, and back.


def _as_lines(cells: Mapping[str, str]) -> str:
    return "".join(_line(heading, cell) for heading, cell in cells.items())


def _line(heading: str, cell: str) -> str:
    """Line for a cell, as plain as it can be read back; several lines for a text of several."""
    block = "".join(f"\n  {line}" if line else "\n" for line in cell.split("\n"))
    plain = f" |-{block}" if "\n" in cell else f" {cell}".rstrip()
    quoted = f" {_quoted(cell)}"
    ways = [f"{key}:{value}\n" for key in (heading, _quoted(heading)) for value in (plain, quoted)]
    return next(line for line in ways if line == ways[-1] or _reads_as(line, {heading: cell}))


def _reads_as(line: str, cells: Mapping[str, str]) -> bool:
    try:
        return {heading: cell for heading, (cell, _) in _cells_of(line, "").items()} == cells
    except InputError:
        return False


def _quoted(text: str) -> str:
    """Text in the double quotes of YAML, which are those of JSON but for some separators."""
    quoted = json.dumps(text, ensure_ascii=False)
    return re.sub("[\x85\u2028\u2029]", lambda found: f"\\u{ord(found[0]):04x}", quoted)


def _cells_of(text: str, name: str) -> dict[str, tuple[str, Where]]:
    """Cells in lines of YAML by heading, with their places in a text called `name`.

    Raises:
        InputError: it is not YAML, or more than texts, numbers and lists of them by heading.
    """
    document = document_of(text, name)
    written = {} if document.value is None else document.value
    if not isinstance(written, dict):
        message = tr("Each line must have a heading, a colon and what the cell contains.")
        raise InputError("row", message, where=document.where())
    return {
        heading: (_cell(document, heading, value), document.where(heading, key=True))
        for heading, value in written.items()
    }


def _cell(document: Document, heading: str, value: Any) -> str:
    values = value if isinstance(value, list) else [value]
    if not all(one is None or isinstance(one, str | int | float) for one in values):
        message = tr("A cell can only have a text, a number or a list of them.")
        raise InputError("row", message, where=document.where(heading))
    texts = ["" if one is None else str(one).lower() if isinstance(one, bool) else str(one) for one in values]
    return joined(texts) if isinstance(value, list) else texts[0]
