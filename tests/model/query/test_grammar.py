"""The parser of queries, held to the same grammar as Lark reads it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lark import Lark, Token, UnexpectedCharacters, UnexpectedToken

from deckwright.errors import InputError
from deckwright.findings import Where
from deckwright.model.query.language import OPERATORS, Origin, syntax_tree

if TYPE_CHECKING:
    from lark import Tree as LarkTree

    from deckwright.model.query.language import Tree

SIGNS = "|".join(map(re.escape, sorted(OPERATORS, key=len, reverse=True)))
GRAMMAR = (
    r"""
?start: either
      |                              -> all
?either: both (_OR both)*
?both: part (_AND? part)*
?part: _NOT part                     -> negated
     | "(" either ")"
     | _STAR                         -> all
     | (WORD | QUOTED)               -> words
     | WORD OPERATOR (VALUE | QUOTED) -> term

_OR.2: /or(?=[\s()"“«]|$)/i
_AND.2: /and(?=[\s()"“«]|$)/i
_NOT.2: /not(?=[\s()"“«]|$)|-/i
_STAR.2: /\*(?=[\s()]|$)/
OPERATOR.2: /SIGNS/
QUOTED: /"[^"]*"|“[^”]*”|«[^»]*»/
WORD: /(?!-|(or|and|not)(?=[\s()"“«]|$))((?!SIGNS)[^\s()"“«])+/i
VALUE: /[^\s()"“«]+/
%ignore /\s+/
"""
).replace("SIGNS", SIGNS)
ORACLE = Lark(GRAMMAR, parser="lalr")
KINDS = {"either": "or", "both": "and", "negated": "not"}

PIECES = st.sampled_from(
    [
        "a",
        "kind",
        "or",
        "AND",
        "not",
        "-",
        "*",
        "(",
        ")",
        *OPERATORS,
        "!",
        '"',
        '"b c"',
        "“d",
        "”",
        "«e»",
        " ",
        "\n",
        "3",
    ]
)


def ours(tree: Tree) -> object:
    return tree.kind, *(token.text for token in tree.tokens), *map(ours, tree.parts)


def theirs(tree: LarkTree[Token]) -> object:
    return KINDS.get(tree.data, tree.data), *(
        str(child) if isinstance(child, Token) else theirs(child) for child in tree.children
    )


def read_by_us(text: str) -> object:
    try:
        return ours(syntax_tree(text, Origin(Where("query", 1, 1))))
    except InputError as error:
        return error.where.column - 1


def read_by_lark(text: str) -> object:
    try:
        return theirs(ORACLE.parse(text))
    except UnexpectedToken as error:
        return len(text) if error.token.type == "$END" else error.token.start_pos
    except UnexpectedCharacters as error:
        return error.pos_in_stream


@given(st.lists(PIECES, max_size=12).map("".join))
@example('kind: or "x"')
@example("a:(b)")
@example("-(a or not b) * or")
def test_a_query_is_read_as_its_grammar_says_or_refused_at_the_same_letter(text):
    assert read_by_us(text) == read_by_lark(text)


@pytest.mark.parametrize("operator", OPERATORS)
def test_every_operator_is_read_as_the_grammar_says_with_and_without_space(operator):
    for text in (
        f"a{operator}b",
        f"a {operator} b",
        f"a{operator}",
        f"a{operator}{operator}b",
        f'{operator}"b"',
    ):
        assert read_by_us(text) == read_by_lark(text)
    assert read_by_us(f"a{operator}b") == ("term", "a", operator, "b")
