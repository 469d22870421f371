"""A character of a text is found in the file, whatever its quotes, escapes and folding."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.files.documents import parse_document

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
