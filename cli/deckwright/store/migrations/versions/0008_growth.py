"""Indexes with which large games are searched, and the findings of the last load, with which an unchanged one is known."""

import sqlalchemy as sa
from alembic import op

from deckwright.store.migrations import TEXT

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Replace the index of fields by one that answers comparisons alone, and add the column, empty until the next load."""
    op.drop_index("ix_card_values_field", "card_values")
    # PostgreSQL takes no more than 2,704 bytes into a row of an index, and a text may be longer.
    texts = ["text"] if op.get_bind().dialect.name == "sqlite" else []
    op.create_index("ix_card_values_field", "card_values", ["field", *texts, "value", "card"])
    op.create_index("ix_cards_position", "cards", ["game", "position"])
    column = sa.Column("findings", TEXT, nullable=False, server_default=sa.text("''"))
    op.add_column("games", column)
