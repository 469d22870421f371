"""The check of numbers: in digits and in words, with their signs and in their order."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import decimal

from deckwright.messages import tr
from deckwright.model.markup import ICON
from deckwright.model.words import fold
from deckwright.translation.checks.number_words import number_words
from deckwright.translation.checks.wordbook import Fault, part_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.model.translation import Entry
    from deckwright.translation.checks.number_words import Words
    from deckwright.translation.checks.wordbook import Wordbook

_FREE = frozenset({"flavour", "name"})
"""Texts without rules: number words may be part of a saying there (a five-year plan), and the order is free."""

_MINUS, _PLUS = "-‐‑‒–−﹣－", "+＋"
_SIGNS = str.maketrans({**dict.fromkeys(_MINUS, "-"), **dict.fromkeys(_PLUS, "+")})
_DIGITS = r"\d+(?:[.,\u00a0\u202f’]\d{3}(?!\d))*(?:[.,]\d+)?"
# A minus sign follows no letter and no digit (2-3 is a range, a word may have a hyphen), unless that is a lone X.
_SIGN = rf"(?:(?<!\d)[{_PLUS}]|(?:(?<!\w)|(?<=\b[XYZ]))[{_MINUS}])?"
_TOKEN = re.compile(
    rf"(?P<braces>\{{[^{{}}\s]*\}})|(?P<number>{_SIGN}{_DIGITS}|[¼-¾⅐-⅞])|(?P<word>[^\W\d_]+)"
)
_THOUSANDS = re.compile(r"(?<=\d)[.,\u00a0\u202f’](?=\d{3}(?!\d))")
_JOINED = re.compile(rf"[\s*{_MINUS}]*")
"""What may stand between the words of one number."""
_ICON_AFTER = re.compile(rf"[\s*×]*{ICON.pattern}")
_ICON_BEFORE = re.compile(rf"{ICON.pattern}[\s*×]*$")
_CLAUSE = re.compile(r"[.,;:()!?\n]")
_FIRST_WORD = re.compile(r"[\s*]*(\w+)")


class Mention(NamedTuple):
    """A number in a text: `value` as digits with its sign, `written` as the text has it, and its place."""

    value: str
    written: str
    start: int
    end: int
    is_word: bool = False


class _Numbers(NamedTuple):
    """The numbers of a text in order; `loose` are words that only can mean one."""

    text: str
    language: str
    digits: tuple[Mention, ...]
    words: tuple[Mention, ...]
    loose: tuple[Mention, ...]

    def sayable(self) -> set[str]:
        """Return the numbers that some word of the text can mean."""
        return {one.value for one in (*self.words, *self.loose)}

    def values(self) -> set[str]:
        """Return the numbers of the text, however they are written."""
        return {one.value for one in self.digits} | self.sayable()


def check_numbers(book: Wordbook, entry: Entry) -> Iterator[Fault]:
    """Find numbers that are not those of the source, and those in another order.

    A word excuses a number without a sign; number words must be the same where both languages have a table of them.
    """
    is_free = part_of(entry.context) in _FREE
    has_words = not is_free and bool(number_words(book.game.source_language) and number_words(book.language))
    there = _numbers(entry.source, book.game.source_language, has_words=has_words)
    here = _numbers(entry.text, book.language, has_words=has_words)
    if [one.value for one in there.digits] == [one.value for one in here.digits] and not (
        there.words or here.words
    ):
        return
    missing, more = _not_in(there, here), _not_in(here, there)
    said = [tr("Missing: {names}.", names=_listed(missing))] if missing else []
    said += [tr("Not in the source: {names}.", names=_listed(more))] if more else []
    if said:
        yield Fault("warning", " ".join(said))
    elif not is_free:
        yield from _order(book, there, here)


def _listed(mentions: Iterable[Mention]) -> str:
    return ", ".join(one.written if one.is_word else one.value for one in mentions)


def _numbers(text: str, language: str, *, has_words: bool) -> _Numbers:
    """Find the numbers of a text; `has_words` is whether number words are held against those of the other text."""
    tokens = [found for found in _TOKEN.finditer(text) if found.lastgroup != "braces"]
    digits = [_in_digits(one) for one in tokens if one.lastgroup == "number"]
    words = number_words(language)
    if words is None:
        return _Numbers(text, language, tuple(digits), (), ())
    strict = list(_in_words(text, tokens, words.strict))
    taken = {one.start for one in strict}
    loose = [one for one in _in_words(text, tokens, words.loose) if one.start not in taken]
    if has_words:
        return _Numbers(text, language, tuple(digits), tuple(strict), tuple(loose))
    either = sorted([*strict, *loose], key=lambda one: one.start)
    return _Numbers(text, language, tuple(digits), (), tuple(either))


def _in_digits(found: re.Match[str]) -> Mention:
    """Write a number one way: `1000`, `1.5`, `-1`."""
    plain = _THOUSANDS.sub("", found[0]).replace(",", ".").translate(_SIGNS)
    if not plain.isascii():
        plain = "".join(str(decimal(sign, sign)) for sign in plain)
    return Mention(plain, found[0], found.start(), found.end())


def _in_words(
    text: str, tokens: Sequence[re.Match[str]], known: Mapping[str, Sequence[tuple[Words, str]]]
) -> Iterator[Mention]:
    """Yield the numbers that words mean, the longest first: `vingt-deux` is one."""
    end = 0
    for at, token in enumerate(tokens):
        if token.lastgroup != "word" or token.start() < end:
            continue
        fitting = (one for one in known.get(fold(token[0]), ()) if _stands(text, tokens, at, one[0]))
        if found := next(fitting, None):
            end = tokens[at + len(found[0]) - 1].end()
            yield Mention(found[1], text[token.start() : end], token.start(), end, is_word=True)


def _stands(text: str, tokens: Sequence[re.Match[str]], at: int, words: Words) -> bool:
    """Return whether some words begin at a token, with nothing else between them."""
    here = tokens[at : at + len(words)]
    if tuple(fold(one[0]) for one in here) != words:
        return False
    return all(_JOINED.fullmatch(text[one.end() : other.start()]) for one, other in pairwise(here))


def _not_in(one: _Numbers, other: _Numbers) -> list[Mention]:
    """List the numbers of a text that another one does not have: digits as often, words at all."""
    left = Counter(mention.value for mention in one.digits)
    left -= Counter(mention.value for mention in other.digits)
    sayable, values = other.sayable(), other.values()
    missing: list[Mention] = []
    for mention in sorted((*one.digits, *one.words), key=lambda found: found.start):
        if mention.is_word:
            if mention.value not in values and all(mention.written != known.written for known in missing):
                missing.append(mention)
        elif left[mention.value] > 0 and mention.value not in sayable:
            missing.append(mention)
            left[mention.value] -= 1
    return missing


def _order(book: Wordbook, there: _Numbers, here: _Numbers) -> Iterator[Fault]:
    """Find numbers that have changed places, where no icon or term shows that each still has its own."""
    source, text = _in_order(there, here), _in_order(here, there)
    before, after = [one.value for one in source], [one.value for one in text]
    if before == after or Counter(before) != Counter(after):
        return
    first = [_unit(book, there, source, at) for at in range(len(source))]
    second = [_unit(book, here, text, at) for at in range(len(text))]
    bound, bound_here = dict(zip(first, before, strict=True)), dict(zip(second, after, strict=True))
    sure = {unit for unit in first if unit and first.count(unit) == second.count(unit) == 1}
    rest = [one for one, unit in zip(before, first, strict=True) if unit not in sure]
    rest_here = [one for one, unit in zip(after, second, strict=True) if unit not in sure]
    if rest != rest_here or any(bound[unit] != bound_here[unit] for unit in sure):
        message = tr(
            "The numbers are in another order here: {here}. In the source: {there}.",
            here=_listed(text),
            there=_listed(source),
        )
        yield Fault("warning", message)


def _in_order(one: _Numbers, other: _Numbers) -> list[Mention]:
    """List the numbers of a text in order, with the words that stand for digits of the other text where that is clear."""
    sure = [*one.digits, *one.words]
    lacking = Counter(mention.value for mention in (*other.digits, *other.words))
    lacking -= Counter(mention.value for mention in sure)
    for value, count in lacking.items():
        said = [mention for mention in one.loose if mention.value == value]
        sure += said if len(said) == count else []
    return sorted(sure, key=lambda mention: mention.start)


def _unit(book: Wordbook, numbers: _Numbers, mentions: Sequence[Mention], at: int) -> str:
    """Name what a number counts: the icon beside it, times, or the term after it; '' if unknown."""
    text, mention, following = numbers.text, mentions[at], mentions[at + 1 : at + 2]
    icon = _ICON_AFTER.match(text, mention.end) or _ICON_BEFORE.search(text[: mention.start])
    if icon and icon[1] in book.pictures:
        return f"icon {book.pictures[icon[1]]}"
    after = text[mention.end : following[0].start if following else len(text)]
    words, next_word = number_words(numbers.language), _FIRST_WORD.match(after)
    said = {fold(mention.written), fold(next_word[1]) if next_word else ""}
    if words and not words.times.isdisjoint(said):
        return "times"
    source = book.game.source_language
    terms = book.in_source if numbers.language == source else book.in_text
    found = terms.find(_CLAUSE.split(after, maxsplit=1)[0])
    return f"term {found[0][0].names.get(source, '')}" if found else ""
