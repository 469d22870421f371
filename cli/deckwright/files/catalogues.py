"""The translations of a game as gettext PO files: the source is the key, the context names the text."""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError, as_finding
from deckwright.files.po import PoFile, PoMessage, PoReader, complete_header, make_header, po_text
from deckwright.files.texts import LONGEST_TEXT, MEGABYTE, decode, each_line, each_line_of, refuse_long
from deckwright.findings import Finding, Where, as_warning
from deckwright.messages import tr, trn
from deckwright.model.translation import Message, comment_lines, is_same_source, parse_comments
from deckwright.model.words import did_you_mean, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deckwright.model.game import Game


_CHARSET = re.compile(r"charset=([^\s;]+)", re.IGNORECASE)
_UTF8 = {"UTF-8", "UTF8", "US-ASCII", "ASCII", "CHARSET"}  # the last is in every template


MOST_KEPT = MEGABYTE
"""Bytes of a catalogue in a game’s folder from which on its messages are not kept, but read again."""


class Sources(NamedTuple):
    """What a game has to translate: its texts by context, and the pictures of its icons by name.

    `places` are the locations of texts in the game’s folder, as far as they are known.
    """

    texts: Mapping[str, str]
    icons: Mapping[str, str] = {}
    places: Mapping[str, str] = {}


class Catalogue(NamedTuple):
    """The PO file of a game’s translations into one language.

    Of a large one, only its compressed bytes are kept, as `data`: its messages take twenty times as much memory.
    `findings` are messages that were skipped.
    """

    language: str
    file: str
    po: PoFile = PoFile(None, (), ())
    data: bytes = b""
    findings: Sequence[Finding] = ()

    @property
    def messages(self) -> Iterable[PoMessage]:
        """Messages of the file; those of a large one are read again, one by one."""
        return (
            PoReader(self.file, self.language, skips=True).messages(
                each_line_of(gzip.GzipFile(fileobj=BytesIO(self.data)))
            )
            if self.data
            else self.po.entries
        )

    def translate(self, sources: Sources) -> CatalogueContent:
        """Translations of the game’s texts by this file.

        Findings are messages that the game does not have, that occur twice, or whose source has changed; the others can
        still be used.
        """
        content = CatalogueContent(findings=[as_warning(finding) for finding in self.findings])
        contexts = list(sources.texts)
        for written in self.messages:
            context, where = written.context, Where(self.file, written.line, 1)
            if context not in sources.texts:
                content.findings.append(as_warning(unknown_message(context, contexts, where)))
            elif context in content.lines:
                message = duplicate_message(context, content.lines[context], where)
                content.findings.append(as_warning(message))
            else:
                entry = content.entries[context] = _po_message(written, sources)
                content.lines[context] = written.line
                if entry.state == "stale":
                    content.findings.append(stale_message(entry, where))
        return content


@dataclass(frozen=True, slots=True)
class CatalogueContent:
    """Translations in a PO file and their lines, by context; of a text that occurs twice, the first."""

    entries: dict[str, Message] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def complete(self, sources: Sources) -> tuple[Message, ...]:
        """Every text of the sources with its translation, in their order; those without one are missing."""
        translations, places = self.entries, sources.places
        return tuple(
            translations.get(context)
            or Message(context, source, "", "missing", place=places.get(context, ""))
            for context, source in sources.texts.items()
        )


def parse_catalogue(
    data: bytes, file: str, language: str, kept_size: int | None = None, *, skips: bool = False
) -> Catalogue:
    """Parse the bytes of a PO file; the messages of one with more than `kept_size` bytes are checked, but not kept.

    With `skips`, messages that have a control character are left out, with a finding; else they are an error.
    """
    decode(data, file, has_control_characters=skips)
    is_kept = kept_size is None or len(data) <= kept_size
    reader, messages = PoReader(file, language, skips=skips), list[PoMessage]()
    long: PoMessage | None = None
    for entry in reader.messages(each_line_of(BytesIO(data))):
        if is_kept:
            messages.append(entry)
        if long is None and max(map(len, _texts_of(entry))) > LONGEST_TEXT:
            long = entry
    if reader.header:
        _refuse_charset(reader.header.text, Where(file, reader.header.line, 1))
    if long:
        for text in _texts_of(long):
            refuse_long(text, Where(file, long.line, 1))
    po = PoFile(reader.header, tuple(messages), tuple(reader.obsolete))
    return Catalogue(language, file, po, b"" if is_kept else gzip.compress(data, 1), reader.findings)


def _texts_of(entry: PoMessage) -> tuple[str, ...]:
    return entry.context, entry.source, entry.text, entry.previous


