"""Deal: set up the whole table step by step, as the game's data says, and choose who goes first."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError, UsageError
from deckwright.messages import tr, trn
from deckwright.model.card import MAIN, values_of
from deckwright.model.game import check_mode, check_players
from deckwright.model.query.matching import number_of
from deckwright.model.rule import matcher_of
from deckwright.model.settings import apply_settings
from deckwright.model.setup import ASIDE, cards_for, read_deal
from deckwright.model.words import suggest_names
from deckwright.table.piles import PileOptions, build_pile, random_for, read_seed, shuffled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from random import Random

    from deckwright.findings import Finding
    from deckwright.model.card import Card, Deck
    from deckwright.model.game import Game
    from deckwright.model.setup import Deal, First, Step
    from deckwright.table.piles import Seed


# The table at the start of a game, as plain values: the cards in each zone, and the steps that put them
# there.

Zones = dict[str, list[str]]
"""Ids of the cards in each zone, top first."""


class PlacedCards(NamedTuple):
    """Cards that a step places in front of a seat (counted from 1) or on the table (0)."""

    seat: int
    cards: tuple[str, ...]


class CompletedStep(NamedTuple):
    """A step and the cards that it placed; `aside` is the number of cards set aside."""

    step: Step
    placed: tuple[PlacedCards, ...] = ()
    aside: int = 0


class SeatDecks(NamedTuple):
    """Decks in the order of the seats, or one for all; the copies removed from it, and the findings of a check."""

    decks: tuple[Deck, ...] = ()
    removed: tuple[tuple[str, int], ...] = ()
    findings: tuple[Finding, ...] = ()


NO_DECKS = SeatDecks()
"""For games whose players bring no decks."""


def stacks_in(zone: Sequence[str], stacks: int | str, cards: Mapping[str, Card]) -> list[list[str]]:
    """Cards of a zone in stacks, top first: a number of cards in each, or those with the same value of a field."""
    if isinstance(stacks, int):
        return [list(zone[start : start + stacks]) for start in range(0, len(zone), stacks)]
    by_value: dict[str, list[str]] = {}
    for card in zone:
        by_value.setdefault(str(cards[card].fields.get(stacks)), []).append(card)
    return list(by_value.values())


class LastHands(NamedTuple):
    """Number of hands of this size, including those already dealt, and the cards left over."""

    size: int
    hands: int
    rest: int

    def rounds(self, players: int) -> tuple[int, int]:
        """Number of hands for everybody, and of cards left for the last round."""
        whole, over = divmod(self.hands, players)
        return whole, over * self.size + self.rest


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What a table depends on besides its game; '' is the usual mode for this number of players.

    `settings` are the players' choices for open rules, and numbers of cards by pile.
    """

    players: int
    seed: Seed
    mode: str = ""
    decks: SeatDecks = NO_DECKS
    settings: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """A table at the start of a game: shared `zones`, and those of each seat in `seats` (seat 1 at index 0).

    `first` is the seat that goes first, None if all play at once or the players decide. `mode` is '' in a game
    without modes. `rounds` are the cards revealed to decide who goes first, `takes` the numbers of cards that the
    players may agree on, by pile, and `settings` the choices they made.
    """

    game: str
    players: int
    mode: str
    seed: Seed
    first: int | None
    zones: Mapping[str, Sequence[str]]
    seats: Sequence[Mapping[str, Sequence[str]]]
    deal: Deal
    steps: tuple[CompletedStep, ...]
    decks: SeatDecks = NO_DECKS
    rounds: tuple[RevealRound, ...] = ()
    takes: Mapping[str, int] = field(default_factory=dict)
    settings: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def limits(self) -> dict[str, int]:
        """Largest number of cards in each zone that has a limit."""
        return {zone: cards_for(limit, self.players) or 0 for zone, limit in self.deal.limits.items()}

    @property
    def last_hands(self) -> LastHands | None:
        """Hands that the cards are enough for, if the game ends with the last one; None for other games."""
        draw = self.deal.draw
        if not (draw and draw.until_empty and draw.source in self.zones):
            return None
        cards_in_hands = sum(len(seat.get(draw.to, ())) for seat in self.seats)
        size = draw.cards(self.players)
        return LastHands(size, *divmod(len(self.zones[draw.source]) + cards_in_hands, max(size, 1)))


