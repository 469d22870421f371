"""The folder of each game, and what shows whether it has changed since the game was loaded."""

import sqlalchemy as sa
from alembic import op

from deckwright.store.migrations import TEXT

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the columns; the folder is that of the game's last load."""
    for name in ("folder", "stamp"):
        op.add_column("games", sa.Column(name, TEXT, nullable=False, server_default=sa.text("''")))
    last = "SELECT folder FROM loads WHERE loads.game = games.id ORDER BY number DESC LIMIT 1"
    op.execute(f"UPDATE games SET folder = coalesce(({last}), '')")
