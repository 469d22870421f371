"""Check decks against the construction rules of a format, repair one, and combine several into one legal deck."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from deckwright import messages
from deckwright.construction.deck_checker import CheckContext, DeckChecker, Verdict
from deckwright.errors import InputError, UsageError, as_findings
from deckwright.files.texts import refuse_unprintable_name
from deckwright.findings import has_errors
from deckwright.workbench.deck_sources import Unchecked, find_decks, read_source
from deckwright.workbench.library import DeckLibrary

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
    from datetime import date

    from deckwright.construction.combine import Combined
    from deckwright.construction.repair import Repaired
    from deckwright.findings import Finding
    from deckwright.model.card import Card
    from deckwright.store.database import Database
    from deckwright.workbench.deck_sources import DeckSource
    from deckwright.workbench.library import WantedLanguage


class CheckOptions(NamedTuple):
    """What decks are checked against; whatever is empty, a deck says itself.

    `game` is the game of deck lists that name none. Rules hold as of the day `on`; None is today.
    """

    format: str = ""
    players: int | None = None
    game: str = ""
    on: date | None = None


class CheckedDeck(NamedTuple):
    """Result of the check of a deck, without its cards: thousands of them go through processes and fit into memory.

    A deck that could not be checked has only a name and an `error`. `cards` is its number of cards, `further_zones` those
    of its zones but the main one, `beside` those that the rule about its size leaves out.
    """

    name: str
    error: InputError | UsageError | None = None
    game: str = ""
    format: str = ""
    players: int | None = None
    cards: int = 0
    findings: tuple[Finding, ...] = ()
    further_zones: Mapping[str, int] = {}
    beside: int = 0

    @property
    def legal(self) -> bool:
        """Whether the deck was checked and may be played."""
        return self.error is None and not has_errors(self.findings)


def without_cards(verdict: Verdict | Unchecked) -> CheckedDeck:
    """The result of a check without the cards of the deck."""
    if isinstance(verdict, Unchecked):
        return CheckedDeck(verdict.deck, verdict.error)
    deck = verdict.deck
    return CheckedDeck(
        deck.source or deck.name,
        game=deck.game,
        format=verdict.format,
        players=verdict.players,
        cards=deck.size,
        findings=verdict.findings,
        further_zones=deck.further_zones,
        beside=verdict.beside,
    )


class LibraryChecks:
    """Checks of decks of one library with the same options; what depends on the game only is done once."""

    def __init__(self, library: DeckLibrary, options: CheckOptions) -> None:
        self.library = library
        self.options = options
        self._checkers: dict[str, DeckChecker] = {}

    def check(self, source: DeckSource | Unchecked) -> Verdict | Unchecked:
        """Check one deck."""
        if isinstance(source, Unchecked):
            return source
        try:
            deck = read_source(self.library, source, self.options.game)
            return self._checker(deck.game).check(deck)
        except (InputError, UsageError) as error:
            return Unchecked(source.name, error)

    def _checker(self, name: str) -> DeckChecker:
        if name not in self._checkers:
            game, cards = self.library.game(name)
            options = self.options
            context = CheckContext(
                options.format, options.players, options.on, self.library.language_of(game)
            )
            self._checkers[name] = DeckChecker(game, cards, context)
        return self._checkers[name]


def check_decks(
    library: DeckLibrary, names: Iterable[str], options: CheckOptions | None = None
) -> list[Verdict | Unchecked]:
    """Check decks one by one: a verdict for each, or the error of one that cannot be checked.

    `names` are those that `find_decks` knows, such as files, `game/deck-id`, or folders of decks.
    """
    checks = LibraryChecks(library, options or CheckOptions())
    return [checks.check(deck) for deck in find_decks(library, names).decks]


def check_each(
    library: DeckLibrary,
    decks: Sequence[DeckSource | Unchecked],
    options: CheckOptions | None = None,
    jobs: int = 1,
) -> Generator[CheckedDeck, None, None]:
    """Check decks that were found, in their order, each when its result is asked for.

    With more than one of `jobs`, so many processes share the work; the main module of a script must then be safe to
    import, as multiprocessing requires. Close the iterator if you do not use all of it.
    """
    checks = LibraryChecks(library, options or CheckOptions())
    if jobs > 1:
        return _check_in_processes(checks, decks, jobs)
    return (without_cards(checks.check(deck)) for deck in decks)


LEAST_DECKS = 750
"""The fewest decks for each process: to start one, and to look at each card of a game, takes as long as to check 700."""


def usual_jobs(decks: int) -> int:
    """The number of processes that check so many decks fastest on this computer."""
    affinity = getattr(os, "sched_getaffinity", None)  # Linux has it
    processors = len(affinity(0)) if affinity else os.cpu_count() or 1
    return max(1, min(processors, decks // LEAST_DECKS))


# Many decks, shared between processes, with the same result as in one; multiprocessing is loaded for them alone.

_CHUNK = 50
"""Decks that a process takes at once."""


def _check_in_processes(
    checks: LibraryChecks, decks: Sequence[DeckSource | Unchecked], jobs: int
) -> Generator[CheckedDeck, None, None]:
    """Check decks in several processes, in their order; in this one, what they cannot start or finish.

    Each process is a new one with a connection of its own: connections of SQLite must not go through a fork.
    """
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    library = checks.library
    setup = _Setup(library.database, library.language, checks.options, messages.used_language())
    context = multiprocessing.get_context("spawn")
    finished = 0
    try:
        pool = ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(setup,))
        try:
            with _without_interrupts():
                results = pool.map(_check, decks, chunksize=_CHUNK)
            for checked in results:
                yield checked
                finished += 1
        finally:
            pool.shutdown(cancel_futures=True)
    except (BrokenProcessPool, NotImplementedError, OSError):  # the system ended one, or has no semaphores
        yield from (without_cards(checks.check(deck)) for deck in decks[finished:])


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Ignore interrupts, which new processes inherit: only the first process ends the command."""
    import signal
    import threading

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


