"""Load games: check their folders, write them into the database, and reload those that have changed."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckwright import __version__, resources
from deckwright.errors import (
    ChangedError,
    DatabaseError,
    DeckwrightError,
    InputError,
    RefusedError,
    as_finding,
    as_findings,
)
from deckwright.files.cards import counts_in, read_counts_file
from deckwright.files.game_folder import digest_of, findings_of_listing, game_folder_of, leads_out, stops_load
from deckwright.files.game_package import inspect_package
from deckwright.files.texts import SPREADSHEETS
from deckwright.files.writing import atomic_file, content_of, locked
from deckwright.findings import Finding, Where, has_errors
from deckwright.messages import tr, used_language
from deckwright.model.game import GAME_FILE
from deckwright.model.words import few_guesses
from deckwright.store.database import LOST
from deckwright.store.folders import (
    changed_folders,
    difference,
    earlier_version,
    findings_text,
    is_as_loaded,
    last_load,
    load_command,
    loaded_folder,
    record_load,
)
from deckwright.store.read import all_counts, cards_of, read_game, set_counts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.game import GamePackage
    from deckwright.model.translation import Message
    from deckwright.store.database import Database
    from deckwright.store.folders import Change, LoadedFolder
    from deckwright.store.load import LoadBase


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """How to load a game.

    A `dry_run` checks it and counts what would change. `translations`, by language, replace those that the database
    alone keeps of the game. If `game` is not empty, a folder that holds another game is refused. With a `base`, the game
    is loaded only if the database still has that; and with `translations` besides, nothing but these languages is
    written, as nothing else has changed.
    """

    dry_run: bool = False
    translations: Mapping[str, Sequence[Message]] = field(default_factory=dict)
    game: str = ""
    base: LoadBase | None = None


OF_DATABASE = frozenset({"replaces-game", "same-id", "renamed"})
"""Rules of findings about what a load replaces, which the next one does not find again."""


class GameLoad(NamedTuple):
    """What loading a game changed in the database, None if errors prevented that; and all findings about the game."""

    change: Change | None
    findings: list[Finding]


class BoxCounts(NamedTuple):
    """Counts of a real box in a file: of how many cards of a game, and the cards in that box then."""

    game: str
    counted: int
    cards: int


@dataclass(frozen=True, slots=True)
class LoadResult:
    """What loading several games and files of counts changed, and the findings about all of them."""

    changes: list[Change] = field(default_factory=list)
    counts: list[BoxCounts] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def add(self, loaded: GameLoad) -> None:
        """Add what the load of a game changed and found."""
        self.changes.extend([loaded.change] if loaded.change else [])
        self.findings.extend(loaded.findings)

    @property
    def first_error(self) -> Finding | None:
        """First error that prevented a load; None if everything was loaded."""
        return next((finding for finding in self.findings if stops_load([finding])), None)


def renumber_cards(database: Database, result: LoadResult) -> list[str]:
    """Number the cards of loaded games from 1 again, if their numbers stay; return the ids of these games.

    Raises:
        DatabaseError: the database cannot be written.
    """
    from deckwright.store.load import renumber

    with database.reading() as connection:
        games = [
            change.game
            for change in result.changes
            if "numbers" in read_game(connection, change.game).definition
        ]
    for game in games:
        renumber(database, game)
    return games


def load_paths(
    database: Database,
    paths: Iterable[str | Path] = (),
    *,
    dry_run: bool = False,
    skip_others: bool = False,
    notify: Callable[[str], None] = lambda _: None,
) -> LoadResult:
    """Check and load game folders and files of counts; without any, the packaged games.

    A file that a game reads means its folder. With `skip_others`, any other file is skipped, also one of counts.
    Each game is loaded whole or not at all, and errors in one stop no other. `notify` receives a message while
    another command is changing a folder.

    Raises:
        InputError: another command does not finish changing a folder.
        DatabaseError: the database cannot be read or written.
    """
    result = LoadResult()
    named = [Path(path) for path in paths]
    for path in _each_game_once(named, skip_others=skip_others) if named else resources.packaged_games():
        if path.is_file() or (path.suffix.lower() in SPREADSHEETS and not path.is_dir()):
            counts, findings = load_counts(database, path, dry_run=dry_run)
            result.counts.extend([counts] if counts else [])
            result.findings.extend(findings)
        else:
            result.findings.extend(_earlier(database, path))
            is_unlocked = dry_run or resources.is_packaged(path) or not path.is_dir()
            with nullcontext() if is_unlocked else locked(path, notify):
                result.add(load_game(database, path, LoadOptions(dry_run)))
    return result


def _earlier(database: Database, folder: Path) -> Iterator[Finding]:
    """Warn of a folder that takes a game back to what it was before somebody else loaded it on a server."""
    if not database.is_file and (message := earlier_version(database, folder)):
        taken_back = tr("Loading it takes the game back to that version.")
        yield Finding("earlier-version", "warning", f"{message} {taken_back}", where=Where(str(folder)))


def _each_game_once(paths: Iterable[Path], *, skip_others: bool) -> Iterable[Path]:
    """The paths, with game folders in place of the files that games read."""
    folders = {path: game_folder_of(path) if path.is_file() else None for path in paths}
    places = (
        folder or path for path, folder in folders.items() if folder or not (skip_others and path.is_file())
    )
    return dict.fromkeys(places)


@few_guesses()
def load_game(database: Database, folder: str | Path, options: LoadOptions = LoadOptions()) -> GameLoad:
    """Check a game's folder and load it, unless there are errors."""
    folder = Path(folder)
    conditions = _conditions(folder)
    return _unchanged(database, folder, options, conditions) or _load(database, folder, options, conditions)


