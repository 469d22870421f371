"""Make boxes of what a face's YAML says; the schema has been checked before."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from deckwright.model.languages import base_of
from deckwright.press.faces.boxes import (
    BarBox,
    Box,
    GroupBox,
    IconBox,
    Panel,
    PatternBox,
    PictureBox,
    Place,
    RepeatBox,
    ShapeBox,
    SpaceBox,
    StackBox,
    TextBox,
)
from deckwright.press.faces.choices import Cases
from deckwright.press.faces.styles import Style, inherited
from deckwright.press.faces.templates import template
from deckwright.press.parts import Area

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from deckwright.press.faces.templates import Template


BLEED = 3.0
"""How far beyond the cut a ground that reaches it is drawn, in mm."""

_STYLE_KEYS = {one.name for one in fields(Style)}
_FIGURE = {"align": "centre", "valign": "middle", "lines": 1}


class BoxReader:
    """Reads the boxes of one face in a language: its size and its styles are what they refer to."""

    def __init__(
        self, size: tuple[float, float], styles: Mapping[str, Mapping[str, Any]], language: str = ""
    ) -> None:
        self._language = language
        self._areas = {
            "card": Area(0.0, 0.0, *size),
            "bleed": Area(-BLEED, -BLEED, size[0] + 2 * BLEED, size[1] + 2 * BLEED),
        }
        self._styles = styles

    def boxes(self, values: list[dict[str, Any]], place: Place) -> tuple[Box, ...]:
        """Read a list of boxes."""
        return tuple(self.box(value, place.at(number)) for number, value in enumerate(values))

    def box(self, value: dict[str, Any], place: Place) -> Box:
        """Read one box, by the key that says what it is."""
        value = in_language(value, self._language)
        sort = next(key for key in _SORTS if key in value)
        common = {
            "place": place,
            "at": self._area(value),
            "id": value.get("id", ""),
            "when": value.get("when", ""),
            "turn": float(value.get("turn", 0)),
            "both_ways": value.get("both_ways", False),
        }
        return _SORTS[sort](self, value, place, common)

    def _area(self, value: dict[str, Any]) -> Area:
        at = value.get("at", [0, 0, 0, value.get("height", 0)])
        return self._areas[at] if isinstance(at, str) else Area(*(float(number) for number in at))

    def style(self, value: str | dict[str, Any] | None, *, figure: bool = False) -> Style:
        """Give a style by its name, or one of a box's own, which may extend a named one."""
        own = {"extends": value} if isinstance(value, str) else value or {}
        known = own.get("extends", "") in self._styles
        above = inherited(own["extends"], self._styles) if known else {}
        said = {**(_FIGURE if figure else {}), **above, **own}
        return Style(**{key: said[key] for key in said if key in _STYLE_KEYS})

    def text(self, value: dict[str, Any], _: Place, common: dict[str, Any]) -> Box:
        """Read a text box."""
        text: Template | Cases[Template] = _cases(value["text"], template)
        return TextBox(**common, text=text, style=self.style(value.get("style")), panel=_panel(value))

    def number(self, value: dict[str, Any], _: Place, common: dict[str, Any]) -> Box:
        """Read a number box: a text of one field."""
        text = template("{" + value["number"] + "}")
        style = self.style(value.get("style"), figure=True)
        return TextBox(**common, text=text, style=style, panel=_panel(value), figure=True)

    def icon(self, value: dict[str, Any], _: Place, common: dict[str, Any]) -> Box:
        """Read an icon box."""
        return IconBox(**common, icon=_cases(value["icon"], str), colour=value["colour"])

    def picture(self, value: dict[str, Any], _: Place, common: dict[str, Any]) -> Box:
        """Read a box for a picture."""
        said = {key: value[key] for key in ("fit", "align", "valign", "missing") if key in value}
        name: Template | Cases[Template] = _cases(value["picture"], template)
        return PictureBox(**common, picture=name, radii=_radii(value.get("radius", 0)), **said)

    def shape(self, value: dict[str, Any], _: Place, common: dict[str, Any]) -> Box:
        """Read a shape."""
        shape = _cases(value["shape"], str)
        return ShapeBox(**common, shape=shape, points=_points(value.get("points", ())), **_lines(value))

    def line(self, value: dict[str, Any], _: Place, common: dict[str, Any]) -> Box:
        """Read a line, which is an open shape."""
        return ShapeBox(**common, shape="line", points=_points(value["line"]), **_lines(value))

    def repeat(self, value: dict[str, Any], place: Place, common: dict[str, Any]) -> Box:
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

    def bar(self, value: dict[str, Any], _: Place, common: dict[str, Any]) -> Box:
        """Read a bar."""
        said = {key: value[key] for key in ("fill", "ground", "way") if key in value}
        radii = _radii(value.get("radius", 0))
        return BarBox(**common, bar=value["bar"], total=float(value["total"]), radii=radii, **said)

    def pattern(self, value: dict[str, Any], place: Place, common: dict[str, Any]) -> Box:
        """Read a pattern."""
        each = self.boxes(value["pattern"], place.at("pattern"))
        return PatternBox(**common, each=each, step=_pair(value["step"]), stagger=value.get("stagger", False))

    def stack(self, value: dict[str, Any], place: Place, common: dict[str, Any]) -> Box:
        """Read a stack."""
        items = self.boxes(value["stack"], place.at("stack"))
        gap = float(value.get("gap", 0))
        return StackBox(**common, items=items, gap=gap, valign=value.get("valign", "top"))

    def space(self, value: dict[str, Any], _: Place, common: dict[str, Any]) -> Box:
        """Read room in a stack."""
        fills = value["space"] == "fill"
        height = 0.0 if fills else float(value["space"])
        return SpaceBox(**{**common, "at": Area(0, 0, 0, height)}, fills=fills)

    def group(self, value: dict[str, Any], place: Place, common: dict[str, Any]) -> Box:
        """Read a group."""
        boxes = self.boxes(value["group"], place.at("group"))
        radii = _radii(value.get("radius", 0))
        return GroupBox(**common, boxes=boxes, clip=value.get("clip", False), radii=radii)


_SORTS: dict[str, Callable[[BoxReader, dict[str, Any], Place, dict[str, Any]], Box]] = {
    "text": BoxReader.text,
    "number": BoxReader.number,
    "icon": BoxReader.icon,
    "picture": BoxReader.picture,
    "shape": BoxReader.shape,
    "line": BoxReader.line,
    "repeat": BoxReader.repeat,
    "bar": BoxReader.bar,
    "pattern": BoxReader.pattern,
    "stack": BoxReader.stack,
    "space": BoxReader.space,
    "group": BoxReader.group,
}


def in_language(value: dict[str, Any], language: str) -> dict[str, Any]:
    """Give what a box says in a language; of a style it changes only what it names."""
    by_tag = value.get("languages", {})
    own = by_tag.get(language) or by_tag.get(base_of(language), {})
    style, other = value.get("style", {}), own.get("style")
    if isinstance(other, dict) and "extends" not in other:
        style = {"extends": style} if isinstance(style, str) else style
        own = {**own, "style": {**style, **other}}
    return {**value, **own}


def cases(value: dict[str, Any], make: Callable[[Any], Any] = str) -> Cases[Any]:
    """Read a value by case: `{by: field, value: …, else: …}`."""
    by_value = {key: make(one) for key, one in value.items() if key not in {"by", "else"}}
    return Cases(value["by"], by_value, make(value["else"]) if "else" in value else None)


def _cases(value: Any, make: Callable[[Any], Any]) -> Any:
    return cases(value, make) if isinstance(value, dict) else make(value)


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
