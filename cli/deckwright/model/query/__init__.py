"""The query language: `kind:monster class:engineer tech>=3 -mark:unique ("data lake" or level:chief)`.

A query's text is parsed once into a syntax tree, whose names are bound to the fields and values of some games.
What comes of it is a small tree of plain values, which can be asked of a card (`matches`), written as SQL
(`deckwright.store.query_sql`), and kept as JSON (`dump`, `load`).
"""

from deckwright.model.query.binding import parse
from deckwright.model.query.matching import matches
from deckwright.model.query.nodes import ALL, NONE, Query, all_of, any_of
from deckwright.model.query.storing import dump, load
from deckwright.model.query.values import value_rows, values_of, word_rows
from deckwright.model.query.vocabulary import BUILT_IN, Vocabulary

__all__ = [
    "ALL",
    "BUILT_IN",
    "NONE",
    "Query",
    "Vocabulary",
    "all_of",
    "any_of",
    "dump",
    "load",
    "matches",
    "parse",
    "value_rows",
    "values_of",
    "word_rows",
]
