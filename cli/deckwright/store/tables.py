"""The tables of the card database: their one description, from which a new database is created.

Reading and writing are plain SQL, so that no command waits for the imports below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import BigInteger, Integer, String, Table, create_mock_engine
from sqlalchemy.dialects import postgresql
from sqlmodel import AutoString, Field, Index, SQLModel, UniqueConstraint

if TYPE_CHECKING:
    from sqlalchemy.engine.mock import MockConnection


class GameRow(SQLModel, table=True):
    """A game. `definition`, `labels` and `queries` are JSON; `folder` is where it was loaded from.

    `digest` names the exact content of that folder, `stamp` the sizes and times of its files: while the stamp is the
    same, they need not be read. It is '' where it cannot be trusted. `findings` are those of its last load, JSON with
    what they depend on besides the folder; '' where the next load has to find out.
    """

    __tablename__ = "games"

    id: str = Field(primary_key=True)
    source_language: str
    languages: str
    definition: str
    labels: str
    queries: str
    digest: str
    folder: str
    stamp: str
    findings: str


class CardRow(SQLModel, table=True):
    """A card. `marks`, `fields`, `origins` and `aliases` are JSON; `position` is its place in the game's files."""

    __tablename__ = "cards"
    __table_args__ = (UniqueConstraint("game", "id"), Index("ix_cards_position", "game", "position"))

    number: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id")
    id: str = Field(index=True)
    kind: str
    copies: int
    revision: int
    origin: str
    icon: str
    marks: str
    fields: str
    position: int
    digest: str
    counts: str
    origins: str
    aliases: str


class BoxCountRow(SQLModel, table=True):
    """How many copies of a card the owner's box holds, and what the game itself says of that card.

    It outlives loads of the game, and names a card that a game may no longer have.
    """

    __tablename__ = "box_counts"

    game: str = Field(primary_key=True)
    card: str = Field(primary_key=True)
    copies: int
    game_copies: int
    game_counts: str


class TextRow(SQLModel, table=True):
    """A printed text of a card in one language."""

    __tablename__ = "texts"

    card: int = Field(foreign_key="cards.number", primary_key=True)
    language: str = Field(primary_key=True)
    name: str = Field(primary_key=True)
    text: str


class CardValueRow(SQLModel, table=True):
    """One value of one field of a card, as queries compare it."""

    __tablename__ = "card_values"
    # All columns that queries compare, so that they read nothing but the index; PostgreSQL takes no more than 2,704 bytes
    # into a row of an index, and a text may be longer.
    __table_args__ = (
        Index("ix_card_values_field", "field", "text", "value", "card").ddl_if("sqlite"),
        Index("ix_card_values_numbers", "field", "value", "card").ddl_if("postgresql"),
    )

    number: int | None = Field(default=None, primary_key=True)
    card: int = Field(foreign_key="cards.number", index=True)
    field: str
    text: str
    value: float | None = None


class DeckRow(SQLModel, table=True):
    """A deck that came with a game; `date` is the day that it was built for (ISO 8601), or ''."""

    __tablename__ = "decks"
    __table_args__ = (UniqueConstraint("game", "id"),)

    number: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id")
    id: str
    name: str
    format: str
    players: int | None = None
    position: int
    date: str


class DeckEntryRow(SQLModel, table=True):
    """Some copies of a card in a zone of a deck; `fields` are JSON."""

    __tablename__ = "deck_entries"

    deck: int = Field(foreign_key="decks.number", primary_key=True)
    position: int = Field(primary_key=True)
    zone: str
    card: str
    copies: int
    fields: str


class ContentRow(SQLModel, table=True):
    """What a file has, or the JSON of what is printed on a card, by its digest, once: games and prints have much in common."""

    __tablename__ = "contents"

    digest: str = Field(primary_key=True)
    content: bytes


class AssetRow(SQLModel, table=True):
    """A file that a game brings for printing: an icon or a face, by its path in the game's folder, and the digest of its content."""

    __tablename__ = "assets"

    game: str = Field(foreign_key="games.id", primary_key=True)
    path: str = Field(primary_key=True)
    content: str = Field(foreign_key="contents.digest")


