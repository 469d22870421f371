"""`deckwright games`: what is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

EXAMPLES = ("deckwright games", "deckwright games --json")

from typer import Context


def run(context: Context) -> None:
    """List the games in the database."""
