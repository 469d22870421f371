"""Setting up a table: piles, the steps of a deal, who goes first, what a table has of the box, and what a definition of these has wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from deckwright.messages import tr, trn
from deckwright.model.game import Numbers, PathFinding, deals_in, numbers_in, steps_in, takes_in
from deckwright.model.rule import matcher_of
from deckwright.model.words import suggest_names

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from deckwright.model.card import Card
    from deckwright.model.game import Game, Path, Section
    from deckwright.model.rule import CardTest, Matcher


# A pile that is built for a table: which cards go into it in a mode, and for how many players.

Take = int | Mapping[int, int] | None
"""How many cards: a number, a number for each number of players, or all of them."""


@dataclass(frozen=True, slots=True)
class PilePart:
    """Some cards of a pile: those that `query` finds, or only `take` of them.

    Where `alike` names a field, cards with the same value of it are drawn together, and `take` counts such sorts.
    Where it is a `setting`, people may agree on another number.
    """

    query: str
    of: CardTest
    take: Take = None
    alike: str = ""
    is_setting: bool = False

    def count(self, players: int) -> int | None:
        """Number of cards, or of sorts, to draw for a number of players; None for all of them."""
        return cards_for(self.take, players)


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile in one mode, for some numbers of players. `box` finds all cards it could have, if defined."""

    id: str
    parts: tuple[PilePart, ...]
    box: CardTest | None
    players: Numbers

    def setting(self, players: int) -> int | None:
        """The number that people may change, or None."""
        return next((part.count(players) for part in self.parts if part.is_setting), None)

    def could_hold(self, card: Card) -> bool:
        """Whether a card that was not taken is set aside, rather than left in the box."""
        return self.box(card) if self.box else any(part.of(card) for part in self.parts)


def read_pile(game: Game, name: str, mode: str, matcher: Matcher) -> Pile:
    """Read a pile of a validated game in one of its modes, which has parts of its own or the pile's."""
    entry: Mapping[str, Any] = game.definition["piles"][name]
    pile_in_mode = entry.get("modes", {}).get(mode, entry)
    parts = tuple(_part(part, matcher) for part in pile_in_mode["parts"])
    return Pile(
        id=name,
        parts=parts,
        box=matcher(entry["from"]) if "from" in entry else None,
        players=_players(game, mode, [part.take for part in parts]),
    )


def _part(entry: Mapping[str, Any], matcher: Matcher) -> PilePart:
    return PilePart(
        entry["of"],
        matcher(entry["of"]),
        _take(entry.get("take")),
        entry.get("alike", ""),
        is_setting=entry.get("setting", False),
    )


# How a table is set up: the steps of a mode, who goes first, what is drawn, and the limits of hands.

ASIDE = "aside"
"""The zone of the cards that are not used; every table has it."""

Act = Literal["pile", "deck", "cards", "from", "say"]
ACTS: tuple[Act, ...] = ("pile", "deck", "cards", "from", "say")
"""The keys that say what a step does; each step has one of them."""


class Step(NamedTuple):
    """One step. `name` is that of the pile, format, zone or text, or a query; `take` is None for all cards.

    `packs` is how many times each ready-made deck goes into one deck for all; 0 where it may not be made so.
    `alike` is the field whose values part cards among the seats.
    """

    act: Act
    name: str
    to: str = ""
    each: bool = False
    take: Take = None
    to_first: Take = None
    packs: int = 0
    alike: str = ""

    def cards(self, players: int, *, is_first: bool = False) -> int | None:
        """Number of cards that a seat, or the table, takes; None for all of them."""
        return cards_for(self.to_first if is_first and self.to_first is not None else self.take, players)


class First(NamedTuple):
    """Who goes first. `by` may be `seat`, and `reveal`: the highest `field` of a card shown out of `zone` or `source`."""

    by: str = "chance"
    seat: int = 0
    field: str = ""
    zone: str = ""
    source: str = ""


class Draw(NamedTuple):
    """How cards are drawn during the game: a number from one zone into another, at intervals of turns.

    With `reshuffles`, cards drawn in earlier turns make a new deck when it is empty.
    """

    source: str
    to: str
    take: Take
    every: int = 1
    until_empty: bool = False
    reshuffles: bool = False

    def cards(self, players: int) -> int:
        """Number of cards that are drawn at a time."""
        return cards_for(self.take, players) or 0


class Mulligan(NamedTuple):
    """How often a player may shuffle an opening hand back and draw another one, with `fewer` cards each time."""

    times: int = 1
    fewer: int = 0


