"""What docs/dealing.md and docs/stats.md show of the commands is what they say."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
SHOWN = [
    (*block.split("\n", 1), page)
    for page in ("dealing.md", "stats.md")
    for block in re.findall(
        r"^```console\n\$ deckwright (.*?)^```$",
        (DOCS / page).read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
]


@pytest.mark.parametrize(("command", "output", "page"), SHOWN, ids=[page for *_, page in SHOWN])
def test_an_example_is_what_the_command_says(deckwright, command, output, page):
    out = deckwright(*shlex.split(command)).out
    for part in re.split(r"^…\n", output, flags=re.MULTILINE):
        assert part in out, page
