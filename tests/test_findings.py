"""Findings as the contract has them."""

from __future__ import annotations

from deckwright.findings import Finding, Where


def test_a_file_as_a_whole_starts_at_its_first_letter():
    assert Where("deck.txt").as_json() == {"file": "deck.txt", "line": 1, "column": 1}
    assert Where("deck.txt", 7, 3).as_json() == {"file": "deck.txt", "line": 7, "column": 3}


def test_a_finding_may_have_no_place():
    assert Finding("size", "error", "Too many.").as_json()["where"] is None
