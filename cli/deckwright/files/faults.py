"""Say in plain words what JSON Schema has against a value."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deckwright.messages import later, tr, trn
from deckwright.model.languages import TAG, canonical
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_LONGEST = 60
_NUMBERS = ("integer", "number")
_NUMBER = re.compile(r"-?\d+")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong: the path of the value (or of a key, where `is_key`), and the message."""

    path: tuple[str | int, ...]
    message: str
    is_key: bool = False


def faults_of(error: Any) -> Iterator[Fault]:
    """Put one of jsonschema's errors into words: a fault for each unknown key, else one."""
    if error.validator == "additionalProperties":
        known = error.schema.get("properties", {})
        for key in error.instance:
            if key not in known:
                yield Fault((*error.absolute_path, key), _unknown(key, sorted(known)), is_key=True)
    else:
        yield _fault_of(error)


def _fault_of(error: Any) -> Fault:
    """Put an error into words; of several alternatives, the one that was meant."""
    choices = _choices_of(error)
    if choices:
        return Fault(tuple(error.absolute_path), _choice(error.instance, choices))
    path = tuple(error.absolute_path)
    if error.context and not _only_requires(error):
        return next(faults_of(max(error.context, key=_likeness)))
    if "propertyNames" in error.absolute_schema_path:
        return Fault((*path, str(error.instance)), _sentence(error), is_key=True)
    return Fault(path, _sentence(error))


def _likeness(error: Any) -> tuple[int, bool]:
    """Rate how likely an alternative was meant: the deeper its fault, and the less it is of another type."""
    return len(error.absolute_path), error.validator not in {"type", "enum"}


def _choices_of(error: Any) -> list[str]:
    """List what may stand here, where the schema is a plain choice."""
    if error.validator == "enum":
        return [str(value) for value in error.validator_value]
    if error.validator == "oneOf" and all("const" in one for one in error.validator_value):
        return [str(one["const"]) for one in error.validator_value]
    return []


def _only_requires(error: Any) -> bool:
    return error.validator == "anyOf" and all(set(one) == {"required"} for one in error.validator_value)


def _choice(value: Any, choices: list[str]) -> str:
    near = nearest(str(value), choices)
    if near:
        return tr(
            "{value} is not allowed here. Did you mean {names}?", value=shown(value), names=", ".join(near)
        )
    return tr(
        "{value} is not allowed here. Write one of: {names}.", value=shown(value), names=", ".join(choices)
    )


def _unknown(key: str, known: list[str]) -> str:
    near = nearest(key, known)
    if near:
        return tr("The key {key} is not known here. Did you mean {names}?", key=key, names=", ".join(near))
    return tr("The key {key} is not known here. Known are: {names}.", key=key, names=", ".join(known) or "–")


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
        else tr("{value} is not right here.", value=shown(error.instance))
    )


def _type(value: Any, wanted: str | list[str], _: Any) -> str:
    if value is None:
        return tr("Nothing stands here; {type} is wanted.", type=_type_names(wanted))
    if wanted == "string" and not isinstance(value, list | dict):
        return tr("{value} is not a text. Put it in quotes.", value=shown(value))
    if isinstance(value, str) and wanted in _NUMBERS and _NUMBER.fullmatch(value):
        return tr(
            "{value} is a text, not {type}. Take away the quotes.",
            value=shown(value),
            type=_type_names(wanted),
        )
    return tr("{value} is not {type}.", value=shown(value), type=_type_names(wanted))


def _type_names(wanted: str | list[str]) -> str:
    names = {
        "integer": tr("a whole number"),
        "number": tr("a number"),
        "string": tr("a text"),
        "array": tr("a list"),
        "object": tr("a mapping of keys and values"),
        "boolean": tr("true or false"),
    }
    one, *others = [wanted] if isinstance(wanted, str) else wanted
    return tr("{one} or {other}", one=names[one], other=names[others[0]]) if others else names[one]


