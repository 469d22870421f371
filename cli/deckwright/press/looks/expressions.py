"""What texts of faces say of a card: expressions, as in `{cost + 1}` or `{name | upper}`, choices by a field, and templates.

    expression = sum, {"|", function, {argument}}
    sum        = product, {("+" | "-"), product}
    product    = unary, {("*" | "/"), unary}
    unary      = ["-"], (number | text | name | function, "(", sum, {",", sum}, ")" | "(", sum, ")")

Names are those of fields and texts, as in queries. Nothing else can be called or looked up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, isfinite
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.model.languages import in_capitals, in_small_letters, with_capital, with_decimal_sign
from deckwright.model.markup import TAG, tags_of, unknown_braces
from deckwright.model.plurals import CONTEXT, form_for
from deckwright.model.words import suggest_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


# Expressions: numbers and words calculated from those of a card.


Value = str | int | float | list[str]
"""A text, a number, or the printed texts of a list."""

Taken = Literal["number", "text", "list", "anything"]

_LONGEST = 200
"""The most characters of an expression."""

_DEEPEST = 20
"""The most expressions inside each other."""


# What expressions can call.


class Function(NamedTuple):
    """A function: what it makes of its first value and its arguments.

    `takes` is what the first value must be, `least` and `most` are how many arguments can follow it. One that is `of_language`
    is applied to the language too, after all others.
    """

    name: str
    example: str
    description: str
    takes: Taken
    apply: Callable[..., Value]
    least: int = 0
    most: int = 0
    of_language: bool = False


def _roman(number: float) -> Value:
    """A whole number from 1 to 3999 in Roman numerals; others stay as they are."""
    if not (isinstance(number, int) and 0 < number < _TOO_LARGE_FOR_ROMAN):
        return number
    letters = ""
    for value, numeral in _NUMERALS:
        times, number = divmod(number, value)
        letters += numeral * times
    return letters


_TOO_LARGE_FOR_ROMAN = 4000
_NUMERALS = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL")),
    *((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)


def digits_of(number: float) -> str:
    """A number in digits, with at most six decimals; never with an exponent, as `1e+06`."""
    text = f"{number:d}" if isinstance(number, int) else f"{number:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _padded(number: float, digits: float) -> str:
    sign, text = ("-", digits_of(-number)) if number < 0 else ("", digits_of(number))
    return sign + text.zfill(int(min(digits, _MOST_DIGITS)))


def _counted(number: float, word: str, language: str) -> str:
    digits = with_decimal_sign(digits_of(number), language)
    return form_for(str(word), number, language).replace("{count}", digits)


_MOST_DIGITS = 20

FUNCTIONS = {
    function.name: function
    for function in (
        Function("upper", "{name | upper}", "in capitals", "text", in_capitals, of_language=True),
        Function("lower", "{name | lower}", "in small letters", "text", in_small_letters, of_language=True),
        Function(
            "capital",
            "{name | capital}",
            "with a capital at the beginning",
            "text",
            with_capital,
            of_language=True,
        ),
        Function(
            "first",
            "{name | first 3}",
            "the first letters, one without a number",
            "text",
            lambda text, n=1: text[: int(n)],
            0,
            1,
        ),
        Function(
            "join",
            '{colours | join " · "}',
            "the values of a list, with this between them",
            "list",
            lambda items, by: str(by).join(items),
            1,
            1,
        ),
        Function("count", "{colours | count}", "how many values a list has", "list", len),
        Function(
            "signed",
            "{jump | signed}",
            "with its sign: `+3`",
            "number",
            lambda number: f"+{digits_of(number)}" if number > 0 else number,
        ),
        Function(
            "pad", "{jump | pad 2}", "with zeros before it, in so many digits: `03`", "number", _padded, 1, 1
        ),
        Function(
            "counted",
            '{jump | counted "ponds"}',
            "a word of the face, in the form that the number needs ([plural forms](translating.md#plural-forms))",
            "number",
            _counted,
            1,
            1,
            of_language=True,
        ),
        Function("roman", "{jump | roman}", "in Roman numerals", "number", _roman),
        Function(
            "round",
            "{jump / 3 | round 1}",
            "with so many decimals, none without a number",
            "number",
            lambda number, n=0: round(number, max(int(n), -_MOST_DIGITS)),
            0,
            1,
        ),
        Function("floor", "{jump / 2 | floor}", "the whole number below", "number", floor),
        Function("ceil", "{jump / 2 | ceil}", "the whole number above", "number", ceil),
        Function("abs", "{jump - 5 | abs}", "without its sign", "number", abs),
        Function(
            "min",
            "{min(jump, 3)}",
            "the smallest of several numbers",
            "number",
            lambda *numbers: min(numbers),
            1,
            9,
        ),
        Function(
            "max",
            "{max(jump - 1, 0)}",
            "the greatest of several numbers",
            "number",
            lambda *numbers: max(numbers),
            1,
            9,
        ),
        Function(
            "or",
            '{motto | or "–"}',
            "something else if the card has no such field, or its number is 0",
            "anything",
            lambda value, other: value or other,
            1,
            1,
        ),
    )
}
"""All functions by name: after a bar (`{cost | pad 2}`), or with brackets (`{max(cost - 2, 0)}`)."""


# The tree of an expression.


@dataclass(frozen=True, slots=True)
class Constant:
    """A number or a text that is written in the expression."""

    value: str | int | float


@dataclass(frozen=True, slots=True)
class Name:
    """The value of a field or text of the card, or of `index:kind` and the like."""

    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """A function with its values; `+`, `-`, `*` and `/` are functions too."""

    function: str
    values: tuple[Expression, ...]


Expression = Constant | Name | Call


class CalculationError(Exception):
    """An expression has no value for a card; the message is the reason."""


def names_in(expression: Expression) -> Iterator[str]:
    """Yield the names in an expression, in order."""
    if isinstance(expression, Name):
        yield expression.name
    elif isinstance(expression, Call):
        for value in expression.values:
            yield from names_in(value)


def numbers_in(expression: Expression, *, is_number: bool = False) -> Iterator[str]:
    """Yield the names in an expression that must be numbers."""
    if isinstance(expression, Name) and is_number:
        yield expression.name
    elif isinstance(expression, Call):
        function = FUNCTIONS.get(expression.function)
        for at, value in enumerate(expression.values):
            needs = function is None or function.takes == "number" or (at > 0 and function.name == "first")
            yield from numbers_in(value, is_number=needs)


def words_in(expression: Expression) -> Iterator[str]:
    """Yield the names of the words of the face in an expression."""
    if isinstance(expression, Call):
        if expression.function == "counted" and isinstance(expression.values[1], Constant):
            yield str(expression.values[1].value)
        for value in expression.values:
            yield from words_in(value)


def evaluate(
    expression: Expression, look_up: Callable[[str], Value | None], language: str = ""
) -> Value | None:
    """Value of an expression, whose names `look_up` returns in a language; None if the card lacks one that it needs.

    Raises:
        CalculationError: it divides by zero, or calculates with a text.
    """
    if isinstance(expression, Constant):
        return expression.value
    if isinstance(expression, Name):
        return look_up(expression.name)
    values = [evaluate(inner, look_up, language) for inner in expression.values]
    if expression.function == "counted":
        values[1] = look_up(f"{CONTEXT}{values[1]}")
    if expression.function == "or":
        return values[0] or values[1]
    present = [value for value in values if value is not None]
    if len(present) < len(values):
        return None
    return _applied(expression.function, present, language)


def _applied(function: str, values: Sequence[Value], language: str) -> Value:
    known = FUNCTIONS.get(function)
    takes = known.takes if known else "number"
    first, *others = values
    if takes == "list":
        first = first if isinstance(first, list) else [str(first)]
    elif takes == "text":
        first = ", ".join(first) if isinstance(first, list) else str(first)
    numbers = [first] if takes == "number" else []
    if known and known.of_language:
        others = [*others, language]
    elif takes == "number" or function == "first":
        numbers += others
    wrong = next((number for number in numbers if not isinstance(number, int | float)), None)
    if wrong is not None:
        shown = ", ".join(wrong) if isinstance(wrong, list) else wrong
        raise CalculationError(tr("“{text}” is not a number.", text=shown))
    try:
        result: Value = known.apply(first, *others) if known else _OPERATORS[function](first, *others)
    except ZeroDivisionError:
        raise CalculationError(tr("This divides by zero.")) from None
    except (ArithmeticError, ValueError):
        raise CalculationError(tr("This number is too large.")) from None
    if isinstance(result, float) and not isfinite(result):
        raise CalculationError(tr("This number is too large."))
    return int(result) if isinstance(result, float) and result.is_integer() else result


_OPERATORS: dict[str, Callable[..., Value]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other=None: -one if other is None else one - other,
    "*": lambda one, other: one * other,
    "/": lambda one, other: one / other,
}


# Parse.

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d{1,9}(?:\.\d{1,9})?)|(?P<name>[a-z][a-z0-9_]*(?:[:-][A-Za-z0-9_]+)*)"
    r"|(?P<text>\"[^\"]*\"|“[^”]*”)|(?P<sign>[-+*/|(),]))"
)


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


@lru_cache(maxsize=1000)
def parse_expression(text: str) -> Expression:
    """Parse an expression, without its braces.

    Raises:
        InputError: it is not one.
    """
    if len(text) > _LONGEST:
        raise _error(tr("An expression has at most {count} characters.", count=_LONGEST))
    parser = _Parser(list(_tokens(text)))
    parsed = parser.expression()
    if parser.next.kind != "end":
        raise _error(tr("“{text}” is unexpected here.", text=parser.next.text))
    return parsed


def _tokens(text: str) -> Iterator[_Token]:
    at = 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            raise _error(tr("“{text}” is unexpected here.", text=text[at:].split(maxsplit=1)[0]))
        yield _Token(match.lastgroup, match[match.lastgroup], match.start(match.lastgroup))
        at = match.end()
    yield _Token("end", "", len(text))


def _error(message: str) -> InputError:
    return InputError("expression", message)


class _Parser:
    """A parser by recursive descent."""

    def __init__(self, tokens: Sequence[_Token]) -> None:
        self._tokens, self._at, self._depth = tokens, 0, 0

    @property
    def next(self) -> _Token:
        return self._tokens[self._at]

    def expression(self) -> Expression:
        parsed = self._sum()
        while self._accept("|"):
            name = self._take("name")
            values = [parsed]
            while self.next.kind in {"number", "text", "name"}:
                values.append(self._unary())
            parsed = _call(name.text, values)
        return parsed

    def _sum(self) -> Expression:
        return self._binary("+-", lambda: self._binary("*/", self._unary))

    def _binary(self, signs: str, part: Callable[[], Expression]) -> Expression:
        parsed = part()
        while self.next.kind == "sign" and self.next.text in signs:
            sign = self._take("sign").text
            parsed = Call(sign, (parsed, part()))
        return parsed

    def _unary(self) -> Expression:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise _error(tr("Too many expressions are inside each other."))
        parsed = self._single()
        self._depth -= 1
        return parsed

    def _single(self) -> Expression:
        if self._accept("-"):
            return Call("-", (self._unary(),))
        if self._accept("("):
            parsed = self._sum()
            self._expect(")")
            return parsed
        token = self._take("number", "text", "name")
        if token.kind == "number":
            return Constant(float(token.text) if "." in token.text else int(token.text))
        if token.kind == "text":
            return Constant(token.text[1:-1])
        if not self._accept("("):
            return Name(token.text)
        values = [self._sum()]
        while self._accept(","):
            values.append(self._sum())
        self._expect(")")
        return _call(token.text, values)

    def _accept(self, sign: str) -> bool:
        is_next = self.next.kind == "sign" and self.next.text == sign
        self._at += is_next
        return is_next

    def _expect(self, sign: str) -> None:
        if not self._accept(sign):
            raise _error(tr("“{text}” is missing.", text=sign))

    def _take(self, *kinds: str) -> _Token:
        token = self.next
        if token.kind not in kinds:
            raise _error(
                tr("“{text}” is unexpected here.", text=token.text)
                if token.text
                else tr("Something is missing at the end.")
            )
        self._at += 1
        return token


def _call(name: str, values: Sequence[Expression]) -> Call:
    function = FUNCTIONS.get(name)
    if function is None:
        message = tr("Unknown function: {name}.", name=name)
        raise _error(f"{message} {suggest_names(name, [*FUNCTIONS])}")
    if not function.least <= len(values) - 1 <= function.most:
        raise _error(tr("The function {name} does not take so many values.", name=name))
    return Call(name, tuple(values))


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
