"""Flatten what is seen through, for print shops that refuse transparency.

What is above plain colours is drawn in the mixed colours, as shapes and words; a soft shadow there is a picture whose
palette has the mixed colours. Above gradients, pictures and words, it is a picture of the place in the inks of the press.
"""

from __future__ import annotations

import io
from functools import cached_property
from itertools import pairwise
from math import ceil, floor
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.press.graphics.parts import (
    UNMOVED,
    Area,
    DrawnGroup,
    DrawnIcon,
    DrawnPicture,
    DrawnRepeat,
    DrawnShadow,
    DrawnShape,
    DrawnText,
    Gradient,
    Pixels,
    Stop,
    bounds_of,
    bounds_of_path,
    common,
    rectangle,
)
from deckwright.press.graphics.pictures import picture
from deckwright.press.looks.colours import mix
from deckwright.press.writing.document import Content, Hashed, PdfFile, Recent
from deckwright.press.writing.images import flat_pixmap, photo_in_inks, shaded_pixmap
from deckwright.press.writing.masks import is_inside

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    from deckwright.press.graphics.parts import DrawnPart, DrawnRun, Paint, Path
    from deckwright.press.writing.masks import Mask

_DPI, _LARGE_DPI = 600, 300
"""Resolution of the pictures: that of letters and lines, and that of photos."""

_LARGE = 1000.0
"""Area in mm² from which a picture has the resolution of photos."""

_PAPER = "#ffffff"

_KEPT = 256
"""Most flattened places that are kept, in case another card has the same."""

_GROUNDS = 8
"""Most shapes below a part above which it is drawn in mixed colours; above more, a picture is smaller."""

_FINE = 16
"""Steps between two colours of a gradient whose opacity changes too."""

_SLIP = 1e-6
"""Tolerance for rounding, in mm."""


# What is below a part that is seen through.


class _Layer:
    """A part of a card, and what it covers. A shared drawing has `leaves` of its own."""

    def __init__(
        self,
        part: DrawnPart,
        assets: Mapping[str, bytes],
        leaves: Sequence[_Layer] = (),
        *,
        is_clear: bool = False,
        mask: Mask | None = None,
    ) -> None:
        self.part, self.assets, self.mask = part, assets, mask
        self.is_clear, self.is_shared = is_clear, False
        self.leaves = leaves or (self,)

    @cached_property
    def area(self) -> Area | None:
        return self.mask.area if self.mask else bounds_of([self.part])

    @cached_property
    def full(self) -> Area | None:
        """Rectangle in which nothing below can be seen."""
        return None if self.is_clear else _full(self.part, self.assets)

    def covers(self, area: Area, mask: Mask | None) -> bool:
        """Whether nothing below can be seen in an area; with a mask, where that shows something."""
        if _holds(self.full, area):
            return True
        part = self.part
        if mask is None or self.is_clear or not isinstance(part, DrawnShape) or not part.fill:
            return False
        return _holds(self.area, area) and is_inside(mask, part)


class _Below(NamedTuple):
    """Layers below a part, in drawing order, and whether the first covers the paper."""

    layers: list[_Layer]
    is_covered: bool


class _Ground(NamedTuple):
    """What is below a part: a plain colour or an opaque gradient, inside a path if there is one."""

    path: Path
    paint: Paint


def _full(part: DrawnPart, assets: Mapping[str, bytes]) -> Area | None:
    if isinstance(part, DrawnPicture):
        pixels = picture(part.name, assets)
        return part.area if isinstance(pixels, Pixels) and pixels.sort == "JPEG" else None
    if isinstance(part, DrawnShape):
        return _inside(part.path) if part.fill and not part.even_odd else None
    if isinstance(part, DrawnGroup) and not part.turn:
        covered = next((area for inner in part.parts if (area := _full(inner, assets))), None)
        return common(covered, _inside(part.clip) or _NOTHING) if covered and part.clip else covered
    return None


_NOTHING = Area(0.0, 0.0, 0.0, 0.0)


