"""The module model/plurals."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest
from babel import Locale

from deckwright.model.plurals import categories_in_order_of, form_for, forms_of, plural_rule, plural_text

LANGUAGES = [
    "en",
    "it",
    "fr",
    "de",
    "es",
    "pt-BR",
    "pt-PT",
    "pl",
    "ru",
    "cs",
    "lv",
    "lt",
    "sl",
    "ga",
    "ar",
    "cy",
    "ja",
    "he",
    "ro",
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_count_has_the_category_of_the_cldr(language):
    theirs = Locale.parse(language, sep="-").plural_form
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


def test_the_file_is_what_the_script_writes():
    script = runpy.run_path(str(Path(__file__).parents[2] / "cli" / "plural_rules.py"))
    assert json.loads(script["FILE"].read_text(encoding="utf-8")) == script["plural_rules"]()


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
