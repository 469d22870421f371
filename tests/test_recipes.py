"""The recipes of CONTRIBUTING.md, followed in a scratch copy of the program: no more than they say is touched."""

from __future__ import annotations

import sys


def test_a_scratch_copy_runs_its_own_modules_and_knows_what_changed(scratch_copy):
    assert scratch_copy.changed() == set()
    errors = scratch_copy.module("deckwright.errors")
    scratch_copy.insert(errors, "MADE_HERE = 1\n\n\n", before="class UsageError(")
    scratch_copy.write("cards/new/notes.txt", "new")
    done = scratch_copy.python("-c", "import deckwright.errors as e; print(e.__file__)")
    assert done.stdout.strip() == str(scratch_copy.root / errors), (sys.executable, done.stderr)
    assert scratch_copy.changed() == {errors, "cards/new/notes.txt"}


def test_a_scratch_copy_makes_its_documents(scratch_copy):
    scratch_copy.insert("docs/commands.md", "not what the commands say\n", before="# Commands\n")
    assert scratch_copy.changed() == {"docs/commands.md"}
    scratch_copy.make("docs")
    assert scratch_copy.changed() == set()


def test_a_scratch_copy_uses_a_database_of_its_own(scratch_copy):
    done = scratch_copy.deckwright("games")
    assert done.returncode == 0, done.stderr
    assert (scratch_copy.root / "cards.db").exists()
