"""Results in files: written whole or not at all, compared before they are replaced, or sent to standard output; and tables as CSV.

After a power loss, a file has its old content or the new one.
"""

from __future__ import annotations

import csv
import errno
import io
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Literal

from deckwright.errors import ChangedError, InputError, ReaderGone, UsageError
from deckwright.files.texts import STDIN
from deckwright.findings import Where
from deckwright.messages import tr
from deckwright.model.words import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import EllipsisType

    from filelock import BaseFileLock

    Before = bytes | EllipsisType | None


# Where a result goes: a file that appears whole or not at all, or standard output.
#
# Whoever writes what they have read before says so with `before`, and holds the lock of its folder: nobody's
# work is lost, be it of another command, of an editor or of git.

_RESERVED = {
    "con",
    "prn",
    "aux",
    "nul",
    "conin$",
    "conout$",
    *(f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"),
}


def is_reserved(name: str) -> bool:
    """Whether Windows reserves a name for a device, in any case and with any extension (Naming Files, Paths, and Namespaces)."""
    return name.partition(".")[0].rstrip().lower() in _RESERVED


_NOT_ON_WINDOWS = re.compile(r'[<>:"/\\|?*\x00-\x1f]')


def name_fault(name: str) -> str:
    """Why Windows can have no file or folder of a name; '' if it can (Naming Files, Paths, and Namespaces)."""
    if is_reserved(name):
        return tr("Windows reserves the name {name}.", name=name)
    if character := _NOT_ON_WINDOWS.search(name):
        return tr(
            "Windows allows no {character} in the name of a file: {name}.", character=character[0], name=name
        )
    if name.endswith((".", " ")):
        return tr("Windows allows no dot or space at the end of the name of a file: {name}.", name=name)
    return ""


_LOCK = ".deckwright.lock"
"""The file in a folder that is there while a command changes the folder's files."""

_AT_ONCE = 0.3
"""Seconds to wait for a lock before saying so."""

PATIENCE = 120.0
"""Seconds to wait for a lock: dozens of commands may be waiting for their turn."""


@contextmanager
def atomic_file(path: str | Path, *, before: Before = ...) -> Iterator[BinaryIO]:
    """Open a file to write, which takes its name only when all is written; `-` is standard output.

    A link stays, and what it leads to is written; a device or a pipe is written to as it is. `before` is the content
    that the new one was made from, None for a file that did not exist; without it, any content is replaced.

    Raises:
        UsageError: no file is named.
        ChangedError: the content is not `before` any more. It stays.
        InputError: the folder is missing or not writable, or the disk is full. An existing file stays as it was.
        ReaderGone: nobody reads standard output any more.
    """
    if not str(path):
        raise UsageError(
            "output", tr("-o requires the name of a file."), hint=tr("Add the name of the file to write.")
        )
    target = Path(os.path.realpath(path))
    # What is inside something unfinished has no name yet: whoever moves that to its place says what was to be written.
    errors = nullcontext() if is_unfinished(target) else _write_errors(path, target)
    with errors, _opened(str(path), target, before) as file:
        yield file


@contextmanager
def _write_errors(path: str | Path, target: Path) -> Iterator[None]:
    """Turn what the system reports of writing into an error about the path; faults of other files stay theirs."""
    try:
        yield
    except BrokenPipeError as fault:
        raise ReaderGone from fault
    except OSError as fault:
        name = str(fault.filename or target)
        if name != str(target) and not is_unfinished(name):
            raise
        raise unwritable(path, target, fault) from fault


@contextmanager
def _opened(path: str, target: Path, before: Before) -> Iterator[BinaryIO]:
    if path == STDIN and sys.stdout.isatty():
        shown = BytesIO()
        yield shown
        text = shown.getvalue().decode(errors="backslashreplace").replace("\r\n", "\n")
        sys.stdout.buffer.write(visible(text).encode())
        sys.stdout.buffer.flush()
    elif path == STDIN:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    elif Path(path).exists() and not Path(path).is_file() and not Path(path).is_dir():
        # By its own name: what /dev/stdout leads to has no path where it is a pipe.
        with Path(path).open("wb") as file:
            yield file
    elif is_unfinished(target):
        # What it belongs to is moved to its place as a whole, when it is complete.
        with target.open("wb") as file:
            yield file
    else:
        with _beside(target, before) as file:
            yield file


@contextmanager
def _beside(target: Path, before: Before) -> Iterator[BinaryIO]:
    """Write a file next to its final place and move it there, or leave nothing."""
    if target.is_symlink():  # a link that leads to itself has no other place
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(target))
    _check_writable(target)
    # What replaces a file that others may not read is not theirs to read before either.
    with unfinished_file(target.parent, 0o600 if target.exists() else 0o666) as file:
        yield file
        file.close()  # Windows moves no open file
        if before is None:
            _name(Path(file.name), target)
        else:
            move_durably(Path(file.name), target, lambda: _refuse_changed(target, before))