class Deal(NamedTuple):
    """How the table is set up in one mode. `limits` are the most cards in a zone, `players` those who may play.

    `piles` are the zones whose cards nobody has yet. `empty_on_table` and `empty_of_seats` have no cards at first.
    """

    steps: tuple[Step, ...]
    first: First
    draw: Draw | None
    limits: Mapping[str, Take]
    players: Numbers
    mulligan: Mulligan | None = None
    piles: frozenset[str] = frozenset({ASIDE})
    empty_on_table: Sequence[str] = ()
    empty_of_seats: Sequence[str] = ()

    @property
    def deck(self) -> Step | None:
        """The step that takes the players' own decks, if there is one."""
        return next((step for step in self.steps if step.act == "deck"), None)

    def opening(self, players: int, *, is_first: bool) -> int:
        """Number of cards that a seat takes from its deck before the game begins."""
        return self._taken(players, is_first=is_first, to_piles=False)

    def elsewhere(self, players: int, *, is_first: bool) -> int:
        """Number of cards of a seat's deck that begin the game in another pile."""
        return self._taken(players, is_first=is_first, to_piles=True)

    def _taken(self, players: int, *, is_first: bool, to_piles: bool) -> int:
        decks = {step.to for step in self.steps if step.act == "deck"}
        steps = [step for step in self.steps if step.act == "from" and step.name in decks and step.each]
        taken = [step for step in steps if (step.to in self.piles) == to_piles]
        return sum(step.cards(players, is_first=is_first) or 0 for step in taken)


def said_label(step: Step, game: Game) -> str:
    """Context of the text that a step has read out: one of `says`, or a reminder."""
    says = game.definition["deal"].get("says", {})
    return f"say:{step.name}" if step.name in says else f"reminder:{step.name}.text"


def cards_for(take: Take, players: int) -> int | None:
    """Number of cards for a number of players; None for all of them."""
    return take[players] if isinstance(take, Mapping) else take


def read_deal(game: Game, mode: str) -> Deal:
    """Read how the table of a validated game is set up in a mode, or '' if the game has no modes."""
    entry: Mapping[str, Any] = game.definition["deal"]
    deal = {**entry, **entry.get("modes", {}).get(mode, {})}
    steps = tuple(map(_step, deal["steps"]))
    draw = _draw(deal["draw"]) if "draw" in deal else None
    limits = {zone: _take(limit) for zone, limit in deal.get("limits", {}).items()}
    takes = [*(take for step in steps for take in (step.take, step.to_first)), *limits.values()]
    takes += [draw.take] if draw else []
    mulligan = Mulligan(**deal["mulligan"]) if "mulligan" in deal else None
    players = _players(game, mode, takes)
    piles = frozenset(name for name, zone in deal["zones"].items() if zone.get("shape") == "pile") | {ASIDE}
    first, empty = _first(deal.get("first", "chance")), deal.get("empty", {})
    empty_zones = empty.get("table", ()), empty.get("seats", ())
    return Deal(steps, first, draw, limits, players, mulligan, piles, *empty_zones)


def _step(entry: Mapping[str, Any]) -> Step:
    act = next(act for act in ACTS if act in entry)
    return Step(
        act,
        entry[act],
        entry.get("to", ""),
        entry.get("each", False),
        _take(entry.get("take")),
        _take(entry.get("to_first")),
        entry.get("packs", 0),
        entry.get("alike", ""),
    )


def _take(written: Any) -> Take:
    """Read a number of cards, or a table of them by players, whose keys are texts in JSON."""
    if isinstance(written, Mapping):
        return {int(players): count for players, count in written.items()}
    return cast("Take", written)


def _first(written: Any) -> First:
    if isinstance(written, int):
        return First("seat", seat=written)
    if isinstance(written, str):
        return First(written)
    return First("reveal", field=written["reveal"], zone=written["in"], source=written["from"])


def _draw(entry: Mapping[str, Any]) -> Draw:
    return Draw(
        entry["from"],
        entry["to"],
        _take(entry["take"]),
        entry.get("every", 1),
        entry.get("until_empty", False),
        entry.get("reshuffle", False),
    )


def _players(game: Game, mode: str, takes: list[Take]) -> Numbers:
    """The numbers of players that the mode, or else the game, and every table of numbers allow."""
    tables = [take for take in takes if isinstance(take, Mapping)]
    numbers = game.players_in(mode) or tuple(sorted({number for table in tables for number in table}))
    return tuple(number for number in numbers if all(number in table for table in tables))


# Checks of a game's table setup that the schema cannot express.

