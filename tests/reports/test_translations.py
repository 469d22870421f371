"""How far translations have come is shown with bars, as far as the terminal has room for them."""

from __future__ import annotations

import io
import re
import sys

import pytest

from deckwright import messages
from deckwright.model.translation import Entry
from deckwright.reports.translations import write_status
from deckwright.translation.status import language_status


class Terminal(io.StringIO):
    def isatty(self):
        return True


ENTRIES = [Entry(f"game:{number}", "Frog", "Rana", "draft") for number in range(48)]
ENTRIES += [Entry("game:title", "Frogs", "", "missing"), Entry("game:about", "Frogs", "Frogs", "reviewed")]


@pytest.fixture
def shown(monkeypatch):
    """Show the table on a terminal so wide, in a language; give its lines."""
    monkeypatch.setattr(messages, "_spoken", [*messages._spoken])  # noqa: SLF001 - the language goes back after it
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")

    def lines(width, language, entries=ENTRIES):
        messages.use(language)
        monkeypatch.setenv("COLUMNS", str(width))
        monkeypatch.setattr(sys, "stdout", Terminal())
        write_status([("frogs", [language_status("it", entries, {})])])
        return re.sub(r"\x1b\[[\d;]*m", "", sys.stdout.getvalue()).splitlines()

    return lines


@pytest.mark.parametrize("language", ["it", "fr", "en"])
@pytest.mark.parametrize("width", range(72, 140, 4))
def test_bars_stand_in_the_line_of_their_percentage_and_none_is_too_wide(shown, width, language):
    lines = shown(width, language)
    assert max(map(len, lines)) <= width
    rows = [line for line in lines if "%" in line]
    assert rows[0].split()[:2] == ["game", "50"]
    assert all("█" in line and "98 %" in line.replace("\u00a0", " ") for line in rows)


def test_states_that_nothing_is_in_make_room_for_bars(shown):
    assert not {"machine", "stale"} & set(shown(72, "en")[2].split())
    assert {"missing", "draft", "reviewed"} <= set(shown(72, "en")[2].split())
    assert {"machine", "stale"} < set(shown(120, "en")[2].split())


def test_without_room_there_are_no_bars(shown):
    lines = shown(60, "en")
    assert max(map(len, lines)) <= 60
    assert not any("█" in line for line in lines)


@pytest.mark.parametrize(("language", "written"), [("it", "97,9"), ("fr", "97,9"), ("en", "97.9")])
def test_a_share_is_written_as_its_language_writes_numbers(shown, language, written):
    entries = [*ENTRIES[:47], Entry("game:title", "Frogs", "", "missing")]
    assert written in " ".join(shown(100, language, entries))
