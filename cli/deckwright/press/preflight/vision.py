"""Colours as people see them who lack one kind of cone."""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING

from deckwright.press.faces.colours import linear, rgb

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Matrix = Sequence[tuple[float, float, float]]

Lab = tuple[float, float, float]

SIGHTS: Mapping[str, Matrix] = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How linear sRGB looks to those without red, green or blue cones: Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (2009), severity 1."""

USUAL: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
"""How it looks to those who have all three."""

_TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
"""From linear sRGB (IEC 61966-2-1) to CIE XYZ under D65."""

_WHITE = (0.95047, 1.0, 1.08883)
_BEND, _SLOPE, _OFFSET = (6 / 29) ** 3, 841 / 108, 4 / 29


def difference(one: str, two: str, sight: Matrix = USUAL) -> float:
    """Give how unlike two colours look: their distance in CIELAB (CIE 1976), where about 2 can just be seen."""
    return dist(lab(one, sight), lab(two, sight))


def lab(colour: str, sight: Matrix = USUAL) -> Lab:
    """Give a colour in CIELAB, as it looks to a sight."""
    seen = [min(max(part, 0.0), 1.0) for part in _times(sight, [linear(part / 255) for part in rgb(colour)])]
    x, y, z = (_bent(part / white) for part, white in zip(_times(_TO_XYZ, seen), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _times(matrix: Matrix, parts: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, parts, strict=True)) for row in matrix]


def _bent(part: float) -> float:
    return float(part ** (1 / 3)) if part > _BEND else _SLOPE * part + _OFFSET
