"""YAML 1.2 with the location of every value, at the speed of the C parser.

ruamel.yaml is imported with the first file: that takes longer than all else that a command imports here, and many
read no file.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Mapping
from itertools import islice
from math import isinf
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, cast

from deckwright.errors import InputError
from deckwright.files.texts import MEGABYTE, decode, line_starts, lines_of, not_allowed, read_bytes
from deckwright.findings import Where
from deckwright.messages import later, tr
from deckwright.model.words import control_character

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path


# Locations of the parts of a parsed file: a tree that mirrors its values.


class _Tree:
    """Where each value and key of a file starts, in two whole numbers each: a large game has millions of them.

    Nodes are numbered as they are written: a list or mapping before its parts, a key before its value. `starts` are
    positions in the text. `ends` are 0 for what has no parts; for a list, twice the number of the node after it, for a
    mapping one more than that; but for the first key of a mapping, the number of its keys in `shapes`, which most of
    the mappings of a file share. `aliases` are the nodes whose parts a reference has.
    """

    __slots__ = ("_known", "_shapes", "aliases", "ends", "shapes", "starts")

    def __init__(self) -> None:
        self.starts = array("I")
        self.ends = array("I")
        self.shapes: list[tuple[str, ...]] = []
        self.aliases: dict[int, int] = {}
        self._shapes: dict[tuple[str, ...], int] = {}
        self._known: dict[int, Mapping[str, int] | Sequence[int]] = {}

    def add(self, start: int) -> int:
        """Add a node; return its number."""
        self.starts.append(start)
        self.ends.append(0)
        return len(self.starts) - 1

    def close_list(self, node: int) -> None:
        """Note that all parts of a list were added."""
        self.ends[node] = len(self.starts) * 2

    def close_mapping(self, node: int, keys: tuple[str, ...]) -> None:
        """Note that all parts of a mapping were added."""
        self.ends[node] = len(self.starts) * 2 + 1
        if keys:
            self.ends[node + 1] = self._shapes.setdefault(keys, len(self.shapes))
            if len(self._shapes) > len(self.shapes):
                self.shapes.append(keys)

    def first(self, mapping: int, number: int) -> int:
        """Position of the key of this number, from 0, in a mapping that is not closed yet."""
        key = mapping + 1
        for _ in range(number):
            key = self._after(key + 1)
        return self.starts[key]

    def step(self, node: int, step: str | int) -> tuple[int, int] | None:
        """Nodes of the key and the value at a step below a node; in a list, both are the same. None if there is none."""
        parts = self._parts(self.aliases.get(node, node))
        if isinstance(parts, Mapping):
            key = parts.get(str(step))
            return None if key is None else (key, key + 1)
        return (parts[step], parts[step]) if isinstance(step, int) and 0 <= step < len(parts) else None

    def _parts(self, node: int) -> Mapping[str, int] | Sequence[int]:
        """Nodes of the parts of a list, or of the keys of a mapping by their names; many are found only once."""
        if node in self._known:
            return self._known[node]
        end, is_mapping = divmod(self.ends[node], 2)
        if end <= node + 1:
            return ()
        parts = self._keys(node) if is_mapping else self._entries(node, end)
        if len(parts) > _FEW:
            self._known[node] = parts
        return parts

    def _keys(self, mapping: int) -> dict[str, int]:
        keys, key = dict[str, int](), mapping + 1
        for name in self.shapes[self.ends[key]]:
            keys[name] = key
            key = self._after(key + 1)
        return keys

    def _entries(self, node: int, end: int) -> array[int]:
        entries, entry = array("I"), node + 1
        while entry < end:
            entries.append(entry)
            entry = self._after(entry)
        return entries

    def _after(self, node: int) -> int:
        return self.ends[node] // 2 or node + 1


_FEW = 20
"""Parts of a list or mapping that take no time to find again."""


class Locations(NamedTuple):
    """Where a value of a parsed file and its parts are."""

    tree: _Tree
    node: int = 0

    @property
    def start(self) -> int:
        """Position in the text at which it starts."""
        return self.tree.starts[self.node]

    def part(self, step: str | int) -> Locations | None:
        """Location of the value at a step below; None if there is none."""
        inner = self.tree.step(self.node, step)
        return Locations(self.tree, inner[1]) if inner else None

    def key(self, step: str | int) -> Locations | None:
        """Location of the key at a step below, in a list of its value; None if there is none."""
        inner = self.tree.step(self.node, step)
        return Locations(self.tree, inner[0]) if inner else None


# Location of a character of a YAML text in the file, for every style of quoting.

_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)*")

_ESCAPED_SPACES = {"n", "r", "t"}


def position_in(source: str, start: int, value: str, offset: int) -> int:
    """Position in `source` of the character at `offset` of a text whose node begins at `start`.

    As spaces and line ends may be folded, only what is neither is counted; at the end of the text, or where
    a space is meant, it is the position after the character before.
    """
    before = sum(not character.isspace() for character in value[:offset])
    is_space = not value[offset:].strip() or value[offset].isspace()
    index = before - 1 if is_space else before
    position = next(islice(_characters(source, start), max(index, 0), None), start)
    return position + 1 if is_space and before else position


def _characters(source: str, start: int) -> Iterator[int]:
    """Yield the location of each character of a text that is not a space, for any quotes and escapes."""
    found = _PROPERTIES.match(source, start)
    at = found.end() if found else start
    style = source[at : at + 1]
    if style in {"|", ">"}:
        at = source.find("\n", at)
    elif style in {'"', "'"}:
        at += 1
    while at < len(source):
        is_escaped = source[at] == style == "'" or (source[at] == "\\" and style == '"')
        at += is_escaped  # the next character is meant by both
        if not (source[at : at + 1].isspace() or (is_escaped and source[at : at + 1] in _ESCAPED_SPACES)):
            yield at
        at += 1


# What is wrong with a file that is not valid YAML, and where.

_SEPARATORS = "[\x85\u2028\u2029]"

_COLON = later(
    "Either this line is indented wrongly, or a text contains a colon: then put quotes around the text."
)
_COLON_IN_BRACKETS = later(
    "Between brackets or braces, put a comma after each value, and quotes around a text that contains a colon."
)
_NO_COLON = later("A key without a colon starts here, or a text that is not indented enough.")
_UNCLOSED = later("A quote is opened here and never closed.")
_ESCAPE = later("In double quotes a backslash starts an escape; use single quotes, or two backslashes.")
_IN_BRACKETS = later("Missing comma or closing bracket before this place.")
_IN_LIST = later("The indentation of this line fits neither the list nor what follows it.")
_IN_MAPPING = later("The indentation or a quote before this place is wrong.")
_NO_VALUE = later("Missing value, or a closing bracket without an opening one.")
_AFTER_END = later("The file continues here after its end.")
_NOT_A_LETTER = later("This character is not allowed in YAML.")
_TAB = later("A tab is used to indent here; YAML requires spaces.")
_BLOCK_TEXT = later("After | or > the text starts on the next line.")
_NEEDS_QUOTES = later("Put quotes around a text that starts with {sign}.")
_SIGNS = frozenset("*&!%@`")
"""What a text without quotes cannot start with."""
_WITHIN = {"[": _IN_BRACKETS, "{": _IN_BRACKETS, "|": _BLOCK_TEXT, ">": _BLOCK_TEXT, "-": _IN_LIST}
"""What is wrong inside something unfinished, by the character that it starts with."""
_AT = {":": _COLON, "-": _IN_LIST, **dict.fromkeys(("", "]", "}", ","), _NO_VALUE)}
"""What is wrong with a character that the parser did not expect."""
_KEY = re.compile(r":(\s|$)")


def refuse_separators(text: str, file: str, first_line: int = 1) -> None:
    """Refuse line separators that editors do not count as line ends, but the parser does.

    Raises:
        InputError: at the first one.
    """
    found = None if text.isascii() else re.search(_SEPARATORS, text)
    if found:
        message = tr("Remove the invisible line separator here (U+{code}).", code=f"{ord(found[0]):04X}")
        raise InputError("yaml", message, where=_place(text[: found.start()], file, first_line))


def yaml_error(fault: Any, text: str, file: str, first_line: int = 1) -> InputError:
    """Error for a text that the parser refused, with the place where it begins.

    What is wrong is found in the text at the parser's positions, not in the parser's own English.
    """
    problem = getattr(fault, "problem_mark", None)
    if problem is None:
        before = text.encode()[: getattr(fault, "position", None) or 0]
        return _error(tr(_NOT_A_LETTER), _place(before.decode("utf-8", "ignore"), file, first_line))
    if _indents_by_tab(text, problem):
        return _error(tr(_TAB), Where(file, problem.line + first_line, problem.column + 1))
    advice, mark = _advice(text, getattr(fault, "context_mark", None), problem)
    return _error(advice, Where(file, mark.line + first_line, mark.column + 1))


def _error(advice: str, where: Where) -> InputError:
    return InputError("yaml", tr("This is not well-formed YAML. {advice}", advice=advice), where=where)


def _advice(text: str, began: Any, problem: Any) -> tuple[str, Any]:
    """Explain a fault and find its place: where the parser noticed it, or where the unfinished part began."""
    here = text[problem.index : problem.index + 1]
    if here == ":" and not _KEY.match(text, problem.index):
        return tr(_COLON_IN_BRACKETS), problem
    if began is None or began.index == problem.index:
        return _advice_at(here, is_inside=began is not None), problem
    line = lines_of(text[began.index :])[0]
    start = line[:1]
    if start in {'"', "'"}:
        is_escape = here == "\\" or text[: problem.index].endswith("\\")
        return (tr(_ESCAPE), problem) if is_escape else (tr(_UNCLOSED), began)
    if start in _SIGNS:
        return tr(_NEEDS_QUOTES, sign=start), began
    if start in _WITHIN and not line.startswith("--"):
        is_colon = here == ":" and start in {"[", "{"} and began.line == problem.line
        return tr(_COLON_IN_BRACKETS if is_colon else _WITHIN[start]), problem
    return (_advice_at(here, is_inside=True), problem) if _KEY.search(line) else (tr(_NO_COLON), began)


def _advice_at(here: str, *, is_inside: bool) -> str:
    if here in _SIGNS:
        return tr(_NEEDS_QUOTES, sign=here)
    return tr(_AT.get(here, _IN_MAPPING if is_inside else _AFTER_END))


def _place(before: str, file: str, first_line: int) -> Where:
    """Place after a text."""
    *above, line = lines_of(before)
    return Where(file, len(above) + first_line, len(line) + 1)


def _indents_by_tab(text: str, mark: Any) -> bool:
    line = next(iter(lines_of(text)[mark.line :]), "")
    return "\t" in line[: len(line) - len(line.lstrip())] and not line[: mark.column].strip()


# The builder that turns the events of the parser into values and locations.
#
# Plain words mean what YAML 1.2 says (`no` is a word), but numbers that start with a zero or do not fit into
# 64 bits stay texts, and `2.0` is the whole number 2, as in JSON Schema. Keys are always texts, and stand
# once. References are followed, but not into a flood; tags other than `!!str` are refused.

DEEPEST = 40
"""How many lists and mappings may be nested, references followed."""

MOST_BORROWED = 1_000_000
"""How many characters all references of a file may expand to."""

_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})|0x[0-9a-fA-F]{1,15}|0o[0-7]{1,20}")
_FRACTION = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*|(?=[eE])))(?:[eE][-+]?[0-9]+)?")
_EXACT = 2**53
_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_STARTS_A_TEXT = frozenset("abcdeghijklmopqrsuvwxyzABCDEGHIJKLMOPQRSUVWXYZ")
"""Letters that no number, truth value or nothing starts with: most texts are recognised by their first letter."""
_TEXT_TAGS = {None, "!", "tag:yaml.org,2002:str"}


def build(text: str, file: str, first_line: int = 1) -> tuple[Any, Locations]:
    """Build the value and the locations of the one document in `text`; an empty text has the value None.

    Raises:
        InputError: with line and column; lines count from `first_line`.
    """
    from ruamel.yaml.error import YAMLError

    refuse_separators(text, file, first_line)
    try:
        return _Builder(_events(text), text, file, first_line).document()
    except YAMLError as fault:
        raise yaml_error(fault, text, file, first_line) from None


def _events(text: str) -> Callable[[], Any]:
    """What returns the next event of a text: by the C parser, or twenty times slower where that cannot be installed."""
    try:
        from _ruamel_yaml import CParser
    except ImportError:
        from ruamel.yaml import YAML

        return cast("Callable[[], Any]", YAML(typ="safe", pure=True).parse(text).__next__)
    return cast("Callable[[], Any]", CParser(text.encode()).get_event)


class _Anchored(NamedTuple):
    """Value of a reference and its node, with its number of characters and its depth."""

    value: Any
    node: int
    size: int
    height: int


class _Builder:
    """Turns the events of one document into values and their locations."""

    def __init__(self, next_event: Callable[[], Any], text: str, file: str, first_line: int) -> None:
        from ruamel.yaml import events as kinds

        self._kinds: Any = kinds
        self._next = next_event
        self._text = text
        self._file = file
        self._first_line = first_line
        self._has_escapes = "\\" in text
        self._tree = _Tree()
        self._add = self._tree.add
        self._anchors: dict[str, _Anchored] = {}
        self._borrowed = 0
        self._deepest = 0
        self._end = 0
        self._same: dict[str, str] = {}  # words of which a file has many are kept once

    def document(self) -> tuple[Any, Locations]:
        self._next()
        event = self._next()
        if type(event) is self._kinds.StreamEndEvent:
            self._add(event.start_mark.index)
            return None, Locations(self._tree)
        built = self._value(self._next(), 0)
        self._next()
        after = self._next()
        if type(after) is not self._kinds.StreamEndEvent:
            self._refuse(after.start_mark, tr("A second document starts here; a file can only contain one."))
        return built, Locations(self._tree)

    def _value(self, event: Any, depth: int) -> Any:
        if event.anchor is not None:
            return (
                self._alias(event, depth)
                if type(event) is self._kinds.AliasEvent
                else self._anchored(event, depth)
            )
        if type(event) is self._kinds.ScalarEvent:
            self._add(event.start_mark.index)
            return self._scalar(event)
        return self._collection(event, depth + 1)

    def _collection(self, event: Any, depth: int) -> Any:
        self._refuse_tag(event)
        self._reach(event, depth)
        node = self._add(event.start_mark.index)
        return (self._mapping if type(event) is self._kinds.MappingStartEvent else self._list)(node, depth)

    def _mapping(self, node: int, depth: int) -> dict[str, Any]:
        values: dict[str, Any] = {}
        following, end = self._next, self._kinds.MappingEndEvent
        while type(event := following()) is not end:
            key = self._key(event, node, values)
            values[key] = self._value(following(), depth)
        self._end = event.end_mark.index
        self._tree.close_mapping(node, tuple(values))
        return values

    def _list(self, node: int, depth: int) -> list[Any]:
        values: list[Any] = []
        following, end = self._next, self._kinds.SequenceEndEvent
        while type(event := following()) is not end:
            values.append(self._value(event, depth))
        self._end = event.end_mark.index
        self._tree.close_list(node)
        return values

    def _key(self, event: Any, mapping: int, values: dict[str, Any]) -> str:
        if type(event) is not self._kinds.ScalarEvent:
            self._refuse(event.start_mark, tr("A key must be a word."))
        if event.tag is not None:
            self._refuse_tag(event)
        key = self._same.setdefault(event.value, event.value)
        if self._has_escapes:
            self._refuse_control(event)
        if key in values:
            first = self._tree.first(mapping, [*values].index(key))
            line = bisect_right(line_starts(self._text), first) + self._first_line - 1
            self._refuse(event.start_mark, tr("The key {key} is already on line {line}.", key=key, line=line))
        node = self._add(event.start_mark.index)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchored(key, node, len(key), 0)
        return key

    def _scalar(self, event: Any) -> Any:
        value = self._same.setdefault(event.value, event.value)
        if self._has_escapes:
            self._refuse_control(event)
        if event.tag is not None or not event.implicit[0]:
            self._refuse_tag(event)
            return value
        return value if value[:1] in _STARTS_A_TEXT else _plain(value)

    def _anchored(self, event: Any, depth: int) -> Any:
        """Build a value that references may refer to; a reference to it from inside is unknown."""
        self._anchors.pop(event.anchor, None)
        borrowed, deepest = self._borrowed, self._deepest
        self._deepest, self._end = depth, event.end_mark.index
        node = len(self._tree.starts)
        if type(event) is self._kinds.ScalarEvent:
            self._add(event.start_mark.index)
            value = self._scalar(event)
        else:
            value = self._collection(event, depth + 1)
        size = self._end - event.start_mark.index + self._borrowed - borrowed
        self._anchors[event.anchor] = _Anchored(value, node, size, self._deepest - depth)
        self._deepest = max(self._deepest, deepest)
        return value

    def _alias(self, event: Any, depth: int) -> Any:
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
        node = self._add(self._tree.starts[found.node])
        if found.height:
            self._tree.aliases[node] = found.node
        return found.value

    def _reach(self, event: Any, depth: int) -> None:
        if depth > self._deepest:
            self._deepest = depth
            if depth > DEEPEST:
                self._refuse(
                    event.start_mark,
                    tr("The file is nested too deeply: at most {count} levels are allowed.", count=DEEPEST),
                )

    def _refuse_tag(self, event: Any) -> None:
        if event.tag not in _TEXT_TAGS:
            self._refuse(
                event.start_mark,
                tr(
                    "The tag {tag} is not supported; put quotes around a text that starts with !.",
                    tag=event.tag,
                ),
            )

    def _refuse_control(self, event: Any) -> None:
        """Refuse a control character that is written as an escape; any other was found in the text as a whole."""
        if found := control_character(event.value):
            mark = event.start_mark
            raise not_allowed(found[0], self._place(mark))

    def _refuse(self, mark: Any, message: str) -> NoReturn:
        raise InputError("yaml", message, where=self._place(mark))

    def _place(self, mark: Any) -> Where:
        return Where(self._file, mark.line + self._first_line, mark.column + 1)


def _plain(value: str) -> Any:
    """What an unquoted word means."""
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


# YAML 1.2 with the place of every value, at the speed of the C parser.
#
# A document is plain lists and dictionaries, and a tree of their locations.

DATA_LIMIT = 64 * MEGABYTE
"""The most bytes of a game's data file."""


