"""Fonts: the families of a game and the installed ones, their cuts, and their metrics (widths, kerning, figure heights)."""

from __future__ import annotations

import json
import struct
from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from itertools import pairwise
from struct import unpack_from
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from deckwright.files.game_folder import FONTS
from deckwright.model.words import Pattern
from deckwright.press.graphics.font_cuts import LARGE_SCRIPTS, CutFailedError, CutOptions, cut_font
from deckwright.press.graphics.font_files import (
    CUTS,
    Cut,
    CutSource,
    FontFile,
    OwnFonts,
    families_in,
    family_key,
    font_headers,
    sample_text,
)
from deckwright.resources import package_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path


# Kerning and lining figures, read from the tables of a font file.
#
# Only the pairs of letters in a text are looked up. FontTools builds all ten thousand pairs of a font first,
# which takes longer than printing a deck. Names follow the OpenType specification, chapters GPOS and GSUB.

_SCRIPTS = (b"latn", b"DFLT")
_X_ADVANCE = 0x0004
_BEFORE_X_ADVANCE = 0x0003


class Layout:
    """One of the tables `GPOS` and `GSUB`; glyphs are numbers, lengths are in font units.

    `lookup_type` is the type of the lookups that are read. Other types, such as contextual pairs, are ignored.
    """

    def __init__(self, data: bytes, lookup_type: int, extension: int) -> None:
        self._data = data
        self._lookup_type, self._extension = lookup_type, extension

    def subtables(self, feature: bytes) -> list[int]:
        """Offsets of the subtables of a feature, for Latin letters."""
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
        offsets = dict(self._record(scripts, index) for index in range(count))
        script = next((offsets[tag] for tag in _SCRIPTS if tag in offsets), 0)
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
        kind = unpack_from(">H", self._data, start)[0]
        for offset in self._numbers(start + 4):
            at, inner = start + offset, kind
            if kind == self._extension:
                inner, further = unpack_from(">HI", self._data, at + 2)
                at += further
            if inner == self._lookup_type:
                yield at

    def coverage(self, start: int) -> dict[int, int]:
        """Coverage table: the index of each glyph."""
        form, count = unpack_from(">2H", self._data, start)
        if form == 1:
            return {glyph: place for place, glyph in enumerate(self._numbers(start + 2))}
        places: dict[int, int] = {}
        for first, last, place in self._ranges(start, count):
            places.update(zip(range(first, last + 1), range(place, place + last - first + 1), strict=True))
        return places

    def classes(self, start: int) -> dict[int, int]:
        """Class definition table: the class of each glyph that is not in class 0."""
        form, second = unpack_from(">2H", self._data, start)
        if form == 1:
            return {second + index: number for index, number in enumerate(self._numbers(start + 4))}
        classes: dict[int, int] = {}
        for first, last, one in self._ranges(start, second):
            classes.update(dict.fromkeys(range(first, last + 1), one))
        return classes

    def _ranges(self, start: int, count: int) -> Iterable[tuple[int, int, int]]:
        """Ranges of a table of format 2: first and last glyph, and a number."""
        numbers = unpack_from(f">{3 * count}H", self._data, start + 4)
        return zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)


class Substitution(Layout):
    """The table `GSUB`."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data, lookup_type=1, extension=7)

    def single(self, feature: bytes) -> dict[int, int]:
        """Glyphs that a feature replaces, each with its replacement."""
        others: dict[int, int] = {}
        for start in self.subtables(feature):
            form, offset, change = unpack_from(">HHh", self._data, start)
            for glyph, place in self.coverage(start + offset).items():
                others[glyph] = glyph + change if form == 1 else self._numbers(start + 4)[place]
        return others


class Kerning(Layout):
    """The kerning of pairs of letters in the table `GPOS`."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data, lookup_type=2, extension=9)

    def between(self, left: int | None, right: int | None) -> int:
        """Space added between two glyphs; 0 if the font lacks one of them, or its table is damaged."""
        if left is None or right is None:
            return 0
        try:
            values = (table.value(left, right) for table in self._pairs)
            return next((value for value in values if value is not None), 0)
        except (struct.error, IndexError):
            return 0

    @cached_property
    def _pairs(self) -> list[_Pairs]:
        return [_Pairs(self, self._data, start) for start in self.subtables(b"kern")]


