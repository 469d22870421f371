"""Checks of what comes again: the same text, emphasised words, and the names of cards in the texts of others."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr
from deckwright.model.glossary import bare_words, holds
from deckwright.model.markup import EMPHASIS, without_icons
from deckwright.translation.checks.emphasis import has_same_emphasis
from deckwright.translation.checks.wordbook import Fault, part_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.model.translation import Entry
    from deckwright.translation.checks.wordbook import Wordbook

    Words = tuple[str, ...]

_SPACES = re.compile(r"\s+")


def survey_repeats(_: Wordbook, entries: Sequence[Entry]) -> Iterator[tuple[Entry, Fault]]:
    """Find source texts that stand in several places and are translated in different ways; each place that differs."""
    by_source: dict[str, list[Entry]] = {}
    for entry in entries:
        by_source.setdefault(entry.source, []).append(entry)
    for alike in by_source.values():
        texts = Counter(_SPACES.sub(" ", entry.text) for entry in alike)
        if len(texts) > 1:
            yield from _differing(alike, texts.most_common(1)[0][0])


def _differing(alike: Sequence[Entry], usual: str) -> Iterator[tuple[Entry, Fault]]:
    others = [entry.context for entry in alike if _SPACES.sub(" ", entry.text) == usual]
    for entry in alike:
        if _SPACES.sub(" ", entry.text) != usual:
            yield entry, _fault(entry.source, entry.text, usual, others)


def _fault(source: str, text: str, usual: str, places: Sequence[str]) -> Fault:
    message = tr(
        "“{source}” is translated “{text}” here, but “{usual}” in {places}.",
        source=_short(source),
        text=_short(text),
        usual=_short(usual),
        places=", ".join(places),
    )
    return Fault("warning", message)


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def survey_emphasis(book: Wordbook, entries: Sequence[Entry]) -> Iterator[tuple[Entry, Fault]]:
    """Find emphasised words that are translated in another way than elsewhere.

    How they are, the texts say that have no others: there it is plain what translates what.
    """
    for one in _unlike(book, entries):
        if not _names(one.entry.text, one.usual, book.language):
            said = ", ".join(_passages(one.entry.text))
            yield one.entry, _fault(one.passage, said, one.usual, one.places)


def survey_lost_emphasis(book: Wordbook, entries: Sequence[Entry]) -> Iterator[tuple[Entry, Fault]]:
    """Find words that are translated as elsewhere, but have lost their emphasis to others."""
    for one in _unlike(book, entries):
        if _names(one.entry.text, one.usual, book.language):
            message = tr(
                "“{text}” is not emphasised here; “{source}” is in the source.",
                text=one.usual,
                source=one.passage,
            )
            yield one.entry, Fault("warning", message)


class _Unlike(NamedTuple):
    """An emphasised passage of a source whose usual translation, that of some places, is not emphasised here."""

    entry: Entry
    passage: str
    usual: str
    places: Sequence[str]


def _unlike(book: Wordbook, entries: Sequence[Entry]) -> Iterator[_Unlike]:
    """Yield the passages that differ; where more or fewer are emphasised, the check of emphasis says so."""
    usual = _usual(entries)
    for entry in entries:
        wanted = [(passage, usual[passage]) for passage in _passages(entry.source) if passage in usual]
        known = {bare_words(passage, book.language) for passage in _passages(entry.text)} if wanted else set()
        for passage, (text, places) in wanted:
            if bare_words(text, book.language) not in known and has_same_emphasis(entry):
                yield _Unlike(entry, passage, text, places)


def _usual(entries: Sequence[Entry]) -> dict[str, tuple[str, list[str]]]:
    """Give the commonest translation of each emphasised passage, and the contexts that have it."""
    said: dict[str, dict[str, list[str]]] = {}
    for entry in entries:
        source, text = _passages(entry.source), _passages(entry.text)
        if len(source) == len(text) == 1:
            said.setdefault(source[0], {}).setdefault(text[0], []).append(entry.context)
    return {passage: max(texts.items(), key=lambda one: len(one[1])) for passage, texts in said.items()}


def _passages(text: str) -> list[str]:
    return [found[2] for found in EMPHASIS.finditer(text)] if "*" in text else []


def survey_card_names(book: Wordbook, entries: Sequence[Entry]) -> Iterator[tuple[Entry, Fault]]:
    """Find texts that name a card, emphasised, whose translation does not name it as that card is called."""
    source = book.game.source_language
    names = {bare_words(one.source, source): one for one in entries if part_of(one.context) == "name"}
    for entry in entries:
        for passage in _passages(entry.source):
            card = None if passage in book.glossary.keep else names.get(bare_words(passage, source))
            if card and not _names(entry.text, card.text, book.language):
                message = tr(
                    "“{source}” is a card, which is called “{name}”, and that is missing here.",
                    source=passage,
                    name=card.text,
                )
                yield entry, Fault("warning", message)


def _names(text: str, name: str, language: str) -> bool:
    return holds(bare_words(without_icons(text), language), bare_words(name, language))
