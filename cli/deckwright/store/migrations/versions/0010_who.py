"""Who loaded a game into a database that several people use."""

import sqlalchemy as sa
from alembic import op

from deckwright.store.migrations import TEXT

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the column; a server fills it in with the user of the connection, and nobody is known of earlier loads."""
    op.add_column("loads", sa.Column("who", TEXT, nullable=False, server_default=sa.text("''")))
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE loads ALTER COLUMN who SET DEFAULT SESSION_USER")
