from __future__ import annotations

import json

import pytest

from deckwright.model.query.binding import parse
from deckwright.model.query.tree import dump_query, load_query

QUERIES = {
    "": ["and"],
    "data": ["words", "*", "data"],
    "name=Krol": ["whole", "name", "krol"],
    "level>=senior": ["equals", "level", "senior", "chief"],
    "level!=senior": ["differs", "level", "senior"],
    "tech>=2": ["compare", "tech", ">=", 2.0],
    "tech>sci": ["comparefields", "tech", ">", "sci"],
    "-(lone:yes or a b)": [
        "not",
        ["or", ["equals", "lone", "yes"], ["and", ["words", "*", "a"], ["words", "*", "b"]]],
    ],
}


@pytest.mark.parametrize("text", QUERIES)
def test_a_query_is_kept_as_a_json_array(lab, text):
    assert dump_query(parse(text, lab)) == QUERIES[text]


@pytest.mark.parametrize("text", QUERIES)
def test_a_kept_query_is_the_same_query(lab, text):
    query = parse(text, lab)
    assert load_query(json.loads(json.dumps(dump_query(query)))) == query