def _unchanged(
    database: Database, folder: Path, options: LoadOptions, conditions: Sequence[str]
) -> GameLoad | None:
    """Result of loading a folder that is as it was at its last load; None if it has to be read."""
    if (
        options.translations
        or options.base
        or not (folder / GAME_FILE).is_file()
        or leads_out(folder / GAME_FILE, folder)
    ):
        return None
    last = last_load(database, folder, conditions)
    if last is None or options.game not in {"", last.change.game}:
        return None
    if not options.dry_run:
        record_load(database, last, folder)
    return GameLoad(last.change, last.findings)


def _load(database: Database, folder: Path, options: LoadOptions, conditions: Sequence[str]) -> GameLoad:
    from deckwright.store.load import compare
    from deckwright.workbench.game_checks import check_package
    from deckwright.workbench.made_files import with_known_files, with_printable_pictures, with_used_cuts

    try:
        package, findings = inspect_package(folder)
    except InputError as fault:
        return GameLoad(None, [as_finding(fault)])
    if package is None:
        return GameLoad(None, findings)
    if options.game and package.game.id != options.game:
        message = tr(
            "This folder now contains the game {other}, not {game}.", other=package.game.id, game=options.game
        )
        where = Where(str(folder / GAME_FILE), 1, 1)
        return GameLoad(None, [Finding("other-game", "error", message, where=where)])
    package = with_known_files(database, package)
    package, of_pictures = with_printable_pictures(package, folder)
    findings = check_package(database, package, folder, [*findings, *of_pictures])
    if stops_load(findings):
        return GameLoad(None, findings)
    package = with_used_cuts(package)
    if options.dry_run:
        return GameLoad(compare(database, package), findings)
    is_of_folder = not any(finding.rule in OF_DATABASE for finding in findings)
    stored = findings_text(findings, conditions) if is_of_folder else ""
    return GameLoad(_store(database, package, options, stored), findings)


def _store(database: Database, package: GamePackage, options: LoadOptions, findings: str) -> Change:
    from deckwright.store.load import load, load_translations

    if options.base and options.translations:
        return load_translations(database, package, options.translations, options.base)
    return load(database, package, options.translations, findings, options.base)


def _conditions(folder: Path) -> list[str]:
    """What the findings of a load depend on besides the content of the folder's files, and what is in the database.

    That is the program, the language of messages, how the folder is called, and the names of files that are not
    read.
    """
    listed = [f"{finding.rule} {finding.where}" for finding in findings_of_listing(folder)]
    return [__version__, used_language(), str(folder), *listed]


@dataclass(frozen=True, slots=True)
class FileChange:
    """New `content` for a file of a game's folder, made from its content `before`, None for a new file.

    What is `beside` it, a file that follows from the same texts, is written first and undone with it: after a merge that was
    stopped in between, the next one has something to do.
    """

    folder: Path
    file: Path
    content: bytes
    before: bytes | None
    beside: FileChange | None = None