def _po_message(written: PoMessage, sources: Sources) -> Message:
    """Translation of a text by a PO file, and its state."""
    context = written.context
    source, place = sources.texts[context], sources.places.get(context, "")
    comments = parse_comments(written.comments)
    entry = Message(
        context,
        source,
        written.text,
        "missing",
        by=comments.by,
        at=comments.at,
        waivers=comments.waivers,
        notes=comments.notes,
        place=place,
    ).pinned()
    if not written.text:
        return entry
    translated = written.previous if written.is_fuzzy and written.previous else written.source
    if not is_same_source(translated, source, sources.icons):
        return entry._replace(state="stale", previous=translated)
    is_fuzzy = written.is_fuzzy and not written.previous
    if comments.state == "machine" and is_fuzzy:
        return entry._replace(state="machine")
    is_reviewed = comments.is_reviewed(written.source, written.text) and not is_fuzzy
    if is_reviewed:
        return entry._replace(state="reviewed", reviewer=comments.reviewer)
    return entry._replace(state="draft", unsure=is_fuzzy)


def _refuse_charset(header: str, where: Where) -> None:
    charset = _CHARSET.search(header)
    if charset and charset[1].upper() not in _UTF8:
        raise InputError(
            "encoding",
            tr("The header declares the charset {charset}.", charset=charset[1]),
            hint=tr("Save the file as UTF-8, and write charset=UTF-8 in its header."),
            where=where,
        )


def unknown_message(context: str, contexts: list[str], where: Where | None) -> Finding:
    """Finding for a translation of a text that the game does not have."""
    message = tr("{context} is translated here, but the game has no such text.", context=context or "–")
    guess = did_you_mean(nearest(context, contexts))
    return Finding("unknown-entry", "error", f"{message} {guess}".strip(), where=where)


def duplicate_message(context: str, line: int, where: Where | None) -> Finding:
    """Finding for a text that is already translated on another line."""
    message = tr("{context} is already translated on line {line}.", context=context, line=line)
    return Finding("entry-twice", "error", message, where=where)


def stale_message(entry: Message, where: Where | None) -> Finding:
    """Finding for a translation of a text that has changed since."""
    message = tr(
        "{context} translates “{old}”, but the card now says “{new}”: the translation is stale and not used.",
        context=entry.context,
        old=entry.previous,
        new=entry.source,
    )
    return Finding("stale", "warning", message, (entry.card,) if entry.card else (), where=where)


# The places of translations in the folder of a game.


class _LocaleContent(NamedTuple):
    """What is kept of a file: the line of each entry by context, the contexts that lack a digest, and findings."""

    lines: Mapping[str, int] = MappingProxyType({})
    undated: Sequence[str] = ()
    findings: Sequence[Finding] = ()


class LocaleFile(Mapping[str, Where]):
    """Locations of translations in a file of a game's folder, by context; the file is read at the first lookup.

    `findings` report what is wrong with the file. There are neither without the file, or if the folder is unknown.
    `cells` are the locations of translations that are in spreadsheets instead.
    """

    def __init__(
        self, folder: Path | None, language: str, cells: Mapping[str, Where] = MappingProxyType({})
    ) -> None:
        self._cells = cells
        file = (folder or Path()) / "locales" / f"{language}.po"
        self._file = file if folder else None
        self._name = str(file.relative_to(Path.cwd())) if file.is_relative_to(Path.cwd()) else str(file)

    def __getitem__(self, context: str) -> Where:
        """Location of the entry with this context."""
        cell = self._cells.get(context)
        return cell or Where(self._name, self._content.lines[context], 1)

    def __iter__(self) -> Iterator[str]:
        """Contexts of the entries, in their order in the file."""
        return iter({**self._content.lines, **self._cells})

    def __len__(self) -> int:
        """Number of entries."""
        return len({**self._content.lines, **self._cells})

    @property
    def findings(self) -> list[Finding]:
        """Why the file or an entry cannot be read, or which entries lack a digest."""
        _, undated, findings = self._content
        return [*findings, *([_without_digest(undated, self._name)] if undated else [])]

    @cached_property
    def _content(self) -> _LocaleContent:
        if self._file is None:
            return _LocaleContent()
        try:
            text = decode(self._file.read_bytes(), self._name, has_control_characters=True)
            lines, undated = dict[str, int](), list[str]()
            reader = PoReader(self._name, skips=True)
            for entry in reader.messages(each_line(text)):
                lines[entry.context] = entry.line
                if entry.comments and parse_comments(entry.comments).lacks_digest:
                    undated.append(entry.context)
        except OSError:
            return _LocaleContent()
        except InputError as fault:
            return _LocaleContent(findings=[as_finding(fault)])
        return _LocaleContent(lines, undated, reader.findings)


_MOST_NAMES = 5
"""How many entries a finding names."""


