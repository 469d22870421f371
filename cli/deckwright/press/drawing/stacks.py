"""Draw a stack: boxes one below the other, whose texts shrink together until all of them fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckwright.press.drawing.repeats import height_of
from deckwright.press.drawing.text_boxes import copy_of, draw_setting, note_overflow, overflow
from deckwright.press.faces.boxes import RepeatBox, SpaceBox, StackBox, TextBox
from deckwright.press.lettering.fit import fitted
from deckwright.press.parts import Area

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from deckwright.press.faces.boxes import Box
    from deckwright.press.faces.scope import Scope
    from deckwright.press.lettering.fit import Copy, Setting
    from deckwright.press.parts import Drawn

    Draw = Callable[[Box, Scope, Area], Iterator[Drawn]]

_SCALES = (1.0, 0.97, 0.94, 0.91, 0.88, 0.85, 0.82, 0.79, 0.76, 0.73, 0.7, 0.65, 0.6, 0.5, 0.0)
"""How far a stack's texts shrink, each down to its own least size; at the end all are at theirs."""

_SHARES = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
_ENDLESS = 1e6
_SLIP = 1e-3
"""What may be too high by mere rounding."""


@dataclass(frozen=True, slots=True)
class _Item:
    """A box of a stack that has something to show, with its text where it is one."""

    box: Box
    height: float
    copy: Copy | None = None

    @property
    def pad(self) -> tuple[float, float]:
        return self.box.panel.pad if isinstance(self.box, TextBox) and self.box.panel else (0.0, 0.0)


def draw_stack(box: StackBox, scope: Scope, area: Area, draw: Draw) -> Iterator[Drawn]:
    """Draw a stack in an area; `draw` draws any box that is no text."""
    items = [item for part in box.items for item in _items(part, scope, box.gap, draw)]
    if not any(item.copy or item.height for item in items if not isinstance(item.box, SpaceBox)):
        return
    settings = _settings(items, area, box.gap)
    heights = [_height(item, setting) for item, setting in zip(items, settings, strict=True)]
    left = area.height - sum(heights) - _gaps(items, box.gap)
    _note(items, settings, left, area, scope)
    fills = sum(isinstance(item.box, SpaceBox) and item.box.fills for item in items)
    spring = max(left, 0.0) / fills if fills else 0.0
    y = area.y + (0.0 if fills else max(left, 0.0) * _SHARES[box.valign])
    for number, (item, setting, height) in enumerate(zip(items, settings, heights, strict=True)):
        place = area._replace(y=y, height=height)
        if setting and isinstance(item.box, TextBox):
            yield from draw_setting(setting, item.box, scope, place, y + item.pad[1])
        elif not isinstance(item.box, SpaceBox):
            yield from draw(item.box, scope, place)
        y += height + (spring if isinstance(item.box, SpaceBox) and item.box.fills else 0.0)
        y += box.gap if _gap_after(items, number) else 0.0


def _items(box: Box, scope: Scope, gap: float, draw: Draw) -> Iterator[_Item]:
    """Give a part of a stack as it is on this card: nothing where it shows nothing; what fills is a gap at least."""
    if not scope.holds(box.when):
        return
    if isinstance(box, TextBox):
        copy = copy_of(box, scope)
        if copy:
            yield _Item(box, 0.0, copy)
    else:
        yield from _plain_item(box, scope, gap, draw)


def _plain_item(box: Box, scope: Scope, gap: float, draw: Draw) -> Iterator[_Item]:
    if isinstance(box, SpaceBox):
        yield _Item(box, gap if box.fills else box.at.height)
    elif isinstance(box, RepeatBox):
        height = height_of(box, scope)
        if height:
            yield _Item(box, height)
    elif any(draw(box, scope, Area(0, 0, box.at.height, box.at.height))):
        yield _Item(box, box.at.height)


def _gap_after(items: Sequence[_Item], number: int) -> bool:
    """Tell whether two boxes stand next to each other; room that a face asks for takes the place of a gap."""
    pair = items[number : number + 2]
    return len(pair) == 2 and not any(isinstance(item.box, SpaceBox) for item in pair)  # noqa: PLR2004 - a pair


def _gaps(items: Sequence[_Item], gap: float) -> float:
    return gap * sum(_gap_after(items, number) for number in range(len(items)))


def _height(item: _Item, setting: Setting | None) -> float:
    return setting.height + 2 * item.pad[1] if setting else item.height


def _settings(items: Sequence[_Item], area: Area, gap: float) -> list[Setting | None]:
    """Set all texts as large as they fit together."""
    gaps = _gaps(items, gap)
    low, high = 0, len(_SCALES) - 1
    settings = _at_scale(items, area, _SCALES[0])
    if _fits(items, settings, area, gaps):
        return settings
    while low < high:
        middle = (low + high) // 2
        if _fits(items, _at_scale(items, area, _SCALES[middle]), area, gaps):
            high = middle
        else:
            low = middle + 1
    return _at_scale(items, area, _SCALES[high])


def _at_scale(items: Sequence[_Item], area: Area, scale: float) -> list[Setting | None]:
    return [
        fitted(item.copy, area.width - 2 * item.pad[0], _ENDLESS, scale) if item.copy else None
        for item in items
    ]


def _fits(items: Sequence[_Item], settings: Sequence[Setting | None], area: Area, gaps: float) -> bool:
    heights = (_height(item, setting) for item, setting in zip(items, settings, strict=True))
    return sum(heights) + gaps <= area.height + _SLIP


def _note(
    items: Sequence[_Item], settings: Sequence[Setting | None], left: float, area: Area, scope: Scope
) -> None:
    """Note each text with a word that is too wide, and the longest one where all together are too high."""
    texts = [
        (setting, item.box, area.width - 2 * item.pad[0])
        for item, setting in zip(items, settings, strict=True)
        if setting and isinstance(item.box, TextBox)
    ]
    for setting, box, width in texts:
        note_overflow(setting, width, _ENDLESS, box, scope)
    if left < -_SLIP and texts:
        setting, box, _ = max(texts, key=lambda text: text[0].height)
        scope.desk.note(overflow(scope, box, (area.height - left, area.height), setting.size))
