"""Scores from answers: a function answers the questions, and the answers are kept."""

from __future__ import annotations

import pytest

from deckwright.errors import InputError, UsageError
from deckwright.workbench.score_files import (
    Conversation,
    ScoreOptions,
    ScoreOutput,
    score_answers,
    score_file,
    score_template,
)

ANSWERS = ["Ann, Bob", "level-1", "purpose-profiling, simple-blue x6", "", "", "simple-red", "", ""]


@pytest.fixture
def conversation():
    """Answers in turn; then no more. What is notified is kept in the list that comes with it."""

    def of(answers):
        left, notices = [*answers], []
        return Conversation(
            lambda _: left.pop(0) if left else None, lambda *notice: notices.append(notice)
        ), notices

    return of


def test_answers_are_scored_as_the_file_that_is_written(library, conversation, tmp_path):
    talk, _ = conversation([*ANSWERS, "", "", "", ""])
    output = ScoreOutput(str(tmp_path / "evening.yaml"))
    answered = score_answers(library, "dataset", talk, output=output)
    read = score_file(library, "dataset", tmp_path / "evening.yaml")
    assert [seat.points for seat in answered.scores.seats] == [seat.points for seat in read.scores.seats]


def test_questions_that_end_early_keep_the_answers(library, conversation, tmp_path):
    talk, notices = conversation(["Ann, Bob", "level-1"])
    output = ScoreOutput(str(tmp_path / "evening.yaml"))
    assert score_answers(library, "dataset", talk, output=output) is None
    assert '"Ann"' in (tmp_path / "evening.yaml").read_text(encoding="utf-8")
    assert notices[-1] == (f"The answers were saved in {tmp_path / 'evening.yaml'}.",)


def test_an_existing_file_is_refused(tmp_path):
    (tmp_path / "evening.yaml").touch()
    with pytest.raises(InputError, match="already exists"):
        ScoreOutput(str(tmp_path / "evening.yaml")).refuse_existing()
    ScoreOutput(str(tmp_path / "evening.yaml"), overwrite=True).refuse_existing()


def test_a_number_of_players_that_is_not_allowed_is_refused(library):
    with pytest.raises(UsageError, match="1 player is not allowed in dataset"):
        score_template(library, "dataset", players=1, options=ScoreOptions("level-1"))
