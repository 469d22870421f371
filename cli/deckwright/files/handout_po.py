"""Translations that go out and come back as gettext PO files, for Poedit, Weblate and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.files.catalogues import GIVEN, SOURCE_LANGUAGE, parse_catalogue, po_entry
from deckwright.files.po import PoFile, PoMessage, complete_header, make_header, po_text
from deckwright.findings import Where
from deckwright.model.translation import IncomingFile, IncomingMessage

if TYPE_CHECKING:
    from deckwright.model.translation import OutgoingFile, OutgoingMessage


_NOBODY = {"", "FULL NAME <EMAIL@ADDRESS>"}


def write_handout(handout: OutgoingFile) -> bytes:
    """Write a file for translators."""
    fields = complete_header({}, handout.game, handout.language, handout.stamp)
    fields[SOURCE_LANGUAGE] = handout.source_language
    header = make_header(fields, (f"{handout.title}: {handout.source_language} → {handout.language}",))
    entries = tuple(_written(given, handout.pivot) for given in handout.entries)
    return po_text(PoFile(header, entries, ())).encode()


def _written(given: OutgoingMessage, pivot: str) -> PoMessage:
    lines = [line for line in given.pivot.split("\n") if line]
    beside = [f"{pivot}: {' ¶ '.join(lines)}"] if lines else []
    return po_entry(given.entry)._replace(
        extracted=(*given.about, *beside, GIVEN + given.mark.replace(" ", "-")),
        references=(given.entry.place,) if given.entry.place else (),
    )


def read_returned(data: bytes, file: str) -> IncomingFile:
    """Read a file from a translator.

    Raises:
        InputError: it is not a PO file, or not in UTF-8, with the line.
    """
    po = parse_catalogue(data, file, "").po
    fields = po.fields()
    translator = fields.get("Last-Translator", "")
    return IncomingFile(
        file,
        fields.get("Project-Id-Version", ""),
        fields.get("Language", ""),
        "" if translator in _NOBODY else translator.partition("<")[0].strip() or translator,
        tuple(_returned(entry, file) for entry in po.entries),
    )


def _returned(entry: PoMessage, file: str) -> IncomingMessage:
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
