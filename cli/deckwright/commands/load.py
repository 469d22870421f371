"""`deckwright load`: check game folders and put them into the database."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from typer import Argument, Context, Exit, Option

from deckwright import resources
from deckwright.commands.load_checks import (
    check_conditions,
    check_counts,
    check_decks,
    check_drawings,
    check_faces,
    check_letters,
    check_merged,
    check_pictures,
    check_replaced,
    check_shown,
    check_translations,
)
from deckwright.commands.opening import database_of
from deckwright.commands.options import settings_of
from deckwright.errors import ChangedError, DeckwrightError, InputError, finding_of
from deckwright.files.game_folder import GAME_FILE, stops_load
from deckwright.files.game_package import look_at
from deckwright.files.writing import content_of, locked, write_text
from deckwright.findings import Finding, Where, as_json, has_errors
from deckwright.messages import tr, trn
from deckwright.model.words import few_guesses
from deckwright.reports.findings import error_as_json, summary_lines
from deckwright.reports.output import note, write, write_json
from deckwright.store.load import changed_folders

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from deckwright.model.translation import Entry
    from deckwright.store.database import Database
    from deckwright.store.load import Change, LoadedFolder
    from deckwright.workbench.library import Notify

EXAMPLES = (
    "deckwright load",
    "deckwright load my-game",
    "deckwright load my-game --dry-run",
    "deckwright load my-box.yaml",
)
SHORTENS = True
"""Findings that are many and alike are counted, unless --all asks for them."""


def run(
    context: Context,
    paths: Annotated[
        list[Path] | None,
        Argument(
            metavar=tr("[PATH...]"), help=tr("Game folders, or files of counts; default: the packaged games.")
        ),
    ] = None,
    dry_run: Annotated[
        bool, Option("--dry-run", help=tr("Check, and tell what would change, but change nothing."))
    ] = False,
) -> None:
    """Check game folders and load them: each game with all that is in it, or not at all.

    A file of counts says how many copies of its cards your box really holds. They are kept beside the game until
    deckwright db counts GAME --remove.
    """
    settings = settings_of(context)
    database = database_of(settings)
    changes: list[Change] = []
    findings: list[Finding] = []
    packaged = resources.packaged_games()
    counted: list[Counted] = []
    for path in paths or packaged:
        if path.is_file():
            counts, found = load_counts(database, path, dry_run=dry_run)
            counted += [counts] if counts else []
        else:
            is_alone = dry_run or path in packaged or not path.is_dir()
            with nullcontext() if is_alone else locked(path, note):
                change, found = load_folder(database, path, dry_run=dry_run)
            changes += [change] if change else []
        findings += found
    if settings.as_json:
        write_json(
            {
                **_error(findings),
                "games": [change.as_json() for change in changes],
                **({"counts": [one._asdict() for one in counted]} if counted else {}),
                "findings": as_json(findings),
            }
        )
    else:
        _report(changes, counted, findings, dry_run=dry_run, every=settings.every_finding)
    if has_errors(findings):
        raise Exit(InputError.exit_code if stops_load(findings) else 1)


@few_guesses()
def load_folder(
    database: Database,
    path: Path,
    *,
    dry_run: bool,
    own: Mapping[str, Sequence[Entry]] | None = None,
    game: str = "",
) -> tuple[Change | None, list[Finding]]:
    """Check one game and load it, if nothing is wrong with it; `own` is as `deckwright.store.load.load` takes it.

    A folder that holds another game than `game` is not loaded.
    """
    from deckwright.store.load import compare, load

    try:
        box, findings = look_at(path)
    except InputError as fault:
        return None, [finding_of(fault)]
    if box is None:
        return None, findings
    if game and box.game.id != game:
        message = tr("This folder now holds the game {other}, not {game}.", other=box.game.id, game=game)
        return None, [Finding("other-game", "error", message, where=Where(str(path / GAME_FILE), 1, 1))]
    findings += check_drawings(box, path)
    findings += [] if _has_faulty_face(findings, path) else check_faces(box, path)
    if stops_load(findings):
        return None, [*findings, *check_pictures(box, path)]
    findings += [*check_replaced(database, box, path), *check_merged(database, box)]
    findings += check_counts(database, box)
    findings += [*check_pictures(box, path), *check_conditions(box, path), *check_decks(box, path)]
    findings += check_translations(box, path)
    findings += [] if stops_load(findings) else [*check_shown(box, path), *check_letters(box, path)]
    if stops_load(findings):
        return None, findings
    return compare(database, box) if dry_run else load(database, box, own), findings


def load_with_file(
    database: Database,
    folder: Path,
    file: Path,
    text: str,
    before: bytes | None,
    own: Mapping[str, Sequence[Entry]] | None = None,
) -> tuple[Change | None, list[Finding]]:
    """Write a file of a game's folder and load the game with it, or leave both as they were.

    `before` is the content that the file is made from. Should the program be stopped in between, the next command
    that uses the game sees that its folder has changed, and loads it.

    Raises:
        ChangedError: the file has another content by now.
        InputError: it cannot be written.
        DatabaseError: the database cannot be written.
    """
    write_text(file, text, before=before)
    try:
        change, findings = load_folder(database, folder, dry_run=False, own=own)
    except BaseException:
        _put_back(file, before, text)
        raise
    if change is None:
        _put_back(file, before, text)
    return change, findings


def _put_back(file: Path, before: bytes | None, text: str) -> None:
    """Undo the writing of a file, unless somebody has changed it again since."""
    try:
        if before is not None:
            write_text(file, before.decode("utf-8", "surrogateescape"), before=text.encode(errors="replace"))
        elif content_of(file) == text.encode(errors="replace"):
            file.unlink()
    except ChangedError:
        return


def load_again(database: Database, folders: Sequence[LoadedFolder], notify: Notify) -> None:
    """Load games whose folders have changed; one that cannot be loaded stays as it was, with a warning."""
    for loaded in folders:
        try:
            with locked(loaded.path, notify):
                fault = _load_again(database, loaded, notify)
        except DeckwrightError as error:
            fault = finding_of(error)
        if fault:
            message = tr(
                "Using {game} as it was loaded before, because its folder has changed and cannot be loaded: {fault}",
                game=loaded.game,
                fault=fault.message,
            )
            warning = Finding("folder-changed", "warning", message, where=fault.where)
            notify(tr("To see all errors: deckwright load {folder}", folder=loaded.path), [warning])


def _load_again(database: Database, loaded: LoadedFolder, notify: Notify) -> Finding | None:
    """Load a game, unless another command has done so while this one waited; what keeps it from that, if anything.

    A game is loaded without a language whose file cannot be read: such an error is shown, and keeps it from nothing.
    """
    if loaded.game not in [one.game for one in changed_folders(database)]:
        return None
    change, findings = load_folder(database, loaded.path, dry_run=False, game=loaded.game)
    errors = [one for one in findings if one.severity == "error"]
    if change is None:
        return next(iter(errors), None)
    notify(_reloaded(loaded), errors)
    return None


def _reloaded(loaded: LoadedFolder) -> str:
    return tr("Reloaded {game}: its folder {folder} has changed.", game=loaded.game, folder=loaded.path)


class Counted(NamedTuple):
    """The counts of a real box that a file gives: for how many cards of a game, and the cards in that box then."""

    game: str
    counted: int
    cards: int


def load_counts(database: Database, path: Path, *, dry_run: bool) -> tuple[Counted | None, list[Finding]]:
    """Check the counts of an owner's box and keep them beside their game, if nothing is wrong with them."""
    from deckwright.files.cards import counts_in, read_counts_file
    from deckwright.store.read import all_counts, cards_of, read_game, set_counts

    try:
        file = read_counts_file(path)
        with database.reading() as connection:
            game = read_game(connection, file.game)
            cards = cards_of(connection, file.game)
            before = {one.card: one.game_copies for one in all_counts(connection, file.game)}
    except InputError as fault:
        fault.where = fault.where or Where(str(path), 1, 1)
        return None, list(fault.findings) or [finding_of(fault)]
    own = {name: replace(card, copies=before.get(name, card.copies)) for name, card in cards.items()}
    counts, findings = counts_in(file.document, game, own)
    if has_errors(findings):
        return None, findings
    if not dry_run:
        set_counts(database, file.game, counts)
    copies = sum(counts.get(name, card.copies) for name, card in own.items())
    return Counted(file.game, len(counts), copies), findings