def _without_digest(contexts: Sequence[str], file: str) -> Finding:
    message = trn(
        "{count} entry is marked as reviewed or waived without a digest of its texts, so the mark survives any "
        "change: {names}. The next merge adds the digest.",
        "{count} entries are marked as reviewed or waived without a digest of their texts, so the marks survive any "
        "change: {names}. The next merge adds the digests.",
        len(contexts),
        names=", ".join([*contexts[:_MOST_NAMES], *(["…"] if len(contexts) > _MOST_NAMES else [])]),
    )
    return Finding("no-digest", "info", message, where=Where(file))


# Messages in the words of PO files.

GIVEN = "given:"
"""Beginning of the comment with the fingerprint: one word, which no editor breaks."""


SOURCE_LANGUAGE = "X-Source-Language"
"""Header field for the source language, as several editors call it."""


def po_entry(entry: Message) -> PoMessage:
    """Message as any editor of PO files reads it."""
    is_fuzzy = bool(entry.text) and (entry.state in {"machine", "stale"} or entry.unsure)
    return PoMessage(
        entry.context,
        entry.source,
        entry.text,
        comments=comment_lines(entry),
        flags=("fuzzy",) if is_fuzzy else (),
        previous=entry.previous if entry.state == "stale" else "",
    )


# The translations of a game in its own folder: all else in the file stays when they are written.

_NOTHING = PoMessage("", "", "")


class TextNotes(NamedTuple):
    """What editors of translations show beside a text: what it is, and flags about its room and its icons."""

    about: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


class LocaleUpdate(NamedTuple):
    """What is written: the game and language, the time in the notation of PO files, the translator, or '', and notes by context."""

    game: Game
    language: str
    stamp: str
    translator: str = ""
    notes: Mapping[str, TextNotes] = MappingProxyType({})


def locale_text(before: PoFile, entries: Iterable[Message], work: LocaleUpdate) -> str:
    """Text of a game’s PO file with all its texts, translated or not; `before` is the present content.

    So whoever opens it, such as Weblate or Poedit, sees what is left to do, and what each text is.
    """
    written = {entry.context: entry for entry in before.entries}
    merged = [
        _names_beside(
            po_entry(entry)._replace(references=_references(entry)),
            written.get(entry.context, _NOTHING),
            work.notes.get(entry.context),
        )
        for entry in entries
    ]
    return po_text(PoFile(_header(before, work), tuple(merged), before.obsolete))


def template_text(entries: Iterable[Message], work: LocaleUpdate) -> str:
    """Text of a template (.pot) with a game’s texts, for new languages."""
    fields = complete_header({}, work.game.id, "", work.stamp)
    del fields["Language"], fields["Language-Team"], fields["PO-Revision-Date"]
    fields["Plural-Forms"] = "nplurals=INTEGER; plural=EXPRESSION;"
    fields |= {"POT-Creation-Date": work.stamp, SOURCE_LANGUAGE: work.game.source_language}
    messages = [
        PoMessage(
            entry.context,
            entry.source,
            "",
            extracted=notes.about,
            references=_references(entry),
            flags=notes.flags,
        )
        for entry in entries
        for notes in [work.notes.get(entry.context, TextNotes())]
    ]
    title = f"{work.game.title(work.game.source_language)}: {work.game.source_language}"
    return po_text(PoFile(make_header(fields, (title,)), tuple(messages), ()))


def _references(entry: Message) -> tuple[str, ...]:
    """File of a text; its line would change with every line before it."""
    return (entry.place.rpartition(":")[0] or entry.place,) if entry.place else ()


def _header(before: PoFile, work: LocaleUpdate) -> PoMessage:
    game = work.game
    fields = complete_header(before.fields(), game.id, work.language, work.stamp)
    fields["PO-Revision-Date"] = work.stamp
    fields["Last-Translator"] = work.translator or fields["Last-Translator"]
    fields.setdefault(SOURCE_LANGUAGE, game.source_language)
    title = f"{game.title(game.source_language)}: {game.source_language} → {work.language}"
    return make_header(fields, before.header.comments if before.header else (title,))


_OUR_FLAGS = ("fuzzy", "max-length:", "placeholders:", "md-text")


def _names_beside(entry: PoMessage, before: PoMessage, notes: TextNotes | None) -> PoMessage:
    """Message with our notes, or the comments that others have written, and their flags."""
    theirs = (flag for flag in before.flags if not flag.startswith(_OUR_FLAGS))
    extracted = tuple(line for line in before.extracted if not line.startswith(GIVEN))
    return entry._replace(
        extracted=notes.about if notes else extracted,
        references=entry.references or before.references,
        flags=(*entry.flags, *(notes.flags if notes else ()), *theirs),
    )
