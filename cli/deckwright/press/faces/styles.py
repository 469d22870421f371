"""How a text looks: styles, which a face names and lets inherit from each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from deckwright.errors import InputError
from deckwright.messages import tr
from deckwright.press.fonts import Cut, family, font

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
        """Open the font for a part of the text; where the family has no such cut, the one that is nearest to it."""
        known = family(self.font)
        wanted = self._wanted(bold, italic)
        nearest = known.closest(*wanted) if known and known.files else wanted
        for cut in (wanted, nearest, self._wanted(bold=False, italic=False)):
            if found := font(self.font, *cut):
                return found
        message = tr(
            "The font {name} has no weight {weight} that can be printed.", name=self.font, weight=self.weight
        )
        raise InputError("unknown-font", message)

    def _wanted(self, bold: bool, italic: bool) -> Cut:
        return Cut(self.bold if bold else self.weight, self.italic != italic)

    def is_replaced(self, bold: bool, italic: bool) -> bool:
        """Whether a part of the text that is set bold, or italic, looks otherwise than it should."""
        return (bold or italic) and self.cut(bold, italic).cut[1:] != self._wanted(bold, italic)


def inherited(name: str, styles: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Give all that a named style says, with what it takes from those it extends."""
    own = styles[name]
    above = inherited(own["extends"], styles) if "extends" in own else {}
    return {**above, **{key: value for key, value in own.items() if key != "extends"}}
