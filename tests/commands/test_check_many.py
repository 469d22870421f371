"""Many decks as a user checks them: from folders, archives and standard input, counted and reported."""

from __future__ import annotations

import csv
import io
import os
import signal
import subprocess
import sys
import zipfile
from xml.etree import ElementTree as ET

import pytest

from deckwright.reports.decks import REPORTS, SUMMARIES

from ..processes import PATIENCE, environment_of, start
from ..programs import deep_except

HEAD = "game: data-monsters\nformat: lab\n"


@pytest.fixture
def folder(tmp_path, deckwright):
    """A folder with a legal deck, one that breaks two rules, one in a bad encoding, and a file that is no deck."""
    (tmp_path / "decks" / "sub").mkdir(parents=True)
    legal = deckwright("export", "list", "data-monsters/startup").out
    files = {
        "legal.txt": legal.encode(),
        "illegal.yaml": f"{HEAD}cards: {{mainframe: 3}}\n".encode(),
        "sub/latin.yaml": f"{HEAD}cards: {{caff\xe9: 1}}\n".encode("latin-1"),
        "sub/notes.md": b"Notes",
    }
    for name, data in files.items():
        (tmp_path / "decks" / name).write_bytes(data)
    return tmp_path / "decks"


@pytest.mark.usefixtures("folder")
def test_a_folder_is_checked_with_all_its_decks(deckwright):
    ran = deckwright("check", "decks", "--json")
    assert ran.code == 3
    assert [(one["deck"], one.get("legal")) for one in ran.json["decks"]] == [
        ("decks/illegal.yaml", False),
        ("decks/legal.txt", True),
        ("decks/sub/latin.yaml", None),
    ]
    assert ran.json["others"] == ["decks/sub/notes.md"]
    assert ran.json["error"]["code"] == "encoding"
    assert "1 file is not a deck and was not checked: decks/sub/notes.md." in ran.err


def test_an_archive_gives_the_same_as_its_folder(deckwright, folder, tmp_path):
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for file in sorted(folder.rglob("*.*")):
            archive.write(file, file.relative_to(folder.parent))
    packed, unpacked = deckwright("check", "all.zip"), deckwright("check", "decks")
    assert packed.code == unpacked.code == 3
    assert packed.out == unpacked.out.replace("decks/", "all.zip/decks/")
    assert "all.zip/decks/illegal.yaml:3:9: error:" in packed.out


def test_standard_input_may_contain_many_decks(deckwright):
    lists = deckwright("export", "list", "data-monsters/startup", "data-monsters/enterprise").out
    bad = f"---\n{HEAD}cards:\n  mainframe: 3\n---\n# game: data-monsters\n# format: lab\n1 mainfram\n"
    ran = deckwright("check", "-", text=lists + bad)
    assert ran.code == 3
    line = lists.count("\n")
    assert [one.split(" (")[0] for one in ran.out.splitlines()][:3] == [
        "-#1: legal",
        "-#2: legal",
        "-#3: not legal",
    ]
    assert f"  -:{line + 5}:3: error: A laboratory deck holds at most two copies" in ran.out
    assert f"  -:{line + 9}:3: error: data-monsters has no card mainfram." in ran.out
    assert [one["deck"] for one in deckwright("check", "-", "--json", text=bad).json["decks"]] == [
        "-#1",
        "-#2",
    ]


@pytest.mark.parametrize("name", ["yaml", "text"])
def test_lines_of_every_error_in_a_stream_are_those_of_the_stream(deckwright, name):
    bad = {
        "yaml": [
            "cards:\n  a: 1\n  a: 2\n",
            "cards: [\n",
            "cards:\n\ta: 1\n",
            "cards: {caff\x07: 1}\n",
            "cards: {mainframe: 0}\n",
        ],
        "text": ["0 Mainframe\n", "# players: 0\n1 Mainframe\n", "1 Main\x07frame\n"],
    }[name]
    head = HEAD if name == "yaml" else "# game: data-monsters\n# format: lab\n"
    for text in bad:
        alone = deckwright("check", "-", "--json", text=head + text).json["error"]["where"]
        after = deckwright(
            "check", "-", "--json", text=f"{HEAD}cards:\n  mainframe: 3\n---\n{head}{text}"
        ).json
        assert after["decks"][1]["error"]["where"] == {**alone, "line": alone["line"] + 5}, text


