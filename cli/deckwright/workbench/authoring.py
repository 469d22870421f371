"""Write games: start a game or a deck, change a card in its game's folder, and add a language."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from deckwright import resources
from deckwright.errors import ChangedError, InputError, as_finding
from deckwright.files.cards import lines_of_card
from deckwright.files.game_folder import LIMIT, files_of, from_here, stops_load
from deckwright.files.game_package import find_in_sheets
from deckwright.files.sheet_columns import text_of
from deckwright.files.starters import fill_game, id_of, new_game_folder, start_deck, workflow_of
from deckwright.files.texts import CARD_TABLES, read_bytes
from deckwright.files.writing import (
    atomic_file,
    locked,
    make_folder,
    scratch_folder,
    unfinished_folder,
    with_line_ends_of,
)
from deckwright.findings import Finding, Where
from deckwright.messages import tr
from deckwright.model.game import GAME_FILE
from deckwright.model.languages import canonical_tag
from deckwright.model.words import suggest_names
from deckwright.store.folders import gone_folder
from deckwright.store.locations import database_at
from deckwright.store.read import find_card, folder_of, game_ids, read_game
from deckwright.workbench.loading import (
    OF_DATABASE,
    FileChange,
    LoadOptions,
    load_changed_file,
    load_game,
    shared_base,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from deckwright.files.cards import CardLines
    from deckwright.files.proposed_faces import CardRoom
    from deckwright.files.sheet_cards import CardCells
    from deckwright.model.card import Card
    from deckwright.press.graphics.cuts import CardSize
    from deckwright.store.database import Database
    from deckwright.workbench.loading import GameLoad


def new_game(  # noqa: PLR0913 - each is an option of the command
    title: str,
    *,
    location: str = "",
    language: str = "en",
    spoken: str = "",
    has_ci: bool = False,
    size: str = "",
) -> list[Path]:
    """Create the folder of a small game in the current folder, and return its files.

    The folder is named after the title. The game is written in `language`; its first cards are in `spoken`, if there
    are none in `language`. `location` is the database whose games must keep their ids. With `has_ci`, a workflow of
    GitHub Actions checks and prints the game: at the root of the git repository around the current folder, else in
    the game's folder. `size` is the name of the cards' size, '' for poker.

    Raises:
        InputError: the size is unknown or too small, the title is not usable, its id is taken, or the folder exists or cannot be written.
    """
    refuse_small_cards(size)
    with new_game_folder(title, known_games(location), has_ci=has_ci) as folder:
        files = fill_game(folder, title, language, spoken, size)
    made = Path(folder.name)
    return [*(made / file for file in files), *([workflow_of(made)] if has_ci else ())]


_LEAST_OF_TWO_FEET = 45.0
"""Millimetres between the insets of a card on which the names of the game and of the card fit side by side."""


def room_on(size: str) -> CardRoom:
    """Room that a proposed face has on cards of a named size; '' is poker."""
    from deckwright.files.proposed_faces import POKER_ROOM, CardRoom
    from deckwright.press.graphics.cuts import POKER, card_size, insets_of

    if not size:
        return POKER_ROOM

    def inner(card: CardSize) -> tuple[float, float]:
        inset_x, inset_y = insets_of(card.size, card.shape)
        return card.size[0] - 2 * inset_x, card.size[1] - 2 * inset_y - 21

    width, height = inner(card_size(size, None))
    return CardRoom(size, height / inner(POKER)[1], width >= _LEAST_OF_TWO_FEET)


_LEAST_SIDE = 40.0
"""Shortest side, in mm, of cards that a proposed face has room on."""


def refuse_small_cards(size: str) -> None:
    """Refuse a size of cards that is unknown, or that no proposed face has room on.

    Raises:
        InputError: it is.
    """
    from deckwright.press.graphics.cuts import card_size, card_size_names

    if size and min(card_size(size, None).size) < _LEAST_SIDE:
        large = [name for name in card_size_names() if min(card_size(name, None).size) >= _LEAST_SIDE]
        message = tr("Cards of the size {name} have no room for a proposed face.", name=size)
        hint = tr("Use one of: {names}. Or write a face of your own: docs/faces.md", names=", ".join(large))
        raise InputError("small-cards", message, hint=hint)


def known_games(location: str) -> set[str]:
    """Ids of the packaged games, and of those in the database if it exists, whose folders are not gone."""
    database = database_at(location)
    loaded: list[str] = []
    if database.is_made():
        with database.reading() as connection:
            loaded = [game for game in game_ids(connection) if not gone_folder(database, connection, game)]
    return {folder.name for folder in resources.packaged_games()}.union(loaded)


def loaded_folders(location: str) -> dict[str, Path | None]:
    """Folders that the games in the database were loaded from, by id; None if not known, nothing without a database."""
    database = database_at(location)
    if not database.is_made():
        return {}
    with database.reading() as connection:
        return {game: folder_of(connection, game) for game in game_ids(connection)}


def new_deck(database: Database, name: str, game: str, format: str = "") -> Path:  # noqa: A002 - its name in decks
    """Create a deck file in the current folder, for a format of a game ('' for the game's first).

    Raises:
        InputError: the game or format does not exist, the name is not usable, or the file exists.
    """
    with database.reading() as connection:
        formats = read_game(connection, game).names("formats")
    if format and format not in formats:
        message = tr("The game {game} has no format {format}.", game=game, format=format)
        raise InputError("unknown-format", message, hint=suggest_names(format, formats))
    path = Path(f"{id_of(name)}.yaml")
    start_deck(path, {"game": game, "format": format or next(iter(formats), ""), "name": name})
    return path


@dataclass(frozen=True, slots=True)
class CardChange:
    """Result of changing a card: the file that holds it, whether that was written, and warnings about the game."""

    card: Card
    file: Path
    is_changed: bool
    findings: Sequence[Finding]


@dataclass(frozen=True, slots=True)
class CardDraft:
    """A card to be changed: `text` has its lines in the file of the game's folder, without their indentation."""

    database: Database
    card: Card
    folder: Path
    lines: CardLines

    @property
    def text(self) -> str:
        """Lines of the card."""
        return self.lines.text

    def check(self, text: str) -> list[Finding]:
        """Check the whole game as it would be with `text` for the card; nothing is written."""
        return _check(self.database, self.folder, self.lines, text)

    def save(self, text: str, notify: Callable[[str], None] = lambda _: None) -> CardChange:
        """Save `text` as the card, together with what others have changed in the file, and load the game.

        `notify` receives a message while another command is changing the folder.

        Raises:
            InputError: others have changed the same lines, or on a server the game, or it would have errors. Nothing changes.
            DatabaseError: the database cannot be written. Nothing changes.
        """
        if text == self.text:
            return CardChange(self.card, self.lines.file, is_changed=False, findings=())
        with locked(self.folder, notify):
            for _ in range(_MOST_TRIES):
                try:
                    return self._merge(text)
                except ChangedError as fault:
                    changed = fault
            raise changed

    def _merge(self, text: str) -> CardChange:
        base = shared_base(self.database, self.card.game, self.folder)
        lines = _lines_of(self.folder, self.card.id)
        merged = lines.merge(self.text, text)
        if merged is None:
            message = tr("The same lines of {card} were changed while you were editing.", card=self.card.id)
            raise InputError("conflict", message, where=lines.where)
        if merged == lines.text:
            return CardChange(self.card, lines.file, is_changed=True, findings=())
        # The text itself was checked; with the changes of others it is something new.
        findings = [] if merged == text else _check(self.database, self.folder, lines, merged)
        if not stops_load(findings):
            change = FileChange(self.folder, lines.file, lines.content_with(merged), lines.content)
            applied, findings = load_changed_file(self.database, change, LoadOptions(base=base))
            if applied:
                return CardChange(self.card, lines.file, is_changed=True, findings=findings)
        message = tr("With this change, {game} cannot be loaded. Nothing was changed.", game=self.card.game)
        raise InputError("faulty-card", message, findings=findings)


_MOST_TRIES = 20
"""How often to start again because the file was changed in the meantime."""


def draft_card(database: Database, name: str, game: str = "") -> CardDraft:
    """Open a card for changes; `name` is `game/card-id`, its id, or its name in any language.

    Raises:
        InputError: no such card, its game is a packaged one, or the card is in a spreadsheet or not on lines of its own; or
            the folder has not what a server has.
    """
    with database.reading() as connection:
        card = find_card(connection, name, game)
        folder = source_folder(card.game, folder_of(connection, card.game))
    if resources.is_packaged(folder):
        message = tr("{game} is a packaged game: its files are not changed.", game=card.game)
        hint = tr("Copy its folder {folder}, load the copy, and edit that.", folder=folder)
        raise InputError("packaged-game", message, hint=hint)
    shared_base(database, card.game, folder)
    return CardDraft(database, card, folder, _lines_of(folder, card.id))


def _lines_of(folder: Path, card: str) -> CardLines:
    """Where a card is written in a game's folder.

    Raises:
        InputError: it is in a spreadsheet, or not there, or not on lines of its own.
    """
    has_sheets = any(file.suffix.lower() in CARD_TABLES for file in (folder / "cards").glob("*"))
    if has_sheets and (cells := find_in_sheets(folder, card)):
        raise _in_spreadsheet(cells)
    return lines_of_card(folder, card)


def _in_spreadsheet(cells: CardCells) -> InputError:
    """Error that names the cells of a card in a spreadsheet."""
    row, card = cells.row, cells.card
    message = tr(
        "{card} is in a spreadsheet: change its cells there, and save it. Nothing was changed.", card=card
    )
    first = cells.worksheet.where(row, min(cells.headings))
    findings = [Finding("spreadsheet", "error", message, (card,), where=first)]
    for column, heading in cells.headings.items():
        text = " ".join(text_of(row.cells[column]).split()) if column < len(row.cells) else ""
        shown = tr("{label}: {value}", label=heading, value=text or "–")
        findings.append(Finding("cell", "info", shown, (card,), where=cells.worksheet.where(row, column)))
    return InputError("spreadsheet", message, findings=findings, where=first)


def edit_card(database: Database, name: str, edit: Callable[[str], str], game: str = "") -> CardChange:
    """Change a card: `edit` turns its lines into new ones, which are saved if the game can be loaded with them.

    Raises:
        InputError: no such card, or the game would have errors. Nothing changes.
        DatabaseError: the database cannot be written. Nothing changes.
    """
    draft = draft_card(database, name, game)
    return draft.save(edit(draft.text))


def source_folder(game: str, folder: Path | None) -> Path:
    """Folder that a game was loaded from, relative to the current folder if it is inside.

    Raises:
        InputError: it is not known, or no longer exists.
    """
    if folder and folder.is_dir():
        return from_here(folder)
    message = tr("The folder of {game} is unknown.", game=game)
    if folder:
        message = tr("{game} was loaded from {folder}, which no longer exists.", game=game, folder=folder)
    raise InputError("no-folder", message, hint=tr("Load it again: deckwright load FOLDER."))


def _check(database: Database, folder: Path, lines: CardLines, text: str) -> list[Finding]:
    """Check the whole game with other lines for a card, in a copy of its files; findings name the real files."""
    if text == lines.text:
        return []
    try:
        content = lines.content_with(text)
    except InputError as fault:
        return [as_finding(fault)]
    with unfinished_folder(scratch_folder()) as scratch:
        copy = scratch / folder.name
        for path in files_of(folder):
            make_folder(copy / path.parent.relative_to(folder))
            (copy / path.relative_to(folder)).write_bytes(read_bytes(path, limit=LIMIT))
        changed = copy / lines.file.relative_to(folder)
        # Somebody may have removed the file, and its folder with it; writing to the real place says so.
        make_folder(changed.parent)
        with atomic_file(changed) as file:
            file.write(content)
        findings = load_game(database, copy, LoadOptions(dry_run=True)).findings
    # For the database, the copy is another folder than the game's.
    return [_in_real_file(finding, copy, folder) for finding in findings if finding.rule not in OF_DATABASE]


def _in_real_file(finding: Finding, copy: Path, folder: Path) -> Finding:
    if finding.where is None:
        return finding
    file = finding.where.file.replace(str(copy), str(folder), 1)
    return finding._replace(where=finding.where._replace(file=file))


# A new language: in a game's folder, or in a copy of a packaged game, whose own folder is never changed


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
        folder = folder_of(connection, game)
    if not folder or not folder.is_absolute() or not (folder / GAME_FILE).exists():
        return None
    if resources.is_packaged(folder):
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
