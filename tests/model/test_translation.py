"""Which changes of a source text a translator need not follow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.translation import Message, Waiver, comment_lines, is_same_source, parse_comments

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
    entry = Message("a.name", "A", "B", state, "", by, at, waived, tuple(notes)).pinned()
    digest = entry.digest if state == "reviewed" else ""
    assert parse_comments(comment_lines(entry)) == (state, by, at, entry.waivers, tuple(notes), digest)


@pytest.mark.parametrize(
    ("line", "state", "digest"),
    [
        ("state: reviewed", "reviewed", ""),
        ("state: reviewed 0a1b2c3d", "reviewed", "0a1b2c3d"),
        ("state:reviewed  0a1b2c3d ", "reviewed", "0a1b2c3d"),
        ("state: reviewed by Luca", "", ""),
        ("state: 0a1b2c3d", "", ""),
    ],
)
def test_the_digest_of_what_was_reviewed_is_read(line, state, digest):
    comments = parse_comments([line])
    assert (comments.state, comments.digest) == (state, digest)


@pytest.mark.parametrize(
    ("line", "waivers"),
    [
        ("waive numbers: a year", (Waiver("numbers", "a year"),)),
        ("waive numbers 0a1b2c3d: a year", (Waiver("numbers", "a year", "0a1b2c3d"),)),
        ("waive numbers and icons: both", (Waiver("numbers and icons", "both"),)),
    ],
)
def test_the_digest_that_a_waiver_holds_for_is_read(line, waivers):
    assert parse_comments([line]).waivers == waivers


def test_what_was_looked_at_holds_for_both_texts_but_not_for_the_looks_of_the_source():
    entry = Message("a.name", 'Say "A"', "B", "reviewed", waivers=(Waiver("names", "a pun"),)).pinned()
    [waiver] = entry.waivers
    assert entry.holds(waiver)
    assert entry._replace(source="Say “A”").holds(waiver)
    assert not entry._replace(source="Say C").holds(waiver)
    assert not entry._replace(text="b").holds(waiver)
    assert entry._replace(text="b").pinned().waivers == (waiver,)
