"""PDF documents: objects, streams, fonts, pictures and pages, each written once it is complete (PDF 1.7)."""

from __future__ import annotations

import zlib
from hashlib import blake2b
from itertools import count, groupby, pairwise
from operator import itemgetter
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import deckwright

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.press.graphics.font_files import FontFile

Box = tuple[float, float, float, float]
"""Left, bottom, right and top, in points."""


# Values, as they are written. Words are names; texts for readers are `Text`, and bytes are strings.


class Reference(NamedTuple):
    """Reference to an object of the file by its number."""

    number: int


class Text(NamedTuple):
    """Text that a reader shows."""

    text: str


def _written(value: Any) -> str:
    """Value as a PDF has it."""
    write: Callable[[Any], str] = _WRITERS.get(type(value), _list)
    return write(value)


def _list(values: Iterable[Any]) -> str:
    return f"[{' '.join(map(_written, values))}]"


def _dictionary(entries: Mapping[str, Any]) -> str:
    return f"<< {' '.join([f'/{key} {_written(value)}' for key, value in entries.items()])} >>"


def _text(value: Text) -> str:
    text = value.text
    if not (text.isascii() and text.isprintable()):
        return f"<feff{text.encode('utf-16-be').hex()}>"
    escaped = "".join(f"\\{letter}" if letter in "()\\" else letter for letter in text)
    return f"({escaped})"


_WRITERS: dict[type, Callable[[Any], str]] = {
    bool: lambda value: str(value).lower(),
    int: str,
    float: lambda value: f"{value:.6f}".rstrip("0").rstrip("."),
    str: lambda value: f"/{value}",
    bytes: lambda value: f"<{value.hex()}>",
    dict: _dictionary,
    Reference: lambda value: f"{value.number} 0 R",
    Text: _text,
}
"""What writes values of each type."""


def _rounded(numbers: Iterable[float], digits: int) -> list[float]:
    return [round(number, digits) for number in numbers]


# What a document is made of.


class Pixmap(NamedTuple):
    """Image as a PDF stream: its data, compressed, the entries of its dictionary, and its mask if it is transparent.

    `space` is a colour space's name, or a palette with the components of each colour in the space `base`. A `hard` mask shows each pixel
    in full or not at all.
    """

    data: bytes
    entries: Mapping[str, Any]
    space: str | bytes
    mask: Pixmap | None = None
    hard: bool = False
    base: str = "DeviceRGB"

    @property
    def dictionary(self) -> dict[str, Any]:
        """Entries of the image, with its colour space."""
        space: Any = self.space
        if isinstance(space, bytes):
            space = ["Indexed", self.base, len(space) // COMPONENTS[self.base] - 1, space]
        return {
            "Type": "XObject",
            "Subtype": "Image",
            **self.entries,
            **({"ColorSpace": space} if space else {}),
        }


COMPONENTS = {"DeviceGray": 1, "DeviceRGB": 3, "DeviceCMYK": 4}
"""Components of a colour in each colour space."""


class Shading(NamedTuple):
    """Colours along a line, or between two circles (8.7.4.5): where, and the components of each colour.

    `ends` are two points, or two centres, each with a radius. `stops` are in order, from 0 to 1; `space` is the name of a
    colour space.
    """

    space: str
    ends: Sequence[float]
    stops: Sequence[tuple[float, Sequence[float]]]


_EDGE = 1e-5
"""Distance of two stops up to which they are an edge."""


def _function(stops: Sequence[tuple[float, Sequence[float]]]) -> dict[str, Any]:
    """Function from 0 to 1 through the colours of some stops; two at one place are an edge (7.10.4)."""
    full = [(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])]
    steps = [(low, high) for low, high in pairwise(full) if high[0] - low[0] > _EDGE]
    parts = [
        {"FunctionType": 2, "Domain": [0, 1], "C0": _rounded(low[1], 5), "C1": _rounded(high[1], 5), "N": 1}
        for low, high in steps
    ]
    if len(parts) == 1:
        return parts[0]
    bounds = _rounded([high[0] for _, high in steps[:-1]], 5)
    return {
        "FunctionType": 3,
        "Domain": [0, 1],
        "Functions": parts,
        "Bounds": bounds,
        "Encode": [0, 1] * len(parts),
    }


