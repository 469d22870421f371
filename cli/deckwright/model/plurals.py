"""Plural forms: which a language has (Unicode CLDR), and texts that have one for each.

A text with forms is written as lines, such as `one: {count} coin` and `other: {count} coins`, wherever a text is: in files for
translators, tables and the database. In game.yaml and faces it is a mapping, and in PO files gettext's plural.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache
from gettext import c2py
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckwright.messages import tr
from deckwright.model.words import Pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

CATEGORIES = ("zero", "one", "two", "few", "many", "other")

_LINE = Pattern(rf"({'|'.join(CATEGORIES)}): *(.*?) *")
_FORMULA = Pattern(r"nplurals\s*=\s*(\d{1,2})\s*;\s*plural\s*=\s*([^;]+)")
_MOST_COUNTS, _FEW_COUNTS = 1000, 5


class PluralRule(NamedTuple):
    """The categories of a language, in the order in which gettext numbers them, and gettext's rule."""

    categories: tuple[str, ...]
    gettext: str

    def category(self, count: float) -> str:
        """Category of a count; fractions are in the last, which the CLDR calls `other`."""
        is_whole = count == int(count)
        return self.categories[_number_of(self.gettext)(abs(int(count)))] if is_whole else self.categories[-1]


@lru_cache(maxsize=16)
def categories_in_order_of(rule: PluralRule, header: str) -> tuple[str, ...]:
    """Categories of a language in the order of another rule of gettext, of a file's header; in its own without one that is valid.

    A number that no count of this language has is `other`.
    """
    found = _FORMULA.search(header)
    first: dict[int, str] = {}
    try:
        for count in range(_MOST_COUNTS):
            first.setdefault(_number_of(header)(count), rule.category(count))
    except (ValueError, ArithmeticError, RecursionError):
        return rule.categories
    size = min(int(found[1]), len(CATEGORIES)) if found else 0
    order = tuple(first.get(number, "other") for number in range(size))
    return order if set(order) >= set(rule.categories) else rule.categories


@cache
def _number_of(rule: str) -> Callable[[int], int]:
    """Function of a rule of gettext.

    Raises:
        ValueError: it is none.
    """
    found = _FORMULA.search(rule)
    if found is None:
        raise ValueError(rule)
    number_of: Callable[[int], int] = c2py(found[2].strip())
    return number_of


@cache
def _rules() -> dict[str, PluralRule]:
    from json import loads  # not before every command

    written: dict[str, str] = loads((Path(__file__).parent / "plural_rules.json").read_bytes())
    return {
        language: PluralRule(tuple(rule.partition(": ")[0].split()), rule.partition(": ")[2])
        for rule, languages in written.items()
        for language in languages.split()
    }


def plural_rule(language: str) -> PluralRule:
    """Rule of a language, or of it without its region; that of English if it is unknown.

    PO files write languages as pt_BR and sr@latin.
    """
    rules, tag = _rules(), re.sub("[_@]", "-", language)
    while tag and tag not in rules:
        tag = tag.rpartition("-")[0]
    return rules[tag or "en"]


@cache
def forms_without_number(language: str) -> frozenset[str]:
    """Categories of so few counts that their forms may leave the number out, as gettext allows: `one player`, `no players`."""
    rule = plural_rule(language)
    counts = Counter(rule.category(count) for count in range(_MOST_COUNTS))
    return frozenset(category for category, number in counts.items() if number <= _FEW_COUNTS)


CONTEXT = "word:"
"""The beginning of the contexts of what is printed for words of the program and of faces."""


def plural_text(forms: str | Mapping[str, str]) -> str:
    """Text with some forms by category; a text without forms stays as it is."""
    if isinstance(forms, str):
        return forms
    return "\n".join(f"{category}: {forms[category]}" for category in CATEGORIES if category in forms)


def forms_of(text: str) -> dict[str, str]:
    """Forms of a text by category; empty if it has none."""
    lines = text.strip().split("\n")
    forms: dict[str, str] = {}
    for line in lines:
        form = _LINE.fullmatch(line)
        if form is None or form[1] in forms:
            return {}
        forms[form[1]] = form[2]
    return forms


def word_forms(context: str, text: str) -> dict[str, str]:
    """Plural forms of a text of the game by category; only words that are printed after a number can have some."""
    return forms_of(text) if context.startswith(CONTEXT) else {}


def missing_forms(forms: Mapping[str, str], language: str) -> str:
    """Message on plural forms that a language needs and a text does not have; '' if it has all."""
    needed = plural_rule(language).categories
    missing = [category for category in needed if not forms.get(category)]
    return (
        tr(
            "Plural forms are missing: {missing}. {language} needs: {needed}.",
            missing=", ".join(missing),
            language=language,
            needed=", ".join(needed),
        )
        if missing
        else ""
    )


def form_for(text: str, count: float, language: str) -> str:
    """The form of a text that fits a count; the last of those it has, if that is missing."""
    forms = forms_of(text)
    return forms.get(plural_rule(language).category(count)) or [text, *forms.values()][-1]
