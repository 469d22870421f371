"""The tables of the card database.

Writing and upgrading go through them; reading is plain SQL, so that looking things up never waits for the
imports below. `card_words`, the index for words, is a virtual table and stands in the first migration.
"""

from __future__ import annotations

from sqlmodel import Field, Index, SQLModel, UniqueConstraint, text


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
    folder: str = Field(default="", sa_column_kwargs={"server_default": text("''")})
    stamp: str = Field(default="", sa_column_kwargs={"server_default": text("''")})
    findings: str = Field(default="", sa_column_kwargs={"server_default": text("''")})


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
    counts: str = Field(default="exact", sa_column_kwargs={"server_default": text("'exact'")})
    origins: str = Field(default="{}", sa_column_kwargs={"server_default": text("'{}'")})
    aliases: str = Field(default="{}", sa_column_kwargs={"server_default": text("'{}'")})


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
    # All columns that queries compare, so that they read nothing but the index.
    __table_args__ = (Index("ix_card_values_field", "field", "text", "value", "card"),)

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
    date: str = Field(default="", sa_column_kwargs={"server_default": text("''")})


class DeckEntryRow(SQLModel, table=True):
    """Some copies of a card in a zone of a deck; `fields` are JSON."""

    __tablename__ = "deck_entries"

    deck: int = Field(foreign_key="decks.number", primary_key=True)
    position: int = Field(primary_key=True)
    zone: str
    card: str
    copies: int
    fields: str = Field(default="{}", sa_column_kwargs={"server_default": text("'{}'")})


class AssetRow(SQLModel, table=True):
    """A file that a game brings for printing: an icon or a face, by its path in the game's folder."""

    __tablename__ = "assets"

    game: str = Field(foreign_key="games.id", primary_key=True)
    path: str = Field(primary_key=True)
    content: bytes


class TranslationRow(SQLModel, table=True):
    """A text of a game in another language, missing ones too; `waivers` and `notes` are JSON.

    Where somebody merged a translation that the game's folder could not take, there is a row with `own` beside
    it, which is as it was merged; the other is what holds now. `position` is the text's place in the game's
    files, and `who` and `at` (a day) say who touched it last, and when.
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
    folder: str = Field(default="", sa_column_kwargs={"server_default": text("''")})
    who: str = Field(default="", sa_column_kwargs={"server_default": text("''")})


class PrintRow(SQLModel, table=True):
    """A file of cards that was printed, when (UTC, ISO 8601), and of what.

    `sources` is JSON; `added` tells that it holds only what had changed, and goes to what was printed before.
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


class PrintedCardRow(SQLModel, table=True):
    """What a card looked like in a print, under one face, and how many copies of it there are in it."""

    __tablename__ = "printed_cards"

    print: int = Field(foreign_key="prints.number", primary_key=True)
    card: str = Field(primary_key=True)
    face: str = Field(primary_key=True)
    digest: str
    copies: int
