"""Messages are counted by pack and state, and changes are shown word by word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.model.card import Card
from deckwright.model.translation import Message
from deckwright.translation.status import MessageCounts, language_status, pack_of, word_diff

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