# Who goes first: a fixed seat, a random one, or the one that shows the highest number.


class ShownCard(NamedTuple):
    """A card that a seat reveals, and the number on it."""

    seat: int
    card: str
    value: float


class RevealRound(NamedTuple):
    """Cards that all seats reveal at once; `dealt` if they come from a zone of the table."""

    shown: tuple[ShownCard, ...]
    dealt: bool


class FirstSeat(NamedTuple):
    """The seat that goes first, None if there is none, and the rounds that decided it."""

    seat: int | None
    rounds: tuple[RevealRound, ...] = ()


def first_seat(first: First, players: int, random: Random) -> FirstSeat:
    """Who goes first, if that does not depend on the cards dealt."""
    if first.by == "chance":
        return FirstSeat(1 + int(random.random() * players))
    return FirstSeat(first.seat or None)


def reveal(
    first: First,
    table: Mapping[str, list[str]],
    seats: list[dict[str, list[str]]],
    cards: Mapping[str, Card],
    random: Random,
) -> FirstSeat:
    """Let every seat reveal a card, round by round, until one seat alone shows the highest number that is not tied.

    Each card of a hand is revealed once, in random order. Once all hands have been revealed, each seat is dealt a
    card face up, which it keeps; if there are too few cards for that, chance decides.
    """
    hidden = [
        [card for card in seat[first.zone] if _value(cards[card], first.field) is not None] for seat in seats
    ]
    source = table[first.source]
    rounds: list[RevealRound] = []
    while True:
        dealt = not any(hidden)
        if dealt and len(source) < len(seats):
            return FirstSeat(1 + int(random.random() * len(seats)), tuple(rounds))
        picked = _dealt(first, source, seats) if dealt else [_picked(hand, random) for hand in hidden]
        shown_cards = tuple(
            ShownCard(seat, card, _value(cards[card], first.field) or 0)
            for seat, card in enumerate(picked, 1)
            if card
        )
        rounds.append(RevealRound(shown_cards, dealt))
        if winner := highest_alone(shown_cards):
            return FirstSeat(winner, tuple(rounds))


def highest_alone(shown_cards: tuple[ShownCard, ...]) -> int:
    """Seat with the highest number that no other seat shows; 0 if all numbers are tied."""
    values = [card.value for card in shown_cards]
    alone = [card for card in shown_cards if values.count(card.value) == 1]
    return max(alone, key=lambda card: card.value).seat if alone else 0


def _picked(hand: list[str], random: Random) -> str:
    """Remove a random card from a hand; '' if it is empty."""
    return hand.pop(int(random.random() * len(hand))) if hand else ""


def _dealt(first: First, source: list[str], seats: list[dict[str, list[str]]]) -> list[str]:
    """Deal each seat a card, which it keeps, and return these cards."""
    dealt, source[:] = source[: len(seats)], source[len(seats) :]
    for seat, card in zip(seats, dealt, strict=True):
        seat[first.zone].append(card)
    return dealt


def _value(card: Card, field: str) -> float | None:
    return next((number_of(value) for value in values_of(card, field)), None)


# Set up the whole table at the start of a game, step by step, as the game's data says.


def deal_for(game: Game, players: int, mode: str = "") -> tuple[Deal, str]:
    """Plan for setting up the table with this many players, and its mode: the one named, or the usual one.

    Raises:
        UsageError: the game has no such mode, or this number of players is not allowed.
    """
    check_mode(game, mode)
    mode = mode or (game.mode_for(players) if game.names("modes") else "")
    plan = read_deal(game, mode)
    check_players(players, plan.players, game.id, mode)
    return plan, mode


