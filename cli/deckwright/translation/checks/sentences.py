"""Checks of what a text says at all: its stops, sentences, paragraphs and negations, and how long it is."""

from __future__ import annotations

import re
from collections import Counter
from math import log
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr
from deckwright.model.languages import base_of
from deckwright.model.markup import ICON
from deckwright.model.words import fold
from deckwright.translation.checks.wordbook import TextFinding, part_of, words_of_language

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.findings import Severity
    from deckwright.model.translation import Message
    from deckwright.translation.checks.wordbook import Wordbook


_WORD = re.compile(r"[^\W\d_]+")
_CLOSERS = "»”“\"'’)]*\u00a0\u202f "
_ALIKE = str.maketrans({"。": ".", "．": ".", "！": "!", "？": "?", "：": ":", "；": ";", "؟": "?", "।": "."})
_STOPS = ".!?…:"
_TEXTS_WITHOUT_RULES = frozenset({"flavour", "name"})


def _plain(text: str) -> str:
    return text.replace("...", "…").translate(_ALIKE).strip()


def _final(text: str) -> str:
    """Sign at the end of a text, before closing quotation marks, brackets and stars; '' for a letter."""
    bare = _plain(text).rstrip(_CLOSERS)
    return bare[-1] if bare and bare[-1] in f"{_STOPS};," else ""


