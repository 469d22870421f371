"""Completion in the user's shell: its script, and the names that it offers for a word.

The database is imported only while a word is completed: every command has options that are.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from typer import Context

from deckwright.errors import DeckwrightError, InputError, UsageError
from deckwright.messages import tr
from deckwright.reports.output import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from deckwright.model.game import Game
    from deckwright.store.dialects import OpenDatabase


def _from_database(
    context: Context, incomplete: str, names: Callable[[OpenDatabase], Iterable[str]]
) -> list[str]:
    """Names that start with what is typed; none without a database that can be read."""
    from deckwright.store.locations import database_at

    location = context.find_root().obj.database or os.environ.get("DECKWRIGHT_DB", "")
    try:
        database = database_at(location)
        if not database.is_made():
            return []
        with database.reading() as connection:
            return [name for name in names(connection) if name.startswith(incomplete)]
    except DeckwrightError:
        return []


def games(context: Context, incomplete: str) -> list[str]:
    """Ids of games."""
    from deckwright.store.read import game_ids

    return _from_database(context, incomplete, game_ids)


def decks(context: Context, incomplete: str) -> list[str]:
    """Decks of the database; the shell itself completes files."""
    from deckwright.store.read import deck_ids

    return _from_database(context, incomplete, deck_ids)


def sources(context: Context, incomplete: str) -> list[str]:
    """Games and decks."""
    return [*games(context, incomplete), *decks(context, incomplete)]


def cards(context: Context, incomplete: str) -> list[str]:
    """Cards, as game/card-id."""
    from deckwright.store.read import card_ids

    return _from_database(context, incomplete, card_ids)


def formats(context: Context, incomplete: str) -> list[str]:
    """Formats of the game that is already typed, or of all games."""
    return _declared(context, incomplete, "formats")


def piles(context: Context, incomplete: str) -> list[str]:
    """Piles of the game that is already typed."""
    return _declared(context, incomplete, "piles")


def modes(context: Context, incomplete: str) -> list[str]:
    """Modes of the game that is already typed."""
    return _declared(context, incomplete, "modes")


def settings(context: Context, incomplete: str) -> list[str]:
    """Settings of the game that is already typed, with each of their choices; numbers are left to the user."""
    from deckwright.model.settings import settings_of as settings_in

    def pairs(connection: OpenDatabase) -> list[str]:
        return sorted(
            f"{setting.id}={choice}"
            for game in _typed_games(context, connection)
            for setting in settings_in(game).values()
            for choice in setting.choices or ("",)
        )

    return _from_database(context, incomplete, pairs)


def fields(context: Context, incomplete: str) -> list[str]:
    """Fields of all games."""
    from deckwright.store.read import read_games

    def names(connection: OpenDatabase) -> list[str]:
        return sorted({name for game in read_games(connection) for name in game.fields})

    return _from_database(context, incomplete, names)


def sheets(incomplete: str) -> list[str]:
    """Sheets that come with the program."""
    return _packaged("sheets", incomplete)


def targets(incomplete: str) -> list[str]:
    """Targets that come with the program."""
    return _packaged("targets", incomplete)


def _packaged(folder: str, incomplete: str) -> list[str]:
    from deckwright import resources

    names = sorted(file.stem for file in (resources.folder("exports") / folder).glob("*.yaml"))
    return [name for name in names if name.startswith(incomplete)]


def printers(context: Context, incomplete: str) -> list[str]:
    """Printers that the user has saved."""
    from deckwright.store.prints import read_printers

    return _from_database(context, incomplete, read_printers)


def dictionaries(incomplete: str) -> list[str]:
    """Dictionaries that are installed; the shell itself completes files."""
    from deckwright.translation.checks.spelling import installed

    return [name for name in sorted(installed()) if name.startswith(incomplete)]


def translated(context: Context, incomplete: str) -> list[str]:
    """Languages of the game that is already typed."""

    def languages(connection: OpenDatabase) -> list[str]:
        return sorted({language for game in _typed_games(context, connection) for language in game.languages})

    return _from_database(context, incomplete, languages)


def _declared(context: Context, incomplete: str, section: str) -> list[str]:
    def names(connection: OpenDatabase) -> list[str]:
        return sorted({name for game in _typed_games(context, connection) for name in game.names(section)})

    return _from_database(context, incomplete, names)


def _typed_games(context: Context, connection: OpenDatabase) -> list[Game]:
    """The game that is already typed, else all games.

    While the value of an option is being typed, Typer has not parsed the game yet: it is among the shell's words.
    """
    from deckwright.store.read import read_games

    loaded_games = read_games(connection)
    typed = {context.params.get("game"), *os.environ.get("COMP_WORDS", "").split()}
    return [game for game in loaded_games if game.id in typed] or loaded_games


SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")
"""Shells that Typer has completion scripts for."""


def show_completion(context: Context, _: Any, is_wanted: bool) -> None:
    """Print the script that completes commands and names in the user's shell, then exit."""
    if is_wanted:
        from typer.completion import get_completion_script  # type: ignore[attr-defined]  # imported there, not listed

        write(get_completion_script(prog_name=_PROGRAM, complete_var=_COMPLETE_VARIABLE, shell=_shell()))
        context.exit()


def install_completion(context: Context, _: Any, is_wanted: bool) -> None:
    """Install that script where the user's shell finds it, then exit.

    Raises:
        UsageError: the shell is unknown, or is not supported.
        InputError: a file in the user's home folder cannot be written.
    """
    if is_wanted:
        from typer.completion import install  # type: ignore[attr-defined]  # imported there, not listed

        try:
            shell, path = install(_shell(), _PROGRAM, _COMPLETE_VARIABLE)
        except OSError as error:
            reason = error.strerror or str(error)
            message = tr("{name} cannot be written: {reason}.", name=error.filename or "~", reason=reason)
            raise InputError("unwritable", message) from error
        write(
            tr(
                "Completion for {shell} was installed in {path}. Open a new terminal to use it.",
                shell=shell,
                path=path,
            )
        )
        context.exit()


_PROGRAM = "deckwright"
_COMPLETE_VARIABLE = "_DECKWRIGHT_COMPLETE"
"""Environment variable with which a completion script asks for completions, as Typer names it."""


def _shell() -> str:
    """Shell to complete in: the one that SHELL names, else the one that started this program."""
    from shellingham import ShellDetectionFailure, detect_shell

    named = Path(os.environ.get("SHELL", "")).name.lower().removesuffix(".exe")
    if not named:
        with contextlib.suppress(ShellDetectionFailure):
            named = detect_shell()[0]
    if named in SHELLS:
        return named
    raise UsageError(
        "shell",
        tr("Completion is not available for the shell {name}.", name=named or "?"),
        hint=tr("Set SHELL to one of: {names}.", names=", ".join(SHELLS)),
    )
