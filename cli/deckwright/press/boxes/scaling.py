"""Scale the boxes of a face that is designed for cards of another size."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_DIGITS = 4
_ANYWHERE = (-inf, -inf, inf, inf)


class Scale(NamedTuple):
    """How many times as wide and as high as its design a card is.

    Places follow the card; sizes of texts, lines and corners follow the smaller of both, so that what fits still fits. `edges` are
    those of the design in mm: left, top, right and bottom of where boxes are measured from, infinite if that is not one place.
    """

    across: float = 1.0
    down: float = 1.0
    edges: tuple[float, float, float, float] = _ANYWHERE

    @property
    def least(self) -> float:
        """Scale of what keeps its proportions."""
        return min(self.across, self.down)

    def inside(self, turn: float, corner: Sequence[float]) -> Scale:
        """Scale inside a box, from its corner and along its own sides, which may be turned."""
        if turn % 90:
            return Scale(self.least, self.least)
        if turn % 180:
            return Scale(self.down, self.across)
        left, top, right, bottom = _ANYWHERE if turn % 360 else self.edges
        x, y = corner
        return self._replace(edges=(left - x, top - y, right - x, bottom - y))

    def anywhere(self) -> Scale:
        """The same scale for boxes that are drawn at several places, or at one that depends on the card."""
        return self._replace(edges=_ANYWHERE)

    def box(
        self,
        value: dict[str, Any],
        inside: Scale,
        scaled_keys: Mapping[str, Callable[[Scale, Any], Any]],
    ) -> dict[str, Any]:
        """A box as it is written, without those inside it, at this scale; each of the keys by its own way, `inside` the box."""
        if self.across == self.down == 1:
            return value
        scaled = dict(value)
        for name, at_scale in scaled_keys.items():
            if name in value:
                scaled[name] = at_scale(inside, value[name])
        if "height" in value:
            scaled["height"] = inside.upright(value["height"])
        if isinstance(value.get("at"), list):
            area = self._area(value["at"], inside, value.get("turn", 0))
            scaled["at"] = [round(length, _DIGITS) for length in area]
        return scaled

    def _area(self, at: list[float], inside: Scale, turn: float) -> tuple[float, ...]:
        """Area of a box, which is turned about its centre."""
        x, y, width, height = at
        (left, top), (right, bottom) = self._place(x, y), self._place(x + width, y + height)
        if not turn % 180:
            return left, top, right - left, bottom - top
        width, height = width * inside.across, height * inside.down
        return (left + right - width) / 2, (top + bottom - height) / 2, width, height

    def _place(self, x: float, y: float) -> tuple[float, float]:
        """A point; beyond the edges, for the bleed, it is as far from the card as it was."""
        left, top, right, bottom = self.edges
        return _moved(x, self.across, left, right), _moved(y, self.down, top, bottom)

    # The values of keys.

    def in_proportion(self, value: Any) -> Any:
        """A length, or all in a list, that follows the smaller side: a gap, a line, a corner."""
        return _times(value, self.least)

    def upright(self, value: Any) -> Any:
        """A height."""
        return _times(value, self.down)

    def along(self, value: Any) -> Any:
        """A width and a height."""
        return [_times(value[0], self.across), _times(value[1], self.down)]

    def points(self, value: Any) -> Any:
        """A list of points."""
        return [[round(length, _DIGITS) for length in self._place(*point)] for point in value]

    def of_mapping(self, value: Mapping[str, Any]) -> dict[str, Any]:
        """A mapping whose lengths follow the smaller side."""
        return {
            name: part if name in _WITHOUT_LENGTH else self.in_proportion(part)
            for name, part in value.items()
        }


_WITHOUT_LENGTH = frozenset({"opacity"})
"""Numbers in mappings that are no lengths."""

UNSCALED = Scale()
"""Scale of faces for cards of the size that they are designed for."""


def _moved(length: float, scale: float, low: float, high: float) -> float:
    """A length at this scale; what is beyond two edges keeps its length."""
    inner, origin = max(low, min(length, high)), max(low, min(0.0, high))
    return length + (inner - origin) * (scale - 1)


def _times(value: Any, scale: float) -> Any:
    """A number, or all in a list, multiplied; other words, such as `fill`, as they are."""
    if isinstance(value, list):
        return [_times(number, scale) for number in value]
    return round(value * scale, _DIGITS) if isinstance(value, (int, float)) else value
