"""Draw a stack: boxes one below the other, whose texts shrink together until all of them fit."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from deckwright.press.drawing.repeats import height_of
from deckwright.press.drawing.sisters import most_of, note_size
from deckwright.press.drawing.text_boxes import copy_of, draw_setting, note_overflow, note_too_long
from deckwright.press.faces.boxes import RepeatBox, SpaceBox, StackBox, TextBox
from deckwright.press.lettering.fit import fitted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from deckwright.press.drawing.sisters import Draw
    from deckwright.press.faces.boxes import Box
    from deckwright.press.faces.scope import Scope
    from deckwright.press.lettering.fit import Copy, Setting
    from deckwright.press.parts import Area, Drawn

_SCALES = (1.0, 0.97, 0.94, 0.91, 0.88, 0.85, 0.82, 0.79, 0.76, 0.73, 0.7, 0.65, 0.6, 0.5, 0.0)
"""How far a stack's texts shrink, each down to its own least size; at the end all are at theirs."""

_SHARES = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
_ENDLESS = 1e6
_SLIP = 1e-3
"""What may be too high by mere rounding."""


class _Item:
    """A box of a stack that has something to show: its height in mm, and the gap after it."""

    def __init__(self, box: Box, height: float) -> None:
        self.box, self.height, self.after = box, height, 0.0
        self.is_space = isinstance(box, SpaceBox)
        self.fills = isinstance(box, SpaceBox) and box.fills


class _Text(_Item):
    """A text of a stack, whose height depends on how it is set."""

    def __init__(self, box: TextBox, copy: Copy, width: float, most: float) -> None:
        super().__init__(box, 0.0)
        across, self.pad = box.panel.pad if box.panel else (0.0, 0.0)
        self.text, self.copy, self.width, self.most = box, copy, width - 2 * across, most
        self.set(_SCALES[0])

    def set(self, scale: float) -> None:
        """Set it as large as it can be at a scale."""
        self.setting: Setting = fitted(self.copy, self.width, _ENDLESS, scale, self.most)
        self.height = self.setting.height + 2 * self.pad


def draw_stack(box: StackBox, scope: Scope, area: Area, draw: Draw) -> Iterator[Drawn]:
    """Draw a stack in an area; `draw` draws any box that is no text."""
    items = list(_items(box, scope, area, draw))
    if all(item.is_space for item in items):
        return
    _set_gaps(items, box.gap)
    texts = [item for item in items if isinstance(item, _Text)]
    left = _shrink(items, texts, area.height)
    _note(texts, left, area, scope)
    for text in texts:
        note_size(text.text, text.setting.size, scope)
    fills = sum(item.fills for item in items)
    spring = max(left, 0.0) / fills if fills else 0.0
    y = area.y + (0.0 if fills else max(left, 0.0) * _SHARES[box.valign])
    for item in items:
        place = area._replace(y=y, height=item.height)
        if isinstance(item, _Text):
            yield from draw_setting(item.setting, item.text, scope, place, y + item.pad)
        elif not item.is_space:
            yield from draw(item.box, scope, place)
        y += item.height + item.after + (spring if item.fills else 0.0)


def _items(box: StackBox, scope: Scope, area: Area, draw: Draw) -> Iterator[_Item]:
    """Yield the parts of a stack that show something on this card."""
    for part in box.items:
        if not scope.holds(part.when):
            continue
        if isinstance(part, TextBox):
            copy = copy_of(part, scope)
            if copy:
                yield _Text(part, copy, area.width, most_of(part, scope, draw))
        elif isinstance(part, SpaceBox):
            # Where nothing is left to fill with, the boxes around still keep their gap.
            yield _Item(part, box.gap if part.fills else part.at.height)
        elif isinstance(part, RepeatBox):
            height = height_of(part, scope)
            if height:
                yield _Item(part, height)
        elif any(draw(part, scope, area)):
            yield _Item(part, part.at.height)


def _set_gaps(items: Sequence[_Item], gap: float) -> None:
    """Keep boxes apart; room that a face asks for takes the place of a gap."""
    for item, below in itertools.pairwise(items):
        item.after = 0.0 if item.is_space or below.is_space else gap


def _shrink(items: Iterable[_Item], texts: Sequence[_Text], height: float) -> float:
    """Set the texts as large as all has room; give what height is left, which is negative if they do not fit."""
    low, high = 0, len(_SCALES) - 1
    left = _left(items, height)
    if left >= -_SLIP:
        return left
    while low < high:
        middle = (low + high) // 2
        _set(texts, middle)
        low, high = (low, middle) if _left(items, height) >= -_SLIP else (middle + 1, high)
    _set(texts, high)
    return _left(items, height)


def _set(texts: Iterable[_Text], scale: int) -> None:
    for text in texts:
        text.set(_SCALES[scale])


def _left(items: Iterable[_Item], height: float) -> float:
    return height - sum([item.height + item.after for item in items])


def _note(texts: Sequence[_Text], left: float, area: Area, scope: Scope) -> None:
    """Note each text with a word that is too wide, and the highest one where all together are too high."""
    for item in texts:
        note_overflow(item.setting, item.width, _ENDLESS, item.text, scope)
    if left < -_SLIP and texts:
        highest = max(texts, key=lambda item: item.height)
        room = area.height - left, area.height
        note_too_long(scope, highest.text, room, highest.setting.size)
