"""How colours look: CIELAB, differences, and what colour-blind people see."""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING

from deckwright.press.looks.colours import curved, linear, rgb

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Matrix = Sequence[tuple[float, float, float]]

Lab = tuple[float, float, float]

Light = tuple[float, float, float]
"""A colour as CIE XYZ under D65, in which white has a Y of 1."""

COLOUR_BLINDNESS: Mapping[str, Matrix] = {
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
"""Matrices for linear sRGB as seen without red, green or blue cones: Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (2009), severity 1."""

FULL_VISION: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
"""Matrix for all three kinds of cone."""

_TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
"""From linear sRGB (IEC 61966-2-1) to CIE XYZ under D65."""

_FROM_XYZ: Matrix = (
    (3.2404542, -1.5371385, -0.4985314),
    (-0.9692660, 1.8760108, 0.0415560),
    (0.0556434, -0.2040259, 1.0572252),
)
"""The inverse of that."""

_WHITE = (0.95047, 1.0, 1.08883)
_BEND, _SLOPE, _OFFSET = (6 / 29) ** 3, 841 / 108, 4 / 29


def difference(one: str, two: str, sight: Matrix = FULL_VISION) -> float:
    """Difference of two colours: their distance in CIELAB (CIE 1976), of which about 2 is just visible."""
    return dist(lab(one, sight), lab(two, sight))


def lab(colour: str, sight: Matrix = FULL_VISION) -> Lab:
    """Colour in CIELAB, as seen through a matrix."""
    seen = [min(max(part, 0.0), 1.0) for part in _times(sight, [linear(part / 255) for part in rgb(colour)])]
    return lab_of_xyz(_times(_TO_XYZ, seen))


def lab_of_xyz(light: Sequence[float]) -> Lab:
    """CIELAB of a colour in CIE XYZ."""
    x, y, z = (_bent(part / white) for part, white in zip(light, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def xyz_of_lab(colour: Lab) -> Light:
    """CIE XYZ of a colour in CIELAB."""
    y = (colour[0] + 16) / 116
    bent = (y + colour[1] / 500, y, y - colour[2] / 200)
    x, y, z = (white * _straight(part) for part, white in zip(bent, _WHITE, strict=True))
    return x, y, z


def rgb_of_xyz(light: Light) -> str:
    """The nearest `#rrggbb` of a colour in CIE XYZ."""
    parts = (min(max(part, 0.0), 1.0) for part in _times(_FROM_XYZ, light))
    return "#" + "".join(f"{round(255 * curved(part)):02x}" for part in parts)


def _times(matrix: Matrix, parts: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, parts, strict=True)) for row in matrix]


def _bent(part: float) -> float:
    return float(part ** (1 / 3)) if part > _BEND else _SLOPE * part + _OFFSET


def _straight(bent: float) -> float:
    return bent**3 if bent > _BEND ** (1 / 3) else (bent - _OFFSET) / _SLOPE
