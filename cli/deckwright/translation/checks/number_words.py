"""The words for numbers by language, folded: those that always mean a number, and those that can."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Words = tuple[str, ...]


class NumberWords(NamedTuple):
    """The number words of a language by their first word, the longest first, each with its number.

    `strict` words always mean their number, so a translation must have it too. `loose` words can mean it (articles,
    “both”, “pair”; Italian “sei” is also “you are”): they only excuse a number in digits. `times` are the words that
    count how often something happens.
    """

    strict: Mapping[str, Sequence[tuple[Words, str]]]
    loose: Mapping[str, Sequence[tuple[Words, str]]]
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
"""Words that say a number and how often at once."""

_PATTERNS = {
    "en": ("{ten} {unit}",),
    "fr": ("{ten} {unit}", "{ten} et {unit}"),
    "it": ("{ten}{unit}", "{stem}{unit}"),  # ventidue, ventuno
    "es": ("{ten} y {unit}", "{stem}i{unit}"),  # treinta y dos, veintidos
    "pt": ("{ten} e {unit}",),
    "de": ("{unit}und{ten}",),
}
"""How tens and units are put together; `stem` is a ten without its last letter."""

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
    """Return the number words of a language; None for a language without a table."""
    table = _TABLES.get(language)
    if table is None:
        return None
    forms = {number: words.split("|") for number, words in table.strict.items()}
    loose = {number: words.split("|") for number, words in table.loose.items()}
    compounds = _compounds(language, {**loose, **forms})
    times = frozenset((*table.times.split("|"), *_MULTIPLE))
    return NumberWords(_by_first((*_listed(forms), *compounds)), _by_first(_listed(loose)), times)


def _listed(forms: Mapping[int, Sequence[str]]) -> Iterator[tuple[Words, str]]:
    for number, words in forms.items():
        yield from ((tuple(word.split()), str(number)) for word in words)


def _compounds(language: str, forms: Mapping[int, Sequence[str]]) -> Iterator[tuple[Words, str]]:
    """Yield the numbers that are put together: 21 to 99 from a ten and a unit, and the hundreds.

    What no speaker says (“twenty twice”) is among them: no text has it.
    """
    for ten in range(20, 100, 10):
        for unit in range(1, 20 if ten in _TWENTIES.get(language, ()) else 10):
            for first, second, pattern in product(forms[ten], forms.get(unit, ()), _PATTERNS[language]):
                written = pattern.format(ten=first, stem=first[:-1], unit=second)
                yield tuple(written.split()), str(ten + unit)
    for unit in range(2, 10):
        for word in forms[unit]:
            yield tuple(_HUNDREDS[language].format(unit=word).split()), str(unit * 100)


def _by_first(words: Iterable[tuple[Words, str]]) -> dict[str, list[tuple[Words, str]]]:
    found: dict[str, list[tuple[Words, str]]] = {}
    for known in sorted(words, key=lambda one: -len(one[0])):
        found.setdefault(known[0][0], []).append(known)
    return found
