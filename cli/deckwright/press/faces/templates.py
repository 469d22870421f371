"""What a face writes: words of its own, and places that a card fills.

`{name}` is one of the card's texts or fields, as it reads in the language printed; `{kind:tool}` is a word of
the game, by its context; `{word:draw}` one of the face's own words; `{icon:tech}`, `{mdi:lock}` an icon in
the line. Two stars or one, as in a card's own text, set what stands between them bold or italic.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from deckwright.model.markup import odd_braces

if TYPE_CHECKING:
    from collections.abc import Iterator

Sort = Literal["text", "field", "label", "icon"]

_PART = re.compile(r"\{([a-z][\w.:-]*)\}|(\*\*\*|\*\*|\*)")
_PLACE = re.compile(r"\{[a-z][\w.:-]*\}")
_ICONS = {"icon", "mdi", "ph", "fa"}


class Part(NamedTuple):
    """A piece of a template: literal text, a field, a word of the game or the face, or an icon."""

    sort: Sort
    value: str
    bold: bool = False
    italic: bool = False


class Template(NamedTuple):
    """A text with places to fill."""

    parts: tuple[Part, ...]
    fields: tuple[str, ...]
    """The fields of the card that it shows."""


def template(text: str) -> Template:
    """Read a template."""
    parts = tuple(_parts(text))
    return Template(parts, tuple(part.value for part in parts if part.sort == "field"))


def printed_braces(text: str) -> Iterator[tuple[int, str]]:
    """Yield what a template has in braces that is no place to fill: where, as a number from 0, and as it is written."""
    yield from odd_braces(text, _PLACE)


def _parts(text: str) -> Iterator[Part]:
    bold = italic = False
    end = 0
    for match in _PART.finditer(text):
        if match.start() > end:
            yield Part("text", text[end : match.start()], bold, italic)
        end = match.end()
        place, stars = match.groups()
        if place:
            yield Part(_sort(place), place, bold, italic)
        else:
            bold ^= len(stars) > 1
            italic ^= len(stars) != 2  # noqa: PLR2004 - one star or three
    if end < len(text):
        yield Part("text", text[end:], bold, italic)


def _sort(place: str) -> Sort:
    prefix, colon, _ = place.partition(":")
    if not colon:
        return "field"
    return "icon" if prefix in _ICONS else "label"
