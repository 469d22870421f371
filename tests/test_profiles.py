"""`make test` draws the same examples each time, and what `make explore` finds is printed as the example to add."""

from __future__ import annotations

import sys
from textwrap import indent
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .explore import described
from .profiles import EXAMPLES


def drawn():
    values = []

    @given(st.tuples(st.integers(), st.text()))
    def note(value):
        values.append(value)

    note()
    return values


def test_examples_do_not_depend_on_the_modules_that_other_tests_imported(tmp_path, monkeypatch):
    before = drawn()
    module = ModuleType("ponds")
    module.__file__ = str(tmp_path / "ponds.py")
    (tmp_path / "ponds.py").write_text(
        "".join(f"NUMBER_{number} = {number}\n" for number in range(9000, 9900))
    )
    monkeypatch.setitem(sys.modules, "ponds", module)
    assert drawn() == before
    assert len(before) == 25


def test_a_failure_is_told_at_once_and_not_made_smaller_for_minutes():
    values = []

    @given(st.lists(st.integers()))
    def fail(value):
        values.append(value)
        assert len(value) < 3

    with pytest.raises(AssertionError):
        fail()
    assert len(values) < 2 * EXAMPLES["few"]


ONE = """\
assert 2 < 1
 +  where 2 = len(['a', 'b'])
Failing test case: test_frogs(
    folder=PosixPath('/tmp/frogs'),
    frogs=['a',
     'b'],
    make=make,
    quick=True,
)
"""
TWO = """\
  | ExceptionGroup: Hypothesis found 2 distinct failures. (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | ValueError: no
    | Failing test case: test_frogs(
    |     frogs=['a'],
    | )
    +---------------- 2 ----------------
    | AssertionError: assert 2 < 1
    | Failing test case: test_frogs(
    |     frogs=['a', 'b'],
    | )
    +------------------------------------
"""


def test_a_find_is_described_by_its_examples_without_fixtures():
    report = indent(ONE, "E       ")
    assert (
        described("assert 2 < 1\n[+8 more lines]", report)
        == "assert 2 < 1\n@example(frogs=['a',\n     'b'], quick=True)"
    )
    assert described("ExceptionGroup: 2 failures", TWO) == (
        "ExceptionGroup: 2 failures\n@example(frogs=['a', 'b'])\n@example(frogs=['a'])"
    )


def test_what_is_drawn_in_the_test_is_described_as_hypothesis_does():
    drawn_within = "Failing test case: test_frogs(\n    data=data(...),\n)\nDraw 1: 100"
    assert described("assert 100 < 1", indent(drawn_within, "E       ")) == drawn_within
    assert described("no such fixture", "") == "no such fixture"
