"""Digests of what cards look like."""

from __future__ import annotations

from array import array
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING

from deckwright.press.drawing.card import draw_card, shows_any
from deckwright.press.graphics.icons import icon
from deckwright.press.graphics.parts import UNMOVED, DrawnIcon, DrawnPicture, DrawnRepeat, DrawnText
from deckwright.press.graphics.pictures import file_of
from deckwright.press.looks.values import STAMPS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckwright.model.card import Card
    from deckwright.press.drawing.context import FaceToDraw, RenderContext
    from deckwright.press.graphics.fonts import Font
    from deckwright.press.graphics.parts import DrawnPart


class Digests:
    """Computes the digests of one job's cards; parts that cards share are read once.

    Equal drawings have equal digests, whatever else is printed with them. A digest covers all that the drawn parts consist
    of, and the content of their fonts, icons and pictures. It does not cover the sheet, the position on it or the program's
    version.
    """

    def __init__(self, assets: Mapping[str, bytes]) -> None:
        self._icon = cache(lambda name: self._of_values([icon(name, assets)]))
        self._picture = cache(lambda name: _digest(assets[file_of(name)]))
        self._font = cache(_font)
        self._shared: dict[int, tuple[tuple[DrawnPart, ...], str]] = {}

    def of(self, parts: Iterable[DrawnPart], size: tuple[float, float]) -> str:
        """Digest of a card's drawing and size (in mm): 32 hexadecimal digits."""
        return self._of_values((size, *parts))

    def _of_values(self, values: Iterable[object]) -> str:
        words: list[str] = []
        numbers: list[float] = []
        self._add(values, words, numbers)
        # Numbers of 32 bits are the same where another machine calculates their last digits otherwise.
        return _digest("\n".join(words).encode() + array("f", numbers).tobytes())

    def _add(self, values: Iterable[object], words: list[str], numbers: list[float]) -> None:
        """Add the words and numbers that values consist of, in order."""
        for value in values:
            if type(value) is float:
                numbers.append(value)
            elif type(value) is str:
                words.append(value)
            elif type(value) is DrawnRepeat:
                words.append(self._of_shared(value.parts))
                if value.places != UNMOVED or value.clip:
                    self._add(value[1:], words, numbers)
            elif type(value) is DrawnText:
                self._add_text(value, words, numbers)
            elif isinstance(value, int):
                numbers.append(value)
            elif isinstance(value, tuple):
                words.append(f"{type(value).__name__} {len(value)}")
                self._add(self._with_content(value), words, numbers)
            else:
                words.append(repr(value))

    def _add_text(self, text: DrawnText, words: list[str], numbers: list[float]) -> None:
        """Add a text: most of what cards do not share, so each line of this counts."""
        lines, size, colour, tracking, rules = text
        for y, runs in lines:
            for font, letters, start, span, run_size, run_colour in runs:
                words += (self._font(font), letters, run_colour)
                numbers += (y, start, span, run_size)
        words.append(colour)
        numbers += (size, tracking)
        self._add(rules, words, numbers)

    def _with_content(self, value: tuple[object, ...]) -> tuple[object, ...]:
        """Value with the digest of an icon or a picture in place of its name, which two games may have for different ones."""
        if isinstance(value, DrawnIcon):
            return (self._icon(value.icon), *value[1:])
        if isinstance(value, DrawnPicture):
            return (self._picture(value.name), *value[1:])
        return value

    def _of_shared(self, parts: tuple[DrawnPart, ...]) -> str:
        shared = self._shared.get(id(parts))
        if shared is None:
            # Keeping the parts alive stops Python from reusing their id.
            shared = self._shared[id(parts)] = parts, self._of_values(parts)
        return shared[1]


def _font(font: Font) -> str:
    """Name of a font, with the checksum that OpenType stores of the whole file (`head`, bytes 8 to 11)."""
    return f"{font.name} {font.file.table('head')[8:12].hex()}"


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=16).hexdigest()


class CardLooks:
    """Digests of the drawings of a print, by the ids of cards and the names of faces, for the history of prints."""

    def __init__(self, assets: Mapping[str, bytes]) -> None:
        self._digests = Digests(assets)
        self.digests: dict[tuple[str, str], str] = {}
        self._compared: RenderContext | None = None
        self._is_drawn_anew: dict[str, bool] = {}

    def add(self, card: Card, face: FaceToDraw, parts: Iterable[DrawnPart], context: RenderContext) -> None:
        """Add the drawing of a card under a face, once; without what is not compared."""
        key = card.id, face.name
        if key in self.digests:
            return
        if self._compared is None:
            self._compared = context.for_comparing()
        if face.name not in self._is_drawn_anew:
            blank = self._compared.blank
            # A list of all fields or texts does not name the field that a game ignores.
            self._is_drawn_anew[face.name] = bool(blank - STAMPS) or shows_any(face, blank)
        if self._is_drawn_anew[face.name]:
            parts = draw_card(card, face, self._compared)
        self.digests[key] = self._digests.of(parts, face.size)
