"""The database is looked after through the Python API."""

from __future__ import annotations

import pytest

from deckwright.errors import InputError, UsageError
from deckwright.store.database import REVISION
from deckwright.workbench.database import (
    backup_database,
    check_database,
    database_info,
    list_box_counts,
    remove_box_counts,
    restore_database,
    upgrade_database,
)
from deckwright.workbench.library import find_database
from deckwright.workbench.loading import load_counts


@pytest.fixture
def database(tmp_path):
    return find_database(str(tmp_path / "cards.db"))


def test_a_backup_is_restored_and_the_old_database_saved(database, tmp_path):
    copy = tmp_path / "copy.db"
    assert backup_database(database, copy) == copy.stat().st_size
    with pytest.raises(InputError):
        backup_database(database, copy)
    assert backup_database(database, copy, overwrite=True) > 0
    with pytest.raises(UsageError):
        backup_database(database, database.path, overwrite=True)
    before = database.path.read_bytes()
    restored = restore_database(str(database.path), copy)
    assert (restored.path, restored.replaced.read_bytes()) == (database.path, before)
    assert restore_database(str(tmp_path / "new.db"), copy).replaced is None
    with pytest.raises(InputError):
        restore_database(str(database.path), tmp_path / "nowhere.db")


def test_a_database_is_described_and_checked(database):
    info = database_info(database)
    assert (info.path, info.bytes) == (str(database.path), database.path.stat().st_size)
    assert (info.games, info.counted) == (4, [])
    assert check_database(database).findings == []
    upgraded = upgrade_database(database)
    assert (upgraded.before, upgraded.after) == (REVISION, REVISION)


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
