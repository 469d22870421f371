"""The grammar of queries, from text to a syntax tree; and their operators, each one record in `OPERATORS`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from deckwright.errors import InputError
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.query.matching import Not, Whole, Words, all_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from deckwright.model.query.matching import Query, Sign


# Operators between a field and a value


class Operator(NamedTuple):
    """What an operator asks.

    `finds` says it in the documentation. `sign` is how it compares numbers, dates and the places of choices in their order;
    of values without an order, `!=` asks for another one, and any other sign for the same. `of_text` is what it asks of a text
    field with some folded words. Without it, the operator needs values that have an order.
    """

    finds: str
    sign: Sign
    of_text: Callable[[str, str], Query] | None = None


def _other_text(field: str, words: str) -> Query:
    return all_of((Words(field, ""), Not(Whole(field, words))))


OPERATORS: Mapping[str, Operator] = {
    ":": Operator("the value; in texts, these words in a row, the last one perhaps longer", "=", Words),
    "=": Operator("the value; a whole text", "=", Whole),
    "!=": Operator("other values; texts that are different in every language", "!=", _other_text),
    "<": Operator("lower or earlier values", "<"),
    "<=": Operator("the value, and those before it", "<="),
    ">": Operator("higher or later values", ">"),
    ">=": Operator("the value, and those after it", ">="),
}
"""Every operator, by how it is written in a query."""

FOR_ALL_FIELDS = tuple(name for name, operator in OPERATORS.items() if operator.of_text)
"""The operators that need no order of values."""


# The grammar


# A keyword before an operator is a field's name, and after one a value.
_KEYWORD_END = r'(?=[\s()"“«]|$)'
_QUOTED = r'"[^"]*"|“[^”]*”|«[^»]*»'
_OPERATOR = "|".join(map(re.escape, sorted(OPERATORS, key=len, reverse=True)))
_TOKEN = re.compile(
    rf"(?P<or>or{_KEYWORD_END})|(?P<and>and{_KEYWORD_END})|(?P<not>not{_KEYWORD_END}|-)|(?P<all>\*(?=[\s()]|$))"
    rf'|(?P<operator>{_OPERATOR})|(?P<quoted>{_QUOTED})|(?P<word>((?!{_OPERATOR})[^\s()"“«])+)'
    r"|(?P<open>\()|(?P<close>\))",
    re.IGNORECASE,
)
_VALUE = re.compile(rf'(?P<quoted>{_QUOTED})|(?P<word>[^\s()"“«]+)|(?P<open>\()|(?P<close>\))')
_SPACE = re.compile(r"\s*")


class Origin(NamedTuple):
    """Where a query is written, so that an error can be shown at its column; the first one is `where.column`."""

    where: Where

    def error(self, offset: int, message: str, hint: str = "") -> InputError:
        """Error at `offset` in the query, counted from 0."""
        start = self.where
        where = Where(start.file, start.line, start.column + offset) if start.column else start
        return InputError("bad-query", message, hint=hint, where=where)


class Token(NamedTuple):
    """A piece of a query's text, from `start`; `kind` is the name of its group in the expression, or `end`."""

    kind: str
    text: str
    start: int

    @property
    def content(self) -> str:
        """The text without its quotation marks."""
        return self.text[1:-1] if self.kind == "quoted" else self.text


class Tree(NamedTuple):
    """A part of a query: `words` has one token, a `term` a field, an operator and a value; others have parts."""

    kind: Literal["all", "words", "term", "not", "and", "or"]
    start: int
    tokens: tuple[Token, ...] = ()
    parts: tuple[Tree, ...] = ()


def syntax_tree(text: str, origin: Origin) -> Tree:
    """Parse a query."""
    return _Parser(text, origin).tree()


def _tokens(text: str, origin: Origin) -> Iterator[Token]:
    """Yield the tokens of a query, then for ever its end."""
    position, pattern = _end_of_space(text, 0), _TOKEN
    while position < len(text):
        token = pattern.match(text, position)
        if token is None:
            raise origin.error(position, tr("A quotation mark is opened here and never closed."))
        kind = token.lastgroup or ""
        yield Token(kind, token[0], position)
        position, pattern = _end_of_space(text, token.end()), _VALUE if kind == "operator" else _TOKEN
    while True:
        yield Token("end", "", len(text))


