"""Contents by their digest, each once: files that games bring for printing, and what prints were made from."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckwright.store.dialects import OpenDatabase


def add_contents(connection: OpenDatabase, contents: Iterable[bytes]) -> list[str]:
    """Add contents that the database does not have yet, and return the digests of all."""
    named = [(blake2b(content, digest_size=16).hexdigest(), content) for content in contents]
    connection.executemany("INSERT INTO contents VALUES (?, ?) ON CONFLICT DO NOTHING", named)
    return [digest for digest, _ in named]


def forget_unused(connection: OpenDatabase) -> None:
    """Forget contents that belong to no game and no print any more."""
    connection.execute("DELETE FROM kept_files WHERE folder NOT IN (SELECT folder FROM prints)")
    connection.execute(
        "DELETE FROM contents WHERE digest NOT IN (SELECT content FROM assets UNION SELECT content FROM kept_files"
        " UNION SELECT fields FROM printed_cards)"
    )
