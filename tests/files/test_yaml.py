"""The module files/yaml."""

from __future__ import annotations

import json
import re
import tracemalloc
import warnings
from io import StringIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from deckwright.errors import InputError
from deckwright.files.yaml import DEEPEST, MOST_BORROWED, parse_document

# A character of a text is found in the file, whatever its quotes, escapes and folding.

WRITTEN = {
    "plain": "over: kind:tool  XX>=3\n",
    "anchored": "over: &rule !!str\n  kind:tool XX>=3\n",
    "single": "over: 'kind:tool XX>=3'\n",
    "single with quotes": "over: 'it''s ''kind:tool'' XX>=3'\n",
    "double": 'over: "kind:tool XX>=3"\n',
    "double with escapes": 'over: "\\"data lake\\" \\\\ \\n \\t XX>=3"\n',
    "between brackets": "rule: 1\nlist: [a, {over: 'kind:tool XX>=3'}]\n",
    "folded": "over: >-\n  kind:tool\n  ☺ XX>=3\n",
    "folded with an empty line": "over: >\n\n  kind:tool\n\n  XX>=3\n",
    "literal": "over: |\n    kind:tool\n    XX>=3\n",
    "literal with a note": "over: |2-   # a note\n   kind:tool\n   XX>=3\n",
    "plain over lines": "over: kind:tool\n  or level:chief\n\n  XX>=3\n",
    "double over lines": 'over: "kind:tool \\\n  or\n\n  XX>=3"\n',
    "last in a file": "over: kind:tool XX",
}


def text_of(document):
    value = document.value
    path = ("over",) if "over" in value else ("list", 1, "over")
    return (value["over"] if "over" in value else value["list"][1]["over"]), path


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("written", WRITTEN.values(), ids=WRITTEN)
def test_a_word_is_found_where_it_is_written(written, line_end):
    document = parse_document(written.replace("\n", line_end).encode(), "game.yaml")
    text, path = text_of(document)
    before = written[: written.index("XX")].split("\n")
    where = document.where_in(text.index("XX"), text, *path)
    assert (where.line, where.column) == (len(before), len(before[-1]) + 1)


@pytest.mark.parametrize(
    ("written", "column"), [("a: kind:tool\n", 13), ("a: 'kind:tool'\n", 14), ("a: >\n  kind:tool\n", 12)]
)
def test_the_end_of_a_text_is_after_its_last_character(written, column):
    document = parse_document(written.encode(), "game.yaml")
    text = document.value["a"]
    assert document.where_in(len(text), text, "a").column == column


@given(st.text("ab 'é\\\"\n", min_size=1, max_size=20), st.data())
def test_every_character_but_spaces_is_found(text, data):
    written = "a: '" + text.replace("'", "''").replace("\n", "\n\n  ") + "'\n"
    document = parse_document(written.encode(), "game.yaml")
    value = document.value["a"]
    found = [at for at, character in enumerate(value) if not character.isspace()]
    if found:
        at = data.draw(st.sampled_from(found))
        where = document.where_in(at, value, "a")
        assert written.split("\n")[where.line - 1][where.column - 1] == value[at]


# What YAML means here, and what is refused before it can do harm.

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
    """Value of a plain word by the standard; leading zeros stay texts here."""
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
        ("a: 1\nb: 2\na: 3\n", "file.yaml:3:1: The key a is already on line 1."),
        ("a:\n  1\na: 3\n", "file.yaml:3:1: The key a is already on line 1."),
        ('{b: {"x y": 1, x y: 2}}', "file.yaml:1:16: The key x y is already on line 1."),
        ("a: 1\n---\nb: 2\n", "file.yaml:2:1: A second document starts here; a file can only contain one."),
        ("? [a]\n: 1\n", "file.yaml:1:3: A key must be a word."),
        ("a: &x b\n*x : 1\n", "file.yaml:2:1: A key must be a word."),
        ("a: *krol\n", "file.yaml:1:4: *krol refers to nothing: no value before it is marked &krol."),
        ("a: !!python/object/apply:os.system [ls]\n", "file.yaml:1:4: The tag tag:yaml.org,2002:python/object/apply:os.system is not supported"),
        ("a:\n  - !!int 3\n", "file.yaml:2:5: The tag tag:yaml.org,2002:int is not supported"),
        ("a: !x\n  b: 1\n", "file.yaml:1:4: The tag !x is not supported"),
        ("!x a: 1\n", "file.yaml:1:1: The tag !x is not supported; put quotes around a text that starts with !."),
        ('a: "\\a"\n', "file.yaml:1:4: The control character U+0007"),
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


@pytest.mark.parametrize(
    ("written", "kind"),
    [("9007199254740991.0", int), ("5e15", int), ("9007199254740992.0", float), ("1e16", float)],
)
def test_a_number_without_a_fraction_is_whole_as_far_as_floating_point_is_exact(written, kind):
    assert type(read(written)) is kind


