"""What tests of sheets need: sheets read from their YAML."""

from __future__ import annotations

import pytest

from deckwright.press.sheets import load_sheet


@pytest.fixture(scope="session")
def sheet(tmp_path_factory):
    """Give what reads a sheet from its YAML."""
    file = tmp_path_factory.mktemp("sheets") / "mine.yaml"

    def read(text, more=None):
        file.write_text(text, encoding="utf-8")
        return load_sheet(str(file), more)

    return read
