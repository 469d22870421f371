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


def schema_errors(error: Any, known: AbstractSet[str] = frozenset()) -> Iterator[SchemaError]:
    """Explain one of jsonschema's errors: a fault for each unknown key, else one. `known` are the keys of the schema, if they are at hand."""
    if error.validator == "additionalProperties":
        yield from _unknown_keys(error, sorted(error.schema.get("properties", {})))
    elif _only_requires(error):
        yield _of_one_required(error, known)
    elif error.context and not _choices_of(error):
        yield from _of_alternatives(error)
    else:
        yield _fault_of(error)


def _of_one_required(error: Any, known: AbstractSet[str]) -> SchemaError:
    """Explain a mapping that has none of some keys: by a key that may be meant as one of them.

    That is the first one that is spelt much like one of them, or else the first unknown one, if others are known: in a
    mapping without any of those, keys may be free.
    """
    names = [key for schema in error.validator_value for key in schema["required"]]
    keys = [] if "additionalProperties" in error.schema else [*map(str, error.instance)]
    strangers = [key for key in keys if key not in known]
    near = (key for key in strangers if nearest(key, names))
    if meant := next(near, strangers[0] if 0 < len(strangers) < len(keys) else ""):
        return SchemaError((*error.absolute_path, meant), _unknown(meant, names), is_key=True)
    return _fault_of(error)


def _unknown_keys(error: Any, known: Sequence[str]) -> Iterator[SchemaError]:
    for key, value in error.instance.items():
        way = WAYS.get((error.schema.get("title"), key))
        if way:
            yield SchemaError((*error.absolute_path, key), f"{_unknown(key, ())} {tr(way)}", is_key=True)
        elif key not in known:
            is_text = value is None and " " in key.strip()
            message = _text_as_key(key, known) if is_text else _unknown(key, known)
            yield SchemaError((*error.absolute_path, key), message, is_key=True)


def _text_as_key(key: str, known: Sequence[str]) -> str:
    """Explain a key without a value that contains spaces: `{level 3}`, or what follows a comma in a text."""
    first = key.split(maxsplit=1)[0]
    if first in known:
        return tr("Missing colon after {key}.", key=first)
    return tr("{text} is not a key. Put quotes around a text that contains a comma.", text=shown(key))


def _fault_of(error: Any) -> SchemaError:
    path = tuple(error.absolute_path)
    choices = _choices_of(error)
    if choices:
        return SchemaError(path, _choice(error.instance, choices, choices))
    if "propertyNames" in error.absolute_schema_path:
        return SchemaError((*path, str(error.instance)), _sentence(error), is_key=True)
    if error.validator == "required":
        path += tuple(key for key in error.validator_value if key not in error.instance)[:1]
    return SchemaError(path, _sentence(error))


def _of_alternatives(error: Any) -> Iterator[SchemaError]:
    """Explain a value that matches no alternative: by the most likely one, or else by all of them."""
    of_its_type = [errors for errors in _alternatives(error) if not any(map(_is_of_another_type, errors))]
    if not of_its_type:
        yield SchemaError(tuple(error.absolute_path), _no_alternative(error.instance, [*_leaves(error)]))
    elif isinstance(error.instance, dict) and len(of_its_type) > 1:
        yield from _of_mappings(error, of_its_type)
    else:
        yield from (fault for inner in of_its_type[0] for fault in schema_errors(inner))


def _alternatives(error: Any) -> list[list[Any]]:
    """The errors of each alternative that a value does not match."""
    alternatives: dict[int, list[Any]] = {}
    for inner in error.context:
        alternatives.setdefault(inner.relative_schema_path[0], []).append(inner)
    return [*alternatives.values()]


def _is_of_another_type(error: Any) -> bool:
    """Whether an alternative takes values of other types only, perhaps in alternatives of its own."""
    if error.relative_path:
        return False
    if error.context and not _only_requires(error):
        return all(any(map(_is_of_another_type, errors)) for errors in _alternatives(error))
    return error.validator in {"type", "enum"}


def _leaves(error: Any) -> Iterator[Any]:
    """Yield the errors of all alternatives, also of alternatives within them."""
    for inner in error.context:
        if inner.context and not inner.relative_path and not _only_requires(inner):
            yield from _leaves(inner)
        else:
            yield inner


