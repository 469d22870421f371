"""Translations as XLSX, for Excel, LibreOffice and the like; `handouts` reads them again."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import UsageError
from deckwright.files.handouts import COLUMNS, rows_of
from deckwright.messages import tr
from deckwright.model.translation import STATE_WORDS
from deckwright.model.words import refuse_not_in_xml

if TYPE_CHECKING:
    from collections.abc import Sequence

    from openpyxl.worksheet.worksheet import Worksheet

    from deckwright.model.translation import OutgoingFile


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


def escaped_text(text: str) -> str:
    """Text as XLSX has it: what looks like one of its escapes is escaped."""
    return _ESCAPED.sub(lambda found: f"_x005F_x{found[1]}_", text)
