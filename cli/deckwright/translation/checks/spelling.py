"""The check of spelling, by the dictionaries that pyspellchecker carries; the game's own words are known."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.inflection import bare
from deckwright.model.markup import without_icons
from deckwright.model.translation import USED
from deckwright.model.words import fold
from deckwright.translation.checks.wordbook import Fault, part_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from spellchecker import SpellChecker

    from deckwright.model.translation import Entry
    from deckwright.translation.checks.run import Found
    from deckwright.translation.checks.wordbook import Wordbook

_LETTERS = r"[^\W\d_]+"
_WORD = re.compile(rf"{_LETTERS}(?:[-’']{_LETTERS})*[’']?")
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "’": "'"})
_LONG_CUT = 6
"""The most letters of a word that an apostrophe cuts short, such as `quell’` or `jusqu’`."""

_CLITICS = re.compile(r"(?:glie(?:lo|la|li|le|ne)|gli|mi|ti|si|ci|vi|ne|lo|la|li|le|me|te|se|ce|ve)$")
"""What Italian writes at the end of a verb: `scarta` and `la` are `scartala`, `scartare` and `la` `scartarla`."""

_BRITISH = (
    ("our", "or"),
    ("is", "iz"),
    ("ys", "yz"),
    ("ll", "l"),
    ("tre", "ter"),
    ("ogue", "og"),
    ("ence", "ense"),
)
"""Where the two spellings of English differ."""

_PUT_BACK = ("", "e", "re")
"""What a verb may lose before it."""


def dictionary(language: str) -> SpellChecker | None:
    """Give the dictionary of a language; None where pyspellchecker is not installed, or has none."""
    try:
        from spellchecker import SpellChecker

        return SpellChecker(language=language, distance=1)
    except (ImportError, ValueError):
        return None


def misspelled(book: Wordbook, entries: Sequence[Entry], speller: SpellChecker) -> Iterator[Found]:
    """Find words that are in no dictionary, and are none of the game's own."""
    own = _own_words(book, entries)
    unknown: dict[str, list[str]] = {}
    for entry in entries:
        if entry.state not in USED or part_of(entry.context) == "name":
            continue
        for word in dict.fromkeys(_WORD.findall(without_icons(entry.text))):
            if word not in unknown:
                unknown[word] = _unknown(word, own, speller, book.language)
            for part in unknown[word]:
                yield entry, "spelling", Fault("warning", _said(part, speller))


def _own_words(book: Wordbook, entries: Iterable[Entry]) -> set[str]:
    """Collect the words of the game, whatever their number: its names, its terms, and those that it lists."""
    texts = [entry.text for entry in entries if part_of(entry.context) == "name"]
    texts += [*book.glossary.keep, *book.glossary.words.get(book.language, ())]
    texts += [form for term in book.glossary.terms for form in term.accepted(book.language)]
    parts = (part for text in texts for word in _WORD.findall(text) for part in _parts(word))
    return {bare(fold(part), book.language) for part in parts}


def _unknown(word: str, own: set[str], speller: SpellChecker, language: str) -> list[str]:
    """List the parts of a word that are not known; none where the whole of it is."""
    if _is_in(word, speller):
        return []
    return [part for part in _parts(word) if not _is_known(part, own, speller, language)]


def _parts(word: str) -> list[str]:
    """Take a word apart at hyphens and apostrophes, without what an apostrophe cuts short."""
    parts = re.split(r"([-’'])", word)
    signs = [*parts[1::2], ""]
    pairs = zip(parts[::2], signs, strict=True)
    return [part for part, sign in pairs if part and not (sign in {"’", "'"} and len(part) <= _LONG_CUT)]


def _is_known(part: str, own: set[str], speller: SpellChecker, language: str) -> bool:
    """Tell whether a part of a word is known; single letters are, and words in capitals, which are names."""
    if len(part) == 1 or part.isupper() or bare(fold(part), language) in own or _is_in(part, speller):
        return True
    tolerated = _TOLERATED.get(language)
    return tolerated is not None and tolerated(part.lower(), speller)


def _is_in(word: str, speller: SpellChecker) -> bool:
    return word in speller or word.lower().translate(_LIGATURES) in speller


def _is_verb(word: str, speller: SpellChecker) -> bool:
    """Tell whether an Italian word is a verb with pronouns at its end."""
    stem = _CLITICS.sub("", word)
    if stem == word:
        return False
    return any(stem + end in speller for end in _PUT_BACK) or _is_verb(stem, speller)


def _is_british(word: str, speller: SpellChecker) -> bool:
    """Tell whether a word is the British spelling of one in the dictionary, which is American."""
    return any(
        word.replace(british, american, 1) in speller for british, american in _BRITISH if british in word
    )


_TOLERATED: Mapping[str, Callable[[str, SpellChecker], bool]] = {"en": _is_british, "it": _is_verb}


def _said(word: str, speller: SpellChecker) -> str:
    message = tr("“{word}” is in no dictionary.", word=word)
    near = speller.correction(word)
    return f"{message} {tr('Did you mean {names}?', names=near)}" if near and near != word else message
