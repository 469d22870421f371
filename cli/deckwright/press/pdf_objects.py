"""PDF documents and TrueType fonts, through reportlab: the only module that knows its internals.

reportlab's canvas lays out every text anew and declares a Helvetica that is not embedded. So the operators of pages are
written by `operators.py`, and this module puts them into reportlab's document classes, which are not a documented interface.
`tests/press/test_pdf_objects.py` lists each class, attribute and method used here, and fails first when a release of
reportlab changes one.
"""

from __future__ import annotations

import io
import zlib
from functools import cache
from itertools import pairwise
from struct import unpack_from
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

Box = tuple[float, float, float, float]
"""Left, bottom, right and top, in points."""


class FontFile:
    """TrueType font file: its metrics, and the glyphs that a document embeds. Lengths are in thousandths of the type size.

    `glyphs` and `widths` are keyed by character code. A file that `is_whole` is embedded with all its glyphs. `replaced`
    are glyphs that a variant of the font, such as small capitals, shows for characters.
    """

    def __init__(self, name: str, data: bytes, *, is_whole: bool = False) -> None:
        from reportlab.pdfbase.ttfonts import TTFont

        self.name, self.data, self.is_whole = name, data, is_whole
        self._font: Any = TTFont(name, io.BytesIO(data), asciiReadable=True)
        self._face: Any = self._font.face
        self.unit: float = 1000 / self._face.unitsPerEm
        self.cap_height: float = self._face.capHeight or 700
        self.descent: float = -self._face.descent
        self.glyphs: dict[int, int] = self._face.charToGlyph
        self.widths: dict[int, float] = self._face.charWidths
        self.default_width: float = self._face.defaultWidth
        self.replaced: dict[int, int] = {}

    def copied(self, name: str) -> FontFile:
        """The same file once more, with `name` after its name, so that a document can hold both."""
        copy = FontFile(f"{self.name}-{name}", self.data, is_whole=self.is_whole)
        copy._face.name = b"-".join([self._face.name, name.encode()])
        return copy

    def replace_glyphs(self, codes: Iterable[int], others: Mapping[int, int]) -> dict[int, int]:
        """Show other glyphs for some characters, and return those. Done before the first text is encoded."""
        metrics, count = self.table("hmtx"), unpack_from(">H", self.table("hhea"), 34)[0]
        found = {code: others.get(self.glyphs.get(code, 0), 0) for code in codes}
        replaced = {code: glyph for code, glyph in found.items() if glyph}
        for code, glyph in replaced.items():
            self.glyphs[code] = glyph
            self.widths[code] = unpack_from(">H", metrics, 4 * min(glyph, count - 1))[0] * self.unit
        return replaced

    def table(self, name: str) -> bytes:
        """OpenType table of that name; empty if the font does not have it."""
        data: bytes = self._face.get_table(name) if name in self._face.table else b""
        return data

    def encode(self, text: str, document: Document) -> list[EncodedText]:
        """Text as bytes for a document, split where the next character is in another subset of the font."""
        if self.is_whole:
            return [EncodedText(0, document.whole_font(self).encode(text))]
        return [EncodedText(*pair) for pair in self._font.splitString(text, document.pdf)]

    def resource_name(self, subset: int, document: Document) -> str:
        """Name of a subset of the font among a page's resources."""
        if self.is_whole:
            return document.whole_font(self).name
        name: str = self._font.getSubsetInternalName(subset, document.pdf)
        return name.removeprefix("/")

    def descriptor(self) -> dict[str, Any]:
        """Entries of the PDF's font descriptor, without the file."""
        face = self._face
        return {
            "Type": "FontDescriptor",
            "FontName": self.name,
            "Ascent": face.ascent,
            "Descent": face.descent,
            "CapHeight": face.capHeight,
            "Flags": face.flags,
            "FontBBox": face.bbox,
            "ItalicAngle": face.italicAngle,
            "StemV": face.stemV,
        }


