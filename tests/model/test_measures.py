"""What every record of a measure must have, and what its arguments may name; what each counts is tested in construction."""

from __future__ import annotations

import re

import pytest

from deckwright.files.game_package import read_package
from deckwright.model.measures import MEASURES, Measure, mentions, written_measure
from deckwright.model.score_counts import COUNT_METHODS

GAME = """
    id: forest
    title: Forest
    source_language: en
    languages: [en]
    fields:
      weight: {title: Weight, type: number, minimum: 0, maximum: 9}
      colours: {title: Colours, type: array, items: {enum: [red, green, blue]}}
      lone: {title: Lone, type: boolean}
      shade: {title: Shade, enum: [dark, "9"]}
      sizes: {title: Sizes, type: array, items: {type: integer}}
    kinds:
      beast: {name: Beast, optional: [weight, colours]}
    formats:
      grove:
        name: Grove
"""
NOT_NUMBERS = ["colours", "name", "mark", "kind", "text", "lone", "shade", "sizes", "nowhere"]
RULES = [one for one in MEASURES.values() if "rule" in one.places]
VALUES = {
    "found": 5,
    "limit": 3,
    "excess": 2,
    "missing": 2,
    "cards": "Fox",
    "wanted": "Owl",
    "different": 1,
    "field": "Weight",
    "arguments": {},
}


@pytest.mark.parametrize("measure", RULES, ids=lambda one: one.id)
def test_a_measure_of_rules_has_sentences_of_its_own(measure):
    plain = Measure(id="plain", counts="", measure=lambda _: [])
    assert plain.too_many(VALUES) == plain.too_few(VALUES) == "This deck has 5."
    assert "This deck has 5." not in {measure.too_many(VALUES), measure.too_few(VALUES)}
    assert measure.contribution.format(name="Fox", copies=2, amount=3)


@pytest.mark.parametrize("measure", RULES, ids=lambda one: one.id)
def test_the_sentences_of_a_measure_say_what_was_found_and_how_far_it_is_off(measure):
    many = measure.too_many(VALUES | {"found": 57, "limit": 34, "excess": 23, "missing": -23})
    few = measure.too_few(VALUES | {"found": 12, "limit": 34, "excess": -22, "missing": 22})
    assert [re.findall("-?[0-9]+", sentence) for sentence in (many, few)] == [["57", "23"], ["12", "22"]]
    assert re.search("remove|too much|too many", many)
    assert re.search("add |too little|too few", few)


@pytest.mark.parametrize("record", [*MEASURES.values(), *COUNT_METHODS.values()], ids=lambda one: one.id)
def test_the_first_argument_has_the_name_of_the_record(record):
    assert [*record.arguments][:1] in ([], [record.id])
    assert all(one.description.endswith(".") for one in record.arguments.values())
    assert record.counts


def test_a_measure_is_known_by_its_name_wherever_that_is_among_its_keys():
    assert written_measure("cards", MEASURES) == ("cards", {})
    assert written_measure({"joins": "brook", "stages": "worth"}, ["cards", "stages"]).id == "stages"


def test_arguments_mention_names_alone_in_lists_and_in_mappings():
    found = {
        name: [(one.key, one.name) for one in mentions(COUNT_METHODS[name].arguments, written)]
        for name, written in {
            "least": {"least": ["a", "b"]},
            "add": {"add": {"a": 2, "b": -1}},
            "table": {"table": [0, 3], "by": "a"},
            "bonus": {"bonus": "worth", "per": "sort", "counts": {"red": "a"}},
        }.items()
    }
    assert found == {
        "least": [("least", "a"), ("least", "b")],
        "add": [("add", "a"), ("add", "b")],
        "table": [("by", "a")],
        "bonus": [("bonus", "worth"), ("per", "sort"), ("counts", "a")],
    }


@pytest.mark.parametrize("field", NOT_NUMBERS)
@pytest.mark.parametrize(
    "measure",
    [one.id for one in RULES if {"number field"} == {argument.names for argument in one.arguments.values()}],
)
def test_a_measure_of_numbers_on_any_other_field_is_refused_at_its_line(game_folder, measure, field):
    rule = f"        rules: [{{id: r, measure: {{{measure}: {field}}}, max: 1}}]\n"
    box, found = read_package(game_folder(GAME + rule, "cards: []"))
    assert box is None
    (finding,) = found
    assert f"field “{field}” cannot be counted." in finding.message
    assert ("It is not a number field." in finding.message) == (field != "nowhere")
    assert finding.where.line == (GAME + rule).count("\n")
    assert finding.where.column == rule.index(field) - 3


@pytest.mark.parametrize("rule", ["measure: {groups: text}", "measure: copies, same: [text]"])
def test_printed_text_is_not_counted(game_folder, rule):
    box, found = read_package(game_folder(f"{GAME}        rules: [{{id: r, {rule}, max: 1}}]\n", "cards: []"))
    assert box is None
    assert "field “text” cannot be counted." in found[0].message
