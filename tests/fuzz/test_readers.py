"""Every reader holds what it promises on examples changed at random; and every reader of the program is in the table."""

from __future__ import annotations

import ast
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import deckwright
from deckwright.errors import InputError

from ..programs import deep_except
from ..sources import parsed
from . import examples, invariants
from .mutations import GRAMMARS, MOST, edited
from .readers import BY_NAME, EXCUSED, READERS, Reader

PACKAGE = Path(deckwright.__file__).parent
NAMES = [reader.name for reader in READERS]

_OPENS = {"read_bytes", "read_text", "loads", "TTFont", "ZipFile", "ParserCreate"}


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Stop only what hangs: in the suite, a slow machine is no fault; `make fuzz` has the limit that is promised."""
    monkeypatch.setattr(invariants, "SECONDS", 60.0)


@st.composite
def inputs(draw, reader):
    """An example of a reader, and up to four edits, each drawn, so that few edits are found which do the same."""
    data = draw(st.sampled_from(reader.examples()))
    edits = GRAMMARS[reader.grammar]
    for edit, seed in draw(st.lists(st.tuples(st.sampled_from(edits), st.integers(0, 2**32)), max_size=4)):
        data = edit(data, Random(seed))[:MOST]  # noqa: S311 - no secrets
    return data


@pytest.mark.hypothesis
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_a_reader_holds_what_it_promises(name):
    reader = BY_NAME[name]

    @given(inputs(reader))
    def check(data):
        invariants.check(reader, data)

    check()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_a_reader_accepts_some_of_its_examples_and_answers_the_same_each_time(name):
    reader = BY_NAME[name]
    assert sum(invariants.check(reader, data) for data in reader.examples())
    for data in [*reader.examples(), *examples.kept(name)]:
        invariants.check_same(reader, data)
    for data in examples.kept(name):
        invariants.check(reader, data)


@pytest.mark.deep("reads large files")
@pytest.mark.parametrize(
    ("name", "text", "part"),
    [
        ("deck", "{}2 Tree Frog\n", " "),
        ("deck table", "count,name\n2,Tree{}Frog\n", " "),
        ("deck xml", "<deck>{}</deck>", "\t"),
        ("card table", "id,name,na{}me:it,kind\na,b,c,frog\n", " "),
        ("card table", "id,name,kind{}\na,b,frog\n", ",Colour"),
        ("proposal", "Name,Te{}xt FR\nA,b\n", " "),
    ],
)
def test_what_is_there_very_often_is_not_read_again_for_each(name, text, part):
    """Each took two minutes, or hours, where its time grew with the square of its length: now 2 s at the most."""
    invariants.check(BY_NAME[name], text.format(part * (400_000 // len(part))).encode())


BINARY = {"bytes", "zip", "png"}
LINES_COUNT = {
    "query",
    "path",
    "style",
    "xml",
    "deck stream",
    "template",
    "markup",
    "expression",
    "comments",
    "options",
    "settings",
    "service answer",
}
"""Readers of single texts, which Windows does not change, and of what keeps its line ends or counts the mark as a column."""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "name", [one.name for one in READERS if one.grammar not in BINARY and one.name not in LINES_COUNT]
)
@pytest.mark.parametrize(
    "sign", deep_except([b"\xef\xbb\xbf"], [b"", b"\xef\xbb\xbf"], "without the mark"), ids=["", "mark"]
)
def test_line_ends_of_windows_and_a_byte_order_mark_change_nothing(name, sign):
    reader = BY_NAME[name]
    for data in reader.examples():
        if b"\r" not in data:
            windows = invariants.answer(reader, sign + data.replace(b"\n", b"\r\n"))
            assert windows[0] == invariants.answer(reader, data)[0]
            if windows[0]:
                shown = repr(windows[1]).replace("\\r\\n", "\\n")
                assert shown == repr(invariants.answer(reader, data)[1])


# The table and the code.


def functions():
    """Public functions of the program, by their names."""
    for file in sorted(PACKAGE.rglob("*.py")):
        if "migrations" in file.parts:
            continue
        module = ".".join(file.relative_to(PACKAGE).with_suffix("").parts)
        for node in parsed(file).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                yield f"{module}:{node.name}", node


def reads(node):
    """Whether a function reads what comes from outside: it takes bytes, or opens a file."""
    called = {
        getattr(one.func, "attr", getattr(one.func, "id", ""))
        for one in ast.walk(node)
        if isinstance(one, ast.Call)
    }
    takes = {ast.unparse(one.annotation) for one in node.args.args if one.annotation}
    return bool("bytes" in takes or called & _OPENS)


def test_every_function_that_reads_has_a_reader_or_an_excuse():
    known = dict(functions())
    found = {name for name, node in known.items() if reads(node)}
    covered = {name for reader in READERS for name in reader.covers}
    assert found - covered - set(EXCUSED) == set(), "add a reader to the table, or an excuse"
    assert set(EXCUSED) - found == set(), "these do not read, or do not exist"
    assert covered - known.keys() == set(), "these do not exist"
    assert not covered & set(EXCUSED)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", [reader.name for reader in READERS if reader.covers])
def test_a_reader_calls_what_it_stands_for(name):
    reader = BY_NAME[name]
    missing = {
        (str(PACKAGE / f"{module.replace('.', '/')}.py"), function)
        for module, function in map(split, reader.covers)
    }

    def note(frame, event, _):
        if event == "call":
            missing.discard((frame.f_code.co_filename, frame.f_code.co_name))

    before = sys.getprofile()
    # Answers that were kept would call nothing: a line more makes each input a new one.
    inputs = (one for data in reader.examples() for one in (data + b"\n", data))
    try:
        for data in inputs:
            sys.setprofile(note)
            with suppress(*reader.refuses):
                value = reader.read(data)
                if reader.again:
                    reader.again(value)
            sys.setprofile(before)
            if not missing:
                return
    finally:
        sys.setprofile(before)
    assert missing == set()


def split(name):
    """The module and the function of a name in the table."""
    return name.split(":")


# The invariants themselves: each finds a reader that breaks it.


def made(read, again=None):
    return Reader("made", read, lambda: [b""], "text", (), again)


def refuse(error):
    def read(_):
        raise error

    return read


def work(_):
    while True:
        sum(range(1000))


def test_a_reader_that_hangs_is_found(monkeypatch):
    monkeypatch.setattr(invariants, "SECONDS", 0.5)
    with pytest.raises(invariants.BrokenInvariantError, match="takes more than"):
        invariants.check(made(work), b"x")


@pytest.mark.parametrize(
    ("reader", "said"),
    [
        (made(lambda _: len(bytearray(400 << 20))), "MB"),
        (made(refuse(InputError("x", ""))), "says nothing"),
        (made(lambda _: 1, lambda value: (value, 2)), "comes back as something else"),
    ],
    ids=["memory", "silence", "round trip"],
)
def test_an_invariant_that_is_broken_is_found(reader, said):
    with pytest.raises(invariants.BrokenInvariantError, match=said):
        invariants.check(reader, b"x")


def test_an_answer_that_changes_is_found():
    answers = iter(range(9))
    with pytest.raises(invariants.BrokenInvariantError, match="answers"):
        invariants.check_same(made(lambda _: next(answers)), b"x")


def test_other_errors_are_faults_and_refusals_are_not():
    with pytest.raises(KeyError):
        invariants.check(made(refuse(KeyError("x"))), b"x")
    assert not invariants.check(made(refuse(InputError("x", "Not a frog."))), b"x")
    assert invariants.check(made(len), b"x")


@pytest.mark.parametrize("grammar", GRAMMARS)
def test_the_same_seed_makes_the_same_input(grammar):
    data = examples.TABLE.encode() if grammar != "zip" else examples.archive()
    randoms = [[Random(seed) for seed in range(60)] for _ in range(2)]  # noqa: S311 - no secrets
    made = [[edited(data, GRAMMARS[grammar], random) for random in each] for each in randoms]
    assert made[0] == made[1]
    assert len(set(made[0])) > 50
