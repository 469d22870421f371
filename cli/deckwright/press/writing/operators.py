"""Drawn parts as PDF operators: in points, from the card's top left corner, y upwards."""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING, Any

from deckwright.press.graphics.parts import POINT, Again, Group, Image, Picture, Shape, Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from deckwright.press.graphics.parts import Drawn, Path, Run
    from deckwright.press.writing.document import PdfFile


_SCALE = 1 / POINT

_HERE = ((0.0, 0.0),)

_IN_TEXT = 4.0
"""Icons up to this size, in mm, are read with a text, and have its inks."""

_UNSEEN = 0.8
"""How much of an icon's width the word takes that it stands for; the rest parts it from the next word."""


class Content:
    """The operators of a page or a form, and the forms it shows.

    Once it stands in the file as a page's, `stream` and `resources` are what it is there.
    """

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._inks = file.inks
        self.operators: list[str] = []
        self.forms: dict[str, None] = {}
        self.stream: Any = None
        self.resources: Any = None

    def draw(self, parts: Iterable[Drawn]) -> None:
        """Add what is drawn, in order."""
        for part in parts:
            _WRITE[type(part)](self, part)

    def show(self, form: str, x: float = 0.0, y: float = 0.0) -> None:
        """Show a form with its origin at a place, in mm from the top left corner."""
        self.forms[form] = None
        self.operators.append(f"q 1 0 0 1 {_point(x, y)} cm /{form} Do Q" if x or y else f"/{form} Do")

    def add(self, other: Content) -> None:
        """Add all of another content."""
        self.operators += other.operators
        self.forms.update(other.forms)

    def _text(self, text: Text) -> None:
        say = self.operators.append
        say(f"BT {self._inks.texts[text.colour]}")
        if text.tracking:
            say(f"{text.tracking * text.size / 1000:.3f} Tc")
        font, size = "", f"{text.size:g}"
        for line in text.lines:
            for run in line.runs:
                say(f"1 0 0 1 {_point(run.start, line.y)} Tm")
                if run.span:
                    say(f"3 Tr {_stretch(run, text.size):.1f} Tz")
                for name, shown in self._file.shown(run.font, run.text):
                    if name != font:
                        say(f"/{name} {size} Tf")
                        font = name
                    say(shown)
                if run.span:
                    say("0 Tr 100 Tz")
        if text.tracking:
            say("0 Tc")
        say("ET")

    def _shape(self, shape: Shape) -> None:
        say = self.operators.append
        if shape.fill:
            say(self._inks.fills[shape.fill])
        if shape.stroke:
            dash = " ".join(f"{part * _SCALE:.2f}" for part in shape.dash)
            say(f"{self._inks.strokes[shape.stroke]} {shape.width * _SCALE:.2f} w [{dash}] 0 d")
        has_ends = shape.stroke and (shape.cap or shape.join)
        if has_ends:
            say(f"q {shape.cap} J {shape.join} j")
        self._path(shape.path)
        paint = {(True, True): "B", (True, False): "f", (False, True): "S"}
        paints = paint[bool(shape.fill), bool(shape.stroke)]
        say(f"{paints}*" if shape.even_odd and shape.fill else paints)
        if has_ends:
            say("Q")

    def _path(self, path: Path) -> None:
        for step, numbers in path:
            points = [_point(numbers[at], numbers[at + 1]) for at in range(0, len(numbers), 2)]
            self.operators.append(" ".join([*points, step]))

    def _picture(self, picture: Picture) -> None:
        form = self._file.icon(picture.icon)
        self.forms[form] = None
        side = picture.side * _SCALE
        # The form is one unit square: its middle goes to the middle of the picture.
        x, y = picture.x * _SCALE - side / 2, -picture.y * _SCALE - side / 2
        inks = self._inks.texts if picture.side <= _IN_TEXT else self._inks.fills
        colour = inks[picture.colour]
        self.operators.append(f"q {side:.3f} 0 0 {side:.3f} {x:.2f} {y:.2f} cm {colour} /{form} Do Q")

    def _image(self, image: Image) -> None:
        form, turn = self._file.image(image.name)
        self.forms[form] = None
        a, b, c, d, e, f = TURNS[turn]
        width, height = image.area.width * _SCALE, image.area.height * _SCALE
        left, bottom = image.area.x * _SCALE, -image.area.y * _SCALE - height
        sides = f"{a * width:.3f} {b * height:.3f} {c * width:.3f} {d * height:.3f}"
        self.operators.append(f"q {sides} {e * width + left:.2f} {f * height + bottom:.2f} cm /{form} Do Q")

    def _group(self, group: Group) -> None:
        say = self.operators.append
        say("q")
        if group.turn:
            a, b, c, d = _turn(group.turn)
            x, y = group.centre[0] * _SCALE, -group.centre[1] * _SCALE
            e, f = x - a * x - c * y, y - b * x - d * y
            say(f"{a:.5f} {b:.5f} {c:.5f} {d:.5f} {e:.2f} {f:.2f} cm")
        if group.clip:
            self._path(group.clip)
            say("W n")
        self.draw(group.parts)
        say("Q")

    def _again(self, again: Again) -> None:
        form = self._file.again(again.parts, often=len(again.places) > 1)
        if again.places == _HERE and not again.clip:
            self._show(form, again.parts)
            return
        self._move(again, form)

    def _move(self, again: Again, form: str) -> None:
        say = self.operators.append
        say("q")
        if again.clip:
            self._path(again.clip)
            say("W n")
        x = y = 0.0
        for place in again.places:
            # Places are rounded, and not the ways between them, or a pattern of many would drift.
            across, up = round(place[0] * _SCALE, 2), round(-place[1] * _SCALE, 2)
            say(f"1 0 0 1 {across - x:.2f} {up - y:.2f} cm")
            self._show(form, again.parts)
            x, y = across, up
        say("Q")

    def _show(self, form: str, parts: tuple[Drawn, ...]) -> None:
        if form:
            self.forms[form] = None
            self.operators.append(f"/{form} Do")
        else:
            self.draw(parts)


_WRITE: dict[type, Callable[[Content, Any], None]] = {
    Text: Content._text,  # noqa: SLF001 - of the class above
    Shape: Content._shape,  # noqa: SLF001
    Picture: Content._picture,  # noqa: SLF001
    Image: Content._image,  # noqa: SLF001
    Group: Content._group,  # noqa: SLF001
    Again: Content._again,  # noqa: SLF001
}


TURNS = {
    1: (1, 0, 0, 1, 0, 0),
    2: (-1, 0, 0, 1, 1, 0),
    3: (-1, 0, 0, -1, 1, 1),
    4: (1, 0, 0, -1, 0, 1),
    5: (0, -1, -1, 0, 1, 1),
    6: (0, -1, 1, 0, 0, 1),
    7: (0, 1, 1, 0, 0, 0),
    8: (0, 1, -1, 0, 1, 0),
}
"""How the unit square of an image goes to where it is seen, by its EXIF orientation; y runs upwards."""


def _stretch(run: Run, size: float) -> float:
    """Give, in per cent, how wide an unseen word is set so that it fills the place of its icon."""
    width = run.font.widths[run.text] / 1000 * size * POINT
    return 100 * _UNSEEN * run.span / width if width else 100.0


def _turn(degrees: float) -> tuple[float, float, float, float]:
    """Give the matrix of a clockwise turn."""
    angle = radians(-degrees)
    return cos(angle), sin(angle), -sin(angle), cos(angle)


def _point(x: float, y: float) -> str:
    return f"{x * _SCALE:.2f} {-y * _SCALE:.2f}"
