"""Which changes of a source text a translator need not follow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.card import Card
from deckwright.model.translation import (
    Message,
    MessageCounts,
    Waiver,
    comment_lines,
    is_same_source,
    language_status,
    pack_of,
    parse_comments,
    word_diff,
)

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
    st.sampled_from(["", "Bruno"]),
    st.lists(st.tuples(st.sampled_from(["icons", "fit", "same-as-source"]), lines), unique_by=lambda pair: pair[0]),
    st.lists(st.sampled_from(["Ask Luca.", "by the way", "state: unknown", "on top of it: a pun", "A: b"]), unique=True),
)  # fmt: skip
def test_what_an_entry_carries_is_read_back_from_its_comments(state, by, at, reader, waivers, notes):
    waived = tuple(Waiver(*pair) for pair in waivers)
    entry = Message("a.name", "A", "B", state, "", by, at, waived, tuple(notes)).pinned()
    entry = entry._replace(reviewer=reader)
    digest, reviewer = (entry.digest, reader) if state == "reviewed" else ("", "")
    assert parse_comments(comment_lines(entry)) == (
        state,
        by,
        at,
        entry.waivers,
        tuple(notes),
        digest,
        reviewer,
    )


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


CARDS = {"saw": Card("lab", "saw", "tool", "en", texts={"en": {"name": "Saw"}})}


@pytest.mark.parametrize(
    ("context", "place", "pack"),
    [
        ("kind:tool", "game.yaml", "game"),
        ("deck:first", "decks/first.yaml", "game"),
        ("saw.name", "cards/hand-tools.yaml:12", "hand-tools"),
        ("saw.name", "", "tool"),
    ],
)
def test_a_pack_is_the_file_of_a_card_or_its_kind(context, place, pack):
    assert pack_of(Message(context, "a", "b", "draft", place=place), CARDS) == pack


@pytest.mark.parametrize(
    ("done", "entries", "percent"), [(0, 3, 0), (1, 3, 33.3), (2, 3, 66.6), (2999, 3000, 99.9), (3, 3, 100), (0, 0, 100)]
)  # fmt: skip
def test_a_share_is_never_rounded_up(done, entries, percent):
    assert MessageCounts(entries, {}, done, 0).percent == percent


def test_what_is_unsure_or_a_machine_s_is_not_done():
    states = ["missing", "machine", "stale", "draft", "reviewed"]
    entries = [Message(f"kind:{state}", "a", "" if state == "missing" else "b", state) for state in states]
    entries += [Message("kind:unsure", "a", "a", "draft", unsure=True)]
    whole = language_status("fr", entries, {}).whole
    assert (whole.entries, whole.done, whole.same_as_source, whole.unsure) == (6, 2, 1, 1)
    assert dict(whole.states) == {"missing": 1, "machine": 1, "stale": 1, "draft": 2, "reviewed": 1}


texts = st.lists(st.sampled_from(["draw", "a", "card", "two", "é", " ", "  ", ".", "**", "{tech}", "\n"]), max_size=12).map("".join)  # fmt: skip


def shown(old, new):
    marks = {"same": "{}", "old": "[-{}-]", "new": "{{+{}+}}"}
    return "".join(marks[piece.sort].format(piece.text) for piece in word_diff(old, new))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Draw a card.", "Draw a card.", "Draw a card."),
        ("Draw a card.", "Draw two cards.", "Draw [-a-]{+two+} [-card-]{+cards+}."),
        ("Draw.", "Draw now.", "Draw{+ now+}."),
        ("Saw", "Great Saw", "{+Great +}Saw"),
        ("", "Saw", "{+Saw+}"),
        ("+1 {tech}", "+2 {tech}", "+[-1-]{+2+} {tech}"),
    ],
)
def test_what_went_stands_before_what_came(old, new, said):
    assert shown(old, new) == said


@given(texts, texts)
def test_its_pieces_are_both_texts(old, new):
    pieces = list(word_diff(old, new))
    assert "".join(piece.text for piece in pieces if piece.sort != "new") == old
    assert "".join(piece.text for piece in pieces if piece.sort != "old") == new
    if old == new:
        assert {piece.sort for piece in pieces} <= {"same"}


def test_a_language_is_counted_by_pack_and_whole():
    entries = (
        Message("saw.name", "Saw", "Scie", "draft", place="cards/hand:tools.yaml:12"),
        Message("saw.text", "Cut.", "Cut.", "reviewed", place="game/cards/hand:tools.yaml:13"),
        Message("saw.flavour", "Old", "Vieux", "stale", previous="Older"),
        Message("kind:tool", "Tool", "Outil {x}", "draft", broken=True),
        Message("kind:art", "Art", "Art ?", "draft", unsure=True),
    )
    found = language_status("fr", entries, CARDS)
    assert (found.language, found.stale, list(found.packs)) == (
        "fr",
        (entries[2],),
        ["hand:tools", "tool", "game"],
    )
    assert [found.packs[name].entries for name in found.packs] == [2, 1, 2]
    whole = found.whole
    assert (whole.entries, whole.done, whole.same_as_source, whole.unsure, whole.broken) == (5, 2, 1, 1, 1)
    assert whole.states == {"missing": 0, "machine": 0, "stale": 1, "draft": 3, "reviewed": 1}


def test_words_that_are_only_added_or_only_removed_are_one_part():
    assert [part.sort for part in word_diff("a b", "a b c")] == ["same", "new"]
    assert [part.sort for part in word_diff("a b c", "a b")] == ["same", "old"]
    long = "the " * 300
    assert [part.sort for part in word_diff(f"{long}old", f"{long}new")] == ["same", "old", "new"]
