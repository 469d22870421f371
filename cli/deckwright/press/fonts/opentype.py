"""What a font says of setting its letters: kerning, and figures as high as capitals.

Read from the font's own tables, and only the few pairs that a text has: fontTools would build all of some ten
thousand in Python first, which takes longer than printing a deck. The names are those of the OpenType
specification, chapters GPOS and GSUB.
"""

from __future__ import annotations

import struct
from functools import cached_property
from struct import unpack_from
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_SCRIPTS = (b"latn", b"DFLT")
_X_ADVANCE = 0x0004
_BEFORE_X_ADVANCE = 0x0003


class Layout:
    """One of the tables `GPOS` and `GSUB`; glyphs are numbers. Font units throughout.

    `sort` is the type of lookup that is read: a feature may have others too, such as pairs in a context.
    """

    def __init__(self, data: bytes, sort: int, extension: int) -> None:
        self._data = data
        self._sort, self._extension = sort, extension

    def subtables(self, feature: bytes) -> list[int]:
        """List where the subtables of a feature begin, for Latin letters."""
        if not self._data:
            return []
        _, _, scripts, features, lookups = unpack_from(">5H", self._data)
        return [
            subtable
            for index in self._features(scripts)
            for tag, start in [self._record(features, index)]
            if tag == feature
            for lookup in self._numbers(start + 2)
            for subtable in self._lookup(lookups, lookup)
        ]

    def _features(self, scripts: int) -> tuple[int, ...]:
        count = unpack_from(">H", self._data, scripts)[0]
        known = dict(self._record(scripts, index) for index in range(count))
        script = next((known[tag] for tag in _SCRIPTS if tag in known), 0)
        language = unpack_from(">H", self._data, script)[0] if script else 0
        return self._numbers(script + language + 4) if language else ()

    def _record(self, start: int, index: int) -> tuple[bytes, int]:
        tag, offset = unpack_from(">4sH", self._data, start + 2 + index * 6)
        return tag, start + offset

    def _numbers(self, start: int) -> tuple[int, ...]:
        count = unpack_from(">H", self._data, start)[0]
        return unpack_from(f">{count}H", self._data, start + 2)

    def _lookup(self, lookups: int, index: int) -> Iterator[int]:
        start = lookups + self._numbers(lookups)[index]
        sort = unpack_from(">H", self._data, start)[0]
        for offset in self._numbers(start + 4):
            at, inner = start + offset, sort
            if sort == self._extension:
                inner, further = unpack_from(">HI", self._data, at + 2)
                at += further
            if inner == self._sort:
                yield at

    def coverage(self, start: int) -> dict[int, int]:
        """Read a coverage table: the place of each glyph it names."""
        form, count = unpack_from(">2H", self._data, start)
        if form == 1:
            return {glyph: place for place, glyph in enumerate(self._numbers(start + 2))}
        places: dict[int, int] = {}
        for index in range(count):
            first, last, place = unpack_from(">3H", self._data, start + 4 + index * 6)
            places.update((glyph, place + glyph - first) for glyph in range(first, last + 1))
        return places

    def classes(self, start: int) -> dict[int, int]:
        """Read a class definition: the class of each glyph that is not in class 0."""
        form, second = unpack_from(">2H", self._data, start)
        if form == 1:
            return {second + index: one for index, one in enumerate(self._numbers(start + 4))}
        classes: dict[int, int] = {}
        for index in range(second):
            first, last, one = unpack_from(">3H", self._data, start + 4 + index * 6)
            classes.update((glyph, one) for glyph in range(first, last + 1))
        return classes


class Substitution(Layout):
    """The table `GSUB`."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data, sort=1, extension=7)

    def single(self, feature: bytes) -> dict[int, int]:
        """Give the glyphs that a feature puts in the place of others."""
        others: dict[int, int] = {}
        for start in self.subtables(feature):
            form, offset, change = unpack_from(">HHh", self._data, start)
            for glyph, place in self.coverage(start + offset).items():
                others[glyph] = glyph + change if form == 1 else self._numbers(start + 4)[place]
        return others


class Kerning(Layout):
    """The table `GPOS`, as far as it moves pairs of letters together or apart."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data, sort=2, extension=9)
        self._known: dict[tuple[int, int], int] = {}

    def between(self, left: int | None, right: int | None) -> int:
        """Give what is added between two glyphs; nothing where the font lacks one of them."""
        if left is None or right is None:
            return 0
        pair = left, right
        known = self._known.get(pair)
        if known is None:
            known = self._known[pair] = self._found(left, right)
        return known

    def _found(self, left: int, right: int) -> int:
        """Look a pair up; a font whose table is damaged prints without kerning."""
        try:
            found = (table.value(left, right) for table in self._pairs)
            return next((value for value in found if value is not None), 0)
        except (struct.error, IndexError):
            return 0

    @cached_property
    def _pairs(self) -> list[_Pairs]:
        return [_Pairs(self, self._data, start) for start in self.subtables(b"kern")]


class _Pairs:
    """One subtable of pairs: a list for each left glyph (form 1), or a matrix of classes (form 2)."""

    def __init__(self, layout: Layout, data: bytes, start: int) -> None:
        self._data, self._start = data, start
        self._form, coverage, one, two = unpack_from(">4H", data, start)
        self._covered = layout.coverage(start + coverage)
        self._size: int = 2 * (one.bit_count() + two.bit_count())
        self._at = 2 * (one & _BEFORE_X_ADVANCE).bit_count() if one & _X_ADVANCE else -1
        if self._form != 1:
            first, second, _, columns = unpack_from(">4H", data, start + 8)
            self._columns: int = columns
            self._left, self._right = layout.classes(start + first), layout.classes(start + second)

    def value(self, left: int, right: int) -> int | None:
        """Give what it says of a pair; None where it leaves it to the next subtable."""
        place = self._covered.get(left)
        if place is None:
            return None
        at = self._in_list(place, right) if self._form == 1 else self._in_matrix(left, right)
        if at is None or self._at < 0:
            return None if at is None else 0
        value: int = unpack_from(">h", self._data, at + self._at)[0]
        return value

    def _in_list(self, place: int, right: int) -> int | None:
        start = self._start + unpack_from(">H", self._data, self._start + 10 + 2 * place)[0]
        count = unpack_from(">H", self._data, start)[0]
        records = (start + 2 + index * (2 + self._size) for index in range(count))
        return next((at + 2 for at in records if unpack_from(">H", self._data, at)[0] == right), None)

    def _in_matrix(self, left: int, right: int) -> int:
        cell = self._left.get(left, 0) * self._columns + self._right.get(right, 0)
        return self._start + 16 + cell * self._size