_begun: list[_Setup] = []
_opened = ExitStack()
"""What stays open as long as the process."""


def _begin(setup: _Setup) -> None:
    """Prepare a new process, which ends with the first one, however that ends."""
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if setup.spoken:
        messages.use(setup.spoken)
    _begun.append(setup)


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    if parent := parent_process():
        parent.join()
        os._exit(1)


def _check(deck: DeckSource | Unchecked) -> CheckedDeck:
    return without_cards(_checks().check(deck))


@cache
def _checks() -> LibraryChecks:
    """Open the library of this process, when errors can be reported: with the first deck."""
    setup = _begun[0]
    connection = _opened.enter_context(setup.database.reading())
    return LibraryChecks(DeckLibrary(setup.database, connection, setup.language), setup.options)


# What was found in all decks.


class BrokenRule(NamedTuple):
    """A rule of a format that decks break, with what that makes them: `error` for not legal."""

    game: str
    format: str
    rule: str
    severity: str


class CheckSummary:
    """Number of decks by result, by broken rule, and by what keeps decks from being checked.

    `wrong_usage` are those of the unchecked that only wrong usage keeps from being checked.
    """

    def __init__(self) -> None:
        self.legal = self.illegal = self.unchecked = self.wrong_usage = 0
        self.rules: Counter[BrokenRule] = Counter()
        self.errors: Counter[str] = Counter()

    @property
    def decks(self) -> int:
        """Number of all decks."""
        return self.legal + self.illegal + self.unchecked

    def add(self, checked: CheckedDeck) -> None:
        """Count a result; a rule that a deck breaks several times counts once."""
        if checked.error is None:
            self.legal += checked.legal
            self.illegal += not checked.legal
            broken = {(finding.rule, finding.severity) for finding in checked.findings}
            self.rules.update(
                {BrokenRule(checked.game, checked.format, *rule_and_severity) for rule_and_severity in broken}
            )
        else:
            self.unchecked += 1
            self.wrong_usage += isinstance(checked.error, UsageError)
            self.errors.update({finding.rule for finding in as_findings(checked.error)})


class CombineOptions(NamedTuple):
    """How decks are combined: for which format, under which name, and how many times each deck is taken.

    `times` is by the name of a deck; 1 where it has none. `game` is the game of deck lists that name none.
    """

    format: str
    players: int | None = None
    game: str = ""
    times: Mapping[str, int] = {}
    name: str = ""


class CombinedDeck(NamedTuple):
    """A combined deck with the cards of its game, and the language to name them in."""

    result: Combined
    cards: Mapping[str, Card]
    language: str


def combine_decks(library: DeckLibrary, names: Sequence[str], options: CombineOptions) -> CombinedDeck:
    """Combine decks into one, remove the copies that the format does not allow, and check the rest."""
    from deckwright.construction.combine import combine

    refuse_unprintable_name(options.name)
    decks = library.decks(names, options.game, library.language.tag)
    game, cards = library.game(decks[0].game)
    language = library.language_of(game)
    times = [(deck, options.times.get(name, 1)) for name, deck in zip(names, decks, strict=True)]
    context = CheckContext(options.format, options.players, language=language)
    combined = combine(times, game, cards, context, options.name)
    return CombinedDeck(combined, cards, language)


class RepairedDeck(NamedTuple):
    """A repaired deck with the cards of its game, and the language to name them in."""

    result: Repaired
    cards: Mapping[str, Card]
    language: str


def repair_deck(library: DeckLibrary, name: str, options: CheckOptions | None = None) -> RepairedDeck:
    """Find the legal deck that is nearest to a deck: a file, `-` for standard input, or `game/deck-id`."""
    from deckwright.construction.repair import repair

    options = options or CheckOptions()
    deck = library.deck(name, options.game, library.language.tag)
    game, cards = library.game(deck.game)
    language = library.language_of(game)
    context = CheckContext(options.format, options.players, options.on, language)
    return RepairedDeck(repair(deck, game, cards, context), cards, language)
