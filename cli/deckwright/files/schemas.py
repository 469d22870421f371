"""Check documents against JSON Schema, and explain each mismatch in plain words with its line and column."""

from __future__ import annotations

import json
import re
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from deckwright import resources
from deckwright.findings import Finding
from deckwright.messages import later, tr, trn
from deckwright.model.languages import TAG, canonical_tag
from deckwright.model.query.matching import DAY, day_of
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from deckwright.files.yaml import Document
    from deckwright.findings import Where


# Messages for values that violate their JSON Schema.

_LONGEST = 60
_NUMBERS = ("integer", "number")
_NUMBER = re.compile(r"-?\d+")
_NAMES = re.compile(r"[\w-]+(, *[\w-]+)*")


class SchemaError(NamedTuple):
    """One thing wrong: the path of the value (or of a key, where `is_key`), and the message."""

    path: tuple[str | int, ...]
    message: str
    is_key: bool = False


class Mismatch(NamedTuple):
    """A value that violates a keyword of a schema: the mapping that has the keyword, and the value with its path.

    `alternatives` are the mismatches of each alternative that the value does not match either. `is_inside` if it is a part
    of the value that an alternative was for, and `is_key` if it is a key.
    """

    keyword: str
    schema: Mapping[str, Any]
    value: Any
    path: tuple[str | int, ...]
    alternatives: list[list[Mismatch]]
    is_inside: bool = False
    is_key: bool = False

    @property
    def expected(self) -> Any:
        """What the schema says for the keyword."""
        return self.schema[self.keyword]

    @classmethod
    def of(cls, error: Any, whole: tuple[Any, Any], above: int = 0) -> Mismatch:
        """Make one of an error of jsonschema-rs in a schema and a value; it is in a part at a path of so many steps."""
        schema, value = whole
        path = tuple(error.instance_path)
        groups = getattr(error.kind, "context", ())
        alternatives = [[cls.of(one, whole, len(path)) for one in group] for group in groups]
        *place, keyword = error.schema_path
        is_key = error.kind.name == "propertyNames"
        found = error.kind.error.instance if is_key else _part(value, path)
        is_inside = len(path) > above
        return cls(keyword, _part(schema, place), found, path, alternatives, is_inside, is_key)


def _part(whole: Any, path: Iterable[str | int]) -> Any:
    for step in path:
        # Keys of digits are numbers in the paths of jsonschema-rs.
        whole = whole[str(step) if isinstance(whole, dict) else step]
    return whole


def schema_errors(mismatch: Mismatch, known: AbstractSet[str] = frozenset()) -> Iterator[SchemaError]:
    """Explain a mismatch: an error for each unknown key, else one. `known` are the keys of the schema, if they are at hand."""
    if mismatch.keyword == "additionalProperties":
        yield from _unknown_keys(mismatch, sorted(mismatch.schema.get("properties", {})))
    elif _only_requires(mismatch):
        yield _of_one_required(mismatch, known)
    elif mismatch.alternatives and not _choices_of(mismatch):
        yield from _of_alternatives(mismatch)
    else:
        yield _fault_of(mismatch)


def _of_one_required(mismatch: Mismatch, known: AbstractSet[str]) -> SchemaError:
    """Explain a mapping that has none of some keys: by a key that may be meant as one of them.

    That is the first one that is spelt much like one of them, or else the first unknown one, if others are known: in a
    mapping without any of those, keys may be free.
    """
    names = [key for one in mismatch.expected for key in one["required"]]
    keys = [] if "additionalProperties" in mismatch.schema else [*map(str, mismatch.value)]
    strangers = [key for key in keys if key not in known]
    near = (key for key in strangers if nearest(key, names))
    if meant := next(near, strangers[0] if 0 < len(strangers) < len(keys) else ""):
        return SchemaError((*mismatch.path, meant), _unknown(meant, names), is_key=True)
    return _fault_of(mismatch)


def _unknown_keys(mismatch: Mismatch, known: Sequence[str]) -> Iterator[SchemaError]:
    for key, value in mismatch.value.items():
        if key not in known:
            is_text = value is None and " " in key.strip()
            message = _text_as_key(key, known) if is_text else _unknown(key, known)
            yield SchemaError((*mismatch.path, key), message, is_key=True)


