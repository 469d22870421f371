"""Font files as a designer has them: TrueType, PostScript, variable, or several in a collection; which cuts of which families they hold.

Only their headers are read here, by offsets that are checked; outlines are read by `font_cuts.py`. A font that the press uses is a
`FontFile`, read by reportlab.
"""

from __future__ import annotations

import io
import struct
from functools import lru_cache
from hashlib import blake2b
from struct import unpack_from
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.press.graphics.font_cuts import SAMPLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


# The header of a font: its names, weight, slope, axes and permissions.

_MOST_FONTS = 64
"""Most fonts in a collection."""

_MOST_NAMES = 2000
_MOST_AXES = 64

_SINGLE = {b"\x00\x01\x00\x00", b"true", b"OTTO"}
_COLLECTION = b"ttcf"

_WEIGHTS = range(100, 1000, 100)
"""Weights that a style can have."""

_USUAL_WEIGHT, _USUAL_WIDTH = 400, 5
_ITALIC = 0x0201
"""Bits of `fsSelection` (OpenType, table OS/2): italic, oblique."""

_WIDTHS = {
    1: "Ultra Condensed",
    2: "Extra Condensed",
    3: "Condensed",
    4: "Semi Condensed",
    6: "Semi Expanded",
    7: "Expanded",
    8: "Extra Expanded",
    9: "Ultra Expanded",
}
"""Names of the classes of widths (OpenType, usWidthClass)."""

_USAGE, _RESTRICTED, _WHOLE, _BITMAPS = 0x000F, 0x0002, 0x0100, 0x0200
"""Bits of `fsType` (OpenType, table OS/2): the usage (restricted, if no other bit of it is set), no subsetting, bitmaps only."""

_COPYRIGHT, _FAMILY, _LICENCE, _TYPOGRAPHIC, _SIZELESS = 0, 1, 13, 16, 21
"""Numbers of names: the family of four cuts, the whole family, and the one without widths and optical sizes."""

_MOST_NOTICE = 200


_LARGE = 5000
"""Glyphs of a font that is cut for the letters of a game: few others than those for Chinese, Japanese and Korean have so many."""


class Cut(NamedTuple):
    """One cut of a family: its weight, and whether it is italic."""

    weight: int
    italic: bool


class Axis(NamedTuple):
    """What a variable font can be varied by, such as `wght`."""

    tag: str
    least: float
    usual: float
    most: float


class FontHeader(NamedTuple):
    """What a font says about itself.

    `number` counts the fonts of a collection. `is_plain` if its outlines can be embedded as they are; `is_restricted` if it
    must not be embedded, `is_whole` if only with all its letters; `is_large` if it may be one for Chinese, Japanese or Korean.
    """

    number: int
    family: str
    notice: str
    cut: Cut
    axes: tuple[Axis, ...]
    is_plain: bool
    is_restricted: bool
    is_whole: bool
    is_large: bool = False

    def cuts(self) -> dict[Cut, dict[str, float]]:
        """Cuts of the font, each with its position on the axes."""
        axes = {axis.tag: axis for axis in self.axes}
        weight = axes.get("wght")
        weights = [
            weight_class
            for weight_class in _WEIGHTS
            if weight and weight.least <= weight_class <= weight.most
        ]
        slopes: dict[bool, dict[str, float]] = {self.cut.italic: {}}
        if (italic := axes.get("ital")) and not self.cut.italic and italic.most >= 1:
            slopes = {False: {"ital": max(0.0, italic.least)}, True: {"ital": 1.0}}
        elif (slant := axes.get("slnt")) and not self.cut.italic and slant.least < 0:
            slopes = {False: {"slnt": min(0.0, slant.most)}, True: {"slnt": slant.least}}
        return {
            Cut(weight_class, is_italic): {**({"wght": weight_class} if weight else {}), **position}
            for is_italic, position in slopes.items()
            for weight_class in weights or [self.cut.weight]
        }


