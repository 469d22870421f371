"""Glossaries in files: TBX (ISO 30042), which OmegaT, Weblate and terminology tools read, and CSV for spreadsheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.files.handouts import row_place
from deckwright.files.texts import SPREADSHEETS, read_bytes
from deckwright.files.writing import csv_text
from deckwright.files.xml import XmlPolicy, parse_xml, xml_text, xml_value
from deckwright.files.yaml import DATA_LIMIT
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.languages import canonical_tag, match_language
from deckwright.model.words import fits_xml

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.files.xml import Element
    from deckwright.model.glossary import BilingualGlossary


COLUMNS = ("source", "target", "note", "forms", "forbidden")
"""The columns of a glossary in a spreadsheet; the first three are those that OmegaT and Weblate read."""

_SEPARATOR = "; "

_PREFERRED, _ADMITTED, _DEPRECATED = "preferredTerm", "admittedTerm", "deprecatedTerm"
_STATUS = "{}-admn-sts"


def write_glossary_csv(glossary: BilingualGlossary) -> bytes:
    """Write a glossary as a spreadsheet, a row for each term."""
    rows: list[Sequence[str]] = [COLUMNS]
    for term in glossary.terms:
        name, *forms = term.target or [""]
        rows.append(
            (term.source[0], name, term.note, _SEPARATOR.join(forms), _SEPARATOR.join(term.forbidden))
        )
    return csv_text(rows).encode(errors="replace")


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
    yield f'<martif type="TBX-Basic" xml:lang={xml_value(glossary.source_language)}>'
    yield f"  <martifHeader><fileDesc><sourceDesc><p>{xml_text(f'{glossary.game} {glossary.language}')}</p></sourceDesc></fileDesc></martifHeader>"
    yield "  <text><body>"
    for number, term in enumerate(glossary.terms, 1):
        yield f'    <termEntry id="t{number}">'
        yield from (f"      <note>{xml_text(note)}</note>" for note in [term.note] if note)
        yield from _language_lines(glossary.source_language, term.source)
        yield from _language_lines(glossary.language, term.target, term.forbidden)
        yield "    </termEntry>"
    yield "  </body></text>"
    yield "</martif>"
    yield ""


def _language_lines(language: str, accepted: Sequence[str], forbidden: Sequence[str] = ()) -> Iterator[str]:
    if not accepted and not forbidden:
        return
    yield f"      <langSet xml:lang={xml_value(language)}>"
    for number, word in enumerate(accepted):
        yield _term_line(word, _ADMITTED if number else _PREFERRED)
    yield from (_term_line(word, _DEPRECATED) for word in forbidden)
    yield "      </langSet>"


def _term_line(word: str, status: str) -> str:
    note = f'<termNote type="administrativeStatus">{_STATUS.format(status)}</termNote>'
    return f"        <tig><term>{xml_text(word)}</term>{note}</tig>"


# Glossaries that come back.


class IncomingTerm(NamedTuple):
    """A term of a glossary in a file: its accepted and its forbidden words by language, the name first."""

    accepted: Mapping[str, Sequence[str]]
    forbidden: Mapping[str, Sequence[str]]
    note: str
    where: Where


class IncomingGlossary(NamedTuple):
    """A glossary in a file, its game, and the language that it translates into, each '' if unknown.

    A spreadsheet does not name the languages of its terms: they are `source` and `target`.
    """

    file: str
    game: str
    language: str
    terms: tuple[IncomingTerm, ...]

    def languages(self) -> list[str]:
        """Languages of its terms."""
        tags = {tag for term in self.terms for tag in (*term.accepted, *term.forbidden)}
        return sorted(tags - {"source", "target"})


def is_glossary(file: str) -> bool:
    """Whether a file is a glossary: TBX, or a spreadsheet with the columns `source` and `target`."""
    ending = file[file.rfind(".") :].lower()
    if ending == ".tbx":
        return True
    return ending in SPREADSHEETS and "target" in _rows(read_bytes(file, limit=DATA_LIMIT), file)[0][0]


def read_glossary(data: bytes, file: str) -> IncomingGlossary:
    """Read a glossary from TBX or a spreadsheet.

    Raises:
        InputError: it cannot be read, or is not a glossary, with the location.
    """
    if file.lower().endswith(".tbx"):
        return _read_tbx(parse_xml(data, file, XmlPolicy(has_bare_doctype=True)), file)
    (heads, _), *rows = _rows(data, file)
    terms = [_table_term(dict(zip(heads, cells, strict=False)), where) for cells, where in rows if any(cells)]
    return IncomingGlossary(file, "", "", tuple(terms))


def _rows(data: bytes, file: str) -> list[tuple[list[str], Where]]:
    """Rows of the first worksheet as texts, each with its location; the first has the heads in small letters."""
    from deckwright.files.workbooks import read_spreadsheet

    sheets = read_spreadsheet(data, file).worksheets
    sheet = next((sheet for sheet in sheets if not sheet.is_hidden and sheet.rows), None)
    if sheet is None:
        return [([], Where(file, 1, 1))]
    rows = [([str(cell).strip() for cell in row.cells], row_place(sheet, row)) for row in sheet.rows]
    return [([head.lower() for head in rows[0][0]], rows[0][1]), *rows[1:]]


def _table_term(row: Mapping[str, str], where: Where) -> IncomingTerm:
    if not row.get("source"):
        raise InputError("context", tr("This row has no source, so its term is unknown."), where=where)
    accepted = [row.get("target", ""), *row.get("forms", "").split(_SEPARATOR.strip())]
    words = [word.strip() for word in accepted if word.strip()]
    forbidden = [word.strip() for word in row.get("forbidden", "").split(_SEPARATOR.strip()) if word.strip()]
    return IncomingTerm(
        {"source": [row["source"]], "target": words}, {"target": forbidden}, row.get("note", ""), where
    )


_ENTRIES, _LANGUAGES = {"termEntry", "conceptEntry"}, {"langSet", "langSec"}
_LANG = "http://www.w3.org/XML/1998/namespace lang"


def _read_tbx(top: Element, file: str) -> IncomingGlossary:
    if _name(top) not in {"martif", "tbx"}:
        message = tr("This is not TBX: its outermost element is {name}.", name=_name(top))
        raise InputError("bad-tbx", message, where=top.where)
    about = "".join(source.text for source in top.all() if _name(source) == "sourceDesc").split()
    game, language = about if len(about) == len(("game", "language")) else ("", "")
    terms = tuple(_tbx_term(entry) for entry in top.all() if _name(entry) in _ENTRIES)
    return IncomingGlossary(file, game, canonical_tag(language), terms)


def _tbx_term(entry: Element) -> IncomingTerm:
    accepted: dict[str, list[str]] = {}
    forbidden: dict[str, list[str]] = {}
    for group in _inside(entry, _LANGUAGES):
        language = group.get(_LANG) or group.get("xml:lang")
        for holder in group.all():
            for term in (child for child in holder.children if _name(child) == "term"):
                words = forbidden if _is_deprecated(holder) else accepted
                words.setdefault(language, []).append(" ".join(term.text.split()))
    notes = [note.text for note in entry.children if _name(note) in {"note", "descrip"}]
    return IncomingTerm(accepted, forbidden, " ".join(notes), entry.where)


def _is_deprecated(holder: Element) -> bool:
    statuses = [
        child.text for child in holder.children if _name(child) in {"termNote", "administrativeStatus"}
    ]
    return any(status.startswith(("deprecated", "superseded", "notRecommended")) for status in statuses)


def _inside(element: Element, names: set[str]) -> Iterator[Element]:
    return (child for child in element.children if _name(child) in names)


def _name(element: Element) -> str:
    """Name of an element without its namespace: both versions of TBX have the same ones."""
    return element.name.rpartition(" ")[2]


def words_of(words: Mapping[str, Sequence[str]], language: str, side: str) -> Sequence[str]:
    """Words in a language, whose tag may have a region in the file, or those of a `side` of a spreadsheet."""
    if side in words:
        return words[side]
    return next((words[tag] for tag in words if match_language(tag, [language])), [])


def refuse_without(glossary: IncomingGlossary, languages: Iterable[str]) -> None:
    """Check that a glossary has terms in some languages.

    Raises:
        InputError: it has none in one of them.
    """
    named = glossary.languages()
    for language in languages:
        if named and not any(match_language(tag, [language]) for tag in named):
            message = tr("{name} has no terms in {language}.", name=glossary.file, language=language)
            hint = tr("Its languages: {names}.", names=", ".join(named))
            raise InputError("no-such-language", message, hint=hint, where=glossary.terms[0].where)
