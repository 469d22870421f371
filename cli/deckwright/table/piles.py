"""Build a pile: gather its cards for the number of players, shuffle it with a seed, set the others aside."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from random import Random, SystemRandom
from typing import TYPE_CHECKING, TypeVar

from deckwright.errors import InputError, UsageError
from deckwright.messages import tr, trn
from deckwright.model.game import check_mode, is_allowed, listed
from deckwright.model.rule import matcher_of
from deckwright.model.setup import read_pile
from deckwright.model.words import meant

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.model.setup import Part, Pile


# Chance that can be repeated: one seed gives one order, on every machine and version of Python.

Seed = int | str
"""Any text or whole number."""

Thing = TypeVar("Thing")

_NUMBER = re.compile(r"-?[0-9]{1,15}")
_MOST = 10**9


def new_seed() -> int:
    """Draw a seed below 1,000,000,000, short enough to be read out."""
    return SystemRandom().randrange(_MOST)


def read_seed(text: Seed) -> Seed:
    """Give a seed as it is reported: a number where it is written as one."""
    return int(text) if isinstance(text, str) and _NUMBER.fullmatch(text) else text


def chance(seed: Seed, *about: Seed) -> Random:
    """Give the source of chance that a seed stands for in one game, pile, number of players and mode.

    `Random` keeps its sequence of `random()` for a whole number as seed from version to version, and nothing
    else; so the seed is made a number here, and only `random()` is to be called.
    """
    text = "\n".join(str(part) for part in (*about, read_seed(seed)))
    return Random(int.from_bytes(sha256(text.encode("utf-8", "surrogatepass")).digest()))  # noqa: S311 - games, not secrets


def shuffled(things: Iterable[Thing], by: Random) -> list[Thing]:
    """Give some things in an order of chance, every order being as likely (Fisher and Yates)."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = int(by.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


# Build a pile: gather its cards for so many players, shuffle it, and put the others aside.


@dataclass(frozen=True, slots=True)
class BuiltPile:
    """A pile on the table: card ids in `order`, top first; `aside` holds those put aside, every copy one.

    `mode` is '' in a game that has no modes. `take` is the number that people may agree on, None where there is none.
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
        """List the cards of the pile by id, each with its copies."""
        return sorted(Counter(self.order).items())


def build_pile(  # noqa: PLR0913 - what a pile depends on, each thing on its own
    game: Game,
    cards: Mapping[str, Card],
    pile: str,
    *,
    players: int,
    mode: str = "",
    seed: Seed,
    take: int | None = None,
) -> BuiltPile:
    """Build a pile of a game for so many players, in a mode or the one that is usual for that many.

    `cards` are the game's, by id. `take` is the number that people agreed on, where the pile leaves one to them.
    Equal seed, game, pile, players, mode and take give an equal order.

    Raises:
        InputError: the game has no such pile, or the box holds fewer cards than it needs.
        UsageError: the game has no such mode, so many may not play, or the pile leaves no number to agree on.
    """
    _check_names(game, pile, mode)
    mode = mode or game.mode_for(players)
    plan = read_pile(game, pile, mode, matcher_of(game))
    declared = mode if game.names("modes") else ""
    _check_players(plan, declared, players)
    if take is not None:
        _check_setting(plan, players)
        plan = plan.taking(take)
    by = chance(seed, game.id, pile, players, mode)
    box = [card for card in sorted(cards) for _ in range(cards[card].copies)]
    taken, left = _gather(plan, box, cards, players, by)
    return BuiltPile(
        game=game.id,
        pile=pile,
        players=players,
        mode=declared,
        seed=read_seed(seed),
        order=tuple(shuffled(taken, by)),
        aside=tuple(card for card in left if plan.could_hold(cards[card])),
        take=plan.setting(players),
    )


def _gather(
    plan: Pile, box: list[str], cards: Mapping[str, Card], players: int, by: Random
) -> tuple[list[str], list[str]]:
    """Take the cards of each part out of the box, in turn; give them and what is left."""
    taken: list[str] = []
    for part in plan.parts:
        there = [card for card in box if part.of(cards[card])]
        wanted = part.count(players)
        sorts = {card: str(cards[card].fields.get(part.alike)) for card in there} if part.alike else {}
        drawn = there if wanted is None else _draw(plan, part, there, wanted, by, sorts)
        taken += drawn
        box = list((Counter(box) - Counter(drawn)).elements())
    return taken, box


def _draw(  # noqa: PLR0913, PLR0917 - what a draw depends on
    plan: Pile, part: Part, there: list[str], wanted: int, by: Random, sorts: Mapping[str, str]
) -> list[str]:
    """Draw so many cards, or all cards of so many `sorts` where these are told."""
    among = list(dict.fromkeys(sorts.values())) if part.alike else there
    if wanted > len(among):
        raise _too_few(plan, part, wanted, len(among))
    if not part.alike:
        return shuffled(there, by)[:wanted]
    chosen = shuffled(among, by)[:wanted]
    return [card for card in there if sorts[card] in chosen]


def _too_few(plan: Pile, part: Part, wanted: int, there: int) -> InputError:
    said = {"pile": plan.id, "query": part.query, "there": there}
    message = trn(
        "The pile {pile} needs {count} card of {query}, and the box holds {there}.",
        "The pile {pile} needs {count} cards of {query}, and the box holds {there}.",
        wanted,
        **said,
    )
    if part.alike:
        message = trn(
            "The pile {pile} needs {count} sort of {query}, and the box holds {there}.",
            "The pile {pile} needs {count} sorts of {query}, and the box holds {there}.",
            wanted,
            **said,
        )
    hint = tr("Add cards to the game, or let the pile take fewer in game.yaml.")
    return InputError(
        "too-few-cards", message, hint=tr("Take {there} or fewer.", there=there) if part.is_setting else hint
    )


def _check_setting(plan: Pile, players: int) -> None:
    if plan.setting(players) is None:
        raise UsageError(
            "no-setting",
            tr("How much is taken for the pile {pile} is settled by its rules.", pile=plan.id),
            hint=tr("Leave --take out."),
        )


def _check_names(game: Game, pile: str, mode: str) -> None:
    piles = game.names("piles")
    if pile not in piles:
        raise InputError(
            "unknown-pile",
            tr("The game {game} has no pile {pile}.", game=game.id, pile=pile),
            hint=meant(pile, piles),
        )
    check_mode(game, mode)


def _check_players(plan: Pile, mode: str, players: int) -> None:
    if is_allowed(players, plan.players):
        return
    said = {"pile": plan.id, "allowed": listed(plan.players), "players": players}
    message = tr("The pile {pile} is built for {allowed} players, not for {players}.", **said)
    if mode:
        message = tr(
            "The pile {pile} is built for {allowed} players in the mode {mode}, not for {players}.",
            mode=mode,
            **said,
        )
    raise UsageError("players-out-of-range", message, hint=tr("Name another number with --players."))