def font_headers(data: bytes) -> list[FontHeader]:
    """Header of a font, or of each font in a collection.

    Raises:
        ValueError: the file is not a font that can be read.
    """
    try:
        if data[:4] == _COLLECTION:
            count = min(unpack_from(">I", data, 8)[0], _MOST_FONTS)
            offsets = unpack_from(f">{count}I", data, 12)
        else:
            offsets = (0,)
        headers = [_header(data, offset, number) for number, offset in enumerate(offsets)]
    except (struct.error, IndexError) as fault:
        msg = "no font"
        raise ValueError(msg) from fault
    if not headers:
        msg = "no font"
        raise ValueError(msg)
    return headers


def _header(data: bytes, offset: int, number: int) -> FontHeader:
    if data[offset : offset + 4] not in _SINGLE:
        msg = "no font"
        raise ValueError(msg)
    tables = _tables(data, offset)
    if "cmap" not in tables:
        msg = "no font"
        raise ValueError(msg)
    names = _names(data, *tables["name"]) if "name" in tables else {}
    at = tables["OS/2"][0] if "OS/2" in tables else 0
    weight, width, permission = unpack_from(">HHH", data, at + 4) if at else (_USUAL_WEIGHT, _USUAL_WIDTH, 0)
    style = unpack_from(">H", data, at + 62)[0] & _ITALIC if at else _mac_style(data, tables)
    axes = tuple(_axes(data, tables["fvar"][0])) if "fvar" in tables else ()
    is_only = permission & _USAGE == _RESTRICTED
    return FontHeader(
        number=number,
        family=_family(names, 0 if any(axis.tag == "wdth" for axis in axes) else width),
        notice=_notice(names),
        cut=Cut(min(max(int(weight / 100 + 0.5), 1), 9) * 100, bool(style)),
        axes=axes,
        is_plain="glyf" in tables and not axes,
        is_restricted=is_only or bool(permission & _BITMAPS),
        is_whole=bool(permission & _WHOLE),
        is_large="maxp" in tables and unpack_from(">H", data, tables["maxp"][0] + 4)[0] > _LARGE,
    )


def sample_text(data: bytes) -> str:
    """Letters of large scripts that a cut was made for, as the cut itself lists them."""
    return _names(data, *_tables(data, 0)["name"]).get(SAMPLE, "")


def _tables(data: bytes, start: int) -> dict[str, tuple[int, int]]:
    """Offset and length of each table."""
    count = unpack_from(">H", data, start + 4)[0]
    records = (unpack_from(">4sIII", data, start + 12 + 16 * number) for number in range(count))
    return {tag.decode("latin-1"): (offset, length) for tag, _, offset, length in records}


def _mac_style(data: bytes, tables: Mapping[str, tuple[int, int]]) -> int:
    """Italic bit of the table `head`, for fonts without `OS/2`."""
    return int(unpack_from(">H", data, tables["head"][0] + 44)[0] & 2) if "head" in tables else 0


def _names(data: bytes, start: int, length: int) -> dict[int, str]:
    """Names by their numbers: in English for Windows if possible."""
    count, texts = unpack_from(">HH", data, start + 2)
    ranked: dict[int, tuple[int, str]] = {}
    for number in range(min(count, _MOST_NAMES)):
        platform, _, language, name, size, at = unpack_from(">6H", data, start + 6 + 12 * number)
        begin = start + texts + at
        raw = data[begin : min(begin + size, start + length)]
        text = raw.decode("mac-roman" if platform == 1 else "utf-16-be", "replace")
        rank = 0 if (platform, language) == (3, 0x409) else 1 if platform != 1 else 2
        if rank < ranked.get(name, (9, ""))[0]:
            ranked[name] = rank, " ".join("".join(letter for letter in text if letter.isprintable()).split())
    return {name: text for name, (_, text) in ranked.items()}


def _family(names: Mapping[int, str], width: int) -> str:
    """Name of the family: fonts of another width are a family of their own."""
    if name := names.get(_SIZELESS):
        return name
    name = names.get(_TYPOGRAPHIC) or names.get(_FAMILY, "")
    wide = _WIDTHS.get(width, "")
    return name if wide.replace(" ", "").lower() in name.replace(" ", "").lower() else f"{name} {wide}"


def _notice(names: Mapping[int, str]) -> str:
    whose = names.get(_COPYRIGHT, "")[:_MOST_NOTICE]
    licence = names.get(_LICENCE, "")[:_MOST_NOTICE]
    return f"{whose} ({licence})" if whose and licence else whose or licence


