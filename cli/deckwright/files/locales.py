"""Write the translations of a game into its own folder: everything that stands in the file besides them stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.files.po import PoEntry, PoFile
from deckwright.files.po_handouts import GIVEN, SOURCE_LANGUAGE, po_entry
from deckwright.files.po_writing import full_fields, header_of, po_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckwright.model.game import Game
    from deckwright.model.translation import Entry

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
