"""gettext PO files: a strict reader that keeps the line of every message, and a writer that always writes the same way."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.files.texts import each_line, refuse_control_characters
from deckwright.findings import Where
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping


# The reader of gettext PO files: strict, with the line of every message and all its comments.
#
# polib silently drops what is cut off or half quoted, and loses count of lines (seen in 1.2.0).

_STRING = re.compile(r'(?:(msgctxt|msgid|msgstr)\s+)?"([^"\\]*(?:\\.[^"\\]*)*)"\s*')
_PLURAL = re.compile(r"msgid_plural\b|msgstr\[")
_ESCAPE = re.compile(r"((?:\\(?:[0-7]{1,3}|x[0-9A-Fa-f]{1,2}))+)|\\(.)")
_BYTE = re.compile(r"\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2}))")
"""A byte by its octal or hexadecimal number, as msgcat --escape writes letters beyond ASCII."""
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_BEFORE = {"msgctxt": {""}, "msgid": {"", "msgctxt"}, "msgstr": {"msgid"}}
"""The keyword that each keyword follows; `msgstr` ends a message."""

_OF_AN_ENTRY = frozenset(".:,")
"""Comments that a message must follow; those of translators may end a file."""


class PoMessage(NamedTuple):
    """A message: its three texts, with an empty `context` if it has none, and the line it starts on.

    `comments` are the translator’s, `extracted` those that begin with `#.`, `references` those with `#:`. `previous` is
    the source that was translated before, '' if it is not stated.
    """

    context: str
    source: str
    text: str
    line: int = 0
    comments: tuple[str, ...] = ()
    extracted: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    previous: str = ""

    @property
    def is_fuzzy(self) -> bool:
        """Whether editors show that it needs work."""
        return "fuzzy" in self.flags


class PoFile(NamedTuple):
    """A PO file: its header (the message without a source, if any), its messages, and the obsolete ones as written."""

    header: PoMessage | None
    entries: tuple[PoMessage, ...]
    obsolete: tuple[str, ...]

    def fields(self) -> dict[str, str]:
        """Fields of the header, by name."""
        lines = self.header.text.split("\n") if self.header else []
        return {
            name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines if line)
        }


class _Open:
    """A message that is being read: its texts by keyword, its comments by their first sign."""

    def __init__(self) -> None:
        self.texts: dict[str, list[str]] = {}
        self.keyword = ""
        self.line = 0
        self.comments: dict[str, list[str]] = {}
        self.previous: dict[str, list[str]] = {}
        self.written: list[str] = []

    def closed(self) -> PoMessage:
        texts, comments = self.texts, self.comments
        flags = [flag.strip() for line in comments.get(",", ()) for flag in line.split(",")]
        return PoMessage(
            "".join(texts.get("msgctxt", ())),
            "".join(texts["msgid"]),
            "".join(texts["msgstr"]),
            self.line,
            tuple(comments.get(" ", ())),
            tuple(comments.get(".", ())),
            tuple(comments.get(":", ())),
            tuple(flag for flag in flags if flag),
            "".join(self.previous.get("msgid", ())),
        )


class PoReader:
    """Reads a file line by line; `header` and `obsolete` are complete when all its messages were yielded."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._open = _Open()
        self._raw, self._number = "", 0
        self._read: list[PoMessage] = []
        self._headers: list[PoMessage] = []
        self.obsolete: list[str] = []

    @property
    def header(self) -> PoMessage | None:
        """The message without a source, if the file has one."""
        return self._headers[0] if self._headers else None

    def messages(self, lines: Iterable[str]) -> Iterator[PoMessage]:
        """Read a whole file, and yield each of its messages but the header when it is complete.

        Raises:
            InputError: the file is not well-formed, with the first error.
        """
        for number, line in enumerate(lines, 1):
            self._line(line, number)
            if self._read:
                yield from self._taken()
        self._end()
        yield from self._taken()
        if len(self._headers) > 1:
            first, second, *_ = self._headers
            message = tr("The header is already on line {line}.", line=first.line)
            raise _not_po(message, Where(self._file, second.line, 1))

    def _taken(self) -> list[PoMessage]:
        """Messages that are complete; headers are kept."""
        taken, self._read = self._read, []
        self._headers += [entry for entry in taken if not entry.source and not entry.context]
        return [entry for entry in taken if entry.source or entry.context]

    def _line(self, raw: str, number: int) -> None:
        self._raw, self._number = raw, number
        line = raw.strip()
        if not line:
            self._close()
        elif line[0] == "#":
            self._comment(line)
        else:
            self._text(line)

    def _where(self) -> Where:
        return Where(self._file, self._number, len(self._raw) - len(self._raw.lstrip()) + 1)

    def _close(self) -> None:
        """Finish the current message, if it is complete or obsolete."""
        entry = self._open
        if entry.keyword == "msgstr":
            self._read.append(entry.closed())
        elif "~" in entry.comments and not entry.keyword:
            self.obsolete.append("\n".join(entry.written))
        elif entry.keyword or entry.comments or entry.previous:
            return
        self._open = _Open()

    def _end(self) -> None:
        """Finish the file; refuse a message that is cut off."""
        self._close()
        cut = self._open
        if cut.keyword or cut.previous or not cut.comments.keys().isdisjoint(_OF_AN_ENTRY):
            where = Where(self._file, cut.line or self._number, 1)
            raise _not_po(tr("The last entry is cut off: msgstr is missing."), where)

    def _comment(self, line: str) -> None:
        sort = line[1:2] if line[1:2] in set(".:,|~") else " "
        if self._open.keyword == "msgstr" or ("~" in self._open.comments and sort != "~"):
            self._close()
        self._open.written.append(line)
        rest = line[1:] if sort == " " else line[2:]
        if sort == "|":
            self._previous(rest.strip())
        else:
            self._open.comments.setdefault(sort, []).append(rest.strip())

    def _previous(self, line: str) -> None:
        """Read a line of the previous texts of a message."""
        found = _STRING.fullmatch(line)
        if found is None:
            if not _PLURAL.match(line):
                raise _malformed(line, self._where())
            return
        before = self._open.previous
        keyword = found[1] or next(reversed(before), "msgid")
        if found[1]:
            before[keyword] = []
        before.setdefault(keyword, []).append(self._unescaped(found[2]))

    def _text(self, line: str) -> None:
        found = _STRING.fullmatch(line)
        if found is None:
            raise _malformed(line, self._where())
        keyword = found[1]
        if "~" in self._open.comments or (keyword in {"msgctxt", "msgid"} and self._open.keyword == "msgstr"):
            self._close()
        self._add(keyword, self._unescaped(found[2]))

    def _add(self, keyword: str | None, text: str) -> None:
        entry = self._open
        if keyword is None and entry.keyword:
            entry.texts[entry.keyword].append(text)
        elif keyword and entry.keyword in _BEFORE[keyword]:
            entry.line = entry.line or self._number
            entry.keyword = keyword
            entry.texts[keyword] = [text]
        elif keyword:
            raise _not_po(tr("{keyword} is in the wrong place.", keyword=keyword), self._where())
        else:
            raise _not_po(tr("This text does not belong to a msgctxt, msgid or msgstr."), self._where())

    def _unescaped(self, text: str) -> str:
        if "\\" not in text:
            return text
        unescaped = _ESCAPE.sub(lambda found: _unescaped_sign(found, self._where), text)
        refuse_control_characters(unescaped, self._where())
        return unescaped