def _inside(path: Path) -> Area | None:
    """Rectangle that a path fills, if it is one, maybe with round corners."""
    area = bounds_of_path(path)
    if area is None or len(path) not in _RECTANGLES:
        return None
    radius = path[0][1][1] - area.y
    same = rectangle(area, (radius,) * 4 if radius > _SLIP else (0.0,) * 4)
    if [step for step, _ in path] != [step for step, _ in same]:
        return None
    pairs = zip(path, same, strict=True)
    if any(abs(a - b) > _SLIP for (_, one), (_, two) in pairs for a, b in zip(one, two, strict=True)):
        return None
    return area.inset(_ROUND * radius, _ROUND * radius)


_RECTANGLES = (5, 9, 10)
"""Steps of rectangles, with and without round corners."""

_ROUND = 0.3
"""Reach of a round corner towards the middle, in radii: 1 - sqrt(0.5), and slightly more."""


def _holds(outer: Area | None, inner: Area) -> bool:
    return outer is not None and (
        outer.x <= inner.x + _SLIP
        and outer.y <= inner.y + _SLIP
        and outer.far[0] >= inner.far[0] - _SLIP
        and outer.far[1] >= inner.far[1] - _SLIP
    )


# Parts in the colours that are seen: those of a veil mixed with those below.


class _NotPlainError(Exception):
    """What is below, or what is seen through, is not a plain colour."""


def _mixed(part: DrawnPart, mixer: Callable[[Paint], Paint]) -> DrawnPart:
    """The part in other colours.

    Raises:
        _NotPlainError: a part has no plain colours.
    """
    if isinstance(part, DrawnShape):
        fill, stroke = (mixer(paint) if paint else "" for paint in (part.fill, part.stroke))
        if isinstance(stroke, Gradient):
            raise _NotPlainError
        return part._replace(fill=fill, stroke=stroke)
    if isinstance(part, DrawnText):
        return _mixed_text(part, mixer)
    if isinstance(part, DrawnIcon):
        return part._replace(colour=_plain(part.colour, mixer))
    if (isinstance(part, DrawnGroup) and part.opacity >= 1) or isinstance(part, DrawnRepeat):
        return part._replace(parts=tuple(_mixed(inner, mixer) for inner in part.parts))
    if isinstance(part, DrawnShadow) and part.opacity >= 1 and part.is_plain:
        return DrawnRepeat(tuple(_mixed(inner, mixer) for inner in part.parts), (part.offset,))
    raise _NotPlainError


def _mixed_text(text: DrawnText, mixer: Callable[[Paint], Paint]) -> DrawnText:
    def run_of(run: DrawnRun) -> DrawnRun:
        return run._replace(colour=_plain(run.colour, mixer)) if run.colour else run

    lines = tuple(line._replace(runs=tuple(map(run_of, line.runs))) for line in text.lines)
    rules = tuple(
        rule._replace(colour=_plain(rule.colour, mixer)) if rule.colour else rule for rule in text.rules
    )
    return text._replace(colour=_plain(text.colour, mixer), lines=lines, rules=rules)


def _plain(colour: str, mixer: Callable[[Paint], Paint]) -> str:
    mixed = mixer(colour)
    if isinstance(mixed, Gradient):
        raise _NotPlainError
    return mixed


def _mixer(below: Paint, opacity: float) -> Callable[[Paint], Paint]:
    """Function from the colour of a veil to what is seen of it."""

    def mixed(veil: Paint) -> Paint:
        if isinstance(veil, Gradient):
            if isinstance(below, Gradient):
                raise _NotPlainError
            return veil._replace(stops=tuple(_stops(veil.stops, below, opacity)))
        if isinstance(below, Gradient):
            stops = [stop._replace(colour=mix(stop.colour, veil, opacity)) for stop in below.stops]
            return below._replace(stops=tuple(stops))
        return mix(below, veil, opacity)

    return mixed


