"""What a check found, as other programs read it: whatever deck names and messages contain."""

from __future__ import annotations

import csv
import io
import json
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.findings import Finding, Where
from deckwright.reports.decks import MANY, REPORTS, ReportOptions, report_checks
from deckwright.workbench.deck_checks import CheckedDeck

NASTY = '=1+1 <a href="x">&]]>\x1b[31m\udce9, “it”\n::error::\ufffe'
COPIES = Finding(
    "copies", "error", "Too many: remove 1.", ("a", "b"), 3, 2, Where("d/deck one.txt", 4, 9), "§2"
)
NOTE = Finding("note", "warning", "Odd.", where=Where("/x/deck.txt"))
LEGAL = CheckedDeck("d/legal.txt", None, "frogs", "duel", 2, 60)
RESULTS = [
    LEGAL,
    CheckedDeck("d/deck one.txt", None, "frogs", "duel", None, 61, (COPIES, NOTE)),
    CheckedDeck("d/odd.txt", None, "frogs", "duel", None, 60, (NOTE,)),
    CheckedDeck(
        "d/bad.txt", InputError("yaml", "Not YAML.", hint="Write YAML.", where=Where("d/bad.txt", 1, 1))
    ),
]


class Stdout(io.TextIOWrapper):
    def __init__(self):
        super().__init__(io.BytesIO(), encoding="utf-8", errors="backslashreplace", newline="")

    @property
    def text(self):
        self.flush()
        return self.buffer.getvalue().decode()


@pytest.fixture
def reported(monkeypatch):
    """Report results, and give what standard output received."""

    def report(form, results=RESULTS, *, summary=False, others=()):
        out = Stdout()
        with monkeypatch.context() as now:
            now.setattr("sys.stdout", out)
            numbers = report_checks(iter(results), ReportOptions(form, summary, len(results), others))
        assert numbers.decks == len(results)
        return out.text

    return report


def test_junit_has_a_test_for_each_deck(reported):
    suites = ET.fromstring(reported("junit"))  # noqa: S314 - our own
    (suite,) = suites
    for element in (suites, suite):
        assert [element.get(key) for key in ("tests", "failures", "errors")] == ["4", "1", "1"]
    assert [case.get("name") for case in suite] == [one.name for one in RESULTS]
    assert [[part.tag for part in case] for case in suite] == [[], ["failure"], ["system-out"], ["error"]]
    failure, error = suite[1][0], suite[3][0]
    assert (failure.get("type"), failure.get("message")) == ("copies", "Too many: remove 1.")
    assert failure.text.splitlines()[0] == "d/deck one.txt:4:9: error: Too many: remove 1. (§2) [copies]"
    assert "Odd." in failure.text
    assert (error.get("type"), error.get("message")) == ("yaml", "Not YAML. Write YAML.")
    assert {case.get("classname") for case in suite} == {"deckwright.frogs.duel", "deckwright"}


def test_csv_has_a_row_for_each_finding_and_for_each_deck_without_any(reported):
    rows = list(csv.DictReader(io.StringIO(reported("csv").removeprefix("\ufeff"))))
    assert [(row["deck"], row["legal"], row["rule"]) for row in rows] == [
        ("d/legal.txt", "yes", ""),
        ("d/deck one.txt", "no", "copies"),
        ("d/deck one.txt", "no", "note"),
        ("d/odd.txt", "yes", "note"),
        ("d/bad.txt", "", "yaml"),
    ]
    assert rows[0] | {"players": "2", "cards": "60"} == rows[0]
    assert list(rows[1].values())[6:] == [
        "copies",
        "error",
        "Too many: remove 1.",
        "a b",
        "3",
        "2",
        "d/deck one.txt",
        "4",
        "9",
        "§2",
    ]


@pytest.mark.parametrize("form", REPORTS)
def test_names_and_messages_may_contain_anything(reported, form):
    finding = Finding("copies", "error", NASTY, where=Where(NASTY, 1, 1))
    text = reported(
        form, [CheckedDeck(NASTY, None, "g", "f", findings=(finding,)), LEGAL._replace(name=NASTY)]
    )
    assert "\x1b" not in text
    if form == "junit":
        assert ET.fromstring(text)[0][0].get("name").startswith("=1+1 <a href")  # noqa: S314 - our own
    if form == "csv":
        rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
        assert all(row[key].startswith("'=1+1") for row in rows for key in ("deck", "message") if row[key])
        assert len(rows) == 2
    if form == "json":
        json.loads(text)


