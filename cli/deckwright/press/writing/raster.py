"""Pages of a PDF as pictures, and a single drawing in a file of its own: SVG with its fonts, PDF, or PNG."""

from __future__ import annotations

import io
from html import escape
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import deckwright
from deckwright.files.writing import atomic_file, write_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.press.graphics.parts import DrawnPart

# Pages as pictures of an exact size, drawn by PDFium.

Size = tuple[int, int]
"""Width and height in pixels."""


def pictures_of(pdf: bytes, sizes: Sequence[Size]) -> Iterator[Any]:
    """Yield each page of a PDF as an RGB picture (PIL) of a size with the same proportions."""
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        for page, size in zip(document, sizes, strict=True):
            # PDFium rounds up to whole pixels: half a pixel less on the longer side results in exactly that size.
            scale = (max(size) - 0.5) / max(page.get_size())
            yield page.render(scale=scale).to_pil().convert("RGB")
            page.close()


def pixels(length: float, dpi: float) -> int:
    """Length in mm as whole pixels, at least one."""
    return max(1, round(length / 25.4 * dpi))


def digest_of(picture: Any) -> str:
    """Short digest of a picture (PIL): a changed picture has another one."""
    from hashlib import sha256

    return sha256(picture.tobytes()).hexdigest()[:8]


def with_digest(name: str, picture: Any) -> str:
    """Name of a PNG file with the digest of its picture, for programs that keep pictures by their addresses."""
    return f"{name.removesuffix('.png')}.{digest_of(picture)}.png"


def save_png(picture: Any, path: str | Path, dpi: float, *, srgb: bool = False) -> None:
    """Write a picture with its resolution, and whether its colours are sRGB, completely or not at all."""
    from PIL.PngImagePlugin import PngInfo

    chunks = PngInfo()
    if srgb:
        chunks.add(b"sRGB", b"\0")
    with atomic_file(path) as file:
        picture.save(file, "PNG", dpi=(dpi, dpi), pnginfo=chunks)


# A single drawing in a file of its own.

ENDINGS = (".svg", ".pdf", ".png")
"""Endings of the files that a drawing can be written to."""

_DPI = 200
_FIGURES = "text { font-variant-numeric: lining-nums; font-kerning: normal; }\n"
"""Lining figures and kerning, which the PDF has by default."""


class SingleDrawing(NamedTuple):
    """Drawing of a size in mm, with its title, and a text that says what it shows, in a language."""

    title: str
    label: str
    language: str
    parts: Sequence[DrawnPart]
    size: tuple[float, float]


def save_drawing(drawing: SingleDrawing, path: str | Path) -> None:
    """Write a drawing as .svg, .pdf, or .png of 200 dpi, completely or not at all; `-` is SVG on standard output.

    Raises:
        InputError: the file is not writable.
    """
    ending = Path(path).suffix.lower()
    if ending == ".pdf":
        with atomic_file(path) as file:
            _write_pdf(drawing, file)
    elif ending == ".png":
        _save_png(drawing, path)
    else:
        write_text(str(path), drawing_svg(drawing))


def drawing_svg(drawing: SingleDrawing) -> str:
    """Drawing as an SVG document, with fonts that have only the characters it shows."""
    from deckwright.press.writing.web import SvgFile, font_rules

    file = SvgFile({})
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "role": "img",
        "lang": drawing.language,
        "aria-label": drawing.label,
    }
    start, close, rest = file.drawing(drawing.parts, drawing.size, attributes).partition(">")
    credits_text = escape("; ".join(file.credits), quote=False)
    style = f"<style>{_FIGURES}{font_rules(file.letters)}</style>"
    head = f"<title>{escape(drawing.title)}</title><desc>{credits_text}</desc>{style}"
    return f"{start}{close}{head}<defs>{file.definitions}</defs>{rest}\n"


def _write_pdf(drawing: SingleDrawing, out: IO[bytes]) -> None:
    from deckwright.press.writing.document import Content, PdfFile

    file = PdfFile({}, drawing.language, drawing.size)
    content = Content(file)
    content.draw(drawing.parts)
    file.page(content, *drawing.size)
    creator = f"Deckwright {deckwright.__version__}"
    file.save(out, {"title": drawing.title, "creator": creator, "subject": "; ".join(file.credits)})


def _save_png(drawing: SingleDrawing, path: str | Path) -> None:
    out = io.BytesIO()
    _write_pdf(drawing, out)
    width, height = (pixels(side, _DPI) for side in drawing.size)
    (picture,) = pictures_of(out.getvalue(), [(width, height)])
    save_png(picture, path, _DPI)
