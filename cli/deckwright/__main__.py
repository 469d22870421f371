"""The entry point: `deckwright`, or `python -m deckwright`.

Nothing but the version is answered before the command line is imported, because that import is most of the
time a short command takes.
"""

from __future__ import annotations

import gc
import sys

from deckwright import __version__

_OBJECTS_BETWEEN_COLLECTIONS = 100_000
"""Python's own 700 make it look for garbage 60 times while a command is imported (measured: 8 of 110 ms)."""


def main() -> None:
    """Run the command line and exit with its code; 130 when interrupted, wherever that happens."""
    try:
        gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
        sys.exit(_run(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)


def _run(arguments: list[str]) -> int:
    if arguments == ["--version"]:
        sys.stdout.write(f"deckwright {__version__}\n")
        return 0
    from deckwright.app import run

    return run(arguments)


if __name__ == "__main__":
    main()
