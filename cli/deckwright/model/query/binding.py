"""From the text of a query to what it means: names and values are looked up in a vocabulary."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from deckwright.messages import tr
from deckwright.model.query.faults import misfit, no_words, unknown_field
from deckwright.model.query.nodes import ALL, PRINTED, Not, Query, Words, all_of, any_of
from deckwright.model.query.syntax import Place, syntax_tree
from deckwright.model.query.terms import Term, meaning
from deckwright.model.words import fold

if TYPE_CHECKING:
    from lark import Token, Tree

    from deckwright.errors import InputError, Where
    from deckwright.model.query.faults import Fault
    from deckwright.model.query.vocabulary import Vocabulary

MOST_LETTERS = 100_000
"""How long a query may be."""

MOST_WORDS = 10_000
"""How many words a query may have: for a hundred thousand in a row, the index for words takes minutes."""

MOST_TERMS = 500
"""How many terms a query may have: SQLite refuses an expression deeper than 1000."""

MOST_LEVELS = 20
"""How deeply a query may nest: SQLite's parser can have begun no more than 100 things at a time."""


def parse(text: str, vocabulary: Vocabulary, where: Where | None = None) -> Query:
    """Read a query; an empty one asks for all cards.

    `where` is where its first character stands in a file; without it, faults are in line 1 of `query`.

    Raises:
        InputError: the query is too long, not well formed, or names a field or a value that no game knows.
    """
    text = text.encode(errors="replace").decode()  # bytes of an unknown encoding come as lone surrogates
    place = Place(where)
    if len(text) > MOST_LETTERS:
        message = tr("This query is too long: at most {most} letters can be read.", most=MOST_LETTERS)
        raise place.fault(0, message)
    if fold(text).count(" ") >= MOST_WORDS:
        raise place.fault(0, tr("This query is too long: at most {most} words can be read.", most=MOST_WORDS))
    return _Binder(vocabulary, place).bind(syntax_tree(text, place))


class _Binder:
    """Binds the parts of one query, and counts them."""

    def __init__(self, vocabulary: Vocabulary, place: Place) -> None:
        self._vocabulary = vocabulary
        self._place = place
        self._terms = 0

    def bind(self, tree: Tree[Token], level: int = 0) -> Query:
        if level > MOST_LEVELS:
            message = tr("This query nests too deeply: at most {most} levels can be read.", most=MOST_LEVELS)
            raise self._place.fault(_start(tree), message)
        if tree.data in {"all", "words", "term"}:
            return self._bind_term(tree)
        parts = [self.bind(cast("Tree[Token]", child), level + 1) for child in tree.children]
        if tree.data == "negated":
            return Not(*parts)
        return all_of(parts) if tree.data == "both" else any_of(parts)

    def _bind_term(self, tree: Tree[Token]) -> Query:
        self._terms += 1
        if self._terms > MOST_TERMS:
            message = tr("This query is too long: at most {most} terms can be read.", most=MOST_TERMS)
            raise self._place.fault(_start(tree), message)
        tokens = cast("list[Token]", tree.children)
        if tree.data == "words":
            return self._words(*tokens)
        return self._term(*tokens) if tokens else ALL

    def _words(self, token: Token) -> Query:
        if words := fold(token):
            return Words(PRINTED, words)
        raise self._fault(token, no_words(token))

    def _term(self, field: Token, operator: Token, value: Token) -> Query:
        term = Term(field.casefold(), str(operator), _unquoted(value))
        if self._vocabulary.readings(term.field) is None:
            raise self._fault(field, unknown_field(field, self._vocabulary))
        query = meaning(term, self._vocabulary)
        if query is None:
            raise self._fault(value, misfit(term, self._vocabulary))
        return query

    def _fault(self, token: Token, fault: Fault) -> InputError:
        return self._place.fault(token.start_pos or 0, *fault)


def _unquoted(token: Token) -> str:
    return token[1:-1] if token.type == "QUOTED" else str(token)


def _start(tree: Tree[Token]) -> int:
    """Give the offset of the first word under a tree."""
    node: Tree[Token] | Token = tree
    while not hasattr(node, "start_pos"):
        if not node.children:
            return 0
        node = node.children[0]
    return node.start_pos or 0
