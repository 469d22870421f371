"""The translations of games, with how far each has come."""

import sqlalchemy as sa
from alembic import op

from deckwright.store.migrations import NUMBER, TEXT, columns

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the table of translations; it is filled when a game is loaded again."""
    keys = (sa.Column(name, TEXT, primary_key=True) for name in ("game", "language", "context"))
    op.create_table(
        "translations",
        *keys,
        sa.Column("own", sa.Boolean(), primary_key=True),
        sa.Column("position", NUMBER, nullable=False),
        *columns(TEXT, "source", "text", "state", "previous", "who", "at", "waivers", "notes"),
        sa.Column("unsure", sa.Boolean(), nullable=False),
        *columns(TEXT, "place"),
    )