# Fonts of a document.


class EncodedText(NamedTuple):
    """Text as bytes in a font; `font` is the name of its subset among a page's resources."""

    font: str
    data: bytes


class WholeFont:
    """A font that a document embeds with all its glyphs, and the characters that it shows.

    `name` is that among a page's resources. Characters are encoded by the numbers of their glyphs (9.7.4).
    """

    def __init__(self, file: FontFile, name: str) -> None:
        self.file, self.name = file, name
        self._shown: dict[int, int] = {}

    def encode(self, text: str) -> list[EncodedText]:
        """Text as two bytes for each character."""
        glyphs = [self.file.glyphs.get(ord(letter), 0) for letter in text]
        for glyph, letter in zip(glyphs, text, strict=True):
            self._shown.setdefault(glyph, ord(letter))
        return [EncodedText(self.name, b"".join([glyph.to_bytes(2, "big") for glyph in glyphs]))]

    def add_to(self, document: Document) -> dict[str, Reference]:
        """Add the font to a document, and return it by its name."""
        file, shown = self.file, sorted(self._shown.items())
        program = document.add_stream(file.data, {"Length1": len(file.data)})
        descriptor = {
            "Type": "FontDescriptor",
            "FontName": file.name,
            **file.descriptor(),
            "FontFile2": program,
        }
        inner = {
            "Type": "Font",
            "Subtype": "CIDFontType2",
            "BaseFont": file.name,
            "CIDSystemInfo": {"Registry": Text("Adobe"), "Ordering": Text("Identity"), "Supplement": 0},
            "FontDescriptor": document.add(descriptor),
            "DW": file.default_width,
            "W": [entry for glyph, code in shown for entry in (glyph, [file.width(code)])],
            "CIDToGIDMap": "Identity",
        }
        outer = {
            "Type": "Font",
            "Subtype": "Type0",
            "BaseFont": file.name,
            "Encoding": "Identity-H",
            "DescendantFonts": [document.add(inner)],
            "ToUnicode": document.add_stream(unicode_map(shown, 2)),
        }
        return {self.name: document.add(outer)}


_SUBSET = 256
"""Codes of a subset: in each, 0 is for what the font lacks, and 32 for a space."""

_ASCII = range(32, 128)
_SPACES = {0xA0: 32}


def _free_codes() -> Iterator[int]:
    """Yield the codes for characters that are not ASCII, with the number of their subset in the higher byte."""
    yield from range(1, 32)
    yield from range(128, _SUBSET)
    for start in count(_SUBSET, _SUBSET):
        yield from (start + code for code in range(1, _SUBSET) if code != 32)  # noqa: PLR2004 - a space


