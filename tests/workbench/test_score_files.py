"""Scores from answers: a function answers the questions, and the answers are kept if they end early."""

from __future__ import annotations

import pytest

from deckwright.workbench.score_files import (
    Conversation,
    ScoreOutput,
    score_answers,
)


@pytest.fixture
def conversation():
    """Answers in turn; then no more. What is notified is kept in the list that comes with it."""

    def of(answers):
        left, notices = [*answers], []
        return Conversation(
            lambda _: left.pop(0) if left else None, lambda *notice: notices.append(notice)
        ), notices

    return of


def test_questions_that_end_early_keep_the_answers(library, conversation, tmp_path):
    talk, notices = conversation(["Ann, Bob", "level-1"])
    output = ScoreOutput(str(tmp_path / "evening.yaml"))
    assert score_answers(library, "dataset", talk, output=output) is None
    assert "Ann: {treasures: []}" in (tmp_path / "evening.yaml").read_text(encoding="utf-8")
    assert notices[-1] == (f"The answers were saved in {tmp_path / 'evening.yaml'}.",)
