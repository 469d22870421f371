"""Unfinished files and folders: made beside their place, moved there durably, removed if a command was killed.

What is moved into place has reached the disk before, and the folder that names it after: a power loss leaves the old
content or the new one (fsync(2); rename(2)). While it is unfinished, a lock says that a process still uses it.
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
from binascii import crc32
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from deckwright.errors import InputError

PREFIX = ".deckwright-unfinished-"
"""What the name of an unfinished file or folder starts with: no user chooses such a name for what is to stay."""

_COMPUTER = f"{crc32(os.uname().nodename.encode()):08x}" if sys.platform != "win32" else ""
"""Part of these names: a shared folder may have those of other computers, whose locks need not be visible here."""

_UNFINISHED = re.compile(rf"{re.escape(PREFIX)}(?:([0-9a-f]{{8}})-)?[a-z0-9_]{{8}}")
"""These names, with the computer, where it has a name; the rest is what the module tempfile adds."""

_A_DAY = 24 * 60 * 60
"""Seconds after which nobody uses an unfinished file any more, where locks do not tell."""


def is_unfinished(path: str | Path) -> bool:
    """Whether a path is inside an unfinished folder, or is an unfinished file."""
    return any(_UNFINISHED.fullmatch(part) for part in Path(path).parts)


# Made and removed.


@contextmanager
def unfinished_file(folder: Path) -> Iterator[BinaryIO]:
    """Yield a new file in a folder, open for writing; it is removed at the end, unless it was moved to its place.

    `name` is its path. Only the user can read it.
    """
    clear_left_behind(folder.absolute())
    name, lock = _make(lambda: _new_file(folder))
    try:
        with name.open("wb") as file:
            yield file
    finally:
        name.unlink(missing_ok=True)
        _release(lock)


@contextmanager
def unfinished_folder(folder: Path) -> Iterator[Path]:
    """Yield a new folder inside another one; it is removed at the end with all that is still in it."""
    clear_left_behind(folder.absolute())
    made, lock = _make(lambda: tempfile.mkdtemp(prefix=_prefix(), dir=folder))
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)
        _release(lock)


def scratch_folder() -> Path:
    """Folder in which the system keeps temporary files."""
    return Path(tempfile.gettempdir())


def _new_file(folder: Path) -> str:
    handle, name = tempfile.mkstemp(prefix=_prefix(), dir=folder)
    os.close(handle)
    return name


def _prefix() -> str:
    return f"{PREFIX}{_COMPUTER}-" if _COMPUTER else PREFIX


def _make(make: Callable[[], str]) -> tuple[Path, int | None]:
    """Make a file or a folder, and lock it; again, if another command found it before it was locked, and removed it."""
    while True:
        name = make()
        try:
            lock = _lock(name, wait=True)
        except FileNotFoundError:
            continue
        except OSError:  # no locks here
            return Path(name), None
        if os.path.lexists(name) and os.path.samestat(os.fstat(lock), os.lstat(name)):
            return Path(name), lock
        os.close(lock)


def _lock(name: str, *, wait: bool) -> int:
    """Lock a file or a folder until the handle that is returned is closed, or the process ends.

    Raises:
        BlockingIOError: another process has locked it.
        OSError: it cannot be locked, or does not exist.
    """
    if sys.platform == "win32":
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP), name)
    import fcntl

    # On network file systems, only a file that is open for writing can be locked.
    access = os.O_RDONLY if Path(name).is_dir() else os.O_RDWR
    handle = os.open(name, access | os.O_NOFOLLOW)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BaseException:
        os.close(handle)
        raise
    return handle


def _release(lock: int | None) -> None:
    if lock is not None:
        os.close(lock)


# What killed commands left.


@cache
def clear_left_behind(folder: Path) -> None:
    """Remove what killed commands left in a folder, once per run.

    An unfinished file that no process has locked is removed at once. It is kept for a day if it belongs to another
    computer, or cannot be locked.
    """
    with suppress(OSError), os.scandir(folder) as inside:
        for entry in inside:
            if found := _UNFINISHED.fullmatch(entry.name):
                with suppress(OSError):
                    _clear(entry, found[1])


def _clear(entry: os.DirEntry[str], computer: str | None) -> None:
    if computer != _COMPUTER or entry.is_symlink():
        _remove_old(entry)
        return
    try:
        lock = _lock(entry.path, wait=False)
    except BlockingIOError:
        return
    except OSError:
        _remove_old(entry)
        return
    try:
        _remove(entry)
    finally:
        os.close(lock)


def _remove_old(entry: os.DirEntry[str]) -> None:
    if entry.stat(follow_symlinks=False).st_mtime < time.time() - _A_DAY:
        _remove(entry)


def _remove(entry: os.DirEntry[str]) -> None:
    """Remove a file or a folder, unless it belongs to somebody else and is protected."""
    if entry.is_dir(follow_symlinks=False):
        shutil.rmtree(entry.path, ignore_errors=True)
    else:
        Path(entry.path).unlink()


# Moved into place.


def move_durably(made: Path, target: Path, check: Callable[[], None] = lambda: None) -> None:
    """Move a finished file to its place, with the attributes of the file that it replaces.

    After a power loss, the old one is there or the new one. `check` may raise at the last moment.

    Raises:
        OSError: the disk is full or has an error, or the place cannot be written.
    """
    set_attributes(made, target)
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
    set_attributes(made, target)
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


def create_folders(folder: Path) -> None:
    """Create a folder with its parents, if they are missing.

    Raises:
        OSError: it cannot be created.
        InputError: the disk has an error.
    """
    new = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    if not is_unfinished(folder):
        for one in new:
            flush_folder(one.parent)


def set_attributes(made: Path, target: Path) -> None:
    """Copy to a finished file the owner, permissions and extended attributes (such as access lists) of the one it will replace.

    What the system does not allow is not copied. If the group cannot be kept, it has the permissions of everybody, not
    those that the other group had. A file that replaces none has the permissions of new files.

    Raises:
        OSError: the disk is full or has an error.
    """
    if not target.exists():
        mode = _mode_of_new_files(made.parent)
        with _where_allowed():
            made.chmod(mode)
        return
    old = target.stat()
    _set_owner(made, old)
    _remove_inherited(made, target)
    with _where_allowed():
        shutil.copystat(target, made)
        if made.stat().st_gid != old.st_gid:
            made.chmod(stat.S_IMODE(old.st_mode) & ~stat.S_IRWXG | (old.st_mode & stat.S_IRWXO) << 3)
        os.utime(made)


def _mode_of_new_files(folder: Path) -> int:
    """Permissions of new files in a folder: from the umask, or from the folder's default access list (acl(5))."""
    probe = folder / f"{_prefix()}{os.urandom(4).hex()}"
    handle = os.open(probe, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
    try:
        return stat.S_IMODE(os.fstat(handle).st_mode)
    finally:
        os.close(handle)
        probe.unlink()


def _remove_inherited(made: Path, target: Path) -> None:
    """Remove the access list that a file has from its folder if the one that it will replace has none."""
    if sys.platform == "linux":
        with _where_allowed():
            if _ACCESS_LIST in os.listxattr(made) and _ACCESS_LIST not in os.listxattr(target):
                os.removexattr(made, _ACCESS_LIST)


_ACCESS_LIST = "system.posix_acl_access"
"""Attribute with the access list of a file (acl(5))."""


@contextmanager
def _where_allowed() -> Iterator[None]:
    """Go on where the system cannot do something, as on disks of Windows and in networks; a disk that fails is an error."""
    try:
        yield
    except OSError as fault:
        if fault.errno in {errno.EIO, errno.ENOSPC, errno.EDQUOT}:
            raise


def _set_owner(made: Path, old: os.stat_result) -> None:
    if sys.platform == "win32":
        return
    for owner in (old.st_uid, -1):
        with suppress(OSError):
            os.chown(made, owner, old.st_gid)
            return


def flush_file(file: Path) -> None:
    """Write what the system still has in memory of a file to the disk.

    Raises:
        OSError: the disk is full or has an error.
    """
    handle = os.open(file, os.O_RDWR if sys.platform == "win32" else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def flush_folder(folder: Path) -> None:
    """Write the names of a folder to the disk, where the system can do that.

    Raises:
        InputError: the disk has an error. What was moved into the folder is there, but could be lost again.
    """
    try:
        with _where_allowed():
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
    except OSError as fault:
        raise _not_on_disk(folder, fault) from fault


def _not_on_disk(folder: Path, fault: OSError) -> InputError:
    from deckwright.errors import InputError
    from deckwright.findings import Where
    from deckwright.messages import tr

    reason = fault.strerror or str(fault)
    message = tr("The disk reported an error for the folder {name}: {reason}.", name=folder, reason=reason)
    hint = tr("New files in it could be lost in a power failure. Check the disk, and run the command again.")
    return InputError("unwritable", message, hint=hint, where=Where(str(folder)))


_FEW = 8
"""Files that are written to the disk one by one; more take up to twenty times as long as all of them at once."""


def flush_tree(folder: Path) -> None:
    """Write a folder with all its files and folders to the disk.

    Raises:
        OSError: the disk is full or has an error.
    """
    inside = [(Path(above), files) for above, _, files in os.walk(folder)]
    if sum(len(files) for _, files in inside) > _FEW and _flush_file_system(folder):
        return
    for above, files in inside:
        for name in files:
            flush_file(above / name)
        flush_folder(above)


def _flush_file_system(folder: Path) -> bool:
    """Write all that the system has in memory for the file system of a folder to the disk (syncfs(2)); False if it cannot.

    Raises:
        OSError: the disk is full or has an error (from Linux 5.8 on).
    """
    if sys.platform != "linux":
        return False
    import ctypes

    library = ctypes.CDLL(None, use_errno=True)
    if not hasattr(library, "syncfs"):
        return False
    handle = os.open(folder, os.O_RDONLY)
    try:
        if library.syncfs(handle):
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code), str(folder))
    finally:
        os.close(handle)
    return True
