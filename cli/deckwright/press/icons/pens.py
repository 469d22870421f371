"""Draw an outline into PDF path operators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from deckwright.press.parts import Step

XY = tuple[float, float]


class Pen:
    """Writes the path operators of what is drawn with it, and keeps the box of its points."""

    def __init__(self) -> None:
        self.operators: list[str] = []
        self._at: XY = (0.0, 0.0)
        self._points: list[XY] = []

    def move(self, point: XY) -> None:
        """Begin a curve."""
        self._write("m", point)

    def line(self, point: XY) -> None:
        """Go straight."""
        self._write("l", point)

    def curve(self, control: XY, end: XY) -> None:
        """Go in a quadratic curve, as TrueType has them."""
        (x0, y0), (cx, cy), (x1, y1) = self._at, control, end
        one = x0 + 2 / 3 * (cx - x0), y0 + 2 / 3 * (cy - y0)
        two = x1 + 2 / 3 * (cx - x1), y1 + 2 / 3 * (cy - y1)
        self.cubic(one, two, end)

    def cubic(self, one: XY, two: XY, end: XY) -> None:
        """Go in a cubic curve, as PDF has them."""
        self._write("c", one, two, end)

    def close(self) -> None:
        """Go back to where the curve began."""
        self.operators.append("h")

    def _write(self, operator: str, *points: XY) -> None:
        self._at = points[-1]
        self._points += points
        self.operators.append(" ".join([*(f"{_number(x)} {_number(y)}" for x, y in points), operator]))

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Give left, bottom, right and top of all points: of the ink, or slightly more where it is round."""
        xs, ys = [x for x, _ in self._points] or [0.0], [y for _, y in self._points] or [0.0]
        return min(xs), min(ys), max(xs), max(ys)


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


class StepPen(Pen):
    """Keeps what is drawn with it as the steps of a path."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: list[Step] = []

    def close(self) -> None:
        """Go back to where the curve began."""
        self.steps.append(("h", ()))

    def _write(self, operator: str, *points: XY) -> None:
        self.steps.append((operator, tuple(number for point in points for number in point)))


def drawn_by_fonttools(draw: Callable[[Any], None], pen: Pen | None = None) -> Pen:
    """Run a drawing of fontTools with a pen, and return the pen."""
    from fontTools.pens.basePen import BasePen

    pen = pen or Pen()

    # The names are those that fontTools calls; it makes all curves cubic ones.
    hands_over = {
        "_moveTo": staticmethod(pen.move),
        "_lineTo": staticmethod(pen.line),
        "_curveToOne": staticmethod(pen.cubic),
        "_closePath": staticmethod(pen.close),
    }
    draw(type("Bridge", (BasePen,), hands_over)(None))
    return pen
