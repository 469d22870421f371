"""The day that a deck was built for, and the fields that its entries set themselves."""

import sqlalchemy as sa
from alembic import op

from deckwright.store.migrations import TEXT

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the columns; they are filled when a game is loaded again."""
    for table, name, usual in (("decks", "date", ""), ("deck_entries", "fields", "{}")):
        column = sa.Column(name, TEXT, nullable=False, server_default=sa.text(f"'{usual}'"))
        op.add_column(table, column)
