"""What users and scripts rely on, for every command: common options, help, JSON, exit codes, Ctrl-C, full output."""

from __future__ import annotations

import inspect
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from deckwright.app import command_line
from deckwright.commands.options import HEADINGS
from deckwright.workbench import publishing

from ..crash.cases import WRITING, commands, make_ponds
from ..programs import deep_except

DECK = "data-monsters/startup"
SCORE = "game: dataset\nseats:\n  Ann: {collected: {simple-green: 2}}\n  Bob: {collected: [love-red]}\n"

EXAMPLES = {
    "proof": ("proof", "dataset"),
    "load": ("load", "ponds"),
    "translate check": ("translate", "check", "ponds", "--to", "fr"),
    "repair": ("repair", DECK),
    "combine": ("combine", DECK, DECK, "--format", "office", "--players", "2"),
    "score": ("score", "dataset", "evening.yaml"),
    "export html": ("export", "html", "ponds", "-o", "x.html"),
    "export png": ("export", "png", "ponds", "--dpi", "30", "-o", "png"),
    "export cockatrice": ("export", "cockatrice", "ponds", "-o", "cockatrice"),
    "export cgs": ("export", "cgs", "ponds", "-o", "cgs"),
    "export pnp": ("export", "pnp", "ponds", "-o", "pnp"),
    "export tts": ("export", "tts", "ponds", "-o", "tts"),
    "export rules": ("export", "rules", "ponds", "-o", "rules.pdf"),
    "export pad": ("export", "pad", "dataset", "-o", "pad.pdf"),
    "export reference": ("export", "reference", "dataset", "-o", "reference.pdf"),
    "export tuckbox": ("export", "tuckbox", DECK, "-o", "box.pdf"),
    "export sheet": ("export", "sheet", "a4", "-o", "plan.svg"),
    "restore": ("restore", "latest", "-o", "printed"),
    "translate extract": ("translate", "extract", "dataset", "--to", "fr", "-o", "dataset.fr.po"),
    "translate merge": ("translate", "merge", "merged.fr.po", "--by", "Ann"),
    "translate fix": ("translate", "fix", "dataset", "--to", "fr"),
    "translate suggest": ("translate", "suggest", "dataset", "--to", "fr"),
    "new deck": ("new", "deck", "Mine", "--game", "data-monsters", "--format", "lab"),
    "edit": ("edit", "data-monsters/mainframe"),
    "preview": ("preview", "data-monsters"),
    "play": ("play", "ponds", "--players", "2", "-o", "x.html"),
    "db remove": ("db", "remove", "dataset"),
    "db restore": ("db", "restore", "whole.db"),
    "db copy": ("db", "copy", "whole.db", "new.db"),
    "db roles": ("db", "roles"),
}
"""A run of a command that works, on a game of three cards where one of 100 takes long; of any other command, the first example
of its help is one."""

EVERY = commands()

ENDING = [name for name in EVERY if name != "preview"]
"""Commands that end by themselves; test_preview.py has the same tests of the one that does not."""

REFUSED = {"edit": 3}
"""Exit codes of those that do not end with 0 here: the card of a packaged game cannot be edited."""

NO_ANSWER = {"check": 1, "combine": 1, "translate check": 1, "translate suggest": 1}
"""Commands whose findings may end them with 1."""


USUAL = {"search", "check", "translate status", "export list"}
"""Commands with which `make test` does what `make test-deep` does with each."""

DATABASE_UNUSED = {"export calibrate", "export sheet", "db copy", "db restore", "db roles", "preview"}
"""Commands that do not read the database of --db: sheets and a folder need none, a copy names its own, and restoring replaces
it, whatever it is."""


@pytest.fixture
def example(tmp_path, own_database, deckwright, monkeypatch):
    """Arguments of a run of a command, with the files and the game that it reads."""

    def prepared(name):
        monkeypatch.setenv("EDITOR", "true")
        monkeypatch.setattr(publishing, "PRINTED", ())  # test_demo.py prints the games
        (tmp_path / "evening.yaml").write_text(SCORE, encoding="utf-8")
        make_ponds(tmp_path / "ponds")
        (tmp_path / "whole.db").write_bytes(own_database.read_bytes())
        if name == "translate merge":
            assert deckwright("translate", "extract", "dataset", "--to", "fr", "-o", "merged.fr.po").code == 0
        if name == "restore":
            assert deckwright("export", "pdf", DECK, "-o", "printed.pdf").code == 0
        return example_of(name)

    return prepared


