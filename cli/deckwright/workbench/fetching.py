"""Fetch the spreadsheet of a game again from where its designer keeps it, and say what has changed, card by card."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError
from deckwright.files.fetching import fetch_sheet
from deckwright.files.sheet_cards import file_settings, read_sheet_cards
from deckwright.files.sheet_columns import SheetVocabulary, text_of
from deckwright.files.texts import CARD_TABLES, HTTPS, read_bytes
from deckwright.files.workbooks import read_spreadsheet
from deckwright.files.writing import locked
from deckwright.files.yaml import DATA_LIMIT, read_document
from deckwright.findings import Where
from deckwright.messages import tr, trn
from deckwright.model.game import GAME_FILE
from deckwright.workbench.loading import FileChange, LoadOptions, load_changed_file, load_game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.store.database import Database
    from deckwright.workbench.library import Notify
    from deckwright.workbench.loading import GameLoad


class ChangedCell(NamedTuple):
    """A cell of a card that has changed: its heading, and its text before and now."""

    heading: str
    before: str
    now: str


@dataclass(frozen=True, slots=True)
class SheetChanges:
    """What has changed in a sheet: the ids of its new cards and of those that are gone, and changed cells by card."""

    file: Path
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    changed: Mapping[str, tuple[ChangedCell, ...]] = field(default_factory=dict)


def load_fetched(
    database: Database, folder: Path, *, dry_run: bool, accepts_losses: bool, notify: Notify
) -> tuple[SheetChanges, GameLoad]:
    """Fetch the sheet that `source` in game.yaml names, and load the game with it.

    With a `dry_run`, or if the game has errors with it, the folder keeps the sheet that it has.

    Raises:
        InputError: the game names no address, the sheet cannot be fetched, or half of its cards are gone, which is only
            done if it `accepts_losses`.
        DatabaseError: the database cannot be written.
    """
    definition = read_document(folder / GAME_FILE).value
    url = str(definition.get("source", ""))
    if not url.startswith(HTTPS):
        message = tr(
            "{file} names no address to fetch cards from: write it as source.", file=folder / GAME_FILE
        )
        raise InputError("no-source", message, where=Where(str(folder / GAME_FILE), 1, 1))
    fetched = fetch_sheet(url)
    with locked(folder, notify):
        file = _file_of(folder, fetched.name)
        before = read_bytes(file, limit=DATA_LIMIT)
        changes = _compare(definition, file, before, fetched.data)
        options = LoadOptions(dry_run=dry_run)
        if fetched.data == before:
            return changes, load_game(database, folder, options)
        if not accepts_losses:
            _refuse_losses(definition, changes, before)
        change = FileChange(folder, file, fetched.data, before)
        return changes, load_changed_file(database, change, options)


def _file_of(folder: Path, name: str) -> Path:
    """The file of the game that has the sheet: the one of its name, or the only spreadsheet."""
    sheets = sorted(file for file in (folder / "cards").glob("*") if file.suffix.lower() in CARD_TABLES)
    named = [file for file in sheets if file.name == name]
    same = [file for file in sheets if file.suffix.lower() == Path(name).suffix]
    for files in (named, same):
        if len(files) == 1:
            return files[0]
    message = tr(
        "Which file in {folder} has the fetched cards is not clear: call it {name}.",
        folder=folder / "cards",
        name=name,
    )
    raise InputError("no-source", message, where=Where(str(folder / "cards")))


Rows = dict[str, dict[str, str]]
"""The texts of cards by their ids and headings."""


def _rows(definition: Mapping[str, object], file: Path, data: bytes) -> Rows:
    sheet = read_spreadsheet(data, str(file), *file_settings(definition, file.name))
    cards = read_sheet_cards(sheet, SheetVocabulary(definition)).document.marks
    return {
        card.card: {
            heading: text_of(card.row.cells[at])
            for at, heading in card.headings.items()
            if at < len(card.row.cells) and text_of(card.row.cells[at]).strip()
        }
        for card in cards
    }


def _compare(definition: Mapping[str, object], file: Path, before: bytes, now: bytes) -> SheetChanges:
    old, new = _rows(definition, file, before), _rows(definition, file, now)
    changed = {
        card: tuple(
            ChangedCell(heading, old[card].get(heading, ""), cells.get(heading, ""))
            for heading in {**old[card], **cells}
            if old[card].get(heading) != cells.get(heading)
        )
        for card, cells in new.items()
        if card in old and old[card] != cells
    }
    gone = tuple(card for card in old if card not in new)
    return SheetChanges(file, tuple(card for card in new if card not in old), gone, changed)


def _refuse_losses(definition: Mapping[str, object], changes: SheetChanges, before: bytes) -> None:
    """Refuse a sheet that has lost half of its cards, which is seldom meant."""
    total = len(_rows(definition, changes.file, before))
    if total and 2 * len(changes.gone) >= total:
        message = trn(
            "The fetched sheet lacks {gone} of {count} card: nothing was changed.",
            "The fetched sheet lacks {gone} of {count} cards: nothing was changed.",
            total,
            gone=len(changes.gone),
        )
        hint = tr("If that is right, add --force.")
        raise InputError("lost-cards", message, hint=hint, where=Where(str(changes.file)))