def _required(value: Any, wanted: list[str], _: Any) -> str:
    missing = [key for key in wanted if key not in value]
    return tr("Missing here: {names}.", names=", ".join(missing))


def _pattern(value: Any, pattern: str, _: Any) -> str:
    if pattern == TAG and (tag := canonical(value)):
        return _choice(value, [tag])
    wanted = FORMS.get(pattern)
    if wanted is None:
        return tr(
            "{value} does not have the right form: it must match {pattern}.",
            value=shown(value),
            pattern=pattern,
        )
    return tr("{value} does not have the right form: {wanted}.", value=shown(value), wanted=tr(wanted))


_ICON = later("an icon is mdi:name, ph:name, fa:name, or the name of an SVG file of the game")
_COLOUR = later("a colour is # and six of 0-9 and a-f, or its name")
FORMS = {
    "^[a-z0-9]+(-[a-z0-9]+)*$": later("small letters, digits, and single hyphens between them"),
    "^[a-z][a-z0-9_]*$": later("a small letter, then small letters, digits and underscores"),
    TAG: later("a language is a tag such as it, pt-BR or zh-Hant"),
    "^[a-z][a-z0-9_-]*$": later("a small letter, then small letters, digits, underscores and hyphens"),
    "^((mdi|ph|fa):)?[a-z0-9]+(-[a-z0-9]+)*$": _ICON,
    r"^(((mdi|ph|fa):)?[a-z0-9]+(-[a-z0-9]+)*|\{(icon|entry|icon:[a-z][a-z0-9_]*|mark:[a-z0-9-]+)\})$": _ICON,
    "^[1-9][0-9]{0,3}$": later("a whole number from 1 to 9999"),
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}$": later("a day is written 2026-01-31"),
    "^#[0-9a-f]{6}$": _COLOUR,
    "^(#[0-9a-f]{6}|[a-z][a-z0-9_]*)$": _COLOUR,
    r"^([^{}]|\{(title|game|language|page|pages)\})*$": later(
        "{{title}}, {{game}}, {{language}}, {{page}} and {{pages}} are all that braces may hold"
    ),
}
"""What the patterns of the schemas ask for; a test holds this table complete."""


def _length(value: Any, least: int, _: Any) -> str:
    if not value:
        return tr("Nothing stands here, and something must.")
    return trn(
        "{value} is too short: {count} at least.",
        "{value} is too short: {count} at least.",
        least,
        value=shown(value),
    )


def _dependent(value: Any, wanted: Mapping[str, list[str]], _: Any) -> str:
    key, needed = next(pair for pair in wanted.items() if pair[0] in value and not {*pair[1]} <= value.keys())
    return tr("{key} needs {names} beside it.", key=key, names=", ".join(needed))


SENTENCES: dict[str, Callable[[Any, Any, Any], str]] = {
    "type": _type,
    "required": _required,
    "pattern": _pattern,
    "minLength": _length,
    "minItems": _length,
    "minProperties": _length,
    "minimum": lambda value, least, _: tr(
        "{value} is too small: {limit} is the least.", value=shown(value), limit=least
    ),
    "maximum": lambda value, most, _: tr(
        "{value} is too large: {limit} is the most.", value=shown(value), limit=most
    ),
    "maxLength": lambda value, most, _: tr(
        "{value} is too long: {limit} letters at most.", value=shown(value), limit=most
    ),
    "maxItems": lambda _, most, __: tr("This list is too long: {limit} entries at most.", limit=most),
    "uniqueItems": lambda value, _, __: tr("{value} holds an entry twice.", value=shown(value)),
    "exclusiveMinimum": lambda value, least, _: tr(
        "{value} is too small: it must be more than {limit}.", value=shown(value), limit=least
    ),
    "dependentRequired": _dependent,
    "anyOf": lambda _, options, __: tr(
        "One of these keys is missing: {names}.",
        names=", ".join(key for one in options for key in one["required"]),
    ),
}
