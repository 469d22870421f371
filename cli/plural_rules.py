"""Write the plural forms of every language, as the Unicode CLDR has them, for counts up to 999,999.

It is run by hand when Babel has learnt more: its rules are kept, because the program does not need Babel for anything else.
"""

from __future__ import annotations

import json
from gettext import c2py
from pathlib import Path
from typing import TYPE_CHECKING

from babel import Locale
from babel.localedata import locale_identifiers
from babel.plural import PluralRule, to_gettext

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = Path(__file__).parent / "deckwright" / "model" / "plural_rules.json"

COUNTS = (*range(220), *range(1000, 1_000_000, 1000))
CATEGORIES = ("zero", "one", "two", "few", "many", "other")

_USUAL = (
    "nplurals=1; plural=0;",
    "nplurals=2; plural=(n != 1);",
    "nplurals=2; plural=(n > 1);",
    "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);",
    "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
    "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
)
"""Rules as gettext's own manual writes them, which are preferred to those that Babel makes of the CLDR."""


def plural_rules(plurals: Mapping[str, PluralRule]) -> dict[str, str]:
    """Languages by their rule: the categories, and the number of the one that fits a count, in the notation of gettext.

    A language of a country is left out where its rule is that of the language.
    """
    rules: dict[str, str] = {}
    for language, plural in sorted(plurals.items()):
        rule = _rule(plural)
        if rules.get(language.partition("-")[0]) != rule:
            rules[language] = rule
    return {
        rule: " ".join(tag for tag, other in rules.items() if other == rule)
        for rule in sorted({*rules.values()})
    }


def _rule(plural: PluralRule) -> str:
    used = [plural(count) for count in COUNTS]
    categories = [category for category in CATEGORIES if category in used]
    needed = {category: rule for category, rule in plural.rules.items() if category in categories[:-1]}
    numbers = [categories.index(category) for category in used]
    for usual in _USUAL:
        number_of = c2py(usual.partition("plural=")[2].rstrip(";"))
        if [number_of(count) for count in COUNTS] == numbers:
            return f"{' '.join(categories)}: {usual}"
    return f"{' '.join(categories)}: {to_gettext(PluralRule(needed))}"


if __name__ == "__main__":
    locales = {tag.replace("_", "-"): Locale.parse(tag) for tag in locale_identifiers()}
    plurals = {language: locale.plural_form for language, locale in locales.items() if not locale.script}
    FILE.write_text(f"{json.dumps(plural_rules(plurals), indent=1)}\n", encoding="utf-8", newline="")
