"""Ctrl-C at a moment that is the same on every machine: at a call of a function, by its number."""

from __future__ import annotations

import sys

_PROGRAM = """
import signal
import sys
from itertools import count

signal.signal(signal.SIGINT, signal.default_int_handler)  # also where the tests run in the background
calls = count()

def interrupt_once(frame, event, argument):
    if event == "call" and next(calls) == {call}:
        sys.setprofile(None)
        signal.raise_signal(signal.SIGINT)

from deckwright.__main__ import main
sys.setprofile(interrupt_once)
main()
"""


def interrupted_at(call: int) -> list[str]:
    """Begin of a command line of Deckwright that gets Ctrl-C at this call; a first use takes 800,000."""
    return [sys.executable, "-c", _PROGRAM.format(call=call)]