def _axes(data: bytes, start: int) -> Iterator[Axis]:
    offset, _, count, size = unpack_from(">4H", data, start + 4)
    for number in range(min(count, _MOST_AXES)):
        tag, *range_ = unpack_from(">4s3i", data, start + offset + size * number)
        least, usual, most = (value / 65536 for value in range_)
        yield Axis(tag.decode("latin-1"), least, usual, most)


# Cuts in font files, ready to be made.


class CutSource(NamedTuple):
    """Where a cut comes from: the name and content of a font file, its header, and the cut's position on the axes."""

    file: str
    data: bytes
    header: FontHeader
    axes: tuple[tuple[str, float], ...]

    @property
    def key(self) -> str:
        """Name of the cut among the files of a game: the same for the same content."""
        position = "".join(f"-{tag.strip()}{value:g}" for tag, value in self.axes)
        return f"{CUTS}/{_digest(self.data)}-{self.header.number}{position}.ttf"


CUTS = "cuts"
"""Prefix under which the cuts of fonts are stored with the files of a game."""


@lru_cache(256)
def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=12).hexdigest()


class FontFamily(NamedTuple):
    """A family in font files: its name, its copyright, and the source of each cut."""

    name: str
    notice: str
    cuts: dict[Cut, CutSource]


class OwnFonts(NamedTuple):
    """Families in font files, by `family_key`, and files that cannot be read."""

    families: dict[str, FontFamily]
    unreadable: list[str]


def family_key(name: str) -> str:
    """Name of a family as it is compared."""
    return " ".join(name.split()).casefold()


def families_in(files: Mapping[str, bytes]) -> OwnFonts:
    """Families in some font files; a font without a name is called after its file.

    Of two files with the same cut, the one that holds this cut alone counts, then the first.
    """
    fonts = OwnFonts({}, [])
    for file, data in sorted(files.items(), key=lambda item: item[0]):
        try:
            headers = font_headers(data)
        except ValueError:
            fonts.unreadable.append(file)
            continue
        for header in headers:
            _add(fonts, file, data, header)
    return fonts


def _add(fonts: OwnFonts, file: str, data: bytes, header: FontHeader) -> None:
    name = header.family or file.rpartition("/")[2].rpartition(".")[0]
    family = fonts.families.setdefault(family_key(name), FontFamily(name, header.notice, {}))
    for cut, axes in header.cuts().items():
        source = CutSource(file, data, header, tuple(axes.items()))
        other = family.cuts.setdefault(cut, source)
        if other.header.axes and not header.axes:
            family.cuts[cut] = source


# Fonts that the press uses.

_FEATURES = dict.fromkeys(("calt", "ccmp", "clig", "liga", "locl", "mark", "mkmk", "rclt", "rlig"), False)
"""Features that HarfBuzz applies by itself, but for kerning: a PDF has one glyph for each character."""


class Glyphs:
    """The glyphs of a font file, as HarfBuzz reads them. Lengths are in units of the font."""

    def __init__(self, data: bytes) -> None:
        from uharfbuzz import Face, Font

        self._font: Any = Font(Face(data))
        extents = self._font.get_font_extents("ltr")
        self.ascent: int = extents.ascender
        self.descent: int = extents.descender

    def glyph(self, code: int) -> int:
        """Glyph of a character; 0 if the font does not have it."""
        return self._font.get_nominal_glyph(code) or 0

    def advance(self, glyph: int) -> int:
        """Advance width of a glyph."""
        width: int = self._font.get_glyph_h_advance(glyph)
        return width

    def shaped(self, text: str, features: Mapping[str, bool]) -> list[tuple[int, int]]:
        """Glyphs of a text with some features, each with its advance, which kerning changes."""
        from uharfbuzz import Buffer, BufferFlags, shape

        buffer = Buffer()
        buffer.add_str(text)
        buffer.direction, buffer.script = "ltr", "Latn"
        buffer.flags = BufferFlags.PRESERVE_DEFAULT_IGNORABLES
        shape(self._font, buffer, {**_FEATURES, **features})
        glyphs = zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
        return [(info.codepoint, position.x_advance) for info, position in glyphs]

    def path(self, glyph: int) -> tuple[tuple[str, tuple[float, ...]], ...]:
        """Outline of a glyph, y upwards, in steps as `parts.Path` has them."""
        from uharfbuzz import DrawFuncs

        steps: list[tuple[str, tuple[float, ...]]] = []

        def close(_: object) -> None:
            if steps[-1][0] == "l":  # a line to the beginning, which closing draws
                steps.pop()
            steps.append(("h", ()))

        draw = DrawFuncs()
        draw.set_move_to_func(lambda *numbers: steps.append(("m", numbers[:2])))
        draw.set_line_to_func(lambda *numbers: steps.append(("l", numbers[:2])))
        draw.set_cubic_to_func(lambda *numbers: steps.append(("c", numbers[:6])))
        draw.set_close_path_func(close)
        self._font.draw_glyph(glyph, draw, None)
        return tuple(steps)