def load_changed_file(
    database: Database, change: FileChange, options: LoadOptions = LoadOptions()
) -> GameLoad:
    """Write a file of a game's folder and load the game with it, or leave both as they were, as a dry run does.

    If the program is stopped in between, the next command that uses the game finds its folder changed, and loads it, or
    on a server says so. If a server is lost while it answers COMMIT, nobody knows whether the game was loaded: the file
    stays, and of translations also what it was before, for `settle`.

    Raises:
        ChangedError: the file has changed in the meantime, or the database is not as in `options.base`.
        InputError: it cannot be written.
        DatabaseError: the database cannot be written.
    """
    _write(change)
    try:
        loaded = load_game(database, change.folder, options)
    except BaseException as fault:
        if not isinstance(fault, DatabaseError) or fault.code != LOST:
            _undo(change)
            raise
        fault.hint = tr("{file} was written, but the database may not have this change.", file=change.file)
        if options.translations:
            _saved(change.folder, change.file).write_bytes(change.before or b"")
            fault.hint += " " + tr("Merge again.")
        else:
            fault.hint += " " + tr("Load the folder: {command}", command=load_command(change.folder))
        raise
    if loaded.change is None or options.dry_run:
        _undo(change)
    return loaded


def _write(change: FileChange) -> None:
    if change.beside:
        _write(change.beside)
    try:
        with atomic_file(change.file, before=change.before) as file:
            file.write(change.content)
    except BaseException:
        if change.beside:
            _undo(change.beside)
        raise


def _undo(change: FileChange) -> None:
    """Undo the writing of a file, and of what is beside it, unless somebody has changed it since."""
    if change.beside:
        _undo(change.beside)
    try:
        if change.before is not None:
            with atomic_file(change.file, before=change.content) as file:
                file.write(change.before)
        elif content_of(change.file) == change.content:
            change.file.unlink()
    except ChangedError:
        return


def settle(loaded: LoadedFolder, file: Path) -> None:
    """Undo the last writing of a file of translations if the server was lost meanwhile, and did not keep it."""
    saved = _saved(loaded.path, file)
    if (before := content_of(saved)) is not None and not is_as_loaded(loaded):
        _undo(FileChange(loaded.path, file, file.read_bytes(), before or None))
    for left in file.parent.glob(f".{file.name}.*"):
        left.unlink()


def _saved(folder: Path, file: Path) -> Path:
    """Where the earlier content of a file is kept for as long as its folder stays as it is."""
    return file.with_name(f".{file.name}.{digest_of(folder)}")


class Reload(NamedTuple):
    """Result of loading a changed game again: findings about its folder, and a message that follows them.

    With an `error`, the game stays as it was loaded before.
    """

    game: str
    message: str
    findings: Sequence[Finding] = ()
    error: DeckwrightError | None = None


def reload_games(
    database: Database, folders: Iterable[LoadedFolder], notify: Callable[[str], None] = lambda _: None
) -> Iterator[Reload]:
    """Load games again whose folders have changed; yield what a person should know.

    A game whose folder has an error stays as it was loaded before. On a server, every game does: the folder may be older
    than what somebody else has loaded. `notify` receives a message while another command is changing a folder.
    """
    for loaded in folders:
        if not database.is_file:
            yield Reload(loaded.game, f"{difference(database, loaded)} {to_agree(loaded.path)}")
            continue
        try:
            with locked(loaded.path, notify):
                reload = _reload(database, loaded)
        except DeckwrightError as error:
            if error.code in {"read-only", "locked"} and resources.is_packaged(loaded.path):
                continue  # as another release brought it, it can be used
            if error.code not in {"corrupt", "disk"}:
                way = tr("To use the cards as they were last loaded: --last-good")
                error.hint = f"{error.hint} {way}".strip()
            reload = Reload(loaded.game, "", error=error)
        if reload:
            yield reload


def _reload(database: Database, loaded: LoadedFolder) -> Reload | None:
    """Load a game again, unless another command has done so while this one was waiting; None if there is nothing to say.

    A language whose file cannot be read does not prevent that: the game is loaded without it, and the error reported.
    """
    if loaded.game not in [changed.game for changed in changed_folders(database)]:
        return None
    change, findings = load_game(database, loaded.path, LoadOptions(game=loaded.game))
    errors = [finding for finding in findings if finding.severity == "error"]
    if change is None:
        return Reload(loaded.game, "", error=_refused(loaded.game, loaded.path, errors))
    if change.digest == loaded.digest:  # another release of the program, with the same game
        return None
    message = tr("Reloaded {game}: its folder {folder} has changed.", game=loaded.game, folder=loaded.path)
    if resources.is_packaged(loaded.path):
        message = tr(
            "Reloaded {game}, as it comes with Deckwright {version}.", game=loaded.game, version=__version__
        )
    return Reload(loaded.game, message, errors)


