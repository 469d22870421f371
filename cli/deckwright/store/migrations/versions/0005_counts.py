"""The counts of real boxes; and of each card its aliases, and how sure its count and its parts are."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the table of counts, and the new columns of cards; these are filled when a game is loaded again."""
    text, number = sa.String(), sa.Integer()
    for name, usual in (("counts", "exact"), ("origins", "{}"), ("aliases", "{}")):
        op.add_column("cards", sa.Column(name, text, nullable=False, server_default=sa.text(f"'{usual}'")))
    op.create_table(
        "box_counts",
        sa.Column("game", text, primary_key=True),
        sa.Column("card", text, primary_key=True),
        *_columns(number, "copies", "game_copies"),
        *_columns(text, "game_counts"),
    )


def _columns(kind: sa.types.TypeEngine[Any], *names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind, nullable=False) for name in names]