class _Pairs:
    """A subtable of pairs: a list for each left glyph (format 1), or a matrix of classes (format 2)."""

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
        """Kerning of a pair; None if the subtable does not cover it."""
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


# One cut of a typeface: its letters, their widths and their kerning.

_UNDERLINE = 100.0, 50.0
"""Distance and thickness of an underline in a font that has neither."""

_POST = 12
"""Bytes of the table `post` up to the thickness of underlines."""

_FIGURES = frozenset(range(ord("0"), ord("9") + 1))

BLANKS = frozenset(" \n\r\t\u00a0\u00ad")
"""Characters that need no glyph."""


class Font:
    """One cut of a typeface. Lengths are in thousandths of the type size."""

    def __init__(self, file: FontFile, notice: str, cut: Cut) -> None:
        self.cut = cut
        self.name = file.name
        self.notice = notice
        self.file = file
        self.unit = self.file.unit
        self.cap = self.file.cap_height
        self.descent = self.file.descent
        self.letters = BLANKS.union(map(chr, self.file.glyphs))
        self.kerning = Kerning(self.file.table("GPOS"))
        self._gaps = _Gaps(self)
        self.widths = _Widths(self)
        self._set_lining_figures()

    def __repr__(self) -> str:
        return self.name

    def _set_lining_figures(self) -> None:
        """Use figures as high as capitals: old-style figures are hard to read in rules."""
        lining = Substitution(self.file.table("GSUB")).single(b"lnum")
        self.file.replace_glyphs(_FIGURES, lining)

    @cached_property
    def simple_letters(self) -> frozenset[str]:
        """Its letters, without those that make tables or tabs, and those of languages without spaces."""
        return frozenset(letter for letter in self.letters - set("|\t\r") if letter < "\u2e80")

    @cached_property
    def underline(self) -> tuple[float, float]:
        """Distance of an underline from the baseline, and its thickness (OpenType, table `post`)."""
        post = self.file.table("post")
        depth, thick = unpack_from(">2h", post, 8) if len(post) >= _POST else (0, 0)
        unit = self.unit
        return (-depth * unit, thick * unit) if depth < 0 < thick else _UNDERLINE

    @cached_property
    def small_caps(self) -> Font | None:
        """The font with small capitals in the place of small letters; None if it has none."""
        return self._variant(b"smcp", set(self.file.glyphs), "SmallCaps")

    @cached_property
    def tabular(self) -> Font:
        """The font with figures of equal width, as far as it has them."""
        return self._variant(b"tnum", _FIGURES, "Tabular") or self

    def _variant(self, feature: bytes, codes: Iterable[int], name: str) -> Font | None:
        """The font with a feature applied to some characters; None if none of them changes."""
        others = Substitution(self.file.table("GSUB")).single(feature)
        if not any(self.file.glyphs.get(code, 0) in others for code in codes):
            return None
        file = self.file.copied(name)
        variant = Font(file, self.notice, self.cut)
        file.replaced = file.replace_glyphs(codes, others)
        return variant

    def kerned(self, word: str) -> list[tuple[str, float]]:
        """Parts of a word, split where it is kerned, each with the space added after it."""
        pairs = self._gaps
        gaps = [pairs[left + right] for left, right in pairwise(word)]
        if not any(gaps):
            return [(word, 0.0)]
        parts: list[tuple[str, float]] = []
        start = 0
        for end, gap in enumerate(gaps, 1):
            if gap:
                parts.append((word[start:end], gap))
                start = end
        return [*parts, (word[start:], 0.0)]


class _Gaps(dict[str, float]):
    """Space added between the letters of each pair, looked up in the font when a text first has the pair."""

    def __init__(self, font: Font) -> None:
        self._font = font

    def __missing__(self, pair: str) -> float:
        left, right = (self._font.file.glyphs.get(ord(letter)) for letter in pair)
        gap = self[pair] = self._font.kerning.between(left, right) * self._font.unit
        return gap


MOST_WORDS = 10_000
"""Words of a font that are remembered: more are those of a large game that are on one card each, such as numbers in names."""


