"""Check a face by itself: that every style, colour, font and icon it names is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckwright.files.font_icons import icon_names
from deckwright.files.pictures import ENDINGS, FOLDER, is_file_name
from deckwright.messages import tr
from deckwright.model.finding import Finding
from deckwright.model.words import nearest
from deckwright.press.faces.boxes import HELD, Place
from deckwright.press.faces.choices import variants
from deckwright.press.faces.font_faults import font_faults
from deckwright.press.faces.templates import template
from deckwright.press.icons import SETS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.files.documents import Document

_SIZED = ("text", "number", "icon", "picture", "shape", "bar", "pattern", "stack")
"""The sorts of boxes that are drawn as large as their box."""

_AS_HIGH_AS_NEEDED = {"text", "number"}
"""Those that find out their height by themselves in a stack."""

_COLOUR_KEYS = {"fill", "ground", "stroke", "colour"}


def faults_of(documents: list[Document]) -> Iterator[Finding]:
    """Find what a face names that neither it nor those it extends have; the topmost comes first."""
    styles = {name for document in documents for name in document.value.get("styles", {})}
    colours = {name for document in documents for name in document.value.get("palette", {})}
    for document in documents:
        place, value = Place(document), document.value
        for name, tone in value.get("palette", {}).items():
            yield from _tone_faults(tone, place.at("palette", name), colours)
        for name, style in value.get("styles", {}).items():
            yield from _style_faults(style, place.at("styles", name), styles, colours)
        for number, box in enumerate(value.get("boxes", [])):
            yield from _box_faults(box, place.at("boxes", number), styles, colours)
    yield from font_faults(documents)
    yield from _loops(documents, "styles", _style_above)
    yield from _loops(documents, "palette", _tones_above)


def _box_faults(
    box: dict[str, Any], place: Place, styles: set[str], colours: set[str], *, in_stack: bool = False
) -> Iterator[Finding]:
    """Find what is wrong with a box, and with those it holds."""
    yield from _room_faults(box, place, in_stack=in_stack)
    yield from _names_faults(box, place, styles, colours)
    for key in HELD:
        for number, held in enumerate(box.get(key, ())):
            yield from _box_faults(held, place.at(key, number), styles, colours, in_stack=key == "stack")


def _names_faults(
    box: dict[str, Any], place: Place, styles: set[str], colours: set[str]
) -> Iterator[Finding]:
    """Find what a box itself names, also for a language or in its panel, and is not there."""
    style = box.get("style")
    if isinstance(style, str):
        yield from _unknown(style, styles, place.at("style"), "unknown-style", tr("style"))
    elif style:
        yield from _style_faults(style, place.at("style"), styles, colours)
    for key in _COLOUR_KEYS & box.keys():
        yield from _unknown(box[key], colours, place.at(key), "unknown-colour", tr("colour"))
    yield from _icon_faults(box.get("icon"), place.at("icon"))
    yield from _icon_faults(_icons_in(box.get("text")), place.at("text"))
    for key in ("picture", "missing"):
        yield from _picture_faults(box.get(key), place.at(key))
    if "panel" in box:
        yield from _names_faults(box["panel"], place.at("panel"), styles, colours)
    for language, own in box.get("languages", {}).items():
        yield from _names_faults(own, place.at("languages", language), styles, colours)


def _room_faults(box: dict[str, Any], place: Place, *, in_stack: bool) -> Iterator[Finding]:
    """Find boxes that have no place, or no size, of those that are drawn as large as their box.

    Lines and polygons go through points of their own, rows have cells, and a group is as large as what it holds.
    """
    sort = next((key for key in _SIZED if key in box), "")
    if not sort or box.get("shape") == "polygon":
        return
    own = [
        (place, box),
        *((place.at("languages", name), one) for name, one in box.get("languages", {}).items()),
    ]
    if in_stack:
        height = box["at"][3] if isinstance(box.get("at"), list) else box.get("height", 0)
        if sort not in _AS_HIGH_AS_NEEDED and not height and not isinstance(box.get("at"), str):
            message = tr("In a stack, this box needs a height in mm: {sort}.", sort=sort)
            yield Finding("no-size", "error", message, where=place.where())
        return
    if "at" not in box:
        message = tr(
            "This box has no position. Add at: [left, top, width, height] in mm, or at: card, or at: bleed."
        )
        yield Finding("no-place", "error", message, where=place.where())
    for where, said in own:
        at = said.get("at")
        if isinstance(at, list) and not (any(at[2:]) if "stroke" in box else all(at[2:])):
            missing = tr("width and height") if not any(at[2:]) else tr("height") if at[2] else tr("width")
            message = tr(
                "This box has no {side}: nothing fits into it. Write at: [left, top, width, height].",
                side=missing,
            )
            yield Finding("no-size", "error", message, where=where.where("at"))


def _style_faults(
    style: dict[str, Any], place: Place, styles: set[str], colours: set[str]
) -> Iterator[Finding]:
    if "extends" in style:
        yield from _unknown(style["extends"], styles, place.at("extends"), "unknown-style", tr("style"))
    if "colour" in style:
        yield from _unknown(style["colour"], colours, place.at("colour"), "unknown-colour", tr("colour"))


def _tone_faults(tone: str | dict[str, Any], place: Place, colours: set[str]) -> Iterator[Finding]:
    if isinstance(tone, str):
        parts = [(tone, place)]
    elif "mix" in tone:
        parts = [(name, place.at("mix", number)) for number, name in enumerate(tone["mix"])]
    else:
        parts = [(name, place.at(key)) for key, name in tone.items() if key != "by"]
    for name, where in parts:
        if not name.startswith("#"):
            yield from _unknown(name, colours, where, "unknown-colour", tr("colour"))


def _icon_faults(icon: str | dict[str, str] | None, place: Place) -> Iterator[Finding]:
    named = {"": icon} if isinstance(icon, str) else icon or {}
    for case, name in named.items():
        prefix, colon, rest = name.partition(":")
        if case == "by" or not colon or "{" in name:
            continue
        if rest not in icon_names(prefix):
            near = [f"{prefix}:{one}" for one in nearest(rest, list(icon_names(prefix)))]
            near = near or [f"{one}:…" for one in SETS]
            message = tr("There is no icon {name}. Near it: {near}.", name=name, near=", ".join(near))
            yield Finding("unknown-icon", "error", message, where=place.where(*([case] if case else [])))


def _picture_faults(picture: str | dict[str, str] | None, place: Place) -> Iterator[Finding]:
    for steps, name in variants(picture):
        filled = "".join(part.value for part in template(name).parts)
        if not is_file_name(filled) or "*" in name:
            message = tr(
                "{name} cannot be the name of a picture: name a file in the game's folder {folder}, without a path.",
                name=name,
                folder=FOLDER,
            )
            yield Finding("picture-name", "error", message, where=place.where(*steps))
        elif "." in (ending := name.rpartition("}")[2]) and not ending.lower().endswith(ENDINGS):
            message = tr("{name} is no PNG, JPEG or SVG file: save it as one of these.", name=name)
            yield Finding("picture-name", "error", message, where=place.where(*steps))


def _icons_in(text: str | dict[str, str] | None) -> dict[str, str]:
    """Find the icons that a text names, by where in it they stand."""
    texts = {"": text} if isinstance(text, str) else text or {}
    return {
        case: part.value
        for case, one in texts.items()
        if case != "by"
        for part in template(one).parts
        if part.sort == "icon" and not part.value.startswith("icon:")
    }


def _unknown(name: str, known: set[str], place: Place, rule: str, sort: str) -> Iterator[Finding]:
    if name not in known:
        near = nearest(name, sorted(known)) or sorted(known)
        message = tr(
            "There is no {sort} {name}. Known are: {names}.",
            sort=sort,
            name=name,
            names=", ".join(near) or "–",
        )
        yield Finding(rule, "error", message, where=place.where())


def _style_above(style: dict[str, Any]) -> list[str]:
    return [style["extends"]] if "extends" in style else []


def _tones_above(tone: str | dict[str, Any]) -> list[str]:
    if isinstance(tone, str):
        return [tone]
    return tone["mix"] if "mix" in tone else [one for key, one in tone.items() if key != "by"]


def _loops(documents: list[Document], section: str, above: Any) -> Iterator[Finding]:
    """Find entries that lead back to themselves."""
    entries: dict[str, Any] = {}
    places: dict[str, Place] = {}
    for document in documents:
        for name, entry in document.value.get(section, {}).items():
            entries[name] = {**entries.get(name, {}), **entry} if section == "styles" else entry
            places[name] = Place(document).at(section, name)
    for name in entries:
        if _leads_to(name, name, entries, above, set()):
            message = tr("{name} leads back to itself.", name=name)
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
