"""The check of numbers, in digits and in words, with their signs and in their order."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import decimal

from deckwright.messages import tr
from deckwright.model.languages import base_of
from deckwright.model.markup import ICON
from deckwright.model.words import fold
from deckwright.translation.checks.wordbook import TextFinding, difference_text, part_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.model.translation import Message
    from deckwright.translation.checks.wordbook import Wordbook


Words = tuple[str, ...]


class NumberWord(NamedTuple):
    """A number in words: the folded words, and its value as digits."""

    words: Words
    value: str


class NumberWords(NamedTuple):
    """The number words of a language by their first word, the longest first, each with its number.

    `strict` words always mean their number, so a translation must have it too. `loose` words can mean it (articles,
    “both”, “pair”; Italian “sei” is also “you are”): they only excuse a number in digits. `times` are the words that
    count how often something happens.
    """

    strict: Mapping[str, Sequence[NumberWord]]
    loose: Mapping[str, Sequence[NumberWord]]
    times: frozenset[str]


class _Table(NamedTuple):
    """What a language has besides the words of num2words: words by number, alternatives separated by bars.

    `endings` are those of numbers, each with one that replaces it in another gender or case; words that this makes, but that
    no speaker uses, are in no text.
    """

    strict: Mapping[int, str]
    loose: Mapping[int, str]
    times: str
    endings: Sequence[tuple[str, str]] = ()


_TABLES = {
    "en": _Table(
        {2: "twice", 3: "thrice|thirds"},
        {
            0: "no|none", 1: "a|an|once|single|first|another",
            2: "both|either|neither|second|double|doubles|doubled|pair|pairs|couple|half", 3: "triple|triples|tripled",
            4: "quarter|quarters", 12: "dozen", 100: "hundred", 1000: "thousand",
        },
        "time|times|twice|thrice",
    ),
    "fr": _Table(
        {},
        {
            0: "aucun|aucune", 1: "seul|seule|premier|premiere",
            2: "second|seconde|deuxieme|double|doublez|doubler|paire|paires|couple|demi|moitie", 3: "triple|triplez|tiers",
            4: "quart|quarts", 9: "neuf", 12: "douzaine", 100: "cents",
        },
        "fois",
        (("un", "une"),),
    ),
    "it": _Table(
        {3: "terzi|terze", 4: "quarti|quarte"},
        {
            0: "nessuno|nessuna|nessun", 1: "solo|sola|primo|prima",
            2: "entrambi|entrambe|ambedue|secondo|seconda|doppio|doppia|raddoppia|raddoppiare|coppia|coppie|paio|meta|mezzo|mezza",
            3: "triplo|tripla|triplica", 6: "sei", 12: "dozzina",
        },
        "volta|volte",
        (("o", "a"), ("uno", "un")),
    ),
    "es": _Table(
        {3: "tercer"},
        {
            0: "ningun|ninguno|ninguna", 1: "solo|sola|primer|primero|primera",
            2: "ambos|ambas|segundo|segunda|doble|duplica|par|pares|pareja|parejas|mitad|medio|media",
            3: "triple|triplica|tercio|tercios", 12: "docena", 100: "ciento",
        },
        "vez|veces",
        (("o", "a"), ("uno", "un"), ("ientos", "ientas")),
    ),
    "pt": _Table(
        {14: "quatorze"},
        {
            0: "nenhum|nenhuma", 1: "so|unico|unica|primeiro|primeira",
            2: "ambos|ambas|segundo|segunda|dobro|dobra|par|pares|metade|meio|meia", 3: "triplo|terco|tercos",
            4: "quarto|quarta|quartos", 12: "duzia", 100: "cento",
        },
        "vez|vezes",
        (("o", "a"), ("um", "uma"), ("dois", "duas"), ("entos", "entas")),
    ),
    "de": _Table(
        {
            2: "zweimal|zweite|zweiten|zweiter|zweites", 3: "dreimal", 4: "viermal", 5: "funfmal", 6: "sechsmal",
        },
        {
            0: "kein|keine|keinen|keiner", 1: "ein|eine|einen|einer|einem|eines|einmal|einzige|erste|ersten|erster",
            2: "beide|beiden|beides|doppelt|doppelte|verdopple|verdoppelt|paar|paare|halfte|halb|halbe",
            3: "dreifach|drittel", 4: "viertel", 8: "acht", 11: "elf", 12: "dutzend", 100: "hundert", 1000: "tausend",
        },
        "mal|zweimal|dreimal|viermal|funfmal|sechsmal",
        (("e", "en"), ("e", "er"), ("e", "es")),
    ),
}  # fmt: skip
"""Ordinals count as their number. “Second” is loose: it is also a unit of time, and in Italian “according to”."""

_ROUND = frozenset({"0", "1", "100", "1000"})
"""Numbers whose words are loose in every language: one is an article, and a hundred may be many."""


@lru_cache
def number_words(language: str) -> NumberWords | None:
    """Number words of a language; None for one that num2words lacks.

    In languages without a table, whose inflections are not known, all words are loose.
    """
    words_by_number = _words_of_num2words().get(base_of(language))
    if words_by_number is None:
        return None
    table = _TABLES.get(base_of(language), _Table({}, {}, ""))
    words = [*_words_by_number(words_by_number, table.endings), *_words_by_number(table.strict)]
    loose = {
        *_words_by_number(table.loose),
        *(word for word in words if word.value in _ROUND or not table.times),
    }
    loose_words = {word.words for word in loose}
    strict = [word for word in words if word.words not in loose_words]
    return NumberWords(_by_first(strict), _by_first(loose), frozenset(table.times.split("|")))


@cache
def _words_of_num2words() -> Mapping[str, Mapping[str, str]]:
    """Words of numbers by language, as `cli/number_words.py` has written them."""
    words: Mapping[str, Mapping[str, str]] = json.loads(_FILE.read_bytes())
    return words


_FILE = Path(__file__).with_name("number_words.json")


def _words_by_number(
    numbers: Mapping[str, str] | Mapping[int, str], endings: Iterable[tuple[str, str]] = ()
) -> Iterator[NumberWord]:
    for number, alternatives in numbers.items():
        for word in alternatives.split("|"):
            others = (word.removesuffix(end) + other for end, other in endings if word.endswith(end))
            yield from (NumberWord(tuple(form.split()), str(number)) for form in (word, *others))


def _by_first(words: Iterable[NumberWord]) -> dict[str, list[NumberWord]]:
    by_first: dict[str, list[NumberWord]] = {}
    for number_word in sorted(words, key=lambda word: (-len(word.words), word)):
        by_first.setdefault(number_word.words[0], []).append(number_word)
    return by_first


_PARTS_WITHOUT_NUMBERS = frozenset({"flavour", "name"})
"""Texts without rules: number words may be part of an idiom (a five-year plan), and the order is free."""


_MINUS, _PLUS = "-‐‑‒–−﹣－", "+＋"


_SIGNS = str.maketrans({**dict.fromkeys(_MINUS, "-"), **dict.fromkeys(_PLUS, "+")})


_DIGITS = r"\d+(?:[.,\u00a0\u202f’]\d{3}(?!\d))*(?:[.,]\d+)?"


# A minus sign follows no letter and no digit (2-3 is a range, a word may have a hyphen), unless that is a lone X.
_SIGN = rf"(?:(?<!\d)[{_PLUS}]|(?:(?<!\w)|(?<=\b[XYZ]))[{_MINUS}])?"


_CODE = r"\b(?=[A-Z\d]*[A-Z])[A-Z\d]*\d[A-Z\d]*[-‑][A-Z\d]+\b|\b[A-Z]{2,}[-‑]\d+\b"
"""Names such as 8L-08 and R2-D2, whose digits count nothing."""


_FIGURE = re.compile(r"[\d¼-¾⅐-⅞]")


_TOKEN = re.compile(
    rf"(?P<braces>\{{[^{{}}\s]*\}}|{_CODE})|(?P<number>{_SIGN}{_DIGITS}|[¼-¾⅐-⅞])|(?P<word>[^\W\d_]+)"
)


_THOUSANDS = re.compile(r"(?<=\d)[.,\u00a0\u202f’](?=\d{3}(?!\d))")


_JOINED = re.compile(rf"[\s*{_MINUS}]*")
"""What may be between the words of one number."""


_ICON_AFTER = re.compile(rf"[\s*×]*{ICON.pattern}")


_ICON_BEFORE = re.compile(rf"{ICON.pattern}[\s*×]*$")


_CLAUSE = re.compile(r"[.,;:()!?\n]")


_FIRST_WORD = re.compile(r"[\s*]*(\w+)")


class Mention(NamedTuple):
    """A number in a text: its `value` as digits with a sign, as `written`, and its position."""

    value: str
    written: str
    start: int
    end: int
    is_word: bool = False


class _Numbers:
    """The numbers of a text in order; with `has_words`, number words are compared with those of the other text."""

    def __init__(self, text: str, language: str, *, has_words: bool) -> None:
        self.text, self.language, self._has_words = text, language, has_words
        tokens = _TOKEN.finditer(text) if _FIGURE.search(text) else ()
        self.digits = [_in_digits(token) for token in tokens if token.lastgroup == "number"]

    @property
    def words(self) -> list[Mention]:
        """Words that must be the same in the other text."""
        return self._strict if self._has_words else []

    @property
    def loose(self) -> list[Mention]:
        """Words that can mean a number, or something else."""
        return (
            self._loose
            if self._has_words
            else sorted((*self._strict, *self._loose), key=lambda mention: mention.start)
        )

    @cached_property
    def _strict(self) -> list[Mention]:
        words = number_words(self.language)
        return list(_in_words(self.text, words.strict)) if words else []

    @cached_property
    def _loose(self) -> list[Mention]:
        words, strict = number_words(self.language), {mention.start for mention in self._strict}
        mentions = _in_words(self.text, words.loose) if words else ()
        return [mention for mention in mentions if mention.start not in strict]

    def sayable(self) -> set[str]:
        """Numbers that a word of the text can mean."""
        return {mention.value for mention in (*self.words, *self.loose)}

    def values(self) -> set[str]:
        """Numbers of the text, however they are written."""
        return {mention.value for mention in self.digits} | self.sayable()


def check_numbers(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find numbers that are missing, added, or in another order.

    A word can replace a number without a sign; number words must be the same if both languages have a table of them.
    """
    is_free = part_of(entry.context) in _PARTS_WITHOUT_NUMBERS
    has_words = not is_free and all(map(_has_table, (book.game.source_language, book.language)))
    in_source = _Numbers(entry.source, book.game.source_language, has_words=has_words)
    in_text = _Numbers(entry.text, book.language, has_words=has_words)
    if [mention.value for mention in in_source.digits] == [
        mention.value for mention in in_text.digits
    ] and not (in_source.words or in_text.words):
        yield from _beyond_icon(entry)
        return
    missing, added = _not_in(in_source, in_text), _not_in(in_text, in_source)
    missing, added = _without_measures(missing, added, in_source, in_text)
    new = _as_written(added)
    if problem := difference_text(_as_written(missing), new):
        is_sure = any(not mention.is_word for mention in (*missing, *added)) and not is_free
        yield TextFinding("error" if is_sure else "warning", problem, passage="".join(new[:1]))
    elif not is_free:
        yield from _order(book, in_source, in_text)
        yield from _beyond_icon(entry)