def _end_of_space(text: str, start: int) -> int:
    space = _SPACE.match(text, start)
    return space.end() if space else start


class _Group:
    """What is read so far between two parentheses: alternatives, each with its parts."""

    def __init__(self) -> None:
        self._alternatives: list[list[Tree]] = [[]]
        self._negations = 0

    @property
    def is_empty(self) -> bool:
        return self._alternatives == [[]] and not self._negations

    def negate(self) -> None:
        self._negations += 1

    def add(self, part: Tree) -> None:
        for _ in range(self._negations):
            part = Tree("not", part.start, parts=(part,))
        self._negations = 0
        self._alternatives[-1].append(part)

    def begin_alternative(self) -> None:
        self._alternatives.append([])

    def tree(self) -> Tree:
        return _joined("or", [_joined("and", parts) for parts in self._alternatives])


def _joined(kind: Literal["and", "or"], parts: list[Tree]) -> Tree:
    return parts[0] if len(parts) == 1 else Tree(kind, parts[0].start, parts=tuple(parts))


class _Parser:
    """Reads one query, part by part; the innermost open parenthesis is the last of the groups."""

    def __init__(self, text: str, origin: Origin) -> None:
        self._text = text
        self._origin = origin
        self._tokens = _tokens(text, origin)
        self._token = next(self._tokens)
        self._groups = [_Group()]

    def tree(self) -> Tree:
        if self._token.kind == "end":
            return Tree("all", 0)
        while self._token.kind != "end":
            self._open()
            self._groups[-1].add(self._leaf())
            self._close()
        if len(self._groups) > 1:
            raise self._origin.error(self._token.start, tr("Missing closing parenthesis."))
        return self._groups[0].tree()

    def _advance(self) -> Token:
        token, self._token = self._token, next(self._tokens)
        return token

    def _open(self) -> None:
        while self._token.kind in {"not", "open"}:
            if self._advance().kind == "not":
                self._groups[-1].negate()
            else:
                self._groups.append(_Group())

    def _leaf(self) -> Tree:
        if self._token.kind not in {"all", "quoted", "word"}:
            raise self._missing()
        token = self._advance()
        if token.kind == "all":
            return Tree("all", token.start)
        if token.kind == "quoted" or self._token.kind != "operator":
            return Tree("words", token.start, (token,))
        operator = self._advance()
        if self._token.kind not in {"quoted", "word"}:
            raise self._missing_value()
        return Tree("term", token.start, (token, operator, self._advance()))

    def _close(self) -> None:
        """Read what may follow a part, up to where the next one starts."""
        while self._token.kind == "close":
            if len(self._groups) == 1:
                raise self._unopened()
            self._advance()
            tree = self._groups.pop().tree()
            self._groups[-1].add(tree)
        if self._token.kind in {"or", "and"}:
            if self._advance().kind == "or":
                self._groups[-1].begin_alternative()
            if self._token.kind == "end":
                raise self._missing()

    def _unopened(self) -> InputError:
        return self._origin.error(self._token.start, tr("This closing parenthesis has no opening one."))

    def _missing_value(self) -> InputError:
        before = self._text[: self._token.start].rsplit(maxsplit=1)[-1].lstrip("(-")
        return self._expected(tr("Missing value after “{before}”.", before=before))

    def _missing(self) -> InputError:
        token = self._token
        if token.kind == "close" and len(self._groups) == 1 and self._groups[0].is_empty:
            return self._unopened()
        if token.kind == "operator":
            message = tr("Missing field name before “{operator}”.", operator=token.text)
        elif token.kind == "end":
            message = tr("Missing search term at the end.")
        else:
            message = tr("Missing search term before “{token}”.", token=token.text)
        return self._expected(message)

    def _expected(self, message: str) -> InputError:
        example = tr("Add a word to search for, or a field and its value, such as kind:tool or tech>=3.")
        return self._origin.error(self._token.start, message, example)