class _Widths(dict[str, float]):
    """Widths of words in a font, with kerning, computed when a text first has the word."""

    def __init__(self, font: Font) -> None:
        self._font = font

    def __missing__(self, word: str) -> float:
        of, default = self._font.file.widths, self._font.file.default_width
        letters = sum([of.get(ord(letter), default) for letter in word])
        width: float = letters + sum([gap for _, gap in self._font.kerned(word)])
        if len(self) >= MOST_WORDS:
            self.clear()
        self[word] = width
        return width


# Families: those of the game, and those among the installed `fontpkg-*` packages.

Obstacle = Literal["", "restricted", "unreadable", "complex", "letterless", "bitmap"]
"""Why a cut cannot be embedded; '' if it can."""


class Family(NamedTuple):
    """A family: its name, its copyright, and the source of each cut; that of an installed plain font is its file.

    `is_own` if it is one of the game's own.
    """

    name: str
    notice: str
    files: Mapping[Cut, Path | CutSource]
    is_own: bool = False

    @property
    def weights(self) -> list[int]:
        """Weights of its upright cuts, or of its italics if it has only these."""
        upright = {cut.weight for cut in self.files if not cut.italic}
        return sorted(upright or {cut.weight for cut in self.files})

    def closest(self, weight: int, italic: bool) -> Cut:
        """The cut nearest to a weight and slope; the weight matters more."""
        return min(self.files, key=lambda cut: (abs(cut.weight - weight), cut.italic != italic, cut.weight))


@cache
def family(name: str) -> Family | None:
    """Installed family of a name; None if it is not installed, or its package cannot be read."""
    folder = package_folder(_module(name))
    try:
        about: dict[str, Any] = json.loads((folder / "metadata.json").read_bytes()) if folder else {}
        notice = f"{about['family']}: {about['copyright']} ({about['license']})"
        cuts: dict[Cut, Path | CutSource] = {}
        for file in about["files"] if folder else ():
            path = folder / file["path"]
            if file.get("variable") or not isinstance(file["weight"], int):
                cuts = {**_cuts_in(path), **cuts}
            else:
                cuts[Cut(file["weight"], file["style"] == "italic")] = path
        return Family(about["family"], notice, cuts)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def package(name: str) -> str:
    """Name of the Python package of a family."""
    return "fontpkg-" + "-".join(name.lower().split())


def _module(name: str) -> str:
    return package(name).replace("-", "_")


def _cuts_in(path: Path) -> dict[Cut, CutSource]:
    """Cuts in a font file; none if it cannot be read."""
    data = path.read_bytes()
    try:
        headers = font_headers(data)
    except ValueError:
        return {}
    return {
        cut: CutSource(path.name, data, header, tuple(axes.items()))
        for header in headers
        for cut, axes in header.cuts().items()
    }


_LARGE_SCRIPTS = Pattern(LARGE_SCRIPTS)


