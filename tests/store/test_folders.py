"""Whether a folder still holds what the database holds is seen from its files' times, or else from their content."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing

import pytest

from deckwright.files import game_folder
from deckwright.files.game_box import open_box
from deckwright.files.game_folder import digest_of, stamp_of
from deckwright.store.folders import changed_folders, check_folders
from deckwright.store.load import load

PAST = 1_700_000_000


@pytest.fixture
def own(packaged, tmp_path):
    """Copy a packaged game to a folder of the user's own."""
    return shutil.copytree(packaged("monster-office").folder, tmp_path / "own")


@pytest.fixture(params=["settled", "just saved"])
def loaded(request, database, own, monkeypatch):
    """Load it, long after its files were saved, or at once."""
    if request.param == "settled":
        monkeypatch.setattr(game_folder, "_SETTLED", -(10**18))
    made = database("filled")
    load(made, open_box(own)[0])
    return made


def rules(database):
    return [finding.rule for finding in check_folders(database)]


def stamps(database):
    with closing(sqlite3.connect(database.path)) as connection:
        return dict(connection.execute("SELECT id, stamp FROM games").fetchall())


def test_what_was_loaded_just_now_has_not_changed(loaded):
    assert changed_folders(loaded) == []
    assert rules(loaded) == []


def test_the_name_of_the_content_is_the_one_that_a_load_gives_it(own):
    assert digest_of(own) == open_box(own)[0].digest


def save_as_before(file):
    """Save a file in place with as many bytes and at the same time."""
    found = file.stat()
    with file.open("r+b") as opened:
        opened.write(b"@")
    os.utime(file, ns=(found.st_atime_ns, found.st_mtime_ns))


@pytest.mark.parametrize(
    "change",
    [
        lambda own: (own / "cards" / "projects.yaml").write_text("cards: []"),
        lambda own: (own / "cards" / "more.yaml").write_text("cards: []"),
        lambda own: (own / "locales" / "fr.po").unlink(),
        lambda own: (own / "game.yaml").write_bytes((own / "game.yaml").read_bytes() + b"#"),
        lambda own: save_as_before(own / "game.yaml"),
        lambda own: shutil.rmtree(own / "locales"),
    ],
)
def test_every_change_of_a_folder_is_seen(loaded, own, change):
    change(own)
    assert [one.game for one in changed_folders(loaded)] == ["monster-office"]
    assert rules(loaded) == ["folder-changed"]


@pytest.mark.parametrize("file", ["game.yaml", "cards/projects.yaml"])
def test_a_file_that_is_saved_as_it_was_is_no_change(loaded, own, file):
    (own / file).write_bytes((own / file).read_bytes())
    os.utime(own / file, (PAST, PAST))
    assert changed_folders(loaded) == []


def test_what_does_not_belong_to_the_game_does_not_count(loaded, own):
    (own / "cards" / ".deckwright-1").write_text("half")
    (own / ".deckwright.lock").touch()
    (own / "README.md").write_text("Mine.")
    assert changed_folders(loaded) == []


def test_files_are_read_once_more_until_their_times_can_be_trusted(database, own, monkeypatch):
    made = database("filled")
    assert stamp_of(own) == ""
    load(made, open_box(own)[0])
    assert stamps(made)["monster-office"] == ""
    monkeypatch.setattr(game_folder, "_SETTLED", -(10**18))
    assert changed_folders(made) == []
    assert stamps(made)["monster-office"] == stamp_of(own) != ""
    monkeypatch.setattr(game_folder, "read_bytes", None)
    assert changed_folders(made) == []


def test_a_database_that_another_program_writes_to_does_not_keep_anybody_waiting(database, own, monkeypatch):
    made = database("filled")
    load(made, open_box(own)[0])
    monkeypatch.setattr(game_folder, "_SETTLED", -(10**18))
    with closing(sqlite3.connect(made.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert changed_folders(made) == []
        other.execute("ROLLBACK")
    assert stamps(made)["monster-office"] == ""


def test_a_folder_that_is_gone_is_no_change_and_is_found_by_a_check(loaded, own):
    shutil.rmtree(own)
    assert changed_folders(loaded) == []
    (finding,) = check_folders(loaded)
    assert (finding.rule, finding.severity) == ("folder-missing", "info")


def test_packaged_games_are_not_looked_at(database, packaged, monkeypatch):
    made = database("filled")
    load(made, packaged("dataset"))
    monkeypatch.setattr(game_folder, "stamp_of", None)
    assert changed_folders(made) == []
    assert rules(made) == []


def test_a_game_that_was_renamed_has_its_folder_no_longer(loaded, own):
    text = (own / "game.yaml").read_text().replace("id: monster-office", "id: own-office", 1)
    (own / "game.yaml").write_text(text)
    assert [one.game for one in changed_folders(loaded)] == ["monster-office"]
    load(loaded, open_box(own)[0])
    assert changed_folders(loaded) == []
    assert rules(loaded) == []