def _no_alternative(value: Any, errors: Sequence[Any]) -> str:
    """Explain a value that is of none of the types of some alternatives."""
    mismatches = [error for error in errors if error.validator in {"type", "enum"}]
    choices = [choice for error in mismatches for choice in _choices_of(error)]
    types = [error for error in mismatches if error.validator == "type"]
    if not choices:
        return _type(value, [error.validator_value for error in types], None)
    forms = [_form(error) for error in types]
    return _choice(value, choices, [*choices, *forms])


def _form(error: Any) -> str:
    """Sketch what an alternative takes: its type, or the keys that it must have."""
    keys = error.schema.get("required", ()) if error.validator_value == "object" else ()
    return f"{{{', '.join(f'{key}: …' for key in keys)}}}" if keys else _type_names(error.validator_value)


def _of_mappings(error: Any, alternatives: Sequence[Sequence[Any]]) -> Iterator[SchemaError]:
    """Explain a mapping by the alternative that knows most of its keys, or by all that know equally many."""
    strangers = [_strangers(errors) for errors in alternatives]
    fewest = min(map(len, strangers))
    best = [errors for errors, keys in zip(alternatives, strangers, strict=True) if len(keys) == fewest]
    complete = [errors for errors in best if not any(each.validator == "required" for each in errors)]
    best = complete if len(complete) == 1 else best
    if len(best) == 1 or (error.instance and not fewest):
        yield from (fault for each in best[0] for fault in schema_errors(each))
        return
    known_keys = {
        key: None for errors in best for each in errors for key in each.schema.get("properties", ())
    }
    if not error.instance:
        required = [each for errors in best for each in errors if each.validator == "required"]
        names = dict.fromkeys(each.validator_value[0] for each in required)
        yield SchemaError(tuple(error.absolute_path), _one_is_missing(names))
    elif set(error.instance) <= set(known_keys):
        message = tr("Only one of these keys can be used here: {names}.", names=", ".join(error.instance))
        yield SchemaError(tuple(error.absolute_path), message)
    else:
        yield from _unknown_keys(error, list(known_keys))


def _strangers(errors: Sequence[Any]) -> set[str]:
    """Find the keys of a mapping that one alternative does not know."""
    extra = [each for each in errors if each.validator == "additionalProperties" and not each.relative_path]
    return {key for each in extra for key in each.instance if key not in each.schema.get("properties", ())}


def _choices_of(error: Any) -> list[str]:
    """Allowed values here, if the schema is a plain choice."""
    if error.validator == "enum":
        return [str(value) for value in error.validator_value]
    if error.validator == "oneOf" and all("const" in choice for choice in error.validator_value):
        return [str(choice["const"]) for choice in error.validator_value]
    return []


def _only_requires(error: Any) -> bool:
    return error.validator == "anyOf" and all(set(schema) == {"required"} for schema in error.validator_value)


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
    if not known:
        return tr("Unknown key: {key}.", key=key)
    if near:
        return tr("Unknown key: {key}. Did you mean {names}?", key=key, names=", ".join(near))
    return tr("Unknown key: {key}. Use one of: {names}.", key=key, names=", ".join(known))


