"""Checks of what a text says at all: its stops, sentences, paragraphs and negations, and how long it is."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import accumulate, product
from math import exp, inf, log
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr
from deckwright.model.languages import base_of
from deckwright.model.markup import ICON
from deckwright.model.words import fold
from deckwright.translation.checks.wordbook import TextFinding, part_of, words_of_language

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deckwright.findings import Severity
    from deckwright.model.translation import Message
    from deckwright.translation.checks.wordbook import Wordbook


_WORD = re.compile(r"[^\W\d_]+")
_CLOSERS = "»”“\"'’)]*\u00a0\u202f "
_ALIKE = str.maketrans({"。": ".", "．": ".", "！": "!", "？": "?", "：": ":", "；": ";", "؟": "?", "।": "."})
_OF_OTHER_SCRIPTS = re.compile(f"[{''.join(map(chr, _ALIKE))}]")
_STOPS = ".!?…:"
_TEXTS_WITHOUT_RULES = frozenset({"flavour", "name"})


@lru_cache(maxsize=16)
def _plain(text: str) -> str:
    text = text.replace("...", "…").strip()
    # Translating a text with accents takes twelve times as long as searching it (measured: 14 and 1.2 µs).
    return text.translate(_ALIKE) if _OF_OTHER_SCRIPTS.search(text) else text


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


_AFTER_ICON = re.compile(r"^((?:[^\w\n{}]*\{\w+\})+)[\s\u00a0\u202f]?:", re.MULTILINE)
_AFTER_LABEL = re.compile(r"^(?:[^\w\n{}]*\{\w+\})+[ -][^\W\d_]+[\u00a0\u202f]?:", re.MULTILINE)


def _lacks(entry: Message, sign: str) -> bool:
    """Whether a text has fewer of a sign than its source, as a whole or in a line.

    A colon after an icon that begins a line may be left out, and so may a word between them: `{star} effect:` is `{star}:`.
    """
    if sign not in _plain(entry.source):
        return False
    source, text = entry.source.split("\n"), entry.text.split("\n")
    pairs = [
        (entry.source, entry.text),
        *(zip(source, text, strict=True) if len(source) == len(text) else ()),
    ]
    return any(_lacking(there, here, sign) > 0 for there, here in pairs)


def _lacking(source: str, text: str, sign: str) -> int:
    plain_source, icons = _AFTER_ICON.subn(r"\1", source) if sign == ":" else (source, 0)
    plain_text, here = _AFTER_ICON.subn(r"\1", text) if sign == ":" else (text, 0)
    labels = min(len(_AFTER_LABEL.findall(plain_source)), max(0, here - icons))
    return _count(plain_source, sign) - _count(plain_text, sign) - labels


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


_HAS_WORDS = re.compile(r"\w{2}|[^\W\x00-\u024f]")
"""An icon or a lone number, such as “{skull}: -X.”, is not a sentence."""

_END = re.compile(r"([^\W\d_]*)[ \u00a0\u202f]?[.!?…]++[»”“\"’')\]*\u00a0\u202f]*+(?=\s|$)")


def sentences(text: str, language: str, other: str = "") -> list[str]:
    """Sentences of a text: they end with a stop before a letter that is not small, or at the end of a line.

    Names may have abbreviations of an `other` language.
    """
    return [sentence for sentence in _passages(text, language, other) if _has_words(sentence)]


def _has_words(sentence: str) -> bool:
    return _HAS_WORDS.search(ICON.sub("", sentence)) is not None


@lru_cache(maxsize=16384)
def _passages(text: str, language: str, other: str) -> list[str]:
    """Passages that end as sentences do, also those that are only a number."""
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
    return found


_IDEOGRAMS = frozenset({"zh", "ja", "ko", "th"})
_SHORTER, _FREE = 0.9, 0.8
"""How long a translation is at least beside its source, if nothing is left out; flavour texts are translated freely."""


def check_sentences(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find a text with more or fewer sentences than its source; if it is shorter too, one was left out (error)."""
    part = part_of(entry.context)
    if part == "name":
        return
    languages = book.game.source_language, book.language
    source, text = _sentences_of_both(entry, languages)
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
        is_free = _are_joined(source, languages[0], text, languages[1])
        yield TextFinding("info" if is_free else "warning", joined, difference)
    else:
        split = tr("Sentences here: {here}. In the source: {there}.", **counts)
        is_free = _are_joined(text, "", source, "")
        yield TextFinding("info" if is_free else "warning", split, -difference)


_BRACKETS = re.compile(r"\([^()]*\)")


