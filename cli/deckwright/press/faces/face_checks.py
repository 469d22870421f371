"""Check a face by itself: that all it names exists, that gradients only fill, and that boxes have a place and a size."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.files.game_folder import ENDINGS, FOLDER, is_file_name
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.markup import RESERVED
from deckwright.model.words import nearest, suggest_names
from deckwright.press.boxes.box import OWN_TARGET, WrittenBox, face_size, is_dropped, written_boxes
from deckwright.press.boxes.keys import FaceLocation
from deckwright.press.faces.font_checks import check_fonts
from deckwright.press.graphics.cuts import cut_error
from deckwright.press.graphics.fonts import INSTALLED
from deckwright.press.graphics.icons import SETS
from deckwright.press.looks.colours import OWN
from deckwright.press.looks.values import parse_template
from deckwright.resources import folder, icon_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from deckwright.files.yaml import Document
    from deckwright.press.boxes.keys import Mention
    from deckwright.press.graphics.fonts import Fonts


class _Names(NamedTuple):
    """What a face defines, or one that it extends."""

    styles: frozenset[str]
    colours: frozenset[str]
    gradients: frozenset[str]
    """Names of gradients, of other names for them, and of choices among them."""
    shared: frozenset[str]


def check_face_files(documents: list[Document], fonts: Fonts = INSTALLED) -> Iterator[Finding]:
    """Findings about names that neither a face nor those it extends define; `documents` begin with the topmost face."""
    names = _names(documents)
    for document in documents:
        yield from _check_looks(document, names)
        for box in written_boxes(document):
            for inner in box.with_nested():
                yield from _check_box(inner, names)
    yield from check_fonts(documents, fonts)
    yield from _check_dropped(documents)
    yield from _check_cut(documents)
    for section in ("shared", "styles", "palette"):
        yield from _check_loops(documents, section)


def _names(documents: Sequence[Document]) -> _Names:
    styles, colours, shared = (
        frozenset(name for document in documents for name in document.value.get(section, {}))
        for section in ("styles", "palette", "shared")
    )
    tones: dict[str, Any] = {}
    for document in documents:
        tones |= document.value.get("palette", {})
    gradients = {name for name, tone in tones.items() if _stops(tone)}
    size = -1
    while size < len(gradients):
        size = len(gradients)
        gradients |= {
            name
            for name, tone in tones.items()
            if any(part.name in gradients and not part.is_mixed for part in _parts_of(tone))
        }
    return _Names(styles, colours, frozenset(gradients), shared)


# Colours.


class _TonePart(NamedTuple):
    """A colour in one of the palette, with its path there; `is_mixed` if it cannot be a gradient."""

    name: str
    path: tuple[str | int, ...] = ()
    is_mixed: bool = False


def _parts_of(tone: str | dict[str, Any]) -> list[_TonePart]:
    if isinstance(tone, str):
        return [_TonePart(tone)]
    if "by" in tone:
        return [_TonePart(name, (key,)) for key, name in tone.items() if key != "by"]
    if "mix" in tone:
        return [_TonePart(name, ("mix", number), is_mixed=True) for number, name in enumerate(tone["mix"])]
    return [
        _TonePart(stop if isinstance(stop, str) else stop["colour"], (_form(tone), number), is_mixed=True)
        for number, stop in enumerate(_stops(tone))
    ]


def _form(tone: dict[str, Any]) -> str:
    return "linear" if "linear" in tone else "radial"


def _stops(tone: str | dict[str, Any]) -> list[str | dict[str, Any]]:
    """Stops of a gradient in the palette; empty for a colour."""
    return [] if isinstance(tone, str) or "by" in tone else tone.get(_form(tone), [])


def _check_looks(document: Document, names: _Names) -> Iterator[Finding]:
    """Check the palette, the styles, the runs and the colours of icons."""
    place, value = FaceLocation(document), document.value
    for name, tone in value.get("palette", {}).items():
        yield from _check_tone(tone, place.at("palette", name), names)
    for name, style in value.get("styles", {}).items():
        yield from _check_style(style, place.at("styles", name), names)
    for name, run in value.get("runs", {}).items():
        if name in RESERVED:
            message = tr("{tag} has a meaning in every face. Use another name.", tag=f"[{name}]")
            yield Finding("reserved-name", "error", message, where=document.where("runs", name, key=True))
        yield from _check_colours(run, place.at("runs", name), names, "colour")
    for name, colour in value.get("icons", {}).items():
        if colour != OWN:
            yield from _check_colour(colour, place.at("icons", name), names, {OWN})


def _check_tone(tone: str | dict[str, Any], place: FaceLocation, names: _Names) -> Iterator[Finding]:
    """Check the parts of a colour, and the places of a gradient."""
    for name, path, is_mixed in _parts_of(tone):
        if not name.startswith("#"):
            yield from _check_colour(name, place.at(*path), names, can_be_gradient=not is_mixed)
    stops = _stops(tone)
    if isinstance(tone, str) or not stops:
        return
    key = _form(tone)
    if len(stops) == 1:
        message = tr("A gradient needs at least two colours, but this one has {count}.", count=1)
        yield Finding("gradient", "error", message, where=place.where(key))
    placed = [
        (number, stop["at"]) for number, stop in enumerate(stops) if isinstance(stop, dict) and "at" in stop
    ]
    for (_, low), (number, high) in pairwise(placed):
        if high < low:
            message = tr(
                "The colours of a gradient must be in order: {high} comes after {low}.",
                high=high,
                low=low,
            )
            yield Finding("gradient", "error", message, where=place.where(key, number, "at"))


def _check_style(style: str | dict[str, Any], place: FaceLocation, names: _Names) -> Iterator[Finding]:
    """Check a style, or the name of one."""
    if isinstance(style, str):
        yield from _unknown(style, names.styles, place, "unknown-style", tr("style"))
        return
    if "extends" in style:
        yield from _unknown(style["extends"], names.styles, place.at("extends"), "unknown-style", tr("style"))
    yield from _check_colours(style, place, names, "colour", "outline")


def _check_colours(
    value: Mapping[str, Any], place: FaceLocation, names: _Names, *keys: str
) -> Iterator[Finding]:
    for key in keys:
        if key in value:
            yield from _check_colour(value[key], place.at(key), names)


def _check_colour(
    name: str,
    place: FaceLocation,
    names: _Names,
    others: Iterable[str] = (),
    *,
    can_be_gradient: bool = False,
) -> Iterator[Finding]:
    """Check that a colour exists, or one of some other values, and is no gradient where only a plain colour can be."""
    yield from _unknown(name, {*names.colours, *others}, place, "unknown-colour", tr("colour"))
    if name in names.gradients and not can_be_gradient:
        message = tr(
            "{name} is a gradient, which can only fill shapes, panels and bars. Use a plain colour here.",
            name=name,
        )
        yield Finding("gradient", "error", message, where=place.where())


# Boxes.

_OUTPUTS = ("pdf", "png", "html", "tts", "cockatrice")
"""Names of targets that are commands: those of `export`."""


def _check_box(box: WrittenBox, names: _Names) -> Iterator[Finding]:
    """Check a box, without those inside it."""
    yield from _check_size(box)
    yield from box.kind.faults(box.value, box.place)
    for mention in box.mentions():
        yield from _check_mention(mention, names)
    for key, name, _ in box.changes():
        if key == "targets":
            yield from _check_target(name, box.place)


def _check_mention(mention: Mention, names: _Names) -> Iterator[Finding]:
    sort, value, place = mention
    if sort == "style":
        yield from _check_style(value, place, names)
    elif sort in {"colour", "paint"}:
        yield from _check_colour(value, place, names, can_be_gradient=sort == "paint")
    elif sort == "icon":
        yield from _check_icon(value, place)
    elif sort == "text":
        for part in parse_template(value).parts:
            if part.sort == "icon" and not part.value.startswith("icon:"):
                yield from _check_icon(part.value, place)
    elif sort == "picture":
        yield from _check_picture(value, place)
    elif sort == "shared":
        yield from _unknown(value, names.shared, place, "unknown-shared", tr("shared boxes"))


def _check_size(box: WrittenBox) -> Iterator[Finding]:
    """Check that a box has a position, and a size if its content needs one.

    Lines and polygons have points, rows have cells, and a group is as large as its content.
    """
    sizing, value, place = box.kind.sizing_of(box.value), box.value, box.place
    at = value.get("at")
    if sizing == "free":
        return
    if box.around == "stack":
        height = at[3] if isinstance(at, list) else value.get("height", 0)
        if sizing == "needed" and not height and not isinstance(at, str):
            message = tr("In a stack, this box requires a height in mm: {sort}.", sort=box.kind.kind)
            yield Finding("no-size", "error", message, where=place.where())
        return
    if at is None:
        message = tr(
            "This box has no position. Add at: [left, top, width, height] in mm, or at: card, or at: bleed."
        )
        yield Finding("no-place", "error", message, where=place.where())
    for variant, where in box.variants():
        if isinstance(variant.get("at"), list):
            yield from _check_sides(variant["at"], where.at("at"), has_line="stroke" in value)


def _check_sides(at: list[float], place: FaceLocation, *, has_line: bool) -> Iterator[Finding]:
    _, _, width, height = at
    if not (width or height) if has_line else not (width and height):
        missing = tr("height") if width else tr("width") if height else tr("width and height")
        message = tr(
            "This box has no {side}, so nothing fits into it. Use at: [left, top, width, height].",
            side=missing,
        )
        yield Finding("no-size", "error", message, where=place.where())


def _check_target(name: str, place: FaceLocation) -> Iterator[Finding]:
    files = (file.stem for file in folder("exports").glob("targets/*.yaml"))
    known = sorted({*_OUTPUTS, *files})
    if name not in known and not name.endswith(OWN_TARGET):
        message = f"{tr('Unknown target: {name}.', name=name)} {suggest_names(name, known)}"
        where = place.document.where(*place.path, "targets", name, key=True)
        yield Finding("unknown-target", "error", message, where=where)


def _check_icon(name: str, place: FaceLocation) -> Iterator[Finding]:
    prefix, colon, rest = name.partition(":")
    if colon and "{" not in name and rest not in icon_names(prefix):
        near = [f"{prefix}:{icon}" for icon in nearest(rest, list(icon_names(prefix)))]
        near = near or [f"{icon_set}:…" for icon_set in SETS]
        message = tr("Unknown icon: {name}. Did you mean {near}?", name=name, near=", ".join(near))
        yield Finding("unknown-icon", "error", message, where=place.where())


def _check_picture(name: str, place: FaceLocation) -> Iterator[Finding]:
    filled = "".join(part.value for part in parse_template(name).parts)
    if not is_file_name(filled) or "*" in name:
        message = tr(
            "Invalid name of a picture: {name}. Use the name of a file in the game's folder {folder}, without a path.",
            name=name,
            folder=FOLDER,
        )
        yield Finding("picture-name", "error", message, where=place.where())
    elif "." in (ending := name.rpartition("}")[2]) and not ending.lower().endswith(ENDINGS):
        message = tr("{name} is not a PNG, JPEG, WebP, AVIF or SVG file. Save it as one of these.", name=name)
        yield Finding("picture-name", "error", message, where=place.where())


def _unknown(name: str, known: Iterable[str], place: FaceLocation, rule: str, sort: str) -> Iterator[Finding]:
    if name not in known:
        message = (
            f"{tr('Unknown {sort}: {name}.', sort=sort, name=name)} {suggest_names(name, sorted(known))}"
        )
        yield Finding(rule, "error", message, where=place.where())


# The face as a whole.


def _check_dropped(documents: Sequence[Document]) -> Iterator[Finding]:
    """Check that boxes that are dropped are inherited."""
    inherited: set[str] = set()
    for document in documents:
        for box in written_boxes(document):
            name = box.value.get("id", "")
            if is_dropped(box.value) and name not in inherited:
                message = tr("No inherited box has the id {id}.", id=name)
                message = f"{message} {suggest_names(name, sorted(inherited))}"
                yield Finding("unknown-box", "error", message, where=box.place.where("id"))
        inherited |= {box["id"] for box in document.value.get("boxes", ()) if "id" in box}


def _check_cut(documents: Sequence[Document]) -> Iterator[Finding]:
    """Check the outline of the card, for the size that it is designed for where both are inherited or set."""
    document = next((document for document in reversed(documents) if "cut" in document.value), None)
    if document and (message := cut_error(document.value["cut"], face_size(documents, "scale_from").size)):
        yield Finding("cut", "error", message, where=document.where("cut"))


def _check_loops(documents: Sequence[Document], section: str) -> Iterator[Finding]:
    """Check that no style, colour or list of shared boxes refers back to itself."""
    references: dict[str, list[str]] = {}
    places: dict[str, FaceLocation] = {}
    for document in documents:
        for name, entry in document.value.get(section, {}).items():
            places[name] = FaceLocation(document).at(section, name)
            if section != "styles" or "extends" in entry:
                references[name] = _referred_by(section, entry, places[name])
    for name, place in places.items():
        if _leads_to(name, name, references, set()):
            message = tr("{name} refers back to itself.", name=name)
            yield Finding("loop", "error", message, where=place.where())


def _referred_by(section: str, entry: Any, place: FaceLocation) -> list[str]:
    """Names of the same section to which an entry refers."""
    if section == "styles":
        return [entry["extends"]]
    if section == "palette":
        return [part.name for part in _parts_of(entry)]
    boxes = (inner for box in entry for inner in WrittenBox(box, place).with_nested())
    return [mention.value for box in boxes for mention in box.mentions() if mention.sort == "shared"]


def _leads_to(start: str, goal: str, references: Mapping[str, list[str]], seen: set[str]) -> bool:
    for name in references.get(start, ()):
        if name == goal:
            return True
        if name not in seen:
            seen.add(name)
            if _leads_to(name, goal, references, seen):
                return True
    return False
