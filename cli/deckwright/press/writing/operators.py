"""Drawn parts as PDF operators: in points, from the card's top left corner, y upwards."""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from deckwright.press.graphics.parts import HERE, POINT, DrawnGroup, Gradient, PartVisitor

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckwright.press.graphics.icons import Icon
    from deckwright.press.graphics.parts import (
        DrawnIcon,
        DrawnPart,
        DrawnPicture,
        DrawnRepeat,
        DrawnRun,
        DrawnShadow,
        DrawnShape,
        DrawnText,
        Path,
    )
    from deckwright.press.writing.document import PdfFile
    from deckwright.press.writing.pdf import Reference


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

    `stream` and `resources` are its objects in the file, once it has been added to a page.
    """

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._inks = file.inks
        self.operators: list[str] = []
        self.forms: dict[str, None] = {}
        self.shadings: dict[str, None] = {}
        self.states: dict[str, None] = {}
        self.stream: Reference | None = None
        self.resources: Reference | None = None

    def draw(self, parts: Iterable[DrawnPart]) -> None:
        """Add parts, in order."""
        for part in parts:
            part.accept(self)

    def show(self, form: str, x: float = 0.0, y: float = 0.0) -> None:
        """Show a form with its origin at a place, in mm from the top left corner."""
        self.forms[form] = None
        self.operators.append(f"q 1 0 0 1 {_point(x, y)} cm /{form} Do Q" if x or y else f"/{form} Do")

    def add(self, other: Content) -> None:
        """Add all of another content."""
        self.operators += other.operators
        self.forms.update(other.forms)
        self.shadings.update(other.shadings)
        self.states.update(other.states)

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
                    self._change(before, look, text.tracking)
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
        self._end(text)

    def _change(self, before: _TextLook, after: _TextLook, tracking: float) -> None:
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

    def _end(self, text: DrawnText) -> None:
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
            points = [_point(numbers[at], numbers[at + 1]) for at in range(0, len(numbers), 2)]
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
        if repeat.places == HERE and not repeat.clip:
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