def _stops(stops: Sequence[Stop], below: str, opacity: float) -> Iterator[Stop]:
    """Yield the opaque stops of a gradient above a plain colour."""
    for one, two in pairwise(stops):
        steps = _FINE if one.colour != two.colour and one.opacity != two.opacity else 1
        for step in range(steps):
            share = step / steps
            seen = one.opacity + (two.opacity - one.opacity) * share
            colour = mix(below, mix(one.colour, two.colour, share), opacity * seen)
            yield Stop(one.at + (two.at - one.at) * share, colour)
    last = stops[-1]
    yield Stop(last.at, mix(below, last.colour, opacity * last.opacity))


def _has_words(part: DrawnPart) -> bool:
    inner = part.parts if isinstance(part, DrawnGroup | DrawnRepeat) else ()
    return isinstance(part, DrawnText) or any(map(_has_words, inner))


# What is flattened.


class Flattener:
    """Replaces parts that are seen through; all else stays as it is.

    Places that look the same on several cards are drawn once.
    """

    def __init__(self, file: PdfFile, assets: Mapping[str, bytes]) -> None:
        self._file, self._assets = file, assets
        self._opened: dict[int, tuple[DrawnRepeat, list[_Layer]]] = {}
        self._shared: dict[tuple[_Layer, ...], DrawnPart] = {}
        self._pictures: Recent[Hashable, str] = Recent(_KEPT)
        self._shades: Recent[Hashable, str] = Recent(_KEPT)

    def parts(self, drawn: Iterable[DrawnPart], printed: Area) -> list[DrawnPart]:
        """Parts of a drawing, nothing of which is seen through; `printed` is the area on which they are printed."""
        layers = [layer for part in drawn for layer in self._layers(part)]
        flat: list[DrawnPart] = []
        for number, layer in enumerate(layers):
            if layer.is_clear:
                leaves = [leaf for below in layers[:number] for leaf in below.leaves]
                flat.append(self._flat(layer, leaves, printed))
            else:
                flat.append(layer.part)
        return flat

    def _layers(self, part: DrawnPart) -> list[_Layer]:
        """The part, or the parts of a shared drawing one by one, if one of them is seen through."""
        if not isinstance(part, DrawnRepeat) or part.places != UNMOVED or part.clip:
            is_clear = self._is_clear(part)
            mask = self._mask(part) if is_clear else None
            return [_Layer(part, self._assets, is_clear=is_clear, mask=mask)]
        opened = self._opened.get(id(part.parts))
        if opened is None:
            layers = [layer for inner in part.parts for layer in self._layers(inner)]
            if not any(layer.is_clear for layer in layers):
                layers = [_Layer(part, self._assets, [leaf for layer in layers for leaf in layer.leaves])]
            for leaf in (leaf for layer in layers for leaf in layer.leaves):
                leaf.is_shared = True
            opened = self._opened[id(part.parts)] = part, layers
        return opened[1]

    def _is_clear(self, part: DrawnPart) -> bool:
        """Whether what is below a part can be seen through it."""
        if isinstance(part, DrawnShape):
            return isinstance(part.fill, Gradient) and not part.fill.is_opaque
        if isinstance(part, DrawnGroup | DrawnShadow) and part.opacity < 1:
            return True
        if isinstance(part, DrawnShadow):
            return not part.is_plain
        if isinstance(part, DrawnPicture):
            return self._file.is_blurred(part.name)
        if isinstance(part, DrawnGroup | DrawnRepeat):
            return any(self._is_clear(inner) for inner in part.parts)
        return False

    def _flat(self, layer: _Layer, leaves: Sequence[_Layer], printed: Area) -> DrawnPart:
        """What is seen of a part, and of what is below it."""
        area = common(layer.area, printed) if layer.area else None
        if area is None:
            return DrawnGroup(())
        below = _below(leaves, area, layer.mask)
        key = (layer, *below.layers)
        if not all(involved.is_shared for involved in key):
            return self._drawn(layer.part, below, area)
        drawing = self._shared.get(key)
        if drawing is None:
            drawing = self._shared[key] = DrawnRepeat((self._drawn(layer.part, below, area),))
        return drawing

    def _mask(self, part: DrawnPart) -> Mask | None:
        """Mask of a shadow where it is; None for anything else, and for one that is drawn as shapes."""
        if not isinstance(part, DrawnShadow) or part.is_plain:
            return None
        mask, (x, y) = self._file.mask(Hashed(part._replace(offset=(0.0, 0.0)))), part.offset
        return mask and mask._replace(area=mask.area._replace(x=mask.area.x + x, y=mask.area.y + y))

    def _drawn(self, part: DrawnPart, below: _Below, area: Area) -> DrawnPart:
        grounds = _grounds(below)
        if grounds and not (len(grounds) > 1 and _has_words(part)):
            try:
                parts = [(ground.path, self._above(part, ground.paint)) for ground in grounds]
                (_, first), *others = parts
                if not others:
                    return first
                return DrawnGroup((first, *(DrawnGroup((seen,), clip=path) for path, seen in others)))
            except _NotPlainError:
                pass
        return self._pictured(part, below.layers, area)

    def _above(self, part: DrawnPart, below: Paint) -> DrawnPart:
        """The part as it is seen above a colour, opaque.

        Raises:
            _NotPlainError: it, or what is below, has no plain colours.
        """
        if isinstance(part, DrawnShadow):
            return self._shadow(part, below)
        if isinstance(part, DrawnShape):
            return part._replace(fill=_mixer(below, 1.0)(part.fill))
        if not isinstance(part, DrawnGroup) or part.opacity >= 1:
            raise _NotPlainError
        if len(part.parts) > 1 and any(map(self._is_clear, part.parts)):
            raise _NotPlainError
        if isinstance(below, Gradient):
            _check_upright(part)
        mixer = _mixer(below, part.opacity)
        return part._replace(parts=tuple(_mixed(inner, mixer) for inner in part.parts), opacity=1.0)

    def _shadow(self, shadow: DrawnShadow, below: Paint) -> DrawnPart:
        x, y = shadow.offset
        if shadow.is_plain:
            if isinstance(below, Gradient):
                _check_upright(shadow)
                a, b, c, d, e, f = below.matrix
                below = below._replace(matrix=(a, b, c, d, e - x, f - y))
            mixer = _mixer(below, shadow.opacity)
            return DrawnRepeat(tuple(_mixed(inner, mixer) for inner in shadow.parts), (shadow.offset,))
        if isinstance(below, Gradient):
            raise _NotPlainError
        look = Hashed(shadow._replace(offset=(0.0, 0.0)))
        mask = self._file.mask(look)
        if mask is None:
            return DrawnGroup(())
        name = self._shades.get((look, below))
        if name is None:
            pixmap = shaded_pixmap(mask.image, (below, shadow.colour), self._file.inks)
            name = self._shades.keep((look, below), self._file.add_picture(pixmap))
        return DrawnPicture(name, mask.area._replace(x=mask.area.x + x, y=mask.area.y + y))

    def _pictured(self, part: DrawnPart, shown: Sequence[_Layer], area: Area) -> DrawnPart:
        """Picture of a part and of what is below it."""
        path, spread = _spread(part, area)
        is_soft = spread is not None or (isinstance(part, DrawnShadow) and part.blur >= _SOFT)
        is_fine = not is_soft or any(_is_fine(layer.part) for layer in shown)
        dpi = _DPI if is_fine and area.width * area.height <= _LARGE else _LARGE_DPI
        area = _on_grid(area, dpi / 25.4)
        below = tuple(layer.part for layer in shown)
        key = area, below, spread or part
        name = self._pictures.get(key)
        if name is None:
            limit = self._file.inks.limit or 0.0
            if spread:
                (image,) = self._rendered([(*below, spread)], area, dpi)
                pixmap = photo_in_inks(image, limit)
            else:
                under, above = self._rendered([below, (*below, part)], area, dpi)
                pixmap = flat_pixmap(above, under, limit)
            name = self._pictures.keep(key, self._file.add_picture(pixmap))
        picture = DrawnPicture(name, area)
        return DrawnGroup((picture,), clip=path) if path else picture

    def _rendered(self, pages: Sequence[tuple[DrawnPart, ...]], area: Area, dpi: float) -> list[Any]:
        """Pictures (PIL, RGB) of an area of some parts."""
        import pypdfium2

        file = PdfFile(self._assets, "", area.far)
        file.masks = self._file.masks
        for parts in pages:
            content = Content(file)
            content.draw([DrawnRepeat(parts, ((-area.x, -area.y),))])
            file.page(content, area.width, area.height)
        data = io.BytesIO()
        file.save(data, {})
        size = round(area.width * dpi / 25.4), round(area.height * dpi / 25.4)
        with pypdfium2.PdfDocument(data.getvalue()) as document:
            scale = (max(size) - 0.5) / max(document[0].get_size())
            return [page.render(scale=scale).to_pil().convert("RGB").resize(size) for page in document]


