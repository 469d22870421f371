"""The first tables: games, cards, texts, values, decks, assets and loads, and the index for words."""

import sqlalchemy as sa
from alembic import op

from deckwright.store.migrations import NUMBER, TEXT, columns

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "games",
        sa.Column("id", TEXT, primary_key=True),
        *columns(TEXT, "source_language", "languages", "definition", "labels", "queries", "digest"),
    )
    op.create_table(
        "cards",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("game", TEXT, sa.ForeignKey("games.id"), nullable=False),
        *columns(TEXT, "id", "kind"),
        *columns(NUMBER, "copies", "revision"),
        *columns(TEXT, "origin", "icon", "marks", "fields"),
        *columns(NUMBER, "position"),
        *columns(TEXT, "digest"),
        sa.UniqueConstraint("game", "id"),
    )
    op.create_index("ix_cards_id", "cards", ["id"])
    op.create_table(
        "texts",
        sa.Column("card", NUMBER, sa.ForeignKey("cards.number"), primary_key=True),
        sa.Column("language", TEXT, primary_key=True),
        sa.Column("name", TEXT, primary_key=True),
        *columns(TEXT, "text"),
    )
    op.create_table(
        "card_values",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("card", NUMBER, sa.ForeignKey("cards.number"), nullable=False),
        *columns(TEXT, "field", "text"),
        sa.Column("value", sa.Float()),
    )
    op.create_index("ix_card_values_card", "card_values", ["card"])
    op.create_index("ix_card_values_field", "card_values", ["field"])
    op.create_table(
        "decks",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("game", TEXT, sa.ForeignKey("games.id"), nullable=False),
        *columns(TEXT, "id", "name", "format"),
        sa.Column("players", NUMBER),
        *columns(NUMBER, "position"),
        sa.UniqueConstraint("game", "id"),
    )
    op.create_table(
        "deck_entries",
        sa.Column("deck", NUMBER, sa.ForeignKey("decks.number"), primary_key=True),
        sa.Column("position", NUMBER, primary_key=True),
        *columns(TEXT, "zone", "card"),
        *columns(NUMBER, "copies"),
    )
    op.create_table(
        "assets",
        sa.Column("game", TEXT, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("path", TEXT, primary_key=True),
        sa.Column("content", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "loads",
        sa.Column("number", NUMBER, primary_key=True),
        *columns(TEXT, "game", "at", "program", "digest"),
        *columns(NUMBER, "cards", "added", "changed", "removed"),
    )
    op.execute(_WORDS[op.get_bind().dialect.name])
    if op.get_bind().dialect.name == "postgresql":
        op.execute("CREATE INDEX ix_card_words_words ON card_words USING gin (words)")
        op.create_index("ix_card_words_card", "card_words", ["card"])


# Words are stored folded: letters, digits and single spaces, which is what `ascii` splits on. PostgreSQL's own parser
# would split otherwise, so its index has the words themselves, the long ones cut off.
_WORDS = {
    "sqlite": "CREATE VIRTUAL TABLE card_words"
    " USING fts5(card UNINDEXED, language UNINDEXED, name, text, tokenize='ascii')",
    "postgresql": 'CREATE TABLE card_words (card bigint NOT NULL, language text COLLATE "C" NOT NULL,'
    ' name text COLLATE "C" NOT NULL, text text COLLATE "C" NOT NULL, words tsvector GENERATED ALWAYS AS'
    " (array_to_tsvector(array_remove(string_to_array("
    r"regexp_replace(name || ' ' || text, '([^ ]{40})[^ ]+', '\1', 'g'), ' '), ''))) STORED)",
}