def shown(value: Any) -> str:
    """Show a value in a message as data writes it, not too long."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
    return tr("“{text}”", text=text) if isinstance(value, str) else text


def _sentence(error: Any) -> str:
    say = SENTENCES.get(str(error.validator))
    return (
        say(error.instance, error.validator_value, error)
        if say
        else tr("{value} is not valid here.", value=shown(error.instance))
    )


def _type(value: Any, expected: str | list[str], error: Any) -> str:
    types = [expected] if isinstance(expected, str) else expected
    numbers = [name for name in types if name in _NUMBERS]
    if value is None:
        return tr("Missing value: expected {type}.", type=_type_names(types))
    if "string" in types and not numbers and not isinstance(value, list | dict):
        pattern = error and error.schema.get("pattern")
        if pattern and not re.search(pattern, str(value)):
            return SENTENCES["pattern"](str(value), pattern, error)
        return tr("{value} is not a text. Put it in quotes.", value=shown(value))
    if isinstance(value, str) and numbers and _NUMBER.fullmatch(value):
        return tr(
            "{value} is a text, not {type}. Remove the quotes.", value=shown(value), type=_type_names(numbers)
        )
    message = tr("{value} is not {type}.", value=shown(value), type=_type_names(types))
    takes_list = types == ["array"] or (error is None and "array" in types)
    if takes_list and isinstance(value, str) and _NAMES.fullmatch(value):
        return f"{message} {tr('Put it in brackets: {example}.', example=f'[{value}]')}"
    examples = [
        "{" + ", ".join(f"{key}: {json.dumps(value)}" for key, value in example.items()) + "}"
        for example in (error.schema.get("examples", ()) if error else ())
    ]
    return f"{message} {tr('Write for example: {example}.', example=examples[0])}" if examples else message


def _type_names(expected: str | list[str]) -> str:
    names = {
        "integer": tr("a whole number"),
        "number": tr("a number"),
        "string": tr("a text"),
        "array": tr("a list"),
        "object": tr("a mapping of keys and values"),
        "boolean": tr("true or false"),
    }
    *others, last = [names[name] for name in ([expected] if isinstance(expected, str) else expected)]
    return tr("{one} or {other}", one=", ".join(others), other=last) if others else last


def _required(value: Any, required: list[str], _: Any) -> str:
    missing = [key for key in required if key not in value]
    return tr("Missing: {names}.", names=", ".join(missing))


def _pattern(value: Any, pattern: str, error: Any) -> str:
    if pattern == TAG and (tag := canonical_tag(value)):
        return _choice(value, [tag], [tag])
    form = MEANINGS.get(error.schema.get("title")) or FORMS.get(pattern)
    if form is None:
        return tr("Invalid value: {value}. It must match {pattern}.", value=shown(value), pattern=pattern)
    return tr("Invalid value: {value}. Use {wanted}.", value=shown(value), wanted=tr(form))


_ICON = later("mdi:name, ph:name, fa:name, or the name of an SVG file of the game")
_COLOUR = later("# and six of 0-9 and a-f, or the name of a colour")
FORMS = {
    "^[a-z0-9]+(-[a-z0-9]+)*$": later("lowercase letters and digits, with single hyphens between them"),
    "^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$": later("the name of a target, or of its file, such as my-shop.yaml"),
    "^[a-z][a-z0-9_]*$": later("a lowercase letter, then lowercase letters, digits and underscores"),
    "^[A-Za-z][A-Za-z0-9_]*$": later("a letter, then letters, digits and underscores"),
    "^[A-Za-z0-9][A-Za-z0-9_]*$": later("a letter or digit, then letters, digits and underscores"),
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
    r"^(((mdi|ph|fa):)?[a-z0-9]+(-[a-z0-9]+)*|\{(icon|entry|icon:[A-Za-z0-9][A-Za-z0-9_]*|mark:[a-z0-9-]+)\})$": _ICON,
    r"^-?[0-9]{1,9}(/[1-9][0-9]{0,8}|(\.[0-9]{1,9})?%)$": later(
        "a number, a fraction such as 1/3, or a percentage"
    ),
    r"^lists/[A-Za-z0-9._-]+\.csv$": later("a CSV file in the folder lists, such as lists/points.csv"),
    r"^[^\n]+$": later("a text on one line"),
    "^[1-9][0-9]{0,3}$": later("a whole number from 1 to 9999"),
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}$": later("a date such as 2026-01-31"),
    "^#[0-9a-f]{6}$": _COLOUR,
    "^(#[0-9a-f]{6}|own)$": _COLOUR,
    "^(#[0-9a-f]{6}|[a-z][a-z0-9_]*)$": _COLOUR,
    r"^([^{}]|\{(title|game|language|page|pages|date|print|version)\})*$": later(
        "only {{title}}, {{game}}, {{language}}, {{page}}, {{pages}}, {{date}}, {{print}} or {{version}} in braces"
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


_DIFFERENT = later(
    "An option limits copies. To limit different cards, write a rule that counts them: “over”, “measure: distinct” and “max”."
)
WAYS = {
    ("option", "measure"): _DIFFERENT,
    ("option", "distinct"): _DIFFERENT,
    ("requirement", "when"): later(
        "In “any”, write the condition as a requirement of its own in a list: [{{over: …, min: 1}}, {{max: 2}}]. "
        "In “all”, write a rule of its own with “when”."
    ),
    ("condition", "or"): later("Put conditions of which one is enough under “any”."),
}
"""The way to say what people write with a key that is unknown, by the title of the schema and the key."""


class ValueFormat(NamedTuple):
    """What `format` asks of a text: whether one fits, and what is said of one that does not."""

    accepts: Callable[[str], bool]
    problem: Callable[[str], str]


def _no_day(value: str) -> str:
    if not DAY.fullmatch(value):
        wanted = tr("a date such as 2026-01-31")
        return tr("Invalid value: {value}. Use {wanted}.", value=shown(value), wanted=wanted)
    return tr("The date {day} does not exist.", day=value)


VALUE_FORMATS = {"date": ValueFormat(lambda text: day_of(text) is not None, _no_day)}
"""By their names in schemas."""


def _length(value: Any, least: int, _: Any) -> str:
    if not value:
        return tr("A value is required here.")
    return trn(
        "{value} is too short: at least {count} required.",
        "{value} is too short: at least {count} required.",
        least,
        value=shown(value),
    )


def _dependent(value: Any, dependencies: Mapping[str, list[str]], error: Any) -> str:
    key, needed = next(
        pair for pair in dependencies.items() if pair[0] in value and not {*pair[1]} <= value.keys()
    )
    sorts = {name for schema in error.schema.get("anyOf", ()) for name in schema.get("required", ())}
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
    "format": lambda value, name, _: VALUE_FORMATS[name].problem(value),
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
    "maxItems": lambda _, most, __: trn(
        "This list is too long: at most {count} entry.",
        "This list is too long: at most {count} entries.",
        most,
    ),
    "uniqueItems": lambda value, _, __: tr("{value} contains an entry twice.", value=shown(value)),
    "exclusiveMinimum": lambda value, least, _: tr(
        "{value} is too small: it must be more than {limit}.", value=shown(value), limit=least
    ),
    "dependentRequired": _dependent,
    "anyOf": lambda _, options, __: _one_is_missing(key for one in options for key in one["required"]),
}


# Check documents against JSON Schema, with every fault at its line and column.
#
# jsonschema-rs answers yes or no, a hundred times faster than jsonschema, which then explains the few faulty
# ones. A test holds the two equal.


class Schema:
    """A JSON Schema, compiled once.

    Raises:
        ValueError: it is none.
    """

    def __init__(self, schema: Mapping[str, Any]) -> None:
        import jsonschema_rs

        self._schema = schema
        formats = {name: value_format.accepts for name, value_format in VALUE_FORMATS.items()}
        self._fast = jsonschema_rs.Draft202012Validator(
            dict(schema), retriever=_never, validate_formats=True, formats=formats
        )

    def is_valid(self, value: Any) -> bool:
        """Whether a plain value fits."""
        return self._fast.is_valid(value)

    def check(self, value: Any, document: Document, *path: str | int) -> list[Finding]:
        """Every fault of a value that is, or is missing, at `path` of a document."""
        return [] if self.is_valid(value) else self._explain(value, document, path)

    def faults(self, value: Any) -> list[SchemaError]:
        """Every fault of a plain value."""
        return [
            fault for error in self._slow.iter_errors(value) for fault in schema_errors(error, self._keys)
        ]

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

    @cached_property
    def _slow(self) -> Any:
        from jsonschema import Draft202012Validator, validators

        extend: Any = validators.extend
        return extend(Draft202012Validator, {"pattern": _compiled_pattern, "format": _accepted_format})(
            self._schema
        )


def _keys_in(schema: Any) -> Iterator[str]:
    """Yield the names of all properties in a schema."""
    if isinstance(schema, dict):
        yield from schema["properties"] if isinstance(schema.get("properties"), dict) else ()
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from _keys_in(part)


def _compiled_pattern(_: Any, pattern: str, value: Any, __: Any) -> Iterator[Any]:
    """Match a pattern as JSON Schema defines it, which differs from Python's own expressions."""
    from jsonschema import ValidationError

    if isinstance(value, str) and not _looking_for(pattern).is_valid(value):
        yield ValidationError(pattern)


def _accepted_format(_: Any, name: str, value: Any, __: Any) -> Iterator[Any]:
    """What `format` means here: in JSON Schema itself it is only a note."""
    from jsonschema import ValidationError

    if isinstance(value, str) and not VALUE_FORMATS[name].accepts(value):
        yield ValidationError(name)


@cache
def _looking_for(pattern: str) -> Schema:
    return Schema({"pattern": pattern})


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
