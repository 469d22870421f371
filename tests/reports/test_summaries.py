"""Findings that are many and alike are counted, and none of them is lost on the way."""

from __future__ import annotations

import re

import pytest

from deckwright.findings import Finding, Where
from deckwright.reports.findings import finding_lines, summary_lines


def findings(rule, count, severity="warning", file="locales/fr.po"):
    return [
        Finding(rule, severity, f"Number {number}.", where=Where(file, number, 1))
        for number in range(1, count + 1)
    ]


def test_ten_thousand_stale_texts_are_one_line_a_language():
    found = [*findings("stale", 1740), *findings("stale", 9000, file="locales/it.po")]
    first, second = summary_lines(found, every=False)
    assert first == "locales/fr.po:1:1: warning: Number 1. [stale] (1740 in all: --all shows them)"
    assert second.endswith("(9000 in all: --all shows them)")


def test_a_hundred_illegal_decks_are_counted_together():
    found = [
        Finding("illegal-deck", "warning", "Too few.", where=Where(f"frogs/decks/{n}.yaml", 1, 1))
        for n in range(100)
    ]
    lines = summary_lines(found, every=False)
    assert len(lines) == 10
    assert lines[-1].endswith("(100 in all: --all shows them)")


@pytest.mark.parametrize(
    "rule", ["missing", "stale", "unsure", "untranslated", "machine", "overflow", "icons"]
)
@pytest.mark.parametrize("count", [1, 3, 4, 10, 11, 500])
def test_what_is_not_shown_is_counted(rule, count):
    lines = summary_lines(findings(rule, count), every=False)
    counted = re.search(r"\((\d+) in all", lines[-1])
    assert (int(counted[1]) if counted else len(lines)) == count
    assert len(lines) <= 10


def test_all_are_shown_where_they_are_asked_for():
    found = [*findings("stale", 40), *findings("overflow", 40, "error")]
    assert summary_lines(found, every=True) == finding_lines(found)


def test_a_command_without_the_option_does_not_name_it():
    assert summary_lines(findings("stale", 40))[0].endswith("[stale] (40 in all)")


def test_errors_are_named_before_they_are_counted():
    lines = summary_lines(findings("overflow", 40, "error"), every=False)
    assert [line.partition(" [")[0].rpartition(" ")[2] for line in lines] == [f"{n}." for n in range(1, 11)]


def test_a_list_to_work_through_is_shortened_only_by_what_is_missing_or_stale():
    found = [*findings("numbers", 40), *findings("missing", 40)]
    assert len(summary_lines(found, every=False, is_list=True)) == 41
