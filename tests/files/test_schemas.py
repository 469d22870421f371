"""A file dropped into `positive` or `negative` is a test; two libraries agree on what is wrong."""

from __future__ import annotations

import copy
import json
import re
from datetime import date, datetime
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright import resources
from deckwright.files.schemas import FORMS, MEANINGS, SENTENCES, Schema, check_document, pattern_error, schema
from deckwright.files.yaml import parse_document, read_document

HERE = Path(__file__).parent
NAMES = ["game", "cards", "deck"]


def found_in(file):
    """What is wrong with a file as the lines at its top would say it."""
    findings = check_document(read_document(file), file.parent.name)
    assert all((one.rule, one.severity) == ("schema", "error") for one in findings)
    return [f"# {one.where.line}:{one.where.column} {one.message}" for one in findings]


@pytest.mark.parametrize(
    "file", sorted(HERE.glob("positive/*/*.yaml")), ids=lambda file: f"{file.parent.name}/{file.stem}"
)
def test_a_good_file_has_no_fault(file):
    assert found_in(file) == []


@pytest.mark.parametrize(
    "file", sorted(HERE.glob("negative/*/*.yaml")), ids=lambda file: f"{file.parent.name}/{file.stem}"
)
def test_a_bad_file_has_the_faults_that_it_says(file):
    said = [line for line in file.read_text(encoding="utf-8").splitlines() if re.match(r"# \d+:\d+ ", line)]
    assert said
    assert found_in(file) == said


@cache
def samples(name):
    """Valid documents: those of the packaged games, and those beside this file."""
    places = {"game": "*/game.yaml", "cards": "*/cards/*.yaml", "deck": "*/decks/*.yaml"}
    files = [*resources.folder("cards").glob(places[name]), *HERE.glob(f"positive/{name}/*.yaml")]
    return [shortened(read_document(file).value) for file in sorted(files)]


def shortened(value):
    """Keep a document's first parts, so that a change to any of them is soon found."""
    if isinstance(value, list):
        return [shortened(part) for part in value[:3]]
    return {key: shortened(part) for key, part in value.items()} if isinstance(value, dict) else value


def paths_in(value, path=()):
    yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, part in parts:
        yield from paths_in(part, (*path, step))


replacements = st.sampled_from([None, True, 0, -1, 1, 1.5, 2.0, 1e300, 10**17, "", "x", "A B", "a-b", "a_b", "mdi:x", "2026-01-31", "3", "é", "x" * 61, "a\n", [], {}, [1], ["a", "a"], {"a": 1}, {"min": 1}])  # fmt: skip
changes = st.tuples(st.sampled_from(["set", "drop", "add", "repeat"]), st.integers(0), replacements)


def changed(document, how, where, replacement):
    """Change one part of a document: put another value there, take it out, or add to it."""
    paths = list(paths_in(document))
    path = paths[where % len(paths)]
    if not path:
        return replacement if how == "set" else document
    above = document
    for step in path[:-1]:
        above = above[step]
    if how == "drop":
        del above[path[-1]]
    elif how == "set":
        above[path[-1]] = replacement
    elif isinstance(above, list):
        above.append(copy.deepcopy(above[path[-1]]) if how == "repeat" else replacement)
    else:
        above[str(replacement)[:9] if how == "add" else f"{path[-1]}x"] = above[path[-1]]
    return document


@pytest.mark.parametrize("name", NAMES)
@given(st.data())
def test_the_library_that_answers_and_the_one_that_explains_agree(name, data):
    document = copy.deepcopy(data.draw(st.sampled_from(samples(name))))
    for change in data.draw(st.lists(changes, max_size=3)):
        document = changed(document, *copy.deepcopy(change))
    faults = schema(name).faults(document)
    assert schema(name).is_valid(document) == (not faults)
    assert all(fault.message for fault in faults)


@given(
    st.text(st.sampled_from("ab1é٣\n-_ "), max_size=6),
    st.sampled_from(
        [r"^[a-z]+$", r"^\w+$", r"\d", r"^a.b$", r"^$", r"\s", r"^(a|b-)*$", r"\p{L}", r"(?<=a)b"]
    ),
)
def test_both_libraries_agree_on_patterns(text, pattern):
    one = Schema({"type": "string", "pattern": pattern, "maxLength": 5})
    assert one.is_valid(text) == (not one.faults(text))