def deal(game: Game, cards: Mapping[str, Card], options: TableOptions) -> Table:
    """Set up the table of a game, with the game's `cards` by id; equal options make an equal table."""
    players, seed = options.players, options.seed
    game = apply_settings(game, options.settings)
    plan, mode = deal_for(game, players, options.mode)
    options = replace(options, mode=mode)
    _check_piles(plan, [name for name, value in options.settings.items() if isinstance(value, int)])
    first = first_seat(plan.first, players, random_for(seed, game.id, "first", players, mode))
    dealer = _Dealer(game, cards, options, first.seat)
    steps = tuple(dealer.do(number, step) for number, step in enumerate(plan.steps, 1))
    if plan.first.by == "reveal":
        random = random_for(seed, game.id, "reveal", players, mode)
        first = reveal(plan.first, dealer.table, dealer.seats, cards, random)
    dealer.table[ASIDE] = dealer.cards_aside()
    return Table(
        game=game.id,
        players=players,
        mode=mode,
        seed=read_seed(seed),
        first=first.seat,
        zones=dealer.table,
        seats=dealer.seats,
        deal=plan,
        steps=steps,
        decks=options.decks,
        rounds=first.rounds,
        takes=dealer.takes,
        settings=options.settings,
    )


def _check_piles(plan: Deal, piles: Iterable[str]) -> None:
    laid = [step.name for step in plan.steps if step.act == "pile"]
    for pile in piles:
        if pile not in laid:
            raise UsageError(
                "unknown-pile", tr("The table has no pile {pile}.", pile=pile), hint=suggest_names(pile, laid)
            )