def _sentences_of_both(entry: Message, languages: tuple[str, str]) -> tuple[list[str], list[str]]:
    """Sentences of the source and of the text, in the way of counting in which they differ least.

    A lone number may be a sentence or not, and so may a passage in brackets, if both texts have it.
    """
    sides = (entry.source, *languages), (entry.text, *reversed(languages))
    passages = [_passages(*side) for side in sides]
    ways = [[list(filter(_has_words, of_side)) for of_side in passages]]
    if len(ways[0][0]) != len(ways[0][1]):
        ways.append(passages)
        in_brackets = [
            [len(_passages(match[0], *of)) for match in _BRACKETS.finditer(text)] for text, *of in sides
        ]
        if in_brackets[0] == in_brackets[1]:
            ways.append([sentences(_BRACKETS.sub("", text), *of) for text, *of in sides])
    source, text = min(ways, key=lambda way: abs(len(way[0]) - len(way[1])))
    signs = {len(there) > len(here) for there, here in ways}
    return (source, text) if len(signs) == 1 else (source, source)


_JOINT_SIGNS = ";:("
_JOINT = re.compile(r"[^\W\d_]+|[;:(]")
_NEAR = 0.25
"""How far a word that joins two sentences may be from where they meet, as a share of their length."""


def _are_joined(longer: Sequence[str], of_longer: str, shorter: Sequence[str], of_shorter: str) -> bool:
    """Whether the sentences of a shorter list have more words and signs that join than those that they are made of, one where these meet."""
    scale = sum(map(len, shorter)) / sum(map(len, longer))
    first = start = 0
    for joined, parts in (steps := _alignment(longer, shorter, scale)):
        if joined > parts:
            group = longer[first : first + joined]
            ends = list(accumulate(map(len, group)))
            before, after = (
                _joints(" ".join(group), of_longer),
                _joints(" ".join(shorter[start : start + parts]), of_shorter),
            )
            is_near = any(abs(joint - end / ends[-1]) < _NEAR for joint in after for end in ends[:-1])
            if len(after) <= len(before) or not is_near:
                return False
        first, start = first + joined, start + parts
    return bool(steps)


def _joints(text: str, language: str) -> list[float]:
    """Where words and signs join sentences, as shares of a text's length."""
    text = ICON.sub(lambda icon: " " * len(icon[0]), text.casefold())
    joining = words_of_language(language, "joining")
    return [
        match.start() / len(text)
        for match in _JOINT.finditer(text)
        if match[0] in _JOINT_SIGNS or match[0] in joining
    ]


_UNSTOPPED = re.compile(r"(?<![^\W\d_])([^\W\d_]{4,})(?= ([^\W\d_]++’?+)(?!-)( ?.?))")
_SMALL_WORD = re.compile(r"(?<![^\W_])[^\W\d_A-ZÀ-Þ]+’?")
_LEAST_USES, _FEW = 3, 2


def check_lost_stops(book: Wordbook, entries: Sequence[Message]) -> Iterator[tuple[Message, TextFinding]]:
    """Find a capital after a small word, if other texts write its word small: a stop is missing.

    In a flavour text that lacks a sentence too, it is enough that no other text has the capital there. German writes its nouns so,
    and rules their terms. A capital before another is a name.
    """
    small = Counter(word for entry in entries for word in _SMALL_WORD.findall(entry.text))
    in_names = Counter(
        word for entry in entries if part_of(entry.context) == "name" for word in _WORD.findall(entry.text)
    )
    unstopped = {
        entry.context: list(_unstopped(entry.text)) for entry in entries if part_of(entry.context) != "name"
    }
    capitals = Counter(word for matches in unstopped.values() for word in {match[2] for match in matches})
    for entry in entries:
        matches = unstopped.get(entry.context, ())
        of_source = set(_WORD.findall(entry.source)) if matches else set()
        is_free = part_of(entry.context) == "flavour" and base_of(book.language) != "de"
        lacks_sentence = bool(matches) and _lacks_sentence(book, entry)
        for match in matches if is_free or lacks_sentence else ():
            word = match[2]
            is_small = small[word.lower()] >= _LEAST_USES * max(1, in_names[word], capitals[word])
            is_new = is_free and lacks_sentence and capitals[word] <= _FEW and not in_names[word]
            is_name = match[3].strip().isupper() and base_of(book.language) != "de"
            if word not in of_source and (is_small or is_new) and not is_name:
                passage = f"{match[1]} {word}"
                message = tr("A stop is missing, or the capital is wrong: “{found}”.", found=passage)
                yield entry, TextFinding("warning", message, passage=passage)
                break


def _lacks_sentence(book: Wordbook, entry: Message) -> bool:
    languages = book.game.source_language, book.language
    source, text = _sentences_of_both(entry, languages)
    return len(source) > len(text)


def _unstopped(text: str) -> Iterator[re.Match[str]]:
    """Words with a capital after small ones of four letters, which are seldom articles and prepositions."""
    for match in _UNSTOPPED.finditer(text):
        word = match[2]
        if word[0].isupper() and (word[-1] == "’" or not word.isupper()) and match[1].islower():
            yield match


