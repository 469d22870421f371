"""Transformations and lengths, as SVG writes them."""

from __future__ import annotations

import re
from functools import lru_cache
from math import radians
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from deckwright.press.parts import Path

NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_NUMBER = re.compile(NUMBER)
_LENGTH = re.compile(rf"\s*({NUMBER})\s*(px|pt|pc|mm|cm|in|q|)\s*", re.IGNORECASE)

_FAR = 1e7

_LONGEST = 100
"""The most letters of a length."""

_UNITS = {
    "": 1.0,
    "px": 1.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "in": 96.0,
    "cm": 96 / 2.54,
    "mm": 9.6 / 2.54,
    "q": 2.4 / 2.54,
}
"""Pixels in a unit, of which CSS has 96 an inch."""


def numbers_of(text: str) -> list[float]:
    """Give all numbers of a list.

    Raises:
        ValueError: there is something else in it, or a number beyond all bounds.
    """
    numbers = [float(number) for number in _NUMBER.findall(text)]
    if _NUMBER.sub("", text).strip(" \t\r\n,") or not are_near(numbers):
        raise ValueError(text)
    return numbers


def are_near(numbers: Iterable[float]) -> bool:
    """Tell whether numbers are such as a drawing can have, and not endless."""
    return all(abs(number) < _FAR for number in numbers)


def length_of(text: str) -> float:
    """Give a length in pixels.

    Raises:
        ValueError: it is no length, or one that depends on another, such as 50%.
    """
    found = _LENGTH.fullmatch(text) if len(text) <= _LONGEST else None
    if found is None or not are_near([float(found[1])]):
        raise ValueError(text)
    return float(found[1]) * _UNITS[found[2].lower()]


@lru_cache(1024)
def matrix_of(text: str) -> Any:
    """Give the transformation (of fontTools) that an attribute says.

    Raises:
        ValueError: it says something else.
    """
    from fontTools.misc.transform import Identity

    matrix: Any = Identity
    *calls, rest = text.split(")")
    if rest.strip():
        raise ValueError(text)
    for call in calls:
        name, _, said = call.strip(", \t\r\n").partition("(")
        name, numbers = name.strip(), numbers_of(said)
        if len(numbers) not in _ARITY.get(name, ()):
            raise ValueError(text)
        matrix = _MOVES[name](matrix, *numbers)
    return matrix


def _scale(matrix: Any, x: float, y: float | None = None) -> Any:
    return matrix.scale(x, x if y is None else y)


def _rotate(matrix: Any, angle: float, x: float = 0.0, y: float = 0.0) -> Any:
    return matrix.translate(x, y).rotate(radians(angle)).translate(-x, -y)


_MOVES: dict[str, Callable[..., Any]] = {
    "translate": lambda matrix, x, y=0.0: matrix.translate(x, y),
    "scale": _scale,
    "rotate": _rotate,
    "skewX": lambda matrix, angle: matrix.skew(radians(angle), 0.0),
    "skewY": lambda matrix, angle: matrix.skew(0.0, radians(angle)),
    "matrix": lambda matrix, *numbers: matrix.transform(numbers),
}
_ARITY = {
    "translate": (1, 2),
    "scale": (1, 2),
    "rotate": (1, 3),
    "skewX": (1,),
    "skewY": (1,),
    "matrix": (6,),
}
"""How many numbers each of them may have."""


def moved(path: Path, matrix: Any) -> Path:
    """Give a path with all its points transformed."""
    a, b, c, d, e, f = matrix
    return tuple(
        (
            step,
            tuple(
                number
                for x, y in zip(numbers[::2], numbers[1::2], strict=True)
                for number in (a * x + c * y + e, b * x + d * y + f)
            ),
        )
        for step, numbers in path
    )


def scale_of(matrix: Any) -> tuple[float, bool]:
    """Give how much wider lines become, and whether they do so evenly in all directions."""
    a, b, c, d, _, _ = matrix
    size = abs(a * d - b * c) ** 0.5
    slip = 1e-3 * size
    is_even = abs(a * a + b * b - size**2) <= slip * size and abs(c * c + d * d - size**2) <= slip * size
    return size, is_even
