"""A PDF file as cards are drawn into it: contents of operators, in points from the top left corner, y upwards, and what these share."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from math import cos, radians, sin
from typing import IO, TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from deckwright.press.graphics.fonts import MOST_WORDS
from deckwright.press.graphics.icons import SETS, icon
from deckwright.press.graphics.parts import POINT, UNMOVED, DrawnGroup, Gradient, PartVisitor, Pixels
from deckwright.press.graphics.pictures import picture, picture_file
from deckwright.press.writing.images import is_blurred, paled, pixmap_of, rgb_inks, shades_of, tinted_mask
from deckwright.press.writing.pdf import GROUP, Document, Shading

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from deckwright.press.graphics.fonts import Font
    from deckwright.press.graphics.icons import Icon
    from deckwright.press.graphics.parts import (
        Area,
        DrawnIcon,
        DrawnPart,
        DrawnPicture,
        DrawnRepeat,
        DrawnRun,
        DrawnShadow,
        DrawnShape,
        DrawnText,
        Path,
        Tint,
    )
    from deckwright.press.writing.images import Inks
    from deckwright.press.writing.masks import Mask
    from deckwright.press.writing.pdf import Box, Pixmap, Reference


_SCALE = 1 / POINT

TEXT_ICON = 4.0
"""Icons up to this size, in mm, are part of a text and are printed in its inks."""


class ImageObject(NamedTuple):
    """Image in the file, one unit square: its name there, and the EXIF orientation it is shown in."""

    name: str
    orientation: int


class IconObject(NamedTuple):
    """Icon in the file, one unit square: the name of its form, and whether it has lines, which have a colour of their own."""

    name: str
    has_lines: bool


class _TextLook(NamedTuple):
    """Size, in points, and colour of letters."""

    size: float
    colour: str

    def of(self, run: DrawnRun) -> _TextLook:
        """Look of a run in a text that looks like this: the same object if the run is like the text."""
        if run.size or run.colour:
            return _TextLook(run.size or self.size, run.colour or self.colour)
        return self


class Content(PartVisitor[None]):
    """Operators of a page or a form, and the forms, shadings and graphics states they name.

    `stream` is its object in the file, once it has been added to a page.
    """

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._inks = file.inks
        self.operators: list[str] = []
        self.forms: dict[str, None] = {}
        self.shadings: dict[str, None] = {}
        self.states: dict[str, None] = {}
        self.stream: Reference | None = None

    def draw(self, parts: Iterable[DrawnPart]) -> None:
        """Add parts, in order."""
        for part in parts:
            part.accept(self)

    def show(self, form: str, x: float = 0.0, y: float = 0.0) -> None:
        """Show a form with its origin at a place, in mm from the top left corner."""
        self.forms[form] = None
        self.operators.append(f"q 1 0 0 1 {_point(x, y)} cm /{form} Do Q" if x or y else f"/{form} Do")

    def visit_text(self, text: DrawnText) -> None:
        """Add lines of text."""
        write, shown_by = self.operators.append, self._file.text_operators
        write(f"BT {self._ink(text.colour)}")
        if text.tracking:
            write(_tracking(text.tracking, text.size))
        usual = look = _TextLook(text.size, text.colour)
        font, size = "", 0.0
        for line in text.lines:
            y = f"{-line.y * _SCALE:.2f}"
            for run in line.runs:
                if run.size or run.colour or look is not usual:
                    before, look = look, usual.of(run)
                    self._change_look(before, look, text.tracking)
                write(f"1 0 0 1 {run.start * _SCALE:.2f} {y} Tm")
                if run.span:
                    write(f"3 Tr {_stretch(run, look.size):.1f} Tz")
                for name, shown in shown_by(run.font, run.text):
                    if name != font or look.size != size:
                        font, size = name, look.size
                        write(f"/{font} {size:g} Tf")
                    write(shown)
                if run.span:
                    write("0 Tr 100 Tz")
        if text.tracking:
            write("0 Tc")
        write("ET")
        self._draw_rules(text)

    def _change_look(self, before: _TextLook, after: _TextLook, tracking: float) -> None:
        """Change the colour of letters, and the space between them, for a run that looks different."""
        if after.colour != before.colour:
            self.operators.append(self._ink(after.colour))
        if tracking and after.size != before.size:
            self.operators.append(_tracking(tracking, after.size))

    def _ink(self, colour: str) -> str:
        """Operators for the ink of letters, and for whether they are printed on what is below."""
        written = self._inks.texts[colour]
        if not self._inks.overprint:
            return written
        return f"{written} /{self._overprint(on=written == self._inks.black)} gs"

    def _overprint(self, *, on: bool) -> str:
        state = self._file.overprint(on=on)
        self.states[state] = None
        return state

    def _draw_rules(self, text: DrawnText) -> None:
        """Add the lines of a text, and let nothing after it be printed on what is below."""
        for area, colour in text.rules:
            x, y = area.x * _SCALE, -area.far[1] * _SCALE
            place = f"{x:.2f} {y:.3f} {area.width * _SCALE:.2f} {area.height * _SCALE:.3f}"
            self.operators.append(f"{self._ink(colour or text.colour)} {place} re f")
        if self._inks.overprint:
            self.operators.append(f"/{self._overprint(on=False)} gs")

    def visit_shape(self, shape: DrawnShape) -> None:
        """Add a path."""
        write = self.operators.append
        if isinstance(shape.fill, Gradient):
            self._shade(shape, shape.fill)
            if not shape.stroke:
                return
            shape = shape._replace(fill="")
        elif shape.fill:
            write(self._inks.fills[shape.fill])
        if shape.stroke:
            dash = " ".join(f"{part * _SCALE:.2f}" for part in shape.dash)
            write(f"{self._inks.strokes[shape.stroke]} {shape.width * _SCALE:.2f} w [{dash}] 0 d")
        has_ends = shape.stroke and (shape.cap or shape.join)
        if has_ends:
            write(f"q {shape.cap} J {shape.join} j")
        self._path(shape.path)
        write(_paint(shape))
        if has_ends:
            write("Q")

    def _shade(self, shape: DrawnShape, fill: Gradient) -> None:
        """Fill a path with a gradient, which is drawn in its own space."""
        write = self.operators.append
        write("q")
        self._path(shape.path)
        write("W* n" if shape.even_odd else "W n")
        across, up = fill.matrix[::2], fill.matrix[1::2]
        numbers = [
            part * sign * _SCALE
            for pair in zip(across, up, strict=True)
            for part, sign in zip(pair, (1, -1), strict=True)
        ]
        write(f"{' '.join(f'{number:.4f}' for number in numbers)} cm")
        if not fill.is_opaque:
            state = self._file.fading(fill)
            self.states[state] = None
            write(f"/{state} gs")
        shading = self._file.shading(fill)
        self.shadings[shading] = None
        write(f"/{shading} sh")
        write("Q")

    def _path(self, path: Path) -> None:
        for step, numbers in path:
            points = [_point(numbers[index], numbers[index + 1]) for index in range(0, len(numbers), 2)]
            self.operators.append(" ".join([*points, step]))

    def visit_icon(self, icon: DrawnIcon) -> None:
        """Add an icon."""
        form, has_lines = self._file.icon(icon.icon)
        self.forms[form] = None
        side = icon.side * _SCALE
        # The form is one unit square, which `x` and `y` are the centre of.
        x, y = icon.x * _SCALE - side / 2, -icon.y * _SCALE - side / 2
        inks = self._inks.texts if icon.side <= TEXT_ICON else self._inks.fills
        colour = inks[icon.colour]
        if has_lines:
            # The operator for lines is that for fills in capitals.
            colour = f"{colour} {colour[:-2]}{colour[-2:].upper()}"
        self.operators.append(f"q {side:.3f} 0 0 {side:.3f} {x:.2f} {y:.2f} cm {colour} /{form} Do Q")

    def draw_icon(self, icon: Icon) -> None:
        """Add the shapes of an icon, without its colour, in units of its own."""
        for shape in icon.shapes:
            if shape.stroke:
                dash = " ".join(f"{part:g}" for part in shape.dash)
                look = [f"{shape.width:.3f} w", f"{shape.cap} J", f"{shape.join} j", f"[{dash}] 0 d"]
                self.operators += look
            self.operators += [" ".join([*map(_short, numbers), step]) for step, numbers in shape.path]
            self.operators.append(_paint(shape))

    def visit_picture(self, picture: DrawnPicture) -> None:
        """Add a picture of pixels, upright."""
        image = self._file.image(picture.name, picture.tint, picture.ink)
        self.forms[image.name] = None
        a, b, c, d, e, f = ORIENTATIONS[image.orientation]
        width, height = picture.area.width * _SCALE, picture.area.height * _SCALE
        left, bottom = picture.area.x * _SCALE, -picture.area.y * _SCALE - height
        sides = f"{a * width:.3f} {b * height:.3f} {c * width:.3f} {d * height:.3f}"
        self.operators.append(
            f"q {sides} {e * width + left:.2f} {f * height + bottom:.2f} cm /{image.name} Do Q"
        )

    def visit_group(self, group: DrawnGroup) -> None:
        """Add parts that are turned or clipped together."""
        write = self.operators.append
        write("q")
        if group.turn:
            a, b, c, d = _turn(group.turn)
            x, y = group.centre[0] * _SCALE, -group.centre[1] * _SCALE
            e, f = x - a * x - c * y, y - b * x - d * y
            write(f"{a:.5f} {b:.5f} {c:.5f} {d:.5f} {e:.2f} {f:.2f} cm")
        if group.clip:
            self._path(group.clip)
            write("W n")
        if group.opacity < 1:
            self._fade(group)
        else:
            self.draw(group.parts)
        write("Q")

    def visit_shadow(self, shadow: DrawnShadow) -> None:
        """Add a shadow: as shapes, or as a mask."""
        if shadow.is_plain:
            self.visit_group(DrawnGroup((shadow.moved,), opacity=shadow.opacity))
        elif shown := self._file.shadow(shadow):
            form, area = shown
            self.forms[form] = None
            width, height = area.width * _SCALE, area.height * _SCALE
            x, y = (area.x + shadow.offset[0]) * _SCALE, -(area.y + shadow.offset[1]) * _SCALE - height
            self.operators.append(f"q {width:.3f} 0 0 {height:.3f} {x:.2f} {y:.2f} cm /{form} Do Q")

    def _fade(self, group: DrawnGroup) -> None:
        state, form = self._file.opacity(group.opacity), self._file.group_form(group.parts)
        self.states[state] = self.forms[form] = None
        self.operators.append(f"/{state} gs /{form} Do")

    def visit_repeat(self, repeat: DrawnRepeat) -> None:
        """Add parts that are shown at several places, or on several cards."""
        form = self._file.repeat_form(repeat.parts, often=len(repeat.places) > 1)
        if repeat.places == UNMOVED and not repeat.clip:
            self._show(form, repeat.parts)
            return
        self._move(repeat, form)

    def _move(self, repeat: DrawnRepeat, form: str) -> None:
        write = self.operators.append
        write("q")
        if repeat.clip:
            self._path(repeat.clip)
            write("W n")
        x = y = 0.0
        for place in repeat.places:
            # Rounding the places, and not the steps between them, keeps a pattern of many from drifting.
            across, up = round(place[0] * _SCALE, 2), round(-place[1] * _SCALE, 2)
            write(f"1 0 0 1 {across - x:.2f} {up - y:.2f} cm")
            self._show(form, repeat.parts)
            x, y = across, up
        write("Q")

    def _show(self, form: str, parts: tuple[DrawnPart, ...]) -> None:
        if form:
            self.forms[form] = None
            self.operators.append(f"/{form} Do")
        else:
            self.draw(parts)


ORIENTATIONS = {
    1: (1, 0, 0, 1, 0, 0),
    2: (-1, 0, 0, 1, 1, 0),
    3: (-1, 0, 0, -1, 1, 1),
    4: (1, 0, 0, -1, 0, 1),
    5: (0, -1, -1, 0, 1, 1),
    6: (0, -1, 1, 0, 0, 1),
    7: (0, 1, 1, 0, 0, 0),
    8: (0, 1, -1, 0, 1, 0),
}
"""Matrix that moves the unit square of an image to where it is seen, by its EXIF orientation; y runs upwards."""


def _paint(shape: DrawnShape) -> str:
    """Operator that fills a path, draws it as a line, or both."""
    paint = {(True, True): "B", (True, False): "f", (False, True): "S"}[bool(shape.fill), bool(shape.stroke)]
    return f"{paint}*" if shape.even_odd and shape.fill else paint


def _short(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".")


def _tracking(tracking: float, size: float) -> str:
    return f"{tracking * size / 1000:.3f} Tc"


def _stretch(run: DrawnRun, size: float) -> float:
    """Width, in per cent, at which a hidden word fills the place of its icon."""
    width = run.font.widths[run.text] / 1000 * size * POINT
    return 100 * run.hidden_width / width if width else 100.0


def _turn(degrees: float) -> tuple[float, float, float, float]:
    """Matrix of a clockwise turn."""
    angle = radians(-degrees)
    return cos(angle), sin(angle), -sin(angle), cos(angle)


def _point(x: float, y: float) -> str:
    return f"{x * _SCALE:.2f} {-y * _SCALE:.2f}"


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


# Encode texts for a PDF: characters by the subset of their font, words with their kerning.

_ESCAPES = {"(": r"\(", ")": r"\)", "\\": r"\\", "\r": r"\r", "\n": r"\n"}


class EncodedLetters(dict[int, str]):
    """Characters of one font as its first subset encodes them; `needs_subsets` once one of them is in another subset."""

    def __init__(self, font: Font, document: Document) -> None:
        self.font, self.encode = font, document.font(font.file).encode
        # Any font has a code for what it lacks in its first subset.
        self.name = self.encode("\0")[0].font
        self.needs_subsets = False

    def __missing__(self, code: int) -> str:
        (encoded,) = self.encode(chr(code))
        is_first = encoded.font == self.name
        self.needs_subsets = self.needs_subsets or not is_first
        self[code] = escaped(encoded.data) if is_first else ""
        return self[code]


class EncodedWords(dict[str, str]):
    """Words as they are written between the brackets of a PDF text, split where they are kerned."""

    def __init__(self, letters: EncodedLetters) -> None:
        self.letters = letters
        self.space = letters[ord(" ")] if letters.font.file.is_whole else " "

    def __missing__(self, word: str) -> str:
        *kerned, (last, _) = self.letters.font.kerned(word)
        before = "".join([f"{part.translate(self.letters)}){-gap:g}(" for part, gap in kerned])
        if len(self) >= MOST_WORDS:
            self.clear()
        written = self[word] = before + last.translate(self.letters)
        return written


def escaped(data: bytes) -> str:
    """Bytes as they are written between the brackets of a PDF text."""
    return "".join(_ESCAPES.get(letter, letter) for letter in data.decode("latin-1"))


# PDF file being written: its fonts, icons, images, forms and pages, each written once.

_MARGIN = 100.0
"""How far beyond a card, in points, the clip of its repeated parts reaches: the card itself clips them at its edge."""


_EVERYWHERE = (-1000.0, -1000.0, 1000.0, 1000.0)
"""Box of a mask, in units of its gradient, which its shape clips."""


def _ends(gradient: Gradient) -> tuple[float, ...]:
    """Points or circles between which a gradient runs, in its own space."""
    return (0.0, 0.0, 0.0, 0.0, 0.0, 1.0) if gradient.is_radial else (0.0, 0.0, 1.0, 0.0)


_MASKS = 128
"""Most shadows that are kept; more than one face has that are the same on several cards."""


class Recent(Generic[_Key, _Value]):
    """Values by key, of which only so many are kept, those used last: it does not grow with the number of cards."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[_Key, _Value] = {}

    def get(self, key: _Key) -> _Value | None:
        """Value of a key; None if it is not kept."""
        value = self._values.pop(key, None)
        if value is not None:
            self._values[key] = value
        return value

    def keep(self, key: _Key, value: _Value) -> _Value:
        """Keep a value, and return it."""
        self._values[key] = value
        if len(self._values) > self._most:
            del self._values[next(iter(self._values))]
        return value


