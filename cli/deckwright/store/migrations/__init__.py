"""Migrations of the tables, one chain for SQLite and PostgreSQL, and the types that they are written with."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

TEXT = sa.String().with_variant(postgresql.TEXT(collation="C"), "postgresql")
"""Text that compares and sorts by its characters’ numbers, as in SQLite, whatever a server’s own collation."""

NUMBER = sa.Integer().with_variant(sa.BigInteger(), "postgresql")
"""Whole number of 64 bits, which is what SQLite’s are."""


def columns(kind: sa.types.TypeEngine[Any], *names: str) -> list[sa.Column[Any]]:
    """Columns of a type, none of which may be empty."""
    return [sa.Column(name, kind, nullable=False) for name in names]
