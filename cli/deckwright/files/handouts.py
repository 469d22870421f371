"""Files that go out to translators and come back: PO, tables (CSV, XLSX), and XLIFF 2 for the tools of agencies.

Each format is one record of `FORMATS` in `handout_formats.py`. All but PO have the state of a message as one word, and a fingerprint of what went out.
"""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.files.catalogues import GIVEN, SOURCE_LANGUAGE, parse_catalogue, po_entry
from deckwright.files.po import PoFile, PoMessage, complete_header, make_header, po_text
from deckwright.files.spreadsheets import Row, Worksheet, column_letters
from deckwright.files.texts import decode
from deckwright.files.writing import csv_text
from deckwright.files.xml import xml_text, xml_value
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.markup import ICON_FORM, tags_of
from deckwright.model.translation import (
    STATE_WORDS,
    IncomingFile,
    IncomingMessage,
    comment_lines,
    state_word,
    text_digest,
)
from deckwright.model.words import did_you_mean, fits_xml, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.files.xml import Element
    from deckwright.model.translation import OutgoingFile, OutgoingMessage


# The state of a message as one word, and its fingerprint, for tables and XLIFF.

_FUZZY = frozenset({"machine", "stale", "unsure"})
_IN_COMMENTS = frozenset({"machine", "reviewed"})


class Fingerprint(NamedTuple):
    """What is remembered of an extracted message, each part '' if it is lost.

    `known` are the digest and the state of the game’s text, `digest` and `state` those of the text in the file, which
    differ if that was suggested.
    """

    game: str = ""
    language: str = ""
    known: str = ""
    digest: str = ""
    state: str = ""


_FINGERPRINT = re.compile(
    r"(?P<game>\S+) (?P<language>\S+) (?P<known>\S+ \S+) (?P<digest>\S+) (?P<state>\S+)"
)


def fingerprint(message: OutgoingMessage, game: str, language: str) -> str:
    """Fingerprint of a message as text, to recognise later what has changed in the game and in the file."""
    return f"{game} {language} {message.mark} {text_digest(message.entry.text)} {state_word(message.entry)}"


def parse_fingerprint(text: str) -> Fingerprint:
    """Parse a fingerprint; an empty one if it is damaged."""
    match = _FINGERPRINT.fullmatch(" ".join(text.split()))
    return Fingerprint(**match.groupdict()) if match else Fingerprint()


def parse_state(word: str, where: Where) -> str:
    """Parse the word for a state, in any case; '' for none.

    Raises:
        InputError: it is unknown.
    """
    state = word.strip().lower()
    if state and state not in STATE_WORDS:
        near = nearest(state, list(STATE_WORDS)) or STATE_WORDS
        raise InputError(
            "state",
            tr("Unknown translation state: {word}.", word=word.strip()),
            hint=did_you_mean(near),
            where=where,
        )
    return state


def with_state(entry: IncomingMessage, word: str, extracted: Fingerprint) -> IncomingMessage:
    """Returned message with its state from a word of `WORDS`, or '' for none.

    A text that was changed without its word is a draft.
    """
    is_same_word = bool(extracted.digest) and word == extracted.state
    is_touched = is_same_word and text_digest(entry.text) != extracted.digest
    if is_touched or not entry.text:
        word = ""
    state_comment = (f"state: {word}",) if word in _IN_COMMENTS else ()
    return entry._replace(
        is_fuzzy=word in _FUZZY,
        previous=entry.previous if word == "stale" else "",
        comments=(*state_comment, *entry.comments),
        given=extracted.known,
    )


# Translations as the rows of a spreadsheet.

COLUMNS = ("context", "about", "source", "pivot", "translation", "state", "note", "previous", "mark")
"""The columns. `translation`, `state` and `note` are the translator’s; `mark` is the fingerprint."""

_NEEDED = ("context", "source", "translation")


def rows_of(handout: OutgoingFile) -> Iterator[Sequence[str]]:
    """Yield the rows of an extracted file, without the heads."""
    for message in handout.entries:
        yield _row(message, handout)


def _row(message: OutgoingMessage, handout: OutgoingFile) -> Sequence[str]:
    entry = message.entry
    note = [line for line in comment_lines(entry) if not line.startswith("state: ")]
    return (
        entry.context,
        "\n".join(message.about),
        entry.source,
        message.pivot,
        entry.text,
        state_word(entry),
        "\n".join(note),
        entry.previous,
        fingerprint(message, handout.game, handout.language),
    )


