"""Translations of a game as PO files: the catalogues in its folder, and files for translators."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.files.po import PoEntry, PoFile, full_fields, header_of, parse_po, po_text
from deckwright.files.texts import decode, refuse_long
from deckwright.findings import Finding, Where, as_warning
from deckwright.messages import tr
from deckwright.model.translation import Entry, comment_lines, is_same_source, read_comments
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deckwright.model.game import Game


# Translations as gettext PO files: the source text is the key, the context says what it belongs to.

_CHARSET = re.compile(r"charset=([^\s;]+)", re.IGNORECASE)
_UTF8 = {"UTF-8", "UTF8", "US-ASCII", "ASCII", "CHARSET"}  # the last stands in every template


class Sources(NamedTuple):
    """What a game has to translate: its texts by context, and the pictures of its icons by name.

    `places` say where in the game's folder a text is written, where that is known.
    """

    texts: Mapping[str, str]
    icons: Mapping[str, str] = {}
    places: Mapping[str, str] = {}


class Catalogue(NamedTuple):
    """The translations of a game into one language, as a PO file holds them."""

    language: str
    file: str
    po: PoFile = PoFile(None, (), ())

    def entries(self, sources: Sources) -> tuple[Entry, ...]:
        """Return every text of the game as this file translates it first, in the game's order."""
        written = {entry.context: entry for entry in reversed(self.po.entries)}
        return tuple(_entry(context, written.get(context), sources) for context in sources.texts)

    def check(self, sources: Sources) -> Iterator[Finding]:
        """Find entries that belong to nothing, come twice, or translate a text that has changed since.

        None of them keeps the others from being used.
        """
        seen: dict[str, PoEntry] = {}
        known = list(sources.texts)
        for written in self.po.entries:
            context, where = written.context, Where(self.file, written.line, 1)
            if context not in sources.texts:
                yield as_warning(unknown_entry(context, known, where))
            elif context in seen:
                yield as_warning(entry_twice(context, seen[context].line, where))
                continue
            elif (entry := _entry(context, written, sources)).state == "stale":
                yield stale_entry(entry, where)
            seen[context] = written


def parse_catalogue(data: bytes, file: str, language: str) -> Catalogue:
    """Read the bytes of a PO file.

    Raises:
        InputError: it is no PO file, or not in UTF-8, or has a text that no card could show, with the line.
    """
    po = parse_po(decode(data, file), file)
    if po.header:
        _refuse_charset(po.header.text, Where(file, po.header.line, 1))
    for entry in po.entries:
        for text in (entry.context, entry.source, entry.text, entry.previous):
            refuse_long(text, Where(file, entry.line, 1))
    return Catalogue(language, file, po)


def _entry(context: str, written: PoEntry | None, sources: Sources) -> Entry:
    """Give one text as a PO file translates it, and how far that has come."""
    source, place = sources.texts[context], sources.places.get(context, "")
    if written is None:
        return Entry(context, source, "", "missing", place=place)
    said = read_comments(written.comments)
    entry = Entry(context, source, written.text, "missing", "", *said[1:5], place=place).pinned()
    if not written.text:
        return entry
    translated = written.previous if written.is_fuzzy and written.previous else written.source
    if not is_same_source(translated, source, sources.icons):
        return entry._replace(state="stale", previous=translated)
    is_fuzzy = written.is_fuzzy and not written.previous
    if said.state == "machine" and is_fuzzy:
        return entry._replace(state="machine")
    is_reviewed = said.is_reviewed(written.source, written.text) and not is_fuzzy
    return entry._replace(state="reviewed" if is_reviewed else "draft", unsure=is_fuzzy)


def _refuse_charset(header: str, where: Where) -> None:
    said = _CHARSET.search(header)
    if said and said[1].upper() not in _UTF8:
        raise InputError(
            "encoding",
            tr("The header says that the file is in {charset}.", charset=said[1]),
            hint=tr("Save the file as UTF-8, and write charset=UTF-8 in its header."),
            where=where,
        )


def unknown_entry(context: str, known: list[str], where: Where | None) -> Finding:
    """Finding for a translation that belongs to no text of the game."""
    near = nearest(context, known)
    message = tr("{context} is translated here, but the game has no such text.", context=context or "–")
    if near:
        message += " " + tr("Did you mean {names}?", names=", ".join(near))
    return Finding("unknown-entry", "error", message, where=where)


def entry_twice(context: str, line: int, where: Where | None) -> Finding:
    """Finding for a text that is translated on another line already."""
    message = tr("{context} is translated on line {line} already.", context=context, line=line)
    return Finding("entry-twice", "error", message, where=where)


def stale_entry(entry: Entry, where: Where | None) -> Finding:
    """Finding for a translation of a text that has changed since."""
    message = tr(
        "{context} translates “{old}”, but the card now says “{new}”: the translation is stale and not used.",
        context=entry.context,
        old=entry.previous,
        new=entry.source,
    )
    return Finding("stale", "warning", message, where=where)


GIVEN = "given:"
"""What the extracted comment begins with that tells which text went out: one word, which no editor breaks."""


SOURCE_LANGUAGE = "X-Source-Language"
"""The field of the header, as several editors call it, that names the language translated from."""


def po_entry(entry: Entry) -> PoEntry:
    """Write an entry as any editor of PO files reads it."""
    is_fuzzy = bool(entry.text) and (entry.state in {"machine", "stale"} or entry.unsure)
    return PoEntry(
        entry.context,
        entry.source,
        entry.text,
        comments=comment_lines(entry),
        flags=("fuzzy",) if is_fuzzy else (),
        previous=entry.previous if entry.state == "stale" else "",
    )


# Write the translations of a game into its own folder: everything that stands in the file besides them stays.

_NOTHING = PoEntry("", "", "")


class Work(NamedTuple):
    """Into which language of which game, when (as PO files say it), and by whom; '' where that is not known."""

    game: Game
    language: str
    stamp: str
    translator: str = ""


def locale_text(before: PoFile, entries: Iterable[Entry], work: Work) -> str:
    """Write the translations of a game as the text of its PO file; `before` is what stands there now."""
    written = {entry.context: entry for entry in before.entries}
    merged = [
        _beside(po_entry(entry), written.get(entry.context, _NOTHING))
        for entry in entries
        if entry.text or entry.context in written
    ]
    return po_text(PoFile(_header(before, work), tuple(merged), before.obsolete))


def _header(before: PoFile, work: Work) -> PoEntry:
    game = work.game
    fields = full_fields(before.fields(), game.id, work.language, work.stamp)
    fields["PO-Revision-Date"] = work.stamp
    fields["Last-Translator"] = work.translator or fields["Last-Translator"]
    fields.setdefault(SOURCE_LANGUAGE, game.source_language)
    title = f"{game.title(game.source_language)}: {game.source_language} → {work.language}"
    return header_of(fields, before.header.comments if before.header else (title,))


def _beside(entry: PoEntry, before: PoEntry) -> PoEntry:
    """Give an entry what stood beside it that is not ours to say."""
    flags = (*entry.flags, *(flag for flag in before.flags if flag != "fuzzy"))
    extracted = tuple(line for line in before.extracted if not line.startswith(GIVEN))
    return entry._replace(extracted=extracted, references=before.references, flags=flags)
