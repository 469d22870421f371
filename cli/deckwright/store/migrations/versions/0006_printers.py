"""The printers that a user has measured."""

import sqlalchemy as sa
from alembic import op

from deckwright.store.migrations import TEXT

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the table of printers."""
    op.create_table(
        "printers",
        sa.Column("name", TEXT, primary_key=True),
        *(sa.Column(name, sa.Float(), nullable=False) for name in ("right", "down", "scale")),
        sa.Column("edge", TEXT, nullable=False),
    )