def read_table(data: bytes, file: str) -> IncomingFile:
    """Read a spreadsheet from a translator: its first worksheet that is not hidden."""
    from deckwright.files.workbooks import read_spreadsheet

    book = read_spreadsheet(data, file)
    if book.findings:
        decode(data, file)  # raises: in an encoding that had to be assumed, letters may be lost already
    sheets = [worksheet for worksheet in book.worksheets if not worksheet.is_hidden] or book.worksheets
    sheet = sheets[0] if sheets else Worksheet(file, "", [])
    heads, *rows = sheet.rows or [Row(1, 1, [])]
    columns = columns_of([_text(sheet, heads, index) for index in range(len(heads.cells))], file, heads.line)

    def cells(row: Row) -> dict[str, str]:
        return {name: _text(sheet, row, index) for name, index in columns.items()}

    return file_of(((cells(row), row_place(sheet, row)) for row in rows), file)


def row_place(sheet: Worksheet, row: Row, column: int = 0) -> Where:
    """Place of a cell, of which a text file has only the line."""
    return sheet.where(row, column) if sheet.name else Where(sheet.file, row.line, 1)


def _text(sheet: Worksheet, row: Row, column: int) -> str:
    """Text of a cell; '' beyond the last one.

    Raises:
        InputError: the spreadsheet has turned it into a formula or a date.
    """
    cell = row.cells[column] if column < len(row.cells) else ""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        return f"{cell:.15g}"
    raise InputError(
        "cell",
        tr(
            "{cell} is not a text but a formula, a date or something similar.",
            cell=f"{column_letters(column)}{row.number}",
        ),
        hint=tr("Format the cell as text, and type it again."),
        where=row_place(sheet, row, column),
    )


def columns_of(heads: Sequence[str], file: str, line: int) -> dict[str, int]:
    """Positions of the columns, by name.

    Raises:
        InputError: a required column is missing, or one occurs twice.
    """
    names = [head.strip().lower() for head in heads]
    for name in _NEEDED:
        if name not in names:
            hint = did_you_mean(nearest(name, [head for head in names if head]))
            message = tr(
                "Missing column: {name}. The first row must name the columns {needed}.",
                name=name,
                needed=", ".join(_NEEDED),
            )
            raise InputError("columns", message, hint=hint, where=Where(file, line, 1))
    for name in COLUMNS:
        if names.count(name) > 1:
            message = tr("The column {name} is listed twice.", name=name)
            raise InputError("columns", message, where=Where(file, line, 1))
    return {name: names.index(name) for name in COLUMNS if name in names}


def file_of(rows: Iterable[tuple[Mapping[str, str], Where]], file: str) -> IncomingFile:
    """Returned file from rows by column; empty rows are skipped."""
    games: set[str] = set()
    languages: set[str] = set()
    entries = []
    for row, where in rows:
        extracted = parse_fingerprint(row.get("mark", ""))
        games.add(extracted.game)
        languages.add(extracted.language)
        if any(row.values()):
            entries.append(_entry(row, where, extracted))
    return IncomingFile(file, _only(games), _only(languages), "", tuple(entries))


def _entry(row: Mapping[str, str], where: Where, extracted: Fingerprint) -> IncomingMessage:
    if not row["context"].strip():
        message = tr("This row has no context, so its text is unknown.")
        raise InputError("context", message, where=where)
    entry = IncomingMessage(
        row["context"].strip(),
        row["source"],
        row["translation"],
        where,
        previous=row.get("previous", ""),
        comments=tuple(line.strip() for line in row.get("note", "").split("\n") if line.strip()),
    )
    return with_state(entry, parse_state(row.get("state", ""), where), extracted)


def _only(names: set[str]) -> str:
    """The only name; '' if there is none, or several."""
    nonempty = names - {""}
    return next(iter(nonempty)) if len(nonempty) == 1 else ""


_NOBODY = {"", "FULL NAME <EMAIL@ADDRESS>"}


def write_po(handout: OutgoingFile) -> bytes:
    """Write a file for translators."""
    fields = complete_header({}, handout.game, handout.language, handout.stamp)
    fields[SOURCE_LANGUAGE] = handout.source_language
    header = make_header(fields, (f"{handout.title}: {handout.source_language} → {handout.language}",))
    entries = tuple(_po_message(message, handout.pivot) for message in handout.entries)
    return po_text(PoFile(header, entries, ())).encode()


def _po_message(message: OutgoingMessage, pivot: str) -> PoMessage:
    lines = [line for line in message.pivot.split("\n") if line]
    beside = [f"{pivot}: {' ¶ '.join(lines)}"] if lines else []
    entry = po_entry(message.entry)
    return entry._replace(
        flags=(*entry.flags, *message.flags),
        extracted=(*message.about, *beside, GIVEN + message.mark.replace(" ", "-")),
        references=(message.entry.place,) if message.entry.place else (),
    )