def _name(made: Path, target: Path) -> None:
    try:
        name_durably(made, target)
    except FileExistsError as fault:
        message = tr("{name} already exists.", name=target)
        hint = tr("Nothing was changed. Use another name.")
        raise ChangedError("exists", message, hint=hint, where=Where(str(target))) from fault


def _refuse_changed(target: Path, before: Before) -> None:
    if before is not ... and content_of(target) != before:
        raise _changed(target)


def _changed(target: Path) -> ChangedError:
    message = tr("{name} has changed since it was read.", name=target)
    hint = tr("Nothing was changed. Run the command again.")
    return ChangedError("changed-meanwhile", message, hint=hint, where=Where(str(target)))


def file_exists(path: str | Path) -> InputError:
    """Error about a file that --overwrite would replace."""
    message = tr("{name} already exists.", name=path)
    hint = tr("Nothing was changed. Use another file, or overwrite this one with --overwrite.")
    return InputError("exists", message, hint=hint, where=Where(str(path)))


def check_ending(path: str, endings: Sequence[str]) -> str:
    """Ending of a file to write, one of `endings`; '' for standard output, devices and names without any.

    Raises:
        UsageError: it has the ending of another format, so that no program would open it.
    """
    ending = Path(path).suffix.lower()
    if ending in endings:
        return ending
    if not ending or path.startswith("/dev/"):
        return ""
    message = tr(
        "{name} ends in {ending}, but this command cannot write that format.", name=path, ending=ending
    )
    hint = tr("Use a file name that ends in {endings}.", endings=", ".join(endings))
    raise UsageError("ending", message, hint=hint)


def with_line_ends_of(before: bytes, text: str) -> bytes:
    """Content of a file that replaces another: with the line ends of Windows if all lines of that end so."""
    ends_as_windows = before.count(b"\r\n") == before.count(b"\n") > 0
    return (text.replace("\r\n", "\n").replace("\n", "\r\n") if ends_as_windows else text).encode()


def content_of(path: str | Path) -> bytes | None:
    """Content of a file, to be compared before it is replaced; None if there is no file."""
    try:
        return Path(path).read_bytes()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None


def free_name(path: Path) -> Path:
    """First name for a file that no other bears: `score.yaml`, then `score-2.yaml` and so on."""
    names = (path if number == 1 else path.with_stem(f"{path.stem}-{number}") for number in count(1))
    return next(name for name in names if not os.path.lexists(name))


def _check_writable(target: Path) -> None:
    """Check that a file can be replaced, which its permissions alone would not prevent."""
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    if target.exists() and not os.access(
        target, os.W_OK, effective_ids=os.access in os.supports_effective_ids
    ):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))


REPLACED = "replaced"
"""Code of the error for a disk that reports an error when a file has already taken its place."""


class _AlreadyReplacedError(OSError):
    """The disk reports an error when a file has already taken its place."""


@contextmanager
def _already_replaced() -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        raise _AlreadyReplacedError(fault.errno, fault.strerror) from fault


def unwritable(path: str | Path, target: Path, fault: OSError) -> InputError:
    """The error for a file that cannot be written: `path` as the user wrote it, and `target`, where that leads."""
    hint = "" if fault.errno == errno.EIO else tr("Nothing was changed. Write to another place.")
    if isinstance(fault, _AlreadyReplacedError):
        hint = tr("Files were already replaced. Run the command again when the disk is in order.")
    if isinstance(fault, FileNotFoundError):
        message = tr("Folder not found: {name}.", name=target.parent)
        hint = tr("Create it first, or use another one.")
    elif str(path) == STDIN:
        message = tr("Standard output cannot be written: {reason}.", reason=fault.strerror)
    else:
        message = tr("{name} cannot be written: {reason}.", name=path, reason=fault.strerror or str(fault))
    code = REPLACED if isinstance(fault, _AlreadyReplacedError) else "unwritable"
    return InputError(code, message, hint=hint, where=Where(str(path)))


def make_folder(path: str | Path) -> Path:
    """Create a folder to write to, with its parents; an existing one stays as it is.

    Raises:
        InputError: it cannot be made.
    """
    folder = Path(path)
    try:
        create_folders(folder)
    except FileExistsError as fault:
        message = tr("{name} is a file, not a folder.", name=folder)
        hint = tr("Use a folder; it is created if missing.")
        raise InputError("unwritable", message, hint=hint, where=Where(str(folder))) from fault
    except OSError as fault:
        reason = fault.strerror or str(fault)
        message = tr("The folder {name} cannot be created: {reason}.", name=folder, reason=reason)
        raise InputError("unwritable", message, where=Where(str(folder))) from fault
    return folder


@contextmanager
def whole_folder(path: str | Path) -> Iterator[Path]:
    """Folder to write files into, which are moved to the folder `path` when all are complete; after an error, none is.

    A new folder appears in one step, with its parents if needed. In an existing one, files are replaced one after the
    other, each in one step, and other files stay.

    Raises:
        InputError: the folder cannot be made or written to.
    """
    target = Path(path)
    place = make_folder(next(folder for folder in (target, *target.absolute().parents) if folder.exists()))
    with _write_errors(path, target), unfinished_folder(place) as staging:
        made = staging / "made"  # nobody else can read what is around it
        made.mkdir()
        yield made
        flush_tree(made)
        if not _is_moved(made, target):
            _move_files(made, target)


