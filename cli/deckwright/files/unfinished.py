"""Unfinished files and folders: made beside their place, moved there durably, removed if a command was killed.

What is moved into place has reached the disk before, and the folder that names it after: a power loss leaves the old
content or the new one (fsync(2); rename(2)).
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PREFIX = ".deckwright-unfinished-"
"""What the name of an unfinished file or folder starts with: no user chooses such a name for what is to stay."""

_UNFINISHED = re.compile(rf"{re.escape(PREFIX)}[a-z0-9_]{{8}}")
"""These names; the rest is chosen by chance."""

_A_DAY = 24 * 60 * 60
"""Seconds after which no command uses an unfinished file any more."""


def is_unfinished(path: str | Path) -> bool:
    """Whether a path is inside an unfinished folder, or is an unfinished file."""
    return any(_UNFINISHED.fullmatch(part) for part in Path(path).parts)


@contextmanager
def unfinished_file(folder: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """Yield a new file in a folder, open for writing; it is removed at the end, unless it was moved to its place.

    `name` is its path; its permissions are the `mode`, less what the user withholds from new files.
    """
    clear_left_behind(folder.absolute())
    path = folder / f"{PREFIX}{os.urandom(4).hex()}"
    try:
        with open(path, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            yield file
    finally:
        path.unlink(missing_ok=True)


@contextmanager
def unfinished_folder(folder: Path) -> Iterator[Path]:
    """Yield a new folder inside another one, which only the user can read; it is removed at the end with all in it."""
    clear_left_behind(folder.absolute())
    made = Path(tempfile.mkdtemp(prefix=PREFIX, dir=folder))
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


def scratch_folder() -> Path:
    """Folder in which the system keeps temporary files."""
    return Path(tempfile.gettempdir())


@cache
def clear_left_behind(folder: Path) -> None:
    """Remove what killed commands left in a folder, once per run: unfinished files that are a day old."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _UNFINISHED.fullmatch(entry.name):
                with suppress(OSError):
                    _remove_old(entry)


def _remove_old(entry: os.DirEntry[str]) -> None:
    if entry.stat(follow_symlinks=False).st_mtime > time.time() - _A_DAY:
        return
    if entry.is_dir(follow_symlinks=False):
        shutil.rmtree(entry.path, ignore_errors=True)
    else:
        Path(entry.path).unlink()


# Moved into place.


def move_durably(made: Path, target: Path, check: Callable[[], None] = lambda: None) -> None:
    """Move a finished file to its place, with the permissions of the file that it replaces.

    After a power loss, the old one is there or the new one. `check` may raise at the last moment.

    Raises:
        OSError: the disk is full or has an error, or the place cannot be written.
    """
    keep_permissions(made, target)
    flush_file(made)
    check()
    made.replace(target)
    flush_folder(target.parent)


def name_durably(made: Path, target: Path) -> None:
    """Move a finished file to a name that is still free, in one step where the file system can do that.

    Raises:
        FileExistsError: the name is not free any more.
        OSError: as for `move_durably`.
    """
    flush_file(made)
    try:
        os.link(made, target)
    except OSError as fault:  # without hard links, there are two steps
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target)) from fault
        made.replace(target)
    else:
        made.unlink()
    flush_folder(target.parent)


def keep_permissions(made: Path, target: Path) -> None:
    """Give a finished file the permissions of the file that it will replace, where the system can do that."""
    if target.exists():
        with suppress(OSError):
            made.chmod(stat.S_IMODE(target.stat().st_mode))


def create_folders(folder: Path) -> None:
    """Create a folder with its parents, if they are missing.

    Raises:
        OSError: it cannot be created.
    """
    new = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    if not is_unfinished(folder):
        for path in new:
            flush_folder(path.parent)


def flush_tree(folder: Path) -> None:
    """Write a folder with all its files and folders to the disk."""
    for above, _, files in os.walk(folder):
        for name in files:
            flush_file(Path(above, name))
        flush_folder(Path(above))


def flush_file(file: Path) -> None:
    """Write what the system still has in memory of a file to the disk."""
    _flush(file, os.O_RDWR if sys.platform == "win32" else os.O_RDONLY)


def flush_folder(folder: Path) -> None:
    """Write the names of a folder to the disk, where the system can do that; a disk that fails is an error."""
    try:
        _flush(folder, os.O_RDONLY)
    except OSError as fault:
        if fault.errno in {errno.EIO, errno.ENOSPC, errno.EDQUOT}:
            raise


def _flush(path: Path, access: int) -> None:
    handle = os.open(path, access)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
