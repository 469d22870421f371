"""What the values of a column are guessed to be: read with the guess, they are what was meant."""

from __future__ import annotations

import datetime as dt
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.files.sheet_guessing import (
    SheetColumn,
    SheetTable,
    TrialReader,
    guess_field,
    has_decimal_commas,
    language_of_texts,
    translated_heading,
)
from deckwright.files.spreadsheets import Worksheet

SHEET = Worksheet("cards.xlsx", "Cards", [])


def column(*values):
    """A column B with these cells."""
    made = SheetColumn("Thing", is_one_of_several=False, places=[(SheetTable(SHEET, {}, []), 1)])
    made.values = Counter(values)
    made.first = {value: f"B{number}" for number, value in reversed([*enumerate(values, 2)])}
    return made


def guessed(*values, language="en", decimal=""):
    return guess_field(column(*values), TrialReader(SHEET, language, decimal))


WORDS = ["Fire", "Water", "Deep Forest", "Èther"]


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, 2, 7], "integer"),
        (["1", "2", " 7 "], "integer"),
        ([1, 2.5], "number"),
        (["−3", "2"], "integer"),
        ([0, 1, 1, 0], "integer"),
        (["x", "x"], "boolean"),
        (["yes", "No"], "boolean"),
        (["oui", "non"], "boolean"),
        (["TRUE", "FALSE"], "boolean"),
        ([dt.date(2024, 1, 31), dt.datetime(2024, 2, 1, tzinfo=dt.UTC)], "date"),
        (["2024-01-31"], "date"),
        (["2024-13-31"], "string"),
        (["a.png", "b.JPG", "a.png"], "picture"),
        (["art/a.png", r"C:\art\b.png"], "picture"),
        (["a.png", "b.png", "thunder"], "picture"),
        (["a.png", "thunder"], "string"),
        (["a:b.png", "b.png"], "string"),
        (["<b>Draw</b>", "Hop"], ""),
        ([dt.date(2024, 1, 31), "soon; later"], "string"),
        ([dt.time(9, 30), 2, "x"], "string"),
        (["-", "2"], "string"),
        (["-", "a; b"], "list"),
        (WORDS * 2, "choice"),
        (["red", "Red", "blue", "blue"], "choice"),
        (WORDS, "string"),
        (["C", "C++", "C", "C++"], "string"),
        (["♥", "♠", "♥", "♠"], "string"),
        (["007", "008"], "string"),
        (["+1", "+2"], "string"),
        (["1", "2", "X"], "string"),
        (["1/1", "2/2", "3/4"], "string"),
        (["a; b", "c"], "list"),
        (["a, b", "b, c", "a, c", "a"], "list"),
        (["Hop, then croak", "Sit, then wait"], "string"),
        (["1, 2", "3, 4, 5"], "list"),
        (["1;2", "3"], "list"),
        (["a\nb", "b\na", "a"], "list"),
        (["Draw two cards, then discard one of them, or stay.", "No"], ""),
        (["Line\nline", "One"], ""),
        ([], "string"),
    ],
)
def test_a_column_is_what_a_person_sees_in_it(values, kind):
    assert guessed(*values).type == kind


def test_choices_have_the_usual_spelling_and_the_order_of_the_sheet():
    found = guessed("Water", "red", "Red", "Red", "Water", "blue", "blue")
    assert found.schema["oneOf"] == [
        {"const": "water", "title": "Water"},
        {"const": "red", "title": "Red"},
        {"const": "blue", "title": "blue"},
    ]


def test_the_entries_of_lists_that_recur_are_choices_and_others_are_not():
    assert guessed("a; b", "b; a", "a").schema["items"] == {
        "oneOf": [{"const": "a", "title": "a"}, {"const": "b", "title": "b"}]
    }
    assert guessed("a; b", "c; d").schema["items"] == {"type": "string"}
    assert guessed("1; 2", "3; 4").schema["items"] == {"type": "integer"}


def test_a_column_of_numbers_says_which_cell_is_not_one():
    assert "B4 (“X”)" in guessed("1", "2", "X", "3").note


def test_the_note_names_the_column_and_the_limits():
    assert guessed(3, 9, 1).note == (
        "Column B “Thing”: whole numbers. To limit them, add minimum: 1, maximum: 9."
    )


MEANT = {
    "integer": st.integers(-999, 9999),
    "number": st.decimals(-99, 99, places=2).map(float),
    "boolean": st.booleans(),
    "date": st.dates(dt.date(1970, 1, 1), dt.date(2100, 1, 1)),
    "choice": st.sampled_from(["Fire", "Water", "Deep Forest"]),
    "list": st.lists(st.sampled_from(["fast", "slow", "at rest"]), min_size=1, max_size=3, unique=True),
}
"""Values as a designer means them, by the type that they should be guessed as."""