def test_references_may_stand_for_exactly_a_million_characters():
    text = "a: &a " + "x" * 997 + "\nb: [" + "*a, " * 1000 + "]"
    assert len(read(text)["b"]) == 1000
    assert "make this file too large" in refusal(text[:-1] + "*a]")


def test_a_reference_to_a_key_is_one_level_deep():
    assert read("&k key: " + "[" * 39 + "*k" + "]" * 39)
    assert "nested too deeply" in refusal("&k key: " + "[" * 40 + "*k" + "]" * 40)


def test_references_may_stand_for_as_much_as_a_large_game_needs():
    text = "rule: &rule {message: " + "x" * 970 + "}\nrules: [" + "*rule, " * (MOST_BORROWED // 1000) + "]"
    assert len(read(text)["rules"]) == MOST_BORROWED // 1000


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ("{a: ", "}"), ("- ", "")])
def test_nesting_is_allowed_to_exactly_40_levels(opening, closing):
    assert read(opening * 40 + "1" + closing * 40)
    assert refusal(opening * 41 + "1" + closing * 41).startswith("file.yaml:1:")


def test_nesting_by_a_reference_is_allowed_to_exactly_40_levels():
    anchored = "a: &a " + "[" * 20 + "]" * 20 + "\nb: "
    assert read(anchored + "[" * 19 + "*a" + "]" * 19)
    assert "nested too deeply" in refusal(anchored + "[" * 20 + "*a" + "]" * 20)


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_deep_nesting_is_refused_wherever_it_comes_from(opening):
    assert "nested too deeply: at most 40 levels are allowed" in refusal(opening * 100_000)


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
    """The result of reading: a document, or the error."""
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


# What is wrong with text that is not YAML is told from what stands at the place, and at the right place.


@pytest.mark.parametrize(
    ("text", "place", "advice"),
    [
        ("a: 1\n b: 2\n", "2:3", "Either this line is indented wrongly, or a text contains a colon"),
        ("a: Draw: one\n", "1:8", "Either this line is indented wrongly, or a text contains a colon"),
        ("{a:b: c, d: 1}\n", "1:3", "Between brackets or braces"),
        ("a: 1\nbee\nc: 2\n", "2:1", "A key without a colon starts here"),
        ("a: 'b\nc: 1\n", "1:4", "A quote is opened here and never closed."),
        ('a: "b\nc: 1\n', "1:4", "A quote is opened here and never closed."),
        ('a: "\\q"\n', "1:5", "In double quotes a backslash starts an escape"),
        ("a: [1, 2\nb: 3\n", "2:2", "Missing comma or closing bracket"),
        ("a: [1 2}\n", "1:8", "Missing comma or closing bracket"),
        ("a:\n  - b\n  c: 1\n", "3:3", "The indentation of this line fits neither the list"),
        ("a: 1\n]\n", "2:1", "Missing value, or a closing bracket without an opening one."),
        ("a: @b\n", "1:4", "Put quotes around a text that starts with @."),
        ("a: %b\n", "1:4", "Put quotes around a text that starts with %."),
        ("a: *\n", "1:4", "Put quotes around a text that starts with *."),
        ("a: | b\n", "1:6", "After | or > the text starts on the next line."),
        ("a:\n\tb: 1\n", "2:1", "A tab is used to indent here; YAML requires spaces."),
    ],
)
def test_the_advice_fits_what_is_wrong(text, place, advice):
    with pytest.raises(InputError) as caught:
        parse_document(text.encode(), "file.yaml")
    assert str(caught.value.where) == f"file.yaml:{place}"
    assert advice in caught.value.message


# Every value and key of a YAML file stands where an editor would show it.

WORDS = [
    "Krol",
    "no",
    "cœur",
    "città 😀",
    "a: b",
    "# x",
    "it's",
    'say "hi"',
    "**bold**",
    "two\nlines",
    "",
    " ",
    "12",
    "- x",
    "\u00a0",
    "[",
    "1e3",
]
PLAIN = re.compile(r"[^\W\d_][\w😀 ]*[\w😀]")

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-999, 999)
    | st.sampled_from([0.5, -1.25])
    | st.sampled_from(WORDS)
)
data = st.recursive(
    scalars,
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.sampled_from(WORDS), below, max_size=4),
    max_leaves=25,
)


