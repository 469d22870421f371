"""The module errors."""

from __future__ import annotations

import pickle

from deckwright.errors import MOST_OF_A_KIND, InputError
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
