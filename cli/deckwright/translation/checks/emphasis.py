"""The check of bold and italic type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.markup import EMPHASIS, unpaired_stars
from deckwright.translation.checks.wordbook import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.model.translation import Entry
    from deckwright.translation.checks.wordbook import Wordbook


def check_emphasis(_: Wordbook, entry: Entry) -> Iterator[Fault]:
    """Find stars without a match, and passages that are emphasised more or less often than in the source."""
    if "*" not in entry.text and "*" not in entry.source:
        return
    if unpaired_stars(entry.text) >= 0:
        yield Fault("error", tr("Two stars here have no others to match: they are printed as they stand."))
        return
    if not has_same_emphasis(entry):
        here, there = _shown(entry.text), _shown(entry.source)
        yield Fault("warning", tr("Emphasised here: {here}. In the source: {there}.", here=here, there=there))


def has_same_emphasis(entry: Entry) -> bool:
    """Return whether a translation emphasises as many passages of each sort as its source."""
    here, there = (sorted(stars for stars, _ in _passages(text)) for text in (entry.text, entry.source))
    return here == there


def _passages(text: str) -> Iterator[tuple[int, str]]:
    """Yield what is emphasised, with the number of stars, also within another emphasis."""
    for found in EMPHASIS.finditer(text):
        yield len(found[1]), found[0]
        yield from _passages(found[2])


def _shown(text: str) -> str:
    return ", ".join(passage for _, passage in _passages(text)) or "–"
