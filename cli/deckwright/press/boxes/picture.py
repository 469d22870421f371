"""Pictures of a game, fitted to their box and clipped at its edge; and icons, in one colour or in those of their files."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from deckwright.files.game_folder import FOLDER, file_name
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.card import BUILT_IN
from deckwright.press.boxes import keys
from deckwright.press.boxes.box import Box
from deckwright.press.boxes.shape import MaskedBox
from deckwright.press.drawing.drawings import Look, draw_icon, draw_in_colours, sized_shapes
from deckwright.press.drawing.lines import FREE_SHARE, TextToFit, fit_text
from deckwright.press.drawing.tables import set_paragraphs
from deckwright.press.drawing.words import Span
from deckwright.press.graphics.icons import has_icon, icon_drawing
from deckwright.press.graphics.parts import (
    Area,
    Drawing,
    DrawnGroup,
    DrawnIcon,
    DrawnPicture,
    DrawnRepeat,
    DrawnShape,
    Pixels,
    Stop,
    common,
    rectangle,
)
from deckwright.press.graphics.pictures import has_picture, picture, picture_file, tinted_colour
from deckwright.press.looks.expressions import Cases
from deckwright.press.looks.styles import Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from deckwright.press.boxes.keys import FaceLocation
    from deckwright.press.drawing.context import Scope
    from deckwright.press.graphics.parts import DrawnPart, Tint
    from deckwright.press.looks.expressions import Template


NOTHING = "nothing"
"""Value of `missing` for boxes that stay empty if their picture does not exist."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PictureBox(MaskedBox):
    """A picture from the game's pictures folder."""

    kind = "picture"
    order = 3
    example, draws = 'picture: "{id}.png"', "a picture of the game"

    picture: Template | Cases[Template] = keys.picture_template(changes=True)
    fit: str = keys.one_of(
        "cover contain stretch",
        "How it fills its box: it covers all of it and is cut off at the edge (the default), the whole picture fits into it, or it is stretched to the box's proportions.",
        "cover",
    )
    align: str = keys.one_of(
        "left centre right",
        "Horizontal position in the box, or the visible part; centre by default.",
        "centre",
    )
    valign: str = keys.one_of(
        "top middle bottom", "Vertical position in the box, or the visible part; middle by default.", "middle"
    )
    focus: tuple[float, float] | None = keys.key(
        {
            "type": "array",
            "minItems": 2,
            "maxItems": 2,
            "items": {"type": "number", "minimum": 0, "maximum": 1},
        },
        "Point of the picture that is as near the middle of the box as possible, in shares of its width and height: [0, 0] is its top left corner.",
        lambda value: (float(value[0]), float(value[1])),
        default=None,
    )
    tint: Tint | None = keys.tint()
    colours: Mapping[str, str] | None = keys.class_colours(FOLDER)
    missing: str = keys.picture_name(
        "The picture for cards whose own does not exist, or nothing for none; by default, a placeholder with its name."
    )

    @classmethod
    def faults(cls, value: Mapping[str, Any], place: FaceLocation) -> Iterator[Finding]:
        """Find polygons without corners, and several keys that say which part of the picture is seen."""
        yield from super().faults(value, place)
        if "focus" not in value:
            return
        message = ""
        if other := next((name for name in ("align", "valign") if name in value), ""):
            message = tr(
                "focus says which part of a picture is seen, so {key} cannot be used with it. Remove one of them.",
                key=other,
            )
        elif value.get("fit", "cover") != "cover":
            message = tr(
                "With fit: {fit}, the whole picture is seen. Remove focus, or use fit: cover.",
                fit=value["fit"],
            )
        if message:
            yield Finding("picture-focus", "error", message, where=place.where("focus"))

    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Draw the picture, if the card has the fields of its name; and on what stands in for it, the name of its file."""
        awaited = self.awaited_on(scope)
        if awaited:
            message = tr(
                "{card}: picture {name} is missing or cannot be read.", card=scope.card.id, name=awaited
            )
            self.report(scope, "unknown-picture", "warning", message)
        name, mask = self.name_on(scope), scope.chosen(self.mask)
        if not mask or not name:
            return
        if has_picture(name, scope.context.assets):
            yield from self._draw_file(name, mask, scope, area)
        else:
            yield DrawnGroup(
                (DrawnShape(rectangle(area), _PLACEHOLDER),), clip=self.clip_path(mask, area, area)
            )
        if awaited:
            yield from _draw_name(awaited, area)

    def _draw_file(self, name: str, mask: str, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        content = picture(name, scope.context.assets)
        whole, tone = self.whole_area(content, area), self.tint_on(scope)
        clip = self.clip_path(mask, area, common(whole, area) or area)
        if isinstance(content, Drawing):
            look = Look(scope.class_colours(self.colours), tone)
            shapes = sized_shapes(name, content, (whole.width, whole.height), scope.context, look)
            yield DrawnRepeat(shapes, ((whole.x, whole.y),), clip)
            return
        if self.colours:
            self._note_colourless(name, scope)
        image = DrawnPicture(name, whole, tone)
        if any(self.radius) or self.fit == "cover" or mask != "rect":
            yield DrawnGroup((image,), clip=clip)
        else:
            yield image

    def name_on(self, scope: Scope) -> str:
        """Name of the picture that a card shows: its own, or the one for missing pictures; '' for none."""
        name = scope.context.stored_picture(self.named_on(scope))
        if not name or has_picture(name, scope.context.assets) or not self.missing:
            return name
        return "" if self.missing == NOTHING else self.missing

    def awaited_on(self, scope: Scope) -> str:
        """Name of the picture that a card is meant to have, and that is missing; '' if none is."""
        named = self.named_on(scope)
        is_there = has_picture(scope.context.stored_picture(named), scope.context.assets)
        return named if not is_there and (self.has_own_fields or not self.missing) else ""

    @cached_property
    def name_fields(self) -> tuple[str, ...]:
        """Fields of cards in the names of its pictures."""
        return tuple(
            name for mention in self.mentions if mention.sort == "picture" for name in mention.fields()
        )

    @property
    def has_own_fields(self) -> bool:
        """Whether fields of the game's own name its pictures: then a card that has them is meant to have a picture."""
        return not set(self.name_fields) <= {*BUILT_IN}

    def named_on(self, scope: Scope) -> str:
        """Name of a card's own picture, as the card and the face spell it; '' if a field in it is empty."""
        chosen = self.picture.choose(scope.raw) if isinstance(self.picture, Cases) else self.picture
        parts = chosen.parts if chosen else ()
        filled = [scope.file_part(part.value) if part.sort == "field" else part.value for part in parts]
        if not all(filled):
            return ""
        whole = normalize("NFC", "".join(filled).replace("\\", "/"))
        if has_picture(whole, scope.context.assets):
            return whole
        named = zip(parts, filled, strict=True)
        return normalize(
            "NFC", "".join(file_name(text) if part.sort == "field" else text for part, text in named)
        )

    def tint_on(self, scope: Scope) -> Tint | None:
        """Tint of the picture on a card."""
        tone = scope.colour(self.tint.colour) if self.tint else ""
        return self.tint._replace(colour=tone) if self.tint and tone else None

    def whole_area(self, content: Pixels | Drawing, area: Area) -> Area:
        """Area of the whole picture, which is larger than its box if it covers the box."""
        if self.fit == "stretch":
            return area
        scales = area.width / content.width, area.height / content.height
        scale = max(scales) if self.fit == "cover" else min(scales)
        width, height = content.width * scale, content.height * scale
        if self.focus:
            x, y = (
                min(max(middle - share * side, end - side), start)
                for middle, share, side, start, end in zip(
                    area.centre, self.focus, (width, height), (area.x, area.y), area.far, strict=True
                )
            )
            return Area(x, y, width, height)
        x = area.x + (area.width - width) * FREE_SHARE[self.align]
        y = area.y + (area.height - height) * FREE_SHARE[self.valign]
        return Area(x, y, width, height)

    def veil(self, place: Area, area: Area, scope: Scope) -> list[Stop]:
        """A dark and a light colour of the picture in an area; none of drawings, and without a picture."""
        name, assets = self.name_on(scope), scope.context.assets
        if not name or not has_picture(name, assets):
            return []
        content = picture(name, assets)
        if not isinstance(content, Pixels):
            return []
        whole = self.whole_area(content, place)
        left, top = (area.x - whole.x) / whole.width, (area.y - whole.y) / whole.height
        shares = left, top, left + area.width / whole.width, top + area.height / whole.height
        colours = _extremes(picture_file(name, assets), tuple(min(max(share, 0.0), 1.0) for share in shares))
        tint = self.tint_on(scope)
        return [Stop(0.0, tinted_colour(colour, tint) if tint else colour) for colour in colours]

    def _note_colourless(self, name: str, scope: Scope) -> None:
        message = tr(
            "{card}: picture {name} is made of pixels, so its colours cannot be changed. Use an SVG of shapes in plain colours.",
            card=scope.card.id,
            name=name,
        )
        self.report(scope, "picture-colours", "warning", message)


