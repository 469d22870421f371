"""The translations of games, with how far each has come."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the table of translations; it is filled when a game is loaded again."""
    text = sa.String()
    keys = (sa.Column(name, text, primary_key=True) for name in ("game", "language", "context"))
    op.create_table(
        "translations",
        *keys,
        sa.Column("own", sa.Boolean(), primary_key=True),
        sa.Column("position", sa.Integer(), nullable=False),
        *_columns(text, "source", "text", "state", "previous", "who", "at", "waivers", "notes"),
        sa.Column("unsure", sa.Boolean(), nullable=False),
        *_columns(text, "place"),
    )


def _columns(kind: sa.types.TypeEngine[Any], *names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind, nullable=False) for name in names]
