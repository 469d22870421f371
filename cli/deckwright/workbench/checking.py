"""Check decks against the construction rules of a format, and combine several into one legal deck."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from deckwright.construction.check import CheckContext, Unchecked, Verdict
from deckwright.errors import UsageError, as_findings
from deckwright.workbench.deck_checks import CheckedDeck, CheckOptions, LibraryChecks, without_cards
from deckwright.workbench.deck_sources import find_decks

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping, Sequence

    from deckwright.construction.combine import Combined
    from deckwright.model.card import Card
    from deckwright.workbench.deck_sources import DeckSource
    from deckwright.workbench.library import DeckLibrary


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
        from deckwright.workbench.check_processes import check_in_processes

        return check_in_processes(checks, decks, jobs)
    return (without_cards(checks.check(deck)) for deck in decks)


LEAST_DECKS = 750
"""The fewest decks for each process: to start one, and to look at each card of a game, takes as long as to check 700."""


def usual_jobs(decks: int) -> int:
    """The number of processes that check so many decks fastest on this computer."""
    affinity = getattr(os, "sched_getaffinity", None)  # Linux has it
    processors = len(affinity(0)) if affinity else os.cpu_count() or 1
    return max(1, min(processors, decks // LEAST_DECKS))


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
            broken = ((one.rule, one.severity) for one in checked.findings)
            self.rules.update({BrokenRule(checked.game, checked.format, *one) for one in broken})
        else:
            self.unchecked += 1
            self.wrong_usage += isinstance(checked.error, UsageError)
            self.errors.update({one.rule for one in as_findings(checked.error)})


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
    """Combine decks into one, remove the copies that the format does not allow, and check the rest.

    Raises:
        InputError: a deck cannot be read or is for another game, or the format is unknown.
        UsageError: the format depends on the number of players, or does not allow it.
    """
    from deckwright.construction.combine import combine
    from deckwright.files.texts import refuse_unprintable_name

    refuse_unprintable_name(options.name)
    decks = library.decks(names, options.game, library.language.tag)
    game, cards = library.game(decks[0].game)
    language = library.language_of(game)
    times = [(deck, options.times.get(name, 1)) for name, deck in zip(names, decks, strict=True)]
    context = CheckContext(options.format, options.players, language=language)
    combined = combine(times, game, cards, context, options.name)
    return CombinedDeck(combined, cards, language)