class _Dealer:
    """Carries out one step after another, and keeps the cards of every zone."""

    def __init__(
        self, game: Game, cards: Mapping[str, Card], options: TableOptions, first: int | None
    ) -> None:
        self._game, self._cards, self._options, self._first = game, cards, options, first
        self._players = options.players
        self.takes: dict[str, int] = {}
        self.table: Zones = {}
        self.seats: list[Zones] = [{} for _ in range(options.players)]
        self._aside: list[str] = []
        self._spare: list[str] = []
        self._used: Counter[str] = Counter()

    def do(self, number: int, step: Step) -> CompletedStep:
        """Carry out one step."""
        actions = {"pile": self._pile, "deck": self._deck, "cards": self._cards_of, "from": self._take}
        return actions[step.act](number, step) if step.act in actions else CompletedStep(step)

    def _pile(self, number: int, step: Step) -> CompletedStep:
        """Build a pile and place all of it, or some and put the rest aside."""
        options = PileOptions(self._players, self._options.seed, self._options.mode)
        built = build_pile(self._game, self._cards, step.name, options)
        if built.take is not None:
            self.takes[step.name] = built.take
        order, aside = list(built.order), list(built.aside)
        if step.take is None:
            placed = [self._place(step, 0, order)]
        else:
            placed = [
                self._place(step, seat, self._drawn(number, step, seat, order))
                for seat in self._seats_of(step)
            ]
            aside = [*order, *aside]
        self._claim(number, (card for placement in placed for card in placement.cards))
        self._spare += aside
        return CompletedStep(step, tuple(placed), len(aside))

    def _deck(self, _: int, step: Step) -> CompletedStep:
        placed = []
        for seat, deck in zip(self._seats_of(step), self._options.decks.decks, strict=True):
            context = (f"deck:{step.name}", self._players, self._options.mode, seat)
            random = random_for(self._options.seed, self._game.id, *context)
            copies_of_cards = sorted(
                (entry.card, entry.copies) for entry in deck.entries if entry.zone == MAIN
            )
            order = shuffled([card for card, copies in copies_of_cards for _ in range(copies)], random)
            placed.append(self._place(step, seat, order))
        return CompletedStep(step, tuple(placed))

    def _cards_of(self, number: int, step: Step) -> CompletedStep:
        is_meant = matcher_of(self._game)(step.name)
        matching_cards = [card for card in sorted(self._cards) if is_meant(self._cards[card])]
        copies = [card for card in matching_cards for _ in range(self._cards[card].copies)]
        if step.each:
            return self._sorts_to_seats(number, step, copies)
        self._claim(number, copies)
        return CompletedStep(step, (self._place(step, 0, copies),))

    def _sorts_to_seats(self, number: int, step: Step, copies: list[str]) -> CompletedStep:
        """Place the cards with one value of a field at each seat, and put those with other values aside."""
        by_value: dict[str, list[str]] = {choice: [] for choice in self._game.fields[step.alike].choices}
        for card in copies:
            by_value.setdefault(str(self._cards[card].fields.get(step.alike)), []).append(card)
        sorts = [cards for cards in by_value.values() if cards]
        if len(sorts) < self._players:
            raise _too_few(number, step, 0, self._players, len(sorts))
        placed = tuple(self._place(step, seat, sorts[seat - 1]) for seat in self._seats_of(step))
        self._claim(number, (card for placement in placed for card in placement.cards))
        over = [card for cards in sorts[self._players :] for card in cards]
        self._spare += over
        return CompletedStep(step, placed, len(over))

    def _claim(self, number: int, cards: Iterable[str]) -> None:
        """Use cards of the box, which has each copy once."""
        self._used.update(cards)
        for card, copies in self._used.items():
            if copies > self._cards[card].copies:
                raise InputError(
                    "laid-twice",
                    tr(
                        "Step {number} uses {card}, which an earlier step has used already.",
                        number=number,
                        card=card,
                    ),
                    hint=tr("Use different cards in each step of deal in game.yaml."),
                )

    def cards_aside(self) -> list[str]:
        """Cards set aside, and those left over from piles that no other step has used."""
        for card in self._spare:
            if self._used[card] < self._cards[card].copies:
                self._used[card] += 1
                self._aside.append(card)
        return self._aside

    def _take(self, number: int, step: Step) -> CompletedStep:
        """Move cards from the top of a zone, seat by seat."""
        placed = []
        for seat in self._seats_of(step):
            zones_of_seat = self.seats[seat - 1] if seat else {}
            source = zones_of_seat[step.name] if step.name in zones_of_seat else self.table[step.name]
            placed.append(self._place(step, seat, self._drawn(number, step, seat, source)))
        return CompletedStep(step, tuple(placed))

    def _seats_of(self, step: Step) -> range:
        """Seats that a step applies to; 0 is the table."""
        return range(1, self._players + 1) if step.each else range(1)

    def _drawn(self, number: int, step: Step, seat: int, source: list[str]) -> list[str]:
        """Remove the top cards from a zone."""
        count = step.cards(self._players, is_first=seat != 0 and seat == self._first) or 0
        if count > len(source):
            raise _too_few(number, step, seat, count, len(source))
        drawn, source[:] = source[:count], source[count:]
        return drawn

    def _place(self, step: Step, seat: int, cards: list[str]) -> PlacedCards:
        """Place cards below those of a zone."""
        if step.to == ASIDE:
            self._aside += cards
        else:
            zones = self.seats[seat - 1] if seat else self.table
            zones.setdefault(step.to, []).extend(cards)
        return PlacedCards(seat, tuple(cards))


def _too_few(number: int, step: Step, seat: int, count: int, available: int) -> InputError:
    place = tr("{zone} of seat {seat}", zone=step.to, seat=seat) if seat else step.to
    return InputError(
        "too-few-cards",
        trn(
            "Step {number}: {place} requires {count} card of {source}, which has only {there}.",
            "Step {number}: {place} requires {count} cards of {source}, which has only {there}.",
            count,
            number=number,
            place=place,
            source=step.name,
            there=available,
        ),
        hint=tr("Use a larger deck, add cards to the game, or play with fewer people."),
    )
