"""The module errors."""

from __future__ import annotations

import ctypes
import pickle

import pytest

from deckwright.errors import MOST_OF_A_KIND, InputError, is_interrupted
from deckwright.findings import Finding, Where


def found(rule, file, count):
    return [
        Finding(rule, "error", f"{rule} {line}", where=Where(file, line, 1)) for line in range(1, count + 1)
    ]


def test_findings_of_a_kind_end_after_a_hundred_with_their_number():
    findings = [*found("a", "x", 250), *found("b", "x", 100), *found("a", "y", 101)]
    error = InputError("bad", "Bad.", findings=findings)
    first, more, others, rest = (
        error.findings[:100],
        error.findings[100],
        error.findings[101:301],
        error.findings[301],
    )
    assert list(first) == findings[:100]
    assert (more.rule, more.found, more.where) == ("more", 150, Where("x", 101, 1))
    assert more.message == "There are 150 more findings of the rule a in this file."
    assert list(others) == findings[250:450]
    assert (rest.found, rest.message) == (1, "There is 1 more finding of the rule a in this file.")
    assert pickle.loads(pickle.dumps(error)).findings == error.findings  # noqa: S301 - our own
    assert MOST_OF_A_KIND == 100


def test_a_few_findings_are_all_listed():
    findings = found("a", "x", 100)
    assert InputError("bad", "Bad.", findings=findings).findings == tuple(findings)


def interrupted():
    raise KeyboardInterrupt


def as_psycopg_leaves_a_pipeline():
    """Where rows are on their way, leaving is an error of its own, which is told without its cause."""
    try:
        try:
            interrupted()
        finally:
            raise ConnectionError("cannot exit pipeline mode while busy")
    except ConnectionError:
        raise InputError("unreachable", "The connection was lost.") from None


def as_a_class_names_its_attributes():
    try:
        interrupted()
    except KeyboardInterrupt as error:
        raise RuntimeError("Error calling __set_name__") from error


def as_ctypes_in_the_middle_of_a_call():
    raise ctypes.ArgumentError("argument 1: KeyboardInterrupt: ")


@pytest.mark.parametrize(
    "ends",
    [
        interrupted,
        as_psycopg_leaves_a_pipeline,
        as_a_class_names_its_attributes,
        as_ctypes_in_the_middle_of_a_call,
    ],
)
def test_an_interrupt_is_known_behind_the_error_it_ends_with(ends):
    with pytest.raises(BaseException) as raised:  # noqa: PT011 - of many kinds
        ends()
    assert is_interrupted(raised.value)


def test_another_error_is_no_interrupt():
    assert not is_interrupted(InputError("bad", "KeyboardInterrupt is not a card."))
