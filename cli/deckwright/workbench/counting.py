"""Count and calculate: what a deck is made of, the odds of drawing, and what an effort wins."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from operator import add, le, sub
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError, UsageError
from deckwright.messages import tr
from deckwright.model.card import MAIN, Deck, card_of, copies_by_card, text_of, values_of
from deckwright.model.query.matching import card_test, number_of
from deckwright.model.rule import matcher_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.findings import Finding
    from deckwright.model.card import Card, Deck
    from deckwright.model.game import Game
    from deckwright.model.measures import Copies
    from deckwright.model.setup import Deal
    from deckwright.press.charts import Chart
    from deckwright.table.draws import Odds
    from deckwright.workbench.library import DeckLibrary


class ValueCount(NamedTuple):
    """How many cards have one value of a field: every copy counted, and different cards."""

    value: str
    cards: int
    distinct: int


class Breakdown(NamedTuple):
    """How many cards of a deck have each value of `kind`, `mark` or a field of the game's own.

    A card that has several values is counted with each.
    """

    field: str
    parts: tuple[ValueCount, ...]


class Point(NamedTuple):
    """How many cards have one number, every copy counted."""

    number: float
    cards: int


class Curve(NamedTuple):
    """How many cards have each number of a field, from the least number to the greatest."""

    field: str
    points: tuple[Point, ...]

    @property
    def cards(self) -> int:
        """Number of cards that have the field."""
        return sum(point.cards for point in self.points)

    @property
    def sum(self) -> Fraction:
        """Sum of the numbers of all cards."""
        return sum((Fraction(point.number) * point.cards for point in self.points), Fraction(0))

    @property
    def mean(self) -> Fraction:
        """Mean of the cards that have the field."""
        return self.sum / self.cards


class Statistics(NamedTuple):
    """The cards of a deck, counted by value and by number."""

    cards: int
    distinct: int
    tallies: tuple[Breakdown, ...]
    curves: tuple[Curve, ...]


def count_deck(deck: Deck, game: Game, cards: Mapping[str, Card]) -> Statistics:
    """Count the main zone of a deck; values that no card has are omitted, and so are fields without any."""
    entries = [entry for entry in deck.entries if entry.zone == MAIN]
    copies_of_cards = [(card_of(entry, cards), entry.copies) for entry in entries]
    breakdowns = (_breakdown(field, choices, copies_of_cards) for field, choices in _choices(game))
    numbers = (field.id for field in game.fields.values() if field.type == "number")
    curves = (_curve(field, copies_of_cards) for field in numbers)
    return Statistics(
        sum(copies for _, copies in copies_of_cards),
        len({entry.card for entry in entries}),
        tuple(breakdown for breakdown in breakdowns if breakdown.parts),
        tuple(curve for curve in curves if curve.points),
    )


def _choices(game: Game) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield the fields that have choices, with their choices in the game's order."""
    yield "kind", game.names("kinds")
    yield "mark", game.names("marks")
    for field in game.fields.values():
        if field.type in {"choice", "flag"}:
            yield field.id, field.choices or ("yes", "no")


def _breakdown(field: str, choices: Iterable[str], copies_of_cards: Copies) -> Breakdown:
    parts = []
    for choice in choices:
        having = [
            (card, copies)
            for card, copies in copies_of_cards
            if choice in map(text_of, values_of(card, field))
        ]
        if having:
            different = len({card.id for card, _ in having})
            parts.append(ValueCount(choice, sum(copies for _, copies in having), different))
    return Breakdown(field, tuple(parts))


def _curve(field: str, copies_of_cards: Copies) -> Curve:
    spread: dict[float, int] = {}
    for card, copies in copies_of_cards:
        for value in values_of(card, field):
            if (number := number_of(value)) is not None:
                spread[number] = spread.get(number, 0) + copies
    return Curve(field, tuple(Point(number, spread[number]) for number in sorted(spread)))


MOST_QUERIES = 8
"""Largest number of queries for one hand: each doubles the work."""

MOST_TARGETS = 20
"""Largest number of cards to look for sets among: each one more can double the work."""

SEATS = ("first", "other")
"""Who draws: the player who goes first, and the others."""


@dataclass(frozen=True, slots=True)
class OddsOptions:
    """Odds to calculate: of drawing a card that each query matches, by `turn` (0 is the opening hand).

    By the rules of the game, `players` and `mode` decide how many cards are drawn by then; a number in `drawn` replaces
    that. `seats` are the seats to calculate for.
    """

    queries: Sequence[str] = ()
    turn: int = 5
    players: int | None = None
    mode: str = ""
    seats: tuple[str, ...] = SEATS
    drawn: int | None = None