class Hashed(Generic[_Key]):
    """A value whose hash takes long, as a key: it is calculated once."""

    __slots__ = ("_hash", "value")

    def __init__(self, value: _Key) -> None:
        self.value, self._hash = value, hash(value)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hashed) and bool(self.value == other.value)


def _digest(pixmap: Pixmap) -> bytes:
    """Digest of an image, which takes less memory than its data."""
    digest = blake2b(pixmap.data, digest_size=16)
    digest.update(f"{pixmap.entries} {pixmap.space!r}".encode())
    return digest.digest()


@dataclass(slots=True)
class _RepeatedParts:
    """Parts that may be repeated, how often they were drawn, and their form once they have one."""

    parts: tuple[DrawnPart, ...]
    times: int = 0
    form: str = ""


class PdfFile:
    """PDF being written: the same calls produce the same bytes.

    `card` is the size of the largest card, in mm. Another file can use its `masks` of shadows.
    """

    def __init__(
        self, assets: Mapping[str, bytes], language: str, card: tuple[float, float], inks: Inks | None = None
    ) -> None:
        self._assets = assets
        self.inks = inks or rgb_inks()
        self._reach = max(card) / POINT + _MARGIN
        self.document = Document(language)
        self._words: dict[Font, EncodedWords] = {}
        self._icons: dict[str, IconObject] = {}
        self._images: dict[Hashable, ImageObject] = {}
        self._repeated: dict[int, _RepeatedParts] = {}
        self._icon_sets: dict[str, None] = {}
        self._forms: dict[tuple[bytes, Box, bool], str] = {}
        self._shadings: dict[Hashable, str] = {}
        self._states: dict[Hashable, str] = {}
        self._made: dict[Hashable, str] = {}
        self._blurred: dict[str, bool] = {}
        self.masks: Recent[Hashed[DrawnShadow], Mask] = Recent(_MASKS)
        self._shadows: Recent[Hashed[DrawnShadow], tuple[str, Area]] = Recent(_MASKS)

    def text_operators(self, font: Font, text: str) -> Sequence[tuple[str, str]]:
        """Operators that show a text, each with the name of the font subset it needs."""
        words = self._words.get(font)
        if words is None:
            words = self._words[font] = EncodedWords(EncodedLetters(font, self.document))
        written = words.space.join([words[word] for word in text.split(" ")])
        if not words.letters.needs_subsets:
            shown = f"[({written})] TJ" if ")" in written else f"({written}) Tj"
            return ((words.letters.name, shown),)
        return [(encoded.font, f"({escaped(encoded.data)}) Tj") for encoded in words.letters.encode(text)]

    def icon(self, name: str) -> IconObject:
        """Form of an icon: one unit square, in the colour that is set when it is shown."""
        form = self._icons.get(name)
        if form is None:
            self._icon_sets.setdefault(name.rpartition(":")[0])
            form = self._icons[name] = self._icon_form(name)
        return form

    def _icon_form(self, name: str) -> IconObject:
        drawn = icon(name, self._assets)
        if drawn is None:
            msg = f"no icon {name}"
            raise LookupError(msg)
        content = Content(self)
        content.draw_icon(drawn)
        unit = 1 / drawn.side
        matrix = [unit, 0, 0, unit, -drawn.left * unit, -drawn.bottom * unit]
        left, bottom, right, top = drawn.ink
        # The corners of lines can reach beyond their points.
        beyond = drawn.side if drawn.has_lines else 0.0
        box = left - beyond, bottom - beyond, right + beyond, top + beyond
        return IconObject(self.form(content, box, matrix), drawn.has_lines)

    def image(self, name: str, tint: Tint | None = None, ink: float = 1.0) -> ImageObject:
        """Image of a picture file in a tint, with a share of its colours: one unit square."""
        look = (name, tint, ink) if tint or ink < 1 else name
        image = self._images.get(look)
        if image is None:
            image = self._images[look] = self._image(name, tint, ink)
        return image

    def add_picture(self, pixmap: Pixmap) -> str:
        """Name of a picture that is not a file of the game; equal ones are written once."""
        look = _digest(pixmap), pixmap.mask and _digest(pixmap.mask)
        name = self._made.get(look)
        if name is None:
            name = self._made[look] = f"/{len(self._made) + 1}"
            image = self._images[name] = ImageObject(f"I{len(self._images) + 1}", 1)
            self.document.add_image(image.name, pixmap)
        return name

    def is_blurred(self, name: str) -> bool:
        """Whether a picture file is partly transparent, and not only at its edges."""
        if name not in self._blurred:
            pixels = picture(name, self._assets)
            is_photo = not isinstance(pixels, Pixels) or pixels.sort == "JPEG"
            self._blurred[name] = not is_photo and is_blurred(picture_file(name, self._assets))
        return self._blurred[name]

    def shadow(self, shadow: DrawnShadow) -> tuple[str, Area] | None:
        """Image of a shadow, one unit square, and the area it fills before it is moved; None if it shows nothing."""
        look = Hashed(shadow._replace(offset=(0.0, 0.0)))
        image = self._shadows.get(look)
        if image is None:
            mask = self.mask(look)
            if mask is None:
                return None
            name = self.add_picture(tinted_mask(shadow.colour, mask.image))
            image = self._shadows.keep(look, (self._images[name].name, mask.area))
        return image

    def mask(self, look: Hashed[DrawnShadow]) -> Mask | None:
        """Mask of a shadow without offset; None if it shows nothing."""
        from deckwright.press.writing.masks import shadow_mask

        drawn = self.masks.get(look)
        if drawn is None:
            mask = shadow_mask(look.value, self._assets)
            drawn = mask and self.masks.keep(look, mask)
        return drawn

    def _image(self, name: str, tint: Tint | None, ink: float) -> ImageObject:
        pixels = picture(name, self._assets)
        if not isinstance(pixels, Pixels):
            raise TypeError(name)
        pixmap = pixmap_of(name, picture_file(name, self._assets), pixels, self.inks.limit, tint)
        image = ImageObject(f"I{len(self._images) + 1}", pixels.turn)
        self.document.add_image(image.name, paled(pixmap, ink) if ink < 1 else pixmap)
        return image

    def shading(self, gradient: Gradient) -> str:
        """Name of the colours of a gradient, in its own space."""
        look = gradient.stops, gradient.is_radial
        name = self._shadings.get(look)
        if name is None:
            name = self._shadings[look] = f"S{len(self._shadings) + 1}"
            shades = shades_of(gradient, self.inks)
            self.document.add_shading(name, Shading(self.inks.space, _ends(gradient), shades))
        return name

    def fading(self, gradient: Gradient) -> str:
        """Name of a graphics state in which parts fade as a gradient does; it is set in the space of the gradient."""
        look = gradient.stops, gradient.is_radial
        name = self._states.get(look)
        if name is None:
            name = self._states[look] = f"G{len(self._states) + 1}"
            shades = [(stop.at, (stop.opacity,)) for stop in gradient.stops]
            self.document.add_shading(f"{name}S", Shading("DeviceGray", _ends(gradient), shades))
            resources = self.document.resources((), [f"{name}S"])
            self.document.add_form(
                f"{name}F",
                [f"/{name}S sh"],
                resources,
                _EVERYWHERE,
                {"Group": {"S": GROUP, "CS": "DeviceGray"}},
            )
            self.document.add_state(name, {}, f"{name}F")
        return name

    def overprint(self, *, on: bool) -> str:
        """Name of the graphics state in which inks are printed on those below (PDF 1.4, 4.5.6), or not."""
        name = self._states.get(("overprint", on))
        if name is None:
            name = self._states["overprint", on] = "O1" if on else "O0"
            # With the mode 1, an ink whose share is 0 leaves what is below as it is.
            self.document.add_state(name, {"OP": False, "op": on, "OPM": 1})
        return name

    def opacity(self, opacity: float) -> str:
        """Name of the graphics state with an opacity."""
        name = self._states.get(opacity)
        if name is None:
            name = self._states[opacity] = f"G{len(self._states) + 1}"
            self.document.add_state(name, {"ca": round(opacity, 4), "CA": round(opacity, 4)})
        return name

    def group_form(self, parts: tuple[DrawnPart, ...]) -> str:
        """Name of a form whose parts are seen through together."""
        content = Content(self)
        content.draw(parts)
        reach = self._reach
        return self.form(content, (-reach, -reach, reach, reach), is_group=True)

    def form(
        self, content: Content, box: Box, matrix: list[float] | None = None, *, is_group: bool = False
    ) -> str:
        """Name of a form with this content, which is clipped to a box in points; equal forms are written once.

        The parts of one that `is_group` are seen through together.
        """
        # A digest takes less memory than the operators of all forms.
        key = blake2b("\n".join(content.operators).encode(), digest_size=16).digest(), box, is_group
        name = self._forms.get(key)
        if name is None:
            name = self._forms[key] = f"X{len(self._forms) + 1}"
            more: dict[str, Any] = {"Matrix": [round(number, 8) for number in matrix]} if matrix else {}
            if is_group:
                more["Group"] = {"S": GROUP}
            resources = self.document.resources(content.forms, content.shadings, content.states)
            self.document.add_form(name, content.operators, resources, box, more)
        return name

    def repeat_form(self, parts: tuple[DrawnPart, ...], *, often: bool = False) -> str:
        """Name of a form for parts that are repeated; empty the first time, when they are better drawn in place."""
        repeated = self._repeated.setdefault(id(parts), _RepeatedParts(parts))
        repeated.times += 1
        if not repeated.form and parts and (often or repeated.times > 1):
            content = Content(self)
            content.draw(parts)
            repeated.form = self.form(content, (-self._reach, -self._reach, self._reach, self._reach))
        return repeated.form

    def page(
        self,
        content: Content,
        width: float,
        height: float,
        bleed: float | None = None,
        over: Content | None = None,
    ) -> None:
        """Add a page of a size in mm; `content`, and `over` on top of it, start at its top left corner.

        A content that is on several pages is written once; `over` may only have text and icons. `bleed` is what is trimmed at each side.
        """
        size = (width / POINT, height / POINT)
        if content.stream is None:
            origin = f"1 0 0 1 0 {round(size[1], 3)} cm"
            content.stream = self.document.page_stream([origin, *content.operators])
        streams = [content.stream]
        if over and over.operators:
            streams.append(self.document.page_stream(over.operators))
        trimmed = None if bleed is None else bleed / POINT
        forms = content.forms | (over.forms if over else {})
        resources = self.document.resources(forms, content.shadings, content.states)
        self.document.add_page(size, streams, resources, trimmed)

    @property
    def credits(self) -> list[str]:
        """Authors and licences of the fonts and icons in the file."""
        fonts = dict.fromkeys(words.letters.font.notice for words in self._words.values())
        return [*fonts, *(SETS[prefix].notice for prefix in self._icon_sets if prefix)]

    def save(self, out: IO[bytes], about: Mapping[str, str]) -> None:
        """Write the file; `about` has its title, author, subject, keywords and creator."""
        self.document.save(out, about)