def _text_as_key(key: str, known: Sequence[str]) -> str:
    """Explain a key without a value that contains spaces: `{level 3}`, or what follows a comma in a text."""
    first = key.split(maxsplit=1)[0]
    if first in known:
        return tr("Missing colon after {key}.", key=first)
    return tr(
        "{text} is not a key. Put quotes around a text that contains a comma.",
        text=shown(key),
    )


def _fault_of(mismatch: Mismatch) -> SchemaError:
    if choices := _choices_of(mismatch):
        return SchemaError(mismatch.path, _choice(mismatch.value, choices, choices))
    if mismatch.is_key:
        return SchemaError((*mismatch.path, str(mismatch.value)), _sentence(mismatch), is_key=True)
    return SchemaError(mismatch.path, _sentence(mismatch))


def _of_alternatives(mismatch: Mismatch) -> Iterator[SchemaError]:
    """Explain a value that matches no alternative: by the most likely one, or else by all of them."""
    of_its_type = [one for one in mismatch.alternatives if not any(map(_is_of_another_type, one))]
    if not of_its_type:
        yield SchemaError(mismatch.path, _no_alternative(mismatch.value, [*_leaves(mismatch)]))
    elif isinstance(mismatch.value, dict) and len(of_its_type) > 1:
        yield from _of_mappings(mismatch, of_its_type)
    else:
        yield from (fault for one in of_its_type[0] for fault in schema_errors(one))


def _is_of_another_type(mismatch: Mismatch) -> bool:
    """Whether an alternative takes values of other types only, perhaps in alternatives of its own."""
    if mismatch.is_inside:
        return False
    if mismatch.alternatives and not _only_requires(mismatch):
        return all(any(map(_is_of_another_type, alternative)) for alternative in mismatch.alternatives)
    return mismatch.keyword in {"type", "enum"}


def _leaves(mismatch: Mismatch) -> Iterator[Mismatch]:
    """Yield the mismatches of all alternatives, also of alternatives within them."""
    for one in (one for alternative in mismatch.alternatives for one in alternative):
        if one.alternatives and not one.is_inside and not _only_requires(one):
            yield from _leaves(one)
        else:
            yield one


def _no_alternative(value: Any, mismatches: Sequence[Mismatch]) -> str:
    """Explain a value that is of none of the types of some alternatives."""
    choices = [choice for one in mismatches if one.keyword == "enum" for choice in _choices_of(one)]
    types = [one for one in mismatches if one.keyword == "type"]
    if not choices:
        return _type(value, [one.expected for one in types], None)
    forms = [_form(one) for one in types]
    return _choice(value, choices, [*choices, *forms])


def _form(mismatch: Mismatch) -> str:
    """Sketch what an alternative takes: its type, or the keys that it must have."""
    keys = mismatch.schema.get("required", ()) if mismatch.expected == "object" else ()
    return f"{{{', '.join(f'{key}: …' for key in keys)}}}" if keys else _type_names(mismatch.expected)


def _of_mappings(mismatch: Mismatch, alternatives: Sequence[Sequence[Mismatch]]) -> Iterator[SchemaError]:
    """Explain a mapping by the alternative that knows most of its keys, or by all that know equally many."""
    strangers = [_strangers(errors) for errors in alternatives]
    fewest = min(map(len, strangers))
    best = [errors for errors, keys in zip(alternatives, strangers, strict=True) if len(keys) == fewest]
    complete = [errors for errors in best if not any(one.keyword == "required" for one in errors)]
    best = complete if len(complete) == 1 else best
    if len(best) == 1 or (mismatch.value and not fewest):
        yield from (fault for one in best[0] for fault in schema_errors(one))
        return
    known = {key: None for errors in best for one in errors for key in one.schema.get("properties", ())}
    if not mismatch.value:
        required = [one for errors in best for one in errors if one.keyword == "required"]
        names = dict.fromkeys(one.expected[0] for one in required)
        yield SchemaError(mismatch.path, _one_is_missing(names))
    elif set(mismatch.value) <= set(known):
        message = tr("Only one of these keys can be used here: {names}.", names=", ".join(mismatch.value))
        yield SchemaError(mismatch.path, message)
    else:
        yield from _unknown_keys(mismatch, list(known))


