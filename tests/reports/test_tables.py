"""Tables fit their terminal, and mind who wants no colours."""

from __future__ import annotations

import io

import pytest

from deckwright.reports.output import write_table

HEADS = ("Card", "Kind", "Name", "Copies")
ROWS = [
    ("data-monsters/a-very-long-identifier", "tool", "A name of several words", 2),
    ("data-monsters/heart", "tool", "–", 1),
]


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def shown(monkeypatch):
    """Show a table on a terminal of some width."""

    def on(width, **environment):
        monkeypatch.delenv("NO_COLOR", raising=False)
        for name, value in {"COLUMNS": str(width), "TERM": "xterm", **environment}.items():
            monkeypatch.setenv(name, value)
        terminal = Terminal()
        monkeypatch.setattr("sys.stdout", terminal)
        write_table(HEADS, ROWS)
        return terminal.getvalue()

    return on


def test_a_table_has_rows_where_there_is_room(shown):
    wide = shown(100, NO_COLOR="1").splitlines()
    assert [line.split() for line in wide if "Kind" in line] == [list(HEADS)]
    assert any("A name of several words" in line for line in wide)


def test_where_a_table_has_no_room_each_row_is_a_block(shown):
    assert shown(56, NO_COLOR="1") == (
        "data-monsters/a-very-long-identifier\n"
        "  Kind    tool\n  Name    A name of several words\n  Copies  2\n\n"
        "data-monsters/heart\n  Kind    tool\n  Copies  1\n"
    )


@pytest.mark.parametrize("width", [56, 100])
def test_who_wants_no_colours_gets_no_bold_letters_either(shown, width):
    assert "\x1b" in shown(width)
    assert "\x1b" not in shown(width, NO_COLOR="1")