class Fonts:
    """The families that a face can use. `assets` are the files of a game: its fonts, and cuts that were made of them.

    `made` collects the cuts that were used, by their names among the files of the game, so that none is made twice.
    """

    def __init__(self, assets: Mapping[str, bytes]) -> None:
        self._cuts = {name: data for name, data in assets.items() if name.startswith(f"{CUTS}/")}
        self._opened: dict[tuple[str, Cut], Font | Obstacle] = {}
        self.own: OwnFonts = families_in(
            {name: data for name, data in assets.items() if name.startswith(f"{FONTS}/")}
        )
        self.made: dict[str, bytes] = {}
        self._letters: frozenset[str] = frozenset()
        self._large: set[tuple[str, Cut]] = set()

    def forget(self) -> None:
        """Close all fonts, so that `made` begins anew."""
        self._opened.clear()
        self._large.clear()
        self.made.clear()
        self._letters = frozenset()

    def cover(self, texts: Iterable[str]) -> bool:
        """Open large fonts with the letters of these texts too; return whether fonts that were opened before lack some."""
        letters = {
            letter[0] for text in texts if not text.isascii() for letter in _LARGE_SCRIPTS.finditer(text)
        } - self._letters
        self._letters |= letters
        lacking = self._large if letters else set()
        for key in lacking:
            del self._opened[key]
        self._large = self._large - lacking
        return bool(lacking)

    def family(self, name: str) -> Family | None:
        """Family of a name, of the game or installed; None if there is none."""
        own = self.own.families.get(family_key(name))
        if own is None:
            return family(name)
        notice = f"{own.name}: {own.notice}" if own.notice else own.name
        return Family(own.name, notice, own.cuts, is_own=True)

    def font(self, name: str, weight: int, italic: bool) -> Font | None:
        """Open one cut of a family; None if it does not exist, or cannot be embedded."""
        font = self._open(name, Cut(weight, italic))
        return font if isinstance(font, Font) else None

    def obstacle(self, name: str, cut: Cut) -> Obstacle:
        """Why a cut of a family cannot be embedded in a PDF or a web page; '' if it can."""
        font = self._open(name, cut)
        return "" if isinstance(font, Font) else font

    def _open(self, name: str, cut: Cut) -> Font | Obstacle:
        key = family_key(name), cut
        if key not in self._opened:
            family = self.family(name)
            source = family.files.get(cut) if family else None
            self._opened[key] = self._font_of(family, cut, source) if family and source else "unreadable"
        return self._opened[key]

    def _font_of(self, family: Family, cut: Cut, source: Path | CutSource) -> Font | Obstacle:
        if not isinstance(source, CutSource):
            plain = _plain_font(source, family.notice, cut)
            if isinstance(plain, Font | str):
                return plain
            source = plain
        if source.header.is_restricted:
            return "restricted"
        title = _title(family.name, cut)
        try:
            data = self._cut(source, title)
            if _is_cut_by_letters(source):
                self._large.add((family_key(family.name), cut))
            return Font(FontFile(title, data, is_whole=source.header.is_whole), family.notice, cut)
        except CutFailedError as fault:
            return fault.reason
        except Exception:  # noqa: BLE001 - as above: reportlab raises many types of errors for a damaged table
            return "unreadable"

    def _cut(self, source: CutSource, title: str) -> bytes:
        data = self.made.get(source.key) or self._cuts.get(source.key)
        letters = self._letters if _is_cut_by_letters(source) else None
        if data is None or (letters and not letters.issubset(sample_text(data))):
            data = _made_cut(source, title, letters)
        self.made[source.key] = data
        return data


INSTALLED = Fonts({})
"""The installed families."""


def fonts_of(assets: Mapping[str, bytes]) -> Fonts:
    """The families that faces of a game can use; the same for the same files."""
    files = tuple(
        (name, assets[name]) for name in sorted(assets) if name.startswith((f"{FONTS}/", f"{CUTS}/"))
    )
    return _fonts_of(files) if files else INSTALLED


@lru_cache(4)
def _fonts_of(files: tuple[tuple[str, bytes], ...]) -> Fonts:
    return Fonts(dict(files))


@lru_cache(32)
def _made_cut(source: CutSource, title: str, letters: frozenset[str] | None) -> bytes:
    printed = None if letters is None else "".join(sorted(letters))
    return cut_font(source.data, CutOptions(source.header.number, dict(source.axes), title, letters=printed))


def _is_cut_by_letters(source: CutSource) -> bool:
    """Whether a cut has only the letters of a game, of those of large scripts."""
    return source.header.is_large and not source.header.is_whole


_MOST_TITLE = 40
"""Most letters of a family in the name of a cut."""


def _title(name: str, cut: Cut) -> str:
    """Name of a cut, in the letters that PostScript allows."""
    letters = "".join(name.split())
    plain = "".join(letter for letter in letters if letter.isascii() and letter.isalnum())[:_MOST_TITLE]
    if plain != letters:
        plain += blake2b(name.encode(), digest_size=3).hexdigest()
    return f"{plain}-{cut.weight}{'Italic' if cut.italic else ''}"


@cache
def _plain_font(path: Path, notice: str, cut: Cut) -> Font | CutSource | Obstacle:
    """Font of an installed file; if it cannot be embedded as it is, the source of a cut of it."""
    try:
        data = path.read_bytes()
        header = font_headers(data)[0]
    except (OSError, ValueError):
        return "unreadable"
    if header.is_restricted:
        return "restricted"
    if not header.is_plain or header.is_whole:
        axes = header.cuts().get(cut, {})
        return CutSource(path.name, data, header, tuple(axes.items()))
    try:
        return Font(FontFile(path.stem, data), notice, cut)
    except Exception:  # noqa: BLE001 - reportlab raises many types of errors for a damaged table
        return "unreadable"
