"""Fonts: the installed families, their cuts, and their metrics (widths, kerning, figure heights)."""

from __future__ import annotations

import json
import struct
from functools import cache, cached_property
from itertools import pairwise
from struct import unpack_from
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from deckwright.press.pdf_objects import FontFile
from deckwright.resources import package_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


# What a font says of setting its letters: kerning, and figures as high as capitals.
#
# Read from the font's own tables, and only the few pairs that a text has: fontTools would build all of some
# ten thousand in Python first, which takes longer than printing a deck. The names are those of the OpenType
# specification, chapters GPOS and GSUB.

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


# One cut of a typeface: its letters, their widths, and how they are kerned.

BLANKS = frozenset(" \n\r\t\u00a0\u00ad")
"""What a text may hold without a font having a picture of it."""


class Font:
    """One cut of a typeface: of a family, in a weight, italic or not. Lengths are in thousandths of the type size."""

    def __init__(self, path: Path, notice: str, cut: tuple[str, int, bool]) -> None:
        self.cut = cut
        self.name = path.stem
        self.notice = notice
        self.file = FontFile(path)
        self.unit = self.file.unit
        self.cap = self.file.cap_height
        self.descent = self.file.descent
        self.letters = BLANKS.union(map(chr, self.file.glyphs))
        self.kerning = Kerning(self.file.table("GPOS"))
        self.widths = _Widths(self)
        self._set_lining_figures()

    def __repr__(self) -> str:
        return self.name

    def _set_lining_figures(self) -> None:
        """Write figures as high as capitals: those that dip below the line read badly in rules."""
        lining = Substitution(self.file.table("GSUB")).single(b"lnum")
        metrics = self.file.table("hmtx")
        for code in range(ord("0"), ord("9") + 1):
            glyph = lining.get(self.file.glyphs.get(code, 0))
            if glyph:
                self.file.glyphs[code] = glyph
                self.file.widths[code] = unpack_from(">H", metrics, 4 * glyph)[0] * self.unit

    def kerned(self, word: str) -> list[tuple[str, float]]:
        """Take a word apart where it is kerned: each part with what is added after it."""
        glyphs = [self.file.glyphs.get(ord(letter)) for letter in word]
        parts: list[tuple[str, float]] = []
        start = 0
        for place, pair in enumerate(pairwise(glyphs), 1):
            gap = self.kerning.between(*pair) * self.unit
            if gap:
                parts.append((word[start:place], gap))
                start = place
        return [*parts, (word[start:], 0.0)]


class _Widths(dict[str, float]):
    """The lengths of words in a font, kerned; reckoned as they come up, for words come again and again."""

    def __init__(self, font: Font) -> None:
        self._font = font

    def __missing__(self, word: str) -> float:
        of, default = self._font.file.widths, self._font.file.default_width
        letters = sum([of.get(ord(letter), default) for letter in word])
        width: float = letters + sum([gap for _, gap in self._font.kerned(word)])
        self[word] = width
        return width


# Font families, found among the installed `fontpkg-*` packages: which cuts each has, and whether they can be
# printed.

Obstacle = Literal["", "variable", "postscript", "restricted", "unreadable"]
"""Why a font file cannot be embedded in what is printed; '' where it can."""

_TRUETYPE = {b"\x00\x01\x00\x00", b"true"}
_POSTSCRIPT = b"OTTO"

_USAGE, _RESTRICTED = 0x000F, 0x0002
_WHOLE_OR_BITMAPS = 0x0300
"""Bits of `fsType` (OpenType, table OS/2): only the whole font, or only its bitmaps, may be embedded. We embed the
outlines of those letters that are printed."""


class Cut(NamedTuple):
    """One cut of a family: how heavy it is, and whether it is italic."""

    weight: int
    italic: bool


class Family(NamedTuple):
    """An installed family: its name, whose it is, and the file of each cut. A variable one has a single file for many."""

    name: str
    notice: str
    files: dict[Cut, Path]
    is_variable: bool

    @property
    def weights(self) -> list[int]:
        """Weights of its upright cuts, or of its italics if it has nothing else."""
        upright = {cut.weight for cut in self.files if not cut.italic}
        return sorted(upright or {cut.weight for cut in self.files})

    def closest(self, weight: int, italic: bool) -> Cut:
        """Find the cut that is nearest to a wanted one: first in its weight, then in its slope."""
        return min(self.files, key=lambda cut: (abs(cut.weight - weight), cut.italic != italic, cut.weight))


@cache
def family(name: str) -> Family | None:
    """Find an installed family by its name; None if it is not installed, or its package cannot be read."""
    folder = package_folder(_module(name))
    try:
        about: dict[str, Any] = json.loads((folder / "metadata.json").read_bytes()) if folder else {}
        notice = f"{about['family']}: {about['copyright']} ({about['license']})"
        files = about["files"]
        static = [file for file in files if not file.get("variable") and isinstance(file["weight"], int)]
        cuts = {
            Cut(file["weight"], file["style"] == "italic"): folder / file["path"] for file in static if folder
        }
        return Family(about["family"], notice, cuts, len(static) < len(files))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def package(name: str) -> str:
    """Name of the Python package that brings a family."""
    return "fontpkg-" + "-".join(name.lower().split())


def _module(name: str) -> str:
    return package(name).replace("-", "_")


@cache
def font(name: str, weight: int, italic: bool) -> Font | None:
    """Open one cut of a family; None if it is not there, or cannot be embedded in what is printed."""
    known = family(name)
    path = known.files.get(Cut(weight, italic)) if known else None
    if known is None or path is None or _refused(path):
        return None
    try:
        return Font(path, known.notice, (name, weight, italic))
    except Exception:  # noqa: BLE001 - reportlab raises whatever a damaged table leads it to
        return None


def obstacle(name: str, cut: Cut) -> Obstacle:
    """Reason why a cut that a family has cannot be embedded in a PDF or a web page; '' if it can."""
    known = family(name)
    refused = _refused(known.files[cut]) if known else "unreadable"
    return refused or ("" if font(name, *cut) else "unreadable")


@cache
def _refused(path: Path) -> Obstacle:
    """Look at the tables of a font file for what cannot be printed, or must not be."""
    try:
        data = path.read_bytes()
        if data[:4] == _POSTSCRIPT:
            return "postscript"
        if data[:4] not in _TRUETYPE:
            return "unreadable"
        tables = _tables(data)
        if "fvar" in tables:
            return "variable"
        return "restricted" if "OS/2" in tables and _is_restricted(data, tables["OS/2"]) else ""
    except (OSError, struct.error):
        return "unreadable"


def _tables(data: bytes) -> dict[str, int]:
    """Offset at which each table of a font file begins."""
    count = unpack_from(">H", data, 4)[0]
    records = (unpack_from(">4sIII", data, 12 + 16 * number) for number in range(count))
    return {tag.decode("latin-1"): start for tag, _, start, _ in records}


def _is_restricted(data: bytes, start: int) -> bool:
    permission = unpack_from(">H", data, start + 8)[0]
    return permission & _USAGE == _RESTRICTED or bool(permission & _WHOLE_OR_BITMAPS)
