"""Conditions on whole numbers, and a solver that finds the numbers that meet them at the least cost.

A condition is a sum that is at most 0, or several conditions of which every one, or some, is met. The model of a mixed-integer
program is built from them; HiGHS solves it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from math import ceil, inf, lcm
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

Number = int | Fraction


@dataclass(frozen=True, slots=True, eq=False)
class Linear:
    """A sum of variables, each times a whole number, and a constant, all divided by `divisor`."""

    terms: Mapping[int, int] = field(default_factory=dict)
    constant: int = 0
    divisor: int = 1

    def __add__(self, other: Linear | Number) -> Linear:
        return total((self, other if isinstance(other, Linear) else fixed(other)))

    def __sub__(self, other: Linear | Number) -> Linear:
        return self + other * -1

    def __rsub__(self, other: Number) -> Linear:
        return self * -1 + other

    def __mul__(self, factor: Number) -> Linear:
        times = factor.numerator
        terms = {name: times * coefficient for name, coefficient in self.terms.items()} if times else {}
        return Linear(terms, self.constant * times, self.divisor * factor.denominator)

    def value(self, values: Sequence[int]) -> Number:
        """The sum with values of its variables."""
        whole = self.constant + sum(coefficient * values[name] for name, coefficient in self.terms.items())
        return Fraction(whole, self.divisor)


def fixed(written: Number) -> Linear:
    """A sum that is always the same."""
    return Linear({}, written.numerator, written.denominator)


def total(sums: Iterable[Linear]) -> Linear:
    """Sums added up."""
    parts = [*sums]
    divisor = lcm(*(part.divisor for part in parts))
    terms: dict[int, int] = {}
    constant = 0
    for part in parts:
        times = divisor // part.divisor
        constant += part.constant * times
        for name, coefficient in part.terms.items():
            terms[name] = terms.get(name, 0) + coefficient * times
    if 0 in terms.values():
        terms = {name: coefficient for name, coefficient in terms.items() if coefficient}
    return Linear(terms, constant, divisor)


@dataclass(frozen=True, slots=True)
class AtMostZero:
    """A sum of whole numbers is at most 0."""

    sum: Linear


@dataclass(frozen=True, slots=True)
class Every:
    """Every part is met."""

    parts: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Some:
    """At least one part is met."""

    parts: tuple[Condition, ...] = ()


Condition = AtMostZero | Every | Some
ALWAYS, NEVER = Every(), Some()


def at_most(left: Linear | Number, right: Linear | Number) -> Condition:
    """The condition that one sum is at most another."""
    difference = Linear() + left - right
    if difference.terms:
        return AtMostZero(Linear(difference.terms, difference.constant))
    return ALWAYS if difference.constant <= 0 else NEVER


def negated(condition: Condition) -> Condition:
    """The condition that is met if and only if another is not."""
    if isinstance(condition, AtMostZero):
        return AtMostZero(condition.sum * -1 + 1)
    parts = tuple(map(negated, condition.parts))
    return Some(parts) if isinstance(condition, Every) else Every(parts)


def every(conditions: Iterable[Condition]) -> Condition:
    """Conditions that must all be met, without needless nesting."""
    parts = tuple(part for part in conditions if part != ALWAYS)
    return NEVER if NEVER in parts else parts[0] if len(parts) == 1 else Every(parts)


def some(conditions: Iterable[Condition]) -> Condition:
    """Conditions of which one must be met, without needless nesting."""
    parts = tuple(part for part in conditions if part != NEVER)
    return ALWAYS if ALWAYS in parts else parts[0] if len(parts) == 1 else Some(parts)


class Solution(NamedTuple):
    """What a solver found: values of the variables, if any, the least cost that there can be, inf if there is none, and its effort."""

    values: Sequence[int] | None
    least: float
    effort: int


class Model:
    """Variables with their bounds and costs, and the rows of a mixed-integer program: sums of variables and their greatest values."""

    def __init__(self) -> None:
        self._highs: list[int] = []
        self._costs: list[int] = []
        self._rows: list[Linear] = []
        self._known: dict[Hashable, Linear] = {}
        self._cost_limit = inf

    def copy(self) -> Model:
        """A model to which more can be added."""
        other = Model()
        other._highs, other._costs, other._rows = [*self._highs], [*self._costs], [*self._rows]
        other._known, other._cost_limit = {**self._known}, self._cost_limit
        return other

    def variable(self, high: int, cost: int = 0) -> Linear:
        """A new variable that is a whole number from 0 to `high`."""
        self._highs.append(high)
        self._costs.append(cost)
        return Linear({len(self._highs) - 1: 1})

    def limit_cost(self, limit: int) -> None:
        """Find only values whose cost is at most this."""
        self._cost_limit = limit

    def greatest(self, linear: Linear) -> int:
        """The most that a sum can be, rounded down, as far as the bounds of its variables say."""
        highs = self._highs
        most = sum(times * highs[name] for name, times in linear.terms.items() if times > 0)
        return (linear.constant + most) // linear.divisor

    def require(self, condition: Condition, unless: Linear | None = None) -> None:
        """Add a condition; with `unless`, a variable of 0 or 1 or a sum like it, it need not be met where that is 0."""
        if isinstance(condition, Every):
            for part in condition.parts:
                self.require(part, unless)
        elif isinstance(condition, Some):
            literals = [self._literal(part) for part in condition.parts]
            self._row((unless or fixed(1)) - total(literals))
        elif unless is None:
            self._row(condition.sum)
        elif (excess := self.greatest(condition.sum)) > 0:
            self._row(condition.sum + (unless - 1) * excess)

    def _row(self, linear: Linear) -> None:
        if linear.constant == 0 and all(times > 0 for times in linear.terms.values()):
            for name in linear.terms:
                self._highs[name] = 0
        else:
            self._rows.append(linear)

    def _literal(self, condition: Condition) -> Linear:
        literal = self.variable(1)
        self.require(condition, literal)
        return literal

    def reaches(self, linear: Linear, least: int) -> Linear:
        """A variable that is 1 if a sum of whole numbers is at least `least`, else 0."""
        if self.greatest(linear) < least:
            return Linear()
        if -self.greatest(linear * -1) >= least:
            return fixed(1)
        key = "reaches", tuple(sorted(linear.terms.items())), linear.constant, linear.divisor, least
        if key not in self._known:
            self._known[key] = literal = self.variable(1)
            self.require(at_most(least, linear), literal)
            self.require(at_most(linear, least - 1), 1 - literal)
        return self._known[key]

    def not_below_zero(self, linear: Linear) -> Linear:
        """A sum of whole numbers, or 0 where that is more."""
        most = self.greatest(linear)
        if most <= 0:
            return Linear()
        key = "not below zero", tuple(sorted(linear.terms.items())), linear.constant
        if key not in self._known:
            self._known[key] = value = self.variable(most)
            positive = self.reaches(linear, 1)
            self.require(at_most(linear, value))
            self.require(at_most(value, linear), positive)
            self.require(at_most(value, 0), 1 - positive)
        return self._known[key]

    def whole_times(self, linear: Linear, every: Number, *, is_rounded_up: bool = False) -> Linear:
        """How many whole times a number goes into a sum that is not below 0, or that rounded up."""
        value = self.variable(max(0, ceil((self.greatest(linear) + 1) / Fraction(every))))
        if is_rounded_up:
            self.require(at_most(linear, value * every))
            self.require(negated(at_most(linear, (value - 1) * every)))
        else:
            self.require(at_most(value * every, linear))
            self.require(negated(at_most((value + 1) * every, linear)))
        return value

    def solve(self, effort: int) -> Solution:
        """Find the values of the least cost, as far as the effort goes: nodes and iterations of the search, and the size of the model."""
        import highspy
        import numpy as np

        rows = self._rows
        if self._cost_limit < inf:
            cost = Linear({name: cost for name, cost in enumerate(self._costs) if cost})
            rows = [*rows, cost - int(self._cost_limit)]
        lengths = [len(row.terms) for row in rows]
        program = highspy.HighsLp()
        program.num_col_, program.num_row_ = len(self._costs), len(rows)
        program.col_cost_ = np.array(self._costs, dtype=float)
        program.col_lower_ = np.zeros(len(self._costs))
        program.col_upper_ = np.array(self._highs, dtype=float)
        program.row_lower_ = np.full(len(rows), -inf)
        program.row_upper_ = np.array([-row.constant for row in rows], dtype=float)
        matrix = program.a_matrix_
        matrix.format_ = highspy.MatrixFormat.kRowwise
        matrix.start_ = np.cumsum([0, *lengths])
        matrix.index_ = np.fromiter(chain.from_iterable(row.terms for row in rows), int, sum(lengths))
        matrix.value_ = np.fromiter(
            chain.from_iterable(row.terms.values() for row in rows), float, sum(lengths)
        )
        program.integrality_ = [highspy.HighsVarType.kInteger] * len(self._costs)
        solver = highspy._Highs()  # type: ignore[attr-defined]  # noqa: SLF001 - `Highs` prints its name before it can be told not to
        for option, value in _OPTIONS.items():
            solver.setOptionValue(option, value)
        solver.setOptionValue("mip_max_nodes", max(1, effort // _NODE))
        solver.passModel(program)
        solver.run()
        info = solver.getInfo()
        used = (
            sum(lengths) // _NONZEROS
            + info.simplex_iteration_count // _ITERATIONS
            + info.mip_node_count * _NODE
        )
        if solver.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
            return Solution(None, inf, used)
        least = max(0, ceil(info.mip_dual_bound - _NEARLY))
        if info.primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
            return Solution(None, least, used)
        return Solution([round(value) for value in solver.getSolution().col_value], least, used)


_NODE, _ITERATIONS, _NONZEROS = 10, 2, 100
"""What a node counts, and how many iterations and how many numbers of a model count 1: about a millisecond."""

_NEARLY = 1e-6
"""By how much a bound of the solver can be too high."""

_OPTIONS = {
    "output_flag": False,
    "parallel": "off",
    "threads": 1,
    "random_seed": 0,
    "mip_rel_gap": 0.0,
    "mip_abs_gap": 0.99,
}
"""Each cost is a whole number, so that less than 1 from the least is the least. One thread finds the same each time."""