class OddsResult(NamedTuple):
    """Odds, and the number of players that they are for (None if it makes no difference); `is_assumed` if not named."""

    odds: Sequence[Odds] = ()
    players: int | None = None
    is_assumed: bool = False


class DeckStatistics(NamedTuple):
    """Counts and odds of a deck, its game, and the language to name things in."""

    deck: Deck
    game: Game
    counts: Statistics
    odds: OddsResult
    language: str


def deck_statistics(
    library: DeckLibrary, name: str, options: OddsOptions | None = None, *, game: str = ""
) -> DeckStatistics:
    """Count what a deck, or a whole game, is made of, and calculate odds of drawing from it.

    `name` is a file, `-`, `game/deck-id`, or a game; `game` is the game of deck lists that name none.

    Raises:
        InputError: the deck cannot be read, or a query is wrong.
        UsageError: the game does not say how cards are drawn, or this number of players is not allowed.
    """
    deck = deck_or_game(library, name, game)
    own_game, cards = library.game(deck.game)
    counts = count_deck(deck, own_game, cards)
    odds = OddsResult()
    if options and options.queries:
        odds = drawing_odds(deck, own_game, cards, options)
    return DeckStatistics(deck, own_game, counts, odds, library.language_of(own_game))


def deck_or_game(library: DeckLibrary, name: str, game: str = "") -> Deck:
    """Deck that is named by a file, `-` or `game/deck-id`, or all cards of a game; `game` is that of lists that name none.

    Raises:
        InputError: the deck cannot be read.
    """
    from deckwright.workbench.exports import select_game

    tag, name = library.language.tag, library.game_id(name)
    return (
        select_game(library, name, tag).deck if name in library.game_ids() else library.deck(name, game, tag)
    )


def drawing_odds(deck: Deck, game: Game, cards: Mapping[str, Card], options: OddsOptions) -> OddsResult:
    """Odds for each query and, if there are several, for drawing a card for every one of them.

    If the number of players matters and is not named, odds are for the smallest number allowed.

    Raises:
        InputError: a query is wrong.
        UsageError: the game does not say how cards are drawn, or this number of players is not allowed.
    """
    from deckwright.table.draws import DrawnBy, cards_seen, odds_of

    refuse_many_queries(options.queries)
    entries = [entry for entry in deck.entries if entry.zone == MAIN]
    if not sum(entry.copies for entry in entries):
        raise UsageError("odds", tr("The deck has no cards to draw."))
    copies = [card_of(entry, cards) for entry in entries for _ in range(entry.copies)]
    masks = query_masks(game, copies, options.queries)
    if options.drawn is not None:
        return OddsResult(odds_of(options.queries, masks, [DrawnBy("", 0, options.drawn)]))
    plan = draw_plan(options, game, tr("Add the number of cards drawn with --drawn N."))
    named = options.players if options.players is not None else deck.players
    players = players_for(options, plan, game, named)
    count = players or min(plan.players, default=1)
    # Cards that begin in another pile are not drawn when the deck is empty.
    available = len(masks) - plan.elsewhere(count, is_first=False)
    drawn = [
        by._replace(cards=min(by.cards, available))
        for by in cards_seen(plan, count, options.turn, options.seats)
    ]
    is_assumed = players is not None and named is None
    return OddsResult(odds_of(options.queries, masks, drawn), players, is_assumed)


def refuse_many_queries(queries: Sequence[str]) -> None:
    """Refuse more queries for one hand than can be calculated.

    Raises:
        UsageError: there are more.
    """
    if len(queries) > MOST_QUERIES:
        raise UsageError("odds", tr("Too many queries: use at most {count}.", count=MOST_QUERIES))


def query_masks(game: Game, cards: Sequence[Card], queries: Sequence[str]) -> list[int]:
    """For every card a bit for each query that matches it."""
    from deckwright.model.query.binding import Vocabulary, parse

    vocabulary = Vocabulary.of([game])
    tests = [card_test(parse(text, vocabulary)) for text in queries]
    return [sum(test(card) << number for number, test in enumerate(tests)) for card in cards]


