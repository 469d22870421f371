"""Write what measures, counts, operators, functions, deck formats, checks of translations and kinds of boxes say into the schemas and the pages.

`make docs` runs it; a test holds the files to the records. Whoever adds a record, or a class of boxes, edits neither.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckwright.files.deck_formats import DECK_ENDINGS, FORMATS
from deckwright.model.measures import MEASURES
from deckwright.model.query.language import OPERATORS
from deckwright.model.score_counts import COUNT_METHODS, CountMethod
from deckwright.press.boxes.box import CHANGES, Box, kinds
from deckwright.press.looks.expressions import FUNCTIONS
from deckwright.translation.checks.run import REGISTRY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckwright.model.measures import Argument, Measure, Names, Place

ROOT = Path(__file__).parent.parent
SCHEMA = ROOT / "schemas" / "game.schema.json"
FACE_SCHEMA = ROOT / "schemas" / "face.schema.json"
HOOKS = ROOT / ".pre-commit-hooks.yaml"
PAGES = {
    "measures": ROOT / "docs" / "formats.md",
    "counts": ROOT / "docs" / "scoring.md",
    "boxes": ROOT / "docs" / "faces.md",
    "functions": ROOT / "docs" / "faces.md",
    "decks": ROOT / "docs" / "decks.md",
    "checks": ROOT / "docs" / "translating.md",
    "operators": ROOT / "docs" / "queries.md",
}

_NAME, _ID = {"$ref": "#/$defs/name"}, {"$ref": "#/$defs/id"}
_VALUES: Mapping[Names, Mapping[str, Any]] = {
    "field": _NAME,
    "number field": _NAME,
    "number fields": {
        "oneOf": [_NAME, {"type": "array", "minItems": 1, "uniqueItems": True, "items": _NAME}]
    },
    "field of numbers": _NAME,
    "join": _ID,
    "count": _ID,
    "counts": {"type": "array", "minItems": 1, "items": _ID},
    "count factors": {
        "type": "object",
        "minProperties": 1,
        "propertyNames": _ID,
        "additionalProperties": {"type": "number"},
    },
    "count by choice": {
        "type": "object",
        "minProperties": 1,
        "propertyNames": _ID,
        "additionalProperties": _ID,
    },
    "no name, but numbers": {"type": "array", "minItems": 1, "items": {"type": "number"}},
    "whole number": {"type": "integer", "minimum": 1},
    "yes or no": {"type": "boolean"},
}
"""The schema of an argument's value, by what it names."""

_WRITTEN = ("name", "note", "zone", "of", "measure", "cite")
"""The keys of a count that belong to no record."""


def written() -> dict[Path, str]:
    """The text of every file that has parts from the records."""
    tables = {
        "measures": _measures_table(),
        "counts": _counts_table(),
        "boxes": _boxes_table(),
        "functions": _functions_table(),
        "decks": _decks_table(),
        "operators": _operators_table(),
        "checks": "\n".join(
            [
                "| rule | what it reports |",
                "|---|---|",
                *(f"| `{check.rule}`{'*' * check.stops_merge} | {check.summary} |" for check in REGISTRY),
            ]
        ),
    }
    texts = {page: page.read_text(encoding="utf-8") for page in PAGES.values()}
    for name, table in tables.items():
        texts[PAGES[name]] = _with_table(texts[PAGES[name]], name, table)
    return {SCHEMA: _schema(), FACE_SCHEMA: _face_schema(), HOOKS: _hooks(), **texts}


def _schema() -> str:
    text = SCHEMA.read_text(encoding="utf-8")
    definitions = json.loads(text)["$defs"]
    parts = {
        "rule_measure": _with_sums(_choice(_measures_in("rule"))),
        "condition_measure": _with_sums(
            _choice((one for one in _measures_in("rule") if not one.per_card), default="cards")
        ),
        "rule_keys": {
            "allOf": [_required_keys(one) for one in _measures_in("rule") if any(one.rule_keys.values())]
        },
        "score_rule_measure": _choice(_measures_in("score_rule")),
        "score_measure": _choice((one for one in COUNT_METHODS.values() if one.of_zone), default="cards"),
        "score_count": _score_count(definitions["score_count"]),
    }
    for name, part in parts.items():
        block = re.compile(rf'^    "{name}": \{{\n.*?^    \}}', re.MULTILINE | re.DOTALL)
        text = block.sub(_definition(name, part).replace("\\", r"\\"), text, count=1)
    return text


def _measures_in(place: Place) -> list[Measure]:
    return [one for one in MEASURES.values() if place in one.places]


