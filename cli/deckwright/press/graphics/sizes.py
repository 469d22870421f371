"""Sizes of papers and cards, by name or as width and height."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.yaml import read_document
from deckwright.messages import tr
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from deckwright.findings import Where
    from deckwright.press.graphics.cuts import Outline


class CardSize(NamedTuple):
    """A size of cards: width and height in mm, radius of the corners, and outline."""

    size: tuple[float, float]
    corner: float = 0.0
    shape: Outline = "rect"


POKER = CardSize((63.0, 88.0), 3.0)
"""Size of the cards of faces that name none."""


_INSETS = {"hexagon": (0.23, 0.12), "circle": (0.17, 0.17)}
"""Shares of width and height beyond which a rectangle is inside an outline."""


def insets_of(size: tuple[float, float], shape: Outline) -> tuple[float, float]:
    """How far texts stay from the left and right, and from the upper and lower edges of a card, in mm."""
    across, down = _INSETS.get(shape, (0.0, 0.0))
    return size[0] * across or 5.0, size[1] * down or 4.0


@cache
def _sizes() -> dict[str, Any]:
    value: dict[str, Any] = read_document(resources.folder("exports") / "sizes.yaml").value
    return value


def card_size_names() -> list[str]:
    """Names of the sizes of cards."""
    return [*_sizes()["cards"]]


def paper_size(value: str | Sequence[float], where: Where | None) -> tuple[float, float]:
    """Width and height of a paper in mm, by its name or as numbers.

    Raises:
        InputError: no paper has this name.
    """
    if isinstance(value, str):
        papers: dict[str, list[float]] = _sizes()["papers"]
        if value not in papers:
            raise _unknown(tr("Unknown paper: {name}.", name=value), value, papers, where)
        value = papers[value]
    return float(value[0]), float(value[1])


def card_size(value: str | Sequence[float], where: Where | None) -> CardSize:
    """Size of cards, by its name or as width and height.

    Raises:
        InputError: no size has this name.
    """
    if not isinstance(value, str):
        return CardSize((float(value[0]), float(value[1])))
    sizes: dict[str, dict[str, Any]] = _sizes()["cards"]
    if value not in sizes:
        raise _unknown(tr("Unknown card size: {name}.", name=value), value, sizes, where)
    across, down = sizes[value]["size"]
    return CardSize(**{**sizes[value], "size": (float(across), float(down))})


def _unknown(message: str, name: str, names: Iterable[str], where: Where | None) -> InputError:
    near = ", ".join(nearest(name, list(names)) or names)
    return InputError("bad-size", message, hint=tr("Use one of: {names}.", names=near), where=where)
