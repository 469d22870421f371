"""Share the check of many decks between processes, with the same result as in one."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from deckwright import messages
from deckwright.workbench.checking import CheckOptions, LibraryChecks, without_cards
from deckwright.workbench.library import DeckLibrary, WantedLanguage

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence
    from concurrent.futures import Future
    from multiprocessing.synchronize import Event

    from deckwright.construction.check import Unchecked
    from deckwright.store.database import Database
    from deckwright.workbench.checking import CheckedDeck
    from deckwright.workbench.deck_sources import DeckSource

    Sources = Sequence[DeckSource | Unchecked]
    Results = list[CheckedDeck]

_CHUNK = 50
"""Decks that a process takes at once."""


def check_in_processes(
    checks: LibraryChecks, decks: Sources, jobs: int
) -> Generator[CheckedDeck, None, None]:
    """Check decks in several processes, in their order.

    What a process did not finish because the system ended it, or did not let it start, is checked in this one.
    """
    chunks = [decks[start : start + _CHUNK] for start in range(0, len(decks), _CHUNK)]
    with _started(checks, chunks, min(jobs, len(chunks))) as futures:
        for number, chunk in enumerate(chunks):
            try:
                checked = futures[number].result()
            except (BrokenProcessPool, IndexError):
                checked = _checked(checks, chunk)
            yield from checked


def _checked(checks: LibraryChecks, chunk: Iterable[DeckSource | Unchecked]) -> Results:
    return [without_cards(checks.check(deck)) for deck in chunk]


@contextmanager
def _started(checks: LibraryChecks, chunks: Sequence[Sources], jobs: int) -> Iterator[list[Future[Results]]]:
    """Start processes that check chunks of decks, and end them; fewer results than chunks if that is impossible.

    Each process is a new one with a connection of its own: connections of SQLite must not go through a fork.
    """
    library = checks.library
    setup = _Setup(library.database, library.language, checks.options, messages.used_language())
    futures: list[Future[Results]] = []
    with ExitStack() as stack:
        try:
            context = multiprocessing.get_context("spawn")
            stop = context.Event()
            pool = ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(setup, stop))
            stack.callback(pool.shutdown, cancel_futures=True)
            stack.callback(stop.set)
            with _without_interrupts():
                futures.extend(pool.submit(_check, chunk) for chunk in chunks)
        except (OSError, NotImplementedError, BrokenProcessPool):  # no semaphores, no more processes
            pass
        yield futures


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Ignore interrupts, which new processes inherit: only the first process ends the command."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)


# In each of the processes.


class _Setup(NamedTuple):
    """What a process needs to check decks as the first one does."""

    database: Database
    language: WantedLanguage
    options: CheckOptions
    spoken: str


_begun: list[tuple[_Setup, Event]] = []
_opened = ExitStack()
"""What stays open as long as the process."""


def _begin(setup: _Setup, stop: Event) -> None:
    """Prepare a new process: it ends with the first one, however that ends, and does nothing more once `stop` is set."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if setup.spoken:
        messages.use(setup.spoken)
    _begun.append((setup, stop))


def _end_with_parent() -> None:
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


def _check(chunk: Sources) -> Results:
    stop = _begun[0][1]
    return _checked(_checks(), takewhile(lambda _: not stop.is_set(), chunk))


@cache
def _checks() -> LibraryChecks:
    """Open the library of this process, when errors can be reported: with the first decks."""
    setup, _ = _begun[0]
    connection = _opened.enter_context(setup.database.reading())
    return LibraryChecks(DeckLibrary(setup.database, connection, setup.language), setup.options)
