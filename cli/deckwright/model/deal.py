"""How a table is laid at the start: the steps of a mode, who goes first, what is drawn, and what a hand may hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

if TYPE_CHECKING:
    from deckwright.model.game import Game
    from deckwright.model.pile import Take
    from deckwright.model.players import Numbers

ASIDE = "aside"
"""The zone of the cards that a game does without; every table has it."""

Act = Literal["pile", "deck", "cards", "from", "say"]
ACTS: tuple[Act, ...] = ("pile", "deck", "cards", "from", "say")
"""The keys of which each step has one: what it does."""


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
        """Give how many cards a seat takes, or the table; None is all of them."""
        return count_of(self.to_first if is_first and self.to_first is not None else self.take, players)


class First(NamedTuple):
    """Who goes first. `by` may be `seat`, and `reveal`: the highest `field` of a card shown out of `zone` or `source`."""

    by: str = "chance"
    seat: int = 0
    field: str = ""
    zone: str = ""
    source: str = ""


class Draw(NamedTuple):
    """How cards are drawn in the course of the game: so many out of a zone into another, every so many turns."""

    source: str
    to: str
    take: Take
    every: int = 1
    until_empty: bool = False

    def cards(self, players: int) -> int:
        """Give how many cards are drawn at a time."""
        return count_of(self.take, players) or 0


class Deal(NamedTuple):
    """How the table is laid in one mode. `limits` are the most cards in a zone, `players` those who may play."""

    steps: tuple[Step, ...]
    first: First
    draw: Draw | None
    limits: Mapping[str, Take]
    players: Numbers

    @property
    def deck(self) -> Step | None:
        """Give the step that lays decks of the players' own, if there is one."""
        return next((step for step in self.steps if step.act == "deck"), None)

    def opening(self, players: int, *, is_first: bool) -> int:
        """Count the cards that a seat takes from its deck before the game begins."""
        decks = {step.to for step in self.steps if step.act == "deck"}
        taken = [step for step in self.steps if step.act == "from" and step.name in decks and step.each]
        return sum(step.cards(players, is_first=is_first) or 0 for step in taken)


def count_of(take: Take, players: int) -> int | None:
    """Give a number of cards for so many players; None is all of them."""
    return take[players] if isinstance(take, Mapping) else take


def read_deal(game: Game, mode: str) -> Deal:
    """Read how the table of a validated game that says so is laid in a mode; '' where it has none."""
    entry: Mapping[str, Any] = game.definition["deal"]
    own = {**entry, **entry.get("modes", {}).get(mode, {})}
    steps = tuple(map(_step, own["steps"]))
    draw = _draw(own["draw"]) if "draw" in own else None
    limits = {zone: _take(most) for zone, most in own.get("limits", {}).items()}
    takes = [*(take for step in steps for take in (step.take, step.to_first)), *limits.values()]
    takes += [draw.take] if draw else []
    return Deal(steps, _first(own.get("first", "chance")), draw, limits, _players(game, mode, takes))


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
    """Read a number of cards; keys of JSON are texts."""
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
    )


def _players(game: Game, mode: str, takes: list[Take]) -> Numbers:
    """List the numbers of players that the mode, or else the game, and every table allow."""
    tables = [take for take in takes if isinstance(take, Mapping)]
    numbers = game.players_in(mode) or tuple(sorted({number for table in tables for number in table}))
    return tuple(number for number in numbers if all(number in table for table in tables))