def _strangers(mismatches: Iterable[Mismatch]) -> set[str]:
    """Find the keys of a mapping that one alternative does not know."""
    extra = [one for one in mismatches if one.keyword == "additionalProperties" and not one.is_inside]
    return {key for one in extra for key in one.value if key not in one.schema.get("properties", ())}


def _choices_of(mismatch: Mismatch) -> list[str]:
    """Allowed values here, if the schema is a plain choice."""
    if mismatch.keyword == "enum":
        return [str(value) for value in mismatch.expected]
    if mismatch.keyword == "oneOf" and all("const" in one for one in mismatch.expected):
        return [str(one["const"]) for one in mismatch.expected]
    return []


def _only_requires(mismatch: Mismatch) -> bool:
    return mismatch.keyword == "anyOf" and all(set(one) == {"required"} for one in mismatch.expected)


def _choice(value: Any, choices: list[str], forms: list[str]) -> str:
    """Explain a value that is none of the choices; `forms` are all that can be written, the choices first."""
    near = nearest(str(value), choices)
    if near:
        return tr(
            "{value} is not allowed here. Did you mean {names}?", value=shown(value), names=", ".join(near)
        )
    return tr("{value} is not allowed here. Use one of: {names}.", value=shown(value), names=", ".join(forms))


def _unknown(key: str, known: Sequence[str]) -> str:
    near = nearest(key, list(known))
    if near:
        return tr("Unknown key: {key}. Did you mean {names}?", key=key, names=", ".join(near))
    return tr("Unknown key: {key}. Use one of: {names}.", key=key, names=", ".join(known) or "–")


