"""Deal: lay the whole table at the start, step by step, as a game's data says."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from deckwright.errors import InputError, UsageError
from deckwright.messages import tr, trn
from deckwright.model.deal import ASIDE, read_deal
from deckwright.model.deck import MAIN
from deckwright.model.hints import meant
from deckwright.model.matching import matcher_of
from deckwright.model.modes import check_mode
from deckwright.model.players import is_allowed, listed
from deckwright.model.settings import played
from deckwright.table.beginning import first_seat, reveal
from deckwright.table.piles import build_pile
from deckwright.table.seeds import chance, read_seed, shuffled
from deckwright.table.tables import NO_DECKS, Done, Move, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.model.deal import Deal, Step
    from deckwright.model.deck import Deck
    from deckwright.model.game import Game
    from deckwright.table.beginning import Beginning
    from deckwright.table.seeds import Seed
    from deckwright.table.tables import Seated, Zones


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