WRITTEN = {
    "integer": [int, str],
    "number": [float, str, lambda value: f"{value}".replace(".", ",")],
    "boolean": [lambda value: "yes" if value else "no", lambda value: "TRUE" if value else "FALSE"],
    "date": [lambda value: value, dt.date.isoformat],
    "choice": [str, str.upper, lambda value: f" {value} "],
    "list": ["; ".join, "|".join, "\n".join],
}
"""How a designer may write them in cells."""


@given(st.data())
def test_what_is_written_is_read_back_as_it_was_meant(data):
    kind = data.draw(st.sampled_from(sorted(MEANT)))
    values = data.draw(st.lists(MEANT[kind], min_size=4, max_size=30))
    write = data.draw(st.sampled_from(WRITTEN[kind]))
    cells = [write(value) for value in values]
    made = column(*cells)
    decimal = "," if has_decimal_commas([made]) else ""
    found = guess_field(made, TrialReader(SHEET, "en", decimal))
    expected = "integer" if kind == "number" and all(value == int(value) for value in values) else kind
    several = len({*map(tuple, values)} - {(one[0],) for one in values}) if kind == "list" else 0
    is_single = kind == "list" and several < (2 if "\n" in "".join(cells) else 1)
    if not is_single and not (kind == "choice" and len(values) < 2 * len({*values})):
        assert found.type == expected
    if found.type in {"integer", "number", "boolean", "date"}:
        trial = "number" if found.type == "integer" else found.type
        meant = [value.isoformat() if isinstance(value, dt.date) else value for value in values]
        assert TrialReader(SHEET, "en", decimal).read(trial, cells) == meant


@pytest.mark.parametrize(
    ("values", "has"),
    [
        (["1,5", "2"], True),
        (["1,000", "2,000"], False),
        (["1,000", "2,5"], True),
        (["1, 2"], False),
        (["1.5"], False),
        (["a,5"], False),
    ],
)
def test_decimal_commas_are_not_thousands(values, has):
    assert has_decimal_commas([column(*values)]) is has


@pytest.mark.parametrize(
    ("heading", "found"),
    [
        ("name:fr", ("name", "fr")),
        ("Text : pt_br", ("Text", "pt-BR")),
        ("Name (FR)", ("Name", "fr")),
        ("Name [it]", ("Name", "it")),
        ("name_de", ("name", "de")),
        ("Name FR", ("Name", "fr")),
        ("Name - ES", ("Name", "es")),
        ("name.pl", ("name", "pl")),
        ("Nom anglais", ("Nom", "en")),
        ("French name", ("name", "fr")),
        ("Testo (Spagnolo)", ("Testo", "es")),
        ("English", ("English", "")),
        ("level.min", ("level.min", "")),
        ("Attack (HP)", ("Attack (HP)", "")),
        ("Go to", ("Go to", "")),
        ("Name", ("Name", "")),
    ],
)
def test_the_language_of_a_heading_is_found_as_designers_write_it(heading, found):
    assert translated_heading(heading) == found


PROSE = {
    "en": "Draw a card and put one of the others back. Each of your cards is safe this turn, with all that you have.",
    "fr": "Piochez une carte, puis défaussez-vous de cette carte avec les autres. Quand vous piochez, chaque carte est libre.",
    "it": "Pesca una carta quando vuoi. Ogni carta della tua mano è libera, con questo e con gli altri dei giocatori.",
    "de": "Ziehe eine Karte, wenn du nicht mit der anderen Karte ziehst und die Karten das sagen.",
}


@pytest.mark.parametrize("language", PROSE)
def test_the_language_of_a_sheet_is_that_of_its_words(language):
    assert language_of_texts(["Name", "Text"], [PROSE[language]], "nl") == language


SHORT = ["El Dorado", "Los Magos", "La Torre", "Del Rey"]


@pytest.mark.parametrize(
    ("headings", "texts", "language"),
    [
        (["Name", "Cost"], SHORT, "en"),
        (["Nom", "Coût"], SHORT, "fr"),
        (["💡", "X"], SHORT, "nl"),
        (["日本"], [], "nl"),
    ],
)
def test_with_little_text_the_headings_tell_the_language_and_then_the_user(headings, texts, language):
    assert language_of_texts(headings, texts, "nl") == language


def test_a_language_that_has_columns_of_its_own_is_not_that_of_the_others():
    assert language_of_texts([], ["the and of your"], "en", {"en"}) != "en"


def test_numbers_are_read_with_the_comma_of_the_language():
    assert TrialReader(SHEET, "fr").read("number", ["2,5", "x"]) == [2.5, "x"]
