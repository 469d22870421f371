"""`--watch`: run an export again whenever what it is made from is saved."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from time import monotonic, strftime
from typing import TYPE_CHECKING, Any, NamedTuple

from typer import Context, Exit

from deckwright.commands.opening import database_of, reading
from deckwright.commands.options import settings_of
from deckwright.commands.sources import sources_of
from deckwright.errors import DeckwrightError, UsageError
from deckwright.files.game_folder import files_of, stops_load
from deckwright.files.texts import STDIN
from deckwright.files.watching import changes
from deckwright.messages import tr
from deckwright.reports.errors import report_error
from deckwright.reports.findings import summary_lines
from deckwright.reports.output import note
from deckwright.store.read import folder_of
from deckwright.workbench.authoring import source_folder
from deckwright.workbench.library import is_file
from deckwright.workbench.loading import load_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


class _Watched(NamedTuple):
    """What an export is made from: folders of games, and files named on the command line."""

    folders: list[Path]
    files: list[Path]

    def all(self) -> Iterator[Path]:
        """Yield every file, those of the folders as they are now."""
        for folder in self.folders:
            yield from files_of(folder)
        yield from self.files


def keep_up(context: Context, run: Callable[..., None]) -> None:
    """Run an export, and again whenever a file that it is made from is saved, until the user interrupts it.

    What is wrong is shown, and what was made before stays. `run` is called with the options of the command.

    Raises:
        UsageError: input or output is not of a kind that can be watched or made again.
        InputError: it is not known where a game was loaded from.
    """
    settings, options = settings_of(context), context.params
    _check(options, as_json=settings.as_json)
    watched = _watched(context, options)
    settings.watching = True
    saved = changes(watched.all)
    note(tr("Watching {names}; Ctrl-C ends.", names=_names([*watched.folders, *watched.files])))
    for changed in saved:
        start = monotonic()
        if _done(context, run, watched.folders, changed):
            took = round(1000 * (monotonic() - start))
            note(tr("{time} Done in {count} ms.", time=strftime("%X"), count=took))
        else:
            note(tr("{time} {name} stays as it was.", time=strftime("%X"), name=options["output"]))


def _check(options: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        raise UsageError("watch", tr("--watch does not end, so there is no one result for --json."))
    if STDIN in {options["output"], *(options["sources"] or [])}:
        raise UsageError("watch", tr("--watch needs files: standard input and output are there only once."))


def _watched(context: Context, options: dict[str, Any]) -> _Watched:
    names = list(options["sources"] or [])
    with reading(context) as (connection, _):
        found = sources_of(connection, names, game=options["game"], select=options["select"])
        games = sorted({source.game.id for source in found})
        folders = [source_folder(game, folder_of(connection, game)) for game in games]
    named = [*filter(is_file, names), options.get("sheet", "")]
    return _Watched(folders, [Path(name) for name in named if Path(name).is_file()])


def _done(
    context: Context, run: Callable[..., None], folders: Iterable[Path], changed: Sequence[Path]
) -> bool:
    """Load what has changed and run the export; what ends that is shown, and ends nothing else."""
    try:
        if not _load(context, [path for path in folders if any(one.is_relative_to(path) for one in changed)]):
            return False
        # What was made with findings is made all the same.
        with suppress(Exit):
            run(context, **{**context.params, "watch": False})
    except DeckwrightError as error:
        report_error(error, as_json=False)
        return False
    return True


def _load(context: Context, folders: Iterable[Path]) -> bool:
    """Load games; tell whether nothing is wrong with them."""
    database = database_of(settings_of(context))
    found = [one for folder in folders for one in load_game(database, folder).findings]
    for line in summary_lines(found, to_error=True):
        note(line)
    return not stops_load(found)


def _names(paths: Iterable[Path]) -> str:
    return ", ".join(str(path) for path in paths)
