"""Read the boxes of a face from its YAML, which has been validated against the schema, for a language and a target."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.model.languages import base_of
from deckwright.press.faces.boxes import (
    BLEED,
    CHANGES,
    OWN,
    BarBox,
    Box,
    CodeBox,
    FaceLocation,
    GroupBox,
    IconBox,
    Panel,
    PatternBox,
    PictureBox,
    RepeatBox,
    Shadow,
    ShapeBox,
    SpaceBox,
    StackBox,
    TextBox,
    is_dropped,
)
from deckwright.press.faces.colours import INK
from deckwright.press.faces.values import parse_template, value_or_cases
from deckwright.press.graphics.parts import Area, Tint

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deckwright.press.faces.styles import TextLooks
    from deckwright.press.faces.values import Cases, Template


class Edition(NamedTuple):
    """What a face is read for: a language, and the names of the target, the later ones stronger; '' and () for any."""

    language: str = ""
    targets: tuple[str, ...] = ()


EVERY = Edition()
"""Edition for all languages and targets that no box names."""


class BoxReader:
    """Reads the boxes of one face in an edition; they refer to its size, its styles and its shared boxes."""

    def __init__(
        self,
        size: tuple[float, float],
        looks: TextLooks,
        shared: Mapping[str, tuple[list[dict[str, Any]], FaceLocation]],
        edition: Edition,
    ) -> None:
        self._edition, self._looks = edition, looks
        self._shared = shared
        self._areas = {
            "card": Area(0.0, 0.0, *size),
            "bleed": Area(-BLEED, -BLEED, size[0] + 2 * BLEED, size[1] + 2 * BLEED),
        }

    def boxes(self, values: list[dict[str, Any]], place: FaceLocation) -> tuple[Box, ...]:
        """Read a list of boxes, without those that are dropped."""
        read = (self.box(value, place.at(number)) for number, value in enumerate(values))
        return tuple(box for box in read if box)

    def box(self, value: dict[str, Any], place: FaceLocation) -> Box | None:
        """Read one box, whose kind is one of its keys; None if it is dropped."""
        value = in_edition(value, self._edition)
        if is_dropped(value):
            return None
        kind = next(key for key in _KINDS if key in value)
        common = {
            "place": place,
            "at": self._area(value),
            "id": value.get("id", ""),
            "when": value.get("when", ""),
            "turn": float(value.get("turn", 0)),
            "both_ways": value.get("both_ways", False),
            "opacity": float(value.get("opacity", 1)),
            "shadow": _shadow(value["shadow"]) if "shadow" in value else None,
        }
        return _KINDS[kind](self, value, place, common)

    def _area(self, value: dict[str, Any]) -> Area:
        at = value.get("at", [0, 0, 0, value.get("height", 0)])
        return self._areas[at] if isinstance(at, str) else Area(*(float(number) for number in at))

    def text(self, value: dict[str, Any], _: FaceLocation, common: dict[str, Any]) -> Box:
        """Read a text box."""
        text: Template | Cases[Template] = value_or_cases(value["text"], parse_template)
        return TextBox(**common, text=text, style=self._looks.style(value.get("style")), panel=_panel(value))

    def number(self, value: dict[str, Any], _: FaceLocation, common: dict[str, Any]) -> Box:
        """Read a number box: a text of one field."""
        text = parse_template("{" + value["number"] + "}")
        style = self._looks.style(value.get("style"), figure=True)
        return TextBox(**common, text=text, style=style, panel=_panel(value), figure=True)

    def icon(self, value: dict[str, Any], _: FaceLocation, common: dict[str, Any]) -> Box:
        """Read an icon box."""
        icon = value_or_cases(value["icon"], str)
        return IconBox(**common, icon=icon, colour=value.get("colour", ""), colours=_colours(value))

    def picture(self, value: dict[str, Any], _: FaceLocation, common: dict[str, Any]) -> Box:
        """Read a picture box."""
        keys: dict[str, Any] = {
            key: value[key] for key in ("fit", "align", "valign", "missing") if key in value
        }
        name: Template | Cases[Template] = value_or_cases(value["picture"], parse_template)
        keys |= {"focus": _pair(value["focus"])} if "focus" in value else {}
        keys |= {"tint": Tint(**value["tint"])} if "tint" in value else {}
        return PictureBox(**common, picture=name, colours=_colours(value), **_mask(value), **keys)

    def shape(self, value: dict[str, Any], _: FaceLocation, common: dict[str, Any]) -> Box:
        """Read a shape."""
        shape = value_or_cases(value["shape"], str)
        return ShapeBox(**common, shape=shape, points=_points(value.get("points", ())), **_lines(value))

    def line(self, value: dict[str, Any], _: FaceLocation, common: dict[str, Any]) -> Box:
        """Read a line, which is an open shape."""
        return ShapeBox(**common, shape="line", points=_points(value["line"]), **_lines(value))

    def repeat(self, value: dict[str, Any], place: FaceLocation, common: dict[str, Any]) -> Box:
        """Read a row of cells."""
        return RepeatBox(
            **common,
            repeat=value["repeat"],
            cell=_pair(value["cell"]),
            gap=float(value.get("gap", 0)),
            way=value.get("way", "right"),
            align=value.get("align", "start"),
            total=value.get("total", 0),
            each=self.boxes(value["each"], place.at("each")),
            rest=self.boxes(value.get("rest", []), place.at("rest")),
        )

    def bar(self, value: dict[str, Any], _: FaceLocation, common: dict[str, Any]) -> Box:
        """Read a bar."""
        keys = {key: value[key] for key in ("fill", "ground", "way") if key in value}
        radii = _radii(value.get("radius", 0))
        return BarBox(**common, bar=value["bar"], total=float(value["total"]), radii=radii, **keys)

    def code(self, value: dict[str, Any], _: FaceLocation, common: dict[str, Any]) -> Box:
        """Read a QR code."""
        text: Template | Cases[Template] = value_or_cases(value["qr"], parse_template)
        keys = {key: value[key] for key in ("colour", "ground", "error", "quiet") if key in value}
        return CodeBox(**common, text=text, **keys)

    def pattern(self, value: dict[str, Any], place: FaceLocation, common: dict[str, Any]) -> Box:
        """Read a pattern."""
        each = self.boxes(value["pattern"], place.at("pattern"))
        keys = {"step": _pair(value["step"]), "stagger": value.get("stagger", False)}
        return PatternBox(**common, each=each, **keys, **_mask(value))

    def stack(self, value: dict[str, Any], place: FaceLocation, common: dict[str, Any]) -> Box:
        """Read a stack."""
        items = self.boxes(value["stack"], place.at("stack"))
        gap = float(value.get("gap", 0))
        return StackBox(**common, items=items, gap=gap, valign=value.get("valign", "top"))

    def space(self, value: dict[str, Any], _: FaceLocation, common: dict[str, Any]) -> Box:
        """Read a space in a stack."""
        fills = value["space"] == "fill"
        height = 0.0 if fills else float(value["space"])
        return SpaceBox(**{**common, "at": Area(0, 0, 0, height)}, fills=fills)

    def group(self, value: dict[str, Any], place: FaceLocation, common: dict[str, Any]) -> Box:
        """Read a group."""
        boxes = self.boxes(value["group"], place.at("group"))
        clip = value.get("clip", "mask" in value)
        return GroupBox(**common, boxes=boxes, clip=clip, **_mask(value))

    def use(self, value: dict[str, Any], _: FaceLocation, common: dict[str, Any]) -> Box:
        """Read shared boxes, which are located where they are written."""
        return GroupBox(**common, boxes=self.boxes(*self._shared[value["use"]]))


_KINDS: dict[str, Callable[[BoxReader, dict[str, Any], FaceLocation, dict[str, Any]], Box]] = {
    "text": BoxReader.text,
    "number": BoxReader.number,
    "icon": BoxReader.icon,
    "picture": BoxReader.picture,
    "shape": BoxReader.shape,
    "line": BoxReader.line,
    "repeat": BoxReader.repeat,
    "bar": BoxReader.bar,
    "qr": BoxReader.code,
    "pattern": BoxReader.pattern,
    "stack": BoxReader.stack,
    "space": BoxReader.space,
    "group": BoxReader.group,
    "use": BoxReader.use,
}


def in_edition(value: dict[str, Any], edition: Edition) -> dict[str, Any]:
    """Values of a box in a language and for a target."""
    by_tag, by_target = (value.get(key, {}) for key in CHANGES)
    language = edition.language
    value = _changed(value, by_tag.get(language) or by_tag.get(base_of(language), {})) if by_tag else value
    for target in edition.targets if by_target else ():
        value = _changed(value, by_target.get(target, {}))
    return value


def _changed(value: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Values of a box with some changes; a changed style only changes the keys that it has."""
    style, other = value.get("style", {}), own.get("style")
    if isinstance(other, dict) and "extends" not in other:
        style = {"extends": style} if isinstance(style, str) else style
        own = {**own, "style": {**style, **other}}
    return {**value, **own}


