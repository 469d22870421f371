"""Checks of decks of one library, one at a time: what a check is for, and its result."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.construction.check import CheckContext, DeckChecker, Unchecked, Verdict
from deckwright.errors import InputError, UsageError
from deckwright.findings import has_errors
from deckwright.workbench.deck_sources import read_source

if TYPE_CHECKING:
    from datetime import date

    from deckwright.findings import Finding
    from deckwright.workbench.deck_sources import DeckSource
    from deckwright.workbench.library import DeckLibrary


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

    A deck that could not be checked has only a name and an `error`. `cards` is its number of cards.
    """

    name: str
    error: InputError | UsageError | None = None
    game: str = ""
    format: str = ""
    players: int | None = None
    cards: int = 0
    findings: tuple[Finding, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the deck was checked and may be played."""
        return self.error is None and not has_errors(self.findings)


def without_cards(verdict: Verdict | Unchecked) -> CheckedDeck:
    """The result of a check without the cards of the deck."""
    if isinstance(verdict, Unchecked):
        return CheckedDeck(verdict.deck, verdict.error)
    deck, form, players, findings = verdict
    return CheckedDeck(deck.source or deck.name, None, deck.game, form, players, deck.size, findings)


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
            form, players, _, on = self.options
            context = CheckContext(form, players, on, self.library.language_of(game))
            self._checkers[name] = DeckChecker(game, cards, context)
        return self._checkers[name]
