"""Open what a command works on, until every command opens its library with `library_of`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from deckwright.commands.options import Settings, library_of, settings_of, show_notice
from deckwright.workbench.library import (
    DeckLibrary,
    combined_error,
    current_database,
    existing_database,
    find_database,
    is_file,
    read_all,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

    from typer import Context

    from deckwright.model.game import Game
    from deckwright.store.database import Database

__all__ = ["Shelf", "is_file", "read_all", "whole_fault"]

whole_fault = combined_error


class Shelf(DeckLibrary):
    """The games and decks of a database that is open."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(None, connection)  # type: ignore[arg-type]


def database_of(settings: Settings) -> Database:
    """Database that the settings name, created on first use."""
    return find_database(settings.database, show_notice)


def fresh_database_of(settings: Settings) -> Database:
    """Database that the settings name, with the user's own games as their folders are now."""
    return current_database(settings.database, show_notice)


def existing_database_of(settings: Settings) -> Database:
    """Database that the settings name, for maintenance."""
    return existing_database(settings.database, show_notice)


@contextmanager
def reading(context: Context) -> Iterator[tuple[sqlite3.Connection, Settings]]:
    """Open the database for reading."""
    with library_of(context) as library:
        yield library.connection, settings_of(context)


def language_in(game: Game, settings: Settings) -> str:
    """Language of a game's cards."""
    return _library(settings).language_of(game)


def languages_in(games: Iterable[Game], settings: Settings) -> dict[str, str]:
    """Language of the cards of each of several games, by the game's id."""
    return _library(settings).languages_of(games)


def _library(settings: Settings) -> DeckLibrary:
    return DeckLibrary(None, None, settings.wanted_language)  # type: ignore[arg-type]
