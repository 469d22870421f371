"""Where the translations of a game are kept: in the folder it was loaded from, or in the database alone."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from deckwright import resources
from deckwright.commands.load import load_folder
from deckwright.commands.translations import stamp
from deckwright.errors import InputError, Where
from deckwright.files.catalogues import parse_catalogue
from deckwright.files.documents import DATA_LIMIT
from deckwright.files.game_box import check_texts, open_box
from deckwright.files.game_folder import GAME_FILE, refuse_outside
from deckwright.files.locales import Work, locale_text
from deckwright.files.po import PoFile
from deckwright.files.results import make_folder, write_text
from deckwright.files.texts import read_bytes
from deckwright.messages import tr
from deckwright.model.finding import Finding, has_errors
from deckwright.store.boxes import read_box
from deckwright.store.read import folder_of
from deckwright.store.translations import check_language, read_own, with_own

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.model.box import GameBox
    from deckwright.model.game import Game
    from deckwright.model.handout import ReturnedFile
    from deckwright.model.translation import Entry
    from deckwright.store.database import Database
    from deckwright.store.translations import Own
    from deckwright.translation.merge import Merged


@dataclass(frozen=True, slots=True)
class Home:
    """A game with its translations into a language, and the folder they are kept in; None where none takes them.

    `own` are translations that the database alone has.
    """

    box: GameBox
    language: str
    folder: Path | None
    own: Own

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
        from deckwright.translation.checks.run import CHECKS, checked
        from deckwright.translation.checks.wordbook import wordbook

        places = {back.context: back.where for back in returned.entries if back.where}
        lines = {context: where.line for context, where in places.items()}
        unknown = check_texts(touched, self.icons, returned.file, lines)
        found = checked(wordbook(self.game, self.language), touched, tuple(CHECKS), places=places).findings
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
    opened, findings = open_box(folder)
    if opened is None or opened.game.id != game:
        raise InputError(
            "bad-game",
            tr("The folder of {game} cannot be loaded as it is now: {name}.", game=game, name=folder),
            where=Where(str(folder)),
            findings=[finding for finding in findings if finding.severity == "error"],
        )
    check_language(opened.game, language)
    return Home(with_own(opened, own), language, folder, own)


def _is_own(folder: Path) -> bool:
    """Tell whether a game's folder is the user's, and there, and may be written."""
    packaged = {path.resolve() for path in resources.packaged_games()}
    is_there = folder.is_absolute() and (folder / GAME_FILE).is_file()
    return is_there and folder.resolve() not in packaged and os.access(folder, os.W_OK)


def keep(database: Database, home: Home, merged: Merged, translator: str) -> list[Finding]:
    """Keep merged translations, and load the game with them; give what there is to say of that.

    Raises:
        InputError: the folder cannot be written. Then nothing has changed.
        DatabaseError: the database cannot be written. Then nothing has changed.
    """
    if home.folder is None:
        return [_keep_alone(database, home, merged)]
    file = home.folder / "locales" / f"{home.language}.po"
    refuse_outside(file, home.folder)
    before = read_bytes(file, limit=DATA_LIMIT) if file.exists() else None
    known = (
        parse_catalogue(before, str(file), home.language).po if before is not None else PoFile(None, (), ())
    )
    make_folder(file.parent)
    write_text(file, locale_text(known, merged.entries, Work(home.game, home.language, stamp(), translator)))
    here = {entry.context for entry in merged.entries}
    elsewhere = [entry for entry in home.own.get(home.language, {}).values() if entry.context not in here]
    try:
        change, findings = load_folder(database, home.folder, dry_run=False, own={home.language: elsewhere})
    except BaseException:
        _put_back(file, before)
        raise
    if change is None:
        _put_back(file, before)
        return findings
    return [one for one in findings if has_errors([one])]


def _put_back(file: Path, before: bytes | None) -> None:
    if before is None:
        file.unlink()
    else:
        write_text(file, before.decode())


def _keep_alone(database: Database, home: Home, merged: Merged) -> Finding:
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
