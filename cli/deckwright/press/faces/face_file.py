"""Read a face from its YAML file, with the faces it extends."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
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
    CHANGES,
    INK,
    NESTED_KEYS,
    OWN,
    BarBox,
    Blend,
    Box,
    Cases,
    CodeBox,
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
    boxes_in,
    face_size,
    inherited_keys,
    is_dropped,
    parse_template,
)
from deckwright.press.faces.runs import RunStyle, read_run
from deckwright.press.faces.variables import fill_variables
from deckwright.press.graphics.fonts import INSTALLED, Fonts, fonts_of
from deckwright.press.graphics.parts import Area, Tint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from deckwright.findings import Finding, Where
    from deckwright.press.faces.face import Template
    from deckwright.press.graphics.cuts import Outline


# Reader of the boxes in a face's YAML, which has been validated against the schema.

BLEED = 3.0
"""Distance that a background extends beyond the cut, in mm."""

_STYLE_KEYS = {one.name for one in fields(Style)} - {"fonts", "runs", "of_run"}
_FIGURE = {"align": "centre", "valign": "middle", "lines": 1}


class TextLooks(NamedTuple):
    """How the texts of a face look: its styles as they are written, the fonts that they can name, and its runs."""

    styles: Mapping[str, Mapping[str, Any]]
    fonts: Fonts = INSTALLED
    runs: Mapping[str, RunStyle] = {}


class Edition(NamedTuple):
    """What a face is read for: a language, and the names of the target, the later ones stronger; '' and () for any."""

    language: str = ""
    targets: tuple[str, ...] = ()


_EVERY = Edition()


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
        self._styles = looks.styles

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

    def style(self, value: str | dict[str, Any] | None, *, figure: bool = False) -> Style:
        """Style by its name, or the one in a box, which can extend a named one."""
        own = {"extends": value} if isinstance(value, str) else value or {}
        known = own.get("extends", "") in self._styles
        above = inherited_keys(own["extends"], self._styles) if known else {}
        keys = {**(_FIGURE if figure else {}), **above, **own}
        own = {key: keys[key] for key in keys if key in _STYLE_KEYS}
        return Style(**own, fonts=self._looks.fonts, runs=self._looks.runs)

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

    def code(self, value: dict[str, Any], _: FaceLocation, common: dict[str, Any]) -> Box:
        """Read a QR code."""
        text: Template | Cases[Template] = _cases(value["qr"], parse_template)
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


class SideFields(NamedTuple):
    """The texts of a card that are the name and the text of its second side; '' for none."""

    name: str = ""
    text: str = ""


@dataclass(frozen=True)
class Face:
    """The design of a card: its size in mm, colours, boxes, and words by name and language.

    `documents` are the files it was read from, beginning with the topmost one it extends; `cut` is its outline.
    A back is the same on all cards of a kind, unless `backs_differ`, or unless it is the `second_side` of cards. `fonts`
    are the families that its styles can name, `runs` the looks that texts can name in tags, and `icon_colours` the
    colours of the game's icons in texts, by name.
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
    runs: Mapping[str, RunStyle] = field(default_factory=dict)
    icon_colours: Mapping[str, str] = field(default_factory=dict)
    edition: Edition = _EVERY
    second_side: SideFields | None = None

    def in_language(self, language: str) -> Face:
        """The face for cards in a language."""
        known = self._changes["languages"]
        language = next((one for one in (language, base_of(language)) if one in known), "")
        return self._in(self.edition._replace(language=language)) if language else self

    def on_target(self, *names: str) -> Face:
        """The face for the cards of a target, which is called by several names; the later ones are stronger."""
        targets = tuple(name for name in names if name in self._changes["targets"])
        return self._in(self.edition._replace(targets=targets)) if targets else self

    def _in(self, edition: Edition) -> Face:
        face = self._editions.get(edition)
        if face is None:
            face = self._editions[edition] = _face(self.name, list(self.documents), self.fonts, edition)
        return face

    @cached_property
    def _changes(self) -> dict[str, frozenset[str]]:
        """Languages and targets for which some box differs."""
        boxes = [box for document in self.documents for _, box in boxes_in(document)]
        return {key: frozenset(name for box in boxes for name in _changes_of(box, key)) for key in CHANGES}

    @cached_property
    def _editions(self) -> dict[Edition, Face]:
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
    raise_findings(name, _violations(documents))
    filled, findings = fill_variables(documents, face_size(documents))
    raise_findings(name, findings or _faults(documents, filled, reader.fonts))
    return _face(name, filled, reader.fonts, _EVERY)


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