class Writer:
    """Writes a value as YAML in styles picked at random, and notes where each part begins."""

    def __init__(self, style):
        self.style = style
        self.text = ""
        self.places = {}
        self.keys = {}

    def put(self, text):
        self.text += text

    @property
    def place(self):
        line_start = self.text.rfind("\n") + 1
        return self.text.count("\n") + 1, len(self.text) - line_start + 1

    def value(self, value, path, indent, *, flow=False, after=""):
        """Write a value after `after`, the colon or hyphen that leads to it."""
        block = isinstance(value, (dict, list)) and value and not flow and self.style.random() < 0.7
        if block and after != "-":
            self.put("\n")
        self.put(" " if after else "")
        if block:
            self.put("" if after == "-" else " " * (indent - bool(after)))
            self.places[path] = self.place
            self.block(value, path, indent)
            return
        if after and not flow:
            self.put(self.style.choice(["", "   "]))
        self.places[path] = self.place
        if isinstance(value, (dict, list)):
            self.flow(value, path, indent)
        else:
            self.put(self.scalar(value, indent=None if flow else indent))
        literal = self.text.endswith("\n" + " " * (indent + 1) + "lines")  # a note would be part of it
        self.put("" if flow else "\n" if literal else self.style.choice(["\n", "  # a note\n"]))

    def block(self, value, path, indent):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for number, (step, part) in enumerate(parts):
            self.put(" " * indent if number else "")
            if isinstance(value, dict):
                self.key(step, (*path, step))
                self.value(part, (*path, step), indent + 2, after=":")
            else:
                self.put("-")
                self.value(part, (*path, step), indent + 2, after="-")

    def key(self, key, path):
        self.keys[path] = self.place
        self.put(self.scalar(key, indent=None))
        self.put(":")

    def flow(self, value, path, indent):
        self.put("{" if isinstance(value, dict) else "[")
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for number, (step, part) in enumerate(parts):
            self.put("," if number else "")
            self.put(self.style.choice(["", " ", "\n" + " " * (indent + 1)]))
            if isinstance(value, dict):
                self.key(step, (*path, step))
                self.put(" ")
            self.value(part, (*path, step), indent, flow=True)
        self.put("}" if isinstance(value, dict) else "]")

    def scalar(self, value, *, indent):
        if not isinstance(value, str):
            return json.dumps(value)
        styles = [json.dumps(value, ensure_ascii=False)]
        if "\n" in value and indent is not None:
            return "|-" + "".join(f"\n{' ' * (indent + 1)}{line}" for line in value.split("\n"))
        if "\n" not in value:
            styles.append("'" + value.replace("'", "''") + "'")
        if PLAIN.fullmatch(value) and value not in {"null", "true"}:
            styles.append(value)
        return self.style.choice(styles)


@given(
    data, st.randoms(use_true_random=False), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\ufeff"])
)
def test_every_value_and_key_has_its_line_and_column(value, style, line_end, mark):
    writer = Writer(style)
    writer.value(value, (), 0)
    document = parse_document((mark + writer.text.replace("\n", line_end)).encode(), "file.yaml")
    assert document.value == value
    for path, (line, column) in writer.places.items():
        where = document.where(*path)
        assert (where.file, where.line, where.column) == ("file.yaml", line, column), (path, writer.text)
    for path, place in writer.keys.items():
        where = document.where(*path, key=True)
        assert (where.line, where.column) == place, (path, writer.text)


def test_what_is_not_there_is_placed_at_the_nearest_part_above():
    document = parse_document(b"a:\n  - b: 1\n", "file.yaml")
    for path in [("a", 0, "c"), ("a", 0, "c", "d", 3), ("a", 0, 0)]:
        where = document.where(*path)
        assert (where.line, where.column) == (2, 5)
    assert str(document.where("a", 9)) == "file.yaml:2:3"
    assert str(document.where("z", key=True)) == "file.yaml:1:1"


def test_a_number_as_key_is_found_as_number_and_as_text():
    document = parse_document(b"take: {2: 6, 3: 7}\n", "file.yaml")
    assert document.value == {"take": {"2": 6, "3": 7}}
    assert document.where("take", 3) == document.where("take", "3")
    assert str(document.where("take", "3", key=True)) == "file.yaml:1:14"


def test_what_a_reference_stands_for_is_placed_where_it_is_written():
    document = parse_document(b"a: &rule {max: x}\nb: *rule\n", "file.yaml")
    assert str(document.where("b", "max")) == "file.yaml:1:16"


def test_an_empty_file_has_no_value_and_a_place():
    document = parse_document(b"# nothing\n", "file.yaml")
    assert document.value is None
    assert document.where("cards").line >= 1


def test_parts_of_long_lists_and_mappings_are_found_after_one_another():
    lists = "".join(f"- {{a: {number}, b: [x, y]}}\n" for number in range(50))
    document = parse_document(f"{lists}".encode(), "file.yaml")
    assert [document.where(number, "b", 1).line for number in range(50)] == [*range(1, 51)]
    keys = "".join(f"key{number}: [1]\n" for number in range(50))
    document = parse_document(
        f"one: &one\n  {keys.replace(chr(10), chr(10) + '  ')}\ntwo: *one\n".encode(), "f"
    )
    for name in ("one", "two", "one"):
        assert [document.where(name, f"key{number}", 0).line for number in range(50)] == [*range(2, 52)]


def test_locations_take_a_fifth_of_the_memory_of_the_values():
    text = "".join(f"- {{id: card-{number}, name: Name {number}, copies: 3}}\n" for number in range(3_000))
    parse_document(b"a: 1", "file.yaml")
    tracemalloc.start()
    try:
        document = parse_document(text.encode(), "file.yaml")
        whole = tracemalloc.get_traced_memory()[0]
        document = document._replace(marks=None)
        values = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert len(document.value) == 3_000
    assert (whole - values) * 5 < values