class Document(NamedTuple):
    """A parsed file, or a part of one: its plain `value`, its text, and the `Locations` of each part.

    `first_line` is the number of the text's first line in the file.
    """

    file: str
    value: Any
    marks: Any
    text: str
    first_line: int = 1

    def where(self, *path: str | int, key: bool = False) -> Where:
        """Place of the value at `path`, or of its key; of the nearest part above if there is none."""
        return self._place(self._start(path, key=key))

    def where_in(self, offset: int, text: str, *path: str | int) -> Where:
        """Place of a character of the text at `path`, by its number from 0."""
        return self._place(position_in(self.text, self._start(path), text, offset))

    def _place(self, position: int) -> Where:
        line = bisect_right(line_starts(self.text), position)
        column = position - line_starts(self.text)[line - 1] + 1
        return Where(self.file, line + self.first_line - 1, column)

    def _start(self, path: tuple[str | int, ...], *, key: bool = False) -> int:
        above: Locations = self.marks
        for depth, step in enumerate(path, 1):
            found = above.key(step) if key and depth == len(path) else above.part(step)
            if found is None:
                break
            above = found
        return above.start


def read_document(path: str | Path, *, limit: int = DATA_LIMIT) -> Document:
    """Read a YAML file.

    Raises:
        InputError: it cannot be read, or is not valid UTF-8 or YAML, with the place of the fault.
    """
    return parse_document(read_bytes(path, limit=limit), str(path))


def parse_document(data: bytes, file: str) -> Document:
    """Parse the bytes of a YAML file called `file`; an empty one has the value None.

    Raises:
        InputError: with line and column.
    """
    return document_of(decode(data, file), file)


def document_of(text: str, file: str, first_line: int = 1) -> Document:
    """Parse the text of a YAML file called `file`, or the part of it from a line on; an empty one has the value None.

    Raises:
        InputError: with line and column.
    """
    return Document(file, *build(text, file, first_line), text, first_line)
