"""Conditions on whole numbers: the solver finds the least cost, as trying all numbers does."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckwright.construction.linear import (
    ALWAYS,
    NEVER,
    AtMostZero,
    Every,
    Linear,
    Model,
    at_most,
    every,
    negated,
    some,
)

HIGH = 3
sums = st.builds(
    Linear, st.dictionaries(st.integers(0, 2), st.sampled_from([-2, -1, 1, 2, 3])), st.integers(-6, 6)
)
conditions = st.recursive(
    st.builds(at_most, sums, sums),
    lambda inner: (
        st.lists(inner, max_size=3).map(every) | st.lists(inner, max_size=3).map(some) | inner.map(negated)
    ),
    max_leaves=6,
)


def is_met(condition, values):
    if isinstance(condition, AtMostZero):
        return condition.sum.value(values) <= 0
    of_parts = (is_met(part, values) for part in condition.parts)
    return all(of_parts) if isinstance(condition, Every) else any(of_parts)


@settings(max_examples=60)
@given(st.lists(conditions, max_size=3), st.none() | st.integers(0, 2 * HIGH))
def test_the_solver_finds_the_least_cost(required, most):
    model = Model()
    for cost in (1, 2, 0):
        model.variable(HIGH, cost)
    for condition in required:
        model.require(condition)
    if most is not None:
        model.limit_cost(most)
    costs = [
        values[0] + 2 * values[1]
        for values in product(range(HIGH + 1), repeat=3)
        if all(is_met(condition, values) for condition in required)
        and (most is None or values[0] + 2 * values[1] <= most)
    ]
    solution = model.solve(10_000)
    if costs:
        assert solution.values[0] + 2 * solution.values[1] == solution.least == min(costs)
        assert all(is_met(condition, solution.values) for condition in required)
    else:
        assert (solution.values, solution.least) == (None, float("inf"))


@pytest.mark.parametrize("value", range(HIGH + 1))
def test_what_is_made_of_a_sum(value):
    model = Model()
    copies = model.variable(HIGH)
    made = [
        model.reaches(copies, 2),
        model.not_below_zero(copies - 1),
        model.whole_times(copies * Fraction(3, 2), 2),
    ]
    model.require(at_most(copies, value))
    model.require(at_most(value, copies))
    values = model.solve(100).values
    assert [part.value(values) for part in made] == [value >= 2, max(0, value - 1), value * 3 // 4]


def test_conditions_that_are_known_need_no_solver():
    assert (at_most(1, 2), at_most(2, 1)) == (ALWAYS, NEVER)
    assert (every([ALWAYS, NEVER]), some([ALWAYS, NEVER])) == (NEVER, ALWAYS)
    assert (negated(ALWAYS), negated(NEVER)) == (NEVER, ALWAYS)
