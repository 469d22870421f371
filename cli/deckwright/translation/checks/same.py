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
    """Find texts of more than a word that are as in the source, unless the glossary says that they are."""
    words = fold(entry.text)
    if entry.text != entry.source or len(words.split()) <= 1:
        return
    terms = (form for term in book.glossary.terms for form in term.accepted(book.language))
    if not any(fold(same) == words for same in (*book.glossary.keep, *terms)):
        yield Fault("info", tr("It is the same as its source."))