# What stands in for a picture.

_PLACEHOLDER, _LABEL_GROUND, _LABEL_INK = "#d9e1ea", "#ffffff", "#243049"
_LABEL = Style(size=7.0, min=4.0, align="centre", too_long="cut")
_LABEL_PAD = 0.8
"""Millimetres around the name of a file."""


def _draw_name(name: str, area: Area) -> Iterator[DrawnPart]:
    """The name of a file that is awaited, on a strip in the middle of its box."""
    room = area.inset(_LABEL_PAD, _LABEL_PAD)
    text = fit_text(TextToFit(set_paragraphs([Span(name)], _LABEL), _LABEL, ""), room.width, room.height)
    if not text.fits(room.width, room.height):
        text = text.cut_to(room.width, room.height)
    strip = area.inset(0, (area.height - text.height) / 2 - _LABEL_PAD)
    yield DrawnShape(rectangle(strip), _LABEL_GROUND)
    yield from text.drawn(strip.inset(_LABEL_PAD, _LABEL_PAD), _LABEL_INK)


# The colours of a picture below a text.

_SAMPLES = 16
"""Pixels across and down to which the part of a picture below a text is reduced."""

_ODD = 0.1
"""Share of the darkest and of the lightest pixels that do not count."""


@lru_cache(maxsize=256)
def _extremes(content: bytes, shares: tuple[float, ...]) -> tuple[str, ...]:
    """A dark and a light colour of a part of a picture, whose edges are shares of its width and height."""
    from PIL import Image, ImageOps

    with Image.open(io.BytesIO(content)) as opened:
        upright = ImageOps.exif_transpose(opened)
        width, height = upright.size
        edges = [round(share * side) for share, side in zip(shares, (width, height) * 2, strict=True)]
        left, top = min(edges[0], width - 1), min(edges[1], height - 1)
        part = upright.crop((left, top, max(edges[2], left + 1), max(edges[3], top + 1)))
        pixels = part.convert("RGBA").resize((_SAMPLES, _SAMPLES))
    data = pixels.tobytes()
    seen = [pixel for pixel in zip(*(data[part::4] for part in range(4)), strict=True) if pixel[3]]
    if not seen:
        return ()
    seen.sort(key=lambda pixel: 0.2126 * pixel[0] + 0.7152 * pixel[1] + 0.0722 * pixel[2])
    odd = int(len(seen) * _ODD)
    return tuple(f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue, _ in (seen[odd], seen[-1 - odd]))