def shown(value: Any) -> str:
    """Show a value in a message as data writes it, not too long."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
    return tr("“{text}”", text=text) if isinstance(value, str) else text


def _sentence(mismatch: Mismatch) -> str:
    say = SENTENCES.get(mismatch.keyword)
    return (
        say(mismatch.value, mismatch.expected, mismatch.schema)
        if say
        else tr("{value} is not valid here.", value=shown(mismatch.value))
    )


def _type(value: Any, expected: str | list[str], schema: Mapping[str, Any] | None) -> str:
    types = [expected] if isinstance(expected, str) else expected
    numbers = [one for one in types if one in _NUMBERS]
    if value is None:
        return tr("Missing value: expected {type}.", type=_type_names(types))
    if "string" in types and not numbers and not isinstance(value, list | dict):
        return tr("{value} is not a text. Put it in quotes.", value=shown(value))
    if isinstance(value, str) and numbers and _NUMBER.fullmatch(value):
        return tr(
            "{value} is a text, not {type}. Remove the quotes.",
            value=shown(value),
            type=_type_names(numbers),
        )
    message = tr("{value} is not {type}.", value=shown(value), type=_type_names(types))
    if types == ["array"] and isinstance(value, str) and _NAMES.fullmatch(value):
        return f"{message} {tr('Put it in brackets: {example}.', example=f'[{value}]')}"
    examples = [_written(one) for one in schema.get("examples", ())] if schema else []
    return f"{message} {tr('Write for example: {example}.', example=examples[0])}" if examples else message


def _written(mapping: Mapping[str, Any]) -> str:
    """Write a mapping on one line of YAML."""
    return "{" + ", ".join(f"{key}: {json.dumps(value)}" for key, value in mapping.items()) + "}"


def _type_names(expected: str | list[str]) -> str:
    names = {
        "integer": tr("a whole number"),
        "number": tr("a number"),
        "string": tr("a text"),
        "array": tr("a list"),
        "object": tr("a mapping of keys and values"),
        "boolean": tr("true or false"),
    }
    *others, last = [names[one] for one in ([expected] if isinstance(expected, str) else expected)]
    return tr("{one} or {other}", one=", ".join(others), other=last) if others else last


def _required(value: Any, required: list[str], _: Any) -> str:
    missing = [key for key in required if key not in value]
    return tr("Missing: {names}.", names=", ".join(missing))


def _pattern(value: Any, pattern: str, schema: Mapping[str, Any]) -> str:
    if pattern == TAG and (tag := canonical_tag(value)):
        return _choice(value, [tag], [tag])
    form = MEANINGS.get(str(schema.get("title"))) or FORMS.get(pattern)
    if form is None:
        return tr(
            "Invalid value: {value}. It must match {pattern}.",
            value=shown(value),
            pattern=pattern,
        )
    return tr("Invalid value: {value}. Use {wanted}.", value=shown(value), wanted=tr(form))


_ICON = later("mdi:name, ph:name, fa:name, or the name of an SVG file of the game")
_COLOUR = later("# and six of 0-9 and a-f, or the name of a colour")
FORMS = {
    "^[a-z0-9]+(-[a-z0-9]+)*$": later("lowercase letters and digits, with single hyphens between them"),
    "^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$": later("the name of a target, or of its file, such as my-shop.yaml"),
    "^[a-z][a-z0-9_]*$": later("a lowercase letter, then lowercase letters, digits and underscores"),
    "^[A-Za-z][A-Za-z0-9_]*$": later("a letter, then letters, digits and underscores"),
    "^[Mm][ 0-9.+-]": later("the data of an SVG path, such as M0 0H9V9Z"),
    r"^\$([a-z][a-z0-9_]*|\(.+\))$": later("a number, or a variable such as $margin or $(2 * margin)"),
    TAG: later("a language tag such as it, pt-BR or zh-Hant"),
    "^[a-z][a-z0-9_-]*$": later(
        "a lowercase letter, then lowercase letters, digits, underscores and hyphens"
    ),
    "^[A-Za-z_][A-Za-z0-9_-]*$": later(
        "a letter or underscore, then letters, digits, underscores and hyphens"
    ),
    "^((mdi|ph|fa):)?[a-z0-9]+(-[a-z0-9]+)*$": _ICON,
    r"^(((mdi|ph|fa):)?[a-z0-9]+(-[a-z0-9]+)*|\{(icon|entry|icon:[a-z][a-z0-9_]*|mark:[a-z0-9-]+)\})$": _ICON,
    r"^-?[0-9]{1,9}(/[1-9][0-9]{0,8}|(\.[0-9]{1,9})?%)$": later(
        "a number, a fraction such as 1/3, or a percentage"
    ),
    r"^lists/[A-Za-z0-9._-]+\.csv$": later("a CSV file in the folder lists, such as lists/points.csv"),
    "^[1-9][0-9]{0,3}$": later("a whole number from 1 to 9999"),
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}$": later("a date such as 2026-01-31"),
    "^#[0-9a-f]{6}$": _COLOUR,
    "^(#[0-9a-f]{6}|[a-z][a-z0-9_]*)$": _COLOUR,
    r"^([^{}]|\{(title|game|language|page|pages)\})*$": later(
        "only {{title}}, {{game}}, {{language}}, {{page}} or {{pages}} in braces"
    ),
}
"""What the patterns of the schemas ask for; a test holds this table complete."""
MEANINGS = {
    "bound": later(
        "a number without quotes, the name of a number field, or keys such as {{field: size, of: leader}}"
    ),
    "list": later("the name of a list, such as points, or the cards themselves"),
    "card": later("the id of a card, such as tree-frog"),
    "colour": later("the name of a colour, which you can add under palette"),
}
"""What a name stands for, by the title that a schema gives its pattern."""


def _format(value: Any, _: str, __: Any) -> str:
    if not DAY.fullmatch(value):
        return tr(
            "Invalid value: {value}. Use {wanted}.",
            value=shown(value),
            wanted=tr("a date such as 2026-01-31"),
        )
    return tr("The date {day} does not exist.", day=value)


def _length(value: Any, least: int, _: Any) -> str:
    if not value:
        return tr("A value is required here.")
    return trn(
        "{value} is too short: at least {count} required.",
        "{value} is too short: at least {count} required.",
        least,
        value=shown(value),
    )


def _dependent(value: Any, dependencies: Mapping[str, list[str]], schema: Mapping[str, Any]) -> str:
    key, needed = next(
        pair for pair in dependencies.items() if pair[0] in value and not {*pair[1]} <= value.keys()
    )
    sorts = {name for one in schema.get("anyOf", ()) for name in one.get("required", ())}
    owners = [name for name in needed if name in sorts]
    if owners and key not in sorts and sorts & value.keys():
        return tr("{key} can only be used with {names}.", key=key, names=", ".join(owners))
    return tr("{key} also requires {names}.", key=key, names=", ".join(needed))


def _one_is_missing(names: Iterable[str]) -> str:
    return tr("Missing one of these keys: {names}.", names=", ".join(names))


SENTENCES: dict[str, Callable[[Any, Any, Any], str]] = {
    "type": _type,
    "required": _required,
    "pattern": _pattern,
    "format": _format,
    "minLength": _length,
    "minItems": _length,
    "minProperties": _length,
    "minimum": lambda value, least, _: tr(
        "{value} is too small: the minimum is {limit}.", value=shown(value), limit=least
    ),
    "maximum": lambda value, most, _: tr(
        "{value} is too large: the maximum is {limit}.", value=shown(value), limit=most
    ),
    "maxLength": lambda value, most, _: tr(
        "{value} is too long: at most {limit} characters.", value=shown(value), limit=most
    ),
    "maxItems": lambda _, most, __: tr("This list is too long: at most {limit} entries.", limit=most),
    "uniqueItems": lambda value, _, __: tr("{value} contains an entry twice.", value=shown(value)),
    "exclusiveMinimum": lambda value, least, _: tr(
        "{value} is too small: it must be more than {limit}.", value=shown(value), limit=least
    ),
    "dependentRequired": _dependent,
    "anyOf": lambda _, options, __: _one_is_missing(key for one in options for key in one["required"]),
}


# Check documents against JSON Schema, with every fault at its line and column.


class Schema:
    """A JSON Schema, compiled once.

    Raises:
        ValueError: it is none.
    """

    def __init__(self, schema: Mapping[str, Any]) -> None:
        import jsonschema_rs

        self._schema = schema
        self._validator = jsonschema_rs.Draft202012Validator(
            dict(schema), retriever=_never, validate_formats=True, formats={"date": _is_day}
        )

    def is_valid(self, value: Any) -> bool:
        """Whether a plain value fits."""
        return self._validator.is_valid(value)

    def check(self, value: Any, document: Document, *path: str | int) -> list[Finding]:
        """Every fault of a value that is, or is missing, at `path` of a document."""
        return [] if self.is_valid(value) else self._explain(value, document, path)

    def faults(self, value: Any) -> list[SchemaError]:
        """Every fault of a plain value."""
        mismatches = (
            Mismatch.of(error, (self._schema, value)) for error in self._validator.iter_errors(value)
        )
        return [error for mismatch in mismatches for error in schema_errors(mismatch, self._keys)]

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
    def _keys(self) -> frozenset[str]:
        """Keys that any mapping of the schema can have."""
        return frozenset(_keys_in(self._schema))


def _keys_in(schema: Any) -> Iterator[str]:
    """Yield the names of all properties in a schema."""
    if isinstance(schema, dict):
        yield from schema["properties"] if isinstance(schema.get("properties"), dict) else ()
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _keys_in(part)


def _is_day(text: str) -> bool:
    return day_of(text) is not None


def pattern_error(schema: Mapping[str, Any]) -> SchemaError | None:
    """Error of a game's own schema whose pattern is not a regular expression."""
    try:
        Schema(schema)
    except ValueError as error:
        path = tuple(getattr(error, "instance_path", ()))
        return SchemaError(path, tr("This is not a valid regular expression."))
    return None


def _by_place(found: tuple[Where, str]) -> tuple[int, int, str]:
    where, message = found
    return where.line, where.column, message


def _never(uri: str) -> NoReturn:
    msg = f"a schema refers to {uri}; schemas are whole, and nothing is fetched"
    raise ValueError(msg)


@cache
def schema(name: str) -> Schema:
    """One of the schemas that come with the program: `game`, `cards`, `deck`, `face`, `sheet`."""
    return Schema(json.loads(resources.schema(name).read_bytes()))


def definition_in(name: str, part: str) -> Schema:
    """Part that the schema called `name` defines under `$defs`."""
    whole = json.loads(resources.schema(name).read_bytes())
    return Schema({"$ref": f"#/$defs/{part}", "$defs": whole["$defs"]})


def check_document(document: Document, name: str) -> list[Finding]:
    """Every fault of a document against the schema called `name`, in order of place."""
    return schema(name).check(document.value, document)
