"""The schemas help whoever writes data: everything is described, and nothing unknown passes."""

from __future__ import annotations

import json
import re

import pytest
from jsonschema import Draft202012Validator

from deckwright import resources
from deckwright.files.schemas import check_document
from deckwright.files.yaml import read_document

SCHEMAS = sorted(resources.folder("schemas").glob("*.schema.json"))
KINDS = {
    "game.yaml": "game",
    "sizes.yaml": "sizes",
    "cards": "cards",
    "decks": "deck",
    "faces": "face",
    "sheets": "sheet",
    "targets": "target",
}
SHAPES = {"score": {"cards", "sets", "placed", "shared", "pad"}}
"""Definitions that a file is held to where its game says so."""

DATA = sorted(file for name in ("cards", "exports") for file in resources.folder(name).rglob("*.yaml"))


def name_of(file):
    return file.name.partition(".")[0]


def parts_of(value, path=()):
    """Yield every mapping in a schema with the keys that lead to it."""
    if isinstance(value, dict):
        yield path, value
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from parts_of(part, (*path, key))


def is_schema(path):
    """Whether this is a schema, not a mapping of schemas by name."""
    return not path or path[-1] not in {"properties", "$defs"} or path[-2:-1] == ("properties",)


def constrains(schema, path, part):
    """Whether a schema only limits what is described elsewhere: it is a condition, or what follows from one."""
    if "if" in path:
        return True
    if not path or path[-1] not in {"then", "else"}:
        return False
    above = schema
    for step in path[:-1]:
        above = above[step]
    return part.get("properties", {}).keys() <= above.get("properties", {}).keys()


def described(schema, part):
    """The description of a schema, or of the one that it refers to."""
    if "description" in part:
        return part["description"]
    return described(schema, referred(schema, part["$ref"])) if "$ref" in part else ""


def referred(schema, reference):
    """The schema that a reference in the same file leads to."""
    start, *steps = reference.split("/")
    assert start == "#"
    for step in steps:
        schema = schema[int(step) if isinstance(schema, list) else step]
    return schema


@pytest.mark.parametrize("file", SCHEMAS, ids=name_of)
class TestSchema:
    def test_is_json_schema_of_2020(self, file):
        schema = json.loads(file.read_bytes())
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        Draft202012Validator.check_schema(schema)

    def test_describes_itself_and_every_property(self, file):
        schema = json.loads(file.read_bytes())
        assert schema["title"].startswith("Deckwright ")
        for path, part in parts_of(schema):
            for name, one in part.get("properties", {}).items() if is_schema(path) else ():
                is_limit = constrains(schema, path, part) or one == {"const": one.get("const")}
                assert is_limit or described(schema, one).endswith("."), (*path, name)

    def test_lets_nothing_unknown_pass(self, file):
        schema = json.loads(file.read_bytes())
        for path, part in parts_of(schema):
            if not is_schema(path) or constrains(schema, path, part):
                continue
            more = part.get("additionalProperties")
            if "properties" in part and more is not False:
                assert more, f"{path} is open"
            if isinstance(more, dict):
                assert described(schema, more) or "description" in part, f"{path} holds what is not described"

    def test_refers_only_to_itself(self, file):
        schema = json.loads(file.read_bytes())
        used = {part["$ref"] for _, part in parts_of(schema) if "$ref" in part}
        assert all(isinstance(referred(schema, reference), dict) for reference in used)
        shapes = SHAPES.get(name_of(file), set())
        assert {reference.split("/")[2] for reference in used} | shapes == set(schema["$defs"])


@pytest.mark.parametrize("file", DATA, ids=lambda file: "/".join(file.parts[-3:]))
class TestPackagedFile:
    def test_names_its_schema_for_editors(self, file):
        first = file.read_text(encoding="utf-8").splitlines()[0]
        comment = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
        assert comment
        kind = KINDS.get(file.name) or KINDS[file.parent.name]
        assert (file.parent / comment[1]).resolve() == resources.schema(kind).resolve()

    def test_has_no_fault(self, file):
        kind = KINDS.get(file.name) or KINDS[file.parent.name]
        assert check_document(read_document(file), kind) == []
