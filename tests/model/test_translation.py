"""Which changes of a source text a translator need not follow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.handout import comment_lines, read_comments
from deckwright.model.translation import Entry, Waiver, is_same_source

ICONS = {"tech": "mdi:chip", "chip": "mdi:chip", "sci": "mdi:flask"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Draw a card.", "Draw  a\n card. "),
        ("Say 'data'", "Say ‘data’"),
        ('Say "data"', "Say “data”"),
        ("dites « data »", "dites «data»"),
        ("dites : data !", "dites: data!"),
        ("-1 card", "−1 card"),
        ("one - two", "one – two"),
        ("+1 {tech}", "+1 {chip}"),
    ],
)
def test_looks_do_not_count(one, other):
    assert is_same_source(one, other, ICONS)
    assert is_same_source(other, one, ICONS)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Draw a card.", "Draw a card"),
        ("Draw a card.", "Draw 2 cards."),
        ("data lake", "datalake"),
        ("+1 {tech}", "+1 {sci}"),
        ("Draw", "draw"),
        ("**Draw** a card", "Draw a card"),
        ("", "Draw"),
    ],
)
def test_all_else_counts(one, other):
    assert not is_same_source(one, other, ICONS)


lines = st.text("ab é:.|~#", min_size=1, max_size=20).map(str.strip).filter(bool)


@given(
    st.sampled_from(["machine", "reviewed"]),
    st.sampled_from(["", "Anna", "a: b"]),
    st.sampled_from(["", "2026-11-20"]),
    st.lists(st.tuples(st.sampled_from(["icons", "fit", "same-as-source"]), lines), unique_by=lambda pair: pair[0]),
    st.lists(st.sampled_from(["Ask Luca.", "by the way", "state: unknown", "on top of it: a pun", "A: b"]), unique=True),
)  # fmt: skip
def test_what_an_entry_carries_is_read_back_from_its_comments(state, by, at, waivers, notes):
    waived = tuple(Waiver(*pair) for pair in waivers)
    entry = Entry("a.name", "A", "B", state, "", by, at, waived, tuple(notes))
    assert read_comments(comment_lines(entry)) == (state, by, at, waived, tuple(notes))
