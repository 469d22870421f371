"""What holds for any input of any reader, checked on one input at a time.

A reader returns a value, or raises an error that a user can do something about; within two seconds of processor time, and
300 MB of memory; the same for the same input; and what it accepts comes back the same when it is written and read again.
"""

from __future__ import annotations

import re
import resource
import signal
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from deckwright.errors import DeckwrightError, as_findings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .readers import Reader

SECONDS = 2.0
"""The most processor time of one input. Not time on a clock, which would say more about the machine."""

MEMORY = 300 << 20
"""The most bytes that one input may add to the memory of the process."""

_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_STATUS = Path("/proc/self/status")
_RESET = Path("/proc/self/clear_refs")
_BUG = 70


class BrokenInvariantError(AssertionError):
    """An input for which a reader does not hold what it promises."""


class _Hang(BaseException):
    """Not an `Exception`: no reader may take it for a damaged file."""


@contextmanager
def _stopwatch() -> Iterator[None]:
    """Stop what takes too long; a call in C ends first, and is measured afterwards.

    Raises:
        BrokenInvariantError: it took too long.
    """

    def stop(*_: object) -> None:
        raise _Hang

    before = signal.signal(signal.SIGVTALRM, stop)
    began = process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except _Hang:
        raise BrokenInvariantError(f"takes more than {SECONDS} s") from None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    if (took := process_time() - began) > SECONDS:
        raise BrokenInvariantError(f"takes {took:.1f} s")


def peak_memory() -> int:
    """Most bytes that this process has had since `forget_peak`, or since it began where the system cannot forget."""
    with suppress(OSError, IndexError):
        found = re.search(r"VmHWM:\s*(\d+)", _STATUS.read_text())
        return int(found[1]) << 10 if found else 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def refuse_waste(used: Any) -> None:
    """Refuse what a copy of this process used: a record of `resource`, whose memory includes that of this process.

    Raises:
        BrokenInvariantError: too much time or memory.
    """
    if (took := used.ru_utime + used.ru_stime) > SECONDS:
        raise BrokenInvariantError(f"takes {took:.1f} s in a process of its own")
    if (more := (used.ru_maxrss << 10) - peak_memory()) > MEMORY:
        raise BrokenInvariantError(f"takes {more >> 20} MB in a process of its own")


def forget_peak() -> None:
    with suppress(OSError):
        _RESET.write_text("5")


def _described(value: object) -> str:
    return blake2b(_ADDRESS.sub("", repr(value)).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _refused(fault: DeckwrightError) -> str:
    """Check that an error helps, and describe it."""
    findings = as_findings(fault)
    if fault.exit_code == _BUG or not fault.message or not all(one.message and one.rule for one in findings):
        raise BrokenInvariantError(f"says nothing that helps: {fault!r}") from fault
    return f"{type(fault).__name__} {fault.code}: {fault.message} {fault.hint} {fault.where} {findings}"


def answer(reader: Reader, data: bytes) -> tuple[bool, object, str]:
    """Read an input: whether it was accepted, the value, and a description of the answer that is the same next time.

    Raises:
        BrokenInvariantError: the reader takes too long or too much memory, or refuses without saying why.
    """
    forget_peak()
    before = peak_memory()
    with _stopwatch():
        try:
            value = reader.read(data)
        except reader.refuses as fault:
            return False, None, _refused(fault) if isinstance(fault, DeckwrightError) else repr(fault)
        except MemoryError:
            raise BrokenInvariantError("takes too much memory") from None
    if (more := peak_memory() - before) > MEMORY:
        raise BrokenInvariantError(f"takes {more >> 20} MB")
    return True, value, _described(value)


def check(reader: Reader, data: bytes) -> bool:
    """Read an input once, and return whether it was accepted.

    Raises:
        BrokenInvariantError: an invariant does not hold.
        Exception: any other that the reader lets through; that does not hold either.
    """
    is_accepted, value, _ = answer(reader, data)
    if is_accepted and reader.again:
        with _stopwatch():
            one, other = reader.again(value)
        if one != other:
            raise BrokenInvariantError(f"comes back as something else: {one!r} as {other!r}"[:2000])
    return is_accepted


def check_same(reader: Reader, data: bytes) -> None:
    """Read an input twice.

    Raises:
        BrokenInvariantError: the answers differ.
    """
    one, other = answer(reader, data)[2], answer(reader, data)[2]
    if one != other:
        raise BrokenInvariantError(f"answers {one!r}, then {other!r}"[:2000])
