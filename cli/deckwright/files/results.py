"""Where a result goes: a file that appears whole or not at all, or standard output."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from deckwright.errors import InputError, Where
from deckwright.files.texts import STDIN
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def whole_file(path: str | Path) -> Iterator[BinaryIO]:
    """Open a file to write, which takes its name only when all is written; `-` is standard output.

    Raises:
        InputError: the folder is missing or not writable, or the disk is full. What stood there stays.
    """
    if str(path) == STDIN:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = Path(path)
    try:
        with _beside(target) as file:
            yield file
    except OSError as fault:
        raise _unwritable(target, fault) from fault


@contextmanager
def _beside(target: Path) -> Iterator[BinaryIO]:
    """Write a file beside its final place, and move it there, or leave nothing."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _unwritable(target: Path, fault: OSError) -> InputError:
    if isinstance(fault, FileNotFoundError):
        message = tr("There is no folder {name} to write to.", name=target.parent)
        hint = tr("Make it first, or name another with -o.")
    else:
        message = tr("{name} cannot be written: {reason}.", name=target, reason=fault.strerror or str(fault))
        hint = tr("Nothing was changed. Name another file with -o.")
    return InputError("unwritable", message, hint=hint, where=Where(str(target)))


def write_text(path: str | Path, text: str) -> None:
    """Write a text file whole, in UTF-8; `-` is standard output.

    Raises:
        InputError: it cannot be written. What stood there stays.
    """
    with whole_file(path) as file:
        file.write(text.encode())