class WholeFont:
    """A font that a document embeds with all its glyphs, and the characters that it shows.

    `name` is that among a page's resources. Characters are encoded by the numbers of their glyphs (PDF 1.7, 9.7.4).
    """

    def __init__(self, file: FontFile, name: str) -> None:
        self.file, self.name = file, name
        self._shown: dict[int, int] = {}

    def encode(self, text: str) -> bytes:
        """Text as two bytes for each character."""
        known = self.file.glyphs
        for code in map(ord, text):
            self._shown.setdefault(known.get(code, 0), code)
        return b"".join([known.get(ord(letter), 0).to_bytes(2, "big") for letter in text])

    @property
    def widths(self) -> list[Any]:
        """Widths of the shown glyphs, each in a list after the number of its glyph."""
        of, default = self.file.widths, self.file.default_width
        return [
            one for glyph, code in sorted(self._shown.items()) for one in (glyph, [of.get(code, default)])
        ]

    @property
    def unicode_map(self) -> str:
        """Program that maps the glyphs back to characters, for readers who search and copy text (PDF 1.7, 9.10.3)."""
        shown = sorted(self._shown.items())
        lines = [f"<{glyph:04X}> <{chr(code).encode('utf-16-be').hex().upper()}>" for glyph, code in shown]
        blocks = [lines[start : start + _BLOCK] for start in range(0, len(lines), _BLOCK)]
        return "\n".join(
            [
                _MAP_HEAD,
                *(line for one in blocks for line in (f"{len(one)} beginbfchar", *one, "endbfchar")),
                _MAP_END,
            ]
        )


_BLOCK = 100
"""Most entries in one block of such a program."""

_MAP_HEAD = """\
/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange"""
_MAP_END = "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"


class EncodedText(NamedTuple):
    """Text as bytes in one subset of a font; subsets are numbered from 0."""

    subset: int
    data: bytes


