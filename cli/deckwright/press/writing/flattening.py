"""Flatten what is seen through, for print shops that refuse transparency: into pictures in the inks of the press."""

from __future__ import annotations

import io
from importlib.util import find_spec
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from deckwright.errors import UsageError
from deckwright.messages import tr
from deckwright.press.graphics.bounds import bounds_of, common
from deckwright.press.graphics.parts import (
    Area,
    DrawnGroup,
    DrawnPicture,
    DrawnRepeat,
    DrawnShadow,
    DrawnShape,
    Gradient,
)
from deckwright.press.writing.document import PdfFile
from deckwright.press.writing.images import flat_pixmap
from deckwright.press.writing.operators import Content

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from deckwright.press.graphics.parts import DrawnPart

_DPI, _LARGE_DPI = 600, 300
"""Resolution of the pictures: that of letters, as there may be some below; and that of photos, if a picture is large."""

_LARGE = 1000.0
"""Area in mm² from which a picture is large."""

_HERE = ((0.0, 0.0),)


class Flattener:
    """Replaces parts that are seen through by pictures of them and of what is below; all else stays as it is.

    Places that look the same on several cards are drawn once.
    """

    def __init__(self, file: PdfFile, assets: Mapping[str, bytes]) -> None:
        self._file, self._assets = file, assets
        self._known: dict[Hashable, str] = {}

    def parts(self, drawn: Iterable[DrawnPart], printed: Area) -> list[DrawnPart]:
        """Parts of a drawing, nothing of which is seen through; `printed` is the area on which they are printed.

        Raises:
            UsageError: something is seen through, and the package that draws pictures is not installed.
        """
        whole = [one for part in drawn for one in self._opened(part)]
        return [
            self._flat(whole[: number + 1], printed) if self._is_clear(part) else part
            for number, part in enumerate(whole)
        ]

    def _opened(self, part: DrawnPart) -> Iterator[DrawnPart]:
        """Yield the parts of a shared drawing one by one, if one of them is seen through."""
        is_plain = isinstance(part, DrawnRepeat) and part.places == _HERE and not part.clip
        if isinstance(part, DrawnRepeat) and is_plain and self._is_clear(part):
            for inner in part.parts:
                yield from self._opened(inner)
        else:
            yield part

    def _is_clear(self, part: DrawnPart) -> bool:
        """Whether what is below a part can be seen through it."""
        if isinstance(part, DrawnShape):
            return isinstance(part.fill, Gradient) and not part.fill.is_opaque
        if isinstance(part, DrawnGroup | DrawnShadow) and part.opacity < 1:
            return True
        if isinstance(part, DrawnShadow):
            return not part.is_plain
        if isinstance(part, DrawnPicture):
            return self._file.is_blurred(part.name) and bool(find_spec("pypdfium2"))
        if isinstance(part, DrawnGroup | DrawnRepeat):
            return any(self._is_clear(inner) for inner in part.parts)
        return False

    def _flat(self, parts: Sequence[DrawnPart], printed: Area) -> DrawnPart:
        """Picture of the last part, and of what is below it."""
        bounds = bounds_of(parts[-1:])
        area = common(bounds, printed) if bounds else None
        if area is None:
            return DrawnGroup(())
        dpi = _LARGE_DPI if area.width * area.height > _LARGE else _DPI
        area = _on_grid(area, dpi / 25.4)
        shown = tuple(part for part in parts if _meets(part, area))
        name = self._known.get((area, shown))
        if name is None:
            below, above = (self._picture(some, area, dpi) for some in (shown[:-1], shown))
            pixmap = flat_pixmap(above, below, self._file.inks.limit or 0.0)
            name = self._known[area, shown] = self._file.add_picture(pixmap)
        return DrawnPicture(name, area)

    def _picture(self, parts: tuple[DrawnPart, ...], area: Area, dpi: float) -> Any:
        """Picture (PIL, RGB) of an area of some parts."""
        check_flattening()
        import pypdfium2

        file = PdfFile(self._assets, "", area.far)
        file.masks = self._file.masks
        content = Content(file)
        content.draw([DrawnRepeat(parts, ((-area.x, -area.y),))])
        file.page(content, area.width, area.height)
        data = io.BytesIO()
        file.save(data, {})
        size = round(area.width * dpi / 25.4), round(area.height * dpi / 25.4)
        with pypdfium2.PdfDocument(data.getvalue()) as document:
            scale = (max(size) - 0.5) / max(document[0].get_size())
            return document[0].render(scale=scale).to_pil().convert("RGB").resize(size)


def check_flattening() -> None:
    """Check that pictures can be made.

    Raises:
        UsageError: the package that draws them is not installed.
    """
    if not find_spec("pypdfium2"):
        raise UsageError(
            "no-raster",
            tr(
                "This target prints no transparency, and flattening it requires the package pypdfium2, which is not installed."
            ),
            hint="pip install 'deckwright[raster]'",
        )


def _meets(part: DrawnPart, area: Area) -> bool:
    bounds = bounds_of([part])
    return bounds is not None and common(bounds, area) is not None


def _on_grid(area: Area, per_mm: float) -> Area:
    """Area that is a whole number of pixels wide and high."""
    left, top = floor(area.x * per_mm), floor(area.y * per_mm)
    right, bottom = ceil(area.far[0] * per_mm), ceil(area.far[1] * per_mm)
    return Area(left / per_mm, top / per_mm, (right - left) / per_mm, (bottom - top) / per_mm)
