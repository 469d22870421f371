"""Translations as gettext PO files: the source text is the key, the context says what it belongs to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError, Where
from deckwright.files.texts import MEGABYTE, decode, read_bytes
from deckwright.messages import tr
from deckwright.model.finding import Finding
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

_LIMIT = 64 * MEGABYTE


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
    entries: tuple[Entry, ...] = field(default_factory=tuple)

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
            elif entry.source != sources[entry.context]:
                yield _stale(entry, sources[entry.context])
            seen[entry.context] = entry


def read_catalogue(path: Path, *, name: str = "") -> Catalogue:
    """Read a PO file, named by its language as in `fr.po`; entries marked fuzzy or obsolete are left out.

    Raises:
        InputError: it cannot be read, or is no PO file, with the line.
    """
    import polib

    file = name or str(path)
    text = decode(read_bytes(path, limit=_LIMIT), file)
    try:
        catalogue = polib.pofile(text.replace("\r\n", "\n"))
    except (OSError, ValueError) as fault:
        raise _not_po(fault, file) from None
    return Catalogue(path.stem, file, tuple(_entries(catalogue, file)))


def _entries(catalogue: Any, file: str) -> Iterator[Entry]:
    for entry in catalogue:
        if not entry.obsolete and "fuzzy" not in entry.flags:
            yield Entry(entry.msgctxt or "", entry.msgid, entry.msgstr, Where(file, entry.linenum, 1))


def _not_po(fault: Exception, file: str) -> InputError:
    line = re.search(r"line (\d+)", str(fault))
    return InputError(
        "bad-po",
        tr("This is not a well-formed PO file."),
        hint=tr("msgfmt --check shows what is wrong."),
        where=Where(file, int(line[1]) if line else 0, 1 if line else 0),
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
