"""Check the paint of a face: gradients, which can only fill, and the masks and focus of pictures."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.press.faces.boxes import NESTED_KEYS, FaceLocation, boxes_in, changes_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from deckwright.files.yaml import Document

_PLAIN_KEYS = ("stroke", "colour", "outline")
"""Keys of boxes, panels, shadows, tints and styles whose colour cannot be a gradient."""


def check_paint(documents: Sequence[Document]) -> Iterator[Finding]:
    """Findings about gradients and pictures; `documents` begin with the topmost face."""
    tones: dict[str, Any] = {}
    for document in documents:
        tones |= document.value.get("palette", {})
    gradients = _gradients(tones)
    for document in documents:
        place, value = FaceLocation(document), document.value
        for name, tone in value.get("palette", {}).items():
            yield from _check_tone(tone, place.at("palette", name), gradients)
        if gradients:
            yield from _check_uses(document, gradients)
        for where, box in boxes_in(document):
            yield from _check_pictures(box, where)


def _gradients(tones: dict[str, Any]) -> set[str]:
    """Names of gradients, of other names for them, and of choices among them."""
    found = {name for name, tone in tones.items() if gradient_stops(tone)}
    size = -1
    while size < len(found):
        size = len(found)
        found |= {name for name, tone in tones.items() if found.intersection(_others(tone))}
    return found


def gradient_stops(tone: str | dict[str, Any]) -> list[str | dict[str, Any]]:
    """Stops of a gradient in the palette; empty for a colour."""
    if isinstance(tone, str) or "by" in tone:
        return []
    return tone.get("linear") or tone.get("radial") or []


def stop_colour(stop: str | dict[str, Any]) -> str:
    """Name of the colour of a stop."""
    return stop if isinstance(stop, str) else str(stop["colour"])


def _others(tone: str | dict[str, Any]) -> list[str]:
    """Names for which a name can stand."""
    if isinstance(tone, str):
        return [tone]
    return [one for key, one in tone.items() if key != "by"] if "by" in tone else []


def _check_tone(tone: str | dict[str, Any], place: FaceLocation, gradients: set[str]) -> Iterator[Finding]:
    """Check the colours and the places of a gradient, and the colours of a mix."""
    key = "radial" if not isinstance(tone, str) and "radial" in tone else "linear"
    stops = gradient_stops(tone)
    for number, stop in enumerate(stops):
        yield from _refuse(stop_colour(stop), place.at(key, number), gradients)
    if isinstance(tone, dict) and "by" not in tone:
        for number, name in enumerate(tone.get("mix", ())):
            yield from _refuse(name, place.at("mix", number), gradients)
    if len(stops) == 1:
        message = tr("A gradient needs at least two colours, but this one has {count}.", count=1)
        yield Finding("gradient", "error", message, where=place.where(key))
    places = [
        (number, stop["at"]) for number, stop in enumerate(stops) if isinstance(stop, dict) and "at" in stop
    ]
    for (_, low), (number, high) in pairwise(places):
        if high < low:
            message = tr(
                "The colours of a gradient must be in order: {high} comes after {low}.",
                high=f"{high:g}",
                low=f"{low:g}",
            )
            yield Finding("gradient", "error", message, where=place.where(key, number, "at"))


def _check_pictures(box: dict[str, Any], place: FaceLocation) -> Iterator[Finding]:
    """Check the masks of pictures, and that only one key says which part is seen."""
    yield from _check_corners(box, place)
    if "picture" in box and "focus" in box:
        if other := next((key for key in _OTHER_KEYS if key in box), ""):
            message = tr(
                "focus says which part of a picture is seen, so {key} cannot be used with it. Remove one of them.",
                key=other,
            )
            yield Finding("picture-focus", "error", message, where=place.where("focus"))
        elif box.get("fit", "cover") != "cover":
            message = tr(
                "With fit: {fit}, the whole picture is seen. Remove focus, or use fit: cover.", fit=box["fit"]
            )
            yield Finding("picture-focus", "error", message, where=place.where("focus"))
    for key in NESTED_KEYS:
        for number, held in enumerate(box.get(key, ())):
            yield from _check_pictures(held, place.at(key, number))


def _check_corners(box: dict[str, Any], place: FaceLocation) -> Iterator[Finding]:
    """Check that a polygon has corners."""
    for key in ("shape", "mask"):
        shape = box.get(key, "")
        names = [one for case, one in shape.items() if case != "by"] if isinstance(shape, dict) else [shape]
        if "polygon" in names and "points" not in box:
            message = tr("This polygon has no corners. Add points: [[across, down], …] in mm.")
            yield Finding("no-points", "error", message, where=place.where(key))


_OTHER_KEYS = ("align", "valign")
"""Keys that say which part of a picture is seen, as `focus` does."""


def _check_uses(document: Document, gradients: set[str]) -> Iterator[Finding]:
    place = FaceLocation(document)
    for key in ("styles", "runs"):
        for name, look in document.value.get(key, {}).items():
            yield from _check_keys(look, place.at(key, name), gradients)
    for name, colour in document.value.get("icons", {}).items():
        yield from _refuse(colour, place.at("icons", name), gradients)
    for where, box in boxes_in(document):
        yield from _check_box(box, where, gradients)


def _check_box(box: dict[str, Any], place: FaceLocation, gradients: set[str]) -> Iterator[Finding]:
    yield from _check_keys(box, place, gradients)
    for key in ("style", "panel", "shadow", "tint"):
        if isinstance(box.get(key), dict):
            yield from _check_keys(box[key], place.at(key), gradients)
    for key, name, own in changes_of(box):
        yield from _check_box(own, place.at(key, name), gradients)
    for key in NESTED_KEYS:
        for number, held in enumerate(box.get(key, ())):
            yield from _check_box(held, place.at(key, number), gradients)


def _check_keys(value: dict[str, Any], place: FaceLocation, gradients: set[str]) -> Iterator[Finding]:
    for key in _PLAIN_KEYS:
        if key in value:
            yield from _refuse(value[key], place.at(key), gradients)


def _refuse(name: str, place: FaceLocation, gradients: set[str]) -> Iterator[Finding]:
    """Report a gradient that is used as a plain colour."""
    if name in gradients:
        message = tr(
            "{name} is a gradient, which can only fill shapes, panels and bars. Use a plain colour here.",
            name=name,
        )
        yield Finding("gradient", "error", message, where=place.where())
