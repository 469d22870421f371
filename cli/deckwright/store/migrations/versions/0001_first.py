"""The first tables: games, cards, texts, values, decks, assets and loads, and the index for words."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    text, number = sa.String(), sa.Integer()
    op.create_table(
        "games",
        sa.Column("id", text, primary_key=True),
        *_columns(text, "source_language", "languages", "definition", "labels", "queries", "digest"),
    )
    op.create_table(
        "cards",
        sa.Column("number", number, primary_key=True),
        sa.Column("game", text, sa.ForeignKey("games.id"), nullable=False),
        *_columns(text, "id", "kind"),
        *_columns(number, "copies", "revision"),
        *_columns(text, "origin", "icon", "marks", "fields"),
        *_columns(number, "position"),
        *_columns(text, "digest"),
        sa.UniqueConstraint("game", "id"),
    )
    op.create_index("ix_cards_id", "cards", ["id"])
    op.create_table(
        "texts",
        sa.Column("card", number, sa.ForeignKey("cards.number"), primary_key=True),
        sa.Column("language", text, primary_key=True),
        sa.Column("name", text, primary_key=True),
        *_columns(text, "text"),
    )
    op.create_table(
        "card_values",
        sa.Column("number", number, primary_key=True),
        sa.Column("card", number, sa.ForeignKey("cards.number"), nullable=False),
        *_columns(text, "field", "text"),
        sa.Column("value", sa.Float()),
    )
    op.create_index("ix_card_values_card", "card_values", ["card"])
    op.create_index("ix_card_values_field", "card_values", ["field"])
    op.create_table(
        "decks",
        sa.Column("number", number, primary_key=True),
        sa.Column("game", text, sa.ForeignKey("games.id"), nullable=False),
        *_columns(text, "id", "name", "format"),
        sa.Column("players", number),
        *_columns(number, "position"),
        sa.UniqueConstraint("game", "id"),
    )
    op.create_table(
        "deck_entries",
        sa.Column("deck", number, sa.ForeignKey("decks.number"), primary_key=True),
        sa.Column("position", number, primary_key=True),
        *_columns(text, "zone", "card"),
        *_columns(number, "copies"),
    )
    op.create_table(
        "assets",
        sa.Column("game", text, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("path", text, primary_key=True),
        sa.Column("content", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "loads",
        sa.Column("number", number, primary_key=True),
        *_columns(text, "game", "at", "program", "digest"),
        *_columns(number, "cards", "added", "changed", "removed"),
    )
    # Words are stored folded: letters, digits and single spaces, which is what `ascii` splits on.
    op.execute(
        "CREATE VIRTUAL TABLE card_words"
        " USING fts5(card UNINDEXED, language UNINDEXED, name, text, tokenize='ascii')"
    )


def _columns(kind: sa.types.TypeEngine[Any], *names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind, nullable=False) for name in names]
