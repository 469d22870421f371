"""YAML as people write it: comments above what they are about, and short values on one line."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Any

from deckwright.model.words import on_one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

KeyPath = tuple[str | int, ...]
"""Keys, and numbers in lists, that lead to a value."""

_WIDTH = 110
_PLAIN = re.compile(r"[^\W\d_](?:[\w '’()/.–—-]*[\w)])?")
"""Texts that are the same in YAML without quotation marks, if they are no words of YAML."""

_WORDS = frozenset(["y", "n", "yes", "no", "true", "false", "on", "off", "null", "none", "inf", "nan"])


def yaml_comment(text: str, indent: int = 0) -> list[str]:
    """Lines of a comment in YAML."""
    pad = " " * indent + "# "
    return textwrap.wrap(
        on_one_line(text),
        _WIDTH,
        initial_indent=pad,
        subsequent_indent=pad,
        break_long_words=False,
        break_on_hyphens=False,
    )


def commented_entry(key: str, value: Any, path: KeyPath, notes: Mapping[KeyPath, str]) -> Iterator[str]:
    """Lines of a key and its value, below the note about it."""
    indent = 2 * (len(path) - 1)
    if path in notes:
        yield from yaml_comment(notes[path], indent)
    pad, name = " " * indent, _scalar(key)
    line = f"{pad}{name}: {flow_text(value)}"
    if not isinstance(value, dict | list) or (len(path) > 1 and len(line) <= _WIDTH) or not _is_deep(value):
        yield line
        return
    yield f"{pad}{name}:"
    if isinstance(value, list):
        for number, entry in enumerate(value):
            if (*path, number) in notes:
                yield from yaml_comment(notes[*path, number], indent + 2)
            yield from _item(entry, indent + 2)
    else:
        for inner, part in value.items():
            yield from commented_entry(inner, part, (*path, inner), notes)


def _is_deep(value: Any) -> bool:
    """Whether a value has more than a line of scalars."""
    inside = value.values() if isinstance(value, dict) else value
    return bool(value) and (isinstance(value, dict) or any(isinstance(part, dict | list) for part in inside))


def _item(value: Any, indent: int) -> Iterator[str]:
    """Lines of an entry of a list; one that is too long for a line has its keys below each other."""
    line = f"{' ' * indent}- {flow_text(value)}"
    if len(line) <= _WIDTH or not isinstance(value, dict):
        yield line
        return
    lead = "- "
    for key, part in value.items():
        if isinstance(part, dict) and part:
            yield f"{' ' * indent}{lead}{_scalar(key)}:"
            yield from (
                f"{' ' * (indent + 4)}{_scalar(name)}: {flow_text(inner)}" for name, inner in part.items()
            )
        else:
            yield f"{' ' * indent}{lead}{_scalar(key)}: {flow_text(part)}"
        lead = "  "


def flow_text(value: Any) -> str:
    """Write a value as YAML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_scalar(key)}: {flow_text(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow_text, value)) + "]"
    return _scalar(value)


def _scalar(value: str | float | bool) -> str:
    """Write a value as YAML: a text without quotation marks if it is the same then."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return str(value)
    if _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return quoted(value)


def quoted(text: str) -> str:
    """Write a text as YAML, in double quotes, with escapes for what cannot be seen."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return "".join(['"', *(sign if sign.isprintable() else f"\\U{ord(sign):08x}" for sign in escaped), '"'])
