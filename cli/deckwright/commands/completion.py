"""What a shell offers for the word that is being typed: names from the database."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from typer import Context

from deckwright import resources
from deckwright.commands.options import settings_of
from deckwright.errors import DeckwrightError
from deckwright.files.printers import read_printers
from deckwright.store.database import Database, path_of
from deckwright.store.read import card_ids, deck_ids, read_games

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable

    from deckwright.model.game import Game


def _from_database(
    context: Context, incomplete: str, names: Callable[[sqlite3.Connection], Iterable[str]]
) -> list[str]:
    """Give the names that go on from what is typed; none where there is no database, or trouble with it."""
    location = settings_of(context).database or os.environ.get("DECKWRIGHT_DB", "")
    try:
        path = path_of(location)
        if not path.exists():
            return []
        with Database(path).reading() as connection:
            return [name for name in names(connection) if name.startswith(incomplete)]
    except DeckwrightError:
        return []


def games(context: Context, incomplete: str) -> list[str]:
    """Offer games."""
    return _from_database(context, incomplete, lambda found: [game.id for game in read_games(found)])


def decks(context: Context, incomplete: str) -> list[str]:
    """Offer decks of the database; files are the shell's own matter."""
    return _from_database(context, incomplete, deck_ids)


def sources(context: Context, incomplete: str) -> list[str]:
    """Offer games and decks."""
    return [*games(context, incomplete), *decks(context, incomplete)]


def cards(context: Context, incomplete: str) -> list[str]:
    """Offer cards, by game and id once a game is typed."""
    return _from_database(context, incomplete, card_ids)


def formats(context: Context, incomplete: str) -> list[str]:
    """Offer the formats of all games."""
    return _declared(context, incomplete, "formats")


def piles(context: Context, incomplete: str) -> list[str]:
    """Offer the piles of the game that is typed before."""
    return _declared(context, incomplete, "piles")


def modes(context: Context, incomplete: str) -> list[str]:
    """Offer the modes of the game that is typed before."""
    return _declared(context, incomplete, "modes")


def settings(context: Context, incomplete: str) -> list[str]:
    """Offer the settings of the game that is typed before, each with its choices; numbers are typed."""
    from deckwright.model.settings import settings_of as settings_in

    def pairs(connection: sqlite3.Connection) -> list[str]:
        return sorted(
            f"{one.id}={choice}"
            for game in _typed_games(context, connection)
            for one in settings_in(game).values()
            for choice in one.choices or ("",)
        )

    return _from_database(context, incomplete, pairs)


def fields(context: Context, incomplete: str) -> list[str]:
    """Offer the fields of all games."""
    return _from_database(
        context,
        incomplete,
        lambda found: sorted({name for game in read_games(found) for name in game.fields}),
    )


def sheets(incomplete: str) -> list[str]:
    """Offer the sheets that come with the program."""
    names = sorted(file.stem for file in (resources.folder("exports") / "sheets").glob("*.yaml"))
    return [name for name in names if name.startswith(incomplete)]


def targets(incomplete: str) -> list[str]:
    """Offer the targets that come with the program."""
    names = sorted(file.stem for file in (resources.folder("exports") / "targets").glob("*.yaml"))
    return [name for name in names if name.startswith(incomplete)]


def printers(incomplete: str) -> list[str]:
    """Offer the printers that the user has saved."""
    try:
        return [name for name in read_printers() if name.startswith(incomplete)]
    except DeckwrightError:
        return []


def translated(context: Context, incomplete: str) -> list[str]:
    """Offer the languages of the game that is typed before."""

    def languages(connection: sqlite3.Connection) -> list[str]:
        return sorted({language for game in _typed_games(context, connection) for language in game.languages})

    return _from_database(context, incomplete, languages)


def _declared(context: Context, incomplete: str, section: str) -> list[str]:
    def names(connection: sqlite3.Connection) -> list[str]:
        return sorted({name for game in _typed_games(context, connection) for name in game.names(section)})

    return _from_database(context, incomplete, names)


def _typed_games(context: Context, connection: sqlite3.Connection) -> list[Game]:
    """List the game that is typed before, or all of them.

    Typer does not know it yet where the value of an option is being typed: then it is among the words of the shell.
    """
    found = read_games(connection)
    typed = {context.params.get("game"), *os.environ.get("COMP_WORDS", "").split()}
    return [game for game in found if game.id in typed] or found