def _has_faulty_face(findings: list[Finding], path: Path) -> bool:
    """Tell whether something is wrong with a face already, which need not be said once more."""
    faces = str(path / "faces")
    return any(one.where and one.where.file.startswith(faces) for one in findings)


def _error(findings: list[Finding]) -> dict[str, object]:
    """Return the first error that has kept a game from being loaded, if there is one."""
    first = next((one for one in findings if stops_load([one])), None)
    return error_as_json(InputError(first.rule, first.message, where=first.where)) if first else {}


def _report(
    changes: list[Change],
    counted: list[Counted],
    findings: list[Finding],
    *,
    dry_run: bool,
    every: bool | None,
) -> None:
    for line in summary_lines(findings, to_error=True, every=every):
        note(line)
    for change in changes:
        said = trn(
            "{game}: {count} card ({distinct} different); {added} added, {changed} changed, {removed} removed.",
            "{game}: {count} cards ({distinct} different); {added} added, {changed} changed, {removed} removed.",
            change.cards,
            game=change.game,
            distinct=change.distinct,
            added=change.added,
            changed=change.changed,
            removed=change.removed,
        )
        write(f"{said} {tr('Nothing was written.')}" if dry_run else said)
    for one in counted:
        said = trn(
            "{game}: the count of {count} card was saved; the box holds {cards} cards.",
            "{game}: the counts of {count} cards were saved; the box holds {cards} cards.",
            one.counted,
            game=one.game,
            cards=one.cards,
        )
        write(
            tr(
                "{game}: {count} counts would be saved. Nothing was written.",
                game=one.game,
                count=one.counted,
            )
            if dry_run
            else said
        )
    if stops_load(findings):
        note(tr("A game with an error changes nothing in the database."))
