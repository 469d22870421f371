"""Translations as XLSX, for Excel, LibreOffice and the like."""

from __future__ import annotations

import io
import re
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import BadZipFile, ZipFile

from deckwright.errors import InputError, UsageError
from deckwright.files.handouts import COLUMNS, columns_of, file_of, rows_of
from deckwright.files.texts import refuse_control_characters
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.translation import STATE_WORDS
from deckwright.model.words import refuse_not_in_xml

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from openpyxl.worksheet.worksheet import Worksheet

    from deckwright.model.translation import IncomingFile, OutgoingFile


class _Column(NamedTuple):
    """The look of a column: its width in letters, and whether translators can change it."""

    width: int
    is_open: bool = False
    is_hidden: bool = False


_LOOKS = {
    "context": _Column(24),
    "about": _Column(32),
    "source": _Column(50),
    "pivot": _Column(40),
    "translation": _Column(50, is_open=True),
    "state": _Column(11, is_open=True),
    "note": _Column(28, is_open=True),
    "previous": _Column(40),
    "mark": _Column(10, is_hidden=True),
}
_LARGEST = 64_000_000
"""Largest size of an unpacked workbook, in bytes."""

_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
"""An escape that the format reads as the character with that number."""


def write_handout(handout: OutgoingFile) -> bytes:
    """Write a file for translators: one sheet, on which only their columns can be changed.

    Raises:
        InputError: a text has a character that the format cannot contain.
        UsageError: openpyxl is not installed.
    """
    refuse_not_in_xml(handout, "XLSX")
    require_openpyxl()
    from openpyxl import Workbook

    book = Workbook()
    sheet: Any = book.active
    sheet.title = f"{handout.source_language} → {handout.language}"
    sheet.append(COLUMNS)
    for number, row in enumerate(rows_of(handout), 2):
        _fill(sheet, number, row)
    _arrange(sheet)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def require_openpyxl() -> None:
    """Check that openpyxl is installed.

    Raises:
        UsageError: it is not.
    """
    try:
        import openpyxl  # noqa: F401 - so that a missing package is reported before any work
    except ImportError:
        raise UsageError(
            "not-installed",
            tr("{name} is not installed.", name="openpyxl"),
            hint="pip install 'deckwright[xlsx]'",
        ) from None


def _fill(sheet: Worksheet, number: int, row: Sequence[str]) -> None:
    from openpyxl.styles import Alignment, Protection

    wrapped, is_open = Alignment(wrap_text=True, vertical="top"), Protection(locked=False)
    for at, (name, text) in enumerate(zip(COLUMNS, row, strict=True), 1):
        cell = sheet.cell(number, at)
        # A text that begins with = is not a formula, and one of digits is not a number.
        cell.value, cell.data_type, cell.number_format = escaped_text(text) or None, "s" if text else "n", "@"
        cell.alignment = wrapped
        if _LOOKS[name].is_open:
            cell.protection = is_open


def _arrange(sheet: Worksheet) -> None:
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.datavalidation import DataValidation

    for at, name in enumerate(COLUMNS, 1):
        column = sheet.column_dimensions[get_column_letter(at)]
        column.width, column.hidden = _LOOKS[name].width, _LOOKS[name].is_hidden
        sheet.cell(1, at).font = Font(bold=True)
    sheet.freeze_panes = "B2"
    sheet.auto_filter.ref = sheet.dimensions
    states = DataValidation(type="list", formula1=f'"{",".join(STATE_WORDS)}"', allow_blank=True)
    sheet.add_data_validation(states)
    letter = get_column_letter(COLUMNS.index("state") + 1)
    states.add(f"{letter}2:{letter}{max(sheet.max_row, 2)}")
    protection = sheet.protection
    protection.sheet = True
    # What is False here is allowed.
    protection.autoFilter = protection.sort = protection.formatColumns = protection.formatRows = False


def read_returned(data: bytes, file: str) -> IncomingFile:
    """Read the first sheet of a file from a translator.

    Raises:
        InputError: it is not a workbook, or not such a table, with the row and the column.
        UsageError: openpyxl is not installed.
    """
    require_openpyxl()
    rows = _rows(data, file)
    heads = next(rows, [])
    columns = columns_of([_text(cell, Where(file, 1, at)) for at, cell in enumerate(heads, 1)], file, 1)

    def cells(row: Sequence[Any], number: int) -> dict[str, str]:
        return {
            name: _text(row[at], Where(file, number, at + 1)) if at < len(row) else ""
            for name, at in columns.items()
        }

    return file_of(((cells(row, number), Where(file, number, 1)) for number, row in enumerate(rows, 2)), file)


def _rows(data: bytes, file: str) -> Iterator[Sequence[Any]]:
    """Yield rows while reading: in memory, a sheet would be as large as the position of its last cell, not its texts."""
    _refuse(data, file)
    from openpyxl import load_workbook

    try:
        with closing(load_workbook(io.BytesIO(data), read_only=True)) as book:
            sheet: Any = book.worksheets[0]
            sheet.reset_dimensions()
            yield from sheet.iter_rows()
    except Exception as fault:  # a workbook that is damaged makes openpyxl raise whatever comes
        raise _bad(file, tr("it is damaged")) from fault


def _refuse(data: bytes, file: str) -> None:
    """Refuse what is not a workbook, or would fill the memory."""
    try:
        with ZipFile(io.BytesIO(data)) as packed:
            size = sum(part.file_size for part in packed.infolist())
    except (BadZipFile, NotImplementedError, UnicodeDecodeError):
        raise _bad(file, tr("it is not of the format of its ending")) from None
    if size > _LARGEST:
        raise _bad(file, tr("it is too large"))


def _bad(file: str, reason: str) -> InputError:
    return InputError(
        "bad-xlsx",
        tr("The workbook {name} cannot be read: {reason}.", name=file, reason=reason),
        hint=tr("Save it again as XLSX, or as CSV in UTF-8."),
        where=Where(file),
    )


def _text(cell: Any, where: Where) -> str:
    """Text of a cell.

    Raises:
        InputError: the spreadsheet has turned it into a formula or a date.
    """
    value = cell.value
    if value is None:
        return ""
    if cell.data_type in {"f", "d", "e", "b"}:
        raise InputError(
            "cell",
            tr("{cell} is not a text but a formula, a date or something similar.", cell=cell.coordinate),
            hint=tr("Format the cell as text, and type it again."),
            where=where,
        )
    text = f"{value:.15g}" if isinstance(value, float) else _unescaped(str(value))
    refuse_control_characters(text, where)
    return text


def escaped_text(text: str) -> str:
    """Text as XLSX has it: what looks like one of its escapes is escaped."""
    return _ESCAPED.sub(lambda found: f"_x005F_x{found[1]}_", text)


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(_letter, text) if "_x" in text else text


def _letter(found: re.Match[str]) -> str:
    """Character of an escape; an unpaired surrogate stays as it is written."""
    letter = chr(int(found[1], 16))
    return found[0] if "\ud800" <= letter <= "\udfff" else letter
