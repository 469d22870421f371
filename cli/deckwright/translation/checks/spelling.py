"""The check of spelling: words that are in no dictionary, and not the game’s own."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr, trn
from deckwright.model.glossary import without_ending
from deckwright.model.markup import without_markup
from deckwright.model.translation import USED
from deckwright.model.words import fold
from deckwright.translation.checks.wordbook import RuleFinding, TextFinding, part_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deckwright.files.dictionaries import Dictionary
    from deckwright.model.translation import Message
    from deckwright.translation.checks.wordbook import Wordbook

_LETTERS = r"[^\W\d_]+"
_WORD = re.compile(rf"{_LETTERS}(?:[-’']{_LETTERS})*[’']?")
_LONG_CUT = 6
"""The most letters of an elided word, such as `quell’` or `jusqu’`."""

_ENCLITICS = {"es": re.compile(r"(?:me|te|se|nos|os|l[aeo]s?)(?:l[aeo]s?)?$")}
"""Pronouns that a language writes at the end of a verb, which moves its accent: `descarta` and `lo` are `descártalo`."""

_PLACES = 3
"""The most messages that a finding names; the others are counted."""

_SLIPS = 2
"""The most letters that a suggested word may differ in; one, if the word is short."""


class Speller:
    """The dictionaries of a language together."""

    def __init__(self, dictionaries: Iterable[Dictionary]) -> None:
        self._dictionaries = list(dictionaries)
        self._words = frozenset().union(*(one.words for one in self._dictionaries))

    def knows(self, word: str) -> bool:
        """Whether a word is in one of the dictionaries."""
        word = word.replace("’", "'")
        if word in self._words or word.lower() in self._words:
            return True
        return any(one.hunspell.knows(word) for one in self._dictionaries if one.hunspell)

    def nearest(self, word: str) -> list[str]:
        """Up to three words of the dictionaries that differ from one that they lack in a letter or two.

        Hunspell's own suggestions take up to two minutes a word here (measured with a French dictionary), comparing
        with every word 20 ms.
        """
        from rapidfuzz import distance, process

        most = 1 if len(word) <= 2 * _SLIPS else _SLIPS
        found = process.extract(
            word.lower(), self._stems, scorer=distance.OSA.distance, score_cutoff=most, limit=3
        )
        return [name for name, _, _ in found]

    @cached_property
    def _stems(self) -> list[str]:
        stems = (one.hunspell.stems for one in self._dictionaries if one.hunspell)
        return sorted(self._words.union(*stems))


class _Place(NamedTuple):
    """An unknown word of a message."""

    word: str
    entry: Message


def check_spelling(book: Wordbook, entries: Sequence[Message], speller: Speller) -> Iterator[RuleFinding]:
    """Find words that are in no dictionary and not the game’s own: one finding a word.

    It is on the first message that has the word and does not waive it, and names the others. A message that waives
    spelling has findings of its own.
    """
    unknown: dict[str, list[Message]] = {}
    for word, entry in _unknown_words(book, entries, speller):
        if any(waiver.rule == "spelling" and waiver.reason for waiver in entry.waivers):
            yield RuleFinding(entry, "spelling", TextFinding("warning", _message(word, [entry], speller)))
        else:
            unknown.setdefault(word, []).append(entry)
    for word, places in unknown.items():
        finding = TextFinding("warning", _message(word, places, speller), len(places))
        yield RuleFinding(places[0], "spelling", finding)


def _unknown_words(book: Wordbook, entries: Sequence[Message], speller: Speller) -> Iterator[_Place]:
    """Yield each unknown word with its message, as often as it occurs."""
    own = _own_words(book, entries)
    known: dict[str, list[str]] = {}
    for entry in entries:
        if entry.state in USED and part_of(entry.context) != "name":
            for word in _WORD.findall(without_markup(entry.text)):
                if word not in known:
                    known[word] = _unknown_parts(word, own, speller, book.language)
                yield from (_Place(part, entry) for part in known[word])


def _own_words(book: Wordbook, entries: Iterable[Message]) -> set[str]:
    """The game’s own words, without endings: names, terms, and those in its glossary."""
    texts = [
        text for entry in entries if part_of(entry.context) == "name" for text in (entry.text, entry.source)
    ]
    texts += [*book.glossary.keep, *book.glossary.words.get(book.language, ())]
    texts += [form for term in book.glossary.terms for form in term.accepted(book.language)]
    texts.append(book.game.title(book.language))
    parts = (part for text in texts for word in _WORD.findall(text) for part in (word, *_parts(word)))
    return {without_ending(fold(part), book.language) for part in parts}


def _unknown_parts(word: str, own: set[str], speller: Speller, language: str) -> list[str]:
    """Unknown parts of a word; none if the whole word is known."""
    if without_ending(fold(word), language) in own or speller.knows(word):
        return []
    return [part for part in _parts(word) if not _is_known(part, own, speller, language)]


def _parts(word: str) -> list[str]:
    """Parts of a word between hyphens and apostrophes, without elided ones such as `quell’`."""
    parts = re.split(r"([-’'])", word)
    signs = [*parts[1::2], ""]
    pairs = zip(parts[::2], signs, strict=True)
    return [part for part, sign in pairs if part and not (sign in {"’", "'"} and len(part) <= _LONG_CUT)]


def _is_known(part: str, own: set[str], speller: Speller, language: str) -> bool:
    """Whether a part of a word is known: single letters are, and words in capitals, which are names."""
    if len(part) == 1 or part.isupper() or without_ending(fold(part), language) in own or speller.knows(part):
        return True
    return language in _ENCLITICS and speller.knows(fold(_ENCLITICS[language].sub("", part)))


def _message(word: str, places: Sequence[Message], speller: Speller) -> str:
    message = tr("“{word}” is not in the dictionary.", word=word)
    contexts = list(dict.fromkeys(entry.context for entry in places))
    if len(places) > 1:
        named = ", ".join(contexts[:_PLACES])
        if len(contexts) > _PLACES:
            named = tr("{names} and {count} more", names=named, count=len(contexts) - _PLACES)
        message += " " + trn(
            "It occurs {count} time: {places}.",
            "It occurs {count} times: {places}.",
            len(places),
            places=named,
        )
    near = speller.nearest(word)
    return f"{message} {tr('Did you mean {names}?', names=', '.join(near))}" if near else message
