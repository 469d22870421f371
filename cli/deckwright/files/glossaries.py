"""Glossaries in files: TBX (ISO 30042), which OmegaT, Weblate and terminology tools read, and CSV for spreadsheets."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from deckwright.errors import InputError
from deckwright.files.writing import guarded
from deckwright.messages import tr
from deckwright.model.words import fits_xml

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.model.glossary import BilingualGlossary


COLUMNS = ("source", "target", "note", "forms", "forbidden")
"""The columns of a glossary in a spreadsheet; the first three are those that OmegaT and Weblate read."""

_SEPARATOR = "; "

_PREFERRED, _ADMITTED, _DEPRECATED = "preferredTerm", "admittedTerm", "deprecatedTerm"
_STATUS = "{}-admn-sts"


def write_glossary_csv(glossary: BilingualGlossary) -> bytes:
    """Write a glossary as a spreadsheet, a row for each term."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for term in glossary.terms:
        name, *forms = term.target or [""]
        row = (term.source[0], name, term.note, _SEPARATOR.join(forms), _SEPARATOR.join(term.forbidden))
        writer.writerow([guarded(cell) for cell in row])
    return text.getvalue().encode("utf-8-sig", errors="replace")


def write_tbx(glossary: BilingualGlossary) -> bytes:
    """Write a glossary as TBX-Basic.

    Raises:
        InputError: a term has a control character, which XML cannot contain.
    """
    for term in glossary.terms:
        if not all(map(fits_xml, (*term.source, *term.target, *term.forbidden, term.note))):
            message = tr(
                "{context} has a control character, which {kind} cannot contain.",
                context=term.source[0],
                kind="TBX",
            )
            raise InputError("control-character", message)
    return "\n".join(_tbx_lines(glossary)).encode()


def _tbx_lines(glossary: BilingualGlossary) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<martif type="TBX-Basic" xml:lang={quoteattr(glossary.source_language)}>'
    yield f"  <martifHeader><fileDesc><sourceDesc><p>{escape(glossary.game)}</p></sourceDesc></fileDesc></martifHeader>"
    yield "  <text><body>"
    for number, term in enumerate(glossary.terms, 1):
        yield f'    <termEntry id="t{number}">'
        yield from (f"      <note>{escape(note)}</note>" for note in [term.note] if note)
        yield from _language_lines(glossary.source_language, term.source)
        yield from _language_lines(glossary.language, term.target, term.forbidden)
        yield "    </termEntry>"
    yield "  </body></text>"
    yield "</martif>"
    yield ""


def _language_lines(language: str, accepted: Sequence[str], forbidden: Sequence[str] = ()) -> Iterator[str]:
    if not accepted and not forbidden:
        return
    yield f"      <langSet xml:lang={quoteattr(language)}>"
    for number, word in enumerate(accepted):
        yield _term_line(word, _ADMITTED if number else _PREFERRED)
    yield from (_term_line(word, _DEPRECATED) for word in forbidden)
    yield "      </langSet>"


def _term_line(word: str, status: str) -> str:
    note = f'<termNote type="administrativeStatus">{_STATUS.format(status)}</termNote>'
    return f"        <tig><term>{escape(word)}</term>{note}</tig>"
