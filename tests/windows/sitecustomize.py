"""Makes an interpreter behave as on Windows, where Linux can do that; no part of the program is replaced.

Calls that Windows lacks are missing (`uname` stays for libraries that ask for the platform), and no file that is open, by whatever part of the process, can be moved, replaced or removed.
"""

import errno
import os
from pathlib import Path

for name in ("fork", "forkpty", "geteuid", "getuid", "getgid", "getpgid", "killpg", "mkfifo", "setsid"):
    delattr(os, name)


def _path(path, folder=None):
    below = f"/proc/self/fd/{folder}" if folder is not None else "."
    return Path(os.path.realpath(below), os.fsdecode(path))


def _open_files():
    return [Path(os.path.realpath(link)) for link in Path("/proc/self/fd").iterdir() if link.is_file()]


def _refuse(path, folder=None):
    meant = _path(path, folder)
    for file in _open_files():
        if file == meant or meant in file.parents:
            raise PermissionError(errno.EACCES, "The file is open", str(meant))


def _moving(move):
    def moved(source, target, *, src_dir_fd=None, dst_dir_fd=None):
        _refuse(source, src_dir_fd)
        _refuse(target, dst_dir_fd)
        return move(source, target, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)

    return moved


def _removing(remove):
    def removed(path, *, dir_fd=None):
        _refuse(path, dir_fd)
        return remove(path, dir_fd=dir_fd)

    return removed


os.replace, os.rename = _moving(os.replace), _moving(os.rename)
os.remove = os.unlink = _removing(os.unlink)