class SubsetFont:
    """A font of which a document embeds the characters that it shows, in subsets with a byte for each.

    `name` is the beginning of their names among a page's resources. In the first subset ASCII has its own codes.
    """

    def __init__(self, file: FontFile, name: str) -> None:
        self.file, self.name = file, name
        self._codes = {0: 0, **{code: code for code in _ASCII if code in file.glyphs}}
        self._characters = {code: code for code in _ASCII}
        self._free = _free_codes()

    def encode(self, text: str) -> list[EncodedText]:
        """Text as bytes, split where the next character is in another subset."""
        codes = [divmod(self._code_of(ord(letter)), _SUBSET) for letter in text]
        return [
            EncodedText(f"{self.name}+{subset}", bytes([code for _, code in run]))
            for subset, run in groupby(codes, key=itemgetter(0))
        ]

    def _code_of(self, character: int) -> int:
        character = _SPACES.get(character, character)
        code = self._codes.get(character)
        if code is None:
            code = self._codes[character] = next(self._free) if character in self.file.glyphs else 0
            self._characters.setdefault(code, character)
        return code

    def add_to(self, document: Document) -> dict[str, Reference]:
        """Add the subsets to a document, and return them by their names."""
        return {
            f"{self.name}+{number}": document.add(self._subset(document, number))
            for number in range(max(self._characters) // _SUBSET + 1)
        }

    def _subset(self, document: Document, number: int) -> dict[str, Any]:
        file, first = self.file, number * _SUBSET
        last = max(code for code in self._characters if code < first + _SUBSET)
        shown = {0: 0, 32: 32} | {
            code - first: self._characters[code] for code in self._characters if first <= code <= last
        }
        characters = [shown.get(code, 0) for code in range(last - first + 1)]
        name = f"{f'{number:06}'.translate(_DIGITS)}+{file.base_name}"
        program = file.subset(characters)
        descriptor = {
            "Type": "FontDescriptor",
            "FontName": name,
            **file.descriptor(),
            "Flags": file.descriptor()["Flags"] & ~_NONSYMBOLIC | _SYMBOLIC,
            "MissingWidth": file.default_width,
            "FontFile2": document.add_stream(program, {"Length1": len(program)}),
        }
        return {
            "Type": "Font",
            "Subtype": "TrueType",
            "BaseFont": name,
            "FirstChar": 0,
            "LastChar": len(characters) - 1,
            "Widths": [file.width(code) for code in characters],
            "ToUnicode": document.add_stream(
                unicode_map([(code, shown) for code, shown in enumerate(characters) if shown], 1)
            ),
            "FontDescriptor": document.add(descriptor),
        }


_SYMBOLIC, _NONSYMBOLIC = 4, 32
"""Flags of fonts: whether they have an encoding of their own (9.8.2)."""

_DIGITS = str.maketrans("0123456789", "ABCDEFGIJK")


_BLOCK = 100
"""Most entries in one block of a map."""

_MAP_HEAD = """\
/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange"""
_MAP_END = "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"


def unicode_map(shown: Sequence[tuple[int, int]], size: int) -> bytes:
    """Program that maps codes of some bytes back to characters, for readers who search and copy text (9.10.3)."""
    lines = [
        f"<{code:0{2 * size}X}> <{chr(character).encode('utf-16-be').hex().upper()}>"
        for code, character in shown
    ]
    blocks = [lines[start : start + _BLOCK] for start in range(0, len(lines), _BLOCK)]
    mapped = [line for block in blocks for line in (f"{len(block)} beginbfchar", *block, "endbfchar")]
    codes = f"<{'00' * size}> <{'FF' * size}>"
    return "\n".join([_MAP_HEAD, codes, "endcodespacerange", *mapped, _MAP_END]).encode("ascii")


# The document.

_IN_MEMORY = 16 * 2**20
"""Most bytes of a file that are kept in memory."""

_HEADER = b"%%PDF-%b\n%%\x93\x8c\x8b\x9e\n"
"""Version, and bytes that are no ASCII, so that no program takes the file for text."""

_PLAIN, _TRANSPARENT = b"1.3", b"1.4"
"""Versions of PDF: without transparency, and with it."""

_FONTS, _PAGES, _FIRST_FREE = 1, 2, 3
"""Numbers of the objects that are written last, and of the first of all others."""

_CREATED = Text("D:20000101000000+00'00'")
"""The same date in each file, so that the same cards make the same bytes."""


_NOTHING: Mapping[str, Any] = MappingProxyType({})

GROUP = "Transparency"
"""Group of parts that are seen through together (11.6.6)."""


class Document:
    """PDF document being written: the same calls produce the same bytes.

    What pages show by name (forms, images, shadings, graphics states) may be named before it is added.
    """

    def __init__(self, language: str) -> None:
        self._catalog: dict[str, Any] = {"Type": "Catalog", "Pages": Reference(_PAGES), "PageMode": "UseNone"}
        if language:
            self._catalog["Lang"] = Text(language)
        self._information = {
            "Producer": Text(f"Deckwright {deckwright.__version__}"),
            "CreationDate": _CREATED,
            "ModDate": _CREATED,
            "Trapped": "False",
        }
        self._file: IO[bytes] = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - closed with the document
        self._file.write(_HEADER % _PLAIN)
        self._version = _PLAIN
        self._digest = blake2b(digest_size=16)
        self._starts: dict[int, int] = {}
        self._last = _FIRST_FREE - 1
        self._names: dict[str, Reference] = {}
        self._fonts: dict[str, SubsetFont | WholeFont] = {}
        self._pages: list[Reference] = []

    def __del__(self) -> None:
        self._file.close()

    def _new(self) -> Reference:
        self._last += 1
        return Reference(self._last)

    def named(self, name: str) -> Reference:
        """Reference to what pages show by a name."""
        if name not in self._names:
            self._names[name] = self._new()
        return self._names[name]

    def _write(self, reference: Reference, content: bytes) -> Reference:
        self._starts[reference.number] = self._file.tell()
        self._file.write(b"%d 0 obj\n%b\nendobj\n" % (reference.number, content))
        self._digest.update(content)
        return reference

    def add(self, value: Any, at: Reference | None = None) -> Reference:
        """Add an object, with a number that is known or a new one."""
        return self._write(at or self._new(), _written(value).encode("latin-1"))

    def add_stream(
        self, data: bytes, entries: Mapping[str, Any] = _NOTHING, at: Reference | None = None
    ) -> Reference:
        """Add a stream, which is compressed unless its entries name another filter."""
        entries = dict(entries)
        if "Filter" not in entries:
            data, entries["Filter"] = zlib.compress(data), "FlateDecode"
        head = _written({**entries, "Length": len(data)}).encode("latin-1")
        return self._write(at or self._new(), b"%b\nstream\n%b\nendstream" % (head, data))

    def page_stream(self, operators: Iterable[str]) -> Reference:
        """Add a stream of operators for pages."""
        return self.add_stream("\n".join(operators).encode("latin-1"))

    def font(self, file: FontFile) -> SubsetFont | WholeFont:
        """Font of a file, as this document embeds it."""
        known = self._fonts.get(file.name)
        if known is None:
            kind, letter = (WholeFont, "W") if file.is_whole else (SubsetFont, "F")
            number = 1 + sum(isinstance(font, kind) for font in self._fonts.values())
            known = self._fonts[file.name] = kind(file, f"{letter}{number}")
        return known

    def resources(
        self, forms: Iterable[str], shadings: Iterable[str] = (), states: Iterable[str] = ()
    ) -> dict[str, Any]:
        """Resources of a stream: all fonts of the document, and the forms, images, shadings and states that it names."""
        shown = {"XObject": forms, "Shading": shadings, "ExtGState": states}
        resources = {kind: {name: self.named(name) for name in names} for kind, names in shown.items()}
        return {"Font": Reference(_FONTS), **{kind: named for kind, named in resources.items() if named}}

    def add_form(
        self,
        name: str,
        operators: Iterable[str],
        resources: Any,
        box: Box,
        more: Mapping[str, Any] = _NOTHING,
    ) -> None:
        """Add a form: a stream that pages show by name, clipped to a box, with more entries."""
        entries = {"Type": "XObject", "Subtype": "Form", "BBox": _rounded(box, 3), "Resources": resources}
        self._version = _TRANSPARENT if "Group" in more else self._version
        self.add_stream("\n".join(operators).encode("latin-1"), {**entries, **more}, self.named(name))

    def add_state(self, name: str, entries: Mapping[str, Any], mask: str = "") -> None:
        """Add a graphics state: its entries, and the form whose lightness is its mask (11.6.5)."""
        self._version = _TRANSPARENT
        lightness = {"SMask": {"Type": "Mask", "S": "Luminosity", "G": self.named(mask)}} if mask else {}
        self.add({**entries, **lightness}, self.named(name))

    def add_shading(self, name: str, shading: Shading) -> None:
        """Add a shading that pages and forms fill a clipped area with."""
        entries = {
            "ShadingType": 3 if len(shading.ends) > 4 else 2,  # noqa: PLR2004 - circles, not points
            "ColorSpace": shading.space,
            "Coords": _rounded(shading.ends, 5),
            "Function": _function(shading.stops),
            "Extend": [True, True],
        }
        self.add(entries, self.named(name))

    def add_image(self, name: str, pixmap: Pixmap) -> None:
        """Add an image, and its mask if it has one, that pages show by name."""
        entries = pixmap.dictionary
        if pixmap.mask:
            mask = self.add_stream(pixmap.mask.data, pixmap.mask.dictionary)
            entries["Mask" if pixmap.hard else "SMask"] = mask
            self._version = self._version if pixmap.hard else _TRANSPARENT
        self.add_stream(pixmap.data, entries, self.named(name))

    def add_page(
        self,
        size: tuple[float, float],
        streams: Sequence[Reference],
        resources: dict[str, Any],
        bleed: float | None = None,
    ) -> None:
        """Add a page at the end: its size in points, its streams in drawing order, and the bleed at each side."""
        width, height = _rounded(size, 3)
        entries: dict[str, Any] = {
            "Type": "Page",
            "Parent": Reference(_PAGES),
            "MediaBox": [0, 0, width, height],
            "Contents": streams[0] if len(streams) == 1 else streams,
            "Resources": resources,
        }
        if bleed is not None:
            trim = _rounded((bleed, bleed, width - bleed, height - bleed), 3)
            entries |= {"TrimBox": trim, "BleedBox": entries["MediaBox"]}
        self._pages.append(self.add(entries))

    def declare(self, standard: str, condition: str, name: str, registry: str) -> None:
        """Declare a standard of the PDF/X family and a registered condition, which needs no colour profile (ISO 15930-4)."""
        intent = {
            "Type": "OutputIntent",
            "S": "GTS_PDFX",
            "OutputConditionIdentifier": Text(condition),
            "OutputCondition": Text(name),
            "Info": Text(name),
            "RegistryName": Text(registry),
        }
        self._catalog["OutputIntents"] = [intent]
        self._information["GTS_PDFXVersion"] = Text(standard)

    def save(self, out: IO[bytes], about: Mapping[str, str]) -> None:
        """Write the file; `about` has its title, author, subject, keywords and creator."""
        fonts = {name: font for added in self._fonts.values() for name, font in added.add_to(self).items()}
        self.add(fonts, Reference(_FONTS))
        self.add({"Type": "Pages", "Count": len(self._pages), "Kids": self._pages}, Reference(_PAGES))
        root = self.add(self._catalog)
        info = self.add(
            {**{name.capitalize(): Text(text) for name, text in about.items()}, **self._information}
        )
        self._write_end(root, info)
        self._file.seek(0)
        self._file.write(_HEADER % self._version)
        self._file.seek(0)
        copyfileobj(self._file, out)

    def _write_end(self, root: Reference, info: Reference) -> None:
        """Write where each object starts, and which of them readers begin with (7.5.4, 7.5.5)."""
        start = self._file.tell()
        size = self._last + 1
        self._file.write(b"xref\n0 %d\n0000000000 65535 f \n" % size)
        self._file.writelines(b"%010d 00000 n \n" % self._starts[number] for number in range(1, size))
        name = self._digest.digest()
        trailer = _written({"Size": size, "Root": root, "Info": info, "ID": [name, name]})
        self._file.write(b"trailer\n%b\nstartxref\n%d\n%%%%EOF\n" % (trailer.encode("ascii"), start))
