"""The patterns of typography look at each word once: what takes the square of a text's length does not end here."""

from __future__ import annotations

import pytest

from deckwright.model.translation import Entry, is_same_source
from deckwright.translation.checks.spaces import check_spaces
from deckwright.translation.checks.typography.check import _BY_LANGUAGE
from deckwright.translation.checks.typography.slip import COMMON

SLIPS = [slip.pattern for slip in (*COMMON, *(slip for slips in _BY_LANGUAGE.values() for slip in slips))]
LONG = 400_000


@pytest.mark.parametrize("part", ["a", "1", " ", "\u00a0", "a ", "oeuv", "«", ":"])
@pytest.mark.parametrize("pattern", SLIPS, ids=lambda pattern: pattern.pattern[:30])
def test_a_pattern_reads_a_long_text_once(pattern, part):
    pattern.search(part * LONG + "z")


@pytest.mark.parametrize("part", ["a", " ", "\u00a0", "a "])
def test_so_do_spaces_and_what_is_the_same_source(part):
    list(check_spaces(None, Entry("a.text", "a", f"b{part * LONG}z", "draft")))
    assert not is_same_source(f"b{part * LONG}z", "a", {})


def test_what_was_found_before_is_found():
    found = {
        "perché no , si": "no ,",
        "una parola...": "parola...",
        "mot; suite": None,
        "l'amour": "l'amour",
    }
    for text, slip in found.items():
        hits = [match[0] for one in COMMON if (match := one.pattern.search(text))]
        assert (slip in hits) if slip else not hits
