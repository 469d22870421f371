"""How Alembic reaches the database: over the connection that the program hands it."""

from alembic import context
from sqlmodel import SQLModel

import deckwright.store.tables  # noqa: F401 - it fills the metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
