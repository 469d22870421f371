"""Indexes with which large games are searched, and the findings of the last load, with which an unchanged one is known."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Replace the index of fields by one that answers comparisons alone, and add the column, empty until the next load."""
    op.drop_index("ix_card_values_field", "card_values")
    op.create_index("ix_card_values_field", "card_values", ["field", "text", "value", "card"])
    op.create_index("ix_cards_position", "cards", ["game", "position"])
    column = sa.Column("findings", sa.String(), nullable=False, server_default=sa.text("''"))
    op.add_column("games", column)
