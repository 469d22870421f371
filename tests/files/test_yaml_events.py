"""What YAML means here, and what is refused before it can do harm."""

from __future__ import annotations

import re
import tracemalloc
import warnings

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from deckwright.errors import InputError
from deckwright.files.documents import parse_document
from deckwright.files.yaml_events import DEEPEST, MOST_BORROWED

# The tables of YAML 1.2.2, section 10.3.2.
NOTHING = re.compile(r"null|Null|NULL|~|")
TRUE, FALSE = re.compile(r"true|True|TRUE"), re.compile(r"false|False|FALSE")
WHOLE, OCTAL, HEXADECIMAL = re.compile(r"[-+]?[0-9]+"), re.compile(r"0o[0-7]+"), re.compile(r"0x[0-9a-fA-F]+")
FRACTION = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
LEADING_ZERO = re.compile(r"[-+]?0[0-9].*")


def read(text):
    return parse_document(text.encode(), "file.yaml").value


def refusal(text):
    with pytest.raises(InputError) as caught:
        parse_document(text if isinstance(text, bytes) else text.encode(), "file.yaml")
    assert caught.value.exit_code == 3
    return f"{caught.value.where}: {caught.value.message}"


def meaning_in_yaml_1_2(word):
    """Say what the standard makes of a plain word; leading zeros stay texts here."""
    if NOTHING.fullmatch(word):
        return None
    if TRUE.fullmatch(word) or FALSE.fullmatch(word):
        return word.lower() == "true"
    if LEADING_ZERO.fullmatch(word):
        return word
    for numbers, base in ((WHOLE, 10), (OCTAL, 8), (HEXADECIMAL, 16)):
        if numbers.fullmatch(word):
            return int(word, 0 if base != 10 else 10)
    if not FRACTION.fullmatch(word):
        return word
    number = float(word)  # one without a fraction is a whole number, as in JSON Schema
    return int(number) if number == int(number) and abs(number) < 2**53 else number


words = st.text("0123456789.+-eExoabcfnult~TF", max_size=9).filter(lambda word: not word.startswith("-" * 3))


@given(words)
@example("0o17")
@example("0x1F")
@example("1e3")
@example(".5")
@example("1.")
@example("-0")
@example("012")
def test_a_plain_word_means_what_yaml_1_2_says(word):
    if word in {"-", "..."} or re.fullmatch(r"[-+]?[0-9.]*[eE][-+]?[0-9]{3,}", word):
        return  # the sign of a list, the end of the document, more than a number can hold
    got = read(f"[{word}, end]" if word else "a:\nb: end")
    value = got[0] if isinstance(got, list) else got["a"]
    assert (value, type(value)) == (wanted := meaning_in_yaml_1_2(word), type(wanted))


@pytest.mark.parametrize(
    "word",
    [
        "no",
        "yes",
        "on",
        "off",
        "n",
        "y",
        "No",
        "YES",
        "012",
        "-012",
        "00",
        "2026-01-31",
        "12:30:00",
        "1_000",
        "0b11",
        ".inf",
        "-.INF",
        ".nan",
        "nan",
        "1e999",
        "0X1f",
        "+0x1F",
        "truE",
        "nULL",
        "=",
        "1,5",
        "9" * 19,
        "9" * 5000,
        "0x" + "f" * 400,
    ],
)
def test_other_words_stay_texts(word):
    assert read(f"a: {word}") == {"a": word}


