"""Check documents against JSON Schema, with every fault at its line and column.

jsonschema-rs answers yes or no, a hundred times faster than jsonschema, which then explains the few faulty
ones. A test holds the two equal.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn

from deckwright import resources
from deckwright.files.faults import faults_of
from deckwright.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.errors import Where
    from deckwright.files.documents import Document


class Schema:
    """A JSON Schema, compiled once."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        import jsonschema_rs

        self._schema = schema
        self._fast = jsonschema_rs.Draft202012Validator(dict(schema), retriever=_never)

    def is_valid(self, value: Any) -> bool:
        """Tell whether a plain value fits."""
        return self._fast.is_valid(value)

    def check(self, value: Any, document: Document, *path: str | int) -> list[Finding]:
        """Give every fault of a value that stands, or is missing, at `path` of a document."""
        return [] if self.is_valid(value) else self._explain(value, document, path)

    def _explain(self, value: Any, document: Document, path: tuple[str | int, ...]) -> list[Finding]:
        from jsonschema import Draft202012Validator

        faults = [
            fault
            for error in Draft202012Validator(self._schema).iter_errors(value)
            for fault in faults_of(error)
        ]
        found = {(document.where(*path, *fault.path, key=fault.is_key), fault.message) for fault in faults}
        return [
            Finding("schema", "error", message, where=where)
            for where, message in sorted(found, key=_by_place)
        ]


def _by_place(found: tuple[Where, str]) -> tuple[int, int, str]:
    where, message = found
    return where.line, where.column, message


def _never(uri: str) -> NoReturn:
    msg = f"a schema refers to {uri}; schemas are whole, and nothing is fetched"
    raise ValueError(msg)


@cache
def schema(name: str) -> Schema:
    """Give one of the schemas that come with the program: `game`, `cards`, `deck`, `face`, `sheet`."""
    return Schema(json.loads(resources.schema(name).read_bytes()))


def check_document(document: Document, name: str) -> list[Finding]:
    """Give every fault of a document against the schema called `name`, in order of place."""
    return schema(name).check(document.value, document)
