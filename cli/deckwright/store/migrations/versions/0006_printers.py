"""The printers that a user has measured."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the table of printers."""
    op.create_table(
        "printers",
        sa.Column("name", sa.String(), primary_key=True),
        *(sa.Column(name, sa.Float(), nullable=False) for name in ("right", "down", "scale")),
        sa.Column("edge", sa.String(), nullable=False),
    )
