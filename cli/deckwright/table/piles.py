"""Build a pile: gather its cards for the number of players, shuffle it with a seed, set the others aside."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from random import Random, SystemRandom
from typing import TYPE_CHECKING, TypeVar

from deckwright.errors import InputError
from deckwright.messages import tr, trn
from deckwright.model.game import check_mode, check_players
from deckwright.model.rule import matcher_of
from deckwright.model.setup import read_pile
from deckwright.model.words import suggest_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.setup import Pile, PilePart


# Repeatable randomness: the same seed results in the same order on every machine and Python version.

Seed = int | str
"""Any text or whole number."""

Thing = TypeVar("Thing")

_NUMBER = re.compile(r"-?[0-9]{1,15}")
_SEEDS = 10**9


def new_seed() -> int:
    """Draw a random seed below 1,000,000,000, short enough to be read out."""
    return SystemRandom().randrange(_SEEDS)


def seed_or_new(text: Seed) -> Seed:
    """Seed as it is reported, a random one for ''."""
    return new_seed() if text == "" else read_seed(text)


def read_seed(text: Seed) -> Seed:
    """Seed as it is reported: a number if it is written as one."""
    return int(text) if isinstance(text, str) and _NUMBER.fullmatch(text) else text


def random_for(seed: Seed, *context: Seed) -> Random:
    """Random numbers for a seed in one game, pile, number of players and mode.

    Only the sequence of `random()` for a whole number as seed is documented to stay the same in all versions of
    Python; so the seed is turned into a number, and callers use `random()` only.
    """
    text = "\n".join(str(part) for part in (*context, read_seed(seed)))
    return Random(int.from_bytes(sha256(text.encode("utf-8", "surrogatepass")).digest()))  # noqa: S311 - games, not secrets


def shuffled(things: Iterable[Thing], by: Random) -> list[Thing]:
    """Things in random order, each order equally likely (Fisher-Yates)."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = int(by.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


# Build a pile for a number of players: collect its cards, shuffle them, and set the others aside.


@dataclass(frozen=True, slots=True)
class BuiltPile:
    """A pile on the table: card ids in `order`, top first, and those put `aside`, an id for each copy.

    `mode` is '' in a game without modes. `take` is the number that players may agree on, None if rules fix it.
    """

    game: str
    pile: str
    players: int
    mode: str
    seed: Seed
    order: tuple[str, ...]
    aside: tuple[str, ...]
    take: int | None = None

    @property
    def cards(self) -> list[tuple[str, int]]:
        """Cards of the pile by id, with their numbers of copies."""
        return sorted(Counter(self.order).items())


@dataclass(frozen=True, slots=True)
class PileOptions:
    """What a pile depends on besides its game; '' is the usual mode for this number of players."""

    players: int
    seed: Seed
    mode: str = ""


def build_pile(game: Game, cards: Mapping[str, Card], pile: str, options: PileOptions) -> BuiltPile:
    """Build a pile of a game, with the game's `cards` by id; equal options make an equal order."""
    _check_names(game, pile, options.mode)
    players = options.players
    mode = options.mode or game.mode_for(players)
    plan = read_pile(game, pile, mode, matcher_of(game))
    declared = mode if game.names("modes") else ""
    check_players(players, plan.players, plan.id, declared)
    random = random_for(options.seed, game.id, pile, players, mode)
    box = [card for card in sorted(cards) for _ in range(cards[card].copies)]
    draw = _Draw(plan, cards, players, random)
    drawn, not_drawn = draw.gather(box)
    return BuiltPile(
        game=game.id,
        pile=pile,
        players=players,
        mode=declared,
        seed=read_seed(options.seed),
        order=tuple(shuffled(drawn, random)),
        aside=tuple(card for card in not_drawn if plan.could_hold(cards[card])),
        take=plan.setting(players),
    )


@dataclass(frozen=True, slots=True)
class _Draw:
    """Draws the cards of a pile out of the box, part by part."""

    plan: Pile
    cards: Mapping[str, Card]
    players: int
    random: Random

    def gather(self, box: list[str]) -> tuple[list[str], list[str]]:
        """Cards of all parts in turn, and those left in the box."""
        drawn: list[str] = []
        for part in self.plan.parts:
            matching = [card for card in box if part.of(self.cards[card])]
            some = self._of_part(part, matching)
            drawn += some
            box = list((Counter(box) - Counter(some)).elements())
        return drawn, box

    def _of_part(self, part: PilePart, matching: list[str]) -> list[str]:
        """Cards of one part: a number of them, all cards of a number of sorts, or all."""
        count = part.count(self.players)
        if count is None:
            return matching
        sorts = (
            {card: str(self.cards[card].fields.get(part.alike)) for card in matching} if part.alike else {}
        )
        choices = list(dict.fromkeys(sorts.values())) if part.alike else matching
        if count > len(choices):
            raise _too_few(self.plan, part, count, len(choices))
        chosen = shuffled(choices, self.random)[:count]
        return [card for card in matching if sorts[card] in chosen] if part.alike else chosen


def _too_few(plan: Pile, part: PilePart, count: int, available: int) -> InputError:
    values = {"pile": plan.id, "query": part.query, "there": available}
    message = trn(
        "The pile {pile} requires {count} card of {query}, but the box has {there}.",
        "The pile {pile} requires {count} cards of {query}, but the box has {there}.",
        count,
        **values,
    )
    if part.alike:
        message = trn(
            "The pile {pile} requires {count} sort of {query}, but the box has {there}.",
            "The pile {pile} requires {count} sorts of {query}, but the box has {there}.",
            count,
            **values,
        )
    hint = tr("Add cards to the game, or reduce the pile in game.yaml.")
    return InputError(
        "too-few-cards",
        message,
        hint=tr("Use {there} or fewer.", there=available) if part.is_setting else hint,
    )


def _check_names(game: Game, pile: str, mode: str) -> None:
    piles = game.names("piles")
    if pile not in piles:
        raise InputError(
            "unknown-pile",
            tr("The game {game} has no pile {pile}.", game=game.id, pile=pile),
            hint=suggest_names(pile, piles),
        )
    check_mode(game, mode)