class FontFile:
    """TrueType font file: its metrics, and the glyphs that a document embeds. Lengths are in thousandths of the type size.

    `glyphs` and `widths` are keyed by character code. A file that `is_whole` is embedded with all its glyphs. `replaced`
    are glyphs that a variant of the font, such as small capitals, shows for characters.
    """

    def __init__(self, name: str, data: bytes, *, is_whole: bool = False) -> None:
        from reportlab.pdfbase.ttfonts import TTFontFile

        self.name, self.data, self.is_whole = name, data, is_whole
        self._font: Any = TTFontFile(io.BytesIO(data))
        self.base_name: str = self._font.name.decode()
        self.unit: float = 1000 / self._font.unitsPerEm
        self.cap_height: float = self._font.capHeight or 700
        self.descent: float = -self._font.descent
        self.glyphs: dict[int, int] = self._font.charToGlyph
        self.widths: dict[int, float] = self._font.charWidths
        self.default_width: float = self._font.defaultWidth
        self.replaced: dict[int, int] = {}
        self.outlines = Glyphs(data)
        self._features: dict[str, bool] = {}

    def copied(self, name: str) -> FontFile:
        """The same file once more, with `name` after its name, so that a document can hold both."""
        copy = FontFile(f"{self.name}-{name}", self.data, is_whole=self.is_whole)
        copy.base_name = f"{self.base_name}-{name}"
        return copy

    def use_feature(self, feature: str, codes: Iterable[int]) -> dict[int, int]:
        """Show other glyphs for some characters, and return those. Done before the first text is encoded."""
        self._features[feature] = True
        glyphs = {code: self.outlines.shaped(chr(code), self._features)[0] for code in codes}
        replaced = {
            code: glyph for code, (glyph, _) in glyphs.items() if glyph not in {0, self.glyphs.get(code)}
        }
        self.glyphs.update(replaced)
        self.widths.update(
            {code: self.outlines.advance(glyph) * self.unit for code, glyph in replaced.items()}
        )
        return replaced

    def kerning(self, pair: str) -> float:
        """Space added between two letters."""
        glyph, advance = self.outlines.shaped(pair, self._features)[0]
        return (advance - self.outlines.advance(glyph)) * self.unit

    def width(self, code: int) -> float:
        """Width of a character."""
        return self.widths.get(code, self.default_width)

    def table(self, name: str) -> bytes:
        """OpenType table of that name; empty if the font does not have it."""
        return font_tables(self.data, [name])[name]

    def subset(self, codes: Sequence[int]) -> bytes:
        """Font file with the glyphs of some characters, which have the codes from 0."""
        data: bytes = self._font.makeSubset(codes)
        return data

    def descriptor(self) -> dict[str, Any]:
        """Entries of a PDF's font descriptor, without the name and the file (PDF 1.7, 9.8.1)."""
        font = self._font
        return {
            "Ascent": font.ascent,
            "Descent": font.descent,
            "CapHeight": font.capHeight,
            "Flags": font.flags,
            "FontBBox": font.bbox,
            "ItalicAngle": font.italicAngle,
            "StemV": font.stemV,
        }


def font_tables(data: bytes, names: Iterable[str]) -> dict[str, bytes]:
    """Some OpenType tables of a font file, by name; empty ones that it does not have."""
    tables = _tables(data, 0)
    return {
        name: data[start : start + length] for name in names for start, length in [tables.get(name, (0, 0))]
    }
