"""Translations as CSV, for any spreadsheet; `handouts` reads them again."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from deckwright.files.handouts import COLUMNS, rows_of
from deckwright.files.writing import guarded

if TYPE_CHECKING:
    from deckwright.model.translation import OutgoingFile


def write_handout(handout: OutgoingFile) -> bytes:
    """Write a file for translators. Cells that could be read as formulas begin with an apostrophe.

    Without a byte order mark, Excel reads UTF-8 as the encoding of the country; lines end as in RFC 4180.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow(COLUMNS)
    writer.writerows([guarded(cell) for cell in row] for row in rows_of(handout))
    return text.getvalue().encode("utf-8-sig", errors="replace")
