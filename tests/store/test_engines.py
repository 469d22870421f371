"""The tests of the store run on SQLite and on PostgreSQL."""

from __future__ import annotations

from .engines import ONE_ENGINE, RUNS


def test_each_file_of_these_tests_runs_on_each_engine_or_is_listed(engine):
    assert [file for file, engines in RUNS.items() if engine not in engines and file not in ONE_ENGINE] == []
