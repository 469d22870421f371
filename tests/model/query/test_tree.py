from __future__ import annotations

import json

import pytest

from deckwright.model.query.binding import parse
from deckwright.model.query.tree import Outside, dump_query, load_query, references_in

QUERIES = {
    "": ["and"],
    "data": ["words", "*", "data"],
    "name=Krol": ["whole", "name", "krol"],
    "level>=senior": ["equals", "level", "senior", "chief"],
    "level!=senior": ["differs", "level", "senior"],
    "tech>=2": ["compare", "tech", ">=", 2.0],
    "released<2026-01-31": ["compare", "released", "<", 20260131.0],
    "released<today": ["refers", "released", "<", "today", "", "number"],
    "name=leader.name": ["refers", "name", "=", "leader", "name", "words"],
    "level<leader.level": ["refers", "level", "<", "leader", "level", "value", "junior", "senior", "chief"],
    "tech>sci": ["comparefields", "tech", ">", "sci"],
    "-(lone:yes or a b)": [
        "not",
        ["or", ["equals", "lone", "yes"], ["and", ["words", "*", "a"], ["words", "*", "b"]]],
    ],
}


@pytest.mark.parametrize("text", QUERIES)
def test_a_query_is_kept_as_a_json_array(referring, text):
    assert dump_query(parse(text, referring)) == QUERIES[text]


def test_numbers_that_a_value_differs_from_are_kept():
    query = Outside("tech", (1.0, 2.5))
    assert dump_query(query) == ["outside", "tech", 1.0, 2.5]
    assert load_query(dump_query(query)) == query


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("kind:tool released<today", set()),
        ("-(tech>this.tech or (name=leader.name released>today)) tech<leader.sci", {"this", "leader"}),
    ],
)
def test_the_references_of_a_query_are_listed(referring, text, named):
    assert references_in(parse(text, referring)) == named


@pytest.mark.parametrize("text", QUERIES)
def test_a_kept_query_is_the_same_query(referring, text):
    query = parse(text, referring)
    assert load_query(json.loads(json.dumps(dump_query(query)))) == query
