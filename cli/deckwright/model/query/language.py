"""The grammar of queries: from text to a syntax tree."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from deckwright.errors import InputError
from deckwright.findings import Where
from deckwright.messages import tr

if TYPE_CHECKING:
    from lark import Lark, Token, Tree, UnexpectedToken


# A keyword before an operator is a field's name, and after one a value.
_GRAMMAR = r"""
?start: either
      |                              -> all
?either: both (_OR both)*
?both: part (_AND? part)*
?part: _NOT part                     -> negated
     | "(" either ")"
     | _STAR                         -> all
     | (WORD | QUOTED)               -> words
     | WORD OPERATOR (VALUE | QUOTED) -> term

_OR.2: /or(?=[\s()"“«]|$)/i
_AND.2: /and(?=[\s()"“«]|$)/i
_NOT.2: /not(?=[\s()"“«]|$)|-/i
_STAR.2: /\*(?=[\s()]|$)/
OPERATOR.2: /[!<>]=|[:=<>]/
QUOTED: /"[^"]*"|“[^”]*”|«[^»]*»/
WORD: /(?!-|(or|and|not)(?=[\s()"“«]|$))([^\s()"“«:=!<>]|!(?!=))+/i
VALUE: /[^\s()"“«]+/
%ignore /\s+/
"""


class Place:
    """Where a query stands, so that a fault can be shown at its column; the first one is `where.column`."""

    def __init__(self, where: Where | None) -> None:
        self._where = where or Where("query", 1, 1)

    def fault(self, offset: int, message: str, hint: str = "") -> InputError:
        """Make the error for a fault at `offset` in the query, counted from 0."""
        start = self._where
        where = Where(start.file, start.line, start.column + offset) if start.column else start
        return InputError("bad-query", message, hint=hint, where=where)


@lru_cache(maxsize=1)
def _parser() -> Lark:
    from lark import Lark  # the import takes longer than all the rest of parsing

    return Lark(_GRAMMAR, parser="lalr", maybe_placeholders=False)


def syntax_tree(text: str, place: Place) -> Tree[Token]:
    """Give the syntax tree of a query.

    Raises:
        InputError: a parenthesis, a quotation mark, a value or a term is missing.
    """
    parser = _parser()
    from lark import UnexpectedCharacters, UnexpectedToken

    try:
        return parser.parse(text)
    except UnexpectedToken as error:
        raise _unexpected(error, text, place) from None
    except UnexpectedCharacters as error:
        message = tr("A quotation mark is opened here and never closed.")
        raise place.fault(error.pos_in_stream or 0, message) from None


def _unexpected(error: UnexpectedToken, text: str, place: Place) -> InputError:
    token = error.token
    offset = len(text) if token.type == "$END" else token.start_pos or 0
    if token.type == "$END" and "RPAR" in error.accepts:
        return place.fault(offset, tr("A closing parenthesis is missing."))
    if token.type == "RPAR" and "$END" in error.accepts:
        return place.fault(offset, tr("This closing parenthesis has no opening one."))
    example = tr("Write a word to look for, or a field and its value, such as kind:tool or tech>=3.")
    return place.fault(offset, _missing(error, text[:offset]), example)


def _missing(error: UnexpectedToken, before: str) -> str:
    token = error.token
    if "VALUE" in error.accepts:
        term = before.rsplit(maxsplit=1)[-1].lstrip("(-")
        return tr("A value is missing after “{before}”.", before=term)
    if token.type == "OPERATOR":
        return tr("The name of a field is missing before “{operator}”.", operator=token)
    if token.type == "$END":
        return tr("The query ends where something to look for should follow.")
    return tr("Something to look for is missing before “{token}”.", token=token)