def draw_plan(options: OddsOptions, game: Game, hint: str) -> Deal:
    """How a game is dealt that says how cards are drawn from a deck.

    Raises:
        UsageError: it does not, which `hint` helps with; or it has no such mode.
    """
    from deckwright.model.game import check_mode
    from deckwright.model.setup import read_deal

    check_mode(game, options.mode)
    plan = read_deal(game, options.mode or game.default_mode) if "deal" in game.definition else None
    if not (plan and plan.deck):
        raise UsageError(
            "no-draw",
            tr("The game {game} does not define how cards are drawn from a deck.", game=game.id),
            hint=hint,
        )
    return plan


def players_for(options: OddsOptions, plan: Deal, game: Game, named: int | None) -> int | None:
    """Number of players that is named, else the smallest allowed; None if it makes no difference.

    Raises:
        UsageError: the number that is named is not allowed.
    """
    from deckwright.model.game import check_players
    from deckwright.table.draws import cards_seen

    if named is not None:
        check_players(named, plan.players, game.id)
    draws = {tuple(cards_seen(plan, players, options.turn, options.seats)) for players in plan.players}
    if named is None and len(draws) <= 1:
        return None
    return named if named is not None else min(plan.players)


def draw_chart(chart: Chart, output: str | Path) -> list[Finding]:
    """Write a chart as .svg or .png, and return findings about its letters."""
    from deckwright.press.charts import save_chart
    from deckwright.workbench.exports import refuse_script

    refuse_script(chart.language)
    return save_chart(chart, Path(output))


class Effort(NamedTuple):
    """Cards played with their copies, their amounts, the cards that could be won, and the sets that can be won.

    `game` and `cards` are those of the game, `language` the one to name them in.
    """

    played: Mapping[str, int]
    amounts: Amounts
    sources: tuple[str, ...]
    hauls: Sequence[Haul]
    game: Game
    cards: Mapping[str, Card]
    language: str


@dataclass(frozen=True, slots=True)
class EffortOptions:
    """Cards that can be won (none means all of the game), and choices for open rules, as `SETTING=CHOICE`."""

    sources: Sequence[str] = ()
    rules: Sequence[str] = ()


def find_effort(
    library: DeckLibrary, game: str, names: Sequence[str], options: EffortOptions | None = None
) -> Effort:
    """Find the sets of cards that some cards win together, to which no other card can be added.

    `names` are the cards played, with their copies before them: `2 rubber-duck`.

    Raises:
        InputError: a card is unknown, or the game does not define what an effort wins.
        UsageError: there are too many cards to look for sets among.
    """
    from deckwright.model.settings import apply_settings, read_pairs

    options = options or EffortOptions()
    own_game, cards = library.game(game)
    language = library.language_of(own_game)
    search = _EffortSearch(apply_settings(own_game, read_pairs(options.rules, own_game)), cards)
    search.refuse_without_effort()
    used = search.named(names, "gives")
    available = search.named(options.sources, "asks") if options.sources else search.all("asks")
    ids = tuple(card for card, copies in available.items() for _ in range(copies))
    if len(ids) > MOST_TARGETS:
        raise UsageError(
            "too-many",
            tr("{count} cards have too many sets.", count=len(ids)),
            hint=tr("Use at most {count} cards with --from.", count=MOST_TARGETS),
        )
    targets = [Target(card, search.requirements(card), search.worth(card)) for card in ids]
    amounts = [search.amounts(card) for card, copies in used.items() for _ in range(copies)]
    total = tuple(map(sum, zip(*amounts, strict=True)))
    return Effort(used, total, ids, largest_hauls(total, targets), search.game, cards, language)


