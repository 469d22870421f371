"""Fonts: the families of a game and the installed ones, their cuts, and their metrics (widths, kerning, figure heights)."""

from __future__ import annotations

import json
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
    from collections.abc import Iterable, Mapping
    from pathlib import Path


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
        self._gaps = _Gaps(self)
        self.widths = _Widths(self)
        # Figures as high as capitals: old-style figures are hard to read in rules.
        self.file.use_feature("lnum", _FIGURES)

    def __repr__(self) -> str:
        return self.name

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
        return self._variant("smcp", map(ord, self.letters - BLANKS), "SmallCaps")

    @cached_property
    def tabular(self) -> Font:
        """The font with figures of equal width, as far as it has them."""
        return self._variant("tnum", _FIGURES, "Tabular") or self

    def _variant(self, feature: str, codes: Iterable[int], name: str) -> Font | None:
        """The font with a feature applied to some characters; None if none of them changes."""
        variant = Font(self.file.copied(name), self.notice, self.cut)
        variant.file.replaced = variant.file.use_feature(feature, codes)
        return variant if variant.file.replaced else None

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
        gap = self[pair] = self._font.file.kerning(pair)
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
