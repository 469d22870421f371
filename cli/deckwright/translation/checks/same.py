"""The check of texts that are the same in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.words import fold
from deckwright.translation.checks.wordbook import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.model.translation import Entry
    from deckwright.translation.checks.wordbook import Wordbook


def check_same(book: Wordbook, entry: Entry) -> Iterator[Fault]:
    """Find texts of more than a word that are as in the source, and not names that stay."""
    if entry.text != entry.source or len(fold(entry.text).split()) <= 1:
        return
    if fold(entry.source) not in map(fold, book.glossary.keep):
        yield Fault("info", tr("It is the same as its source."))