def read_po(data: bytes, file: str) -> IncomingFile:
    """Read a file from a translator."""
    po = parse_catalogue(data, file, "").po
    fields = po.fields()
    translator = fields.get("Last-Translator", "")
    return IncomingFile(
        file,
        fields.get("Project-Id-Version", ""),
        fields.get("Language", ""),
        "" if translator in _NOBODY else translator.partition("<")[0].strip() or translator,
        tuple(_message_of_po(entry, file) for entry in po.entries),
    )


def _message_of_po(entry: PoMessage, file: str) -> IncomingMessage:
    marks = [line.removeprefix(GIVEN).strip() for line in entry.extracted if line.startswith(GIVEN)]
    return IncomingMessage(
        entry.context,
        entry.source,
        entry.text,
        Where(file, entry.line, 1),
        entry.is_fuzzy,
        entry.previous,
        entry.comments,
        marks[-1].replace("-", " ") if marks else "",
    )


def write_csv(handout: OutgoingFile) -> bytes:
    """Write a file for translators. Cells that could be read as formulas begin with an apostrophe.

    Without a byte order mark, Excel reads UTF-8 as the encoding of the country; lines end as in RFC 4180.
    """
    return csv_text([COLUMNS, *rows_of(handout)], quoting=csv.QUOTE_ALL).encode(errors="replace")


def refuse_not_in_xml(handout: OutgoingFile, kind: str) -> None:
    """Check that a file format based on XML can contain all texts of a handout.

    Raises:
        InputError: one has a control character.
    """
    for outgoing in handout.entries:
        entry = outgoing.entry
        for text in (entry.source, entry.text, entry.previous, outgoing.pivot, *entry.notes):
            if not fits_xml(text):
                message = tr(
                    "{context} has a control character, which {kind} cannot contain.",
                    context=entry.context,
                    kind=kind,
                )
                raise InputError("control-character", message, hint=tr("Remove it, or write a .po file."))


def write_xlsx(handout: OutgoingFile) -> bytes:
    """Write a file for translators: one sheet, on which only their columns can be changed."""
    from deckwright.files.workbook_xlsx import ColumnLook, workbook_bytes

    looks = {
        "context": ColumnLook(24),
        "about": ColumnLook(32),
        "source": ColumnLook(50),
        "pivot": ColumnLook(40),
        "translation": ColumnLook(50, is_open=True),
        "state": ColumnLook(11, is_open=True, choices=STATE_WORDS),
        "note": ColumnLook(28, is_open=True),
        "previous": ColumnLook(40),
        "mark": ColumnLook(10, is_hidden=True),
    }
    title = f"{handout.source_language} → {handout.language}"
    rows = [COLUMNS, *rows_of(handout)]
    return workbook_bytes(title, rows, [looks[name] for name in COLUMNS], frozen=1, is_protected=True)


# Translations as XLIFF 2.1, for the tools of agencies.
#
# The maintained library for it (translate-toolkit) would add 20 MB, including lxml, for what is a page of
# XML.

ABOUT, PIVOT, COMMENT, PREVIOUS, MARK = "about", "pivot", "comment", "previous", "mark"
"""The categories of Deckwright’s notes; `mark` is the fingerprint."""

PREFIX = "deckwright"
STATES = {"draft": "translated", "reviewed": "reviewed"}
"""States of segments by our words; all others, which nobody has confirmed, are `initial`."""


def tokens_of(*texts: str) -> re.Pattern[str]:
    """Pattern of what a translator must not change, as one group: icons, and the tags of these texts."""
    tags = {tag.written for text in texts for tag in tags_of(text) if not tag.is_printed}
    return re.compile(f"({'|'.join([ICON_FORM, *map(re.escape, sorted(tags))])})")


def with_notes(
    message: IncomingMessage, notes: Mapping[str, Sequence[str]]
) -> tuple[IncomingMessage, Fingerprint]:
    """Returned message with what its notes say, by category, and its fingerprint."""
    comments = (line for note in notes.get(COMMENT, ()) for line in note.split("\n") if line.strip())
    extracted = parse_fingerprint("".join(notes.get(MARK, ())))
    return message._replace(previous="".join(notes.get(PREVIOUS, ())), comments=tuple(comments)), extracted


def xliff_state(word: str) -> str:
    """State of a segment for the state of its message."""
    return STATES.get(word, "initial")


