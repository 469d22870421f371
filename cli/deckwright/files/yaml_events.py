"""The builder that turns the events of the C parser into values and marks.

Plain words mean what YAML 1.2 says (`no` is a word); digits with a leading zero stay a text. Keys are always
texts, and stand once. References are followed, but not into a flood; tags other than `!!str` are refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NoReturn

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
from deckwright.messages import later, tr

if TYPE_CHECKING:
    from collections.abc import Callable

_DEEPEST = 40
_MOST_VALUES = 5_000_000
_NUMBER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)$|0x[0-9a-fA-F]+$|0o[0-7]+$")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$")
_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_TEXT_TAGS = {"!", "tag:yaml.org,2002:str"}


def build(text: str, file: str) -> tuple[Any, Any]:
    """Build the value and the marks of the one document in `text`; an empty text has the value None.

    Raises:
        InputError: with line and column.
    """
    try:
        return _Builder(CParser(text.encode()), file).document()
    except YAMLError as fault:
        raise _not_yaml(fault, text, file) from None


class _Builder:
    """Turns the events of one document into values and marks."""

    def __init__(self, parser: Any, file: str) -> None:
        self._next: Callable[[], Any] = parser.get_event
        self._file = file
        self._anchors: dict[str, tuple[Any, Any]] = {}
        self._borrowed = 0

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
        kind = type(event)
        if kind is ScalarEvent:
            built = self._scalar(event), event.start_mark
        elif kind is AliasEvent:
            return self._alias(event)
        else:
            self._refuse_tag(event)
            if depth == _DEEPEST:
                self._refuse(
                    event.start_mark,
                    tr("The file is nested too deeply, by more than {count} steps.", count=depth),
                )
            built = (self._mapping if kind is MappingStartEvent else self._list)(event.start_mark, depth + 1)
        if event.anchor is not None:
            self._anchors[event.anchor] = built
        return built

    def _mapping(self, mark: Any, depth: int) -> tuple[dict[str, Any], Marks]:
        values: dict[str, Any] = {}
        below: dict[str, tuple[Any, Any]] = {}
        node = Marks(mark, below)
        while type(event := self._next()) is not MappingEndEvent:
            key = self._key(event, below)
            values[key], marks = self._value(self._next(), depth)
            below[key] = event.start_mark, marks
            node.size += marks.size if type(marks) is Marks else 1
        return values, node

    def _list(self, mark: Any, depth: int) -> tuple[list[Any], Marks]:
        values: list[Any] = []
        below: list[Any] = []
        node = Marks(mark, below)
        while type(event := self._next()) is not SequenceEndEvent:
            value, marks = self._value(event, depth)
            values.append(value)
            below.append(marks)
            node.size += marks.size if type(marks) is Marks else 1
        return values, node

    def _key(self, event: Any, below: dict[str, Any]) -> str:
        if type(event) is not ScalarEvent:
            self._refuse(event.start_mark, tr("A key must be a word."))
        key: str = event.value
        if key in below:
            first = below[key][0].line + 1
            self._refuse(
                event.start_mark,
                tr("The key {key} stands here again; it is on line {line} already.", key=key, line=first),
            )
        return key

    def _scalar(self, event: Any) -> Any:
        value: str = event.value
        if not event.implicit[0]:
            if event.tag is not None and event.tag not in _TEXT_TAGS:
                self._refuse_tag(event)
            return value
        first = value[:1]
        if first.isalpha() and first not in "ntfNTF":
            return value
        return _plain(value)

    def _alias(self, event: Any) -> tuple[Any, Any]:
        if event.anchor not in self._anchors:
            self._refuse(
                event.start_mark,
                tr("*{name} refers to nothing: no value before it is marked &{name}.", name=event.anchor),
            )
        value, marks = self._anchors[event.anchor]
        self._borrowed += marks.size if type(marks) is Marks else 1
        if self._borrowed > _MOST_VALUES:
            self._refuse(
                event.start_mark,
                tr("References such as *{name} make this file too large.", name=event.anchor),
            )
        return value, marks

    def _refuse_tag(self, event: Any) -> None:
        if event.tag is not None and event.tag not in _TEXT_TAGS:
            self._refuse(
                event.start_mark, tr("The tag {tag} is not read here: write the value itself.", tag=event.tag)
            )

    def _refuse(self, mark: Any, message: str) -> NoReturn:
        raise InputError("yaml", message, where=Where(self._file, mark.line + 1, mark.column + 1))


def _plain(value: str) -> Any:
    """Give what an unquoted word means."""
    if value in _WORDS:
        return _WORDS[value]
    if _NUMBER.match(value):
        return int(value, 0) if value.startswith("0") else int(value)
    return float(value) if _FLOAT.match(value) else value


_ADVICE = {
    "mapping values are not allowed": later(
        "A colon followed by a space stands where none is expected; put quotes around a text that holds one."
    ),
    "could not find expected ':'": later("A key without a colon, or a text that is indented too little."),
    "did not find expected key": later("The indentation or a quote before this place is wrong."),
    "did not find expected '-' indicator": later(
        "The indentation of this line fits neither the list nor what follows it."
    ),
    "did not find expected ',' or": later("A comma or a closing bracket is missing before this place."),
    "found unexpected end of stream": later("A quote or bracket is opened and never closed."),
    "found unknown escape character": later(
        "In double quotes a backslash starts an escape; use single quotes, or two backslashes."
    ),
    "control characters are not allowed": later(
        "A control character stands here; only tabs and line ends are allowed."
    ),
    "tab": later("A tab is used to indent here; YAML wants spaces."),
}


def _not_yaml(fault: Any, text: str, file: str) -> InputError:
    """Say what is wrong with a file that is no YAML, in words of ours where we know better ones."""
    mark = getattr(fault, "problem_mark", None) or getattr(fault, "context_mark", None)
    problem = str(getattr(fault, "problem", None) or getattr(fault, "reason", None) or fault)
    where = Where(file, mark.line + 1, mark.column + 1) if mark else _where_of(fault, text, file)
    line = text.splitlines()[where.line - 1 : where.line]
    if line and "\t" in line[0][: where.column] and not line[0][: where.column - 1].strip():
        problem = "tab"
    advice = next((advice for start, advice in _ADVICE.items() if start in problem), problem + ".")
    return InputError("yaml", tr("This is not well-formed YAML. {advice}", advice=tr(advice)), where=where)


def _where_of(fault: Any, text: str, file: str) -> Where:
    """Turn the position of a character into line and column."""
    position = getattr(fault, "position", None) or 0
    before = text.encode()[:position].decode("utf-8", "replace")
    return Where(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
