"""Write the numbers in words of every language that num2words has, by which translations are checked.

It is run by hand when num2words has learnt more: its words are kept, because importing it takes longer than a check.
"""

from __future__ import annotations

import json
from pathlib import Path

from num2words import CONVERTER_CLASSES, num2words

from deckwright.model.words import fold

FILE = Path(__file__).parent / "deckwright" / "translation" / "checks" / "number_words.json"

CARDINALS = (*range(101), *range(200, 1000, 100), 1000)
ORDINALS = range(3, 11)
"""A second is also a unit of time, and a first is no number of things."""

_OTHER_CODES = {"kz": ("kk",), "no": ("nb", "nn", "no")}
"""Languages whose tags are not what num2words calls them."""


def number_words() -> dict[str, dict[int, list[str]]]:
    """Folded words of each number in each language: of all its countries, and in the languages that decline them, ordinals."""
    words: dict[str, dict[int, list[str]]] = {}
    for code in CONVERTER_CLASSES:
        base = code.partition("_")[0]
        for language in _OTHER_CODES.get(base, (base,)):
            numbers = words.setdefault(language, {})
            for number in CARDINALS:
                _add(numbers, number, num2words(number, lang=code))
            for number in ORDINALS if language in _WITH_ORDINALS else ():
                _add(numbers, number, num2words(number, lang=code, to="ordinal"))
    return dict(sorted(words.items()))


_WITH_ORDINALS = ("de", "en", "es", "fr", "it", "pt")


def _add(numbers: dict[int, list[str]], number: int, word: str) -> None:
    known = numbers.setdefault(number, [])
    if (folded := fold(word)) and folded not in known:
        known.append(folded)


def written() -> str:
    """The text of the file: a line for each language."""
    lines = [
        f"{json.dumps(language)}: {json.dumps({str(number): '|'.join(forms) for number, forms in words.items()}, ensure_ascii=False)}"
        for language, words in number_words().items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
