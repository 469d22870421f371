"""How translating is shown: bars as far as the terminal has room for them, and one line for what was done."""

from __future__ import annotations

import io
import re
import sys

import pytest

from deckwright import messages
from deckwright.model.game import Game
from deckwright.model.translation import Message, language_status
from deckwright.reports.translations import SuggestionReport, report_checks, report_suggestions, write_status
from deckwright.translation.checks.run import CheckReport
from deckwright.translation.memory import Suggestion
from deckwright.workbench.proofreading import LanguageCheck
from deckwright.workbench.translating import GameStatus, Suggestions

from ..registries import LANGUAGES


class Terminal(io.StringIO):
    def isatty(self):
        return True


ENTRIES = [Message(f"game:{number}", "Frog", "Rana", "draft") for number in range(48)]
ENTRIES += [
    Message("game:title", "Frogs", "", "missing"),
    Message("game:about", "Frogs", "Frogs", "reviewed"),
]


@pytest.fixture
def shown(monkeypatch):
    """Show the table on a terminal so wide, in a language; give its lines."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")

    def lines(width, language, entries=ENTRIES):
        messages.use(language)
        monkeypatch.setenv("COLUMNS", str(width))
        monkeypatch.setattr(sys, "stdout", Terminal())
        write_status([GameStatus("frogs", [language_status("it", entries, {})])])
        return re.sub(r"\x1b\[[\d;]*m", "", sys.stdout.getvalue()).splitlines()

    return lines


@pytest.mark.parametrize("language", LANGUAGES)
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
    entries = [*ENTRIES[:47], Message("game:title", "Frogs", "", "missing")]
    assert written in " ".join(shown(100, language, entries))


def test_languages_without_a_dictionary_are_named_in_one_line(capsys):
    spelling = {"it": "none", "fr": "on", "pt-BR": "none"}
    checks = [LanguageCheck(language, 7, CheckReport([], 0), state) for language, state in spelling.items()]
    report_checks("lab", checks, "text")
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 3
    assert err == (
        "Spelling was not checked (it, pt-BR): no dictionary was found. "
        "Install deckwright[spelling] and a dictionary: in LibreOffice, in Firefox, or with a package such as "
        "hunspell-it. Or use --dictionary FILE.\n"
    )


PONDS = Game("ponds", "en", ("en", "fr"), {}, {"en": {}}, {})
ENTRY = Message("a.name", "Frog", "Grenouille", "draft")
MEMORY, MACHINE = Suggestion(ENTRY, "memory", ""), Suggestion(ENTRY, "machine", "")


@pytest.mark.parametrize(
    ("file", "untranslated", "found", "shown"),
    [
        ("", 0, [], "ponds is complete in fr."),
        ("", 1, [], "No suggestion for the 1 text. Nothing was written."),
        ("", 7, [], "No suggestions for any of the 7 texts. Nothing was written."),
        ("x.po", 7, [MEMORY], "x.po: 1 of 7 texts have a suggestion (1 translated before)."),
        (
            "x.po",
            7,
            [MEMORY, MACHINE, MEMORY],
            "x.po: 3 of 7 texts have a suggestion (2 translated before, 1 by machine).",
        ),
        ("x.po", 7, [MACHINE], "x.po: 1 of 7 texts have a suggestion (1 by machine)."),
    ],
)
def test_suggestions_are_counted_by_origin_with_where_they_are(capsys, file, untranslated, found, shown):
    by_context = {f"{number}.name": one for number, one in enumerate(found)}
    suggested = Suggestions(PONDS, "en", "fr", [], [ENTRY] * untranslated, by_context)
    report_suggestions(SuggestionReport(suggested, file), as_json=False)
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"{shown}\n")
