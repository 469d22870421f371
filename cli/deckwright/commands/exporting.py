"""Exports: what all of them do around their own work, and `--watch`, which repeats it whenever a file is saved.

    @export("deckwright export png dataset -o pictures")
    def run(context: Context, cards: WantedCards, *, output: Folder) -> ExportResult:

The function returns what was written. Its findings and numbers are shown, and an error among them makes the exit code 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic, strftime
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from typer import Context, Exit

from deckwright.commands.command import Command, make_command
from deckwright.commands.options import OUTPUT, Declaration, Strict, library_of, settings_of, show_notice
from deckwright.errors import ChangedError, DeckwrightError, UsageError
from deckwright.files.texts import STDIN
from deckwright.findings import has_errors
from deckwright.messages import tr
from deckwright.reports.cards import write_changes_since_print
from deckwright.reports.exports import export_summary, show_output
from deckwright.reports.findings import note_findings, report_error
from deckwright.reports.output import SLOW, note, plain, progress_bar, write_json
from deckwright.store.read import folder_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from threading import Event

    from deckwright.findings import Finding
    from deckwright.store.load import LoadBase

    State = tuple[int, int, int]

Watch = Annotated[bool, OUTPUT.flag("Keep running; export again whenever a game file or deck changes.")]

slow_progress = partial(progress_bar, unseen=SLOW)
"""Progress of an export that takes long for each card: a picture, or a file."""


class Report(NamedTuple):
    """How the result of an export is shown: as JSON, and in a few words, which are empty if nothing was written."""

    document: Callable[[Any], Any] = plain
    summary: Callable[[Any, str], str] = export_summary


PLAIN = Report()


def export(
    *examples: str, strict: bool = True, watch: bool = True, shortens: bool = True, report: Report = PLAIN
) -> Callable[[Callable[..., Any]], Callable[[], Command]]:
    """Turn a function into one that makes an export of it: a command, with `--strict` and `--watch` unless it cannot."""

    def make(function: Callable[..., Any]) -> Command:
        declaration = Declaration(function)
        shared = {**({"strict": Strict} if strict else {}), **({"watch": Watch} if watch else {})}
        for name, kind in shared.items():
            declaration.add(name, kind, default=False, place=-1)

        def run(context: Context, **values: Any) -> None:
            own_values = {name: value for name, value in values.items() if name not in shared}

            def export_once() -> None:
                _show(context, declaration.call(context=context, **own_values), report)

            if values.get("watch"):
                keep_exporting(context, export_once)
            else:
                export_once()

        return make_command(declaration, run, examples, shortens=shortens)

    return lambda function: lambda: make(function)


def _show(context: Context, result: Any, report: Report) -> None:
    """Show what an export wrote and found, and end with the exit code of its findings."""
    settings, output = settings_of(context), context.params["output"]
    if settings.as_json:
        write_json(report.document(result))
    elif summary := report.summary(result, output):
        show_output(summary, output, result.findings, every_finding=settings.every_finding)
    else:
        note(_why_nothing(context))
    if not settings.as_json and (changes := getattr(result, "changes", None)):
        write_changes_since_print(changes)
    if has_errors(result.findings, strict=context.params.get("strict", False)):
        raise Exit(1)


def _why_nothing(context: Context) -> str:
    """Why there was nothing to export."""
    if context.params.get("only"):
        return tr("No card has such a translation: nothing was exported.")
    return tr("Nothing has changed since the last print: nothing was exported.")


# Exporting again whenever a file is saved.


class _WatchedFiles(NamedTuple):
    """What an export depends on: folders of games with their ids, and files named on the command line.

    `bases` are, by folder, what a server had of the game when it was loaded from here last.
    """

    folders: dict[Path, str]
    files: list[Path]
    bases: dict[Path, LoadBase]

    def all(self) -> Iterator[Path]:
        """Yield every file, including new ones in the folders."""
        from deckwright.files.game_folder import files_of

        for folder in self.folders:
            yield from files_of(folder)
        yield from self.files


def keep_exporting(context: Context, export_once: Callable[[], None]) -> None:
    """Run an export, and again whenever a file that it depends on is saved, until the user interrupts it.

    After an error, the last output is kept.
    """
    settings, options = settings_of(context), context.params
    _check(options, as_json=settings.as_json)
    watched = _watched_files(context, options)
    settings.watching = True
    saved = changes(watched.all)
    names = ", ".join(str(path) for path in (*watched.folders, *watched.files))
    note(tr("Watching {names}. Press Ctrl-C to stop.", names=names))
    for changed in saved:
        start = monotonic()
        if _export_again(context, export_once, watched, changed):
            duration = round(1000 * (monotonic() - start))
            note(tr("{time} Done in {count} ms.", time=strftime("%X"), count=duration))
        else:
            note(tr("{time} {name} was not changed.", time=strftime("%X"), name=options["output"]))


def _check(options: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        raise UsageError("watch", tr("--watch cannot be used with --json: it has no final result."))
    if STDIN in {options["output"], *(options["sources"] or [])}:
        raise UsageError("watch", tr("--watch cannot be used with standard input or output."))


def _watched_files(context: Context, options: dict[str, Any]) -> _WatchedFiles:
    from deckwright.workbench.authoring import source_folder
    from deckwright.workbench.exports import Selection, select_cards
    from deckwright.workbench.library import is_file
    from deckwright.workbench.loading import shared_base

    names = list(options["sources"] or [])
    # A game with errors is waited for: they are shown when it is loaded.
    with library_of(context, last_good=True) as library:
        selected = select_cards(
            library, Selection(names, options["game"], options["select"], card=options.get("card", ""))
        )
        games = sorted({selection.game.id for selection in selected})
        folders = {source_folder(game, folder_of(library.connection, game)): game for game in games}
        bases = {folder: shared_base(library.database, game, folder) for folder, game in folders.items()}
    named = [*filter(is_file, names), options.get("sheet", "")]
    shared = {folder: base for folder, base in bases.items() if base}
    return _WatchedFiles(folders, [Path(name) for name in named if Path(name).is_file()], shared)


def _export_again(
    context: Context, export_once: Callable[[], None], watched: _WatchedFiles, changed: Sequence[Path]
) -> bool:
    """Load the games that changed and run the export; errors are shown, and end neither."""
    try:
        if not _load(context, watched, changed):
            return False
        # An export with findings has written its output.
        with suppress(Exit):
            export_once()
    except DeckwrightError as error:
        report_error(error, as_json=False)
        return False
    return True


def _load(context: Context, watched: _WatchedFiles, changed: Sequence[Path]) -> bool:
    """Load the games that changed, and show the findings; whether all could be loaded.

    Raises:
        InputError: somebody else has loaded the game on a server since.
    """
    from deckwright.files.game_folder import stops_load
    from deckwright.workbench.library import find_database
    from deckwright.workbench.loading import LoadOptions, load_game, shared_base

    database = find_database(settings_of(context).database, show_notice)
    findings: list[Finding] = []
    folders = [path for path in watched.folders if any(file.is_relative_to(path) for file in changed)]
    for folder in folders:
        base = watched.bases.get(folder)
        try:
            loaded = load_game(database, folder, LoadOptions(base=base))
        except ChangedError:
            shared_base(database, watched.folders[folder], folder)  # says who has loaded it, and when
            raise
        findings += loaded.findings
        if base and loaded.change:
            watched.bases[folder] = base._replace(digest=loaded.change.digest)
    note_findings(findings)
    return not stops_load(findings)


_QUIET = 50
"""How long nothing may have happened, in ms, before what happened is looked at: a save is several steps."""

_LONGEST = 300
"""How long is waited for that, in ms."""

_LOOK = 500
"""How often files are looked at anyway, in ms: not every file system reports changes (network drives, shared folders)."""


def changes(files: Callable[[], Iterable[Path]], stop: Event | None = None) -> Iterator[list[Path]]:
    """What yields the files that were saved, came or went, whenever there are some; first, at once, all of them.

    It ends when `stop` is set.

    The system reports that something has happened in their folders; what it was is read from the files. So nothing
    is missed while the caller is at work, however an editor saves, and what else lies there does not count.
    """
    states: dict[Path, State] = {}
    for _ in _alarms(files, stop):
        now = dict(_states(files()))
        changed = [path for path in {**states, **now} if states.get(path) != now.get(path)]
        states = now
        if changed:
            yield changed


def _alarms(files: Callable[[], Iterable[Path]], stop: Event | None) -> Iterator[None]:
    """Yield at once, and then whenever it is time to look at the files; their folders may come and go."""
    from watchfiles import watch

    yield
    while not (stop and stop.is_set()):
        folders = _folders(files())
        for _ in watch(
            *folders,
            watch_filter=None,
            recursive=False,
            debounce=_LONGEST,
            step=_QUIET,
            rust_timeout=_LOOK,
            yield_on_timeout=True,
            ignore_permission_denied=True,
            stop_event=stop,
        ):
            yield
            if _folders(files()) != folders:
                break


def _folders(files: Iterable[Path]) -> set[Path]:
    """Folders of some files, or what is left of the way there."""
    return {next(folder for folder in file.absolute().parents if folder.is_dir()) for file in files}


def _states(files: Iterable[Path]) -> Iterator[tuple[Path, State]]:
    """Yield each existing file with the values that change when it is saved: time, size and inode."""
    for file in files:
        try:
            status = file.stat()
        except OSError:
            continue
        yield file, (status.st_mtime_ns, status.st_size, status.st_ino)
