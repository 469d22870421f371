"""Draw an outline into PDF path operators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def operators_of(
    draw: Callable[[Any], None], *, flip: bool = False
) -> tuple[str, tuple[float, float, float, float]]:
    """Give the path operators of an outline that draws itself on a fontTools pen, and the box of its ink.

    `flip` turns it over where its y runs downwards, as in SVG.
    """
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.pens.transformPen import TransformPen

    way = (1, 0, 0, -1, 0, 0) if flip else (1, 0, 0, 1, 0, 0)
    written, bounds = _pen(), BoundsPen(None)
    draw(TransformPen(written, way))
    draw(TransformPen(bounds, way))
    return "\n".join(written.operators), bounds.bounds or (0.0, 0.0, 0.0, 0.0)


def _pen() -> Any:
    """Make a pen that writes operators; a function, so that fontTools is only imported where needed."""
    from fontTools.pens.basePen import BasePen

    class Operators(BasePen):  # type: ignore[misc] # fontTools is untyped
        def __init__(self) -> None:
            super().__init__(None)
            self.operators: list[str] = []

        def _moveTo(self, point: tuple[float, float]) -> None:
            self.operators.append(f"{_numbers(point)} m")

        def _lineTo(self, point: tuple[float, float]) -> None:
            self.operators.append(f"{_numbers(point)} l")

        def _curveToOne(
            self, one: tuple[float, float], two: tuple[float, float], end: tuple[float, float]
        ) -> None:
            self.operators.append(f"{_numbers((*one, *two, *end))} c")

        def _closePath(self) -> None:
            self.operators.append("h")

    return Operators()


def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(f"{value:.3f}".rstrip("0").rstrip(".") for value in values)
