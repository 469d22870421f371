"""The counts of real boxes; and of each card its aliases, and how sure its count and its parts are."""

import sqlalchemy as sa
from alembic import op

from deckwright.store.migrations import NUMBER, TEXT, columns

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the table of counts, and the new columns of cards; these are filled when a game is loaded again."""
    for name, usual in (("counts", "exact"), ("origins", "{}"), ("aliases", "{}")):
        op.add_column("cards", sa.Column(name, TEXT, nullable=False, server_default=sa.text(f"'{usual}'")))
    op.create_table(
        "box_counts",
        sa.Column("game", TEXT, primary_key=True),
        sa.Column("card", TEXT, primary_key=True),
        *columns(NUMBER, "copies", "game_copies"),
        *columns(TEXT, "game_counts"),
    )
