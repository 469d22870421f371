"""Translations as gettext PO files: the source text is the key, the context says what it belongs to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckwright.errors import InputError, Where
from deckwright.files.po import entries_of
from deckwright.files.texts import decode
from deckwright.messages import tr
from deckwright.model.finding import Finding
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_CHARSET = re.compile(r"charset=([^\s;]+)", re.IGNORECASE)
_UTF8 = {"UTF-8", "UTF8", "US-ASCII", "ASCII", "CHARSET"}  # the last stands in every template


@dataclass(frozen=True, slots=True)
class Entry:
    """One translation: its context (`krol-junior.name`, `kind:tool`), source and translated text, and place."""

    context: str
    source: str
    text: str
    where: Where


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The translations of a game into one language, as a PO file holds them."""

    language: str
    file: str
    entries: tuple[Entry, ...] = ()

    def translated(self, sources: Mapping[str, str]) -> dict[str, str]:
        """Give the texts that are done and up to date, by context; `sources` hold the current source texts."""
        return {
            entry.context: entry.text
            for entry in self.entries
            if entry.text and sources.get(entry.context) == entry.source
        }

    def check(self, sources: Mapping[str, str]) -> Iterator[Finding]:
        """Find entries that belong to nothing, stand twice, or translate a text that has changed since."""
        seen: dict[str, Entry] = {}
        known = list(sources)
        for entry in self.entries:
            if entry.context not in sources:
                yield _unknown(entry, known)
            elif entry.context in seen:
                yield _twice(entry, seen[entry.context])
            elif entry.text and entry.source != sources[entry.context]:
                yield _stale(entry, sources[entry.context])
            seen[entry.context] = entry


def parse_catalogue(data: bytes, file: str, language: str) -> Catalogue:
    """Read the bytes of a PO file; entries marked fuzzy or obsolete are left out.

    Raises:
        InputError: it is no PO file, or not in UTF-8, with the line.
    """
    entries = []
    for entry in entries_of(decode(data, file), file):
        where = Where(file, entry.line, 1)
        if not entry.source and not entry.context:
            _refuse_charset(entry.text, where)
        elif not entry.is_fuzzy:
            entries.append(Entry(entry.context, entry.source, entry.text, where))
    return Catalogue(language, file, tuple(entries))


def _refuse_charset(header: str, where: Where) -> None:
    said = _CHARSET.search(header)
    if said and said[1].upper() not in _UTF8:
        raise InputError(
            "encoding",
            tr("The header says that the file is in {charset}.", charset=said[1]),
            hint=tr("Save the file as UTF-8, and write charset=UTF-8 in its header."),
            where=where,
        )


def _unknown(entry: Entry, known: list[str]) -> Finding:
    near = nearest(entry.context, known)
    message = tr("{context} is translated here, but the game has no such text.", context=entry.context or "–")
    if near:
        message += " " + tr("Did you mean {names}?", names=", ".join(near))
    return Finding("unknown-entry", "error", message, where=entry.where)


def _twice(entry: Entry, first: Entry) -> Finding:
    message = tr(
        "{context} is translated on line {line} already.", context=entry.context, line=first.where.line
    )
    return Finding("entry-twice", "error", message, where=entry.where)


def _stale(entry: Entry, source: str) -> Finding:
    message = tr(
        "{context} translates “{old}”, but the card now says “{new}”: the translation is stale and not used.",
        context=entry.context,
        old=entry.source,
        new=source,
    )
    return Finding("stale", "warning", message, where=entry.where)