def example_of(name):
    """A run of a command that works."""
    return EXAMPLES.get(name) or shlex.split(command_of(name).examples[0])[1:]


@pytest.mark.parametrize("name", EVERY)
def test_every_command_has_a_test(name):
    files = [
        file
        for room in ("commands", "store")
        for file in (Path(__file__).parents[1] / room).glob("test_*.py")
    ]
    texts = [file.read_text(encoding="utf-8") for file in files if file != Path(__file__)]
    words = ", ".join(f'"{word}"' for word in name.split())
    assert any(re.search(rf"[\[(]\s*{words}", text) for text in texts), f"no test runs {name}"


@pytest.mark.parametrize("name", EVERY)
def test_help_has_the_common_options_last_and_an_example(deckwright, name):
    ran = deckwright(*name.split(), "--help")
    assert (ran.code, ran.err) == (0, "")
    _, common = ran.out.split("\nCommon options:\n")
    common, examples = common.split("\nExamples:\n")
    options = [line.split()[0] for line in common.splitlines() if line.lstrip().startswith("--")]
    assert options == ["--db", "--lang", "--json", "--last-good", "--version", "--help"]
    assert f"deckwright {name}" in examples


@pytest.mark.parametrize("name", EVERY)
def test_version_and_language_are_understood(deckwright, name):
    assert deckwright(*name.split(), "--version").out.startswith("deckwright ")
    ran = deckwright(*name.split(), "--lang", "fr", "--help")
    assert "Options communes\N{NO-BREAK SPACE}:" in ran.out


@pytest.mark.parametrize("name", EVERY)
def test_an_unknown_option_is_wrong_usage(deckwright, name):
    ran = deckwright(*name.split(), "--nonsense")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines()[-1] == f"See deckwright {name} --help."
    ran = deckwright(*name.split(), "--nonsense", "--json")
    assert (ran.code, ran.json["error"]["code"]) == (2, "usage")


@pytest.mark.parametrize("name", ENDING)
def test_json_is_one_document_and_nothing_else(deckwright, example, name):
    ran = deckwright(*example(name), "--json")
    assert ran.code in {0, REFUSED.get(name, 0), NO_ANSWER.get(name, 0)}, ran.err
    assert isinstance(ran.json, list | dict)
    assert ("error" in ran.json) == (name in REFUSED)


OF_WRITERS = {"--output", "--overwrite", "--dry-run", "--remove"}
"""Options that only commands that write have."""


@pytest.mark.parametrize("name", [name for name in ENDING if name not in WRITING])
def test_a_command_that_is_not_killed_writes_no_file(deckwright, example, tmp_path, own_database, name):
    """Those that write have a run in tests/crash/cases.py; of any other, no example writes, either."""
    assert OF_WRITERS.isdisjoint(option for param in command_of(name).params for option in param.opts)
    arguments = example(name)
    before = content_of(tmp_path, own_database)
    assert deckwright(*arguments).code in {0, NO_ANSWER.get(name, 0)}
    for shown in command_of(name).examples:
        deckwright(*shlex.split(shown.partition("|")[0].rstrip(" \\"))[1:])
    assert content_of(tmp_path, own_database) == before


def content_of(folder, database):
    """Every file, with its bytes."""
    return {file: file.read_bytes() for file in (*folder.rglob("*"), database) if file.is_file()}


@pytest.mark.parametrize("name", [name for name in EVERY if name not in DATABASE_UNUSED])
def test_a_file_that_is_not_a_database_is_refused(deckwright, example, tmp_path, name):
    arguments = example(name)
    (tmp_path / "notes.txt").write_text("buy milk and some more things for the week\n" * 50, encoding="utf-8")
    before = (tmp_path / "notes.txt").read_bytes()
    ran = deckwright(*arguments, "--db", "notes.txt", "--json")
    assert (ran.code, "error" in ran.json) == (4, True), ran.err
    assert (tmp_path / "notes.txt").read_bytes() == before


