"""Counts of real boxes, through the Python API."""

from __future__ import annotations

import pytest

from deckwright.errors import InputError
from deckwright.workbench.database import (
    database_info,
    list_box_counts,
    remove_box_counts,
)
from deckwright.workbench.library import find_database
from deckwright.workbench.loading import load_counts


@pytest.fixture
def database(database_path):
    return find_database(str(database_path))


def test_counts_of_a_real_box_are_listed_and_removed(database, tmp_path):
    (tmp_path / "box.yaml").write_text("game: dataset\ncounts: {simple-red: 8, simple-blue: 6}\n")
    loaded = load_counts(database, tmp_path / "box.yaml")
    assert loaded.counts, loaded.findings
    counts = list_box_counts(database, "dataset")
    assert {count.card: count.copies for count in counts} == {"simple-red": 8, "simple-blue": 6}
    assert database_info(database).counted == ["dataset"]
    assert (remove_box_counts(database, "dataset"), remove_box_counts(database, "dataset")) == (2, 0)
    with pytest.raises(InputError):
        list_box_counts(database, "lakes")
