"""The entry point: `deckwright`, or `python -m deckwright`.

Nothing but the version is answered before the command line is imported, because that import is most of the
time a short command takes.
"""

from __future__ import annotations

import gc
import os
import sys

from deckwright import __version__

TYPE_CHECKING = False  # importing typing takes half of the time of --version
if TYPE_CHECKING:
    from typing import NoReturn

OBJECTS_BETWEEN_COLLECTIONS = 100_000
"""Python's own 700 make it look for garbage 60 times while a command is imported (measured: 8 of 110 ms)."""


def main() -> None:
    """Run the command line and exit with its code; 130 when interrupted, wherever that happens."""
    try:
        gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
        _prepare_streams()
        code = _run(sys.argv[1:])
        _finish_output()
    except KeyboardInterrupt:
        code = 130
    except Exception as error:
        from deckwright.errors import is_interrupted

        if not is_interrupted(error):
            raise
        code = 130
    _leave(code)


def _leave(code: int) -> NoReturn:
    """Exit at once: freeing every module and object first takes 20 of the 120 ms of a short command.

    Everything is written by now. Where somebody measures, debugs or still works in the background, Python ends as usual.
    """
    threading = sys.modules.get("threading")
    if (threading and threading.active_count() > 1) or sys.gettrace() or sys.getprofile():
        sys.exit(code)
    os._exit(code)


def _prepare_streams() -> None:
    """Discard output that is closed, and write letters that a terminal lacks as escapes."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            stream = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - for the whole run
            setattr(sys, name, stream)
        stream.reconfigure(errors="backslashreplace")


def _finish_output() -> None:
    """Write what is buffered; a failure was reported already, or nobody reads the output."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            _discard(stream.fileno())


def _discard(stream: int) -> None:
    """Connect a stream with nothing, so that Python's end does not report it again."""
    from contextlib import suppress

    with suppress(OSError):  # no file can be opened any more
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


def _run(arguments: list[str]) -> int:
    if arguments == ["--version"] and _is_written(f"deckwright {__version__}\n"):
        return 0
    from deckwright.app import run

    return run(arguments)


def _is_written(text: str) -> bool:
    """Write a text, and return whether that was possible; the command line reports errors."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    main()