def font_tables(path: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Some OpenType tables of a font file, by name, without reading the rest of it."""
    from reportlab.pdfbase.ttfonts import TTFontParser

    parser: Any = TTFontParser(str(path))
    return {name: parser.get_table(name) for name in names}


class Pixmap(NamedTuple):
    """Image as a PDF stream: its data, compressed, the entries of its dictionary, and its mask if it is transparent.

    `space` is a colour space's name, or a palette with the components of each colour in the space `base`. A `hard` mask shows each pixel
    in full or not at all; `is_blurred` if the picture has more shades between.
    """

    data: bytes
    entries: Mapping[str, Any]
    space: str | bytes
    mask: Pixmap | None = None
    hard: bool = False
    is_blurred: bool = False
    base: str = "DeviceRGB"


class PrintingCondition(NamedTuple):
    """Printing condition that inks are meant for: its registered identifier, its usual name, and its registry."""

    identifier: str
    name: str
    registry: str


class Shading(NamedTuple):
    """Colours along a line, or between two circles (PDF 1.7, 8.7.4.5): where, and the components of each colour.

    `ends` are two points, or two centres, each with a radius. `stops` are in order, from 0 to 1; `space` is the name of a
    colour space.
    """

    space: str
    ends: Sequence[float]
    stops: Sequence[tuple[float, Sequence[float]]]


class Page(NamedTuple):
    """Page of a document: its size in points, its streams in drawing order, their resources, and the bleed at each side."""

    size: tuple[float, float]
    streams: Sequence[Any]
    resources: Any
    bleed: float | None = None


_COMPONENTS = {"DeviceGray": 1, "DeviceRGB": 3, "DeviceCMYK": 4}
"""Components of a colour in each space that a palette can have."""

_EDGE = 1e-5
"""Distance of two stops up to which they are an edge."""


# A file with many cards is not kept in memory: streams wait in a temporary file as they will be written, and what is written
# is not collected.

_STORED = 16 * 2**20
"""Most bytes of streams that are kept in memory."""


class DataStore:
    """Pieces of data, in a temporary file once there is much of it."""

    def __init__(self) -> None:
        self._file: IO[bytes] = io.BytesIO()
        self._size = 0

    def keep(self, data: bytes) -> tuple[int, int]:
        """Place of the data: where it starts, and how long it is."""
        self._file.seek(self._size)
        self._file.write(data)
        place = self._size, len(data)
        self._size += len(data)
        if self._size > _STORED and isinstance(self._file, io.BytesIO):
            kept, self._file = self._file, TemporaryFile()  # noqa: SIM115 - `close` closes it
            self._file.write(kept.getvalue())
        return place

    def read(self, place: tuple[int, int]) -> bytes:
        """Data at a place."""
        self._file.seek(place[0])
        return self._file.read(place[1])

    def close(self) -> None:
        """Remove the file."""
        self._file.close()


@cache
def _stored_classes() -> tuple[Any, Any]:
    """Classes of objects, and of streams, that are in a store as they will be written."""
    from reportlab.pdfbase import pdfdoc

    class StoredObject(pdfdoc.PDFObject):  # type: ignore[misc]  # reportlab has no types
        def __init__(self, store: DataStore, place: tuple[int, int]) -> None:
            self._store, self._place = store, place

        def format(self, document: Any) -> bytes:  # noqa: ARG002 - as reportlab calls it
            return self._store.read(self._place)

    class StoredStream(StoredObject):
        __RefOnly__ = 1

    return StoredObject, StoredStream


@cache
def _streamed_document() -> Any:
    """Class of documents that write each object to `out` when it is ready.

    reportlab keeps what is written in `__accum__` while it writes.
    """
    from reportlab.pdfbase import pdfdoc

    class StreamedDocument(pdfdoc.PDFDocument):  # type: ignore[misc]  # reportlab has no types
        out: IO[bytes]

        @property
        def __accum__(self) -> Any:
            return self._written

        @__accum__.setter
        def __accum__(self, written: Any) -> None:
            self._written = written
            for start in written.strings:
                self.out.write(start)
            written.strings.clear()
            written.write = self.out.write

        @__accum__.deleter
        def __accum__(self) -> None:
            del self._written

    return StreamedDocument


class Document:
    """PDF document being written: the same calls produce the same bytes. `pdf` is reportlab's document."""

    def __init__(self, language: str) -> None:
        from reportlab import rl_config
        from reportlab.pdfbase import pdfdoc

        rl_config.useA85 = 0
        self._pdfdoc: Any = pdfdoc
        self.pdf: Any = _streamed_document()(compression=1, invariant=1, lang=language)
        self._store = DataStore()
        self._whole: dict[str, WholeFont] = {}

    def stream(self, operators: Iterable[str]) -> Any:
        """Compressed stream of operators."""
        return self._compressed("\n".join(operators).encode("latin-1"))

    def page_stream(self, operators: Iterable[str]) -> Any:
        """Compressed stream of operators that pages show; it is complete, and not kept in memory."""
        return self._stored(self.stream(operators))

    def _stored(self, made: Any) -> Any:
        """A complete stream or dictionary as it will be written; it refers to nothing that the document gets later."""
        stored, stored_stream = _stored_classes()
        kept = stored_stream if isinstance(made, self._pdfdoc.PDFStream) else stored
        return kept(self._store, self._store.keep(made.format(self.pdf)))

    def _compressed(self, data: bytes) -> Any:
        stream = self._pdfdoc.PDFStream(content=zlib.compress(data))
        stream.dictionary["Filter"] = self._pdfdoc.PDFArray([self._name("FlateDecode")])
        return stream

    def whole_font(self, file: FontFile) -> WholeFont:
        """Font that is embedded with all its glyphs."""
        return self._whole.setdefault(file.name, WholeFont(file, f"W{len(self._whole) + 1}"))

    def _add_whole(self, font: WholeFont) -> None:
        """Add a whole font to the resources of all pages."""
        data = self._compressed(font.file.data)
        data.dictionary["Length1"] = len(font.file.data)
        descriptor = {key: self._value(value) for key, value in font.file.descriptor().items()}
        descriptor["FontFile2"] = self.pdf.Reference(data)
        inner = {
            "Type": self._name("Font"),
            "Subtype": self._name("CIDFontType2"),
            "BaseFont": self._name(font.file.name),
            "CIDSystemInfo": self._dictionary(
                {"Registry": self._string("Adobe"), "Ordering": self._string("Identity"), "Supplement": 0}
            ),
            "FontDescriptor": self.pdf.Reference(self._dictionary(descriptor)),
            "DW": font.file.default_width,
            "W": self._pdfdoc.PDFArray(
                [self._pdfdoc.PDFArray(one) if isinstance(one, list) else one for one in font.widths]
            ),
            "CIDToGIDMap": self._name("Identity"),
        }
        outer = {
            "Type": self._name("Font"),
            "Subtype": self._name("Type0"),
            "BaseFont": self._name(font.file.name),
            "Encoding": self._name("Identity-H"),
            "DescendantFonts": self._pdfdoc.PDFArray([self.pdf.Reference(self._dictionary(inner))]),
            "ToUnicode": self.pdf.Reference(self._compressed(font.unicode_map.encode("ascii"))),
        }
        self.pdf.idToObject["BasicFonts"].dict[font.name] = self.pdf.Reference(self._dictionary(outer))

    def resources(
        self, forms: Iterable[str], shadings: Iterable[str] = (), states: Iterable[str] = ()
    ) -> Any:
        """Resources of a stream: all fonts of the document, and the forms, images, shadings and states that it names."""
        resources = self._pdfdoc.PDFResourceDictionary()
        resources.basicFonts()
        resources.ProcSet = []
        refer = self._pdfdoc.PDFObjectReference
        resources.XObject = {name: refer(name) for name in forms}
        resources.Shading = {name: refer(name) for name in shadings}
        resources.ExtGState = {name: refer(name) for name in states}
        return resources

    def shared(self, resources: Any) -> Any:
        """Reference to resources that several pages use."""
        return self.pdf.Reference(resources)

    def add_form(
        self, name: str, stream: Any, resources: Any, box: Box, matrix: Sequence[float] | None = None
    ) -> None:
        """Add a form: a stream that pages show by name, clipped to a box."""
        entries = stream.dictionary
        entries["Type"], entries["Subtype"] = self._name("XObject"), self._name("Form")
        entries["BBox"] = self._numbers(box, 3)
        if matrix:
            entries["Matrix"] = self._numbers(matrix, 8)
        entries["Resources"] = resources
        self.pdf.Reference(self._stored(stream), name)

    def make_group(self, stream: Any, space: str = "") -> None:
        """Make a form a transparency group: its parts are seen through together (PDF 1.7, 11.6.6)."""
        entries = {"S": "Transparency", **({"CS": space} if space else {})}
        stream.dictionary["Group"] = self._value(entries)
        self.pdf.ensureMinPdfVersion("transparency")

    def add_state(self, name: str, entries: Mapping[str, Any], mask: str = "") -> None:
        """Add a graphics state: its entries, and the form whose lightness is its mask (PDF 1.7, 11.6.5)."""
        values = dict(entries)
        if mask:
            form = self._pdfdoc.PDFObjectReference(mask)
            values["SMask"] = {"Type": "Mask", "S": "Luminosity", "G": form}
        self.pdf.ensureMinPdfVersion("transparency")
        self.pdf.Reference(self._value(values), name)

    def add_shading(self, name: str, shading: Shading) -> None:
        """Add a shading that pages and forms fill a clipped area with."""
        entries = {
            "ShadingType": 3 if len(shading.ends) > 4 else 2,  # noqa: PLR2004 - circles, not points
            "ColorSpace": shading.space,
            "Coords": self._numbers(shading.ends, 5),
            "Function": self._function(shading.stops),
            "Extend": ["true", "true"],
        }
        self.pdf.Reference(self._value(entries), name)

    def _function(self, stops: Sequence[tuple[float, Sequence[float]]]) -> Any:
        """Function from 0 to 1 through the colours of some stops; two at one place are an edge (PDF 1.7, 7.10.4)."""
        full = [(0.0, stops[0][1]), *stops, (1.0, stops[-1][1])]
        steps = [(one, two) for one, two in pairwise(full) if two[0] - one[0] > _EDGE]
        parts = [
            self._value(
                {
                    "FunctionType": 2,
                    "Domain": [0, 1],
                    "C0": self._numbers(low[1], 5),
                    "C1": self._numbers(high[1], 5),
                    "N": 1,
                }
            )
            for low, high in steps
        ]
        if len(parts) == 1:
            return parts[0]
        bounds = self._numbers([high[0] for _, high in steps[:-1]], 5)
        encode = self._numbers([0.0, 1.0] * len(parts), 0)
        joined = {"FunctionType": 3, "Domain": [0, 1], "Functions": parts, "Bounds": bounds, "Encode": encode}
        return self._value(joined)

    def add_image(self, name: str, pixmap: Pixmap) -> None:
        """Add an image, and its mask if it has one, that pages show by name."""
        stream = self._image(pixmap)
        if pixmap.mask:
            mask = self.pdf.Reference(self._stored(self._image(pixmap.mask)), f"{name}M")
            stream.dictionary["Mask" if pixmap.hard else "SMask"] = mask
            if not pixmap.hard:
                self.pdf.ensureMinPdfVersion("transparency")
        self.pdf.Reference(self._stored(stream), name)

    def _image(self, pixmap: Pixmap) -> Any:
        stream = self._pdfdoc.PDFStream(content=pixmap.data)
        entries = stream.dictionary
        entries["Type"], entries["Subtype"] = self._name("XObject"), self._name("Image")
        for key, value in pixmap.entries.items():
            entries[key] = self._value(value)
        if isinstance(pixmap.space, bytes):
            last = len(pixmap.space) // _COMPONENTS[pixmap.base] - 1
            palette = f"<{pixmap.space.hex()}>"
            indexed = [self._name("Indexed"), self._name(pixmap.base), last, palette]
            entries["ColorSpace"] = self._pdfdoc.PDFArray(indexed)
        elif pixmap.space:
            entries["ColorSpace"] = self._name(pixmap.space)
        return stream

    def add_page(self, page: Page) -> None:
        """Add a page at the end."""
        added = self._pdfdoc.PDFPage()
        width, height = (round(side, 3) for side in page.size)
        added.MediaBox = self._pdfdoc.PDFArray([0, 0, width, height])
        if page.bleed is not None:
            added.TrimBox = self._numbers(
                (page.bleed, page.bleed, width - page.bleed, height - page.bleed), 3
            )
            added.BleedBox = added.MediaBox
        first, *others = page.streams
        added.Contents = self._pdfdoc.PDFArray([first, *others]) if others else first
        is_shared = isinstance(page.resources, self._pdfdoc.PDFObjectReference)
        added.Resources = page.resources if is_shared else self._stored(page.resources)
        self.pdf.addPage(added)

    def declare(self, standard: str, condition: PrintingCondition) -> None:
        """Declare a standard of the PDF/X family and a registered condition, which needs no colour profile (ISO 15930-4)."""
        from reportlab.pdfbase import pdfdoc

        # reportlab 5.1 writes a fixed list of entries into the information dictionary and into the catalogue.
        class Info(pdfdoc.PDFInfo):  # type: ignore[misc]  # reportlab has no types
            def format(self, document: Any) -> bytes:
                written: bytes = super().format(document)
                entry: bytes = pdfdoc.PDFString(standard).format(document)
                return written.rstrip().removesuffix(b">>") + b"/GTS_PDFXVersion " + entry + b"\n>>"

        self.pdf.info = Info()
        catalog = self.pdf.Catalog
        catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
        intent = {
            "Type": self._name("OutputIntent"),
            "S": self._name("GTS_PDFX"),
            "OutputConditionIdentifier": pdfdoc.PDFString(condition.identifier),
            "OutputCondition": pdfdoc.PDFString(condition.name),
            "Info": pdfdoc.PDFString(condition.name),
            "RegistryName": pdfdoc.PDFString(condition.registry),
        }
        catalog.OutputIntents = pdfdoc.PDFArray([pdfdoc.PDFDictionary(intent)])

    def save(self, out: IO[bytes], about: Mapping[str, str]) -> None:
        """Write the file; `about` has its title, author, subject, keywords and creator."""
        for name, value in about.items():
            setattr(self.pdf.info, name, value)
        for font in self._whole.values():
            self._add_whole(font)
        self.pdf.out = out
        self.pdf.GetPDFData(None)
        self._store.close()

    def _name(self, name: str) -> Any:
        return self._pdfdoc.PDFName(name)

    def _string(self, text: str) -> Any:
        return self._pdfdoc.PDFString(text)

    def _dictionary(self, entries: Mapping[str, Any]) -> Any:
        return self._pdfdoc.PDFDictionary(dict(entries))

    def _numbers(self, numbers: Iterable[float], digits: int) -> Any:
        return self._pdfdoc.PDFArray([round(number, digits) for number in numbers])

    def _value(self, value: Any) -> Any:
        """Value of a dictionary's entry as reportlab writes it."""
        if isinstance(value, dict):
            return self._pdfdoc.PDFDictionary({key: self._value(one) for key, one in value.items()})
        if isinstance(value, list):
            return self._pdfdoc.PDFArray(value)
        if isinstance(value, bool):
            return str(value).lower()
        return self._name(value) if isinstance(value, str) else value
