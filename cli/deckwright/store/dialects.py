"""An open database of SQLite or PostgreSQL, and what they write differently in SQL, side by side."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


class Rows(Protocol):
    """What a statement found, row by row."""

    def fetchone(self) -> Any:
        """The next row, None after the last."""

    def fetchall(self) -> list[Any]:
        """All rows that are left."""

    def __iter__(self) -> Iterator[Any]: ...


class OpenDatabase(Protocol):
    """An open database: SQLite's own connection, or one to a server, with what its SQL says otherwise."""

    @property
    def dialect(self) -> SqliteDialect:
        """What is written differently for its engine."""

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> Rows:
        """Run a statement with the values of its `?`."""

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> object:
        """Run a statement once for each row of values."""

    @property
    def in_transaction(self) -> bool:
        """Whether all that is read is of one moment."""


Clause = tuple[str, list[object]]
"""A condition, and the values of its `?`."""

_CARD_BITS = 20
"""How far the number of a card is shifted in those of its rows of words: no card has a million texts."""


class SqliteDialect:
    """SQL as SQLite takes it.

    In a file, the numbers of the rows of words name the cards, so that a search reads nothing but the index: the columns
    are in another table, and reading the cards there takes four times as long.
    """

    engine = "sqlite"
    tables = "SELECT name FROM sqlite_master"
    bytes = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    next_print = "SELECT coalesce(max(number), 0) + 1 FROM prints"
    # With the `+`, cards are not looked up by game, which most queries name only because other games lack a field.
    game = "+cards.game"
    is_in_text = "instr(' ' || text, ?) > 0"
    card_of_words = f"rowid >> {_CARD_BITS}"
    # What a translator's merge records of a game besides its texts; on a server, functions of the owner do it.
    record_load = (
        "INSERT INTO loads (game, program, digest, cards, added, changed, removed, folder, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now'))"
    )
    set_digest = "UPDATE games SET digest = ?, stamp = ?, findings = '' WHERE id = ?"
    set_labels = "UPDATE games SET labels = ? WHERE id = ? AND source_language <> ?"

    def is_among(self, cards: str) -> str:
        """Condition on `cards` that a statement finds their numbers."""
        return f"(cards.number IN ({cards}))"

    def has_words(self, columns: Sequence[str], words: str, *, begins: bool) -> Clause:
        """Condition on `card_words` that some columns have words in a row; the last may go on if it only `begins`."""
        return "card_words MATCH ?", [f'{{{" ".join(columns)}}} : "{words}"{" *" if begins else ""}']

    def insert_words(self, connection: OpenDatabase, rows: Iterable[tuple[Any, ...]]) -> None:
        """Insert rows of card, language, name and text; those of a card must be together, and all that it has."""
        cards = groupby(rows, key=itemgetter(0))
        numbered = (
            ((card << _CARD_BITS) + position, *row)
            for card, card_rows in cards
            for position, row in enumerate(card_rows)
        )
        statement = "INSERT INTO card_words (rowid, card, language, name, text) VALUES (?, ?, ?, ?, ?)"
        connection.executemany(statement, numbered)

    def replace_words(
        self, connection: OpenDatabase, cards: Iterable[int], rows: Iterable[tuple[Any, ...]], language: str
    ) -> None:
        """Replace the words of some cards, of which those in one language have changed; the rows are all that they have."""
        del language  # rows are numbered by their card
        ranges = [(card << _CARD_BITS, (card + 1) << _CARD_BITS) for card in cards]
        connection.executemany("DELETE FROM card_words WHERE rowid >= ? AND rowid < ?", ranges)
        self.insert_words(connection, rows)


LONGEST_WORD = 40
"""How many letters of each word are in the index of PostgreSQL; texts are compared whole after that."""


_TABLES = (
    "pg_class WHERE relkind IN ('r', 'p') AND pg_table_is_visible(oid)"
    " AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)"
)


class PostgresDialect(SqliteDialect):
    """SQL as PostgreSQL takes it: a search for words finds cards by an index, and then compares the texts."""

    engine = "postgresql"
    tables = f"SELECT relname FROM {_TABLES}"
    bytes = f"SELECT coalesce(sum(pg_total_relation_size(oid)), 0) FROM {_TABLES}"
    next_print = "SELECT last_value + CASE WHEN is_called THEN 1 ELSE 0 END FROM prints_number_seq"
    game = "cards.game"
    is_in_text = "strpos(' ' || text, ?) > 0"
    card_of_words = "card"
    record_load = "SELECT record_load(?, ?, ?, ?, ?, ?, ?, ?)"
    set_digest = "SELECT set_digest(?, ?, ?)"
    set_labels = "SELECT set_labels(?, ?, ?)"

    def is_among(self, cards: str) -> str:
        """The same, found once: joined tables, as PostgreSQL reads `IN`, take minutes to plan for a long query."""
        return f"(cards.number = ANY (ARRAY({cards})))"

    def has_words(self, columns: Sequence[str], words: str, *, begins: bool) -> Clause:
        """The same, over a `tsvector`."""
        *row, last = [_quoted(word[:LONGEST_WORD]) for word in words.split()]
        index = " & ".join([*row, f"{last}:*" if begins else last])
        ending = "" if begins else " "
        text = " OR ".join(f"strpos(' ' || {column} || '{ending}', ?) > 0" for column in columns)
        return f"words @@ ?::tsquery AND ({text})", [index, *[f" {words}{ending}"] * len(columns)]

    def insert_words(self, connection: OpenDatabase, rows: Iterable[tuple[Any, ...]]) -> None:
        """The same, into an ordinary table."""
        connection.executemany(
            "INSERT INTO card_words (card, language, name, text) VALUES (?, ?, ?, ?)", rows
        )

    def replace_words(
        self, connection: OpenDatabase, cards: Iterable[int], rows: Iterable[tuple[Any, ...]], language: str
    ) -> None:
        """The same: a translator may change the words of no other language."""
        of_card = ((card, language) for card in cards)
        connection.executemany("DELETE FROM card_words WHERE card = ? AND language = ?", of_card)
        self.insert_words(connection, (row for row in rows if row[1] == language))


def _quoted(word: str) -> str:
    doubled = word.replace("\\", "\\\\").replace("'", "''")
    return f"'{doubled}'"


SQLITE, POSTGRES = SqliteDialect(), PostgresDialect()
