"""The translations that come with the program are files that any translator's tool takes."""

from __future__ import annotations

import subprocess

import pytest

from deckwright import resources
from deckwright.files.catalogues import parse_catalogue

FILES = sorted(resources.folder("cards").glob("*/locales/*.po"))
FIELDS = (
    "Project-Id-Version",
    "PO-Revision-Date",
    "Last-Translator",
    "Language-Team",
    "Language",
    "MIME-Version",
)
FIELDS += ("Content-Type", "Content-Transfer-Encoding", "Plural-Forms", "X-Source-Language")


def name(path):
    return f"{path.parent.parent.name}-{path.stem}"


@pytest.mark.parametrize("file", FILES, ids=name)
def test_their_heads_are_whole(file):
    fields = parse_catalogue(file.read_bytes(), str(file), file.stem).po.fields()
    assert [field for field in FIELDS if not fields.get(field)] == []
    assert (fields["Project-Id-Version"], fields["Language"]) == (file.parent.parent.name, file.stem)


@pytest.mark.parametrize("file", FILES, ids=name)
def test_gettext_accepts_them(file, program):
    program("msgfmt")
    command = ["msgfmt", "--check", "-o", "/dev/null", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