@dataclass(frozen=True, slots=True)
class _EffortSearch:
    """A game that says what an effort is, and its cards by id."""

    game: Game
    cards: Mapping[str, Card]

    def refuse_without_effort(self) -> None:
        """Refuse a game that does not say which cards are won with which others."""
        if "effort" not in self.game.definition:
            raise InputError(
                "no-effort",
                tr(
                    "The game {game} does not define which cards are won with which others.",
                    game=self.game.id,
                ),
                hint=tr("Add a section effort to its game.yaml."),
            )

    def named(self, words: Sequence[str], key: str) -> dict[str, int]:
        """Parse names of cards with their copies; each must match the query under `key` of effort.

        Raises:
            InputError: the card is unknown, or does not match.
        """
        from deckwright.files.deck_cards import resolve
        from deckwright.files.deck_texts import deck_list_in
        from deckwright.files.deck_vocabulary import DeckVocabulary

        deck_list = deck_list_in("\n".join(_with_counts(words)), tr("CARD"))
        vocabulary = DeckVocabulary(self.game.definition, self.cards.values(), self.game.labels)
        lines = tuple(line for line in deck_list.lines if line.copies)
        deck = resolve(deck_list._replace(lines=lines, has_headings=False), vocabulary)
        query = self.game.definition["effort"][key]
        is_match = matcher_of(self.game)(query)
        for entry in deck.entries:
            if not is_match(self.cards[entry.card]):
                message = tr(
                    "{card} cannot be used here: only cards that match {query} can.",
                    card=entry.card,
                    query=query,
                )
                raise InputError("wrong-card", message, where=entry.where)
        return copies_by_card(deck.entries)

    def all(self, key: str) -> dict[str, int]:
        """All cards that match the query under `key` of effort, with the copies in the box."""
        is_match = matcher_of(self.game)(self.game.definition["effort"][key])
        return {card.id: card.copies for card in self.cards.values() if is_match(card)}

    def amounts(self, card: str) -> Amounts:
        """What a card has of each field that is added up."""
        return tuple(self._number(card, field) for field in self.game.definition["effort"]["adds"])

    def requirements(self, card: str) -> Amounts:
        """What a card requires of each field; a negative amount is refused."""
        amounts = self.amounts(card)
        if min(amounts) < 0:
            raise InputError("wrong-card", tr("{card} requires a negative amount.", card=card))
        return amounts

    def worth(self, card: str) -> float:
        """What winning a card is worth."""
        field = self.game.definition["effort"].get("worth", "")
        return self._number(card, field) if field else 0

    def _number(self, card: str, field: str) -> float:
        """Number in a field of a card; 0 if it has none."""
        return next((number_of(value) or 0 for value in values_of(self.cards[card], field)), 0)


def _with_counts(words: Sequence[str]) -> list[str]:
    """Join numbers with the names after them, which a shell separates."""
    lines: list[str] = []
    for word in words:
        if lines and lines[-1].isdigit():
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


Amounts = tuple[float, ...]
"""An amount for each field that is added up."""


class Target(NamedTuple):
    """A card that can be won: what it requires, and what it is worth."""

    card: str
    requires: Amounts
    worth: float = 0


class Haul(NamedTuple):
    """Cards that can be won together, what they are worth, and the amounts left over."""

    cards: tuple[str, ...]
    worth: float
    left: Amounts


def largest_hauls(supply: Amounts, targets: Sequence[Target]) -> list[Haul]:
    """All sets of targets that the amounts given cover and to which no other target can be added.

    The most valuable come first, then those of most cards, then by the order of the targets. No target may require
    a negative amount. The list is empty if no target can be won.
    """
    search = _Search([target.requires for target in targets], supply)
    hauls = dict.fromkeys(
        _haul(supply, [targets[number] for number in chosen])
        for chosen in search.sets(supply, 0, (), ())
        if chosen
    )
    return sorted(hauls, key=lambda haul: (-haul.worth, -len(haul.cards)))


class _Search:
    """Tries targets one by one, and stops at a set that costs too much or will have room for one more."""

    def __init__(self, requires: list[Amounts], supply: Amounts) -> None:
        self._requirements = requires
        self._rest = [tuple(0.0 for _ in supply)]
        for needed in reversed(requires):
            self._rest.append(tuple(map(add, self._rest[-1], needed)))
        self._rest.reverse()

    def sets(
        self, remaining: Amounts, start: int, chosen: tuple[int, ...], passed: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        """Yield the sets, as numbers of targets, that extend those chosen and have no room for one that was passed over."""
        least = _subtract(remaining, self._rest[start])
        if any(_fits(self._requirements[number], least) for number in passed):
            return
        if start == len(self._requirements):
            yield chosen
            return
        requires = self._requirements[start]
        if _fits(requires, remaining):
            yield from self.sets(_subtract(remaining, requires), start + 1, (*chosen, start), passed)
            yield from self.sets(remaining, start + 1, chosen, (*passed, start))
        else:
            yield from self.sets(remaining, start + 1, chosen, passed)


def _fits(requires: Amounts, remaining: Amounts) -> bool:
    return all(map(le, requires, remaining))


def _subtract(remaining: Amounts, requires: Amounts) -> Amounts:
    return tuple(map(sub, remaining, requires))


def _haul(supply: Amounts, targets: Sequence[Target]) -> Haul:
    remaining = supply
    for target in targets:
        remaining = _subtract(remaining, target.requires)
    return Haul(tuple(target.card for target in targets), sum(target.worth for target in targets), remaining)
