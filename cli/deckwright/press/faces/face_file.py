"""Read a face from its YAML file, with the faces it extends."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.yaml import Document, parse_document
from deckwright.messages import tr
from deckwright.model.languages import base_of
from deckwright.model.words import nearest
from deckwright.press.faces.face import (
    BLACK,
    INK,
    NESTED_KEYS,
    OWN,
    BarBox,
    Blend,
    Box,
    Cases,
    ColourValue,
    FaceLocation,
    GroupBox,
    IconBox,
    Mix,
    Palette,
    Panel,
    PatternBox,
    PictureBox,
    RepeatBox,
    Shadow,
    ShapeBox,
    SpaceBox,
    StackBox,
    Style,
    TextBox,
    ToneStop,
    inherited_keys,
    parse_template,
)
from deckwright.press.graphics.fonts import INSTALLED, Fonts, fonts_of
from deckwright.press.graphics.parts import Area, Tint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from deckwright.findings import Finding, Where
    from deckwright.press.faces.face import Template
    from deckwright.press.sheets.sheet import Outline


# Reader of the boxes in a face's YAML, which has been validated against the schema.

BLEED = 3.0
"""Distance that a background extends beyond the cut, in mm."""

_STYLE_KEYS = {one.name for one in fields(Style)} - {"fonts"}
_FIGURE = {"align": "centre", "valign": "middle", "lines": 1}


class BoxReader:
    """Reads the boxes of one face in a language; they refer to its size and its styles."""

    def __init__(
        self,
        size: tuple[float, float],
        styles: Mapping[str, Mapping[str, Any]],
        language: str = "",
        fonts: Fonts = INSTALLED,
    ) -> None:
        self._language, self._fonts = language, fonts
        self._areas = {
            "card": Area(0.0, 0.0, *size),
            "bleed": Area(-BLEED, -BLEED, size[0] + 2 * BLEED, size[1] + 2 * BLEED),
        }
        self._styles = styles

    def boxes(self, values: list[dict[str, Any]], place: FaceLocation) -> tuple[Box, ...]:
        """Read a list of boxes."""
        return tuple(self.box(value, place.at(number)) for number, value in enumerate(values))

    def box(self, value: dict[str, Any], place: FaceLocation) -> Box:
        """Read one box, whose kind is one of its keys."""
        value = in_language(value, self._language)
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

    def style(self, value: str | dict[str, Any] | None, *, figure: bool = False) -> Style:
        """Style by its name, or the one in a box, which can extend a named one."""
        own = {"extends": value} if isinstance(value, str) else value or {}
        known = own.get("extends", "") in self._styles
        above = inherited_keys(own["extends"], self._styles) if known else {}
        keys = {**(_FIGURE if figure else {}), **above, **own}
        return Style(**{key: keys[key] for key in keys if key in _STYLE_KEYS}, fonts=self._fonts)

    def text(self, value: dict[str, Any], _: FaceLocation, common: dict[str, Any]) -> Box:
        """Read a text box."""
        text: Template | Cases[Template] = _cases(value["text"], parse_template)
        return TextBox(**common, text=text, style=self.style(value.get("style")), panel=_panel(value))

    def number(self, value: dict[str, Any], _: FaceLocation, common: dict[str, Any]) -> Box:
        """Read a number box: a text of one field."""
        text = parse_template("{" + value["number"] + "}")
        style = self.style(value.get("style"), figure=True)
        return TextBox(**common, text=text, style=style, panel=_panel(value), figure=True)

    def icon(self, value: dict[str, Any], _: FaceLocation, common: dict[str, Any]) -> Box:
        """Read an icon box."""
        icon = _cases(value["icon"], str)
        return IconBox(**common, icon=icon, colour=value.get("colour", ""), colours=_colours(value))

    def picture(self, value: dict[str, Any], _: FaceLocation, common: dict[str, Any]) -> Box:
        """Read a picture box."""
        keys: dict[str, Any] = {
            key: value[key] for key in ("fit", "align", "valign", "missing") if key in value
        }
        name: Template | Cases[Template] = _cases(value["picture"], parse_template)
        keys |= {"focus": _pair(value["focus"])} if "focus" in value else {}
        keys |= {"tint": Tint(**value["tint"])} if "tint" in value else {}
        return PictureBox(**common, picture=name, colours=_colours(value), **_mask(value), **keys)

    def shape(self, value: dict[str, Any], _: FaceLocation, common: dict[str, Any]) -> Box:
        """Read a shape."""
        shape = _cases(value["shape"], str)
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


_KINDS: dict[str, Callable[[BoxReader, dict[str, Any], FaceLocation, dict[str, Any]], Box]] = {
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
    """Values of a box in a language; a style for a language only changes the keys that it has."""
    by_tag = value.get("languages", {})
    own = by_tag.get(language) or by_tag.get(base_of(language), {})
    style, other = value.get("style", {}), own.get("style")
    if isinstance(other, dict) and "extends" not in other:
        style = {"extends": style} if isinstance(style, str) else style
        own = {**own, "style": {**style, **other}}
    return {**value, **own}


def read_cases(value: dict[str, Any], make: Callable[[Any], Any] = str) -> Cases[Any]:
    """Read a value by case: `{by: field, value: …, else: …}`."""
    by_value = {key: make(one) for key, one in value.items() if key not in {"by", "else"}}
    return Cases(value["by"], by_value, make(value["else"]) if "else" in value else None)


def _cases(value: Any, make: Callable[[Any], Any]) -> Any:
    return read_cases(value, make) if isinstance(value, dict) else make(value)


def _mask(value: dict[str, Any]) -> dict[str, Any]:
    return {
        "mask": _cases(value.get("mask", "rect"), str),
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


# Faces: the design of cards, as data. Each face is a file, which can extend another.

PLAIN = "plain"
"""Face of kinds that name none."""

PLAIN_BACK = "back-plain"
"""Back of kinds that name none."""

_CARD = (63.0, 88.0)


@dataclass(frozen=True)
class Face:
    """The design of a card: its size in mm, colours, boxes, and words by name and language.

    `documents` are the files it was read from, beginning with the topmost one it extends; `cut` is its outline.
    A back is the same on all cards of a kind, unless `backs_differ`. `fonts` are the families that its styles can name.
    """

    name: str
    documents: tuple[Document, ...]
    size: tuple[float, float]
    palette: Palette
    words: Mapping[str, Mapping[str, str]]
    boxes: tuple[Box, ...]
    cut: Outline = "rect"
    backs_differ: bool = False
    fonts: Fonts = INSTALLED

    def in_language(self, language: str) -> Face:
        """The face for cards in a language."""
        language = next((one for one in (language, base_of(language)) if one in self._languages), "")
        if not language:
            return self
        face = self._by_language.get(language)
        if face is None:
            face = self._by_language[language] = _face(self.name, list(self.documents), self.fonts, language)
        return face

    @cached_property
    def _languages(self) -> frozenset[str]:
        """Languages for which some box differs."""
        return frozenset(
            language
            for document in self.documents
            for box in document.value.get("boxes", ())
            for language in _languages_of(box)
        )

    @cached_property
    def _by_language(self) -> dict[str, Face]:
        return {}

    def where_of(self, box: Box) -> Where:
        """Line and column of a box in the file of this face; of `extends`, if the box is inherited."""
        own = self.documents[-1]
        return box.place.where() if box.place.document is own else own.where("extends")

    def inherited_note(self, box: Box) -> str:
        """Note with the place of an inherited box; '' for a box of this face."""
        if box.place.document is self.documents[-1]:
            return ""
        return " " + tr(
            "{face} inherits this box: it is written at {place}.", face=self.name, place=box.place.where()
        )

    @cached_property
    def centre(self) -> tuple[float, float]:
        """Centre of the card."""
        return self.size[0] / 2, self.size[1] / 2


class FaceReader(NamedTuple):
    """What faces are read from: `read` returns the file of a face by its name, `fonts` are the families for its styles."""

    read: Callable[[str], Document]
    fonts: Fonts = INSTALLED


def load_face(name: str, reader: FaceReader) -> Face:
    """Read a face and those it extends.

    Raises:
        InputError: the face does not exist or has errors; with a finding for each error.
    """
    documents = _chain(name, reader.read)
    raise_findings(name, _faults(documents, reader.fonts))
    return _face(name, documents, reader.fonts)


def raise_findings(name: str, findings: list[Finding]) -> None:
    """Raise an error if a face has findings.

    Raises:
        InputError: there are findings; it has all of them, and the place of the first.
    """
    if findings:
        raise InputError(
            "bad-face",
            tr("The face {name} has errors. {first}", name=name, first=findings[0].message),
            where=findings[0].where,
            findings=findings,
        )


def _faults(documents: list[Document], fonts: Fonts) -> list[Finding]:
    """Check the files of a face, unless all are packaged: tests check those."""
    if all(is_packaged(document) for document in documents):
        return []
    from deckwright.files.schemas import check_document
    from deckwright.press.faces.face_checks import check_face_files

    findings = [finding for document in documents for finding in check_document(document, "face")]
    return findings or list(check_face_files(documents, fonts))


def is_packaged(document: Document) -> bool:
    """Whether a file is part of Deckwright."""
    return document.file.startswith(str(resources.folder("exports")))


def face_reader(assets: Mapping[str, bytes]) -> FaceReader:
    """Reader that finds a face among the files of a game, else among the packaged ones; and fonts likewise."""

    def read(name: str) -> Document:
        own = assets.get(f"faces/{name}.yaml")
        if own is not None:
            return parse_document(own, f"faces/{name}.yaml")
        file = resources.folder("exports") / "faces" / f"{name}.yaml"
        if file.is_file():
            return parse_document(file.read_bytes(), str(file))
        known = [file.stem for file in file.parent.glob("*.yaml")]
        known += [
            key.removeprefix("faces/").removesuffix(".yaml") for key in assets if key.startswith("faces/")
        ]
        raise _no_face(name, sorted(known))

    return FaceReader(read, fonts_of(assets))


def _no_face(name: str, known: list[str]) -> InputError:
    near = ", ".join(nearest(name, known) or known)
    return InputError(
        "no-face", tr("Unknown face: {name}.", name=name), hint=tr("Use one of: {names}.", names=near)
    )


def _chain(name: str, read: Callable[[str], Document]) -> list[Document]:
    """Files of a face and of those it extends, the topmost first."""
    documents: list[Document] = []
    seen: list[str] = []
    where: Where | None = None
    while name:
        if name in seen:
            raise InputError("face-loop", tr("The face {name} extends itself.", name=name), where=where)
        seen.append(name)
        document = _read(name, read, where)
        documents.insert(0, document)
        above = document.value.get("extends", "") if isinstance(document.value, dict) else ""
        name, where = str(above), document.where("extends")
    return documents


def _read(name: str, read: Callable[[str], Document], where: Where | None) -> Document:
    try:
        return read(name)
    except InputError as error:
        if error.where is None and where is not None:
            raise InputError(error.code, error.message, hint=error.hint, where=where) from None
        raise


def _languages_of(box: dict[str, Any]) -> Iterator[str]:
    yield from box.get("languages", ())
    for key in NESTED_KEYS:
        for inner in box.get(key, ()):
            yield from _languages_of(inner)


def _face(name: str, documents: list[Document], fonts: Fonts, language: str = "") -> Face:
    across, down = next((one.value["size"] for one in reversed(documents) if "size" in one.value), _CARD)
    reader = BoxReader((float(across), float(down)), merge_section(documents, "styles"), language, fonts)
    boxes: dict[str, Box] = {}
    for level, document in enumerate(documents):
        place = FaceLocation(document).at("boxes")
        for number, box in enumerate(reader.boxes(document.value.get("boxes", []), place)):
            boxes[box.id or f"{level}.{number}"] = box
    tones = {key: read_colour(tone) for key, tone in merge_section(documents, "palette").items()}
    words = merge_section(documents, "words")
    size = float(across), float(down)
    cut: Outline = next((one.value["cut"] for one in reversed(documents) if "cut" in one.value), "rect")
    palette = Palette({INK: BLACK, **tones})
    differ = next(
        (one.value["backs_differ"] for one in reversed(documents) if "backs_differ" in one.value), False
    )
    return Face(name, tuple(documents), size, palette, words, tuple(boxes.values()), cut, differ, fonts)


def merge_section(documents: list[Document], section: str) -> dict[str, Any]:
    """Section of a face merged with those of the faces it extends, whose values it overrides."""
    entries: dict[str, Any] = {}
    for document in documents:
        for key, entry in document.value.get(section, {}).items():
            entries[key] = {**entries.get(key, {}), **entry} if section == "styles" else entry
    return entries


def _blend(value: dict[str, Any]) -> Blend:
    stops = tuple(
        ToneStop(stop) if isinstance(stop, str) else ToneStop(**stop)
        for stop in value.get("linear") or value["radial"]
    )
    keys = {key: float(value[key]) for key in ("angle", "radius") if key in value}
    return Blend(stops, "radial" in value, **keys, centre=_pair(value.get("centre", [0.5, 0.5])))


def read_colour(value: str | dict[str, Any]) -> ColourValue:
    """Read a colour of the palette."""
    if isinstance(value, str):
        return value
    if "mix" in value:
        one, two = value["mix"]
        return Mix(one, two, float(value["share"]))
    if "by" not in value and ("linear" in value or "radial" in value):
        return _blend(value)
    return read_cases(value)