def _choice(records: Iterable[Measure | CountMethod], default: str = "") -> dict[str, Any]:
    """Schema of a measure: one of the names without arguments, or an object with the arguments of another."""
    known = list(records)
    meanings = "; ".join(f"{one.id}: {one.counts.replace('`', '')}" for one in known)
    names = {"enum": [one.id for one in known if not one.arguments]}
    return {
        "description": f"What is counted{default and f', {default} without it'}. {meanings}.",
        "oneOf": [names, *(_arguments(one.arguments) for one in known if one.arguments)],
    }


def _with_sums(choice: dict[str, Any]) -> dict[str, Any]:
    """Schema of a measure that can also be a list of sums."""
    return {**choice, "oneOf": [*choice["oneOf"], {"$ref": "#/$defs/sums"}]}


def _arguments(arguments: Mapping[str, Argument]) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [key for key, one in arguments.items() if one.is_required],
        "properties": _properties(arguments),
    }


def _properties(arguments: Mapping[str, Argument]) -> dict[str, Any]:
    return {key: {**_VALUES[one.names], "description": one.description} for key, one in arguments.items()}


def _required_keys(measure: Measure) -> dict[str, Any]:
    return {
        "if": {"required": ["measure"], "properties": {"measure": {"const": measure.id}}},
        "then": {"required": [key for key, is_required in measure.rule_keys.items() if is_required]},
    }


def _score_count(known: Mapping[str, Any]) -> dict[str, Any]:
    """Schema of a count: cards of a zone, or the arguments of a method that is written as keys of the count."""
    methods = [one for one in COUNT_METHODS.values() if not one.of_zone]
    properties = {key: known["properties"][key] for key in _WRITTEN}
    cite = properties.pop("cite")
    for one in methods:
        properties |= _properties(one.arguments)
    together = {
        key: [other for other in one.arguments if other != key]
        for one in methods
        if len(one.arguments) > 1
        for key in one.arguments
    }
    return {
        "type": "object",
        "additionalProperties": False,
        "anyOf": [{"required": [key]} for key in ("zone", *(one.id for one in methods))],
        "dependentRequired": {"of": ["zone"], "measure": ["zone"], **together},
        "properties": {**properties, "cite": cite},
    }


_SPREAD = {"properties", "oneOf", "allOf"}
"""The keys of a definition whose parts have a line each; everything else is on one line."""


def _definition(name: str, value: Mapping[str, Any]) -> str:
    """A definition in the style of the schema files."""
    lines = [f"{_json(key)}: {_spread(one) if key in _SPREAD else _json(one)}" for key, one in value.items()]
    return f"    {_json(name)}: {{\n      " + ",\n      ".join(lines) + "\n    }"


def _spread(value: Any) -> str:
    margin = ",\n        "
    if isinstance(value, list):
        return "[\n        " + margin.join(map(_json, value)) + "\n      ]"
    parts = [f"{_json(key)}: {_json(one)}" for key, one in value.items()]
    return "{\n        " + margin.join(parts) + "\n      }"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _measures_table() -> str:
    rows = [
        f"| {_as_written(one)} | {one.counts} | {'one for each card' if one.per_card else 'one for the deck'} |"
        for one in _measures_in("rule")
    ]
    return "\n".join(["| measure | counts | finding |", "|---|---|---|", *rows])


def _operators_table() -> str:
    rows = [
        f"| `{name}` | {one.finds} | {'every field' if one.of_text else 'numbers, dates, and the choices of a game’s own fields'} |"
        for name, one in OPERATORS.items()
    ]
    return "\n".join(["| operator | finds | works with |", "|---|---|---|", *rows])


def _counts_table() -> str:
    rows = [f"| {_as_written(one)} | {one.counts} |" for one in COUNT_METHODS.values()]
    return "\n".join(["| count | counts |", "|---|---|", *rows])


def _functions_table() -> str:
    examples = {name: one.example.replace("|", r"\|") for name, one in FUNCTIONS.items()}
    rows = [f"| `{examples[name]}` | {one.description} |" for name, one in FUNCTIONS.items()]
    return "\n".join(["| expression | prints |", "|---|---|", *rows])


def _decks_table() -> str:
    rows = [
        f"| {form.program} | {form.name and f'`{form.name}`'} | {', '.join(map(_ending, form.endings))} "
        f"| {form.loads} | {form.saves} |"
        for form in FORMATS
    ]
    head = ["| program | `export list --as` | ending | read | written |", "|---|---|---|---|---|"]
    return "\n".join([*head, *rows])


def _ending(ending: str) -> str:
    """An ending of deck files, in bold if it makes a file of a folder a deck."""
    return f"**`{ending}`**" if ending in DECK_ENDINGS else f"`{ending}`"


def _hooks() -> str:
    """Hooks of pre-commit, with the endings of deck files."""
    endings = "|".join(ending.removeprefix(".") for ending in DECK_ENDINGS)
    text = HOOKS.read_text(encoding="utf-8")
    return re.sub(r"(?<=decks/\[\^/\]\+\\\.\()[^)]*", endings, text)


