"""The papers and cards that sheets can name."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.documents import read_document
from deckwright.messages import tr
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from deckwright.errors import Where
    from deckwright.press.sheets.sheet import Shape


class CardSize(NamedTuple):
    """A card as cut: its size in mm, the radius of its corners, and its outline."""

    size: tuple[float, float]
    corner: float = 0.0
    shape: Shape = "rect"


@cache
def _sizes() -> dict[str, Any]:
    value: dict[str, Any] = read_document(resources.folder("exports") / "sizes.yaml").value
    return value


def paper_of(value: str | list[float], where: Where) -> tuple[float, float]:
    """Give the width and height of a paper in mm, by its name or as they are said.

    Raises:
        InputError: there is no paper of that name.
    """
    if isinstance(value, str):
        known: dict[str, list[float]] = _sizes()["papers"]
        if value not in known:
            raise _unknown(tr("There is no paper {name}.", name=value), value, known, where)
        value = known[value]
    return float(value[0]), float(value[1])


def card_of(value: str | list[float], where: Where) -> CardSize:
    """Give a card by the name of its size, or as its width and height are said.

    Raises:
        InputError: there is no card of that name.
    """
    if not isinstance(value, str):
        return CardSize((float(value[0]), float(value[1])))
    known: dict[str, dict[str, Any]] = _sizes()["cards"]
    if value not in known:
        raise _unknown(tr("There is no size of card called {name}.", name=value), value, known, where)
    across, down = known[value]["size"]
    return CardSize(**{**known[value], "size": (float(across), float(down))})


def _unknown(message: str, name: str, known: dict[str, Any], where: Where) -> InputError:
    near = ", ".join(nearest(name, list(known)) or known)
    return InputError("bad-sheet", message, hint=tr("Known: {names}.", names=near), where=where)
