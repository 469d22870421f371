"""Expressions calculate what Python would, from the values of a card alone, and say what is wrong with others."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.press.looks.expressions import (
    FUNCTIONS,
    CalculationError,
    digits_of,
    evaluate,
    names_in,
    numbers_in,
    parse_expression,
)

VALUES = {
    "cost": 3,
    "half": 1.5,
    "name": "éclair de feu",
    "colours": ["red", "blue"],
    "zero": 0,
    "debt": -4,
    "word:2": "2",
    "word:coins": "one: {count} coin\nother: {count} coins",
}


def value(text):
    return evaluate(parse_expression(text), VALUES.get)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cost + 1", 4),
        ("cost+1", 4),
        ("cost - 1 - 1", 1),
        ("2 + cost * 2", 8),
        ("(2 + cost) * 2", 10),
        ("-cost + 1", -2),
        ("cost / 2", 1.5),
        ("half * 2", 3),
        ("max(cost - 5, 0)", 0),
        ("min(cost, 2, 9)", 2),
        ("name | upper", "ÉCLAIR DE FEU"),
        ("name | capital", "Éclair de feu"),
        ("name | first 2 | upper", "ÉC"),
        ('colours | join " · "', "red · blue"),
        ("colours | count", 2),
        ("colours | upper", "RED, BLUE"),
        ("cost | signed", "+3"),
        ("debt | signed", -4),
        ("zero | signed", 0),
        ("cost | pad 3", "003"),
        ("debt | pad 3", "-004"),
        ("cost * 14 - 3 | roman", "XXXIX"),
        ("zero | roman", 0),
        ("10 / 3 | round 2", 3.33),
        ("10 / 4 | floor", 2),
        ("ceil(10 / 4)", 3),
        ("debt | abs", 4),
        ('motto | or "–"', "–"),
        ("zero | or 7", 7),
        ("motto + 1", None),
        ("motto | upper", None),
        ('cost | counted "coins"', "3 coins"),
        ('debt + 5 | counted "coins"', "1 coin"),
        ('motto | counted "coins"', None),
    ],
)
def test_a_value_is_calculated(text, expected):
    assert value(text) == expected
    assert type(value(text)) is type(expected)


def test_a_number_is_rounded_to_no_more_places_than_numbers_have():
    """Found while fuzzing: ten to the power of that many places takes hours to calculate."""
    assert evaluate(parse_expression("cost | round far"), {"cost": 3, "far": -999_999_999}.get) == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cost / zero", "This divides by zero."),
        ("name * 2", "“éclair de feu” is not a number."),
        ("colours + 1", "“red, blue” is not a number."),
        ("name | first name", "“éclair de feu” is not a number."),
    ],
)
def test_what_cannot_be_calculated_for_a_card_is_said(text, message):
    with pytest.raises(CalculationError) as error:
        value(text)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cost +", "Something is missing at the end."),
        ("cost ** 2", "“*” is unexpected here."),
        ("cost 2", "“2” is unexpected here."),
        ("(cost", "“)” is missing."),
        ("cost | uper", "Unknown function: uper. Did you mean upper?"),
        ("max(cost)", "The function max does not take so many values."),
        ("name | upper 2", "The function upper does not take so many values."),
        ("Cost + 1", "“Cost” is unexpected here."),
        ("cost.real + 1", "“.real” is unexpected here."),
        ("__import__", "“__import__” is unexpected here."),
        ("cost + " * 60 + "1", "An expression has at most 200 characters."),
        ("(" * 40 + "1" + ")" * 40, "Too many expressions are inside each other."),
    ],
)
def test_what_is_no_expression_is_said(text, message):
    with pytest.raises(InputError) as error:
        parse_expression(text)
    assert error.value.message.startswith(message)


def test_names_are_found_and_those_that_must_be_numbers():
    expression = parse_expression("max(cost, 2) + half | or name")
    assert list(names_in(expression)) == ["cost", "half", "name"]
    assert list(numbers_in(expression)) == ["cost", "half"]
    assert list(numbers_in(parse_expression("name | first cost"))) == ["cost"]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_takes_what_it_says(name):
    function = FUNCTIONS[name]
    first = {"number": "cost", "text": "name", "list": "colours", "anything": "name"}[function.takes]
    for count in {function.least, function.most}:
        assert value(" ".join([first, "|", name, *["2"] * count])) is not None


SUMS = st.recursive(
    st.integers(0, 99).map(str) | st.sampled_from(["cost", "debt"]),
    lambda inner: st.tuples(inner, st.sampled_from("+-*/"), inner).map(
        lambda one: f"({one[0]} {one[1]} {one[2]})"
    ),
    max_leaves=8,
)


@given(SUMS, st.sampled_from("+-*/"), SUMS)
def test_sums_are_those_of_exact_fractions(one, sign, other):
    text = f"{one} {sign} {other}"
    if len(text) > 200 or text.count("(") > 15:
        return
    exact = re.sub(r"\d+", r"F(\g<0>)", text).replace("cost", "F(3)").replace("debt", "F(-4)")
    try:
        expected = eval(exact, {"F": Fraction})  # noqa: S307 - the oracle
    except ZeroDivisionError:
        with pytest.raises(CalculationError):
            value(text)
        return
    assert value(text) == pytest.approx(float(expected), rel=1e-9, abs=1e-9)


@given(st.integers() | st.floats(-1e15, 1e15))
def test_numbers_are_written_in_digits_alone(number):
    text = digits_of(number)
    assert re.fullmatch(r"-?(0|[1-9]\d*)(\.\d{0,5}[1-9])?", text)
    assert text != "-0"
    assert abs(Fraction(text) - Fraction(number)) <= Fraction(1, 10**6)


def test_numbers_too_large_for_any_card_are_refused():
    values = {"much": 1e200}
    with pytest.raises(CalculationError, match="too large"):
        evaluate(parse_expression("much * much"), values.get)
