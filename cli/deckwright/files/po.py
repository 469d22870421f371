"""The reader of gettext PO files: strict, and with the line of every entry.

polib leaves out in silence what is cut off or half quoted, and loses count of lines (seen in 1.2.0).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError, Where
from deckwright.files.texts import lines_of
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Iterator

_STRING = re.compile(r'(?:(msgctxt|msgid|msgstr)\s+)?"((?:[^"\\]|\\.)*)"\s*')
_PLURAL = re.compile(r"msgid_plural\b|msgstr\[")
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_BEFORE = {"msgctxt": {""}, "msgid": {"", "msgctxt"}, "msgstr": {"msgid"}}
"""What may stand before each keyword in an entry, which ends with msgstr."""


class PoEntry(NamedTuple):
    """An entry: its three texts, `context` '' where it has none, and the line it starts on."""

    context: str
    source: str
    text: str
    line: int
    is_fuzzy: bool


class _Open:
    """An entry that is being read."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.keyword = ""
        self.line = 0
        self.is_fuzzy = False

    def closed(self) -> PoEntry:
        texts = self.texts
        return PoEntry(texts.get("msgctxt", ""), texts["msgid"], texts["msgstr"], self.line, self.is_fuzzy)


def entries_of(text: str, file: str) -> Iterator[PoEntry]:
    """Yield the entries of a PO file, without the obsolete ones; the header is that without a source text.

    Raises:
        InputError: the file is not well formed, at the first fault.
    """
    entry = _Open()
    for number, raw in enumerate(lines_of(text), 1):
        line = raw.strip()
        if line.startswith("#") or not line:
            if entry.keyword == "msgstr":
                yield entry.closed()
                entry = _Open()
            entry.is_fuzzy |= line.startswith("#,") and "fuzzy" in line[2:].replace(",", " ").split()
            continue
        where = Where(file, number, len(raw) - len(raw.lstrip()) + 1)
        found = _STRING.fullmatch(line)
        if found is None:
            raise _malformed(line, where)
        if found[1] in {"msgctxt", "msgid"} and entry.keyword == "msgstr":
            yield entry.closed()
            entry = _Open()
        _add(entry, found[1], _unescaped(found[2], where), where)
    if entry.keyword == "msgstr":
        yield entry.closed()
    elif entry.keyword:
        raise _not_po(tr("The last entry is cut off: it has no msgstr."), Where(file, entry.line, 1))


def _add(entry: _Open, keyword: str | None, text: str, where: Where) -> None:
    if keyword is None and entry.keyword:
        entry.texts[entry.keyword] += text
    elif keyword and entry.keyword in _BEFORE[keyword]:
        entry.line = entry.line or where.line
        entry.keyword = keyword
        entry.texts[keyword] = text
    elif keyword:
        raise _not_po(tr("{keyword} stands in the wrong place.", keyword=keyword), where)
    else:
        raise _not_po(tr("This text belongs to no msgctxt, msgid or msgstr."), where)


def _unescaped(text: str, where: Where) -> str:
    def meant(found: re.Match[str]) -> str:
        if found[1] not in _ESCAPED:
            raise _not_po(
                tr("{escape} is no escape here; write \\\\ for a backslash.", escape=found[0]), where
            )
        return _ESCAPED[found[1]]

    return _ESCAPE.sub(meant, text) if "\\" in text else text


def _malformed(line: str, where: Where) -> InputError:
    if _PLURAL.match(line):
        return _not_po(tr("The texts of a game have no plural forms: leave out {line}.", line=line), where)
    if line.count('"') - line.count('\\"') > 1:
        return _not_po(tr('A quotation mark inside a text is written \\".'), where)
    return _not_po(
        tr("A line is a comment, or msgctxt, msgid or msgstr with a text in quotation marks."), where
    )


def _not_po(message: str, where: Where) -> InputError:
    return InputError("bad-po", message, hint=tr("msgfmt --check shows what is wrong."), where=where)
