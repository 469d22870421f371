"""The check of typography."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.translation.checks.typography.english import ENGLISH
from deckwright.translation.checks.typography.french import FRENCH
from deckwright.translation.checks.typography.italian import ITALIAN
from deckwright.translation.checks.typography.slip import COMMON
from deckwright.translation.checks.wordbook import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.model.translation import Entry
    from deckwright.translation.checks.wordbook import Wordbook

_BRACES = re.compile(r"\{[^{}\s]*\}")
_BY_LANGUAGE = {"en": ENGLISH, "fr": FRENCH, "it": ITALIAN}
_EITHER = {"it": ("«", "“")}
"""The quotation marks of languages that have two sorts, of which a game uses one."""


def check_typography(book: Wordbook, entry: Entry) -> Iterator[Fault]:
    """Find slips of the language's typography, each sort once."""
    text = _BRACES.sub("0", entry.text).replace("*", "")
    said: set[str] = set()
    for slip in (*COMMON, *_BY_LANGUAGE.get(book.language, ())):
        found = slip.pattern.search(text)
        if found and slip.message not in said:
            said.add(slip.message)
            yield Fault("warning", tr(slip.message, found=found[0].strip(), wanted=slip.wanted))


def survey_quotes(book: Wordbook, entries: Sequence[Entry]) -> Iterator[tuple[Entry, Fault]]:
    """Find the texts with quotation marks of the sort that fewer texts of the game have."""
    sorts = _EITHER.get(book.language, ())
    using = {sign: [entry for entry in entries if sign in entry.text] for sign in sorts}
    usual = max(sorts, key=lambda sign: len(using[sign]), default="")
    for sign in sorts:
        if sign != usual:
            message = tr(
                "Most texts here have {usual} for quotation marks, this one {sign}.", usual=usual, sign=sign
            )
            yield from ((entry, Fault("warning", message)) for entry in using[sign])