def write_xliff(handout: OutgoingFile) -> bytes:
    """Write a file for translators. Icons and tags are placeholders, which translation tools do not change."""
    refuse_not_in_xml(handout, "XLIFF")
    return "\n".join(_lines(handout)).encode()


def _lines(handout: OutgoingFile) -> Iterator[str]:
    languages = f"srcLang={xml_value(handout.source_language)} trgLang={xml_value(handout.language)}"
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" {languages}>'
    yield f"  <file id={xml_value(handout.game)} original={xml_value(handout.title)}>"
    for number, message in enumerate(handout.entries, 1):
        yield from _unit(message, number, handout)
    yield "  </file>"
    yield "</xliff>"
    yield ""


def _unit(message: OutgoingMessage, number: int, handout: OutgoingFile) -> Iterator[str]:
    entry = message.entry
    yield f'    <unit id="u{number}" name={xml_value(entry.context)}>'
    yield "      <notes>"
    for category, text in message_notes(message, handout):
        yield f'        <note category="{category}">{xml_text(text)}</note>'
    yield "      </notes>"
    tokens = tokens_of(entry.source, entry.text)
    distinct_tokens = dict.fromkeys([*tokens.findall(entry.source), *tokens.findall(entry.text)])
    data = {token: f"d{number}" for number, token in enumerate(distinct_tokens, 1)}
    if data:
        originals = "".join(f'<data id="{name}">{token}</data>' for token, name in data.items())
        yield f"      <originalData>{originals}</originalData>"
    word = state_word(entry)
    yield f'      <segment state="{xliff_state(word)}" subState="{PREFIX}:{word}">'
    places = _Places(entry.source, tokens, data)
    yield f'        <source xml:space="preserve">{places.source}</source>'
    if entry.text:
        yield f'        <target xml:space="preserve">{places.written(entry.text)}</target>'
    yield "      </segment>"
    yield "    </unit>"


def message_notes(message: OutgoingMessage, handout: OutgoingFile) -> Iterator[tuple[str, str]]:
    """Yield the notes of a message, each with its category."""
    entry = message.entry
    yield from ((ABOUT, line) for line in message.about)
    if message.pivot:
        yield PIVOT, message.pivot
    if entry.previous:
        yield PREVIOUS, entry.previous
    yield from ((COMMENT, line) for line in comment_lines(entry) if not line.startswith("state: "))
    yield MARK, fingerprint(message, handout.game, handout.language)


class _Places:
    """The placeholders of a unit: a token of the translation has the number of its equal in the source."""

    def __init__(self, source: str, tokens: re.Pattern[str], data: Mapping[str, str]) -> None:
        self._tokens, self._data = tokens, data
        self._own = list(tokens.findall(source))
        self._count = len(self._own)
        self.source = self._with_placeholders(source, list(range(1, self._count + 1)))

    def written(self, text: str) -> str:
        """Translation with placeholders; tokens that the source lacks get numbers of their own."""
        remaining = dict(enumerate(self._own, 1))
        numbers = []
        for token in self._tokens.findall(text):
            number = next((number for number, source_token in remaining.items() if source_token == token), 0)
            if not number:
                self._count += 1
            remaining.pop(number, None)
            numbers.append(number or self._count)
        return self._with_placeholders(text, numbers)

    def _with_placeholders(self, text: str, numbers: list[int]) -> str:
        following = iter(numbers)
        return "".join(
            self._placeholder(part, next(following)) if self._tokens.fullmatch(part) else xml_text(part)
            for part in self._tokens.split(text)
        )

    def _placeholder(self, token: str, number: int) -> str:
        return f'<ph id="p{number}" equiv="{token}" disp="{token}" dataRef="{self._data[token]}"/>'


# The reader of XLIFF 2 from any translation tool.

_NAMESPACE = "urn:oasis:names:tc:xliff:document:2."
_INLINE = frozenset({"source", "target", "cp", "ph", "pc", "sc", "ec", "mrk", "sm", "em"})
_DONE = {"reviewed": "reviewed", "final": "reviewed", "translated": "draft"}


def read_xliff2(top: Element, file: str) -> IncomingFile:
    """Read a file from a translator, in XLIFF 2.0 to 2.2, from its outermost element.

    Raises:
        InputError: it is not XLIFF, or of another version, with the location.
    """
    if not top.name.startswith(_NAMESPACE):
        raise _no_xliff(top)
    reader = _Reader(top.name.rpartition(" ")[0] + " ")
    files = list(top.named(reader.prefix + "file"))
    entries = [reader.entry(unit) for file_element in files for unit in reader.units(file_element)]
    games = {file_element.get("id") for file_element in files}
    return IncomingFile(file, games.pop() if len(games) == 1 else "", top.get("trgLang"), "", tuple(entries))


