"""Changes of files, noticed when they are saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path
    from threading import Event

    State = tuple[int, int, int]


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