@given(st.text(st.characters(), max_size=20))
def test_junit_can_be_read_whatever_a_message_contains(message):
    out = Stdout()
    finding = Finding("copies", "error", message)
    with pytest.MonkeyPatch.context() as now:
        now.setattr("sys.stdout", out)
        report_checks([LEGAL._replace(name=message, findings=(finding,))], ReportOptions("junit", total=1))
    assert len(ET.fromstring(out.text)[0]) == 1  # noqa: S314 - our own


def test_a_summary_counts_by_rule_most_first(reported):
    many = [*RESULTS, RESULTS[1], LEGAL._replace(game="toads", findings=(NOTE,))]
    assert reported("text", many, summary=True).splitlines() == [
        "6 decks: 3 legal, 2 not legal, 1 not checked",
        "Decks by broken rule:",
        "       3  warning: note (frogs, duel)",
        "       2  error: copies (frogs, duel)",
        "       1  warning: note (toads, duel)",
        "Decks by what is wrong with their lists:",
        "       1  error: yaml",
    ]
    assert "copies (" not in reported("text", RESULTS, summary=True)


def test_a_summary_is_json_too(reported):
    found = json.loads(reported("json", summary=True, others=["a.pdf"]))
    assert found["summary"] == {
        "decks": 4,
        "legal": 2,
        "illegal": 1,
        "unchecked": 1,
        "rules": [
            {"game": "frogs", "format": "duel", "rule": "note", "severity": "warning", "decks": 2},
            {"game": "frogs", "format": "duel", "rule": "copies", "severity": "error", "decks": 1},
        ],
        "errors": [{"code": "yaml", "decks": 1}],
    }
    assert (found["error"]["code"], found["others"]) == ("yaml", ["a.pdf"])


def test_of_many_decks_those_without_findings_are_only_counted(reported):
    few, many = reported("text", [LEGAL] * MANY), reported("text", [LEGAL] * MANY + RESULTS)
    assert few.splitlines() == ["d/legal.txt: legal (duel, 60 cards, 2 players)"] * MANY
    assert [line for line in many.splitlines() if not line.startswith(" ")] == [
        "d/deck one.txt: not legal (duel, 61 cards)",
        "d/odd.txt: legal (duel, 60 cards)",
        "d/bad.txt: not checked",
        f"{MANY + 4} decks: {MANY + 2} legal, 1 not legal, 1 not checked",
        "Decks by broken rule:",
        "Decks by what is wrong with their lists:",
    ]


def test_further_zones_are_counted_apart(reported):
    beside = LEGAL._replace(cards=41, further_zones={"hero": 1})
    assert reported("text", [beside]).startswith("d/legal.txt: legal (duel, 40 cards, hero: 1, 2 players)")


def test_files_that_are_no_decks_are_named_but_not_all_of_many(reported, capsys):
    reported("csv", others=["a.pdf"])
    assert "1 file is not a deck and was not checked: a.pdf." in capsys.readouterr().err
    reported("csv", others=[f"{number}.pdf" for number in range(30)])
    assert "30 files are not decks and were not checked: 0.pdf, 1.pdf" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("results", "others", "keys"),
    [
        ([], (), ["decks"]),
        ([LEGAL], (), ["decks"]),
        (RESULTS[:3], ("notes.md",), ["decks", "others"]),
        (RESULTS, (), ["decks", "error"]),
        (RESULTS, ("notes.md", "a.png"), ["decks", "error", "others"]),
    ],
)
def test_json_is_one_document_however_many_decks_there_are(reported, results, others, keys):
    whole = json.loads(reported("json", results, others=others))
    assert list(whole) == keys
    assert [deck["deck"] for deck in whole["decks"]] == [result.name for result in results]
    if results:
        assert (
            reported("json", results, others=others) == json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
        )


@pytest.mark.parametrize("form", ["json", "text", "github"])
def test_findings_are_written_before_the_next_deck_is_checked(monkeypatch, form):
    out = Stdout()
    written = []

    def results():
        for number in range(4):
            written.append(f"number {number - 2}" in out.text)
            yield CheckedDeck(
                "d", None, "frogs", "duel", findings=(COPIES._replace(message=f"number {number}"),)
            )

    monkeypatch.setattr("sys.stdout", out)
    report_checks(results(), ReportOptions(form, total=4))
    assert written == [False, False, True, True]
