"""Where things stand on a card, and on what. Points are complex numbers: mm across, and mm down."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from deckwright.press.parts import Path


class Place(NamedTuple):
    """Where parts go on the card: turned and moved, as complex numbers whose parts are mm across and down."""

    turn: complex = 1
    shift: complex = 0

    def of(self, x: float, y: float) -> complex:
        """Give a point of the parts on the card."""
        return self.turn * complex(x, y) + self.shift

    def then(self, turn: complex, shift: complex) -> Place:
        """Give the place of parts within these."""
        return Place(self.turn * turn, self.turn * shift + self.shift)


class Ground(NamedTuple):
    """A filled shape that others stand on: its outline (and those it is cut off at), its colour, and what it becomes."""

    outlines: tuple[list[complex], ...]
    was: str
    now: str

    def holds(self, point: complex) -> bool:
        """Tell whether a point lies in it."""
        return all(_within(outline, point) for outline in self.outlines)


def corners_of(outline: list[complex]) -> tuple[complex, complex]:
    """Give the top left and the bottom right corner of the rectangle around an outline."""
    xs, ys = [point.real for point in outline], [point.imag for point in outline]
    return complex(min(xs), min(ys)), complex(max(xs), max(ys))


def outline_of(path: Path, place: Place) -> list[complex]:
    """Give the corners of a path on the card; curves by some of their points."""
    points: list[complex] = []
    for _, numbers in path:
        ends = [place.of(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if len(ends) == 3:  # noqa: PLR2004 - a curve: two controls and the end
            a, b, c, d = points[-1], *ends
            points += [
                (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t * t * c + t**3 * d
                for t in (0.25, 0.5, 0.75)
            ]
        points += ends[-1:]
    return points


def _within(outline: list[complex], point: complex) -> bool:
    """Tell whether a point lies within an outline: whether a line from it to the right crosses it an odd number of times."""
    inside = False
    for one, two in zip(outline, outline[1:] + outline[:1], strict=True):
        if (one.imag > point.imag) != (two.imag > point.imag):
            across = one.real + (point.imag - one.imag) / (two.imag - one.imag) * (two.real - one.real)
            inside ^= point.real < across
    return inside
