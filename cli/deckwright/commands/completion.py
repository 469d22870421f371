"""Completion in the user's shell: its script, and the names that it offers for a word.

The database is imported only while a word is completed: every command has options that are.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from click import Context

from deckwright.errors import DeckwrightError, InputError, UsageError
from deckwright.messages import tr
from deckwright.reports.output import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from deckwright.model.game import Game
    from deckwright.store.database import OpenDatabase


def _from_database(
    context: Context, incomplete: str, names: Callable[[OpenDatabase], Iterable[str]]
) -> list[str]:
    """Names that start with what is typed; none without a database that can be read."""
    from deckwright.store.database import database_at

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
            f"{one.id}={choice}"
            for game in _typed_games(context, connection)
            for one in settings_in(game).values()
            for choice in one.choices or ("",)
        )

    return _from_database(context, incomplete, pairs)


def fields(context: Context, incomplete: str) -> list[str]:
    """Fields of all games."""
    from deckwright.store.read import read_games

    def names(connection: OpenDatabase) -> list[str]:
        return sorted({name for game in read_games(connection) for name in game.fields})

    return _from_database(context, incomplete, names)


def sheets(_: Context, incomplete: str) -> list[str]:
    """Sheets that come with the program."""
    return _packaged("sheets", incomplete)


def targets(_: Context, incomplete: str) -> list[str]:
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


def dictionaries(_: Context, incomplete: str) -> list[str]:
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

    While the value of an option is being typed, click has not parsed the game yet: it is among the shell's words.
    """
    from deckwright.store.read import read_games

    found = read_games(connection)
    typed = {context.params.get("game"), *os.environ.get("COMP_WORDS", "").split()}
    return [game for game in found if game.id in typed] or found


# The script.

SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")
"""Shells that have a completion script."""

PROGRAM = "deckwright"
COMPLETE_VARIABLE = "_DECKWRIGHT_COMPLETE"
"""Environment variable with which a completion script asks for completions, as click names it."""


def script(shell: str) -> str:
    """Script that completes commands and names in a shell."""
    from click import Command
    from click.shell_completion import get_completion_class

    made = get_completion_class("powershell" if shell == "pwsh" else shell)
    if made is None:
        raise ValueError(shell)
    completion = made(Command(PROGRAM), {}, PROGRAM, COMPLETE_VARIABLE)
    return (
        completion.source_template % completion.source_vars()
    )  # `source` would start the shell to ask its version


def show_completion(context: Context, _: Any, is_wanted: bool) -> None:
    """Print the script that completes commands and names in the user's shell, then exit.

    Raises:
        UsageError: the shell is unknown, or is not supported.
    """
    if is_wanted:
        write(script(_shell()).rstrip())
        context.exit()


def install_completion(context: Context, _: Any, is_wanted: bool) -> None:
    """Install that script where the user's shell finds it, then exit.

    Raises:
        UsageError: the shell is unknown, or is not supported.
        InputError: a file in the user's home folder cannot be written.
    """
    if is_wanted:
        shell = _shell()
        try:
            path = _install(shell)
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


_PLACES = {
    "bash": (".bash_completions/deckwright.sh", ".bashrc", "source ~/.bash_completions/deckwright.sh"),
    "zsh": (".zfunc/_deckwright", ".zshrc", "fpath=(~/.zfunc $fpath); autoload -Uz compinit; compinit"),
    "fish": (".config/fish/completions/deckwright.fish", "", ""),
}
"""Where a shell's script is installed in the home folder; a file that the shell reads at its start, and the line it needs."""


def _install(shell: str) -> Path:
    """Write the script of a shell where it finds it."""
    if shell not in _PLACES:
        profile = _powershell_profile(shell)
        _add_to(profile, script(shell).strip())
        return profile
    place, start_file, line = _PLACES[shell]
    path = Path.home() / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(script(shell), encoding="utf-8")
    if start_file:
        _add_to(Path.home() / start_file, line)
    return path


def _add_to(file: Path, text: str) -> None:
    """Add a text to a file of the user's, unless it is there."""
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    if text not in before:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{before.rstrip()}\n\n{text}\n".lstrip(), encoding="utf-8")


def _powershell_profile(shell: str) -> Path:
    """File that PowerShell reads at its start."""
    from subprocess import run

    asked = [shell, "-NoProfile", "-Command", "echo $profile"]
    answer = run(asked, capture_output=True, text=True, check=False)  # noqa: S603 - the shell that the user has
    return Path(answer.stdout.strip())


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
