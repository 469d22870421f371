"""A measure added by the steps that CONTRIBUTING.md names works, and is held to the fields it can read."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from deckwright import resources
from deckwright.construction import measures, wording
from deckwright.construction.measures import MEASURES, Share, Tally, number, plain
from deckwright.files import schemas
from deckwright.files.game_package import open_box
from deckwright.messages import tr
from deckwright.model.rule import Measure

from .conftest import CARDS, GAME


def span(rule, matched, _deck):
    """Count how far the numbers of a field lie apart."""
    numbers = [number(card, rule.reads) for card, _ in matched]
    shares = tuple(Share(card, copies, plain(number(card, rule.reads))) for card, copies in matched)
    return [Tally(shares, plain(max(numbers, default=0) - min(numbers, default=0)))]


@pytest.fixture
def with_span(monkeypatch):
    """Take the steps for a measure called `span`."""
    monkeypatch.setitem(measures.MEASURES, "span", span)
    monkeypatch.setitem(wording.TOO_MANY, "span", lambda said: tr("{field}", **said) + " lies too far apart.")
    monkeypatch.setitem(wording.TOO_FEW, "span", lambda said: tr("{field}", **said) + " lies too near.")
    document = json.loads(resources.schema("game").read_bytes())
    field = {
        "type": "object",
        "additionalProperties": False,
        "required": ["span"],
        "properties": {"span": {"$ref": "#/$defs/name"}},
    }
    document["$defs"]["rule"]["properties"]["measure"]["oneOf"].append(field)
    known, extended = schemas.schema, schemas.Schema(document)
    monkeypatch.setattr(schemas, "schema", lambda name: extended if name == "game" else known(name))


@pytest.mark.usefixtures("with_span")
def test_a_new_measure_counts_and_says_what_it_found(findings):
    rules = "rules: [{id: r, over: 'kind:beast', measure: {span: weight}, max: 2}]"
    (finding,) = findings(rules, {"fox": 1, "wolf": 2})
    assert (finding.found, finding.limit) == (4.9, 2)
    assert finding.message == (
        "The rule r allows at most 2. Weight lies too far apart. Counted: 1 × Fox (fox) = 0.1, 2 × Wolf = 5."
    )


@pytest.mark.usefixtures("with_span")
def test_a_new_measure_without_a_sentence_still_says_what_it_found(findings, monkeypatch):
    monkeypatch.delitem(wording.TOO_FEW, "span")
    (finding,) = findings("rules: [{id: r, measure: {span: weight}, min: 9}]", {"fox": 1})
    assert finding.message == "The rule r asks for at least 9. This deck has 0."


WRONG = ["colours", "name", "mark", "kind", "text", "lone", "shade", "nowhere"]
MORE_FIELDS = """
      lone: {title: Lone, type: boolean}
      shade: {title: Shade, enum: [dark, "9"]}
      sizes: {title: Sizes, type: array, items: {type: integer}}
    kinds:"""


@pytest.mark.usefixtures("with_span")
@pytest.mark.parametrize("measure", ["sum", "span"])
@pytest.mark.parametrize("field", [*WRONG, "sizes"])
def test_a_measure_of_numbers_on_any_other_field_is_refused_at_its_line(game_folder, measure, field):
    game = GAME.replace("\n    kinds:", MORE_FIELDS)
    rule = f"        rules: [{{id: r, measure: {{{measure}: {field}}}, max: 1}}]\n"
    box, found = open_box(game_folder(game + rule, CARDS))
    assert box is None
    (finding,) = found
    assert f"cannot be counted: {field}." in finding.message
    assert ("It is not a number field." in finding.message) == (field != "nowhere")
    assert finding.where.line == (game + rule).count("\n")
    assert finding.where.column == rule.index(field) - 3


@pytest.mark.parametrize("rule", ["measure: {groups: text}", "measure: copies, same: [text]"])
def test_printed_text_is_not_counted(game_folder, rule):
    box, found = open_box(game_folder(f"{GAME}        rules: [{{id: r, {rule}, max: 1}}]\n", CARDS))
    assert box is None
    assert "cannot be counted: text." in found[0].message


def test_the_lists_of_measures_that_contributing_names_agree():
    schema = json.loads(resources.schema("game").read_bytes())
    plain_names, *with_fields = schema["$defs"]["rule"]["properties"]["measure"]["oneOf"]
    names = {*plain_names["enum"], *(key for one in with_fields for key in one["properties"])}
    assert names == {*MEASURES} == {*get_args(Measure)} == {*wording.TOO_MANY} == {*wording.TOO_FEW}
    page = (resources.folder("cards").parent / "docs" / "formats.md").read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in page or f"| `{{{name}: field}}` |" in page for name in names)
