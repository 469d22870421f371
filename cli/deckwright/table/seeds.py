"""Chance that can be repeated: one seed gives one order, on every machine and version of Python."""

from __future__ import annotations

import re
from hashlib import sha256
from random import Random, SystemRandom
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

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
