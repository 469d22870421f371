"""What is said of suggestions."""

import pytest

from deckwright import messages
from deckwright.model.translation import Entry
from deckwright.reports.suggestions import Result, report_suggestions
from deckwright.translation.memory import Suggestion

ENTRY = Entry("a.name", "Frog", "Grenouille", "draft")
MEMORY, MACHINE = Suggestion(ENTRY, "memory", ""), Suggestion(ENTRY, "machine", "")


@pytest.mark.parametrize(
    ("file", "entries", "suggestions", "merged", "said"),
    [
        ("", 0, [], False, "ponds lacks nothing in fr."),
        ("", 1, [], False, "Nothing is known of the 1 entry: nothing was written."),
        ("", 7, [], False, "Nothing is known of any of the 7 entries: nothing was written."),
        ("x.po", 7, [MEMORY], False, "x.po: 1 of 7 entries have a suggestion (1 translated before)."),
        (
            "x.po",
            7,
            [MEMORY, MACHINE, MEMORY],
            False,
            "x.po: 3 of 7 entries have a suggestion (2 translated before, 1 by machine).",
        ),
        ("", 7, [MACHINE], True, "ponds: 1 of 7 entries have a suggestion (1 by machine)."),
        (
            "",
            7,
            [MACHINE],
            False,
            "ponds: 1 of 7 entries have a suggestion (1 by machine). Nothing was written.",
        ),
    ],
)
def test_it_is_said_how_many_there_are_and_where_they_are(capsys, file, entries, suggestions, merged, said):
    messages.use("en")
    report_suggestions(Result("ponds", "en", "fr", file, entries, suggestions, [], merged), as_json=False)
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"{said}\n")