_GOES_WITH = {
    "take": ("pile", "from"),
    "each": ("pile", "deck", "cards", "from"),
}
"""The keys that only some steps take."""


class _Zones(NamedTuple):
    """The zones that the steps so far have filled: on the table, and before each seat."""

    table: set[str]
    seats: set[str]


def check_deal(definition: Section) -> Iterator[PathFinding]:
    """Find everything that is inconsistent in the section `deal`."""
    if ASIDE in definition.get("deal", {}).get("zones", {}):
        message = tr("Every table already has a zone “{name}”: use another name for this one.", name=ASIDE)
        yield PathFinding(("deal", "zones", ASIDE), message)
    for mode, paths, deal in deals_in(definition):
        zones = _Zones(set(), set())
        for path, step in steps_in(paths, deal):
            yield from _step_flaws(path, step, zones)
            _lay(step, zones)
        yield from _decks(paths, deal)
        yield from _first_player_flaws(paths, deal, zones)
        yield from _after(paths, deal, zones)
        yield from _player_flaws(paths, deal, definition, mode)


def _step_flaws(path: Path, step: Section, zones: _Zones) -> Iterator[PathFinding]:
    act, *others = [act for act in ACTS if act in step]
    for other in others:
        message = tr("A step does one thing: {one} or {other}, not both.", one=act, other=other)
        yield PathFinding((*path, other), message)
    for key, acts in _GOES_WITH.items():
        if key in step and act not in acts:
            message = tr("{key} can only be used with {names}.", key=key, names=", ".join(acts))
            yield PathFinding((*path, key), message)
    if act == "pile" and step.get("each") and "take" not in step:
        yield PathFinding((*path, "each"), tr("Missing number of cards for each seat: add “take”."))
    if act == "cards" and step.get("each") and "alike" not in step:
        yield PathFinding(
            (*path, "each"),
            tr("It is unclear which of these cards each seat gets: divide them with “alike”."),
        )
    if "packs" in step and step.get("each"):
        yield PathFinding(
            (*path, "packs"), tr("“packs” makes one deck for all seats: it cannot be used with “each”.")
        )
    zone = step.get("to", ASIDE)
    if zone in (zones.table | {ASIDE} if step.get("each") else zones.seats):
        message = tr("“{zone}” cannot be both on the table and before each seat.", zone=zone)
        yield PathFinding((*path, "to"), message)
    if act == "from":
        yield from _source((*path, "from"), step, zones)


def _source(path: Path, step: Section, zones: _Zones) -> Iterator[PathFinding]:
    filled = zones.table | zones.seats if step.get("each") else zones.table
    if step["from"] not in filled:
        message = tr("No earlier step fills “{zone}” there.", zone=step["from"])
        yield PathFinding(path, f"{message} {suggest_names(step['from'], sorted(filled))}")


def _lay(step: Section, zones: _Zones) -> None:
    if step.get("to", ASIDE) != ASIDE:
        (zones.seats if step.get("each") else zones.table).add(step["to"])


def _decks(paths: dict[str, Path], deal: Section) -> Iterator[PathFinding]:
    """Find a second step that takes decks: `--deck` would be ambiguous."""
    decks = [path for path, step in steps_in(paths, deal) if "deck" in step]
    yield from (PathFinding((*path, "deck"), tr("Only one step can take decks.")) for path in decks[1:])


def _first_player_flaws(paths: dict[str, Path], deal: Section, zones: _Zones) -> Iterator[PathFinding]:
    first = deal.get("first", "chance")
    if isinstance(first, dict):
        yield from _laid((*paths["first"], "in"), first["in"], zones.seats)
        yield from _laid((*paths["first"], "from"), first["from"], zones.table)
    if isinstance(first, int) or first == "chance":
        return
    for path, step in steps_in(paths, deal):
        if "to_first" in step:
            message = tr("It is not known yet who goes first: that is decided when the table is set up.")
            yield PathFinding((*path, "to_first"), message)


def _after(paths: dict[str, Path], deal: Section, zones: _Zones) -> Iterator[PathFinding]:
    """Find zones that are drawn from, or limited, but never filled, and those that are filled but said to be empty."""
    filled = zones.table | zones.seats
    for owner, names in deal.get("empty", {}).items():
        for number, zone in enumerate(names):
            if zone in filled:
                message = tr("“{zone}” is not empty at first: a step fills it.", zone=zone)
                yield PathFinding((*paths["empty"], owner, number), message)
    for key in ("from", "to"):
        if "draw" in deal:
            yield from _laid((*paths["draw"], key), deal["draw"][key], filled)
    for zone in deal.get("limits", {}):
        yield from _laid((*paths["limits"], zone), zone, filled)


