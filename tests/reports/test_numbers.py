from __future__ import annotations

from fractions import Fraction

import pytest

from deckwright.reports.output import decimal, percent, share


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (0, "0.00"),
        ("1/3", "0.33"),
        ("-7/2", "-3.50"),
        ("-1/1000", "0.00"),
        ("299/100", "2.99"),
        ("2.999", "3.00"),
    ],
)
def test_numbers_have_their_sign_and_decimals(number, written):
    assert decimal(Fraction(number), 2) == written


@pytest.mark.parametrize(
    ("chance", "written"),
    [
        (0, "0.0 %"),
        (1, "100.0 %"),
        ("1/2", "50.0 %"),
        ("1/99999", "0.1 %"),
        ("99999/100000", "99.9 %"),
        ("1/3", "33.3 %"),
    ],
)
def test_only_what_is_certain_reads_as_never_or_always(chance, written):
    assert share(Fraction(chance)) == written


@pytest.mark.parametrize(
    ("chance", "written"), [(0, "0"), (1, "100"), ("1/2", "50"), ("1/99999", "1"), ("99999/100000", "99")]
)
def test_percents_that_are_not_certain_do_not_read_so_either(chance, written):
    assert percent(Fraction(chance)) == written
