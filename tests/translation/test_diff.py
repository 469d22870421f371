"""A diff of words is made of both texts, and of nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.translation.diff import word_diff

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