_SOFT = 0.5
"""Blur, in mm, from which a shadow has no edges that are seen."""


def _below(leaves: Sequence[_Layer], area: Area, mask: Mask | None) -> _Below:
    """What is seen in an area, or through a mask."""
    seen: list[_Layer] = []
    for layer in reversed(leaves):
        if layer.area and common(layer.area, area):
            seen.append(layer)
            if layer.covers(area, mask):
                return _Below(seen[::-1], is_covered=True)
    return _Below(seen[::-1], is_covered=False)


def _grounds(below: _Below) -> list[_Ground]:
    """Plain colours and gradients, in drawing order; none if there is something else."""
    grounds = [_Ground((), _PAPER)]
    for number, layer in enumerate(below.layers):
        part = layer.part
        if not isinstance(part, DrawnShape) or layer.is_clear or not part.fill:
            return []
        if number == 0 and below.is_covered:
            grounds = [_Ground((), part.fill)]
        elif part.stroke or part.even_odd:
            return []
        else:
            grounds.append(_Ground(part.path, part.fill))
    return grounds if len(grounds) <= _GROUNDS else []


def _check_upright(part: DrawnGroup | DrawnShadow) -> None:
    """Check that a part can be filled with the gradient below it.

    Raises:
        _NotPlainError: it is turned, or consists of more than shapes.
    """
    is_turned = isinstance(part, DrawnGroup) and part.turn
    if is_turned or not all(isinstance(inner, DrawnShape) for inner in part.parts):
        raise _NotPlainError


