"""Pages as pictures of an exact size, drawn by PDFium."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from deckwright.errors import UsageError
from deckwright.messages import tr

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Size = tuple[int, int]
"""Width and height in pixels."""


def check_raster() -> None:
    """See that pictures can be made.

    Raises:
        UsageError: what draws them is not installed.
    """
    if not (find_spec("pypdfium2") and find_spec("PIL")):
        raise UsageError(
            "no-raster",
            tr("Pictures need the packages pypdfium2 and pillow, which are not installed."),
            hint="pip install 'deckwright[raster]'",
        )


def pictures_of(pdf: bytes, sizes: Sequence[Size]) -> Iterator[Any]:
    """Yield each page of a PDF as a picture (of PIL) in red, green and blue, of the size asked for.

    Pages must have the proportions of their pictures.
    """
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        for page, size in zip(document, sizes, strict=True):
            # PDFium rounds up to whole pixels: half a pixel less on the longer side gives just that size.
            scale = (max(size) - 0.5) / max(page.get_size())
            yield page.render(scale=scale).to_pil().convert("RGB")
            page.close()


def pixels(length: float, dpi: float) -> int:
    """Give the whole pixels of a length in mm."""
    return max(1, round(length / 25.4 * dpi))
