"""What a printer does to the back of a sheet, as its user measured it."""

from __future__ import annotations

from typing import Literal, NamedTuple

Edge = Literal["long", "short"]
"""The edge of the paper about which a sheet is turned to print its back."""

EDGES: tuple[Edge, ...] = ("long", "short")


class Printer(NamedTuple):
    """How the backs are to be moved (mm to the right and down) and enlarged (per cent) to meet the fronts."""

    offset: tuple[float, float] = (0.0, 0.0)
    scale: float = 100.0
    edge: Edge = "long"
