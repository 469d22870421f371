"""Every value and key of a YAML file stands where an editor would show it."""

from __future__ import annotations

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from deckwright.files.documents import parse_document

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
