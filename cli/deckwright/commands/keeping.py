"""Where the translations of a game are kept: in the folder it was loaded from, or in the database alone."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from deckwright import resources
from deckwright.commands.load import load_with_file
from deckwright.commands.translations import stamp
from deckwright.errors import ChangedError, InputError
from deckwright.files.catalogues import Work, locale_text, parse_catalogue
from deckwright.files.game_folder import GAME_FILE, refuse_outside, stops_load
from deckwright.files.game_package import check_texts, open_box
from deckwright.files.po import PoFile
from deckwright.files.writing import content_of, locked, make_folder
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.reports.output import note
from deckwright.store.load import read_box
from deckwright.store.read import folder_of
from deckwright.store.translations import check_language, read_own, with_own

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from deckwright.model.game import Game
    from deckwright.model.game_package import GameBox
    from deckwright.model.translation import Entry, ReturnedFile
    from deckwright.store.database import Database
    from deckwright.store.translations import Own
    from deckwright.translation.merge import MergeResult


_Done = TypeVar("_Done")


@dataclass(frozen=True, slots=True)
class Home:
    """A game with its translations into a language, and the folder they are kept in; None where none takes them.

    `own` are translations that the database alone has; `before` is the content of the file in the folder, if any.
    """

    box: GameBox
    language: str
    folder: Path | None
    own: Own
    before: bytes | None = None

    @property
    def game(self) -> Game:
        """Give the game."""
        return self.box.game

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Give every text of the game in the language."""
        return self.box.entries[self.language]

    @property
    def icons(self) -> Mapping[str, str]:
        """Give the pictures of the icons in the game's texts, by name."""
        icons: Mapping[str, str] = self.game.definition.get("icons", {})
        return icons

    def faults_in(self, touched: Sequence[Entry], returned: ReturnedFile) -> list[Finding]:
        """Find what is so wrong with texts that came back that they cannot be kept."""
        from deckwright.translation.checks.run import TEXT_RULES, check_messages
        from deckwright.translation.checks.wordbook import names_of, wordbook

        places = {back.context: back.where for back in returned.entries if back.where}
        lines = {context: where.line for context, where in places.items()}
        unknown = check_texts(touched, self.icons, returned.file, lines)
        book = wordbook(self.game, self.language, names_of(self.entries))
        found = check_messages(book, touched, tuple(TEXT_RULES), places=places).findings
        return [finding for finding in (*unknown, *found) if finding.severity == "error"]


def home_of(database: Database, game: str, language: str) -> Home:
    """Give a game as the folder has it that it was loaded from; as the database has it where that is not the user's.

    Raises:
        InputError: the game is not in that language, or its folder cannot be read.
    """
    with database.reading() as connection:
        box = read_box(connection, game)
        check_language(box.game, language)
        own = read_own(connection.execute, game)
        folder = Path(folder_of(connection, game))
    if not _is_own(folder):
        return Home(box, language, None, own)
    before = content_of(_file_in(folder, language))
    opened, findings = open_box(folder)
    if opened is None or opened.game.id != game:
        raise InputError(
            "bad-game",
            tr("The folder of {game} cannot be loaded as it is now: {name}.", game=game, name=folder),
            where=Where(str(folder)),
            findings=[finding for finding in findings if finding.severity == "error"],
        )
    check_language(opened.game, language)
    return Home(with_own(opened, own), language, folder, own, before)


def _file_in(folder: Path, language: str) -> Path:
    return folder / "locales" / f"{language}.po"


_TRIES = 20
"""How often to begin again because a file was changed in the meantime."""


@contextmanager
def reserved(database: Database, game: str) -> Iterator[None]:
    """Keep other commands from changing the translations of a game from reading them until they are kept.

    Raises:
        InputError: another command is at it, and does not end.
    """
    with database.reading() as connection:
        folder = Path(folder_of(connection, game))
    with locked(folder if _is_own(folder) else database.path, note):
        yield


def unhindered(work: Callable[[], _Done]) -> _Done:
    """Do something again as long as somebody changes a file in the meantime, by hand or with git.

    Raises:
        ChangedError: somebody does so every time.
    """
    for _ in range(_TRIES):
        try:
            return work()
        except ChangedError:
            continue
    return work()


def _is_own(folder: Path) -> bool:
    """Tell whether a game's folder is the user's, and there, and may be written."""
    packaged = {path.resolve() for path in resources.packaged_games()}
    is_there = folder.is_absolute() and (folder / GAME_FILE).is_file()
    return is_there and folder.resolve() not in packaged and os.access(folder, os.W_OK)


def keep(database: Database, home: Home, merged: MergeResult, translator: str) -> list[Finding]:
    """Keep merged translations, and load the game with them; give what there is to say of that.

    Raises:
        ChangedError: the file in the folder was changed since it was read.
        InputError: the folder cannot be written. Then nothing has changed.
        DatabaseError: the database cannot be written. Then nothing has changed.
    """
    if home.folder is None:
        return [_keep_alone(database, home, merged)]
    file = _file_in(home.folder, home.language)
    refuse_outside(file, home.folder)
    known = PoFile(None, (), ())
    if home.before is not None:
        known = parse_catalogue(home.before, str(file), home.language).po
    make_folder(file.parent)
    text = locale_text(known, merged.entries, Work(home.game, home.language, stamp(), translator))
    here = {entry.context for entry in merged.entries}
    elsewhere = [entry for entry in home.own.get(home.language, {}).values() if entry.context not in here]
    own = {home.language: elsewhere}
    change, findings = load_with_file(database, home.folder, file, text, home.before, own)
    return findings if change is None else [one for one in findings if stops_load([one])]


def _keep_alone(database: Database, home: Home, merged: MergeResult) -> Finding:
    """Keep translations in the database, beside the game that it has."""
    from deckwright.store.load import load

    own = {**home.own.get(home.language, {}), **{entry.context: entry for entry in merged.touched()}}
    load(database, home.box, {home.language: list(own.values())})
    message = tr(
        "The folder of {game} is not yours to change: these translations are kept in the database alone, and stay "
        "there when the game is loaded again.",
        game=home.game.id,
    )
    return Finding("kept-alone", "info", message)
