"""Check a face by itself: that every style, colour, font and icon it names exists, in a file that can be embedded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.files.game_folder import ENDINGS, FOLDER, is_file_name
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.markup import RESERVED
from deckwright.model.words import nearest, suggest_names
from deckwright.press.faces.boxes import (
    NESTED_KEYS,
    OWN,
    OWN_TARGET,
    FaceLocation,
    boxes_in,
    changes_of,
    face_size,
    is_dropped,
)
from deckwright.press.faces.font_checks import check_fonts
from deckwright.press.faces.paint_checks import check_paint, gradient_stops, stop_colour
from deckwright.press.faces.values import parse_template, variants
from deckwright.press.graphics.cuts import cut_error
from deckwright.press.graphics.fonts import INSTALLED
from deckwright.press.graphics.icons import SETS
from deckwright.resources import folder, icon_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.files.yaml import Document
    from deckwright.press.graphics.fonts import Fonts


_SIZED = ("text", "number", "icon", "picture", "shape", "bar", "qr", "pattern", "stack")
"""Kinds of boxes that are drawn in the size of their box."""

_AS_HIGH_AS_NEEDED = {"text", "number"}
"""Kinds whose height in a stack follows from their text."""

_COLOUR_KEYS = {"fill", "ground", "stroke", "colour"}


def check_face_files(documents: list[Document], fonts: Fonts = INSTALLED) -> Iterator[Finding]:
    """Findings about names that neither a face nor those it extends define; `documents` begin with the topmost face."""
    styles = {name for document in documents for name in document.value.get("styles", {})}
    colours = {name for document in documents for name in document.value.get("palette", {})}
    for document in documents:
        place, value = FaceLocation(document), document.value
        for name, tone in value.get("palette", {}).items():
            yield from _check_colour(tone, place.at("palette", name), colours)
        for name, style in value.get("styles", {}).items():
            yield from _check_style(style, place.at("styles", name), styles, colours)
        for name, run in value.get("runs", {}).items():
            if name in RESERVED:
                message = tr("{tag} has a meaning in every face. Use another name.", tag=f"[{name}]")
                yield Finding(
                    "reserved-name", "error", message, where=place.document.where("runs", name, key=True)
                )
            if "colour" in run:
                where = place.at("runs", name, "colour")
                yield from _unknown(run["colour"], colours, where, "unknown-colour", tr("colour"))
        for name, colour in value.get("icons", {}).items():
            where = place.at("icons", name)
            yield from _unknown(colour, {*colours, OWN}, where, "unknown-colour", tr("colour"))
        for where, box in boxes_in(document):
            yield from _check_box(box, where, styles, colours)
    yield from check_fonts(documents, fonts)
    yield from check_paint(documents)
    yield from _check_structure(documents)
    yield from _check_cut(documents)
    yield from _check_loops(documents, "shared", _shared_in)
    yield from _check_loops(documents, "styles", _style_above)
    yield from _check_loops(documents, "palette", _tones_above)


def _check_structure(documents: Sequence[Document]) -> Iterator[Finding]:
    """Check that boxes that are dropped are inherited, that shared ones exist, and that targets do."""
    shared = {name for document in documents for name in document.value.get("shared", {})}
    inherited: set[str] = set()
    for document in documents:
        for place, box in boxes_in(document):
            if is_dropped(box) and box["id"] not in inherited:
                message = tr("No inherited box has the id {id}.", id=box["id"])
                message = f"{message} {suggest_names(box['id'], sorted(inherited))}"
                yield Finding("unknown-box", "error", message, where=place.where("id"))
            for where, one in _all_in(place, box):
                if "use" in one:
                    yield from _unknown(
                        one["use"], shared, where.at("use"), "unknown-shared", tr("shared boxes")
                    )
                for name in one.get("targets", {}):
                    yield from _check_target(name, where)
        inherited |= {box["id"] for box in document.value.get("boxes", ()) if "id" in box}


def _check_cut(documents: Sequence[Document]) -> Iterator[Finding]:
    """Check the outline of the card, for the size it has where both are inherited or set."""
    document = next((one for one in reversed(documents) if "cut" in one.value), None)
    if document and (message := cut_error(document.value["cut"], face_size(documents))):
        yield Finding("cut", "error", message, where=document.where("cut"))


_OUTPUTS = ("pdf", "png", "html", "tts", "cockatrice")
"""Names of targets that are commands: those of `export`."""


def _check_target(name: str, place: FaceLocation) -> Iterator[Finding]:
    files = (file.stem for file in folder("exports").glob("targets/*.yaml"))
    known = sorted({*_OUTPUTS, *files})
    if name not in known and not name.endswith(OWN_TARGET):
        message = f"{tr('Unknown target: {name}.', name=name)} {suggest_names(name, known)}"
        where = place.document.where(*place.path, "targets", name, key=True)
        yield Finding("unknown-target", "error", message, where=where)


def _all_in(place: FaceLocation, box: dict[str, Any]) -> Iterator[tuple[FaceLocation, dict[str, Any]]]:
    """Yield a box and the boxes inside it, each with its location."""
    yield place, box
    for key in NESTED_KEYS:
        for number, held in enumerate(box.get(key, ())):
            yield from _all_in(place.at(key, number), held)


def _shared_in(boxes: list[dict[str, Any]]) -> list[str]:
    """Names of the shared boxes that some boxes use."""
    found = [_shared_in(box[key]) for box in boxes for key in NESTED_KEYS if key in box]
    return [box["use"] for box in boxes if "use" in box] + [name for names in found for name in names]


def _check_box(
    box: dict[str, Any], place: FaceLocation, styles: set[str], colours: set[str], *, in_stack: bool = False
) -> Iterator[Finding]:
    """Check a box and the boxes inside it."""
    yield from _check_space(box, place, in_stack=in_stack)
    yield from _check_names(box, place, styles, colours)
    for key in NESTED_KEYS:
        for number, held in enumerate(box.get(key, ())):
            yield from _check_box(held, place.at(key, number), styles, colours, in_stack=key == "stack")


def _check_names(
    box: dict[str, Any], place: FaceLocation, styles: set[str], colours: set[str]
) -> Iterator[Finding]:
    """Check the names in a box, including those in its panel and for single languages."""
    style = box.get("style")
    if isinstance(style, str):
        yield from _unknown(style, styles, place.at("style"), "unknown-style", tr("style"))
    elif style:
        yield from _check_style(style, place.at("style"), styles, colours)
    for key in _COLOUR_KEYS & box.keys():
        yield from _unknown(box[key], colours, place.at(key), "unknown-colour", tr("colour"))
    if isinstance(box.get("colours"), dict):
        for name, colour in box["colours"].items():
            yield from _unknown(colour, colours, place.at("colours", name), "unknown-colour", tr("colour"))
    yield from _check_icons(box.get("icon"), place.at("icon"))
    yield from _check_icons(_icons_in(box.get("text")), place.at("text"))
    for key in ("picture", "missing"):
        yield from _check_pictures(box.get(key), place.at(key))
    for key in ("panel", "shadow", "tint"):
        if key in box:
            yield from _check_names(box[key], place.at(key), styles, colours)
    for key, name, own in changes_of(box):
        yield from _check_names(own, place.at(key, name), styles, colours)


def _check_space(box: dict[str, Any], place: FaceLocation, *, in_stack: bool) -> Iterator[Finding]:
    """Check that a box has a position, and a size if its content needs one.

    Lines and polygons have points, rows have cells, and a group is as large as its content.
    """
    kind = next((key for key in _SIZED if key in box), "")
    if not kind or box.get("shape") == "polygon":
        return
    own = [
        (place, box),
        *((place.at(key, name), one) for key, name, one in changes_of(box)),
    ]
    if in_stack:
        height = _size(box["at"])[1] if isinstance(box.get("at"), list) else box.get("height", 0)
        if kind not in _AS_HIGH_AS_NEEDED and not height and not isinstance(box.get("at"), str):
            message = tr("In a stack, this box requires a height in mm: {sort}.", sort=kind)
            yield Finding("no-size", "error", message, where=place.where())
        return
    if "at" not in box:
        message = tr(
            "This box has no position. Add at: [left, top, width, height] in mm, or at: card, or at: bleed."
        )
        yield Finding("no-place", "error", message, where=place.where())
    for where, value in own:
        at = value.get("at")
        if not isinstance(at, list):
            continue
        width, height = _size(at)
        if not (width or height) if "stroke" in box else not (width and height):
            missing = tr("height") if width else tr("width") if height else tr("width and height")
            message = tr(
                "This box has no {side}, so nothing fits into it. Use at: [left, top, width, height].",
                side=missing,
            )
            yield Finding("no-size", "error", message, where=where.where("at"))


def _size(at: list[float]) -> tuple[float, float]:
    _, _, width, height = at
    return width, height


def _check_style(
    style: dict[str, Any], place: FaceLocation, styles: set[str], colours: set[str]
) -> Iterator[Finding]:
    if "extends" in style:
        yield from _unknown(style["extends"], styles, place.at("extends"), "unknown-style", tr("style"))
    for key in ("colour", "outline"):
        if key in style:
            yield from _unknown(style[key], colours, place.at(key), "unknown-colour", tr("colour"))


def _check_colour(tone: str | dict[str, Any], place: FaceLocation, colours: set[str]) -> Iterator[Finding]:
    if isinstance(tone, str):
        parts = [(tone, place)]
    elif "mix" in tone:
        parts = [(name, place.at("mix", number)) for number, name in enumerate(tone["mix"])]
    elif stops := gradient_stops(tone):
        key = "linear" if "linear" in tone else "radial"
        parts = [(stop_colour(stop), place.at(key, number)) for number, stop in enumerate(stops)]
    else:
        parts = [(name, place.at(key)) for key, name in tone.items() if key != "by"]
    for name, where in parts:
        if not name.startswith("#"):
            yield from _unknown(name, colours, where, "unknown-colour", tr("colour"))


def _check_icons(icon: str | dict[str, str] | None, place: FaceLocation) -> Iterator[Finding]:
    named = {"": icon} if isinstance(icon, str) else icon or {}
    for case, name in named.items():
        prefix, colon, rest = name.partition(":")
        if case == "by" or not colon or "{" in name:
            continue
        if rest not in icon_names(prefix):
            near = [f"{prefix}:{one}" for one in nearest(rest, list(icon_names(prefix)))]
            near = near or [f"{one}:…" for one in SETS]
            message = tr("Unknown icon: {name}. Did you mean {near}?", name=name, near=", ".join(near))
            yield Finding("unknown-icon", "error", message, where=place.where(*([case] if case else [])))


def _check_pictures(picture: str | dict[str, str] | None, place: FaceLocation) -> Iterator[Finding]:
    for steps, name in variants(picture):
        filled = "".join(part.value for part in parse_template(name).parts)
        if not is_file_name(filled) or "*" in name:
            message = tr(
                "Invalid name of a picture: {name}. Use the name of a file in the game's folder {folder}, without a path.",
                name=name,
                folder=FOLDER,
            )
            yield Finding("picture-name", "error", message, where=place.where(*steps))
        elif "." in (ending := name.rpartition("}")[2]) and not ending.lower().endswith(ENDINGS):
            message = tr(
                "{name} is not a PNG, JPEG, WebP, AVIF or SVG file. Save it as one of these.", name=name
            )
            yield Finding("picture-name", "error", message, where=place.where(*steps))


def _icons_in(text: str | dict[str, str] | None) -> dict[str, str]:
    """Icons in a text, by case."""
    texts = {"": text} if isinstance(text, str) else text or {}
    return {
        case: part.value
        for case, one in texts.items()
        if case != "by"
        for part in parse_template(one).parts
        if part.sort == "icon" and not part.value.startswith("icon:")
    }


def _unknown(name: str, known: set[str], place: FaceLocation, rule: str, sort: str) -> Iterator[Finding]:
    if name not in known:
        message = (
            f"{tr('Unknown {sort}: {name}.', sort=sort, name=name)} {suggest_names(name, sorted(known))}"
        )
        yield Finding(rule, "error", message, where=place.where())


def _style_above(style: dict[str, Any]) -> list[str]:
    return [style["extends"]] if "extends" in style else []


def _tones_above(tone: str | dict[str, Any]) -> list[str]:
    if isinstance(tone, str):
        return [tone]
    if stops := gradient_stops(tone):
        return [stop_colour(stop) for stop in stops]
    return tone["mix"] if "mix" in tone else [one for key, one in tone.items() if key != "by"]


def _check_loops(documents: list[Document], section: str, above: Any) -> Iterator[Finding]:
    """Check that no style or colour refers back to itself."""
    entries: dict[str, Any] = {}
    places: dict[str, FaceLocation] = {}
    for document in documents:
        for name, entry in document.value.get(section, {}).items():
            entries[name] = {**entries.get(name, {}), **entry} if section == "styles" else entry
            places[name] = FaceLocation(document).at(section, name)
    for name in entries:
        if _leads_to(name, name, entries, above, set()):
            message = tr("{name} refers back to itself.", name=name)
            yield Finding("loop", "error", message, where=places[name].where())


def _leads_to(start: str, goal: str, entries: dict[str, Any], above: Any, seen: set[str]) -> bool:
    for name in above(entries[start]):
        if name == goal:
            return True
        if name in entries and name not in seen:
            seen.add(name)
            if _leads_to(name, goal, entries, above, seen):
                return True
    return False
