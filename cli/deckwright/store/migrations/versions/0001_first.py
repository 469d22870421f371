"""The tables of the first release.

A new database has the tables of `store/tables.py` from the start, and needs no migration. One of an earlier revision is brought
there by the migrations that follow this one.
"""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Nothing comes before the first release."""