def parse_po(text: str, file: str) -> PoFile:
    """Parse the text of a PO file.

    Raises:
        InputError: it is not well-formed, with the first error.
    """
    reader = PoReader(file)
    entries = tuple(reader.messages(each_line(text)))
    return PoFile(reader.header, entries, tuple(reader.obsolete))


def _unescaped_sign(found: re.Match[str], where: Callable[[], Where]) -> str:
    if found[1]:
        return _decoded(found[1], where)
    if found[2] not in _ESCAPED:
        message = tr("{escape} is not a valid escape; write \\\\ for a backslash.", escape=found[0])
        raise _not_po(message, where())
    return _ESCAPED[found[2]]


def _decoded(escapes: str, where: Callable[[], Where]) -> str:
    """Text of escaped bytes, as UTF-8."""
    numbers = [int(octal, 8) if octal else int(digits, 16) for octal, digits in _BYTE.findall(escapes)]
    try:
        return bytes(numbers).decode()
    except ValueError:
        raise _not_po(tr("The bytes {escapes} are not UTF-8.", escapes=escapes), where()) from None


def _malformed(line: str, where: Where) -> InputError:
    if _PLURAL.match(line):
        return _not_po(tr("The texts of a game have no plural forms: remove {line}.", line=line), where)
    if line.count('"') - line.count('\\"') > 1:
        return _not_po(tr('Write \\" for a quotation mark inside a text.'), where)
    return _not_po(
        tr("A line must be a comment, or msgctxt, msgid or msgstr with a text in quotation marks."), where
    )