@pytest.mark.usefixtures("folder")
def test_a_summary_counts_instead_of_listing(deckwright):
    ran = deckwright("check", "decks", "--summary")
    assert ran.code == 3
    assert ran.out.splitlines() == [
        "3 decks: 1 legal, 1 not legal, 1 not checked",
        "Decks by broken rule:",
        "       1  error: copies",
        "       1  error: size",
        "Decks by what is wrong with their lists:",
        "       1  error: encoding",
    ]
    found = deckwright("check", "decks", "--summary", "--json").json
    assert {key: found["summary"][key] for key in ("decks", "legal", "illegal", "unchecked")} == {
        "decks": 3,
        "legal": 1,
        "illegal": 1,
        "unchecked": 1,
    }
    assert found["error"]["code"] == "encoding"


@pytest.mark.usefixtures("folder")
def test_exit_codes_of_a_summary_are_those_of_a_check(deckwright):
    assert deckwright("check", "data-monsters/startup", "--summary").code == 0
    assert deckwright("check", "decks/illegal.yaml", "--summary").code == 1
    assert deckwright("check", "nowhere.txt", "--summary").code == 3
    assert deckwright("check", "-", "--summary", text="1 Mainframe").code == 2


@pytest.mark.parametrize("form", sorted({*REPORTS} - {*SUMMARIES}))
def test_what_has_no_summary_says_so(deckwright, form):
    ran = deckwright("check", "data-monsters/startup", "--summary", "--report", form)
    assert ran.code == 2
    assert f"--summary and --report {form} cannot be used together." in ran.err


@pytest.mark.usefixtures("folder")
def test_reports_for_other_programs_have_every_deck(deckwright):
    junit, table = (deckwright("check", "decks", "--report", form) for form in ("junit", "csv"))
    assert junit.code == table.code == 3
    suite = ET.fromstring(junit.out)[0]  # noqa: S314 - our own
    assert [[part.tag for part in case] for case in suite] == [
        ["failure"],
        [],
        ["error"],
    ]
    rows = list(csv.DictReader(io.StringIO(table.out.removeprefix("\ufeff"))))
    assert [(row["deck"], row["rule"]) for row in rows] == [
        ("decks/illegal.yaml", "size"),
        ("decks/illegal.yaml", "copies"),
        ("decks/legal.txt", ""),
        ("decks/sub/latin.yaml", "encoding"),
    ]


@pytest.fixture
def crowd(tmp_path):
    """A folder of 150 decks."""
    (tmp_path / "crowd").mkdir()
    for number in range(150):
        text = f"{HEAD}cards: {{mainframe: {number % 3 + 1}, krol-junior: 1}}\n"
        (tmp_path / "crowd" / f"{number:03}.yaml").write_text(text)
    return "crowd"


@pytest.mark.parametrize(
    "more",
    deep_except(
        [["--json"]], [["--json"], ["--summary"], ["--report", "csv", "--lang", "it"], []], "every report"
    ),
)
def test_several_processes_write_what_one_writes(crowd, own_database, tmp_path, more):
    environment = environment_of(DECKWRIGHT_DB=str(own_database))
    one, two = (start(["check", crowd, "--jobs", jobs, *more], tmp_path, environment) for jobs in ("1", "2"))
    assert (one.code, one.out, one.err) == (two.code, two.out, two.err)
    assert one.code == 1


def test_a_reader_that_ends_early_ends_the_check(crowd, own_database, tmp_path):
    command = [sys.executable, "-m", "deckwright", "check", crowd, "--jobs", "2"]
    environment = environment_of(DECKWRIGHT_DB=str(own_database))
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert b"crowd/000.yaml" in process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


@pytest.mark.needs("killpg")
def test_an_interrupt_ends_all_processes_without_a_word(crowd, own_database, tmp_path):
    command = [sys.executable, "-m", "deckwright", "check", *[crowd] * 100, "--jobs", "2"]
    environment = environment_of(DECKWRIGHT_DB=str(own_database))
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509 - no other thread yet
    ) as process:
        assert b"crowd/000.yaml" in process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        # Its other processes have the same standard error: it ends when all of them have ended.
        _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (130, b"")
