"""Deal: set up the whole table step by step, as the game's data says, and choose who goes first."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError, UsageError
from deckwright.messages import tr, trn
from deckwright.model.card import MAIN
from deckwright.model.game import check_mode, is_allowed, listed
from deckwright.model.query.matching import number_of, values_of
from deckwright.model.rule import matcher_of
from deckwright.model.settings import played
from deckwright.model.setup import ASIDE, count_of, read_deal
from deckwright.model.words import meant
from deckwright.table.piles import build_pile, chance, read_seed, shuffled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from random import Random

    from deckwright.findings import Finding
    from deckwright.model.card import Card, Deck
    from deckwright.model.game import Game
    from deckwright.model.setup import Deal, First, Step
    from deckwright.table.piles import Seed


# A table at the start of a game, as plain values: what lies where, and by which steps it came there.

Zones = dict[str, list[str]]
"""The ids of the cards that lie in each zone, top first."""


class Move(NamedTuple):
    """Some cards that were laid by a step, before one seat (counted from 1) or on the table (0)."""

    seat: int
    cards: tuple[str, ...]


class Done(NamedTuple):
    """A step, and what it laid where; `aside` counts the cards that it put aside."""

    step: Step
    moves: tuple[Move, ...] = ()
    aside: int = 0


class Seated(NamedTuple):
    """Decks in the order of the seats, or one for all; the copies taken out of it, and what a check says."""

    decks: tuple[Deck, ...] = ()
    removed: tuple[tuple[str, int], ...] = ()
    findings: tuple[Finding, ...] = ()


NO_DECKS = Seated()
"""What a game has whose players bring no decks."""


def stacks_in(zone: Sequence[str], stacks: int | str, cards: Mapping[str, Card]) -> list[list[str]]:
    """Cards of a zone in its stacks, top first: so many in each, or those of one value of a field."""
    if isinstance(stacks, int):
        return [list(zone[start : start + stacks]) for start in range(0, len(zone), stacks)]
    parted: dict[str, list[str]] = {}
    for card in zone:
        parted.setdefault(str(cards[card].fields.get(stacks)), []).append(card)
    return list(parted.values())


class LastHands(NamedTuple):
    """How many hands of a size there are, those dealt already among them, and how many cards are over."""

    size: int
    hands: int
    rest: int

    def rounds(self, players: int) -> tuple[int, int]:
        """Give how many hands everybody gets, and how many cards are left for the last round."""
        whole, over = divmod(self.hands, players)
        return whole, over * self.size + self.rest


@dataclass(frozen=True, slots=True)
class Table:
    """A table at the start. `zones` lie on it, `seats` hold those before each seat, seat 1 at 0.

    `settings` are those that the table agreed on, of a game that names some.

    `first` is the seat that goes first, None where all play at once or people settle it. `mode` is '' in a
    game that has no modes. `rounds` tell what was shown to settle who goes first, `takes` the numbers that people may
    agree on, by pile.
    """

    game: str
    players: int
    mode: str
    seed: Seed
    first: int | None
    zones: Mapping[str, Sequence[str]]
    seats: Sequence[Mapping[str, Sequence[str]]]
    deal: Deal
    done: tuple[Done, ...]
    seated: Seated = NO_DECKS
    rounds: tuple[Round, ...] = ()
    takes: Mapping[str, int] = field(default_factory=dict)
    settings: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def limits(self) -> dict[str, int]:
        """Give the most cards that may be in a zone, for zones that have a limit."""
        return {zone: count_of(most, self.players) or 0 for zone, most in self.deal.limits.items()}

    @property
    def last_hands(self) -> LastHands | None:
        """Tell how far the cards go that the game ends with; None where it does not end so, or all have their own."""
        draw = self.deal.draw
        if not (draw and draw.until_empty and draw.source in self.zones):
            return None
        held = sum(len(seat.get(draw.to, ())) for seat in self.seats)
        size = draw.cards(self.players)
        return LastHands(size, *divmod(len(self.zones[draw.source]) + held, max(size, 1)))


# Who goes first: a seat, chance, or whoever shows the highest card alone.


class Shown(NamedTuple):
    """A card that a seat showed, and the number on it."""

    seat: int
    card: str
    value: float


class Round(NamedTuple):
    """What all seats showed at once; `dealt` tells that the cards came from a zone of the table."""

    shown: tuple[Shown, ...]
    dealt: bool


class Beginning(NamedTuple):
    """The seat that goes first, None where there is none, and the rounds that settled it."""

    seat: int | None
    rounds: tuple[Round, ...] = ()


def first_seat(first: First, players: int, by: Random) -> Beginning:
    """Settle who goes first where that does not hang on the cards dealt."""
    if first.by == "chance":
        return Beginning(1 + int(by.random() * players))
    return Beginning(first.seat or None)


def reveal(
    first: First,
    table: Mapping[str, list[str]],
    seats: list[dict[str, list[str]]],
    cards: Mapping[str, Card],
    by: Random,
) -> Beginning:
    """Let every seat show a card, round by round, until one seat alone shows the highest number of those.

    Each card of a hand is shown once, in an order of chance. Seats that have shown all of theirs are dealt
    one face up instead, which they keep; where there are too few cards for that, chance decides.
    """
    hidden = [
        [card for card in seat[first.zone] if _value(cards[card], first.field) is not None] for seat in seats
    ]
    source = table[first.source]
    rounds: list[Round] = []
    while True:
        dealt = not any(hidden)
        if dealt and len(source) < len(seats):
            return Beginning(1 + int(by.random() * len(seats)), tuple(rounds))
        picked = _dealt(first, source, seats) if dealt else [_picked(hand, by) for hand in hidden]
        shown = tuple(
            Shown(seat, card, _value(cards[card], first.field) or 0)
            for seat, card in enumerate(picked, 1)
            if card
        )
        rounds.append(Round(shown, dealt))
        if winner := highest_alone(shown):
            return Beginning(winner, tuple(rounds))


def highest_alone(shown: tuple[Shown, ...]) -> int:
    """Give the seat that shows the highest of the numbers that one seat alone shows; 0 where all are shared."""
    values = [one.value for one in shown]
    alone = [one for one in shown if values.count(one.value) == 1]
    return max(alone, key=lambda one: one.value).seat if alone else 0


def _picked(hand: list[str], by: Random) -> str:
    """Pick a card that was not shown before; '' where there is none."""
    return hand.pop(int(by.random() * len(hand))) if hand else ""


def _dealt(first: First, source: list[str], seats: list[dict[str, list[str]]]) -> list[str]:
    """Deal each seat a card, which it keeps."""
    dealt, source[:] = source[: len(seats)], source[len(seats) :]
    for seat, card in zip(seats, dealt, strict=True):
        seat[first.zone].append(card)
    return dealt


def _value(card: Card, field: str) -> float | None:
    return next((number_of(value) for value in values_of(card, field)), None)


# Deal: lay the whole table at the start, step by step, as a game's data says.


def deal_for(game: Game, players: int, mode: str = "") -> tuple[Deal, str]:
    """Give how so many players lay the table, in a mode or the one that is meant without one, and that mode.

    Raises:
        InputError: the game does not say how its table is laid.
        UsageError: the game has no such mode, or so many may not play.
    """
    if "deal" not in game.definition:
        raise InputError(
            "no-deal",
            tr("The game {game} does not say how its table is laid.", game=game.id),
            hint=tr("Add a section deal to its game.yaml; deckwright build makes single piles."),
        )
    check_mode(game, mode)
    mode = mode or (game.mode_for(players) if game.names("modes") else "")
    plan = read_deal(game, mode)
    if not is_allowed(players, plan.players):
        message = tr(
            "{allowed} may play {game}, not {players}.",
            allowed=listed(plan.players),
            game=f"{game.id}, {mode}" if mode else game.id,
            players=players,
        )
        raise UsageError("players-out-of-range", message, hint=tr("Name another number with --players."))
    return plan, mode


def deal(  # noqa: PLR0913 - what a table depends on, each thing on its own
    game: Game,
    cards: Mapping[str, Card],
    *,
    players: int,
    mode: str = "",
    seed: Seed,
    seated: Seated = NO_DECKS,
    takes: Mapping[str, int] | None = None,
    settings: Mapping[str, str | int] | None = None,
) -> Table:
    """Lay the table of a game for so many players.

    `cards` are the game's, by id. `seated` holds the decks that the mode asks for: one for each seat,
    or one for all; `takes`, by pile, the numbers that people agreed on, and `settings` all that the game names for
    them to agree on. Equal seed, game, players, mode, decks, numbers and settings give an equal table.

    Raises:
        InputError: the game does not say how, or a step needs more cards than there are.
        UsageError: the game has no such mode, so many may not play, or a number is for a pile that leaves none.
    """
    settings = settings or {}
    game = played(game, {name: value for name, value in settings.items() if isinstance(value, str)})
    plan, mode = deal_for(game, players, mode)
    takes = {**{name: value for name, value in settings.items() if isinstance(value, int)}, **(takes or {})}
    _check_takes(plan, takes)
    begin = first_seat(plan.first, players, chance(seed, game.id, "first", players, mode))
    dealer = _Dealer(game, cards, players, mode, seed, seated.decks, begin, takes)
    done = tuple(dealer.do(number, step) for number, step in enumerate(plan.steps, 1))
    if plan.first.by == "reveal":
        by = chance(seed, game.id, "reveal", players, mode)
        begin = reveal(plan.first, dealer.table, dealer.seats, cards, by)
    dealer.table[ASIDE] = dealer.put_aside()
    return Table(
        game.id,
        players,
        mode,
        read_seed(seed),
        begin.seat,
        dealer.table,
        dealer.seats,
        plan,
        done,
        seated,
        begin.rounds,
        dealer.takes,
        settings,
    )


def _check_takes(plan: Deal, takes: Mapping[str, int]) -> None:
    laid = [step.name for step in plan.steps if step.act == "pile"]
    for pile in takes:
        if pile not in laid:
            raise UsageError(
                "unknown-pile", tr("No pile {pile} is laid here.", pile=pile), hint=meant(pile, laid)
            )


class _Dealer:
    """Whoever lays the table: does one step after the other, and knows what lies where by then."""

    def __init__(  # noqa: PLR0913, PLR0917 - what a table depends on
        self,
        game: Game,
        cards: Mapping[str, Card],
        players: int,
        mode: str,
        seed: Seed,
        decks: Sequence[Deck],
        begin: Beginning,
        takes: Mapping[str, int],
    ) -> None:
        self._game, self._cards, self._players, self._mode, self._seed = game, cards, players, mode, seed
        self._decks, self._first = decks, begin.seat
        self._agreed = takes
        self.takes: dict[str, int] = {}
        self.table: Zones = {}
        self.seats: list[Zones] = [{} for _ in range(players)]
        self._aside: list[str] = []
        self._spare: list[str] = []
        self._laid: Counter[str] = Counter()

    def do(self, number: int, step: Step) -> Done:
        """Do one step."""
        doing = {"pile": self._pile, "deck": self._deck, "cards": self._lay, "from": self._take}
        return doing[step.act](number, step) if step.act in doing else Done(step)

    def _pile(self, number: int, step: Step) -> Done:
        """Build a pile; lay it out, or some of it, and put the rest aside."""
        built = build_pile(
            self._game,
            self._cards,
            step.name,
            players=self._players,
            mode=self._mode,
            seed=self._seed,
            take=self._agreed.get(step.name),
        )
        if built.take is not None:
            self.takes[step.name] = built.take
        order, aside = list(built.order), list(built.aside)
        if step.take is None:
            moves = [self._put(step, 0, order)]
        else:
            moves = [self._put(step, seat, self._drawn(number, step, seat, order)) for seat in self._at(step)]
            aside = [*order, *aside]
        self._claim(number, (card for move in moves for card in move.cards))
        self._spare += aside
        return Done(step, tuple(moves), len(aside))

    def _deck(self, _: int, step: Step) -> Done:
        moves = []
        for seat, deck in zip(self._at(step), self._decks, strict=True):
            by = chance(self._seed, self._game.id, f"deck:{step.name}", self._players, self._mode, seat)
            held = sorted((entry.card, entry.copies) for entry in deck.entries if entry.zone == MAIN)
            order = shuffled([card for card, copies in held for _ in range(copies)], by)
            moves.append(self._put(step, seat, order))
        return Done(step, tuple(moves))

    def _lay(self, number: int, step: Step) -> Done:
        is_meant = matcher_of(self._game)(step.name)
        found = [card for card in sorted(self._cards) if is_meant(self._cards[card])]
        copies = [card for card in found for _ in range(self._cards[card].copies)]
        if step.each:
            return self._lay_apart(number, step, copies)
        self._claim(number, copies)
        return Done(step, (self._put(step, 0, copies),))

    def _lay_apart(self, number: int, step: Step, copies: list[str]) -> Done:
        """Lay the cards of one value of a field before each seat, and put those of other values aside."""
        parted: dict[str, list[str]] = {choice: [] for choice in self._game.fields[step.alike].choices}
        for card in copies:
            parted.setdefault(str(self._cards[card].fields.get(step.alike)), []).append(card)
        sorts = [cards for cards in parted.values() if cards]
        if len(sorts) < self._players:
            raise _too_few(number, step, 0, self._players, len(sorts))
        moves = tuple(self._put(step, seat, sorts[seat - 1]) for seat in self._at(step))
        self._claim(number, (card for move in moves for card in move.cards))
        over = [card for cards in sorts[self._players :] for card in cards]
        self._spare += over
        return Done(step, moves, len(over))

    def _claim(self, number: int, cards: Iterable[str]) -> None:
        """Take cards out of the box, which holds each copy once."""
        self._laid.update(cards)
        for card, copies in self._laid.items():
            if copies > self._cards[card].copies:
                raise InputError(
                    "laid-twice",
                    tr(
                        "Step {number} lays {card}, which a step before it has laid.",
                        number=number,
                        card=card,
                    ),
                    hint=tr("Let each step of deal in game.yaml lay other cards."),
                )

    def put_aside(self) -> list[str]:
        """Give what was put aside, and what piles left over, less what other steps have laid of that."""
        for card in self._spare:
            if self._laid[card] < self._cards[card].copies:
                self._laid[card] += 1
                self._aside.append(card)
        return self._aside

    def _take(self, number: int, step: Step) -> Done:
        """Take cards from the top of a zone, seat by seat."""
        moves = []
        for seat in self._at(step):
            own = self.seats[seat - 1] if seat else {}
            source = own[step.name] if step.name in own else self.table[step.name]
            moves.append(self._put(step, seat, self._drawn(number, step, seat, source)))
        return Done(step, tuple(moves))

    def _at(self, step: Step) -> range:
        """Give the seats that a step goes to; 0 is the table."""
        return range(1, self._players + 1) if step.each else range(1)

    def _drawn(self, number: int, step: Step, seat: int, source: list[str]) -> list[str]:
        """Take the top cards out of a zone."""
        wanted = step.cards(self._players, is_first=seat != 0 and seat == self._first) or 0
        if wanted > len(source):
            raise _too_few(number, step, seat, wanted, len(source))
        drawn, source[:] = source[:wanted], source[wanted:]
        return drawn

    def _put(self, step: Step, seat: int, cards: list[str]) -> Move:
        """Lay cards below those of a zone."""
        if step.to == ASIDE:
            self._aside += cards
        else:
            zones = self.seats[seat - 1] if seat else self.table
            zones.setdefault(step.to, []).extend(cards)
        return Move(seat, tuple(cards))


def _too_few(number: int, step: Step, seat: int, wanted: int, there: int) -> InputError:
    place = tr("{zone} of seat {seat}", zone=step.to, seat=seat) if seat else step.to
    return InputError(
        "too-few-cards",
        trn(
            "Step {number}: {place} needs {count} card of {source}, and {there} are left there.",
            "Step {number}: {place} needs {count} cards of {source}, and {there} are left there.",
            wanted,
            number=number,
            place=place,
            source=step.name,
            there=there,
        ),
        hint=tr("Bring a larger deck, add cards to the game, or let fewer people play."),
    )
