"""From a parsed query to its meaning: fields and values are looked up in the vocabulary of some games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.query.language import Origin, syntax_tree
from deckwright.model.query.terms import (
    HAS,
    Term,
    has_field,
    meaning,
    meaningless_term,
    missing_field,
    only_has,
    unknown_field,
    unknown_reference,
    without_words,
)
from deckwright.model.query.tree import ALL, PRINTED, Not, Query, Words, all_of, any_of
from deckwright.model.words import fold

if TYPE_CHECKING:
    from deckwright.errors import InputError
    from deckwright.model.query.language import Token, Tree
    from deckwright.model.query.terms import Problem
    from deckwright.model.query.vocabulary import Vocabulary


# From the text of a query to what it means: names and values are looked up in a vocabulary.

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
    origin = Origin(where or Where("query", 1, 1))
    if len(text) > MOST_LETTERS:
        message = tr("This query is too long: at most {most} characters are allowed.", most=MOST_LETTERS)
        raise origin.error(0, message)
    if fold(text).count(" ") >= MOST_WORDS:
        raise origin.error(
            0, tr("This query is too long: at most {most} words are allowed.", most=MOST_WORDS)
        )
    return _Binder(vocabulary, origin).bind(syntax_tree(text, origin))


class _Binder:
    """Binds the parts of one query, and counts them."""

    def __init__(self, vocabulary: Vocabulary, origin: Origin) -> None:
        self._vocabulary = vocabulary
        self._origin = origin
        self._terms = 0

    def bind(self, tree: Tree, level: int = 0) -> Query:
        if level > MOST_LEVELS:
            message = tr(
                "This query is nested too deeply: at most {most} levels are allowed.", most=MOST_LEVELS
            )
            raise self._origin.error(tree.start, message)
        if not tree.parts:
            return self._bind_leaf(tree)
        parts = [self.bind(part, level + 1) for part in tree.parts]
        if tree.kind == "not":
            return Not(parts[0])
        return all_of(parts) if tree.kind == "and" else any_of(parts)

    def _bind_leaf(self, tree: Tree) -> Query:
        self._terms += 1
        if self._terms > MOST_TERMS:
            message = tr("This query is too long: at most {most} terms are allowed.", most=MOST_TERMS)
            raise self._origin.error(tree.start, message)
        if tree.kind == "words":
            return self._words(*tree.tokens)
        return self._term(*tree.tokens) if tree.tokens else ALL

    def _words(self, token: Token) -> Query:
        if words := fold(token.text):
            return Words(PRINTED, words)
        raise self._error(token, without_words(token.text))

    def _term(self, field: Token, operator: Token, value: Token) -> Query:
        if field.text.casefold() == HAS:
            return self._has(operator, value)
        self._check_field(field.text, field.start)
        reference, other = self._reference(value, field)
        term = Term(field.text.casefold(), operator.text, value.content, reference, other)
        self._check_id(term, value)
        query = meaning(term, self._vocabulary)
        if query is None:
            raise self._error(value, meaningless_term(term, self._vocabulary))
        return query

    def _has(self, operator: Token, value: Token) -> Query:
        self._check_field(value.content, value.start)
        if operator.text not in {":", "="}:
            raise self._error(operator, only_has(operator.text, value.content))
        return has_field(value.content.casefold(), self._vocabulary)

    def _check_field(self, name: str, start: int) -> None:
        if self._vocabulary.readings(name.casefold()) is None:
            raise self._origin.error(start, *unknown_field(name, self._vocabulary))

    def _reference(self, value: Token, field: Token) -> tuple[str, str]:
        """Reference that a value names, and its field; '' for both where it is an ordinary value, as in quotes."""
        name, dot, other = value.text.partition(".")
        if value.kind == "quoted" or not dot or name.casefold() not in self._vocabulary.references:
            return "", ""
        if not other:
            raise self._error(value, missing_field(value.text, field.text))
        self._check_field(other, value.start + len(name) + 1)
        return name.casefold(), other.casefold()

    def _check_id(self, term: Term, value: Token) -> None:
        """Refuse what no id can be, and is probably a reference with a slip in it."""
        name, dot, _ = value.text.partition(".")
        references = self._vocabulary.references
        if term.field == "id" and not term.reference and dot and references and value.kind == "word":
            raise self._error(value, unknown_reference(name, references))

    def _error(self, token: Token, fault: Problem) -> InputError:
        return self._origin.error(token.start, *fault)