def check_stops(_: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find another sign at the end than the source has, and lost colons and question marks."""
    here, there = _final(entry.text), _final(entry.source)
    if here != there and not (here in "!.…" and there in "!.…" and here and there):
        yield TextFinding("warning", _final_message(here, there))
        return
    for sign in "?" if part_of(entry.context) in _TEXTS_WITHOUT_RULES else ":?":
        if _lacks(entry, sign):
            message = tr(
                "The source has {there} × “{sign}”, this text {here}.",
                sign=sign,
                there=_count(entry.source, sign),
                here=_count(entry.text, sign),
            )
            yield TextFinding("warning", message)


def _lacks(entry: Message, sign: str) -> bool:
    """Whether a text has fewer of a sign than its source, as a whole or in a line."""
    source, text = entry.source.split("\n"), entry.text.split("\n")
    pairs = [
        (entry.source, entry.text),
        *(zip(source, text, strict=True) if len(source) == len(text) else ()),
    ]
    return any(_count(there, sign) > _count(here, sign) for there, here in pairs)


_MOST, _ENOUGH = 0.9, 10
"""The share of the texts of a part that end with a stop if all should, and how many texts show it."""


def check_ends(_: Wordbook, entries: Sequence[Message]) -> Iterator[tuple[Message, TextFinding]]:
    """Find texts without a stop at their end where nearly all others of the same part have one."""
    by_part: dict[str, list[Message]] = {}
    for entry in entries:
        by_part.setdefault(part_of(entry.context), []).append(entry)
    for part, of_part in by_part.items():
        unstopped = [entry for entry in of_part if not _final(entry.text)]
        if part and len(of_part) >= _ENOUGH and len(unstopped) <= (1 - _MOST) * len(of_part):
            message = tr("Missing at the end: “{sign}”.", sign=".")
            yield from ((entry, TextFinding("warning", message)) for entry in unstopped)


def _count(text: str, sign: str) -> int:
    plain = _plain(text)
    return len(re.findall(rf"{re.escape(sign)}+(?![/\d])", plain))


def _final_message(here: str, there: str) -> str:
    if not here:
        return tr("Missing at the end: “{sign}”.", sign=there)
    if not there:
        return tr("It ends with “{sign}”, but its source does not.", sign=here)
    return tr("It ends with “{here}”, but its source with “{there}”.", here=here, there=there)


_HAS_WORDS = re.compile(r"\w{2}|[^\x00-\u024f]")
"""An icon or a lone number, such as “{skull}: -X.”, is not a sentence."""

_END = re.compile(r"([^\W\d_]*)[ \u00a0\u202f]?[.!?…]++[»”“\"’')\]*\u00a0\u202f]*+(?=\s|$)")


def sentences(text: str, language: str, other: str = "") -> list[str]:
    """Sentences of a text: they end with a stop before a letter that is not small, or at the end of a line.

    Names may have abbreviations of an `other` language.
    """
    found: list[str] = []
    abbreviations = words_of_language(language, "abbreviations") | words_of_language(other, "abbreviations")
    for line in _plain(text).split("\n"):
        start = 0
        for end in _END.finditer(line):
            following = line[end.end() :].lstrip(" *“„«\"'(¿¡\u00a0")
            if following[:1].islower() or end[1].casefold() in abbreviations:
                continue
            found.append(line[start : end.end()].strip())
            start = end.end()
        if rest := line[start:].strip():
            found.append(rest)
    return [sentence for sentence in found if _HAS_WORDS.search(ICON.sub("", sentence))]


_IDEOGRAMS = frozenset({"zh", "ja", "ko", "th"})
_SHORTER, _FREE = 0.9, 0.8
"""How long a translation is at least beside its source, if nothing is left out; flavour texts are translated freely."""


def check_sentences(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find a text with more or fewer sentences than its source; if it is shorter too, one was left out (error)."""
    part = part_of(entry.context)
    if part == "name":
        return
    languages = book.game.source_language, book.language
    source, text = sentences(entry.source, *languages), sentences(entry.text, *reversed(languages))
    difference = len(source) - len(text)
    if not difference or base_of(book.language) in _IDEOGRAMS:
        return
    counts = {"here": len(text), "there": len(source)}
    shortest = _FREE if part in _TEXTS_WITHOUT_RULES else _SHORTER
    if difference > 0 and len(entry.text) < len(entry.source) * shortest:
        shortfall = tr("Sentences here: {here}. In the source: {there}. Something was left out.", **counts)
        yield TextFinding("error", shortfall, difference)
    elif part in _TEXTS_WITHOUT_RULES:
        free = tr("Sentences here: {here}. In the source: {there}.", **counts)
        yield TextFinding("info", free, difference)
    elif difference > 0:
        joined = tr(
            "Sentences here: {here}. In the source: {there}. A stop is missing, or two are one.", **counts
        )
        severity: Severity = "info" if _joined(book, entry) >= difference else "warning"
        yield TextFinding(severity, joined, difference)
    else:
        split = tr("Sentences here: {here}. In the source: {there}.", **counts)
        yield TextFinding("warning", split, -difference)


_JOINING_SIGNS = ";:("


def _joined(book: Wordbook, entry: Message) -> int:
    """How many more words and signs that join sentences a text has than its source."""
    here, there = (
        sum(map(text.count, _JOINING_SIGNS))
        + sum(word in words_of_language(language, "joining") for word in fold(text).split())
        for text, language in (
            (entry.text, book.language),
            (entry.source, book.game.source_language),
        )
    )
    return here - there


_UNSTOPPED = re.compile(r"(?<![^\W\d_])([^\W\d_]{2,}) ([^\W\d_]+)")
_LEAST_USES = 3


def check_lost_stops(book: Wordbook, entries: Sequence[Message]) -> Iterator[tuple[Message, TextFinding]]:
    """Find a capital after a small word in a flavour text, if other texts write its word small: a stop is missing.

    If a sentence is missing too, it is enough that no other text has the capital there. Rules need it not: their sentences are
    counted. German writes its nouns so.
    """
    if base_of(book.language) == "de":
        return
    small = Counter(word for entry in entries for word in entry.text.split() if word.islower())
    names = {
        word for entry in entries if part_of(entry.context) == "name" for word in _WORD.findall(entry.text)
    }
    unstopped = {entry.context: list(_unstopped(entry.text)) for entry in entries}
    capitals = Counter(word for matches in unstopped.values() for word in {match[2] for match in matches})
    languages = book.game.source_language, book.language
    for entry in entries:
        if part_of(entry.context) != "flavour" or not unstopped[entry.context]:
            continue
        lacks_sentence = len(sentences(entry.source, *languages)) > len(
            sentences(entry.text, *reversed(languages))
        )
        for match in unstopped[entry.context]:
            word = match[2]
            is_small = small[word.lower()] >= _LEAST_USES or (lacks_sentence and capitals[word] == 1)
            if word not in names and word not in entry.source and is_small:
                message = tr("A stop is missing, or the capital is wrong: “{found}”.", found=match[0])
                yield entry, TextFinding("warning", message, passage=match[0])
                break


def _unstopped(text: str) -> Iterator[re.Match[str]]:
    """Words with a capital after small ones."""
    for match in _UNSTOPPED.finditer(text):
        word = match[2]
        if word[0].isupper() and not word.isupper() and match[1].islower():
            yield match


def check_paragraphs(_: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find a text with more or fewer paragraphs than its source."""
    here, there = (
        sum(bool(line.strip()) for line in text.split("\n")) for text in (entry.text, entry.source)
    )
    if here != there:
        is_free = part_of(entry.context) in _TEXTS_WITHOUT_RULES and here > there
        severity: Severity = "info" if is_free else "warning"
        yield TextFinding(
            severity, tr("Paragraphs here: {here}. In the source: {there}.", here=here, there=there)
        )


def check_negations(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find rules that deny something in one language only: an error, because the card does the opposite."""
    if part_of(entry.context) in _TEXTS_WITHOUT_RULES:
        return
    source, text = fold(entry.source).split(), fold(entry.text).split()
    of_source, of_text = book.game.source_language, book.language
    if not all(words_of_language(language, "negations") for language in (of_source, of_text)):
        return
    if lost := _denial(source, of_source, text, of_text):
        message = tr("The source says “{word}”; here nothing is denied.", word=_shown(entry.source, lost))
        yield TextFinding("error", message)
    elif added := _denial(text, of_text, source, of_source):
        message = tr("“{word}” denies something that the source does not deny.", word=added)
        yield TextFinding("info", message, passage=added)


def _denial(words: Sequence[str], language: str, others: Sequence[str], other_language: str) -> str:
    """First negation of some words, if the others have none, nor a word that can stand for one; else ''."""
    negations = words_of_language(language, "negations")
    instead = words_of_language(other_language, "negations") | words_of_language(
        other_language, "near_negations"
    )
    denial = next((word for word in words if word in negations), "")
    return denial if instead.isdisjoint(others) else ""


def _shown(text: str, word: str) -> str:
    """Word as a text has it: `don’t` for its last part."""
    return next((part.strip(".,;:!?") for part in text.split() if word in fold(part).split()), word)


class _Length(NamedTuple):
    entry: Message
    ratio: float


_LEAST_LETTERS, _LEAST_TEXTS = 25, 30
_SPREAD = 4.0
_LEAST_SPREAD = 0.12


_SENTENCE = 0.13
"""How much shorter a text is at least that lacks a sentence."""


def check_length(book: Wordbook, entries: Sequence[Message]) -> Iterator[tuple[Message, TextFinding]]:
    """Find texts that are much shorter or longer than others of the same part, compared with their sources."""
    by_part: dict[str, list[_Length]] = {}
    for entry in entries:
        if len(entry.source) >= _LEAST_LETTERS and entry.text:
            by_part.setdefault(part_of(entry.context), []).append(
                _Length(entry, log(len(entry.text) / len(entry.source)))
            )
    for lengths in by_part.values():
        if len(lengths) < _LEAST_TEXTS:
            continue
        from statistics import median

        middle = median(length.ratio for length in lengths)
        spread = max(_LEAST_SPREAD, 1.48 * median(abs(length.ratio - middle) for length in lengths))
        for entry, ratio in lengths:
            if (
                len(sentences(entry.source, book.game.source_language))
                > len(sentences(entry.text, book.language))
                and ratio < middle - _SENTENCE
            ):
                yield entry, _length_finding(entry, ratio, middle)
                continue
            # What is short varies more.
            if abs(ratio - middle) > _SPREAD * spread * (1 + _LEAST_LETTERS / len(entry.source)):
                yield entry, _length_finding(entry, ratio, middle)


def _length_finding(entry: Message, ratio: float, middle: float) -> TextFinding:
    usual = round(len(entry.source) * 2.718281828**middle)
    names = {"here": len(entry.text), "usual": usual}
    if ratio < middle:
        return TextFinding(
            "warning",
            tr("It is short: {here} letters, where about {usual} are usual. Is something left out?", **names),
        )
    return TextFinding("warning", tr("It is long: {here} letters, where about {usual} are usual.", **names))
