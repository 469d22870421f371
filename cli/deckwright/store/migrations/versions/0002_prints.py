"""What was printed; and the folder that a game was loaded from."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the tables of prints, and the new column of loads."""
    text, number = sa.String(), sa.Integer()
    op.add_column("loads", sa.Column("folder", text, nullable=False, server_default=sa.text("''")))
    op.create_table(
        "prints",
        sa.Column("number", number, primary_key=True),
        *_columns(text, "at", "program", "game", "language", "sources", "sheet", "file"),
        *_columns(number, "cards", "pages"),
        sa.Column("added", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_prints_game", "prints", ["game"])
    op.create_table(
        "printed_cards",
        sa.Column("print", number, sa.ForeignKey("prints.number"), primary_key=True),
        sa.Column("card", text, primary_key=True),
        sa.Column("face", text, primary_key=True),
        *_columns(text, "digest"),
        *_columns(number, "copies"),
    )


def _columns(kind: sa.types.TypeEngine[Any], *names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind, nullable=False) for name in names]