@pytest.mark.parametrize("text", ["'1'", '"1"', "!!str 1", "! 1", "|-\n  1", ">-\n  1"])
def test_what_is_quoted_or_tagged_as_text_is_a_text(text):
    assert read(f"a: {text}\n") == {"a": "1"}


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(10**17), 10**17)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(
            st.characters(exclude_categories=["Cs", "Cc", "Cn", "Zl", "Zp"], exclude_characters="\x85\ufeff")
        ),
        lambda below: (
            st.lists(below, max_size=4) | st.dictionaries(st.text("abc- é", min_size=1), below, max_size=4)
        ),
        max_leaves=20,
    )
)
def test_what_other_yaml_writes_reads_as_the_same_values(value):
    from io import StringIO

    other, out = YAML(typ="safe", pure=True), StringIO()
    other.default_flow_style = False  # the C parser wants quotes around a colon between brackets
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        other.dump(value, out)
        theirs = YAML(typ="safe", pure=True).load(out.getvalue())
    if theirs == value:  # ruamel.yaml does not read back all that it writes
        assert read(out.getvalue()) == value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 1\nb: 2\na: 3\n", "file.yaml:3:1: The key a stands here again; it is on line 1 already."),
        ('{b: {"x y": 1, x y: 2}}', "file.yaml:1:16: The key x y stands here again; it is on line 1 already."),
        ("a: 1\n---\nb: 2\n", "file.yaml:2:1: A second document starts here; a file holds one."),
        ("? [a]\n: 1\n", "file.yaml:1:3: A key must be a word."),
        ("a: &x b\n*x : 1\n", "file.yaml:2:1: A key must be a word."),
        ("a: *krol\n", "file.yaml:1:4: *krol refers to nothing: no value before it is marked &krol."),
        ("a: !!python/object/apply:os.system [ls]\n", "file.yaml:1:4: The tag tag:yaml.org,2002:python/object/apply:os.system is not read"),
        ("a:\n  - !!int 3\n", "file.yaml:2:5: The tag tag:yaml.org,2002:int is not read here"),
        ("a: !x\n  b: 1\n", "file.yaml:1:4: The tag !x is not read here"),
        ("!x a: 1\n", "file.yaml:1:1: The tag !x is not read here; a text that starts with ! needs quotes."),
        ("a: &x [*x]\n", "file.yaml:1:8: *x refers to nothing"),
        ("a: &x 1\nb: &x {c: [*x]}\n", "file.yaml:2:12: *x refers to nothing"),
    ],
)  # fmt: skip
def test_what_could_be_misread_is_refused_with_its_place(text, said):
    assert refusal(text).startswith(said)


def test_references_are_followed():
    assert read("a: &x [1, &y {b: 2}]\nc: *x\nd: *y\n&k e: *k\n") == {
        "a": [1, {"b": 2}],
        "c": [1, {"b": 2}],
        "d": {"b": 2},
        "e": "e",
    }
    assert read("a: &x 1\nb: &x 2\nc: *x\n")["c"] == 2


def laughs(levels, width):
    lines = ["a0: &a0 [" + "lol, " * width + "]"]
    lines += [f"a{n}: &a{n} [" + f"*a{n - 1}, " * width + "]" for n in range(1, levels)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    "text",
    [
        laughs(9, 9),
        laughs(30, 2),
        "a: &a " + "x" * 100_000 + "\nb: [" + "*a, " * 20 + "]",
        "a: &a {b: [" + "some words to say, " * 16_000 + "]}\nc: [*a, *a, *a, *a]",
    ],
)
def test_a_flood_of_references_is_refused_in_little_memory(text):
    tracemalloc.start()
    assert "make this file too large." in refusal(text) or "nested too deeply" in refusal(text)
    assert tracemalloc.get_traced_memory()[1] < 100_000_000
    tracemalloc.stop()


def test_references_may_stand_for_as_much_as_a_large_game_needs():
    text = "rule: &rule {message: " + "x" * 970 + "}\nrules: [" + "*rule, " * (MOST_BORROWED // 1000) + "]"
    assert len(read(text)["rules"]) == MOST_BORROWED // 1000


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_deep_nesting_is_refused_wherever_it_comes_from(opening):
    assert "nested too deeply, by more than 40 steps" in refusal(opening * 100_000)


def test_nesting_by_references_counts_too():
    step = DEEPEST // 2 + 1
    text = (
        "a: &a "
        + "[" * step
        + "]" * step
        + "\nb: &b ["
        + "{c: *a}"
        + "]\nc: "
        + "[" * step
        + "*b"
        + "]" * step
    )
    assert refusal(text).startswith(f"file.yaml:3:{4 + step}: The file is nested too deeply")
    assert read("[" * DEEPEST + "]" * DEEPEST)


def outcome(data):
    """Give what reading comes to: a document, or why not."""
    try:
        return parse_document(data, "file.yaml")
    except InputError as fault:
        return fault


@given(st.text("ab:-[]{}\"'|>&*!%@`#,? \n\t\\0é😀\r", max_size=30))
def test_any_text_is_read_or_refused_at_a_place_inside_it(text):
    got = outcome(text.encode())
    if isinstance(got, InputError):
        lines = re.split(r"\r\n?|\n", text)
        assert got.message
        assert 1 <= got.where.line <= len(lines) + 1
        assert 1 <= got.where.column <= max(map(len, lines)) + 2


@given(st.binary(max_size=40))
def test_any_bytes_are_read_or_refused(data):
    assert outcome(data)