@given(
    st.dates().map(date.isoformat)
    | st.from_regex(r"\A[0-9]{4}-[0-3][0-9]-[0-3][0-9]\Z")
    | st.text(st.sampled_from("0123-T \n"), max_size=11)
    | st.integers()
)
def test_both_libraries_and_the_calendar_agree_on_days(value):
    one = Schema({"type": "string", "format": "date"})
    faults = one.faults(value)
    assert one.is_valid(value) == (not faults)
    assert one.is_valid(value) == (isinstance(value, str) and is_day(value))


def is_day(text):
    try:
        return datetime.strptime(text, "%Y-%m-%d").date().isoformat() == text  # noqa: DTZ007 - a day has no zone
    except ValueError:
        return False


def test_a_date_that_does_not_exist_is_told_from_what_is_no_date():
    one = Schema({"type": "string", "format": "date"})
    assert [fault.message for fault in one.faults("2026-02-30")] == ["The date 2026-02-30 does not exist."]
    [fault] = one.faults("30.1.2026")
    assert fault.message == "Invalid value: “30.1.2026”. Use a date such as 2026-01-31."


def test_a_line_end_after_a_name_is_no_name():
    document = parse_document(b'cards:\n  - {id: "krol\\n", name: Krol}\n', "cards.yaml")
    [finding] = check_document(document, "cards")
    assert str(finding.where) == "cards.yaml:2:10"


def test_a_number_that_is_no_name_in_quotes_either_is_told_what_a_name_is():
    text = b"boxes: [{repeat: 3, at: [5, 5, 9, 9], cell: [3, 3], each: [{icon: 'mdi:water', at: [0, 0, 3, 3], colour: ink}]}]\n"
    [finding] = check_document(parse_document(text, "faces/card.yaml"), "face")
    assert finding.message.startswith("Invalid value: “3”. Use a lowercase letter")


@pytest.mark.parametrize("pattern", ["[", "(", "a**", r"\Z"])
def test_a_pattern_that_is_none_is_named(pattern):
    fault = pattern_error({"title": "T", "items": {"pattern": pattern}})
    assert (fault.path, fault.message) == (("items", "pattern"), "This is not a valid regular expression.")
    assert pattern_error({"pattern": "^[a-z]+$"}) is None


def parts_of(name):
    """Yield every part of a schema file that is a schema."""
    pending = [json.loads(resources.schema(name).read_bytes())]
    while pending:
        part = pending.pop()
        if part and all(
            isinstance(value, dict) for value in part.values()
        ):  # properties that others refer to
            pending += part.values()
            continue
        yield part
        for key in ("items", "additionalProperties", "propertyNames", "if", "then", "else"):
            pending += [part[key]] if isinstance(part.get(key), dict) else []
        for key in ("properties", "$defs"):
            pending += part.get(key, {}).values()
        for key in ("allOf", "oneOf", "anyOf", "prefixItems"):
            pending += part.get(key, [])


SAID_ELSEWHERE = {
    "$schema",
    "$defs",
    "$ref",
    "title",
    "description",
    "examples",
    "properties",
    "additionalProperties",
    "propertyNames",
}
SAID_ELSEWHERE |= {"items", "prefixItems", "if", "then", "else", "allOf", "oneOf", "enum", "const"}
ALL = sorted(file.name.partition(".")[0] for file in resources.folder("schemas").glob("*.schema.json"))


@pytest.mark.parametrize("name", ALL)
def test_every_rule_of_a_schema_has_words(name):
    for part in parts_of(name):
        assert part.keys() <= SAID_ELSEWHERE | SENTENCES.keys()
        assert part.get("pattern", "^#[0-9a-f]{6}$") in FORMS
        assert "pattern" not in part or part.get("title", "list") in MEANINGS


def test_nothing_is_fetched_from_elsewhere():
    with pytest.raises(ValueError, match="nothing is fetched"):
        Schema({"$ref": "https://example.org/cards.json"})