_MEASURE = re.compile(r"\b(?:by|di|de|en|em|um|med|o|på)[ \u00a0*]*$", re.IGNORECASE)
"""What is before a number by which something is raised or lowered: “aumenta di 2” for “+2”."""


def _without_measures(
    missing: Sequence[Mention], added: Sequence[Mention], in_source: _Numbers, in_text: _Numbers
) -> tuple[list[Mention], list[Mention]]:
    """Numbers that only one text has, without changes that one says with a sign and the other with words.

    A 1 that only the translation has may stand for an article.
    """
    excused = _measured(in_text) & {mention.value.lstrip("+-") for mention in missing}
    excused |= _measured(in_source) & {mention.value.lstrip("+-") for mention in added}
    lost = [
        mention for mention in missing if mention.value[0] not in "+-" or mention.value[1:] not in excused
    ]
    signed = {mention.value.lstrip("+-") for mention in missing if mention not in lost}
    more = [mention for mention in added if mention.value not in signed]
    return lost, [mention for mention in more if lost or mention.value != "1" or mention.is_word]


def _measured(numbers: _Numbers) -> set[str]:
    """Numbers without a sign that follow a preposition of measure."""
    return {
        mention.value
        for mention in (*numbers.digits, *numbers.words)
        if mention.value[0] not in "+-" and _MEASURE.search(numbers.text[: mention.start])
    }


