"""The spreadsheet of a game, fetched again: what has changed, card by card, and new columns, declared in game.yaml."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import InputError
from deckwright.files.fetching import fetch_sheet
from deckwright.files.game_proposals import GameTitle, entry_lines, propose_game
from deckwright.files.sheet_cards import file_settings, read_sheet_cards, unknown_columns
from deckwright.files.sheet_columns import SheetVocabulary, text_of
from deckwright.files.texts import CARD_TABLES, HTTPS, read_bytes
from deckwright.files.workbooks import read_spreadsheet
from deckwright.files.writing import locked, with_line_ends_of
from deckwright.files.yaml import DATA_LIMIT, document_of, read_document
from deckwright.findings import Finding, Where
from deckwright.messages import tr, trn
from deckwright.model.game import GAME_FILE
from deckwright.workbench.loading import FileChange, GameLoad, LoadOptions, load_changed_file, load_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.files.game_proposals import GameProposal
    from deckwright.files.yaml import Document
    from deckwright.store.database import Database
    from deckwright.workbench.library import Notify


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


_NAME = re.compile(r"""["']?[\w-]+["']?""")
_SECTION = r"^{}:[^\S\n]*\n(?:(?:[^\S\n]+\S.*|[^\S\n]*)\n)*(?:[^\S\n]+\S.*\n)"


def load_with_new_columns(database: Database, folder: Path, *, dry_run: bool, notify: Notify) -> GameLoad:
    """Load a game whose sheets may have columns that game.yaml does not declare: they are declared.

    If the game has errors with them, or with a dry run, game.yaml stays as it was.

    Raises:
        InputError: a file cannot be read, or a column cannot be declared in a game.yaml that is written in this way.
        DatabaseError: the database cannot be written.
    """
    if not (folder / GAME_FILE).is_file():
        return load_game(database, folder, LoadOptions(dry_run))
    with locked(folder, notify):
        return _load(database, folder, LoadOptions(dry_run))


def _load(database: Database, folder: Path, options: LoadOptions) -> GameLoad:
    file = folder / GAME_FILE
    before = read_bytes(file, limit=DATA_LIMIT)
    text, findings = before.decode(), []
    for sheet in sorted((folder / "cards").glob("*")):
        if sheet.suffix.lower() in CARD_TABLES:
            for heading, part, name, proposal in _new_columns(document_of(text, str(file)).value, sheet):
                text = _declared(text, file, part, name, proposal)
                message = tr("The column {column} was declared as {name}.", column=heading, name=name)
                where = document_of(text, str(file)).where(part, name, key=True)
                findings.append(Finding("new-column", "info", message, where=where))
    if not findings:
        return load_game(database, folder, options)
    loaded = load_changed_file(
        database, FileChange(folder, file, with_line_ends_of(before, text), before), options
    )
    return GameLoad(loaded.change, [*(findings if loaded.change else ()), *loaded.findings])


def _new_columns(definition: Mapping[str, Any], file: Path) -> Iterator[tuple[str, str, str, GameProposal]]:
    """Yield the columns of a sheet that become fields or texts: heading, `fields` or `texts`, name, and the game proposed from the sheet."""
    sheet = read_spreadsheet(
        read_bytes(file, limit=DATA_LIMIT), str(file), *file_settings(definition, file.name)
    )
    unknown = unknown_columns(sheet, SheetVocabulary(definition))
    if not unknown:
        return
    named = {
        key: part for entry in definition.get("sheets", ()) for key, part in entry.get("columns", {}).items()
    }
    language = definition["source_language"]
    about = GameTitle(definition["id"], definition["title"], language, language, columns=named)
    proposal = propose_game(sheet, about)
    for column in proposal.columns:
        name = column.part.rpartition(".")[2]
        for part in ("fields", "texts"):
            if column.heading in unknown and name in proposal.definition.get(part, {}):
                yield column.heading, part, name, proposal


def _declared(text: str, file: Path, part: str, name: str, proposal: GameProposal) -> str:
    """Text of game.yaml with a field or a text, which kinds have as well.

    Raises:
        InputError: it is written in another way than can be added to.
    """
    before = document_of(text, str(file)).value
    entry = proposal.definition[part][name]
    changed = _with_entry(text, part, list(entry_lines(proposal, part, name)))
    try:
        if part == "fields":
            changed = _with_field_of_kinds(changed, file, name, proposal)
        after = document_of(changed, str(file)).value
    except InputError:
        after = {}
    if after.get(part) != {**before.get(part, {}), name: entry}:
        message = tr(
            "{name} cannot be declared in {file}, which is written in another way.", name=name, file=file.name
        )
        raise InputError(
            "new-column",
            message,
            hint=tr("Declare it under {part}.", part=part),
            where=Where(str(file), 1, 1),
        )
    return changed


def _with_field_of_kinds(text: str, file: Path, name: str, proposal: GameProposal) -> str:
    """Text with a field in all kinds: they need it if all cards of the sheet, which has the same kinds, have it."""
    kinds = document_of(text, str(file)).value["kinds"]
    proposed = proposal.definition["kinds"]
    for kind in kinds:
        is_on_all = len(proposed) == len(kinds) and name in proposed.get(kind, {}).get("fields", ())
        text = _with_field(text, file, kind, "fields" if is_on_all else "optional", name)
    return text


def _with_entry(text: str, part: str, lines: list[str]) -> str:
    """Text with lines at the end of a section, or with a section of them before the kinds."""
    added = "\n".join(lines) + "\n"
    section = re.search(_SECTION.format(part), text, re.MULTILINE)
    if section:
        return f"{text[: section.end()]}{added}{text[section.end() :]}"
    return re.sub(
        r"^((?:#.*\n)*kinds:)",
        lambda found: f"{part}:\n{added}\n{found[1]}",
        text,
        count=1,
        flags=re.MULTILINE,
    )


def _with_field(text: str, file: Path, kind: str, part: str, name: str) -> str:
    """Text with a field at the end of one of the lists of a kind, which is made if there is none."""
    document = document_of(text, str(file))
    entry = document.value["kinds"][kind]
    if entry.get(part):
        start = _offset(document, "kinds", kind, part, len(entry[part]) - 1)
        last = _NAME.match(text, start)
        end = last.end() if last else start
        line = text[text.rfind("\n", 0, start) + 1 : start]
        added = f"\n{line}{name}" if line.strip() == "-" else f", {name}"
        return f"{text[:end]}{added}{text[end:]}"
    start = _offset(document, "kinds", kind, next(iter(entry)), key=True)
    line = text[text.rfind("\n", 0, start) + 1 : start]
    after = ", " if line.strip() else f"\n{line}"
    return f"{text[:start]}{part}: [{name}]{after}{text[start:]}"


def _offset(document: Document, *path: str | int, key: bool = False) -> int:
    """Place of a value in the text of its document, in characters."""
    where = document.where(*path, key=key)
    return (
        sum(len(line) for line in document.text.splitlines(keepends=True)[: where.line - 1])
        + where.column
        - 1
    )
