"""What was printed; and the folder that a game was loaded from."""

import sqlalchemy as sa
from alembic import op

from deckwright.store.migrations import NUMBER, TEXT, columns

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the tables of prints, and the new column of loads."""
    op.add_column("loads", sa.Column("folder", TEXT, nullable=False, server_default=sa.text("''")))
    op.create_table(
        "prints",
        sa.Column("number", NUMBER, primary_key=True),
        *columns(TEXT, "at", "program", "game", "language", "sources", "sheet", "file"),
        *columns(NUMBER, "cards", "pages"),
        sa.Column("added", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_prints_game", "prints", ["game"])
    op.create_table(
        "printed_cards",
        sa.Column("print", NUMBER, sa.ForeignKey("prints.number"), primary_key=True),
        sa.Column("card", TEXT, primary_key=True),
        sa.Column("face", TEXT, primary_key=True),
        *columns(TEXT, "digest"),
        *columns(NUMBER, "copies"),
    )