class TranslationRow(SQLModel, table=True):
    """A text of a game in another language, missing ones too; `waivers` and `notes` are JSON.

    Where somebody merged a translation that the game's folder could not take, there is a row with `own` beside
    it, which is as it was merged; the other is what holds now. `position` is the text's place in the game's
    files, and `who` and `at` (a day) say who touched it last, and when; `reviewer` is who read a reviewed text.
    """

    __tablename__ = "translations"

    game: str = Field(primary_key=True)
    language: str = Field(primary_key=True)
    context: str = Field(primary_key=True)
    own: bool = Field(primary_key=True)
    position: int
    source: str
    text: str
    state: str
    previous: str
    who: str
    at: str
    waivers: str
    notes: str
    unsure: bool
    place: str
    reviewer: str


class TextDateRow(SQLModel, table=True):
    """When a text of a game, in its source language, was first loaded as it is (UTC, ISO 8601); `digest` is that of the text."""

    __tablename__ = "text_dates"

    game: str = Field(primary_key=True)
    context: str = Field(primary_key=True)
    digest: str
    at: str


class PrinterRow(SQLModel, table=True):
    """A printer that a user has measured: how its backs are moved (mm) and enlarged (per cent), and its edge."""

    __tablename__ = "printers"

    name: str = Field(primary_key=True)
    right: float
    down: float
    scale: float
    edge: str


class LoadRow(SQLModel, table=True):
    """What a load did, when (UTC, ISO 8601), from which folder, and who did it; '' where that is not known.

    On a server, `who` is filled in by the server itself. A file does not have it.
    """

    __tablename__ = "loads"

    number: int | None = Field(default=None, primary_key=True)
    game: str
    at: str
    program: str
    digest: str
    cards: int
    added: int
    changed: int
    removed: int
    folder: str
    who: str = Field(sa_column_kwargs={"server_default": ""})


class PrintRow(SQLModel, table=True):
    """A file of cards that was printed, when (UTC, ISO 8601), and of what.

    `sources` is JSON; `added` tells that it holds only what had changed, and goes to what was printed before. `content` is
    the digest of a file that is about to take its place, and '' as soon as it has. `folder` is the digest of the game's
    folder, if its files are kept.
    """

    __tablename__ = "prints"

    number: int | None = Field(default=None, primary_key=True)
    at: str
    program: str
    game: str = Field(index=True)
    language: str
    sources: str
    sheet: str
    file: str
    cards: int
    pages: int
    added: bool
    content: str = Field(sa_column_kwargs={"server_default": ""})
    folder: str


class KeptFileRow(SQLModel, table=True):
    """A file of a game's folder as it was printed: the digest of the whole folder, its path there, and its content."""

    __tablename__ = "kept_files"

    folder: str = Field(primary_key=True)
    path: str = Field(primary_key=True)
    content: str = Field(foreign_key="contents.digest")


class PrintedCardRow(SQLModel, table=True):
    """What a card looked like in a print, under one face, and how many copies of it there are in it.

    `fields` is the digest of what was printed on it.
    """

    __tablename__ = "printed_cards"

    print: int = Field(foreign_key="prints.number", primary_key=True)
    card: str = Field(primary_key=True)
    face: str = Field(primary_key=True)
    digest: str
    copies: int
    fields: str = Field(foreign_key="contents.digest")


# How SQLite keeps values, said for a server too: texts sort by their characters' numbers, numbers have 64 bits.
_TYPES: dict[type, Any] = {
    AutoString: String().with_variant(postgresql.TEXT(collation="C"), "postgresql"),
    Integer: Integer().with_variant(BigInteger(), "postgresql"),
}
for _table in SQLModel.metadata.tables.values():
    for _column in _table.columns:
        _column.type = _TYPES.get(type(_column.type), _column.type)