def load_from(
    database: Database, folder: Path, notify: Callable[[str], None] = lambda _: None
) -> tuple[str, Sequence[Finding]]:
    """Load a game from a folder that a command names; what a person should know of it, and what is wrong.

    Raises:
        RefusedError: it has errors.
        DatabaseError: the database cannot be written.
    """
    with locked(folder, notify):
        change, findings = load_game(database, folder)
    errors = [finding for finding in findings if finding.severity == "error"]
    if change is None:
        raise _refused(folder.name, folder, errors)
    return tr("Loaded {game} from {folder}.", game=change.game, folder=folder), errors + [
        finding for finding in findings if finding.rule in OF_DATABASE
    ]


def _refused(game: str, folder: Path, errors: Sequence[Finding]) -> RefusedError:
    """Error for a game whose folder has errors."""
    message = tr("{game} cannot be used: its folder has errors.", game=game)
    hint = tr("Fix them; or use the cards as they were last loaded: --last-good.")
    summary = Finding("folder-errors", "error", f"{message} {hint}", where=Where(str(folder)))
    return RefusedError("folder-errors", message, hint=hint, where=summary.where, findings=[*errors, summary])


def to_agree(folder: Path) -> str:
    """What to do about a folder that has not what a shared database has."""
    return tr(
        "The commands use the database: update the folder, or, as an editor, load it: {command}",
        command=load_command(folder),
    )


def shared_base(database: Database, game: str, folder: Path) -> LoadBase | None:
    """What a change of a game's folder is made from on a server; None for a file, where it does not matter.

    Raises:
        InputError: the folder has not what the database has, so the change would take it back to what the folder has.
        DatabaseError: the database cannot be read.
    """
    if database.is_file:
        return None
    from deckwright.store.load import LoadBase

    with database.reading() as connection:
        loaded = loaded_folder(connection, game)._replace(path=folder.absolute())
    if not is_as_loaded(loaded):
        hint = tr("Update the folder, or load it first: {command}", command=load_command(loaded.path))
        raise InputError(
            "other-version", difference(database, loaded), hint=hint, where=Where(str(loaded.path))
        )
    return LoadBase(loaded.digest)


class CountsLoad(NamedTuple):
    """Counts in a file, None if errors prevented loading them; and all findings about the file."""

    counts: BoxCounts | None
    findings: list[Finding]


def load_counts(database: Database, file: str | Path, *, dry_run: bool = False) -> CountsLoad:
    """Check the copies counted in a real box and keep them beside their game, unless there are errors."""
    try:
        _refuse_spreadsheet(Path(file))
        content = read_counts_file(Path(file))
        with database.reading() as connection:
            game = read_game(connection, content.game)
            cards = cards_of(connection, content.game)
            usual = {count.card: count.game_copies for count in all_counts(connection, content.game)}
    except InputError as fault:
        fault.where = fault.where or Where(str(file), 1, 1)
        return CountsLoad(None, [*as_findings(fault)])
    uncounted = {name: replace(card, copies=usual.get(name, card.copies)) for name, card in cards.items()}
    counts, findings = counts_in(content.document, game, uncounted)
    if has_errors(findings):
        return CountsLoad(None, findings)
    if not dry_run:
        set_counts(database, content.game, counts)
    copies = sum(counts.get(name, card.copies) for name, card in uncounted.items())
    return CountsLoad(BoxCounts(content.game, len(counts), copies), findings)


def _refuse_spreadsheet(file: Path) -> None:
    """Refuse a spreadsheet that is in no game's folder.

    Raises:
        InputError: the file is one.
    """
    if file.suffix.lower() in SPREADSHEETS and file.is_file():
        from deckwright.files.starters import hint_from_sheet

        message = tr("{name} is a spreadsheet, not the folder of a game.", name=file)
        raise InputError("not-a-game", message, hint=hint_from_sheet(str(file)), where=Where(str(file), 1, 1))