def _not_po(message: str, where: Where) -> InputError:
    return InputError("bad-po", message, hint=tr("msgfmt --check shows what is wrong."), where=where)


# The writer of gettext PO files: all that the reader keeps, always in the same form.

WIDTH = 100
"""Longest line of the file, in letters."""

_ESCAPES = str.maketrans(
    {
        "\\": "\\\\",
        '"': '\\"',
        "\n": "\\n",
        "\t": "\\t",
        "\r": "\\r",
        "\a": "\\a",
        "\b": "\\b",
        "\f": "\\f",
        "\v": "\\v",
    }
)
_PARAGRAPH = re.compile(r"[^\n]*\n|[^\n]+")

PLURALS = {
    "it": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "en": "nplurals=2; plural=(n != 1);",
}
"""Plural forms by language, from gettext’s table, which editors expect; games have none to translate."""

LANGUAGES = {"it": "Italian", "fr": "French", "en": "English"}
"""Names of language teams: the English names of languages, as in other projects."""


def po_text(file: PoFile) -> str:
    """Text of a PO file."""
    entries = (file.header, *file.entries) if file.header else file.entries
    return "\n".join([*map(_entry, entries), *(f"{block}\n" for block in file.obsolete)])


def make_header(fields: Mapping[str, str], comments: tuple[str, ...] = ()) -> PoMessage:
    """Header of a PO file, from its fields."""
    return PoMessage(
        "", "", "".join(f"{name}: {value}\n" for name, value in fields.items()), comments=comments
    )


def po_time() -> str:
    """Time now, as PO files write it."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M+0000")


def complete_header(fields: Mapping[str, str], game: str, language: str, stamp: str) -> dict[str, str]:
    """Fields of a header with all that PO editors and msgfmt expect, in their order.

    `fields` are those it has, which stay; `stamp` is the time of writing in the notation of PO files.
    """
    usual = {
        "Project-Id-Version": game,
        "PO-Revision-Date": stamp,
        "Last-Translator": "",
        "Language-Team": LANGUAGES.get(language, language),
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    plurals = {"Plural-Forms": PLURALS[language]} if language in PLURALS else {}
    return {**usual, **plurals, **fields}


def _entry(entry: PoMessage) -> str:
    return "\n".join([*_beside(entry), *_texts(entry), ""])


def _beside(entry: PoMessage) -> Iterator[str]:
    for sign, lines in (("#", entry.comments), ("#.", entry.extracted), ("#:", entry.references)):
        yield from (f"{sign} {line}".rstrip() for line in lines)
    if entry.flags:
        yield f"#, {', '.join(entry.flags)}"
    yield from (f"#{line}" for line in previous_lines(entry.previous))


def previous_lines(previous: str) -> list[str]:
    """Comment lines, without the number sign, for the previous source of a message; none for ''."""
    return [f"| {line}" for line in _quoted("msgid", previous)] if previous else []


def _texts(entry: PoMessage) -> Iterator[str]:
    if entry.context:
        yield from _quoted("msgctxt", entry.context)
    yield from _quoted("msgid", entry.source)
    yield from _quoted("msgstr", entry.text)


def _quoted(keyword: str, text: str) -> list[str]:
    """Text after its keyword, or below it if it takes several lines."""
    lines = [line for paragraph in _PARAGRAPH.findall(text) or [""] for line in _wrapped(paragraph)]
    if len(lines) == 1 and len(lines[0]) + len(keyword) + len(' ""') <= WIDTH:
        return [f'{keyword} "{lines[0]}"']
    return [f'{keyword} ""', *(f'"{line}"' for line in lines)]


def _wrapped(paragraph: str) -> list[str]:
    """Break a text that is longer than a line between words, keeping all spaces."""
    escaped = paragraph.translate(_ESCAPES)
    room = WIDTH - len('""')
    if len(escaped) <= room:
        return [escaped]
    from textwrap import TextWrapper

    wrapper = TextWrapper(room, expand_tabs=False, replace_whitespace=False, drop_whitespace=False)
    wrapper.break_long_words = wrapper.break_on_hyphens = False
    return wrapper.wrap(escaped)