_BEFORE_ICON = re.compile(rf"({_SIGN}\d+)[ \u00a0\u202f]?({ICON.pattern})")
_AFTER_ICON = re.compile(rf"({ICON.pattern})[ \u00a0\u202f]?({_SIGN}\d+)(?![ \u00a0\u202f]?\{{)")


def _beyond_icon(entry: Message) -> Iterator[TextFinding]:
    """Find a number that is after its icon, where it is before it in the source."""
    if "{" not in entry.text:
        return
    before = {(match[1], match[2]) for match in _BEFORE_ICON.finditer(entry.source)}
    here = {(match[1], match[2]) for match in _BEFORE_ICON.finditer(entry.text)}
    for match in _AFTER_ICON.finditer(entry.text):
        pair = (match[3], match[1])
        if pair in before and pair not in here:
            message = tr("The number is before the icon in the source: {there}.", there=" ".join(pair))
            yield TextFinding("error", message, passage=match[0])


def _has_table(language: str) -> bool:
    return base_of(language) in _TABLES


def _as_written(mentions: Iterable[Mention]) -> list[str]:
    return [mention.written if mention.is_word else mention.value for mention in mentions]


def _in_digits(match: re.Match[str]) -> Mention:
    """Number in one notation: `1000`, `1.5`, `-1`."""
    plain = _THOUSANDS.sub("", match[0]).replace(",", ".").translate(_SIGNS)
    if not plain.isascii():
        plain = "".join(str(decimal(sign, sign)) for sign in plain)
    return Mention(plain, match[0], match.start(), match.end())


