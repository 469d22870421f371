"""The query language: `kind:monster class:engineer tech>=3 -mark:unique ("data lake" or level:chief)`.

A query's text is parsed once into a syntax tree, whose names are bound to the fields and values of some games.
What comes of it is a small tree of plain values, which can be asked of a card (`matches`), written as SQL
(`deckwright.store.query_sql`), and kept as JSON (`dump`, `load`).

Its parts are imported one by one, because asking a stored query of a card needs none of the parser's.
"""
