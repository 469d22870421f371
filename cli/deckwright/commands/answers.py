"""What was typed as an answer, as a score file holds it; and that file, written."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from deckwright.errors import InputError
from deckwright.files.decks import MOST_COPIES, deck_list_in
from deckwright.files.scores import PAD
from deckwright.messages import later, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_TILE = re.compile(r"(.*[^\s,])[\s,]+(-?\d{1,3})[\s,]+(-?\d{1,3})")


def take_number(pad: dict[str, int], name: str, answer: str) -> None:
    """Put a whole number on a pad; an empty answer is 0."""
    if not re.fullmatch(r"-?\d{0,4}", answer) or answer == "-":
        raise InputError("pad", tr("{value} is not a whole number.", value=answer))
    pad[name] = int(answer or 0)


def _cards_in(answer: str) -> list[Any]:
    """Read cards as lists are typed: 2 Name, or Name x2, with commas or semicolons between them."""
    parts = answer.split(";" if ";" in answer else ",")
    lines = deck_list_in("\n".join(parts), tr("answers")).lines
    return [{line.card: min(line.copies, MOST_COPIES)} for line in lines]


def _set_in(answer: str) -> list[Any]:
    return [_cards_in(answer)]


def _tile_in(answer: str) -> list[Any]:
    """Read a tile and its place: the last two words are numbers."""
    found = _TILE.fullmatch(answer)
    if not found:
        raise InputError(
            "tile", tr("Write a tile and two whole numbers, as: {example}.", example="tile 2 -1")
        )
    return [{"card": found[1], "at": [int(found[2]), int(found[3])]}]


def _shared_in(answer: str) -> list[Any]:
    """Read a card, who completed it, and the tokens of each seat, with semicolons between them."""
    first, *others = (part.strip() for part in answer.split(";"))
    card, _, by = first.rpartition(",")
    tokens: dict[str, dict[str, int]] = {}
    filled: dict[str, str] = {}
    for part in others:
        seat, _, words = part.partition(":")
        for pair in words.split(","):
            pool, _, number = pair.strip().partition(" ")
            if not number.strip("! ").isdecimal():
                raise InputError(
                    "tokens", tr("Write each sort of tokens and how many, as: {example}.", example="red 3")
                )
            tokens.setdefault(seat.strip(), {})[pool] = int(number.strip("! "))
            if number.rstrip().endswith("!"):
                filled[pool] = seat.strip()
    return [{"card": card.strip(), "by": by.strip(), "tokens": tokens, "filled": filled}]


TAKERS: dict[str, Callable[[str], list[Any]]] = {
    "cards": _cards_in,
    "sets": _set_in,
    "placed": _tile_in,
    "shared": _shared_in,
}

HINTS = {
    "cards": later("cards with commas between them, or semicolons where names have commas"),
    "sets": later("the cards of one set with commas between them, one set a line"),
    "placed": later("a tile, and its cell to the right and down, one tile a line"),
    "shared": later("card, seat; seat: red 3, blue 2!; … – “!” after the last token of a sort"),
}


def written(said: Mapping[str, Any]) -> Iterator[str]:
    """Write the parts of a score file, each entry of a zone on a line."""
    for key, value in said.items():
        if key == "seats":
            yield "seats:"
            for seat, zones in value.items():
                yield f"  {_quoted(seat)}:"
                for zone, entries in zones.items():
                    yield from _entries(zone, entries, "    ")
        elif isinstance(value, list):
            yield from _entries(key, value, "")
        elif value:
            yield f"{key}: {_quoted(value)}"


def _entries(zone: str, entries: Any, indent: str) -> Iterator[str]:
    if zone == PAD:
        yield f"{indent}{zone}: {_quoted(entries)}"
        return
    yield f"{indent}{zone}:{'' if entries else ' []'}"
    yield from (f"{indent}  - {_quoted(entry)}" for entry in entries)


def _quoted(value: Any) -> str:
    """Write a value as JSON, which is YAML too."""
    return json.dumps(value, ensure_ascii=False)
