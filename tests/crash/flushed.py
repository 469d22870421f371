"""What a power loss could take of a command's result, as its system calls show it.

A system may keep what was written in memory for long, and may write names before contents: only fsync(2) says
that something is on the disk. So the content of a file, and the names in a folder, must have been flushed before
they are renamed to where users look for them, and the folder that names them before the command ends.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CALLS = "openat,sendfile,copy_file_range"
"""System calls that change files, and that no command needs to be killed at: there are others after them."""

_OURS = re.compile(r"\.deckwright-unfinished-[\w-]+|.*\.lock")
_NAME = re.compile(r'(?:AT_FDCWD|\d+)<([^>]*)>, "([^"]*)"|"([^"]*)"|\d+<([^>]*)>')

_FIRST = slice(1)
_WRITTEN = {
    **dict.fromkeys(("write", "writev", "pwrite64", "pwritev", "ftruncate", "sendfile"), _FIRST),
    "copy_file_range": slice(1, 2),
}
"""Which of the files that a call names it writes to."""


class Disk:
    """What of a folder is only in memory: contents of files, and names in folders."""

    def __init__(self, folder: str, files: Iterable[str]) -> None:
        self.folder, self.files = folder, {*files}
        self.contents: set[str] = set()
        self.names: set[str] = set()
        self.faults: list[str] = []

    def call(self, name: str, rest: str) -> None:
        """Follow one system call that has succeeded."""
        paths = [os.path.normpath(path) for path in self._paths(rest)]
        if name in _WRITTEN:
            self.contents.update(paths[_WRITTEN[name]])
        elif name == "openat":
            self._open(paths[0], rest)
        elif name.startswith("mkdir"):
            self.names.add(paths[0])
        elif name.startswith(("rename", "link")):
            self._move(*paths, is_link=name.startswith("link"))
        elif name in {"unlink", "unlinkat", "rmdir"}:
            for known in (self.files, self.contents, self.names):
                known.discard(paths[0])
        elif name.endswith("sync"):
            self.contents.discard(paths[0])
            self.names = {one for one in self.names if str(Path(one).parent) != paths[0]}

    def _open(self, path: str, rest: str) -> None:
        if "O_CREAT" in rest and path not in self.files:
            self.files.add(path)
            self.names.add(path)
            self.contents.add(path)
        elif "O_TRUNC" in rest:
            self.contents.add(path)

    def _paths(self, rest: str) -> Iterator[str]:
        for above, below, name, handle in _NAME.findall(rest):
            yield handle or os.path.join(self.folder, above, below or name)  # noqa: PTH118

    def _move(self, made: str, place: str, *, is_link: bool) -> None:
        if not self._is_unfinished(place):
            lost = sorted({one for one in self.contents | self.names if one != made and _is_in(one, made)})
            lost += [made] if made in self.contents else []
            self.faults += [
                f"{self._short(one)} was not on the disk before it was {self._short(place)}" for one in lost
            ]
        self.names.add(place)
        self.files.add(place)
        if not is_link:
            self.names.discard(made)
            self.contents = {place + one[len(made) :] if _is_in(one, made) else one for one in self.contents}
            self.names = {place + one[len(made) :] if _is_in(one, made) else one for one in self.names}

    def end(self) -> list[str]:
        """Everything that could be lost, at the end of the command too."""
        left = [one for one in sorted(self.contents | self.names) if not self._is_unfinished(one)]
        return self.faults + [f"{self._short(one)} was not on the disk at the end" for one in left]

    def _is_unfinished(self, path: str) -> bool:
        inside = Path(os.path.relpath(path, self.folder)).parts
        return inside[0] in {"..", "tmp"} or any(map(_OURS.fullmatch, inside))

    def _short(self, path: str) -> str:
        return _OURS.sub("made", os.path.relpath(path, self.folder))


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + os.sep)


def not_on_disk(log: str, folder: str, files: Iterable[str]) -> list[str]:
    """What a power loss could have taken of a folder with `files`, from the log of strace with the paths of handles."""
    disk = Disk(folder, files)
    for line in log.splitlines():
        call, _, rest = line.partition("(")
        asked, _, answer = rest.rpartition(" = ")
        if asked and not answer.startswith(("-", "?")):
            disk.call(call, asked)
    return disk.end()
