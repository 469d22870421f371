"""The check of numbers, in digits and in words, with their signs and in their order."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise, product
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import decimal

from deckwright.messages import tr
from deckwright.model.markup import ICON
from deckwright.model.words import fold
from deckwright.translation.checks.wordbook import TextFinding, part_of

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
    """The words of a language: `strict` and `loose` by number, alternatives separated by bars."""

    strict: Mapping[int, str]
    loose: Mapping[int, str]
    times: str


_TABLES = {
    "en": _Table(
        {
            2: "two|twice", 3: "three|thrice|third|thirds", 4: "four|fourth", 5: "five|fifth", 6: "six|sixth",
            7: "seven|seventh", 8: "eight|eighth", 9: "nine|ninth", 10: "ten|tenth", 11: "eleven", 12: "twelve",
            13: "thirteen", 14: "fourteen", 15: "fifteen", 16: "sixteen", 17: "seventeen", 18: "eighteen",
            19: "nineteen", 20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 60: "sixty", 70: "seventy",
            80: "eighty", 90: "ninety",
        },
        {
            0: "zero|no|none", 1: "one|a|an|once|single|first|another",
            2: "both|either|neither|second|double|doubles|doubled|pair|pairs|couple|half", 3: "triple|triples|tripled",
            4: "quarter|quarters", 12: "dozen", 100: "hundred", 1000: "thousand",
        },
        "time|times",
    ),
    "fr": _Table(
        {
            2: "deux", 3: "trois|troisieme", 4: "quatre|quatrieme", 5: "cinq|cinquieme", 6: "six|sixieme",
            7: "sept|septieme", 8: "huit|huitieme", 9: "neuvieme", 10: "dix|dixieme", 11: "onze", 12: "douze",
            13: "treize", 14: "quatorze", 15: "quinze", 16: "seize", 17: "dix sept", 18: "dix huit", 19: "dix neuf",
            20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante", 70: "soixante dix|septante",
            80: "quatre vingts|quatre vingt|huitante|octante", 90: "quatre vingt dix|nonante",
        },
        {
            0: "zero|aucun|aucune", 1: "un|une|seul|seule|premier|premiere",
            2: "second|seconde|deuxieme|double|doublez|doubler|paire|paires|couple|demi|moitie", 3: "triple|triplez|tiers",
            4: "quart|quarts", 9: "neuf", 12: "douzaine", 100: "cent|cents", 1000: "mille",
        },
        "fois",
    ),
    "it": _Table(
        {
            2: "due", 3: "tre|terzo|terza|terzi|terze", 4: "quattro|quarto|quarta|quarti|quarte", 5: "cinque|quinto|quinta",
            6: "sesto|sesta", 7: "sette|settimo|settima", 8: "otto|ottavo|ottava", 9: "nove|nono|nona",
            10: "dieci|decimo|decima", 11: "undici", 12: "dodici", 13: "tredici", 14: "quattordici", 15: "quindici",
            16: "sedici", 17: "diciassette", 18: "diciotto", 19: "diciannove", 20: "venti", 30: "trenta", 40: "quaranta",
            50: "cinquanta", 60: "sessanta", 70: "settanta", 80: "ottanta", 90: "novanta",
        },
        {
            0: "zero|nessuno|nessuna|nessun", 1: "uno|un|una|solo|sola|primo|prima",
            2: "entrambi|entrambe|ambedue|secondo|seconda|doppio|doppia|raddoppia|raddoppiare|coppia|coppie|paio|meta|mezzo|mezza",
            3: "triplo|tripla|triplica", 6: "sei", 12: "dozzina", 100: "cento", 1000: "mille",
        },
        "volta|volte",
    ),
    "es": _Table(
        {
            2: "dos", 3: "tres|tercero|tercera|tercer", 4: "cuatro|cuarto|cuarta", 5: "cinco|quinto|quinta", 6: "seis|sexto|sexta",
            7: "siete|septimo|septima", 8: "ocho|octavo|octava", 9: "nueve|noveno|novena", 10: "diez|decimo|decima",
            11: "once", 12: "doce", 13: "trece", 14: "catorce", 15: "quince", 16: "dieciseis", 17: "diecisiete",
            18: "dieciocho", 19: "diecinueve", 20: "veinte", 30: "treinta", 40: "cuarenta", 50: "cincuenta",
            60: "sesenta", 70: "setenta", 80: "ochenta", 90: "noventa",
        },
        {
            0: "cero|ningun|ninguno|ninguna", 1: "uno|un|una|solo|sola|primer|primero|primera",
            2: "ambos|ambas|segundo|segunda|doble|duplica|par|pares|pareja|parejas|mitad|medio|media",
            3: "triple|triplica|tercio|tercios", 12: "docena", 100: "cien|ciento", 1000: "mil",
        },
        "vez|veces",
    ),
    "pt": _Table(
        {
            2: "dois|duas", 3: "tres|terceiro|terceira", 4: "quatro", 5: "cinco|quinto|quinta", 6: "seis|sexto|sexta",
            7: "sete|setimo|setima", 8: "oito|oitavo|oitava", 9: "nove|nono|nona", 10: "dez|decimo|decima", 11: "onze",
            12: "doze", 13: "treze", 14: "catorze|quatorze", 15: "quinze", 16: "dezesseis|dezasseis",
            17: "dezessete|dezassete", 18: "dezoito", 19: "dezenove|dezanove", 20: "vinte", 30: "trinta", 40: "quarenta",
            50: "cinquenta", 60: "sessenta", 70: "setenta", 80: "oitenta", 90: "noventa",
        },
        {
            0: "zero|nenhum|nenhuma", 1: "um|uma|so|unico|unica|primeiro|primeira",
            2: "ambos|ambas|segundo|segunda|dobro|dobra|par|pares|metade|meio|meia", 3: "triplo|terco|tercos",
            4: "quarto|quarta|quartos", 12: "duzia", 100: "cem|cento", 1000: "mil",
        },
        "vez|vezes",
    ),
    "de": _Table(
        {
            2: "zwei|zweimal|zweite|zweiten|zweiter|zweites", 3: "drei|dreimal|dritte|dritten|dritter|drittes",
            4: "vier|viermal|vierte|vierten", 5: "funf|funfmal|funfte|funften", 6: "sechs|sechsmal|sechste|sechsten",
            7: "sieben|siebte|siebten", 8: "achte|achten", 9: "neun|neunte|neunten", 10: "zehn|zehnte|zehnten",
            12: "zwolf", 13: "dreizehn", 14: "vierzehn", 15: "funfzehn", 16: "sechzehn", 17: "siebzehn", 18: "achtzehn",
            19: "neunzehn", 20: "zwanzig", 30: "dreissig", 40: "vierzig", 50: "funfzig", 60: "sechzig", 70: "siebzig",
            80: "achtzig", 90: "neunzig",
        },
        {
            0: "null|kein|keine|keinen|keiner", 1: "ein|eine|einen|einer|einem|eines|eins|einmal|einzige|erste|ersten|erster",
            2: "beide|beiden|beides|doppelt|doppelte|verdopple|verdoppelt|paar|paare|halfte|halb|halbe",
            3: "dreifach|drittel", 4: "viertel", 8: "acht", 11: "elf", 12: "dutzend", 100: "hundert", 1000: "tausend",
        },
        "mal",
    ),
}  # fmt: skip
"""Ordinals count as their number. “Second” is loose: it is also a unit of time, and in Italian “according to”."""


_MULTIPLE = frozenset({"twice", "thrice", "zweimal", "dreimal", "viermal", "funfmal", "sechsmal"})
"""Words that are a number and count how often at once."""


_PATTERNS = {
    "en": ("{ten} {unit}",),
    "fr": ("{ten} {unit}", "{ten} et {unit}"),
    "it": ("{ten}{unit}", "{stem}{unit}"),  # ventidue, ventuno
    "es": ("{ten} y {unit}", "{stem}i{unit}"),  # treinta y dos, veintidos
    "pt": ("{ten} e {unit}",),
    "de": ("{unit}und{ten}",),
}
"""How tens and units are joined; `stem` is a ten without its last letter."""


_HUNDREDS = {
    "en": "{unit} hundred",
    "fr": "{unit} cents",
    "it": "{unit}cento",
    "es": "{unit}cientos",
    "pt": "{unit}centos",
    "de": "{unit}hundert",
}


_TWENTIES = {"fr": (60, 80)}
"""The tens that are counted on from to nineteen: soixante-douze, quatre-vingt-quinze."""


@lru_cache
def number_words(language: str) -> NumberWords | None:
    """Number words of a language; None for a language without a table."""
    table = _TABLES.get(language)
    if table is None:
        return None
    forms = {number: words.split("|") for number, words in table.strict.items()}
    loose = {number: words.split("|") for number, words in table.loose.items()}
    compounds = _compounds(language, {**loose, **forms})
    times = frozenset((*table.times.split("|"), *_MULTIPLE))
    return NumberWords(
        _by_first((*_words_by_number(forms), *compounds)), _by_first(_words_by_number(loose)), times
    )


def _words_by_number(forms: Mapping[int, Sequence[str]]) -> Iterator[NumberWord]:
    for number, words in forms.items():
        yield from (NumberWord(tuple(word.split()), str(number)) for word in words)


def _compounds(language: str, forms: Mapping[int, Sequence[str]]) -> Iterator[NumberWord]:
    """Yield compound numbers: 21 to 99 from a ten and a unit, and the hundreds.

    Some that no speaker uses (“twenty twice”) are among them: no text has them.
    """
    for ten in range(20, 100, 10):
        for unit in range(1, 20 if ten in _TWENTIES.get(language, ()) else 10):
            for first, second, pattern in product(forms[ten], forms.get(unit, ()), _PATTERNS[language]):
                written = pattern.format(ten=first, stem=first[:-1], unit=second)
                yield NumberWord(tuple(written.split()), str(ten + unit))
    for unit in range(2, 10):
        for word in forms[unit]:
            yield NumberWord(tuple(_HUNDREDS[language].format(unit=word).split()), str(unit * 100))


def _by_first(words: Iterable[NumberWord]) -> dict[str, list[NumberWord]]:
    found: dict[str, list[NumberWord]] = {}
    for known in sorted(words, key=lambda one: -len(one.words)):
        found.setdefault(known.words[0], []).append(known)
    return found


_FREE = frozenset({"flavour", "name"})
"""Texts without rules: number words may be part of an idiom (a five-year plan), and the order is free."""


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


class _Numbers(NamedTuple):
    """The numbers of a text in order; `loose` words can mean a number, or something else."""

    text: str
    language: str
    digits: tuple[Mention, ...]
    words: tuple[Mention, ...]
    loose: tuple[Mention, ...]

    def sayable(self) -> set[str]:
        """Numbers that a word of the text can mean."""
        return {one.value for one in (*self.words, *self.loose)}

    def values(self) -> set[str]:
        """Numbers of the text, however they are written."""
        return {one.value for one in self.digits} | self.sayable()


def check_numbers(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find numbers that are missing, added, or in another order.

    A word can replace a number without a sign; number words must be the same if both languages have a table of them.
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
        yield TextFinding("warning", " ".join(said))
    elif not is_free:
        yield from _order(book, there, here)


def _listed(mentions: Iterable[Mention]) -> str:
    return ", ".join(one.written if one.is_word else one.value for one in mentions)


def _numbers(text: str, language: str, *, has_words: bool) -> _Numbers:
    """Numbers of a text; with `has_words`, number words are compared with those of the other text."""
    tokens = [found for found in _TOKEN.finditer(text) if found.lastgroup != "braces"]
    digits = [_in_digits(one) for one in tokens if one.lastgroup == "number"]
    words = number_words(language)
    if words is None:
        return _Numbers(text, language, tuple(digits), (), ())
    said = [fold(one[0]) if one.lastgroup == "word" else "" for one in tokens]
    strict = list(_in_words(text, tokens, said, words.strict))
    taken = {one.start for one in strict}
    loose = [one for one in _in_words(text, tokens, said, words.loose) if one.start not in taken]
    if has_words:
        return _Numbers(text, language, tuple(digits), tuple(strict), tuple(loose))
    either = sorted([*strict, *loose], key=lambda one: one.start)
    return _Numbers(text, language, tuple(digits), (), tuple(either))


def _in_digits(found: re.Match[str]) -> Mention:
    """Number in one notation: `1000`, `1.5`, `-1`."""
    plain = _THOUSANDS.sub("", found[0]).replace(",", ".").translate(_SIGNS)
    if not plain.isascii():
        plain = "".join(str(decimal(sign, sign)) for sign in plain)
    return Mention(plain, found[0], found.start(), found.end())


def _in_words(
    text: str,
    tokens: Sequence[re.Match[str]],
    said: Sequence[str],
    known: Mapping[str, Sequence[NumberWord]],
) -> Iterator[Mention]:
    """Yield the numbers that words mean, the longest first: `vingt-deux` is one. `said` are the words of the tokens."""
    if known.keys().isdisjoint(said):
        return
    following = 0
    for at, word in enumerate(said):
        for one in known.get(word, ()) if at >= following else ():
            end = at + len(one.words)
            if tuple(said[at:end]) == one.words and _are_joined(text, tokens[at:end]):
                following = end
                start, stop = tokens[at].start(), tokens[end - 1].end()
                yield Mention(one.value, text[start:stop], start, stop, is_word=True)
                break


def _are_joined(text: str, tokens: Sequence[re.Match[str]]) -> bool:
    """Whether nothing else is between some tokens."""
    return all(_JOINED.fullmatch(text[one.end() : other.start()]) for one, other in pairwise(tokens))


def _not_in(one: _Numbers, other: _Numbers) -> list[Mention]:
    """Numbers of a text that another one lacks: digits as often, words at all."""
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


def _order(book: Wordbook, there: _Numbers, here: _Numbers) -> Iterator[TextFinding]:
    """Find numbers in another order, unless icons or terms show that each counts the same thing."""
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
        yield TextFinding("warning", message)


def _in_order(one: _Numbers, other: _Numbers) -> list[Mention]:
    """Numbers of a text in order, with words that clearly replace digits of the other text."""
    sure = [*one.digits, *one.words]
    lacking = Counter(mention.value for mention in (*other.digits, *other.words))
    lacking -= Counter(mention.value for mention in sure)
    for value, count in lacking.items():
        said = [mention for mention in one.loose if mention.value == value]
        sure += said if len(said) == count else []
    return sorted(sure, key=lambda mention: mention.start)


def _unit(book: Wordbook, numbers: _Numbers, mentions: Sequence[Mention], at: int) -> str:
    """What a number counts: the icon beside it, times, or the term after it; '' if unknown."""
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
    return f"term {found[0].term.names.get(source, '')}" if found else ""
