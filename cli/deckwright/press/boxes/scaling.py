"""Scale the boxes of a face that is designed for cards of another size."""

from __future__ import annotations

from typing import Any, NamedTuple

_LENGTHS = frozenset({"gap", "radius", "width", "dash", "pad", "x", "y", "blur"})
_PAIRS = frozenset({"cell", "step", "points", "line"})
_HEIGHTS = frozenset({"height", "space"})
_WITH_LENGTHS = frozenset({"panel", "shadow"})
_DIGITS = 4


class Scale(NamedTuple):
    """How many times as wide and as high as its design a card is; `edges` are those of the design in mm, if boxes begin at its corner.

    Places follow the card; sizes of texts, lines and corners follow the smaller of both, so that what fits still fits.
    """

    across: float = 1.0
    down: float = 1.0
    edges: tuple[float, float] | None = None

    @property
    def least(self) -> float:
        """Scale of what keeps its proportions."""
        return min(self.across, self.down)

    def inside(self, turn: float) -> Scale:
        """Scale inside a box, along its own sides, which may be turned."""
        if turn % 90:
            return Scale(self.least, self.least)
        return Scale(self.down, self.across) if turn % 180 else Scale(self.across, self.down)

    def box(self, value: dict[str, Any]) -> dict[str, Any]:
        """A box as it is written, without those inside it, at this scale."""
        if self.across == self.down == 1:
            return value
        turn = value.get("turn", 0)
        inner = self.inside(turn)
        scaled = {key: inner.scaled(key, part) for key, part in value.items()}
        if isinstance(value.get("at"), list):
            scaled["at"] = [round(length, _DIGITS) for length in self._area(value["at"], turn)]
        return scaled

    def _area(self, at: list[float], turn: float) -> tuple[float, ...]:
        """Area of a box, which is turned about its centre."""
        x, y, width, height = at
        (left, top), (right, bottom) = self._place(x, y), self._place(x + width, y + height)
        if not turn % 180:
            return left, top, right - left, bottom - top
        inner = self.inside(turn)
        width, height = width * inner.across, height * inner.down
        return (left + right - width) / 2, (top + bottom - height) / 2, width, height

    def _place(self, x: float, y: float) -> tuple[float, float]:
        """A point; beyond the edges, for the bleed, it is as far from the card as it was."""
        if not self.edges:
            return x * self.across, y * self.down
        width, height = self.edges
        inner_x, inner_y = max(0, min(x, width)), max(0, min(y, height))
        return x - inner_x + inner_x * self.across, y - inner_y + inner_y * self.down

    def scaled(self, key: str, value: Any) -> Any:
        """Value of a key of a box at this scale."""
        if key in _WITH_LENGTHS:
            return {name: self.scaled(name, part) for name, part in value.items()}
        if key in _LENGTHS:
            return _times(value, self.least)
        if key in _HEIGHTS:
            return _times(value, self.down)
        if key not in _PAIRS:
            return value
        if isinstance(value[0], list):
            return [self.scaled(key, pair) for pair in value]
        return [_times(value[0], self.across), _times(value[1], self.down)]


UNSCALED = Scale()
"""Scale of faces for cards of the size that they are designed for."""


def _times(value: Any, scale: float) -> Any:
    """A number, or all in a list, multiplied; other words, such as `fill`, as they are."""
    if isinstance(value, list):
        return [_times(number, scale) for number in value]
    return round(value * scale, _DIGITS) if isinstance(value, (int, float)) else value