# Words are stored folded: letters, digits and single spaces, which is what `ascii` splits on. PostgreSQL's own parser
# would split otherwise, so its index has the words themselves, the long ones cut off.
_WORDS_OF_FILE = "CREATE VIRTUAL TABLE card_words USING fts5(card UNINDEXED, language UNINDEXED, name, text, tokenize='ascii')"
_WORDS_OF_SERVER = (
    'CREATE TABLE card_words (card bigint NOT NULL, language text COLLATE "C" NOT NULL,'
    ' name text COLLATE "C" NOT NULL, text text COLLATE "C" NOT NULL, words tsvector GENERATED ALWAYS AS'
    " (array_to_tsvector(array_remove(string_to_array("
    r"regexp_replace(name || ' ' || text, '([^ ]{40})[^ ]+', '\1', 'g'), ' '), ''))) STORED)"
)
# What a translator may record, and no more: each change of a digest is in the log, with who made it; the words of other
# languages stay. Nobody's temporary tables take the place of ours.
_FUNCTIONS_OF_SERVER = (
    """CREATE FUNCTION record_load(game text, program text, digest text, cards bigint, added bigint, changed bigint,
      removed bigint, folder text) RETURNS void LANGUAGE sql SECURITY DEFINER AS $$
      INSERT INTO loads (game, program, digest, cards, added, changed, removed, folder, at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"')) $$""",
    """CREATE FUNCTION set_digest(digest text, stamp text, game text) RETURNS void LANGUAGE sql SECURITY DEFINER AS $$
      UPDATE games SET digest = $1, stamp = $2, findings = '' WHERE id = $3 AND $1 = (SELECT loads.digest FROM loads
      WHERE loads.game = $3 AND who = SESSION_USER ORDER BY number DESC LIMIT 1) $$""",
    """CREATE FUNCTION set_labels(labels text, game text, language text) RETURNS void LANGUAGE sql SECURITY DEFINER AS $$
      UPDATE games SET labels = $1 WHERE id = $2 AND source_language <> $3
      AND games.labels::jsonb - $3 = $1::jsonb - $3 $$""",
    """DO $$ DECLARE made regprocedure; BEGIN
      FOR made IN SELECT oid FROM pg_proc WHERE proname IN ('record_load', 'set_digest', 'set_labels')
        AND pronamespace = current_schema()::regnamespace LOOP
        EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', made, current_schema());
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', made);
      END LOOP; END $$""",
)
_MORE = {
    "sqlite": (_WORDS_OF_FILE,),
    "postgresql": (
        _WORDS_OF_SERVER,
        "CREATE INDEX ix_card_words_words ON card_words USING gin (words)",
        "CREATE INDEX ix_card_words_card ON card_words (card)",
        "ALTER TABLE loads ALTER COLUMN who SET DEFAULT SESSION_USER",
        *_FUNCTIONS_OF_SERVER,
    ),
}
"""What only one engine has: the index for words, and who a user of a server is and what that allows."""


def statements(engine: str) -> list[str]:
    """Statements that create all tables on an engine, as SQLAlchemy calls it."""
    made: list[str] = []

    def keep(part: Any, *_: Any) -> None:
        made.append(str(part.compile(dialect=mock.dialect)))

    mock: MockConnection = create_mock_engine(f"{engine}://", keep)
    SQLModel.metadata.create_all(mock, checkfirst=False)
    return [*made, *_MORE[engine]]


class TableColumns(NamedTuple):
    """A table with its columns, the places of those that are true or false, and the columns of its key."""

    name: str
    columns: tuple[str, ...]
    booleans: frozenset[int]
    key: tuple[str, ...]


def all_tables() -> list[TableColumns]:
    """All tables, those first that others refer to; the index for words is the last."""
    words = ("card", "language", "name", "text")
    return [
        *map(_columns, SQLModel.metadata.sorted_tables),
        TableColumns("card_words", words, frozenset(), words),
    ]


def _columns(table: Table) -> TableColumns:
    booleans = (place for place, column in enumerate(table.columns) if column.type.python_type is bool)
    key = tuple(column.name for column in table.primary_key)
    return TableColumns(table.name, tuple(column.name for column in table.columns), frozenset(booleans), key)
