"""What `make change` runs."""

from __future__ import annotations

from .change import ROOT, rooms_of, selected


def test_the_rooms_above_a_change_are_tested_too_and_none_below():
    rooms = rooms_of({"cli/deckwright/scoring/score.py"})
    assert rooms == ["scoring", "translation", "workbench", "reports", "commands", "app"]


def test_a_change_of_tests_or_data_is_tested_where_it_is():
    assert rooms_of({"tests/rulebooks/dataset/test_deck.py"}) == ["rulebooks"]
    assert rooms_of({"cards/dataset/game.yaml"}) == ["games", "rulebooks"]
    assert selected({"exports/targets/tts.yaml"})[0].parent.name == "targets"


def test_tests_that_name_what_was_changed_come_first():
    tests = [test.relative_to(ROOT).as_posix() for test in selected({"cli/deckwright/table/draws.py"})]
    assert tests[0] == "tests/table/test_draws.py"
    assert "tests/commands/test_build.py" in tests
    assert not any(test.startswith("tests/model/") for test in tests)
