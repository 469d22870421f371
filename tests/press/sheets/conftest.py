"""What tests of sheets need: sheets read from their YAML."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from deckwright.press.sheets.sheet import load_sheet


@pytest.fixture(scope="session")
def sheet(tmp_path_factory):
    """Read a sheet from its YAML."""
    file = tmp_path_factory.mktemp("sheets") / "mine.yaml"

    def read(text, more=None):
        file.write_text(text, encoding="utf-8")
        return load_sheet(str(file), more)

    return read


lengths = st.floats(0, 30, allow_nan=False).map(lambda length: round(length, 2))
sides = st.floats(10, 450, allow_nan=False).map(lambda length: round(length, 1))
SHEETS = st.fixed_dictionaries(
    {
        "paper": st.sampled_from(["a3", "a4", "a5", "letter", "legal", "tabloid"])
        | st.lists(sides, min_size=2, max_size=2),
        "card": st.sampled_from(
            ["poker", "bridge", "mini", "tarot", "square", "domino", "business", "tile", "hex"]
        )
        | st.lists(sides, min_size=2, max_size=2),
    },
    optional={
        "orientation": st.sampled_from(["portrait", "landscape", "best"]),
        "gutter": lengths | st.lists(lengths, min_size=2, max_size=2),
        "margin": lengths | st.lists(lengths, min_size=2, max_size=2),
        "columns": st.integers(1, 6),
        "rows": st.integers(1, 6),
        "bleed": st.floats(0, 3).map(lambda length: round(length, 3)),
        "marks": st.just({}),
        "cut_lines": st.sampled_from([{}, {"parts": "corners"}]),
        "registration": st.just({}),
        "fold": st.fixed_dictionaries({}, optional={"gap": lengths}),
        "ruler": st.booleans(),
    },
)


@pytest.fixture(scope="session")
def any_sheet():
    """Sheets as their YAML says them, right and wrong ones."""
    return SHEETS