def _as_written(record: Measure | CountMethod) -> str:
    """How `game.yaml` writes a measure or a count."""
    keys = ", ".join(f"{key}: …" for key, one in record.arguments.items() if one.is_required)
    if isinstance(record, CountMethod) and not record.of_zone:
        return f"`{keys}`"
    return f"`measure: {{{keys}}}`" if keys else f"`measure: {record.id}`"


def _with_table(page: str, name: str, table: str) -> str:
    """Text of a page with the table between its two comments replaced."""
    start, end = f"<!-- {name}: written by make docs -->\n\n", "\n\n<!-- end -->"
    before, _, rest = page.partition(start)
    return before + start + table + end + rest.partition(end)[2]


# Kinds of boxes.

_FIRST_OF_BOXES = '    "box": {\n'
"""Where the definitions of boxes begin in the schema of faces; they are its last."""


def _face_schema() -> str:
    text = FACE_SCHEMA.read_text(encoding="utf-8")
    before, _, _ = text.partition(_FIRST_OF_BOXES)
    known = json.loads(text)["$defs"]
    definitions = {"box": _any_box()}
    for prefix in ("", *(f"{kind.kind}_" for kind in kinds().values() if _changing(kind))):
        for key in CHANGES:
            definitions[f"{prefix}{key}"] = _changes_for(known[key], prefix)
        keys = _changing(kinds()[prefix[:-1]]) if prefix else {}
        definitions[f"{prefix}changes"] = _changes(keys)
    definitions |= {f"{name}_box": _box(kind) for name, kind in kinds().items()}
    parts = ",\n".join(_definition(name, part) for name, part in definitions.items())
    return f"{before}{parts}\n  }}\n}}\n"


def _any_box() -> dict[str, Any]:
    """Schema of a box: that of the first kind whose key it has."""
    choice: dict[str, Any] = {}
    for name in reversed(kinds()):
        then = {"if": {"required": [name]}, "then": {"$ref": f"#/$defs/{name}_box"}}
        choice = then | ({"else": choice} if choice else {})
    return {"type": "object", "anyOf": [{"required": [name]} for name in kinds()], **choice}


def _changing(kind: type[Box]) -> dict[str, Any]:
    """Keys of a kind of boxes that can differ in a language or for a target."""
    return {name: dict(one.schema) for name, one in kind.keys().items() if one.changes}


def _changes_for(known: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """Schema of changes by language or target, which is the same for all kinds but for the changes."""
    changes = {**known["additionalProperties"], "$ref": f"#/$defs/{prefix}changes"}
    return {**known, "additionalProperties": changes}


def _changes(keys: Mapping[str, Any]) -> dict[str, Any]:
    common = {name: {"$ref": f"#/$defs/common/{name}"} for name in ("at", "height", "turn")}
    properties = {**keys, "drop": {"$ref": "#/$defs/drop"}, **common}
    return {"type": "object", "minProperties": 1, "additionalProperties": False, "properties": properties}


def _own_keys(kind: type[Box]) -> dict[str, Any]:
    """Keys of a kind of boxes without those that all have, its name first."""
    keys = {name: one for name, one in kind.keys().items() if one is not Box.keys().get(name)}
    return {kind.kind: keys.pop(kind.kind), **keys}


def _box(kind: type[Box]) -> dict[str, Any]:
    """Schema of a kind of boxes."""
    keys = _own_keys(kind)
    prefix = f"{kind.kind}_" if _changing(kind) else ""
    changes = {key: {"$ref": f"#/$defs/{prefix}{key}"} for key in CHANGES if kind.common}
    required = [name for name, one in keys.items() if one.is_required and name != kind.kind]
    return {
        "description": kind.__doc__,
        "additionalProperties": False,
        **({"required": required} if required else {}),
        **({"anyOf": [{"required": [name]} for name in kind.one_required]} if kind.one_required else {}),
        "properties": {
            **changes,
            **{name: dict(one.schema) for name, one in keys.items()},
            **{name: {"$ref": f"#/$defs/common/{name}"} for name in kind.common},
        },
    }


def _boxes_table() -> str:
    rows = []
    for kind in kinds().values():
        own = {name: one for name, one in _own_keys(kind).items() if name not in {kind.kind, "id"}}
        others = ", ".join(
            f"`{name}`" + (f" ({one.aside})" if one.aside else "") for name, one in own.items()
        )
        rows.append(f"| `{kind.example}` | {kind.draws} | {others} |".replace("|  |", "| |"))
    return "\n".join(["| box | draws | other keys |", "|---|---|---|", *rows])


if __name__ == "__main__":
    for file, text in written().items():
        file.write_text(text, encoding="utf-8")
