"""Add a language to a game: in its folder, or in a copy of a packaged game, whose own folder is never changed."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.writing import locked, with_line_ends_of
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.game import GAME_FILE
from deckwright.model.languages import canonical_tag
from deckwright.store.read import folder_of, game_ids, read_game
from deckwright.workbench.loading import FileChange, load_changed_file, load_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from deckwright.store.database import Database
    from deckwright.workbench.loading import GameLoad

_FLOW = re.compile(r"^(languages:\s*\[[^\]\n]*)\]", re.MULTILINE)
_BLOCK = re.compile(r"^languages:[^\S\n]*\n((?:[^\S\n]*-[^\n]*\n)+)", re.MULTILINE)


def add_language(
    database: Database, game: str, language: str, notify: Callable[[str], None] = lambda _: None
) -> Path | None:
    """Add a language to a game that lacks it, and load the game; the result is the folder that has it now.

    None if the game has the language, is not known, or its folder is gone or unknown, which whoever uses it says.

    Raises:
        InputError: the folder cannot be copied or changed.
    """
    with database.reading() as connection:
        if game not in game_ids(connection) or not canonical_tag(language):
            return None
        if language in read_game(connection, game).languages:
            return None
        folder = Path(folder_of(connection, game))
    if not folder.is_absolute() or not (folder / GAME_FILE).exists():
        return None
    if folder.resolve() in {path.resolve() for path in resources.packaged_games()}:
        return _copy_with(database, folder, Path(game), language)
    file = folder / GAME_FILE
    with locked(folder, notify):
        before = file.read_bytes()
        text = with_language(before.decode(), language, file)
        change = FileChange(folder, file, with_line_ends_of(before, text), before)
        loaded = load_changed_file(database, change)
    _refuse_errors(loaded, folder)
    return folder


def _copy_with(database: Database, folder: Path, copy: Path, language: str) -> Path:
    """Copy of a packaged game here, with another language, loaded."""
    if copy.exists():
        message = tr("{name} exists already, and {game} was not loaded from it.", name=copy, game=folder.name)
        hint = tr("To use it: deckwright load {name}", name=copy)
        raise InputError("exists", message, hint=hint, where=Where(str(copy)))
    shutil.copytree(folder, copy)
    file = copy / GAME_FILE
    file.write_text(with_language(file.read_text(encoding="utf-8"), language, file), encoding="utf-8")
    loaded = load_game(database, copy)
    _refuse_errors(loaded, copy)
    return copy


def _refuse_errors(loaded: GameLoad, folder: Path) -> None:
    if loaded.change is None:
        message = tr("{name} could not be loaded with the new language.", name=folder)
        raise InputError("bad-game", message, where=Where(str(folder)), findings=loaded.findings)


def with_language(text: str, language: str, file: Path) -> str:
    """Text of a game.yaml with a language at the end of its list.

    Raises:
        InputError: its list of languages is written in another way.
    """
    if _FLOW.search(text):
        return _FLOW.sub(rf"\g<1>, {language}]", text, count=1)
    block = _BLOCK.search(text)
    if block:
        last = block[1].splitlines()[-1]
        line = f"{last[: len(last) - len(last.lstrip())]}- {language}\n"
        return f"{text[: block.end()]}{line}{text[block.end() :]}"
    message = tr("The list of languages was not found.")
    hint = tr("Add {language} to languages in game.yaml.", language=language)
    raise InputError("languages", message, hint=hint, where=Where(str(file)))