def check_paragraphs(_: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find a text with more or fewer paragraphs than its source."""
    here, there = (
        sum(bool(line.strip()) for line in text.split("\n")) for text in (entry.text, entry.source)
    )
    if here != there:
        is_free = part_of(entry.context) in _TEXTS_WITHOUT_RULES or here > there
        severity: Severity = "info" if is_free else "warning"
        yield TextFinding(
            severity, tr("Paragraphs here: {here}. In the source: {there}.", here=here, there=there)
        )


_IN_NAME = re.compile(r"(?<=[^\W_] )[A-ZÀ-Þ][a-zß-ÿ]+|(?<![’'\w])[A-Z](?![’'\w])")
"""Words of a name after another word, such as “Not” in “the Priest Not to Be Described”, and initials: the T of “William T.” denies nothing."""


def check_negations(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find rules that deny something in one language only: an error, because the card does the opposite."""
    if part_of(entry.context) in _TEXTS_WITHOUT_RULES:
        return
    source, text = (fold(_IN_NAME.sub("", text)).split() for text in (entry.source, entry.text))
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
    """Find texts that are much shorter or longer than others of the same part, or have no room for a sentence of their source."""
    by_part: dict[str, list[_Length]] = {}
    for entry in entries:
        if len(entry.source) >= _LEAST_LETTERS and entry.text:
            by_part.setdefault(part_of(entry.context), []).append(
                _Length(entry, log(len(entry.text) / len(entry.source)))
            )
    for lengths in by_part.values():
        if len(lengths) < _LEAST_TEXTS:
            continue
        middle = _median(length.ratio for length in lengths)
        spread = max(_LEAST_SPREAD, 1.48 * _median(abs(length.ratio - middle) for length in lengths))
        for entry, ratio in lengths:
            if omitted := _omitted_sentence(book, entry, exp(middle)):
                message = tr(
                    "A sentence of the source seems to be missing, perhaps this one: “{sentence}”",
                    sentence=omitted,
                )
                yield entry, TextFinding("warning", message)
                continue
            is_short = ratio < middle - _SENTENCE and _lacks_sentence(book, entry)
            # What is short varies more.
            if is_short or abs(ratio - middle) > _SPREAD * spread * (1 + _LEAST_LETTERS / len(entry.source)):
                yield entry, _length_finding(entry, ratio, middle)


def _median(values: Iterable[float]) -> float:
    """Middle of some values; the module that has a function for it takes 14 ms to import."""
    ordered = sorted(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def _length_finding(entry: Message, ratio: float, middle: float) -> TextFinding:
    usual = round(len(entry.source) * exp(middle))
    names = {"here": len(entry.text), "usual": usual}
    if ratio < middle:
        return TextFinding(
            "warning",
            tr("It is short: {here} letters, where about {usual} are usual. Is something left out?", **names),
        )
    return TextFinding("warning", tr("It is long: {here} letters, where about {usual} are usual.", **names))


_LEAST_OMITTED = 30
"""Shorter sentences, in letters, are hardly told from what a translation shortens."""


def _omitted_sentence(book: Wordbook, entry: Message, scale: float) -> str:
    """Sentence of a source that its translation has no room for, by the lengths of all its sentences; else ''."""
    languages = book.game.source_language, book.language
    if part_of(entry.context) == "name" or base_of(book.language) in _IDEOGRAMS:
        return ""
    (source, text), place = _sentences_of_both(entry, languages), 0
    if len(source) == 1:
        return ""
    for joined, parts in _alignment(source, text, scale):
        if not parts:
            return source[place]
        place += joined
    return ""


_CHANGE = 1.5
"""What each sentence costs that an alignment joins, splits or omits."""

_STEPS = (*((joined, 1) for joined in range(1, 7)), *((1, parts) for parts in (0, *range(2, 7))), (2, 2))
"""How many sentences are how many in a translation."""


def _alignment(source: Sequence[str], text: Sequence[str], scale: float) -> Sequence[tuple[int, int]]:
    """Steps in which two lists of sentences fit best by their lengths, as Gale and Church align them; none if they do not."""
    expected, lengths = [scale * len(sentence) for sentence in source], [len(sentence) for sentence in text]
    if len(source) == len(text) and sum(map(_misfit, expected, lengths)) <= _CHANGE:
        return [(1, 1)] * len(source)
    paths: dict[tuple[int, int], tuple[float, tuple[tuple[int, int], ...]]] = {(0, 0): (0, ())}
    for first, start in product(range(len(source) + 1), range(len(text) + 1)):
        cost, steps = paths.get((first, start), (inf, ()))
        for joined, parts in _STEPS if cost < inf else ():
            end = first + joined, start + parts
            if end[0] > len(source) or end[1] > len(text) or (not parts and expected[first] < _LEAST_OMITTED):
                continue
            misfit = _misfit(sum(expected[first : end[0]]), sum(lengths[start : end[1]])) if parts else 0
            total = cost + misfit + _CHANGE * abs(joined + parts - 2)
            if total < paths.get(end, (inf, ()))[0]:
                paths[end] = total, (*steps, (joined, parts))
    return paths.get((len(source), len(text)), (inf, ()))[1]


def _misfit(expected: float, length: float) -> float:
    return (expected - length) ** 2 / (4 * (expected + length))