def _is_moved(made: Path, target: Path) -> bool:
    """Move a folder to a name that is free, in one step; False if it is not."""
    if os.path.lexists(target):
        return False
    parent = make_folder(target.absolute().parent)
    try:
        made.rename(target)
    except OSError:  # it was created meanwhile
        return False
    with _already_replaced():
        flush_folder(parent)
    return True


def _move_files(staging: Path, target: Path) -> None:
    """Move all files of a folder to the same places in another one; what is in their way is found before."""
    files = [file.relative_to(staging) for file in staging.rglob("*") if file.is_file()]
    for file in files:
        with _write_errors(target / file, target / file):
            _check_way(file, target)
    folders = {make_folder((target / file).parent) for file in files}
    for number, file in enumerate(files):
        place = Path(os.path.realpath(target / file))  # links stay
        with _write_errors(target / file, place), _already_replaced() if number else nullcontext():
            keep_permissions(staging / file, place)
            (staging / file).replace(place)
    for folder in folders:
        with _already_replaced():
            flush_folder(folder)


def _check_way(file: Path, target: Path) -> None:
    """Check that a file can have its place in a folder: no folder has its name, and no file the name of its folder."""
    for folder in file.parents:
        if (target / folder).exists():
            make_folder(target / folder)
    _check_writable(target / file)


@contextmanager
def locked(place: Path, waiting: Callable[[str], None] = lambda _: None) -> Iterator[None]:
    """Keep other commands from changing a folder, or a single file, in the meantime.

    `waiting` is called with a message if another command is doing so. Where nothing can be written, there is nothing
    to lock either.

    Raises:
        InputError: the other command does not end.
    """
    from filelock import FileLock

    file = place / _LOCK if place.is_dir() else place.with_name(f".{place.name}.lock")
    lock = FileLock(file, mode=0o666)
    try:
        _acquire(lock, place, waiting)
    except OSError as fault:
        if fault.errno not in {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT}:
            raise unwritable(file, file, fault) from fault
        yield
        return
    try:
        yield
    finally:
        # Removed while it is held: whoever waits for it notices that it has no name any more, and makes another.
        with suppress(OSError):
            file.unlink()
        lock.release()


def _acquire(lock: BaseFileLock, place: Path, waiting: Callable[[str], None]) -> None:
    from filelock import Timeout

    try:
        lock.acquire(timeout=_AT_ONCE)
    except Timeout:
        waiting(tr("Another command is changing {name}: waiting for it to finish.", name=place))
        try:
            lock.acquire(timeout=PATIENCE)
        except Timeout as fault:
            message = tr("Another command is still changing {name}.", name=place)
            hint = tr("Nothing was changed. Wait for it to finish, or stop it, and try again.")
            raise InputError("folder-locked", message, hint=hint, where=Where(str(place))) from fault


def write_text(path: str | Path, text: str, *, before: Before = ...) -> None:
    """Write a text file whole, in UTF-8; `-` is standard output, `before` is as in `atomic_file`."""
    with atomic_file(path, before=before) as file:
        file.write(text.encode(errors="replace"))


# Unfinished files and folders: made beside their place, and removed if a command was killed.

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
        with suppress(OSError):  # another command removes it
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


# Moved into place: it has reached the disk before, and the folder that names it after (fsync(2); rename(2)).


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
    with _already_replaced():
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
        with suppress(OSError):  # another command removes it
            made.unlink()
    with _already_replaced():
        flush_folder(target.parent)


def keep_permissions(made: Path, target: Path) -> None:
    """Set the permissions of a finished file to those of the file that it will replace, where the system can do that."""
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


# Tables as files that spreadsheets open rightly.

_FORMULA = re.compile(r"'*[=+\-@\t\r\n]")
"""What spreadsheets take for a formula, and what we make of it; a line end is one, as \\r is read as \\n."""


def guarded(cell: object) -> object:
    """Text with an apostrophe in front if a spreadsheet would take it for a formula; numbers stay."""
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def unguarded(cell: str) -> str:
    """Undo `guarded` for a cell that is read."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def csv_text(
    rows: Iterable[Iterable[object]], delimiter: str = ",", quoting: Literal[0, 1] = csv.QUOTE_MINIMAL
) -> str:
    """Text of a table as `write_csv` writes one."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, quoting=quoting)
    writer.writerows([guarded(cell) for cell in row] for row in rows)
    return "\ufeff" + text.getvalue()


def write_csv(path: str | Path, rows: Iterable[Sequence[object]]) -> None:
    """Write rows as CSV; `-` is standard output.

    Without the mark at its start (BOM), Excel takes UTF-8 for the encoding of the country; lines end as
    RFC 4180 has them. What looks like a formula is guarded.
    """
    with atomic_file(path) as file:
        text = io.TextIOWrapper(file, "utf-8-sig", newline="")
        try:
            csv.writer(text).writerows([guarded(cell) for cell in row] for row in rows)
        finally:
            text.detach()