def _in_words(text: str, known_words: Mapping[str, Sequence[NumberWord]]) -> Iterator[Mention]:
    """Yield the numbers that words mean, the longest first: `vingt-deux` is one."""
    if known_words.keys().isdisjoint(fold(text).split()):
        return
    tokens = [token for token in _TOKEN.finditer(text) if token.lastgroup != "braces"]
    token_words = [fold(token[0]) if token.lastgroup == "word" else "" for token in tokens]
    following = 0
    for index, word in enumerate(token_words):
        for number_word in known_words.get(word, ()) if index >= following else ():
            end = index + len(number_word.words)
            if tuple(token_words[index:end]) == number_word.words and _are_joined(text, tokens[index:end]):
                following = end
                start, stop = tokens[index].start(), tokens[end - 1].end()
                yield Mention(number_word.value, text[start:stop], start, stop, is_word=True)
                break


def _are_joined(text: str, tokens: Sequence[re.Match[str]]) -> bool:
    """Whether nothing else is between some tokens."""
    return all(
        _JOINED.fullmatch(text[token.end() : following.start()]) for token, following in pairwise(tokens)
    )


def _not_in(numbers: _Numbers, other: _Numbers) -> list[Mention]:
    """Numbers of a text that another one lacks: digits as often, words at all."""
    remaining = Counter(mention.value for mention in numbers.digits)
    remaining -= Counter(mention.value for mention in other.digits)
    sayable, values = other.sayable(), other.values()
    missing: list[Mention] = []
    for mention in sorted((*numbers.digits, *numbers.words), key=lambda mention: mention.start):
        if mention.is_word:
            if mention.value not in values and all(mention.written != earlier.written for earlier in missing):
                missing.append(mention)
        elif remaining[mention.value] > 0 and mention.value not in sayable:
            missing.append(mention)
            remaining[mention.value] -= 1
    return missing


def _order(book: Wordbook, in_source: _Numbers, in_text: _Numbers) -> Iterator[TextFinding]:
    """Find numbers in another order, unless icons or terms show that each counts the same thing."""
    source, text = _in_order(in_source, in_text), _in_order(in_text, in_source)
    before, after = [mention.value for mention in source], [mention.value for mention in text]
    if before == after or Counter(before) != Counter(after):
        return
    first = [_unit(book, in_source, source, index) for index in range(len(source))]
    second = [_unit(book, in_text, text, index) for index in range(len(text))]
    numbers_of_units, numbers_of_units_here = (
        dict(zip(first, before, strict=True)),
        dict(zip(second, after, strict=True)),
    )
    sure = {unit for unit in first if unit and first.count(unit) == second.count(unit) == 1}
    unbound = [number for number, unit in zip(before, first, strict=True) if unit not in sure]
    unbound_here = [number for number, unit in zip(after, second, strict=True) if unit not in sure]
    if unbound != unbound_here or any(numbers_of_units[unit] != numbers_of_units_here[unit] for unit in sure):
        message = tr(
            "The numbers are in another order here: {here}. In the source: {there}.",
            here=", ".join(_as_written(text)),
            there=", ".join(_as_written(source)),
        )
        yield TextFinding("info", message)


def _in_order(numbers: _Numbers, other: _Numbers) -> list[Mention]:
    """Numbers of a text in order, with words that clearly replace digits of the other text."""
    sure = [*numbers.digits, *numbers.words]
    lacking = Counter(mention.value for mention in (*other.digits, *other.words))
    lacking -= Counter(mention.value for mention in sure)
    for value, count in lacking.items():
        loose_mentions = [mention for mention in numbers.loose if mention.value == value]
        sure += loose_mentions if len(loose_mentions) == count else []
    return sorted(sure, key=lambda mention: mention.start)


def _unit(book: Wordbook, numbers: _Numbers, mentions: Sequence[Mention], index: int) -> str:
    """What a number counts: the icon beside it, times, or the term after it; '' if unknown."""
    text, mention, following = numbers.text, mentions[index], mentions[index + 1 : index + 2]
    icon = _ICON_AFTER.match(text, mention.end) or _ICON_BEFORE.search(text[: mention.start])
    if icon and icon[1] in book.pictures:
        return f"icon {book.pictures[icon[1]]}"
    after = text[mention.end : following[0].start if following else len(text)]
    words, next_word = number_words(numbers.language), _FIRST_WORD.match(after)
    words_here = {fold(mention.written), fold(next_word[1]) if next_word else ""}
    if words and not words.times.isdisjoint(words_here):
        return "times"
    source = book.game.source_language
    terms = book.in_source if numbers.language == source else book.in_text
    found_terms = terms.find(_CLAUSE.split(after, maxsplit=1)[0])
    return f"term {found_terms[0].term.names.get(source, '')}" if found_terms else ""
