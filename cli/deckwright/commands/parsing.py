"""Options whose values are more than a word or a number."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from typer import BadParameter

from deckwright.messages import tr
from deckwright.model.translation import STATES
from deckwright.model.words import code_point, control_character, nearest

if TYPE_CHECKING:
    from collections.abc import Callable


_FAR = 20.0
"""How far, in mm, backs can be moved."""


def read_day(text: str | date) -> date:
    """Read a day written 2026-01-31."""
    if isinstance(text, date):
        return text
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadParameter(tr("{value} is no day. Write it as 2026-01-31.", value=text)) from None


def read_offset(text: str | tuple[float, float]) -> tuple[float, float]:
    """Read two lengths in mm, to the right and down, written 0.8,-1.2."""
    if isinstance(text, tuple):
        return text
    try:
        across, down = (float(part) for part in text.split(","))
    except ValueError:
        across = down = float("nan")
    if not (abs(across) <= _FAR and abs(down) <= _FAR):
        raise BadParameter(
            tr("{value} is no offset. Write two numbers of mm up to 20, as 0.8,-1.2.", value=text)
        )
    return across, down


def read_plain(text: str) -> str:
    """Read a text that is written into files; these could not be read again with a control character in them."""
    if found := control_character(text):
        raise BadParameter(tr("The control character {code} is not allowed.", code=code_point(found[0])))
    return text


def one_of(*choices: str) -> Callable[[Any], Any]:
    """Make the callback of an option that takes one of some words; one that is left out stays None."""

    def check(value: str | None) -> str | None:
        if value is not None and value not in choices:
            near = nearest(value, list(choices)) or choices
            raise BadParameter(
                tr("{value} is not known here. Did you mean {names}?", value=value, names=", ".join(near))
            )
        return value

    return check


def each_of(*choices: str) -> Callable[[Any], Any]:
    """Make the callback of an option that may be repeated, and takes one of some words each time."""
    check = one_of(*choices)
    return lambda values: [check(value) for value in values or ()]


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


_GROUPS = {"unreviewed": [state for state in STATES if state != "reviewed"]}
"""Words for several states."""


def read_states(text: str) -> list[str]:
    """Read some states of entries, with commas between them; `unreviewed` are all but reviewed.

    Raises:
        BadParameter: one is none.
    """
    words = [word.strip() for word in text.split(",") if word.strip()]
    states = [state for word in words for state in _GROUPS.get(word, [word])]
    for state in states:
        if state not in STATES:
            known = [*STATES, *_GROUPS]
            near = ", ".join(nearest(state, known) or known)
            raise BadParameter(
                tr("{value} is no state of an entry. Did you mean {names}?", value=state, names=near)
            )
    return states