def _no_xliff(top: Element) -> InputError:
    name = top.name.rpartition(" ")[2]
    return InputError(
        "bad-xliff", tr("This is not XLIFF: its outermost element is {name}.", name=name), where=top.where
    )


class _Reader:
    """Reads units; `prefix` is the namespace before the names of elements."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix

    def units(self, inside: Element) -> Iterator[Element]:
        """Yield the units of a file or group."""
        for child in inside.children:
            if child.name == f"{self.prefix}unit":
                yield child
            elif child.name == f"{self.prefix}group":
                yield from self.units(child)

    def entry(self, unit: Element) -> IncomingMessage:
        """Read a unit, which a tool may have split into segments."""
        notes = self._notes(unit)
        segments = [child for child in unit.children if child.name in self._parts]
        data = self._data(unit)
        for segment in segments:
            data |= self._placeholders(segment, data)
        source = "".join(self._text(segment, "source", data) for segment in segments)
        text = self._target(segments, data)
        message = IncomingMessage(self._context(unit), source, text, unit.where)
        entry, extracted = with_notes(message, notes)
        words = [
            _word(segment, extracted.state) for segment in segments if segment.name == f"{self.prefix}segment"
        ]
        return with_state(entry, min(words, key=_least, default=""), extracted)

    @property
    def _parts(self) -> set[str]:
        return {f"{self.prefix}segment", f"{self.prefix}ignorable"}

    def _context(self, unit: Element) -> str:
        if not unit.get("name"):
            message = tr("This unit has no name, so its text is unknown.")
            raise InputError("context", message, where=unit.where)
        return unit.get("name")

    def _notes(self, unit: Element) -> dict[str, list[str]]:
        """Notes by category; those of translators have none."""
        notes_by_category: dict[str, list[str]] = {}
        for notes in unit.named(f"{self.prefix}notes"):
            for note in notes.named(f"{self.prefix}note"):
                notes_by_category.setdefault(note.get("category") or COMMENT, []).append(note.text)
        return notes_by_category

    def _data(self, unit: Element) -> dict[str, str]:
        all_of = unit.named(f"{self.prefix}originalData")
        return {
            original.get("id"): original.text
            for data in all_of
            for original in data.named(f"{self.prefix}data")
        }

    def _placeholders(self, segment: Element, data: Mapping[str, str]) -> dict[str, str]:
        """Icons of the source’s placeholders by id, for tools that preserve only the id."""
        texts_by_id = {}
        for source in segment.named(f"{self.prefix}source"):
            for placeholder in source.named(f"{self.prefix}ph"):
                texts_by_id[f"#{placeholder.get('id')}"] = data.get(
                    placeholder.get("dataRef"), placeholder.get("equiv")
                )
        return texts_by_id

    def _target(self, segments: list[Element], data: Mapping[str, str]) -> str:
        """Translation; what is between sentences is taken from the source if a tool has dropped it."""
        texts = [self._text(segment, "target", data) for segment in segments]
        if not any(texts):
            return ""
        return "".join(
            text or (self._text(segment, "source", data) if segment.name == f"{self.prefix}ignorable" else "")
            for text, segment in zip(texts, segments, strict=True)
        )

    def _text(self, segment: Element, name: str, data: Mapping[str, str]) -> str:
        return "".join(self._inline(content, data) for content in segment.named(self.prefix + name))

    def _inline(self, element: Element, data: Mapping[str, str]) -> str:
        """Text of an element, with icons for placeholders."""
        name = element.name.removeprefix(self.prefix)
        if name not in _INLINE:
            message = tr("Unknown element in a text: {name}.", name=name.rpartition(" ")[2])
            raise InputError("bad-xliff", message, where=element.where)
        if name == "cp":
            message = tr("Control characters are not allowed in the texts of cards.")
            raise InputError("control-character", message, where=element.where)
        if name == "ph":
            text = data.get(element.get("dataRef"), element.get("equiv"))
            return text or data.get(f"#{element.get('id')}", "")
        return "".join(part if isinstance(part, str) else self._inline(part, data) for part in element.inside)


def _word(segment: Element, out: str) -> str:
    """Word for the state of a segment: as extracted, unless a tool has changed it since."""
    state, substate = segment.get("state") or "initial", segment.get("subState")
    prefix, _, word = substate.partition(":")
    if prefix == PREFIX and word in STATE_WORDS and xliff_state(word) == state:
        return word
    return out if state == "initial" else _DONE.get(state, "")


def _least(word: str) -> int:
    return STATE_WORDS.index(word) if word in STATE_WORDS else -1
