"""The writer of gettext PO files: whatever the reader keeps is written, always the same way."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deckwright.files.po import PoEntry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.files.po import PoFile

WIDTH = 100
"""The most letters in a line of the file."""

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
"""What editors are told of the plural forms of a language, by gettext's table; games have none to translate."""

LANGUAGES = {"it": "Italian", "fr": "French", "en": "English"}
"""What a team is called after: the languages' English names, as in other projects' files."""


def po_text(file: PoFile) -> str:
    """Write a PO file."""
    entries = (file.header, *file.entries) if file.header else file.entries
    return "\n".join([*map(_entry, entries), *(f"{block}\n" for block in file.obsolete)])


def header_of(fields: Mapping[str, str], comments: tuple[str, ...] = ()) -> PoEntry:
    """Make the header of a PO file from its fields."""
    return PoEntry("", "", "".join(f"{name}: {value}\n" for name, value in fields.items()), comments=comments)


def full_fields(fields: Mapping[str, str], game: str, language: str, stamp: str) -> dict[str, str]:
    """Give the fields of a header with all that PO editors and msgfmt look for, in the order they write them.

    `fields` are those it has, which stay; `stamp` is when it is written, as PO files say it.
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


def _entry(entry: PoEntry) -> str:
    return "\n".join([*_beside(entry), *_texts(entry), ""])


def _beside(entry: PoEntry) -> Iterator[str]:
    for sign, lines in (("#", entry.comments), ("#.", entry.extracted), ("#:", entry.references)):
        yield from (f"{sign} {line}".rstrip() for line in lines)
    if entry.flags:
        yield f"#, {', '.join(entry.flags)}"
    yield from (f"#{line}" for line in previous_lines(entry.previous))


def previous_lines(previous: str) -> list[str]:
    """Write the source text that an entry had before, as it stands after the number sign; nothing for ''."""
    return [f"| {line}" for line in _quoted("msgid", previous)] if previous else []


def _texts(entry: PoEntry) -> Iterator[str]:
    if entry.context:
        yield from _quoted("msgctxt", entry.context)
    yield from _quoted("msgid", entry.source)
    yield from _quoted("msgstr", entry.text)


def _quoted(keyword: str, text: str) -> list[str]:
    """Write a text after its keyword, or below it where it takes several lines."""
    lines = [line for paragraph in _PARAGRAPH.findall(text) or [""] for line in _wrapped(paragraph)]
    if len(lines) == 1 and len(lines[0]) + len(keyword) + len(' ""') <= WIDTH:
        return [f'{keyword} "{lines[0]}"']
    return [f'{keyword} ""', *(f'"{line}"' for line in lines)]


def _wrapped(paragraph: str) -> list[str]:
    """Break what is longer than a line between its words, and lose no space."""
    escaped = paragraph.translate(_ESCAPES)
    room = WIDTH - len('""')
    if len(escaped) <= room:
        return [escaped]
    from textwrap import TextWrapper

    wrapper = TextWrapper(room, expand_tabs=False, replace_whitespace=False, drop_whitespace=False)
    wrapper.break_long_words = wrapper.break_on_hyphens = False
    return wrapper.wrap(escaped)
