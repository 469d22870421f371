"""A PDF file: fonts, forms, pages and what it says of itself, on reportlab's document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

import deckwright
from deckwright.files.game_folder import FOLDER
from deckwright.press.graphics.icons import SETS, icon
from deckwright.press.graphics.parts import POINT, Pixels
from deckwright.press.graphics.pictures import picture
from deckwright.press.writing.images import rgb_inks
from deckwright.press.writing.operators import Content

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckwright.press.graphics.fonts import Font
    from deckwright.press.graphics.parts import Drawn
    from deckwright.press.job import PrintJob
    from deckwright.press.writing.images import Inks, Pixmap


# What a PDF says to a print shop: the standard it keeps, and the printing condition its inks are meant for.


def declare(document: Any, standard: str, condition: tuple[str, str, str]) -> None:
    """Declare a standard of the PDF/X family, and the condition: as registered, as called, and where registered.

    A condition that stands in a registry needs no colour profile in the file (ISO 15930-4).
    """
    from reportlab.pdfbase import pdfdoc

    # reportlab 5.1 writes a closed list of entries into both dictionaries.
    class Info(pdfdoc.PDFInfo):  # type: ignore[misc]
        def format(self, document: Any) -> bytes:
            written: bytes = super().format(document)
            entry: bytes = pdfdoc.PDFString(standard).format(document)
            return written.rstrip().removesuffix(b">>") + b"/GTS_PDFXVersion " + entry + b"\n>>"

    document.info = Info()
    catalog = document.Catalog
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
    identifier, name, registry = condition
    intent = {
        "Type": pdfdoc.PDFName("OutputIntent"),
        "S": pdfdoc.PDFName("GTS_PDFX"),
        "OutputConditionIdentifier": pdfdoc.PDFString(identifier),
        "OutputCondition": pdfdoc.PDFString(name),
        "Info": pdfdoc.PDFString(name),
        "RegistryName": pdfdoc.PDFString(registry),
    }
    catalog.OutputIntents = pdfdoc.PDFArray([pdfdoc.PDFDictionary(intent)])


# How texts are written in a PDF: letters by the subset of their font, words with their kerning.

_ESCAPES = {"(": r"\(", ")": r"\)", "\\": r"\\", "\r": r"\r", "\n": r"\n"}


class Letters(dict[int, str]):
    """How the letters of one font are written in its first subset, filled as they come up."""

    def __init__(self, font: Font, document: Any) -> None:
        self.font, self._document = font, document
        self.others = False

    def __missing__(self, code: int) -> str:
        ((subset, data),) = self.font.ttf.splitString(chr(code), self._document)
        self.others = self.others or subset > 0
        self[code] = escaped(data) if subset == 0 else ""
        return self[code]


class Words(dict[str, str]):
    """How words stand within the brackets of a PDF text, parted where they are kerned."""

    def __init__(self, letters: Letters) -> None:
        self.letters = letters

    def __missing__(self, word: str) -> str:
        *kerned, (last, _) = [
            (part.translate(self.letters), gap) for part, gap in self.letters.font.kerned(word)
        ]
        written = self[word] = "".join([f"{part}){-gap:g}(" for part, gap in kerned]) + last
        return written


def escaped(data: bytes) -> str:
    """Write bytes so that they can stand within the brackets of a PDF text."""
    return "".join(_ESCAPES.get(letter, letter) for letter in data.decode("latin-1"))


# A PDF file in the making: fonts, forms and pages, on reportlab's document.
#
# The operators of pages are written here and not by reportlab's canvas, which would lay every text anew and
# declare a Helvetica that is not embedded.

_BESIDE = 100.0
"""How far beyond the size of a card, in points, what is drawn for it may reach: all is cut off at its edge."""


@dataclass(slots=True)
class _Parts:
    """Parts that may come up again, how many times they did, and their form once they have one."""

    parts: tuple[Drawn, ...]
    times: int = 0
    form: str = ""


class PdfFile:
    """A PDF being written: the same calls give the same bytes.

    `hardened` grows by the pictures that are half transparent, of which the file shows a place in full or not at all.
    """

    def __init__(
        self,
        assets: Mapping[str, bytes],
        language: str,
        card: tuple[float, float],
        inks: Inks | None = None,
    ) -> None:
        from reportlab import rl_config
        from reportlab.pdfbase import pdfdoc

        rl_config.useA85 = 0
        self._pdf: Any = pdfdoc
        self._assets = assets
        self.inks = inks or rgb_inks()
        self._reach = max(card) / POINT + _BESIDE
        self.document: Any = pdfdoc.PDFDocument(compression=1, invariant=1, lang=language)
        self._words: dict[str, Words] = {}
        self._icons: dict[str, str] = {}
        self._images: dict[str, tuple[str, int]] = {}
        self.hardened: dict[str, None] = {}
        self._parts: dict[int, _Parts] = {}
        self._sets: dict[str, None] = {}
        self._forms: dict[tuple[str, tuple[float, ...]], str] = {}

    def shown(self, font: Font, text: str) -> Iterator[tuple[str, str]]:
        """Yield the operators that show a text, in parts that one subset of its font can write, with its name."""
        words = self._words.get(font.name)
        if words is None:
            words = self._words[font.name] = Words(Letters(font, self.document))
        written = " ".join([words[word] for word in text.split(" ")])
        if words.letters.others:
            for subset, data in font.ttf.splitString(text, self.document):
                yield self._name(font, subset), f"({escaped(data)}) Tj"
        else:
            yield self._name(font, 0), f"[({written})] TJ" if ")" in written else f"({written}) Tj"

    def _name(self, font: Font, subset: int) -> str:
        name: str = font.ttf.getSubsetInternalName(subset, self.document)
        return name[1:]

    def icon(self, name: str) -> str:
        """Give the form of an icon: one unit square, in the colour of whoever shows it."""
        form = self._icons.get(name)
        if form is None:
            self._sets.setdefault(name.rpartition(":")[0])
            form = self._icons[name] = self._icon_form(name)
        return form

    def _icon_form(self, name: str) -> str:
        found = icon(name, self._assets)
        if found is None:
            msg = f"no icon {name}"
            raise LookupError(msg)
        content = Content(self)
        content.operators = [found.operators, "f*" if found.even_odd else "f"]
        unit = 1 / found.side
        matrix = [unit, 0, 0, unit, -found.left * unit, -found.bottom * unit]
        return self.form(content, found.ink, matrix)

    def image(self, name: str) -> tuple[str, int]:
        """Give the object of a picture of pixels, one unit square, and how it is turned to be seen (EXIF)."""
        known = self._images.get(name)
        if known is None:
            known = self._images[name] = self._image(name)
        return known

    def _image(self, name: str) -> tuple[str, int]:
        from deckwright.press.writing.images import pixmap_of

        found = picture(name, self._assets)
        if not isinstance(found, Pixels):
            raise TypeError(name)
        pixmap = pixmap_of(name, self._assets[f"{FOLDER}/{name}"], found, self.inks.limit)
        form = f"I{len(self._images) + 1}"
        stream = self._pixels(pixmap)
        if pixmap.mask:
            mask = self.document.Reference(self._pixels(pixmap.mask), f"{form}M")
            stream.dictionary["Mask" if pixmap.hard else "SMask"] = mask
            if not pixmap.hard:
                self.document.ensureMinPdfVersion("transparency")
        if pixmap.is_blurred:
            self.hardened[name] = None
        self.document.Reference(stream, form)
        return form, found.turn

    def _pixels(self, pixmap: Pixmap) -> Any:
        stream, pdf = self._pdf.PDFStream(content=pixmap.data), self._pdf
        entries = stream.dictionary
        entries["Type"], entries["Subtype"] = pdf.PDFName("XObject"), pdf.PDFName("Image")
        for key, value in pixmap.entries.items():
            entries[key] = _as_pdf(value, pdf)
        if isinstance(pixmap.space, bytes):
            last, palette = len(pixmap.space) // 3 - 1, f"<{pixmap.space.hex()}>"
            entries["ColorSpace"] = pdf.PDFArray(
                [pdf.PDFName("Indexed"), pdf.PDFName("DeviceRGB"), last, palette]
            )
        elif pixmap.space:
            entries["ColorSpace"] = pdf.PDFName(pixmap.space)
        return stream

    def form(
        self, content: Content, box: tuple[float, float, float, float], matrix: list[float] | None = None
    ) -> str:
        """Keep a content to be shown many times; it is cut off at the box, which is in points."""
        key = "\n".join(content.operators), box
        name = self._forms.get(key)
        if name is not None:
            return name
        name = self._forms[key] = f"X{len(self._forms) + 1}"
        stream = self._stream(content)
        entries = stream.dictionary
        entries["Type"], entries["Subtype"] = self._pdf.PDFName("XObject"), self._pdf.PDFName("Form")
        entries["BBox"] = self._pdf.PDFArray([round(number, 3) for number in box])
        if matrix:
            entries["Matrix"] = self._pdf.PDFArray([round(number, 8) for number in matrix])
        entries["Resources"] = self._resources(content)
        self.document.Reference(stream, name)
        return name

    def again(self, parts: tuple[Drawn, ...], *, often: bool = False) -> str:
        """Give the form of parts that come up again; none the first time, when they are best drawn in place."""
        known = self._parts.setdefault(id(parts), _Parts(parts))
        known.times += 1
        if not known.form and parts and (often or known.times > 1):
            content = Content(self)
            content.draw(parts)
            known.form = self.form(content, (-self._reach, -self._reach, self._reach, self._reach))
        return known.form

    def page(
        self,
        content: Content,
        width: float,
        height: float,
        bleed: float | None = None,
        over: Content | None = None,
    ) -> None:
        """Add a page of that size in mm; the content counts from its top left corner, and so does what goes over it.

        A content that comes on several pages is written once; what goes over it is text alone. Where `bleed` is
        given, the page is cut down by so much at each side.
        """
        page = self._pdf.PDFPage()
        size = [round(width / POINT, 3), round(height / POINT, 3)]
        page.MediaBox = self._pdf.PDFArray([0, 0, *size])
        if bleed is not None:
            edge = bleed / POINT
            trim = [edge, edge, size[0] - edge, size[1] - edge]
            page.TrimBox = self._pdf.PDFArray([round(side, 3) for side in trim])
            page.BleedBox = page.MediaBox
        if content.stream is None:
            content.stream = self._stream(content, f"1 0 0 1 0 {size[1]} cm")
        page.Contents, page.Resources = content.stream, self._resources(content)
        if over:
            page.Contents = self._pdf.PDFArray([page.Contents, self._stream(over)])
            page.Resources = self._shared_resources(content)
        self.document.addPage(page)

    def _shared_resources(self, content: Content) -> Any:
        """Give the resources of a content that comes on several pages."""
        if content.resources is None:
            content.resources = self.document.Reference(self._resources(content))
        return content.resources

    def _stream(self, content: Content, *before: str) -> Any:
        data = "\n".join([*before, *content.operators]).encode("latin-1")
        return self._pdf.PDFStream(content=data, filters=[self._pdf.PDFZCompress])

    def _resources(self, content: Content) -> Any:
        resources = self._pdf.PDFResourceDictionary()
        resources.basicFonts()
        resources.ProcSet = []
        resources.XObject = {name: self._pdf.PDFObjectReference(name) for name in content.forms}
        return resources

    @property
    def credits(self) -> list[str]:
        """List whose fonts and icons are in the file, and under what licence."""
        fonts = dict.fromkeys(words.letters.font.notice for words in self._words.values())
        return [*fonts, *(SETS[prefix].notice for prefix in self._sets if prefix)]

    def save(self, out: IO[bytes], about: Mapping[str, str]) -> None:
        """Write the file; `about` holds its title, author, subject, keywords and creator."""
        for name, value in about.items():
            setattr(self.document.info, name, value)
        out.write(self.document.GetPDFData(None))


def _as_pdf(value: Any, pdf: Any) -> Any:
    """Give an entry of a dictionary as reportlab writes it."""
    if isinstance(value, dict):
        return pdf.PDFDictionary({key: _as_pdf(one, pdf) for key, one in value.items()})
    if isinstance(value, list):
        return pdf.PDFArray(value)
    if isinstance(value, bool):
        return str(value).lower()
    return pdf.PDFName(value) if isinstance(value, str) else value


# The metadata of a printed file.


def about(job: PrintJob, file: PdfFile, made_for: str) -> dict[str, str]:
    """Title, author, subject, keywords and creator; `made_for` is the name of the sheet or target."""
    game = job.game.title(job.language)
    return {
        "title": job.title,
        "author": game,
        "subject": f"{game} ({job.language}). " + "; ".join(file.credits),
        "keywords": f"{game}, {job.language}, {made_for}",
        "creator": f"Deckwright {deckwright.__version__}",
    }
