"""Scale the boxes of a face that is designed for cards of another size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

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

    def box(
        self, value: dict[str, Any], scaled_keys: Mapping[str, Callable[[Scale, Any], Any]]
    ) -> dict[str, Any]:
        """A box as it is written, without those inside it, at this scale; each of the keys by its own way."""
        if self.across == self.down == 1:
            return value
        turn = value.get("turn", 0)
        inner, scaled = self.inside(turn), dict(value)
        for name, at_scale in scaled_keys.items():
            if name in value:
                scaled[name] = at_scale(inner, value[name])
        if "height" in value:
            scaled["height"] = inner.upright(value["height"])
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

    # The values of keys.

    def in_proportion(self, value: Any) -> Any:
        """A length, or all in a list, that follows the smaller side: a gap, a line, a corner."""
        return _times(value, self.least)

    def upright(self, value: Any) -> Any:
        """A height."""
        return _times(value, self.down)

    def along(self, value: Any) -> Any:
        """A width and a height, or a list of points."""
        if isinstance(value[0], list):
            return [self.along(point) for point in value]
        return [_times(value[0], self.across), _times(value[1], self.down)]

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


def _times(value: Any, scale: float) -> Any:
    """A number, or all in a list, multiplied; other words, such as `fill`, as they are."""
    if isinstance(value, list):
        return [_times(number, scale) for number in value]
    return round(value * scale, _DIGITS) if isinstance(value, (int, float)) else value
