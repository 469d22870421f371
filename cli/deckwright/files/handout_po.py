"""Translations that go out and come back as gettext PO files, for Poedit, Weblate and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.files.catalogues import GIVEN, SOURCE_LANGUAGE, parse_catalogue, po_entry
from deckwright.files.po import PoEntry, PoFile, full_fields, header_of, po_text
from deckwright.findings import Where
from deckwright.model.translation import Returned, ReturnedFile

if TYPE_CHECKING:
    from deckwright.model.translation import Given, Handout


_NOBODY = {"", "FULL NAME <EMAIL@ADDRESS>"}


def write_handout(handout: Handout) -> bytes:
    """Write a file for translators."""
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


def read_returned(data: bytes, file: str) -> ReturnedFile:
    """Read a file from a translator.

    Raises:
        InputError: it is not a PO file, or not in UTF-8, with the line.
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
