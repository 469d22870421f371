"""Translations that go out and come back as gettext PO files, for Poedit, Weblate and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.errors import Where
from deckwright.files.catalogues import parse_catalogue
from deckwright.files.po import PoEntry, PoFile
from deckwright.files.po_writing import full_fields, header_of, po_text
from deckwright.model.handout import Returned, ReturnedFile, comment_lines

if TYPE_CHECKING:
    from deckwright.model.handout import Given, Handout
    from deckwright.model.translation import Entry

GIVEN = "given:"
"""What the extracted comment begins with that tells which text went out: one word, which no editor breaks."""

SOURCE_LANGUAGE = "X-Source-Language"
"""The field of the header, as several editors call it, that names the language translated from."""

_NOBODY = {"", "FULL NAME <EMAIL@ADDRESS>"}


def write_handout(handout: Handout) -> bytes:
    """Write a file that goes out."""
    fields = full_fields({}, handout.game, handout.language, handout.stamp)
    fields[SOURCE_LANGUAGE] = handout.source_language
    header = header_of(fields, (f"{handout.title}: {handout.source_language} → {handout.language}",))
    entries = tuple(_written(given, handout.pivot) for given in handout.entries)
    return po_text(PoFile(header, entries, ())).encode()


def _written(given: Given, pivot: str) -> PoEntry:
    lines = [line for line in given.pivot.split("\n") if line]
    beside = [f"{pivot}: {' ¶ '.join(lines)}"] if lines else []
    return po_entry(given.entry)._replace(
        extracted=(*given.about, *beside, GIVEN + given.mark.replace(" ", "-")),
        references=(given.entry.place,) if given.entry.place else (),
    )


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


def read_returned(data: bytes, file: str) -> ReturnedFile:
    """Read a file that came back.

    Raises:
        InputError: it is no PO file, or not in UTF-8, with the line.
    """
    po = parse_catalogue(data, file, "").po
    fields = po.fields()
    translator = fields.get("Last-Translator", "")
    return ReturnedFile(
        file,
        fields.get("Project-Id-Version", ""),
        fields.get("Language", ""),
        "" if translator in _NOBODY else translator.partition("<")[0].strip() or translator,
        tuple(_returned(entry, file) for entry in po.entries),
    )


def _returned(entry: PoEntry, file: str) -> Returned:
    marks = [line.removeprefix(GIVEN).strip() for line in entry.extracted if line.startswith(GIVEN)]
    return Returned(
        entry.context,
        entry.source,
        entry.text,
        Where(file, entry.line, 1),
        entry.is_fuzzy,
        entry.previous,
        entry.comments,
        marks[-1].replace("-", " ") if marks else "",
    )