def _spread(part: DrawnPart, area: Area) -> tuple[Path, DrawnPart | None]:
    """Path of a part that is one shape, and the part without edges in an area."""
    if isinstance(part, DrawnGroup) and len(part.parts) == 1 and not part.turn and not part.clip:
        path, inner = _spread(part.parts[0], area)
        return path, part._replace(parts=(inner,)) if inner else None
    if isinstance(part, DrawnShape) and not part.stroke and not part.even_odd:
        return part.path, part._replace(path=rectangle(area.inset(-1.0, -1.0)))
    return (), None


def _is_fine(part: DrawnPart) -> bool:
    """Whether a part has letters or lines, which look worse than edges with few pixels."""
    if isinstance(part, DrawnGroup | DrawnRepeat):
        return any(map(_is_fine, part.parts))
    return isinstance(part, DrawnText | DrawnIcon) or (isinstance(part, DrawnShape) and bool(part.stroke))


def _on_grid(area: Area, per_mm: float) -> Area:
    """Area that is a whole number of pixels wide and high."""
    left, top = floor(area.x * per_mm), floor(area.y * per_mm)
    right, bottom = ceil(area.far[0] * per_mm), ceil(area.far[1] * per_mm)
    return Area(left / per_mm, top / per_mm, (right - left) / per_mm, (bottom - top) / per_mm)