def _laid(path: Path, zone: str, filled: set[str]) -> Iterator[PathFinding]:
    if zone not in filled:
        message = tr("No step fills “{zone}” there.", zone=zone)
        yield PathFinding(path, f"{message} {suggest_names(zone, sorted(filled))}")


def _player_flaws(
    paths: dict[str, Path], deal: Section, definition: Section, mode: str
) -> Iterator[PathFinding]:
    """Find tables without a common number of players, and a first seat that may be empty."""
    span = definition.get("modes", {}).get(mode, {}).get("players") or definition.get("players")
    tables = [{int(number) for number in take} for _, take in takes_in(paths, deal) if isinstance(take, dict)]
    numbers = set(numbers_in(span)) or set().union(*tables)
    allowed = numbers.intersection(*tables)
    if numbers and not allowed:
        yield PathFinding(paths["steps"], tr("These tables have no allowed number of players in common."))
    first = deal.get("first")
    if isinstance(first, int) and allowed and first > min(allowed):
        message = trn(
            "With {count} player, seat {seat} does not exist.",
            "With {count} players, seat {seat} does not exist.",
            min(allowed),
            seat=first,
        )
        yield PathFinding(paths["first"], message)


# What a table has of the box: the cards in play in a mode, and how many of them.


class Share(NamedTuple):
    """Cards of which a table has all copies in the box, or at most `take` of them together."""

    cards: tuple[Card, ...]
    take: int | None = None


class Supply(NamedTuple):
    """The cards that a table plays with."""

    shares: tuple[Share, ...]

    def most(
        self,
        test: Callable[[Card], bool],
        value: Callable[[Card], float] = lambda _: 1,
        copies: Callable[[Card], float] = lambda card: card.copies,
        take: float = inf,
    ) -> float:
        """The highest sum of a value that `take` cards can have, with so many `copies` of each; those of a lower value than 0 are left out."""
        best: list[tuple[float, float]] = []
        for share in self.shares:
            valued = [(value(card), copies(card)) for card in share.cards if test(card)]
            best += _highest(valued, inf if share.take is None else share.take)
        return sum(number * count for number, count in _highest(best, take))

    def cards(self, test: Callable[[Card], bool]) -> list[Card]:
        """The cards in play that pass a test."""
        return [card for share in self.shares for card in share.cards if test(card) and card.copies]


def _highest(values: Iterable[tuple[float, float]], take: float) -> Iterator[tuple[float, float]]:
    """Yield the highest values, and how often each of them is taken; none that adds nothing."""
    for value, count in sorted(values, reverse=True):
        taken = min(count, take)
        if value <= 0 or not taken:
            return
        yield value, taken
        take -= taken


def read_supply(game: Game, cards: Collection[Card], mode: str, players: int | None = None) -> Supply:
    """Read what a mode plays with; with `players`, for that number of players, if the piles allow it."""
    matcher = matcher_of(game)
    piles = [read_pile(game, name, mode, matcher) for name in game.names("piles")]
    if players and not all(players in pile.players for pile in piles):
        players = None
    shares: dict[int, tuple[PilePart, list[Card]]] = {}
    free: list[Card] = []
    for card in cards:
        parts = [part for pile in piles for part in _parts_in_play(pile, players) if part.of(card)]
        if len(parts) == 1:
            shares.setdefault(id(parts[0]), (parts[0], []))[1].append(card)
        elif parts or not any(pile.could_hold(card) for pile in piles):
            free.append(card)
    taken = (Share(tuple(own), _copies_taken(part, players)) for part, own in shares.values())
    return Supply((*taken, Share(tuple(free))))


def cards_in_mode(game: Game, cards: Collection[Card], mode: str) -> list[Card]:
    """The cards that a mode, or any of them (''), plays with."""
    return read_supply(game, cards, mode).cards(lambda _: True) if mode else list(cards)


def _parts_in_play(pile: Pile, players: int | None) -> Iterator[PilePart]:
    """Yield the parts that are not empty for a number of players, or for any of the pile's."""
    numbers = [players] if players else pile.players
    yield from (
        part for part in pile.parts if not numbers or any(part.count(number) != 0 for number in numbers)
    )


def _copies_taken(part: PilePart, players: int | None) -> int | None:
    """Number of copies that are taken of a part, if it is known; sorts of cards are taken whole."""
    return None if part.alike or not players else part.count(players)