def _violations(documents: Iterable[Document]) -> list[Finding]:
    """Check the files of a face against the schema, unless all are packaged: tests check those."""
    if all(is_packaged(document) for document in documents):
        return []
    from deckwright.files.schemas import check_document

    return [finding for document in documents for finding in check_document(document, "face")]


def _faults(documents: list[Document], filled: list[Document], fonts: Fonts) -> list[Finding]:
    """Check the files of a face with the values of its variables, unless all are packaged."""
    if all(is_packaged(document) for document in documents):
        return []
    from deckwright.press.faces.face_checks import check_face_files

    changed = [one for one, before in zip(filled, documents, strict=True) if one is not before]
    return _violations(changed) or list(check_face_files(filled, fonts))


def is_packaged(document: Document) -> bool:
    """Whether a file is part of Deckwright."""
    return document.file.startswith(str(resources.folder("exports")))


def face_reader(assets: Mapping[str, bytes]) -> FaceReader:
    """Reader that finds a face among the files of a game, else among the packaged ones; and fonts likewise."""

    def read(name: str) -> Document:
        own = assets.get(f"faces/{name}.yaml")
        if own is not None:
            return parse_document(own, f"faces/{name}.yaml")
        packaged = {file.stem: file for file in (resources.folder("exports") / "faces").glob("*.yaml")}
        if file := packaged.get(name):
            return parse_document(file.read_bytes(), str(file))
        known = [
            key.removeprefix("faces/").removesuffix(".yaml") for key in assets if key.startswith("faces/")
        ]
        raise _no_face(name, sorted({*known, *packaged}))

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


def _changes_of(box: dict[str, Any], key: str) -> Iterator[str]:
    """Yield the languages or targets for which a box, or one inside it, differs."""
    yield from box.get(key, ())
    for nested in NESTED_KEYS:
        for inner in box.get(nested, ()):
            yield from _changes_of(inner, key)


def _boxes(documents: list[Document], reader: BoxReader) -> Iterator[Box]:
    """Yield the boxes of a face: those it inherits, unless it replaces or drops them, and its own."""
    boxes: dict[str, Box | None] = {}
    for level, document in enumerate(documents):
        place = FaceLocation(document).at("boxes")
        for number, value in enumerate(document.value.get("boxes", ())):
            boxes[value.get("id") or f"{level}.{number}"] = reader.box(value, place.at(number))
    yield from (box for box in boxes.values() if box)


def _nearest(documents: list[Document], key: str, default: Any) -> Any:
    """Value of a key in a face, else in the nearest one that it extends."""
    return next((one.value[key] for one in reversed(documents) if key in one.value), default)


def _face(name: str, documents: list[Document], fonts: Fonts, edition: Edition) -> Face:
    size = face_size(documents)
    shared = {
        key: (boxes, FaceLocation(document).at("shared", key))
        for document in documents
        for key, boxes in document.value.get("shared", {}).items()
    }
    runs = {key: read_run(run) for key, run in merge_section(documents, "runs").items()}
    looks = TextLooks(merge_section(documents, "styles"), fonts, runs)
    reader = BoxReader(size, looks, shared, edition)
    tones = {key: read_colour(tone) for key, tone in merge_section(documents, "palette").items()}
    words = merge_section(documents, "words")
    cut: Outline = _nearest(documents, "cut", "rect")
    palette = Palette({INK: BLACK, **tones})
    side = _nearest(documents, "second_side", None)
    differ = _nearest(documents, "backs_differ", default=side is not None)
    second = None if side is None else SideFields(**side)
    return Face(
        name,
        tuple(documents),
        size,
        palette,
        words,
        tuple(_boxes(documents, reader)),
        cut,
        differ,
        fonts,
        runs,
        merge_section(documents, "icons"),
        edition,
        second,
    )


_MERGED = {"styles", "runs"}
"""Sections whose entries inherit keys, too."""


def merge_section(documents: list[Document], section: str) -> dict[str, Any]:
    """Section of a face merged with those of the faces it extends, whose values it overrides."""
    entries: dict[str, Any] = {}
    for document in documents:
        for key, entry in document.value.get(section, {}).items():
            entries[key] = {**entries.get(key, {}), **entry} if section in _MERGED else entry
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
