"""Soft shadows as small masks: silhouettes drawn in pixels, and blurred."""

from __future__ import annotations

from cmath import exp
from functools import cache, lru_cache
from math import ceil, floor, radians
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.press.graphics.parts import Area, DrawnShape, PartVisitor, Transform, bounds_of
from deckwright.press.graphics.pictures import picture_file, quiet_pillow
from deckwright.press.writing.images import decode_picture

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from deckwright.press.graphics.parts import (
        DrawnGroup,
        DrawnIcon,
        DrawnPart,
        DrawnPicture,
        DrawnRepeat,
        DrawnShadow,
        DrawnText,
        Path,
    )

_SHARP, _SMOOTH, _SOFT = 24.0, 8.0, 3.0
"""Most and least pixels in a millimetre (sharp edges, and smooth shades), and pixels in the deviation of a blur."""

_CURVE = 8
"""Most lines that a curve is drawn with."""

_CENTRE = 0.5 + 0.5j

_CORNERS = 16
"""Most corners of a contour that has angles."""

_UNSEEN = 3
"""Opacity, of 255, up to which a shadow cannot be seen."""

_STAMP, _FINER, _PHASES = 64.0, 4, 4
"""Most pixels of a side of a small shape; how many times as finely it is drawn; and its places in a pixel."""


class Mask(NamedTuple):
    """How opaque a shadow is: a picture (PIL, mode L), and the area it fills."""

    image: Any
    area: Area


def shadow_mask(shadow: DrawnShadow, assets: Mapping[str, bytes]) -> Mask | None:
    """Mask of a shadow, before it is moved; None if it has no silhouette."""
    from PIL import ImageFilter

    bounds = bounds_of(shadow.parts)
    if bounds is None:
        return None
    deviation = shadow.blur / 2
    per_mm = min(_SHARP, max(_SMOOTH, _SOFT / deviation)) if deviation else _SHARP
    area = bounds.inset(-3 * deviation, -3 * deviation)
    image = _Silhouette(area, per_mm, assets).picture(shadow.parts)
    if deviation:
        image = image.filter(ImageFilter.GaussianBlur(deviation * per_mm))
    image = image.point(_faded(shadow.opacity))
    box = image.getbbox()
    if box is None:
        return None
    left, top, right, bottom = box
    size = (right - left) / per_mm, (bottom - top) / per_mm
    return Mask(image.crop(box), Area(area.x + left / per_mm, area.y + top / per_mm, *size))


@cache
def _faded(opacity: float) -> list[int]:
    """Each shade of a mask, with an opacity."""
    return [round(shade * opacity) for shade in range(256)]


def is_inside(mask: Mask, shape: DrawnShape) -> bool:
    """Whether all of a shadow that can be seen is inside a shape."""
    from PIL import ImageChops

    per_mm = mask.image.width / mask.area.width
    silhouette = _Silhouette(mask.area, per_mm, {}).picture([shape._replace(stroke="")])
    beyond: Any = ImageChops.subtract(mask.image, silhouette).getextrema()
    return bool(beyond[1] <= _UNSEEN)


