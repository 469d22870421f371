"""Options whose values are more than a word or a number."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from typer import BadParameter

from deckwright.messages import tr
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from collections.abc import Callable


def read_day(text: str | date) -> date:
    """Read a day written 2026-01-31."""
    if isinstance(text, date):
        return text
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadParameter(tr("{value} is no day. Write it as 2026-01-31.", value=text)) from None


def one_of(*choices: str) -> Callable[[Any], Any]:
    """Make the callback of an option that takes one of some words."""

    def check(value: str) -> str:
        if value not in choices:
            near = nearest(value, list(choices)) or choices
            raise BadParameter(
                tr("{value} is not known here. Did you mean {names}?", value=value, names=", ".join(near))
            )
        return value

    return check


def read_times(pairs: list[str], decks: list[str]) -> dict[str, int]:
    """Read `DECK=N` pairs: how many times each deck is meant."""
    times = dict.fromkeys(decks, 1)
    for pair in pairs:
        deck, _, number = pair.rpartition("=")
        if deck not in times:
            raise BadParameter(
                tr(
                    "{deck} is not one of the decks to join: {names}.",
                    deck=deck or pair,
                    names=", ".join(decks),
                )
            )
        if not number.isascii() or not number.isdigit() or not int(number):
            raise BadParameter(
                tr("{pair}: write a whole number from 1 after the deck, as DECK=2.", pair=pair)
            )
        times[deck] = int(number)
    return times
