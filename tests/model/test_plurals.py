"""The module model/plurals."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from babel.plural import PluralRule

from deckwright.model.plurals import categories_in_order_of, form_for, forms_of, plural_rule, plural_text

_ROMANCE = "e = 0 and i != 0 and i % 1000000 = 0 and v = 0 or e != 0..5"
_ONE = "i = 1 and v = 0"
CLDR = {
    "en": {"one": _ONE},
    "it": {"one": _ONE, "many": _ROMANCE},
    "fr": {"one": "i = 0,1", "many": _ROMANCE},
    "de": {"one": _ONE},
    "es": {"one": "n = 1", "many": _ROMANCE},
    "pt-BR": {"one": "i = 0..1", "many": _ROMANCE},
    "pt-PT": {"one": _ONE, "many": _ROMANCE},
    "pl": {
        "one": _ONE,
        "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
        "many": "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14",
    },
    "ru": {
        "one": "v = 0 and i % 10 = 1 and i % 100 != 11",
        "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
        "many": "v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 11..14",
    },
    "cs": {"one": _ONE, "few": "i = 2..4 and v = 0", "many": "v != 0"},
    "lv": {"zero": "n % 10 = 0 or n % 100 = 11..19", "one": "n % 10 = 1 and n % 100 != 11"},
    "lt": {
        "one": "n % 10 = 1 and n % 100 != 11..19",
        "few": "n % 10 = 2..9 and n % 100 != 11..19",
        "many": "f != 0",
    },
    "sl": {
        "one": "v = 0 and i % 100 = 1",
        "two": "v = 0 and i % 100 = 2",
        "few": "v = 0 and i % 100 = 3..4 or v != 0",
    },
    "ga": {"one": "n = 1", "two": "n = 2", "few": "n = 3..6", "many": "n = 7..10"},
    "ar": {
        "zero": "n = 0",
        "one": "n = 1",
        "two": "n = 2",
        "few": "n % 100 = 3..10",
        "many": "n % 100 = 11..99",
    },
    "cy": {"zero": "n = 0", "one": "n = 1", "two": "n = 2", "few": "n = 3", "many": "n = 6"},
    "ja": {},
    "he": {"one": "i = 1 and v = 0 or i = 0 and v != 0", "two": "i = 2 and v = 0"},
    "ro": {"one": _ONE, "few": "v != 0 or n = 0 or n != 1 and n % 100 = 1..19"},
}
"""Rules of the Unicode CLDR, written here so that a newer Babel, which knows other languages, changes no test."""


@pytest.mark.parametrize("language", CLDR)
def test_a_count_has_the_category_of_the_cldr(language):
    theirs = PluralRule(CLDR[language])
    rule = plural_rule(language)
    assert [rule.category(count) for count in range(2500)] == [theirs(count) for count in range(2500)]


@pytest.mark.parametrize(
    ("language", "categories"),
    [
        ("en", "one other"),
        ("pl", "one few many"),
        ("ar", "zero one two few many other"),
        ("ja", "other"),
        ("zh-Hant-TW", "other"),
        ("xx", "one other"),
        ("ar_EG", "zero one two few many other"),
        ("sr@latin", "one few other"),
    ],
)
def test_a_language_has_categories(language, categories):
    assert " ".join(plural_rule(language).categories) == categories


def test_the_script_writes_languages_by_their_rule():
    script = runpy.run_path(str(Path(__file__).parents[2] / "cli" / "plural_rules.py"))
    plurals = {language: PluralRule(CLDR[language]) for language in ("pt-PT", "pl", "it", "ga", "fr")}
    countries = {"pl-PL": plurals["pl"], "fr-XX": plurals["it"]}
    assert script["plural_rules"](plurals | countries) == {
        "one few many: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);": "pl",
        "one other: nplurals=2; plural=(n != 1);": "fr-XX it pt-PT",
        "one other: nplurals=2; plural=(n > 1);": "fr",
        "one two few many other: nplurals=5; plural=(((n >= 3 && n <= 6)) ? 2 : ((n >= 7 && n <= 10)) ? 3 : ((n == 1)) "
        "? 0 : ((n == 2)) ? 1 : 4);": "ga",
    }


@pytest.mark.parametrize(
    ("header", "order"),
    [
        (
            "nplurals=3; plural=(n==1 ? 2 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 0 : 1);",
            "few many one",
        ),
        (
            "nplurals=4; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
            "one few many other",
        ),
        ("nplurals=2; plural=(n != 1);", "one few many"),
        ("nplurals=INTEGER; plural=EXPRESSION;", "one few many"),
        ("nplurals=3; plural=((((((", "one few many"),
        (f"nplurals={'9' * 5000}; plural=n;", "one few many"),
        ("", "one few many"),
    ],
)
def test_a_file_may_number_the_categories_otherwise(header, order):
    assert " ".join(categories_in_order_of(plural_rule("pl"), header)) == order


def test_a_text_with_forms_is_lines():
    forms = {"one": "{count} coin", "other": "{count} coins"}
    assert plural_text(forms) == "one: {count} coin\nother: {count} coins"
    assert forms_of(plural_text(forms)) == forms
    assert plural_text("coins") == "coins"
    assert forms_of("Draw.\nother: no") == forms_of("coins") == forms_of("one: a\none: b") == {}


@pytest.mark.parametrize(
    ("count", "language", "form"),
    [
        (1, "en", "coin"),
        (0, "en", "coins"),
        (0, "fr", "coin"),
        (1.5, "en", "coins"),
        (-1, "en", "coin"),
        (3, "pl", "coins"),
    ],
)
def test_a_form_fits_a_count(count, language, form):
    assert form_for("one: coin\nother: coins", count, language) == form
    assert form_for("plain", count, language) == "plain"
