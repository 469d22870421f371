"""How Alembic reaches the database: over the connection that the program hands it."""

from alembic import context
from sqlmodel import SQLModel

from deckwright.store import tables

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata if tables else None,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
