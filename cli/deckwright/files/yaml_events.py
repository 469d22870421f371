"""The builder that turns the events of the C parser into values and marks.

Plain words mean what YAML 1.2 says (`no` is a word), but numbers that start with a zero or do not fit into 64
bits stay texts, and `2.0` is the whole number 2, as in JSON Schema. Keys are always texts, and stand once.
References are followed, but not into a flood; tags other than `!!str` are refused.
"""

from __future__ import annotations

import re
from math import isinf
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from _ruamel_yaml import CParser
from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
)

from deckwright.errors import InputError, Where
from deckwright.files.marks import Marks
from deckwright.files.texts import not_allowed
from deckwright.files.yaml_faults import not_yaml, refuse_separators
from deckwright.messages import tr
from deckwright.model.control_characters import control_character

if TYPE_CHECKING:
    from collections.abc import Callable

DEEPEST = 40
"""How many lists and mappings may stand in one another, references followed."""

MOST_BORROWED = 1_000_000
"""How many characters all references of a file may stand for."""

_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})|0x[0-9a-fA-F]{1,15}|0o[0-7]{1,20}")
_FRACTION = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*|(?=[eE])))(?:[eE][-+]?[0-9]+)?")
_EXACT = 2**53
_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_TEXT_TAGS = {None, "!", "tag:yaml.org,2002:str"}


def build(text: str, file: str) -> tuple[Any, Any]:
    """Build the value and the marks of the one document in `text`; an empty text has the value None.

    Raises:
        InputError: with line and column.
    """
    refuse_separators(text, file)
    try:
        return _Builder(CParser(text.encode()), file, has_escapes="\\" in text).document()
    except YAMLError as fault:
        raise not_yaml(fault, text, file) from None


class _Anchored(NamedTuple):
    """What a reference stands for, how many characters that is, and how many steps deep."""

    value: Any
    marks: Any
    size: int
    height: int


class _Builder:
    """Turns the events of one document into values and marks."""

    def __init__(self, parser: Any, file: str, *, has_escapes: bool) -> None:
        self._next: Callable[[], Any] = parser.get_event
        self._file = file
        self._has_escapes = has_escapes
        self._anchors: dict[str, _Anchored] = {}
        self._borrowed = 0
        self._deepest = 0
        self._end = 0

    def document(self) -> tuple[Any, Any]:
        self._next()
        event = self._next()
        if type(event) is StreamEndEvent:
            return None, event.start_mark
        built = self._value(self._next(), 0)
        self._next()
        after = self._next()
        if type(after) is not StreamEndEvent:
            self._refuse(after.start_mark, tr("A second document starts here; a file holds one."))
        return built

    def _value(self, event: Any, depth: int) -> tuple[Any, Any]:
        if event.anchor is None:
            return self._own_value(event, depth)
        return self._alias(event, depth) if type(event) is AliasEvent else self._anchored(event, depth)

    def _own_value(self, event: Any, depth: int) -> tuple[Any, Any]:
        kind = type(event)
        if kind is ScalarEvent:
            return self._scalar(event), event.start_mark
        self._refuse_tag(event)
        self._reach(event, depth + 1)
        return (self._mapping if kind is MappingStartEvent else self._list)(event.start_mark, depth + 1)

    def _mapping(self, mark: Any, depth: int) -> tuple[dict[str, Any], Marks]:
        values: dict[str, Any] = {}
        below: dict[str, tuple[Any, Any]] = {}
        while type(event := self._next()) is not MappingEndEvent:
            key = self._key(event, below)
            values[key], marks = self._value(self._next(), depth)
            below[key] = event.start_mark, marks
        self._end = event.end_mark.index
        return values, Marks(mark, below)

    def _list(self, mark: Any, depth: int) -> tuple[list[Any], Marks]:
        values: list[Any] = []
        below: list[Any] = []
        while type(event := self._next()) is not SequenceEndEvent:
            value, marks = self._value(event, depth)
            values.append(value)
            below.append(marks)
        self._end = event.end_mark.index
        return values, Marks(mark, below)

    def _key(self, event: Any, below: dict[str, Any]) -> str:
        if type(event) is not ScalarEvent:
            self._refuse(event.start_mark, tr("A key must be a word."))
        self._refuse_tag(event)
        key: str = event.value
        self._refuse_control(event)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchored(key, event.start_mark, len(key), 0)
        if key in below:
            first = below[key][0].line + 1
            self._refuse(
                event.start_mark,
                tr("The key {key} stands here again; it is on line {line} already.", key=key, line=first),
            )
        return key

    def _scalar(self, event: Any) -> Any:
        value: str = event.value
        self._refuse_control(event)
        if event.tag is not None or not event.implicit[0]:
            self._refuse_tag(event)
            return value
        first = value[:1]
        if first.isalpha() and first not in "ntfNTF":
            return value
        return _plain(value)

    def _anchored(self, event: Any, depth: int) -> tuple[Any, Any]:
        """Build a value that references may stand for; one inside it that names it finds nothing."""
        self._anchors.pop(event.anchor, None)
        borrowed, deepest = self._borrowed, self._deepest
        self._deepest, self._end = depth, event.end_mark.index
        value, marks = self._own_value(event, depth)
        size = self._end - event.start_mark.index + self._borrowed - borrowed
        self._anchors[event.anchor] = _Anchored(value, marks, size, self._deepest - depth)
        self._deepest = max(self._deepest, deepest)
        return value, marks

    def _alias(self, event: Any, depth: int) -> tuple[Any, Any]:
        found = self._anchors.get(event.anchor)
        if found is None:
            self._refuse(
                event.start_mark,
                tr("*{name} refers to nothing: no value before it is marked &{name}.", name=event.anchor),
            )
        self._reach(event, depth + found.height)
        self._borrowed += found.size
        if self._borrowed > MOST_BORROWED:
            self._refuse(
                event.start_mark,
                tr("References such as *{name} make this file too large.", name=event.anchor),
            )
        return found.value, found.marks

    def _reach(self, event: Any, depth: int) -> None:
        if depth > self._deepest:
            self._deepest = depth
            if depth > DEEPEST:
                self._refuse(
                    event.start_mark,
                    tr("The file is nested too deeply, by more than {count} steps.", count=DEEPEST),
                )

    def _refuse_tag(self, event: Any) -> None:
        if event.tag not in _TEXT_TAGS:
            self._refuse(
                event.start_mark,
                tr("The tag {tag} is not read here; a text that starts with ! needs quotes.", tag=event.tag),
            )

    def _refuse_control(self, event: Any) -> None:
        """Refuse a control character that is written as an escape; any other was found in the text as a whole."""
        if self._has_escapes and (found := control_character(event.value)):
            mark = event.start_mark
            raise not_allowed(found[0], Where(self._file, mark.line + 1, mark.column + 1))

    def _refuse(self, mark: Any, message: str) -> NoReturn:
        raise InputError("yaml", message, where=Where(self._file, mark.line + 1, mark.column + 1))


def _plain(value: str) -> Any:
    """Give what an unquoted word means."""
    if value in _WORDS:
        return _WORDS[value]
    if _WHOLE.fullmatch(value):
        return int(value, 0)
    if _FRACTION.fullmatch(value):
        number = float(value)
        if isinf(number):
            return value
        return int(number) if number.is_integer() and abs(number) < _EXACT else number
    return value
