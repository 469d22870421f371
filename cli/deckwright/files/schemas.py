"""Check documents against JSON Schema, with every fault at its line and column.

jsonschema-rs answers yes or no, a hundred times faster than jsonschema, which then explains the few faulty
ones. A test holds the two equal.
"""

from __future__ import annotations

import json
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NoReturn

from deckwright import resources
from deckwright.files.faults import Fault, faults_of
from deckwright.messages import tr
from deckwright.model.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.errors import Where
    from deckwright.files.documents import Document


class Schema:
    """A JSON Schema, compiled once.

    Raises:
        ValueError: it is none.
    """

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

    def faults(self, value: Any) -> list[Fault]:
        """Give every fault of a plain value."""
        return [fault for error in self._slow.iter_errors(value) for fault in faults_of(error)]

    def _explain(self, value: Any, document: Document, path: tuple[str | int, ...]) -> list[Finding]:
        found = {
            (document.where(*path, *fault.path, key=fault.is_key), fault.message)
            for fault in self.faults(value)
        }
        return [
            Finding("schema", "error", message, where=where)
            for where, message in sorted(found, key=_by_place)
        ]

    @cached_property
    def _slow(self) -> Any:
        from jsonschema import Draft202012Validator, validators

        extend: Any = validators.extend
        return extend(Draft202012Validator, {"pattern": _pattern})(self._schema)


def _pattern(_: Any, pattern: str, value: Any, __: Any) -> Iterator[Any]:
    """Look for a pattern as JSON Schema says, which Python's own expressions differ from."""
    from jsonschema import ValidationError

    if isinstance(value, str) and not _looking_for(pattern).is_valid(value):
        yield ValidationError(pattern)


@cache
def _looking_for(pattern: str) -> Schema:
    return Schema({"pattern": pattern})


def flaw_of(schema: Mapping[str, Any]) -> Fault | None:
    """Give what makes a game's own schema no schema: its pattern is no regular expression."""
    try:
        Schema(schema)
    except ValueError as error:
        path = tuple(getattr(error, "instance_path", ()))
        return Fault(path, tr("This is no regular expression."))
    return None


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


def definition_in(name: str, part: str) -> Schema:
    """Give a part that the schema called `name` defines under `$defs`."""
    whole = json.loads(resources.schema(name).read_bytes())
    return Schema({"$ref": f"#/$defs/{part}", "$defs": whole["$defs"]})


def check_document(document: Document, name: str) -> list[Finding]:
    """Give every fault of a document against the schema called `name`, in order of place."""
    return schema(name).check(document.value, document)