class _Silhouette(PartVisitor[None]):
    """Draws silhouettes as white pixels on black."""

    def __init__(self, area: Area, per_mm: float, assets: Mapping[str, bytes]) -> None:
        from PIL import Image

        self._assets, self._per_mm = assets, per_mm
        # Pillow draws at the centres of pixels.
        self._transform = Transform(per_mm, -complex(area.x, area.y) * per_mm - _CENTRE)
        size = max(1, round(area.width * per_mm)), max(1, round(area.height * per_mm))
        self._image = Image.new("L", size)

    def picture(self, parts: Iterable[DrawnPart]) -> Any:
        """Picture of some parts."""
        for part in parts:
            part.accept(self)
        return self._image

    def visit_shape(self, shape: DrawnShape) -> None:
        lines = self._lines(shape.path)
        if shape.fill:
            self._fill(lines, even_odd=shape.even_odd)
        if shape.stroke:
            self._stroke(lines, shape.width * self._per_mm)

    def _fill(self, lines: Sequence[Sequence[complex]], *, even_odd: bool = False) -> None:
        """Fill contours. Of those inside each other, the outer one is drawn first."""
        from PIL import Image, ImageChops, ImageDraw

        xs, ys = (
            [point.real for line in lines for point in line],
            [point.imag for line in lines for point in line],
        )
        left, top = int(min(xs)) - 1, int(min(ys)) - 1
        mask = Image.new("L", (int(max(xs)) + 2 - left, int(max(ys)) + 2 - top))
        sized = sorted(
            ((_area(line), line) for line in lines if len(line) > 1), key=lambda pair: -abs(pair[0])
        )
        for area, line in sized:
            corners = [(point.real - left, point.imag - top) for point in line]
            if even_odd:
                inside = Image.new("L", mask.size)
                ImageDraw.Draw(inside).polygon(corners, fill=255)
                mask = ImageChops.difference(mask, inside)
            else:
                is_hole = area * sized[0][0] < 0
                ImageDraw.Draw(mask).polygon(corners, fill=0 if is_hole else 255)
        self._image.paste(255, (left, top), mask)

    def _stroke(self, lines: Sequence[Sequence[complex]], width: float) -> None:
        from PIL import ImageDraw

        pen = ImageDraw.Draw(self._image)
        for line in lines:
            corners = [(point.real, point.imag) for point in line]
            # The corners of a curve are so flat that nothing is missing between two lines.
            joint = "curve" if len(corners) <= _CORNERS else None
            pen.line([*corners, corners[0]], fill=255, width=max(1, round(width)), joint=joint)

    def _lines(self, path: Path) -> list[list[complex]]:
        """Corners of each contour of a path, in pixels."""
        lines: list[list[complex]] = []
        for step, numbers in path:
            ends = [self._transform.of(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
            if step == "m":
                lines.append(ends)
            elif step == "c":
                lines[-1] += _curve(lines[-1][-1], *ends)
            else:
                lines[-1] += ends
        return lines

    def visit_picture(self, picture: DrawnPicture) -> None:
        from PIL import Image

        with quiet_pillow():
            colours, alpha = decode_picture(picture_file(picture.name, self._assets))
        shape = alpha or Image.new("L", colours.size, 255)
        corner, along, down = (
            _CENTRE
            + self._transform.of(
                picture.area.x + x * picture.area.width, picture.area.y + y * picture.area.height
            )
            for x, y in ((0, 0), (1, 0), (0, 1))
        )
        matrix = _inverse(corner, (along - corner) / shape.width, (down - corner) / shape.height)
        placed = shape.transform(
            self._image.size, Image.Transform.AFFINE, matrix, Image.Resampling.BILINEAR, fillcolor=0
        )
        self._image.paste(255, (0, 0), placed)

    def visit_group(self, group: DrawnGroup) -> None:
        turn, centre = exp(1j * radians(group.turn)), complex(*group.centre)
        self._inside(group.parts, turn, [centre - turn * centre], group.clip)

    def visit_repeat(self, repeat: DrawnRepeat) -> None:
        self._inside(repeat.parts, 1, [complex(*place) for place in repeat.places], repeat.clip)

    def _inside(
        self, parts: Sequence[DrawnPart], turn: complex, shifts: Sequence[complex], clip: Path
    ) -> None:
        """Draw parts that are turned and moved, inside a path if there is one."""
        from PIL import Image, ImageChops

        outer, outside = self._transform, self._image
        edge = None
        if not clip and turn == 1 and self._stamp(parts, shifts):
            return
        if clip:
            edge = self._image = Image.new("L", outside.size)
            # A group turns its clip with its parts; a repeat does not move it.
            self._transform = outer.then(turn, shifts[0]) if turn != 1 else outer
            self._fill(self._lines(clip))
            self._image = Image.new("L", outside.size)
        for shift in shifts:
            self._transform = outer.then(turn, shift)
            self.picture(parts)
        if edge:
            outside.paste(255, (0, 0), ImageChops.multiply(self._image, edge))
        self._image, self._transform = outside, outer

    def _stamp(self, parts: Sequence[DrawnPart], shifts: Sequence[complex]) -> bool:
        """Draw small shapes, such as a letter, from their pictures; return whether they are so small."""
        to = self._transform
        if complex(to.turn).imag or not all(isinstance(part, DrawnShape) for part in parts):
            return False
        for shift in shifts:
            place = to.of(shift.real, shift.imag) + _CENTRE
            left, top = floor(place.real), floor(place.imag)
            phase = (int((place.real - left) * _PHASES), int((place.imag - top) * _PHASES))
            stamp = _stamp_of(tuple(parts), complex(to.turn).real, phase)
            if stamp is None:
                return False
            image, (x, y) = stamp
            self._image.paste(255, (left + x, top + y), image)
        return True

    def visit_shadow(self, shadow: DrawnShadow) -> None:
        self.picture(shadow.parts)

    def visit_text(self, text: DrawnText) -> None:
        """Draw nothing: silhouettes have shapes for letters."""

    def visit_icon(self, icon: DrawnIcon) -> None:
        """Draw nothing: silhouettes have shapes for icons."""


@lru_cache(maxsize=1024)
def _stamp_of(
    parts: tuple[DrawnPart, ...], per_mm: float, phase: tuple[int, int]
) -> tuple[Any, tuple[int, int]] | None:
    """Picture of small shapes in pixels of a mask, and its place; None if it would not be small."""
    from PIL import Image

    bounds = bounds_of(parts)
    if bounds is None or max(bounds.width, bounds.height) * per_mm > _STAMP:
        return None
    x, y = (floor(side * per_mm) - 1 for side in (bounds.x, bounds.y))
    right, bottom = (ceil(side * per_mm) + 2 for side in bounds.far)
    corner = complex(x, y) - (complex(*phase) + _CENTRE) / _PHASES
    area = Area(corner.real / per_mm, corner.imag / per_mm, (right - x) / per_mm, (bottom - y) / per_mm)
    image = _Silhouette(area, per_mm * _FINER, {}).picture(parts)
    return image.resize((right - x, bottom - y), Image.Resampling.BOX), (x, y)


def _curve(a: complex, b: complex, c: complex, d: complex) -> list[complex]:
    steps = max(2, min(_CURVE, int(abs(d - a) / 2)))
    b, c = 3 * (b - a), 3 * (a - 2 * b + c)
    rest = d - a - b - c
    return [a + t * (b + t * (c + t * rest)) for t in [step / steps for step in range(1, steps + 1)]]


def _area(line: Sequence[complex]) -> float:
    """Twice the area inside a contour; negative if it runs anticlockwise."""
    products = zip(line, [*line[1:], line[0]], strict=True)
    return sum([one.real * two.imag - two.real * one.imag for one, two in products])


def _inverse(corner: complex, along: complex, down: complex) -> tuple[float, ...]:
    """Numbers that map a pixel of the mask to one of a picture (PIL), from those of the other way."""
    size = along.real * down.imag - down.real * along.imag or 1.0
    a, b = down.imag / size, -down.real / size
    d, e = -along.imag / size, along.real / size
    return a, b, -(a * corner.real + b * corner.imag), d, e, -(d * corner.real + e * corner.imag)
