from __future__ import annotations

import pytest

from deckwright.errors import InputError
from deckwright.findings import Where
from deckwright.model.query.binding import MOST_LETTERS, MOST_LEVELS, MOST_TERMS, MOST_WORDS, parse
from deckwright.model.query.language import FOR_ALL_FIELDS, OPERATORS


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("kind:tool tech>=3", "kind:tool and tech>=3"),
        ("kind:tool OR tech>=3", "kind:tool or tech>=3"),
        ("-kind:tool", "NOT kind:tool"),
        ("- kind:tool", "not(kind:tool)"),
        ("a b or c d", "((a b) or (c d))"),
        ("not a b", "(-a) b"),
        ("tech >= 3", "tech>=3"),
        ("TECH>=3", "tech>=3"),
        ("kind:Tool", 'kind : "tool"'),
        ("“data lake” «data lake»", '"data lake" "data lake"'),
        ("once-per-turn", '"once per turn"'),
        ("l’eau!", '"l eau"'),
        ('"or"', '"OR."'),
        ("((((a))))", "a"),
        ("\n a\t", "a"),
        ("a(b)c", "a b c"),
        ("mon*", "mon"),
    ],
)
def test_a_query_can_be_written_in_several_ways(lab, one, other):
    assert parse(one, lab) == parse(other, lab)


@pytest.mark.parametrize(
    ("query", "column", "message"),
    [
        ('tool "data lake', 6, "A quotation mark is opened here and never closed."),
        ("tool «data", 6, "A quotation mark is opened here and never closed."),
        ('kind:"', 6, "A quotation mark is opened here and never closed."),
        ("(a or b", 8, "Missing closing parenthesis."),
        ("a or (b (c)", 12, "Missing closing parenthesis."),
        ("a) b", 2, "This closing parenthesis has no opening one."),
        (")", 1, "This closing parenthesis has no opening one."),
        ("()", 2, "Missing search term before “)”."),
        ("(a or)", 6, "Missing search term before “)”."),
        ("or a", 1, "Missing search term before “or”."),
        ("a or or b", 6, "Missing search term before “or”."),
        ("a and OR b", 7, "Missing search term before “OR”."),
        ("not and b", 5, "Missing search term before “and”."),
        ("a or", 5, "Missing search term at the end."),
        ("a -", 4, "Missing search term at the end."),
        ("(", 2, "Missing search term at the end."),
        ("kind:", 6, "Missing value after “kind:”."),
        ("a (kind>= )", 11, "Missing value after “kind>=”."),
        ("a :tool", 1, "Unknown field: a."),
        (":tool", 1, "Missing field name before “:”."),
        ('"tech" >= 3', 8, "Missing field name before “>=”."),
        ("a (!=3)", 4, "Missing field name before “!=”."),
        ('id:"a\0"', 6, "The control character U+0000 is not allowed."),
        ("data \x1b[2J", 6, "The control character U+001B is not allowed."),
        ("data\u202e", 5, "The control character U+202E is not allowed."),
    ],
)
def test_a_fault_is_shown_at_its_column(lab, query, column, message):
    with pytest.raises(InputError) as caught:
        parse(query, lab)
    assert (caught.value.code, caught.value.exit_code) == ("bad-query", 3)
    assert caught.value.where == Where("query", 1, column)
    assert caught.value.message == message


def test_a_fault_in_a_file_is_shown_at_its_place_there(lab):
    with pytest.raises(InputError) as caught:
        parse("kind:tool or levl:chief", lab, Where("game.yaml", 12, 15))
    assert caught.value.where == Where("game.yaml", 12, 28)


def test_a_fault_in_a_file_without_columns_is_shown_as_well_as_can_be(lab):
    with pytest.raises(InputError) as caught:
        parse("levl:chief", lab, Where("game.yaml"))
    assert caught.value.where == Where("game.yaml")


def test_an_example_shows_how_a_term_is_written(lab):
    with pytest.raises(InputError) as caught:
        parse("kind:", lab)
    assert "kind:tool" in caught.value.hint


def test_bytes_of_an_unknown_encoding_are_a_fault_like_any_other(lab):
    with pytest.raises(InputError, match="has no letter or digit"):
        parse("krol \udcff", lab)


def test_a_query_may_be_long_but_not_endless(lab):
    parse("tool " * MOST_TERMS, lab)
    with pytest.raises(InputError, match="at most 500 terms") as caught:
        parse("tool " * (MOST_TERMS + 1), lab)
    assert caught.value.where == Where("query", 1, 5 * MOST_TERMS + 1)


@pytest.mark.parametrize("query", ["-" * 9000 + "a", "-(b " * 9000 + "a" + ")" * 9000])
def test_a_query_may_be_deep_but_not_bottomless(lab, query):
    with pytest.raises(InputError, match=f"at most {MOST_LEVELS} levels") as caught:
        parse(query, lab)
    assert caught.value.where.column > MOST_LEVELS


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (f'"{"a " * (MOST_WORDS + 1)}"', f"at most {MOST_WORDS} words"),
        ("-".join("a" * (MOST_WORDS + 1)), f"at most {MOST_WORDS} words"),
        ("text:" + "a.b," * MOST_WORDS, f"at most {MOST_WORDS} words"),
        ("x" * (MOST_LETTERS + 1), f"at most {MOST_LETTERS} characters"),
    ],
)
def test_a_query_has_a_length_that_the_index_for_words_can_bear(lab, query, said):
    with pytest.raises(InputError, match=said):
        parse(query, lab)
    assert parse(f'"{"a " * MOST_WORDS}"', lab)


def test_needless_parentheses_are_no_depth(lab):
    assert parse("(" * 9000 + "a" + ")" * 9000, lab) == parse("a", lab)


# Every operator, on numbers, choices and texts.

FOUND = {
    ":": {"tech:4": ["laser"], "level:junior": ["zib"], "name:data": ["laser"], "text:boss": ["krol"]},
    "=": {"tech=4": ["laser"], "level=junior": ["zib"], "name=data": [], "text='measure": []},
    "!=": {"tech!=4": ["flask"], "level!=junior": ["krol"], "name!=krol": ["zib", "laser"]},
    "<": {"tech<4": ["flask"], "level<chief": ["zib"], "released<2026-01-31": ["flask"]},
    "<=": {"tech<=4": ["laser", "flask"], "level<=senior": ["zib"], "tech<=sci": ["flask"]},
    ">": {"tech>1": ["laser"], "level>junior": ["krol"], "released>2026-01-30": ["laser"]},
    ">=": {"tech>=1": ["laser", "flask"], "level>=senior": ["krol"], "sci>=tech": ["flask"]},
}
"""Queries with each operator, and the cards that they find."""


def test_every_operator_is_tested():
    assert {*FOUND} == {*OPERATORS}


@pytest.mark.parametrize("operator", OPERATORS)
def test_an_operator_finds_these_cards(find, operator):
    assert {query: find(query) for query in FOUND[operator]} == FOUND[operator]


@pytest.mark.parametrize("operator", [one for one in OPERATORS if one not in FOR_ALL_FIELDS])
def test_an_operator_of_an_order_is_refused_for_texts_with_those_that_can_be_used(find, operator):
    with pytest.raises(InputError) as caught:
        find(f"motto{operator}twice")
    assert caught.value.hint == f"Use one of: {' '.join(FOR_ALL_FIELDS)}."