def command_of(name):
    """The command of a name, as Typer knows it."""
    found = command_line()
    for word in name.split():
        found = found.get_command(None, word)
    return found


def start(arguments, folder, database, code="", more=None, **options):
    """Run a command as a process; `code` runs before it, `more` is added to its environment."""
    environment = {
        name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME", "EDITOR") if name in os.environ
    }
    program = f"{code}\nfrom deckwright.__main__ import main\nmain()\n"
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=folder,
        env={**environment, "LANG": "C.UTF-8", "DECKWRIGHT_DB": str(database), **(more or {})},
        check=False,
        **options,
    )


IN_A_GAME = [
    name
    for name in ENDING
    for parameter in command_of(name).params
    if parameter.param_type_name == "argument" and parameter.default == "."
]
"""Commands that use the game whose folder one is in, if none is named."""


@pytest.mark.parametrize("name", IN_A_GAME)
def test_no_name_means_the_game_whose_folder_one_is_in(deckwright, tmp_path, monkeypatch, name):
    arguments = [
        str(tmp_path / word) if before == "-o" else word
        for before, word in pairwise(["", *example_of(name)])
        if word not in {"dataset", "data-monsters", "ponds"}
    ]
    monkeypatch.chdir(tmp_path)
    ran = deckwright(*arguments, "--json")
    assert (ran.code, ran.json["error"]["code"]) == (2, "no-such-game")
    make_ponds(tmp_path / "ponds")
    monkeypatch.chdir(tmp_path / "ponds" / "cards")
    assert deckwright(*arguments).code in {0, NO_ANSWER.get(name)}


CONSOLES = ("cp1252", "cp437", "cp850", "ascii")
"""Encodings of consoles without UTF-8, of Windows and of old systems."""


@pytest.mark.parametrize("name", deep_except(USUAL, ENDING, "with each command"))
def test_a_console_without_utf_8_shows_other_letters_as_escapes(deckwright, example, name):
    """In French, which has letters that each of them lacks; each command on one of them."""
    console = CONSOLES[ENDING.index(name) % len(CONSOLES)]
    ran = deckwright(*example(name), "--lang", "fr", encoding=console)
    assert ran.code in {0, REFUSED.get(name, 0), NO_ANSWER.get(name, 0)}, ran.err


@pytest.mark.parametrize("console", CONSOLES)
def test_a_process_writes_in_the_encoding_of_its_console(example, tmp_path, own_database, console):
    arguments = [*example("search"), "--lang", "fr"]
    ran = start(arguments, tmp_path, own_database, more={"PYTHONIOENCODING": console}, capture_output=True)
    assert ran.returncode == 0, ran.stderr
    assert "Outil" in ran.stdout.decode(console)


def test_names_of_files_that_the_system_cannot_write_are_an_error_in_words(example, tmp_path, own_database):
    arguments = [*example("export cockatrice"), "--lang", "fr"]
    more = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ran = start(arguments, tmp_path, own_database, more=more, capture_output=True)
    assert ran.returncode == 3, ran.stderr
    assert b"PYTHONUTF8" in ran.stderr
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith(".")] == []


@pytest.mark.needs("/dev/full")
@pytest.mark.parametrize("name", deep_except(USUAL, EVERY, "with each command"))
def test_output_that_is_full_is_an_error_in_words(example, tmp_path, own_database, name):
    arguments = example(name)
    with open("/dev/full", "wb") as full:  # noqa: PTH123 - a device
        ran = start([*arguments, "--json"], tmp_path, own_database, stdout=full, stderr=subprocess.PIPE)
    assert ran.returncode == 3, ran.stderr.decode()
    assert b"Traceback" not in ran.stderr
    if name not in REFUSED:
        assert b"Standard output cannot be written" in ran.stderr


