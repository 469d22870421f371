"""What is written drives no terminal and no CI runner, wherever it comes from."""

from __future__ import annotations

import io
import json
import re

import pytest

from deckwright.errors import InputError
from deckwright.findings import Finding, Where
from deckwright.reports.findings import finding_lines, github_lines, report_error
from deckwright.reports.output import note, painted, write, write_json, write_table


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self):
        return True


@pytest.fixture
def shown(monkeypatch):
    """Show something on a terminal, and give what came there."""

    def on_a_terminal(action, *arguments, **options):
        for name, value in {"COLUMNS": "100", "TERM": "xterm"}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.delenv("NO_COLOR", raising=False)
        terminal = Terminal()
        with monkeypatch.context() as now:
            now.setattr("sys.stdout", terminal)
            now.setattr("sys.stderr", terminal)
            action(*arguments, **options)
        return terminal.getvalue()

    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    return on_a_terminal


@pytest.mark.parametrize("say", [write, note])
@pytest.mark.parametrize("letter", ["\x1b", "\a", "\x9b", "\u202e", "\r"])
def test_a_control_character_is_shown_as_its_escape(shown, say, letter):
    assert shown(say, f"O{letter}[31mne\nTwo") == f"O\\u{ord(letter):04x}[31mne\nTwo\n"


@pytest.mark.parametrize("say", [write, note])
@pytest.mark.parametrize(
    ("typed", "masked"),
    [
        ("postgresql+psycopg://anna:p@ss@host/cards.", "postgresql+psycopg://anna:***@host/cards."),
        ("mysql://anna:pass@host/cards, and more", "mysql://anna:***@host/cards, and more"),
        ("host=here password=pass user=anna", "host=here password=*** user=anna"),
    ],
)
def test_a_password_that_was_typed_in_a_wrong_place_is_not_shown(shown, say, typed, masked):
    assert shown(say, f"Not found: {typed}") == f"Not found: {masked}\n"


def test_json_stays_json_where_a_password_is_masked(shown):
    values = ["a password=pass", "mysql://anna:pass@host", "anna@host"]
    masked = ["a password=***", "mysql://anna:***@host", "anna@host"]
    assert json.loads(shown(write_json, {"values": values})) == {"values": masked}


def test_our_own_colours_stay_and_those_of_data_do_not(shown):
    output = shown(lambda: write(painted("bad \x1b[1;31m", "error")))
    assert output == "\x1b[1;31mbad \\u001b[1;31m\x1b[0m\n"


def test_json_has_escapes_for_what_json_need_not_escape(shown):
    value = {"name": "a\x9b5m\u202e\x1b\n"}
    output = shown(write_json, value)
    assert "\\u009b5m\\u202e\\u001b\\n" in output
    assert json.loads(output) == value


def test_a_cell_of_a_table_is_what_it_says(shown):
    output = shown(write_table, ["Name"], [["[bold]x[/bold] [/nope] :star: \x1b[8m\nTwo"]])
    assert "[bold]x[/bold] [/nope] :star: \\u001b[8m\\nTwo" in re.sub("\x1b\\[[0-9;]*m", "", output)


def test_a_value_stays_in_its_cell_elsewhere_too(monkeypatch):
    out = io.StringIO()
    with monkeypatch.context() as now:
        now.setattr("sys.stdout", out)
        write_table(["Name", "Kind"], [["a\tb\nc", "tool"]])
    assert out.getvalue() == "Name\tKind\na\\tb\\nc\ttool\n"


EVIL = "zz\r\n::error file=x::y\x1b"


def test_a_finding_and_an_error_are_a_line_each(shown):
    where = Where("a\n::stop-commands::x.yaml", 1, 2)
    (line,) = finding_lines([Finding("rule", "error", EVIL, where=where)])
    assert "\n" not in line
    output = shown(report_error, InputError("bad", EVIL, hint=EVIL, where=where), as_json=False)
    assert not any(line.startswith("::") for line in output.splitlines())
    assert "zz\\r\\n::error file=x::y\\u001b" in output


def test_an_annotation_holds_what_is_said_in_one_command(shown):
    finding = Finding("rule", "error", EVIL, where=Where("a,b:c\n::d.yaml", 1, 2))
    assert shown(lambda: write("\n".join(github_lines([finding])), commands=True)) == (
        "::error file=a%2Cb%3Ac%0A%3A%3Ad.yaml,line=1,col=2,title=rule::zz%0D%0A::error file=x::y\\u001b\n"
    )


@pytest.mark.parametrize("name", ["::error::x", "  ::add-mask::a", "ok\n::warning::x", "x ##[group]y"])
def test_no_name_is_a_command_to_a_runner(shown, monkeypatch, name):
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    output = shown(write, name)
    assert not any(line.strip().startswith("::") or "##[" in line for line in output.splitlines())
    assert output.replace("\\u003a", ":").replace("\\u0023", "#") == f"{name}\n"
