"""Values of a face that depend on the card: choices by a field, and texts with placeholders."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

from deckwright.errors import InputError
from deckwright.model.markup import TAG, tags_of, unknown_braces
from deckwright.press.looks.expressions import names_in, parse_expression

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from deckwright.press.looks.expressions import Expression


# Values by case: parts of a face that depend on a field of the card.

T = TypeVar("T")

RawValue = str | int | float | bool | tuple[str, ...] | None
"""Value of a field in the data; a list is a tuple, and None means that the card does not have the field."""


@dataclass(frozen=True, slots=True)
class Cases(Generic[T]):
    """One value for each value of a field, and one for all others (None to draw nothing)."""

    by: str
    cases: Mapping[str, T]
    otherwise: T | None = None

    def choose(self, raw: Callable[[str], RawValue]) -> T | None:
        """Value for a card, whose fields `raw` returns; of a list, the first item with a case counts."""
        value = raw(self.by)
        for key in value if isinstance(value, tuple) else (value,):
            case = self.cases.get(_key(key))
            if case is not None:
                return case
        return self.otherwise

    def results(self) -> list[T]:
        """All possible values."""
        rest = [] if self.otherwise is None else [self.otherwise]
        return [*self.cases.values(), *rest]


def variants(value: str | Mapping[str, str] | None) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield a value of a face's YAML, or each of its cases, with its path."""
    if isinstance(value, str):
        yield (), value
    elif value:
        yield from (((case,), text) for case, text in value.items() if case != "by")


def read_cases(value: dict[str, Any], make: Callable[[Any], Any] = str) -> Cases[Any]:
    """Read a value by case: `{by: field, value: …, else: …}`."""
    by_value = {key: make(written) for key, written in value.items() if key not in {"by", "else"}}
    return Cases(value["by"], by_value, make(value["else"]) if "else" in value else None)


def value_or_cases(value: Any, make: Callable[[Any], Any]) -> Any:
    """Read a value that may be one by case."""
    return read_cases(value, make) if isinstance(value, dict) else make(value)


def _key(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# Templates: texts of a face with placeholders for those of a card.
#
# `{name}` is a text or field of the card, in the printed language, and `{name:fr}` in another; `{kind:tool}` a word of
# the game, by its context; `{word:draw}` a word of the face; `{icon:tech}` and `{mdi:lock}` are icons in the line; anything else in
# braces is an expression. Two stars or one, as in the texts of cards, make the words between them bold or italic.

PartKind = Literal["text", "field", "label", "icon", "expression", "single"]

NUMBERS = frozenset({"index", "total", "index:kind", "total:kind", "number"})
"""Numbers of a card in its game, or among the cards of its kind: which one it is, how many there are, and the one it keeps."""

STAMPS = frozenset({"date", "print", "version"})
"""What is printed of a print: its day, its number in the history, and the version of the game."""

BUILT_IN = NUMBERS | STAMPS | {"id", "kind", "game", "copies", "revision", "origin", "icon", "marks", "texts"}
"""Fields that a card of any game has, besides its texts."""

ENTRY = frozenset({"entry", "title"})
"""Fields of a cell in a repeated row: the entry that the cell is for, and the name of the row."""

_PART = re.compile(rf"\{{([^{{}}\n]+)\}}|(\*\*\*|\*\*|\*)|({TAG.pattern})")
_PLACE = re.compile(r"\{[^{}\n]+\}")
_SIMPLE = re.compile(r"[a-z][\w.:-]*")
_ICONS = {"icon", "mdi", "ph", "fa"}
_WORDS = frozenset({"kind", "field", "mark", "word", "game"})
"""What words of a game begin with; after other names, such as `text`, the game says whether a language follows."""


class TemplatePart(NamedTuple):
    """Part of a template: literal text, a field, a word of the game or the face, an icon, an expression, or a single tag.

    An expression that is not valid has no `expression`; faces with one are refused. `runs` are the runs that it is in.
    """

    sort: PartKind
    value: str
    bold: bool = False
    italic: bool = False
    expression: Expression | None = None
    runs: tuple[str, ...] = ()


class Template(NamedTuple):
    """A text with placeholders."""

    parts: tuple[TemplatePart, ...]
    fields: tuple[str, ...]
    """Fields of the card in the template."""


def parse_template(text: str) -> Template:
    """Parse a template."""
    parts = tuple(_parts(text))
    return Template(parts, tuple(name for part in parts for name in _fields_of(part)))


def _fields_of(part: TemplatePart) -> Iterator[str]:
    if part.sort == "field" or (part.sort == "label" and part.value.partition(":")[0] not in _WORDS):
        yield part.value
    elif part.expression:
        yield from names_in(part.expression)


def printed_braces(text: str) -> Iterator[tuple[int, str]]:
    """Yield text in braces that is not a placeholder, with its offset."""
    yield from unknown_braces(text, _PLACE)


def _parts(text: str) -> Iterator[TemplatePart]:
    look = TemplatePart("text", "")
    tags = {tag.start: tag for tag in tags_of(text)}
    end = 0
    for match in _PART.finditer(text):
        tag = tags.get(match.start())
        if tag and tag.is_printed:
            continue
        if match.start() > end:
            yield look._replace(value=text[end : match.start()])
        end = match.end()
        place, stars, _ = match.groups()
        if place:
            yield _placeholder(place)._replace(bold=look.bold, italic=look.italic, runs=look.runs)
        elif tag and tag.role == "single":
            yield look._replace(sort="single", value=tag.name)
        elif tag:
            look = look._replace(runs=(*look.runs, tag.name) if tag.role == "open" else look.runs[:-1])
        else:
            bold, italic = len(stars) > 1, len(stars) != 2  # noqa: PLR2004 - one star or three
            look = look._replace(bold=look.bold ^ bold, italic=look.italic ^ italic)
    if end < len(text):
        yield look._replace(value=text[end:])


def _placeholder(place: str) -> TemplatePart:
    if not _SIMPLE.fullmatch(place):
        try:
            return TemplatePart("expression", place, expression=parse_expression(place))
        except InputError:
            return TemplatePart("expression", place)
    prefix, colon, _ = place.partition(":")
    if not colon or place in NUMBERS:
        return TemplatePart("field", place)
    return TemplatePart("icon" if prefix in _ICONS else "label", place)