@pytest.mark.parametrize(
    "name", [name for name in ENDING if name != "db roles"]
)  # it opens and writes nothing
def test_ctrl_c_ends_with_130_and_without_a_word(example, tmp_path, in_turn, name):
    """At the moment when a command opens the database, or moves its first file to its place."""
    arguments = example(name)
    before = sorted(file.name for file in tmp_path.iterdir())
    [[ran]] = in_turn(
        [{"arguments": arguments, "environment": {"EDITOR": "true"}, "steps": 0, "signal": signal.SIGINT}]
    )
    assert (ran.code, ran.out, ran.err) == (130, "", "")
    assert sorted(file.name for file in tmp_path.iterdir()) == before


def test_processes_run_the_checkout_under_test(tmp_path, own_database):
    where = "import deckwright, sys; print(deckwright.__file__); sys.exit()"
    ran = start([], tmp_path, own_database, where, capture_output=True, text=True)
    assert Path(ran.stdout.strip()).is_relative_to(Path(__file__).parents[2] / "cli")


NUMBERS = [
    (name, param.opts[0], str(param.type.name))
    for name in EVERY
    for param in command_of(name).params
    if param.param_type_name == "option" and re.search("int|float", param.type.name)
]


@pytest.mark.parametrize(("name", "option", "kind"), NUMBERS)
@pytest.mark.parametrize("language", ["it", "fr"])
def test_a_wrong_number_is_quoted_in_the_users_language(deckwright, name, option, kind, language):
    ran = deckwright("--lang", language, *name.split(), f"{option}=many")
    assert ran.code == 2
    number = {"it": "non è un numero", "fr": "n’est pas un nombre"}[language]
    assert f"{option}" in ran.err
    assert "many" in ran.err
    assert number in ran.err
    assert ("entier" in ran.err or "intero" in ran.err) == kind.startswith("int")


def test_the_last_value_of_an_option_is_quoted(deckwright):
    ran = deckwright("search", "--limit", "1", "--limit", "few")
    assert ran.err.startswith("error: --limit: “few” is not a whole number from 0.")


def test_the_json_of_an_error_has_its_code_message_hint_and_place(deckwright):
    ran = deckwright("show", "data-monsters/mainfrme", "--json")
    assert ran.code == 3
    assert set(json.loads(ran.out)["error"]) == {"code", "message", "hint", "where"}


def test_ctrl_c_while_a_class_names_its_attributes_ends_with_130(tmp_path, packaged_database):
    """Python 3.11 reports such an interrupt as a RuntimeError."""
    code = """
import sys

class Interrupted:
    def __set_name__(self, owner, name):
        raise KeyboardInterrupt

class Finder:
    def find_spec(name, path, target=None):
        if name == "deckwright.app":
            type("Card", (), {"name": Interrupted()})

sys.meta_path.insert(0, Finder)
"""
    ran = start(["games"], tmp_path, packaged_database, code=code, capture_output=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, b"", b"")


def test_ctrl_c_in_a_call_of_a_library_in_c_ends_with_130(tmp_path, packaged_database):
    code = """
import ctypes
from deckwright import app

class Interrupted:
    @classmethod
    def from_param(cls, value):
        raise KeyboardInterrupt

def command_line():
    call = ctypes.pythonapi.Py_IsInitialized
    call.argtypes = [Interrupted]
    return call(1)

app.command_line = command_line
"""
    ran = start(["games"], tmp_path, packaged_database, code=code, capture_output=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, b"", b"")


@pytest.mark.parametrize("name", EVERY)
def test_each_option_is_under_a_heading_that_says_what_it_is_about(name):
    plain = [
        param.opts[0]
        for param in command_of(name).params
        if param.param_type_name == "option" and param.rich_help_panel not in HEADINGS
    ]
    assert plain == []


@pytest.mark.parametrize("name", EVERY)
def test_help_that_names_endings_of_the_written_file_names_all_that_are_taken(name):
    for param in command_of(name).params:
        if "--output" in param.opts and param.callback:
            taken = inspect.getclosurevars(inspect.unwrap(param.callback)).nonlocals["endings"]
            assert set(re.findall(r"\.[a-z]{2,}\b", param.help)) in (set(), {*taken}) or not taken
