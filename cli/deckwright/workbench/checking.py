"""Check decks against the construction rules of a format, and combine several into one legal deck."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from deckwright.construction.check import CheckContext, Unchecked, Verdict, check_deck
from deckwright.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from deckwright.construction.combine import Combined
    from deckwright.model.card import Card
    from deckwright.workbench.library import DeckLibrary


class CheckOptions(NamedTuple):
    """What decks are checked against; whatever is empty, a deck says itself.

    `game` is the game of deck lists that name none. Rules hold as of the day `on`; None is today.
    """

    format: str = ""
    players: int | None = None
    game: str = ""
    on: date | None = None


def check_decks(
    library: DeckLibrary, names: Sequence[str], options: CheckOptions | None = None
) -> list[Verdict | Unchecked]:
    """Check decks one by one: a verdict for each, or the error of one that cannot be checked.

    `names` are files, `-` for standard input, or `game/deck-id`.
    """
    return [_check(library, name, options or CheckOptions()) for name in names]


def _check(library: DeckLibrary, name: str, options: CheckOptions) -> Verdict | Unchecked:
    try:
        deck = library.deck(name, options.game)
        game, cards = library.game(deck.game)
        context = CheckContext(options.format, options.players, options.on, library.language_of(game))
        return check_deck(deck, game, cards, context)
    except (InputError, UsageError) as error:
        return Unchecked(name, error)


@dataclass(frozen=True, slots=True)
class CombineOptions:
    """How decks are combined: for which format, under which name, and how many times each deck is taken.

    `times` is by the name of a deck; 1 where it has none. `game` is the game of deck lists that name none.
    """

    format: str
    players: int | None = None
    game: str = ""
    times: Mapping[str, int] = field(default_factory=dict)
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
