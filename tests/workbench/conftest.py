"""A library on a scratch database with the packaged games."""

from __future__ import annotations

import shutil

import pytest

from deckwright.workbench.library import find_database, open_library


@pytest.fixture(scope="session")
def packaged_database(tmp_path_factory):
    """A database with the packaged games; nothing writes to it."""
    path = tmp_path_factory.mktemp("workbench") / "cards.db"
    find_database(str(path))
    return path


@pytest.fixture
def database_path(packaged_database, tmp_path):
    """A copy of that database for one test, in the current folder."""
    return shutil.copy(packaged_database, tmp_path / "cards.db")


@pytest.fixture
def library(database_path):
    """An open library, in English."""
    with open_library(str(database_path)) as opened:
        yield opened