def has_pictures(boxes: Iterable[Box]) -> bool:
    """Whether some boxes, or those inside them, show pictures."""
    return any(isinstance(inner, PictureBox) for box in boxes for inner in box.with_nested())


# Icons


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class IconBox(Box):
    """An icon in one colour, or in those of its file, as large as fits, in the middle of its box."""

    kind = "icon"
    order = 2
    example, draws = "icon: mdi:leaf", "an icon, as large as the box"
    one_required = ("colour", "colours")
    is_read = True

    icon: str | Cases[str] = keys.icon_name(changes=True)
    colour: str = keys.colour("Its colour, from the palette.", "", changes=True)
    """With `colours`, the colour of icons of fonts."""
    colours: Mapping[str, str] | None = keys.class_colours("icons")

    def draw(self, scope: Scope, area: Area) -> Iterator[DrawnPart]:
        """Draw the icon, if the card has it."""
        name = scope.icon(scope.chosen(self.icon))
        if not name:
            return
        assets = scope.context.assets
        if not has_icon(name, assets):
            message = tr("{card}: icon {name} not found, so nothing is drawn.", card=scope.card.id, name=name)
            self.report(scope, "unknown-icon", "error", message)
            return
        drawn = DrawnIcon(name, *area.centre, min(area.width, area.height), scope.ink(self.colour))
        if self.colours is not None and (drawing := icon_drawing(name, assets)):
            yield draw_in_colours(drawn, drawing, scope.context, scope.class_colours(self.colours))
        else:
            yield draw_icon(drawn, drawn.colour, scope.context)
