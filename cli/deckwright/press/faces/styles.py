"""How a text looks: styles, which a face names and lets inherit from each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from deckwright.press.fonts import font

if TYPE_CHECKING:
    from collections.abc import Mapping

    from deckwright.press.fonts import Font

Align = Literal["left", "centre", "right"]
Valign = Literal["top", "middle", "bottom"]
Fit = Literal["shrink", "together", "wrap", "fixed"]

_SHRINKS = {"shrink", "together"}


@dataclass(frozen=True, eq=False)
class Style:
    """The look of a text. Sizes are in points; `leading` and `paragraph` in sizes; `tracking` in thousandths.

    `min` is the smallest size it may shrink to, `one_line` the smallest down to which it stays on one line
    before it is broken, `lines` the most lines (0: as many as there is room for).
    """

    font: str = "Alegreya Sans"
    weight: int = 400
    bold: int = 700
    italic: bool = False
    size: float = 9.0
    min: float = 7.0
    one_line: float = 0.0
    lines: int = 0
    leading: float = 1.2
    paragraph: float = 0.4
    colour: str = "ink"
    align: Align = "left"
    valign: Valign = "top"
    uppercase: bool = False
    tracking: float = 0.0
    hyphens: bool = False
    balance: bool = False
    fit: Fit = "shrink"

    @property
    def least(self) -> float:
        """Give the smallest size it may be set in."""
        return min(self.min, self.size) if self.fit in _SHRINKS else self.size

    def cut(self, bold: bool, italic: bool) -> Font:
        """Give the font for a part of the text that is set bold, or italic (upright within italics)."""
        cut = self._cuts.get((bold, italic))
        if cut is None:
            cut = self._cuts[bold, italic] = self._cut(bold, italic)
        return cut

    @cached_property
    def _cuts(self) -> dict[tuple[bool, bool], Font]:
        return {}

    def _cut(self, bold: bool, italic: bool) -> Font:
        weight = self.bold if bold else self.weight
        found = font(self.font, weight, self.italic != italic) or font(self.font, weight, self.italic)
        if found is None:
            msg = f"no font {self.font} {weight}"
            raise LookupError(msg)
        return found


def inherited(name: str, styles: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Give all that a named style says, with what it takes from those it extends."""
    own = styles[name]
    above = inherited(own["extends"], styles) if "extends" in own else {}
    return {**above, **{key: value for key, value in own.items() if key != "extends"}}