def _mask(value: dict[str, Any]) -> dict[str, Any]:
    return {
        "mask": value_or_cases(value.get("mask", "rect"), str),
        "points": _points(value.get("points", ())),
        "radii": _radii(value.get("radius", 0)),
    }


def _shadow(value: dict[str, Any]) -> Shadow:
    x, y = Shadow().offset
    keys = {key: float(value[key]) for key in ("blur", "opacity") if key in value}
    offset = float(value.get("x", x)), float(value.get("y", y))
    return Shadow(value.get("colour", INK), offset, **keys)


def _colours(value: dict[str, Any]) -> Mapping[str, str] | None:
    """Colours of the classes of a drawing, which keeps its own otherwise; None if it has one colour."""
    colours = value.get("colours")
    return {} if colours == OWN else colours


def _panel(value: dict[str, Any]) -> Panel | None:
    panel = value.get("panel")
    if panel is None:
        return None
    lines = {key: panel[key] for key in ("fill", "stroke", "hug") if key in panel}
    pad = panel.get("pad", 0)
    return Panel(
        **lines,
        width=float(panel.get("width", 0.25)),
        radii=_radii(panel.get("radius", 0)),
        pad=_pair(pad if isinstance(pad, list) else [pad, pad]),
    )


def _lines(value: dict[str, Any]) -> dict[str, Any]:
    return {
        "fill": value.get("fill", ""),
        "stroke": value.get("stroke", ""),
        "width": float(value.get("width", 0.25)),
        "dash": tuple(float(number) for number in value.get("dash", ())),
        "radii": _radii(value.get("radius", 0)),
    }


def _radii(value: float | list[float]) -> tuple[float, float, float, float]:
    a, b, c, d = value if isinstance(value, list) else [value] * 4
    return float(a), float(b), float(c), float(d)


def _pair(value: list[float]) -> tuple[float, float]:
    return float(value[0]), float(value[1])


def _points(values: Any) -> tuple[tuple[float, float], ...]:
    return tuple(_pair(point) for point in values)
