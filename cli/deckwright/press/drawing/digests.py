"""Digests of what cards look like."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from deckwright.press.drawing.card import draw_card, shows_any
from deckwright.press.graphics.icons import icon
from deckwright.press.graphics.parts import UNMOVED, PartVisitor
from deckwright.press.graphics.pictures import file_of
from deckwright.press.looks.values import STAMPS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckwright.model.card import Card
    from deckwright.press.drawing.context import FaceToDraw, RenderContext
    from deckwright.press.graphics.fonts import Font
    from deckwright.press.graphics.parts import (
        DrawnGroup,
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


# Equal drawings have equal digests, whatever else is printed with them. A digest covers the drawn parts, to a thousandth of a millimetre, and the content of their fonts, icons and
# pictures. It does not cover the sheet, the position on it or the program's version.


class Digests(PartVisitor[str]):
    """Computes the digests of one job's cards; parts that cards share are read once."""

    def __init__(self, assets: Mapping[str, bytes]) -> None:
        self._fonts = _Fonts()
        self._icons = _Icons(assets)
        self._pictures = _Pictures(assets)
        self._shared: dict[int, tuple[tuple[DrawnPart, ...], str]] = {}

    def of(self, parts: Iterable[DrawnPart], size: tuple[float, float]) -> str:
        """Digest of a card's drawing and size (in mm): 32 hexadecimal digits."""
        return _digest(f"{size[0]:g} {size[1]:g} {self._parts(parts)}")

    def _parts(self, parts: Iterable[DrawnPart]) -> str:
        return "\n".join([part.accept(self) for part in parts])

    def visit_text(self, text: DrawnText) -> str:
        """Lines of a text: its look, then each run."""
        fonts = self._fonts
        runs = [
            f"{run.start:.3f} {y} {run.span:.3f} {fonts[run.font]} {_look(run)}{run.text}"
            if run.span or run.size or run.colour
            else f"{run.start:.3f} {y} 0.000 {fonts[run.font]} {run.text}"
            for line in text.lines
            for y in (f"{line.y:.3f}",)
            for run in line.runs
        ]
        rules = [f"rule {_numbers(rule.area)} {rule.colour}" for rule in text.rules]
        return f"text {text.size:g} {text.colour} {text.tracking:g}\n" + "\n".join([*runs, *rules])

    def visit_shape(self, shape: DrawnShape) -> str:
        """Line of a path."""
        line = f"{shape.width:g} {shape.dash}" if shape.stroke else ""
        ends = f"{shape.cap} {shape.join} " if shape.stroke and (shape.cap or shape.join) else ""
        rule = "even-odd " if shape.even_odd else ""
        return f"shape {shape.fill} {shape.stroke} {line} {ends}{rule}{_path(shape.path)}"

    def visit_icon(self, icon: DrawnIcon) -> str:
        """Line of an icon, identified by its outline."""
        place = f"{icon.x:.3f} {icon.y:.3f} {icon.side:.3f}"
        return f"picture {self._icons[icon.icon]} {place} {icon.colour}"

    def visit_picture(self, picture: DrawnPicture) -> str:
        """Line of a picture, identified by its file's content."""
        look = f" {picture.tint}" if picture.tint else ""
        look += f" {picture.ink:g}" if picture.ink < 1 else ""
        return f"image {self._pictures[picture.name]} {_numbers(picture.area)}{look}"

    def visit_group(self, group: DrawnGroup) -> str:
        """Lines of a group and all its parts."""
        turned = f"{group.turn:g} {_numbers(group.centre)}" if group.turn else ""
        faded = f"{group.opacity:g} " if group.opacity < 1 else ""
        return f"group {faded}{turned} {_path(group.clip)}\n{self._parts(group.parts)}\nend"

    def visit_repeat(self, repeat: DrawnRepeat) -> str:
        """Line of repeated parts, which are identified by a digest of their own."""
        shared = self._of_shared(repeat.parts)
        if repeat.places == UNMOVED and not repeat.clip:
            return f"again {shared}"
        places = "; ".join([_numbers(place) for place in repeat.places])
        return f"again {shared} {places} {_path(repeat.clip)}"

    def visit_shadow(self, shadow: DrawnShadow) -> str:
        """Lines of a shadow and its silhouette."""
        look = f"{_numbers(shadow.offset)} {shadow.blur:g} {shadow.opacity:g} {shadow.colour}"
        return f"shadow {look}\n{self._parts(shadow.parts)}\nend"

    def _of_shared(self, parts: tuple[DrawnPart, ...]) -> str:
        shared = self._shared.get(id(parts))
        if shared is None:
            # Keeping the parts alive stops Python from reusing their id.
            shared = self._shared[id(parts)] = parts, _digest(self._parts(parts))
        return shared[1]


def _look(run: DrawnRun) -> str:
    """Size and colour of a run that differs from its text."""
    return f"{run.size:g} {run.colour} " if run.size or run.colour else ""


class _Fonts(dict["Font", str]):
    """Names of fonts, with the checksum that OpenType stores of the whole file (`head`, bytes 8 to 11)."""

    def __missing__(self, font: Font) -> str:
        self[font] = f"{font.name} {font.file.table('head')[8:12].hex()}"
        return self[font]


class _Icons(dict[str, str]):
    """Digests of icons' outlines: two games may have different icons of one name."""

    def __init__(self, assets: Mapping[str, bytes]) -> None:
        self._assets = assets

    def __missing__(self, name: str) -> str:
        self[name] = _digest(repr(icon(name, self._assets)))
        return self[name]


class _Pictures(dict[str, str]):
    """Digests of picture files: two games may have different pictures of one name."""

    def __init__(self, assets: Mapping[str, bytes]) -> None:
        self._assets = assets

    def __missing__(self, name: str) -> str:
        self[name] = blake2b(self._assets[file_of(name)], digest_size=16).hexdigest()
        return self[name]


def _path(path: Path) -> str:
    return " ".join([f"{step} {_numbers(numbers)}" for step, numbers in path])


def _numbers(numbers: Iterable[float]) -> str:
    return " ".join([f"{number:.3f}" for number in numbers])


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


class CardLooks:
    """Digests of the drawings of a print, by the ids of cards and the names of faces, for the history of prints."""

    def __init__(self, assets: Mapping[str, bytes]) -> None:
        self._digests = Digests(assets)
        self.digests: dict[tuple[str, str], str] = {}
        self._compared: RenderContext | None = None
        self._is_drawn_anew: dict[str, bool] = {}

    def add(self, card: Card, face: FaceToDraw, parts: Iterable[DrawnPart], context: RenderContext) -> None:
        """Add the drawing of a card under a face, once; without what is not compared."""
        key = card.id, face.name
        if key in self.digests:
            return
        if self._compared is None:
            self._compared = context.for_comparing()
        if face.name not in self._is_drawn_anew:
            blank = self._compared.blank
            # A list of all fields or texts does not name the field that a game ignores.
            self._is_drawn_anew[face.name] = bool(blank - STAMPS) or shows_any(face, blank)
        if self._is_drawn_anew[face.name]:
            parts = draw_card(card, face, self._compared)
        self.digests[key] = self._digests.of(parts, face.size)
