"""Checks of what must stand in a translation as often as in its source: icons, placeholders, numbers."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.model.markup import ICON
from deckwright.model.words import fold
from deckwright.translation.checks.number_words import NUMBER_WORDS
from deckwright.translation.checks.wordbook import Fault

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from deckwright.model.finding import Severity
    from deckwright.model.translation import Entry
    from deckwright.translation.checks.wordbook import Wordbook

_BRACES = re.compile(r"\{[^{}\s]*\}")
_NUMBER = re.compile(r"(?:(?<![^\s(*])[+−-])?\d+(?:[.,\u00a0\u202f’]\d{3}(?!\d))*(?:[.,]\d+)?")
_THOUSANDS = re.compile(r"(?<=\d)[.,\u00a0\u202f’](?=\d{3}(?!\d))")


def check_icons(book: Wordbook, entry: Entry) -> Iterator[Fault]:
    """Find icons that are not those of the source; two names of one picture count as one icon."""
    yield from _compared(_icons(book, entry.source, marks=False), _icons(book, entry.text, marks=False))


def check_marks(book: Wordbook, entry: Entry) -> Iterator[Fault]:
    """Find icons of marks that are not those of the source."""
    yield from _compared(_icons(book, entry.source, marks=True), _icons(book, entry.text, marks=True))


def _icons(book: Wordbook, text: str, *, marks: bool) -> list[tuple[str, str]]:
    """List the icons in a text, each with its picture and as it is written."""
    named = [
        (book.pictures[found[1]], found[0]) for found in ICON.finditer(text) if found[1] in book.pictures
    ]
    return [(picture, token) for picture, token in named if (picture in book.marks) == marks]


def check_placeholders(book: Wordbook, entry: Entry) -> Iterator[Fault]:
    """Find braces that name no icon, and are not those of the source."""
    yield from _compared(_placeholders(book, entry.source), _placeholders(book, entry.text))


def _placeholders(book: Wordbook, text: str) -> list[tuple[str, str]]:
    found = _BRACES.findall(text) if "{" in text else []
    return [(token, token) for token in found if token[1:-1] not in book.pictures]


def check_numbers(book: Wordbook, entry: Entry) -> Iterator[Fault]:
    """Find numbers that are not those of the source, unless the other text says them in a word."""
    source, text = _numbers(entry.source), _numbers(entry.text)
    here, there = Counter(text), Counter(source)
    if here == there:
        return
    missing = _without_words((there - here).elements(), entry.text, book.language)
    more = _without_words((here - there).elements(), entry.source, book.game.source_language)
    yield from _fault(missing, more, "warning")


def _numbers(text: str) -> list[str]:
    """List the numbers in a text, written one way: `1000`, `1.5`, `-1`."""
    plain = ICON.sub(" ", text)
    return [_THOUSANDS.sub("", found).replace(",", ".").replace("−", "-") for found in _NUMBER.findall(plain)]


def _without_words(numbers: Iterable[str], text: str, language: str) -> list[str]:
    """Leave out the numbers that a text has a word for."""
    words = set(fold(text).split())
    known = NUMBER_WORDS.get(language, {})
    return [number for number in numbers if words.isdisjoint(known.get(number.lstrip("+-"), ()))]


def _compared(source: list[tuple[str, str]], text: list[tuple[str, str]]) -> Iterator[Fault]:
    """Compare signs by what they stand for, and show them as they are written."""
    if not source and not text:
        return
    written = dict([*text, *source])
    there, here = (Counter(meaning for meaning, _ in signs) for signs in (source, text))
    missing, more = (there - here).elements(), (here - there).elements()
    yield from _fault([written[one] for one in missing], [written[one] for one in more], "error")


def _fault(missing: list[str], more: list[str], severity: Severity) -> Iterator[Fault]:
    said = [tr("Missing here: {names}.", names=", ".join(missing))] if missing else []
    said += [tr("Not in the source: {names}.", names=", ".join(more))] if more else []
    if said:
        yield Fault(severity, " ".join(said))
