"""Find the pictures that have too few pixels for the size they are printed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import tr, trn
from deckwright.model.finding import Finding
from deckwright.press.drawing.pictures import placed, shown_name
from deckwright.press.drawing.shown import has_pictures, shown_boxes
from deckwright.press.faces.scope import Scope
from deckwright.press.parts import Area
from deckwright.press.pictures import Pixels, has_picture, picture

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckwright.model.card import Card
    from deckwright.press.drawing.shown import Shown
    from deckwright.press.faces import Face
    from deckwright.press.faces.boxes import PictureBox
    from deckwright.press.faces.scope import Desk

LEAST = 300
"""How many dots an inch a picture needs to look sharp in print; what print shops ask for."""

_NAMED = 3
"""How many pictures are named, the coarsest first."""


def note_coarse(face: Face, cards: Iterable[Card], desk: Desk) -> None:
    """Note each box of a face in which pictures have too few pixels, with the coarsest of them."""
    if not has_pictures(face):
        return
    coarse: dict[PictureBox, dict[str, int]] = {}
    wearers: dict[PictureBox, dict[str, None]] = {}
    for card in cards:
        for shown in shown_boxes(face.boxes, Scope(desk, face, card)):
            name = shown_name(shown.box, shown.scope)
            dots = _dots(name, shown)
            if dots is not None and dots < LEAST:
                known = coarse.setdefault(shown.box, {})
                known[name] = min(dots, known.get(name, LEAST))
                wearers.setdefault(shown.box, {})[card.id] = None
    for box, found in coarse.items():
        desk.note(_finding(face, box, found, tuple(wearers[box])))


def _dots(name: str, shown: Shown) -> int | None:
    """Give how many dots an inch a picture has in its box; None where it has none, or needs none."""
    assets, (width, height) = shown.scope.desk.assets, shown.size
    if not (name and has_picture(name, assets)):
        return None
    found = picture(name, assets)
    if not isinstance(found, Pixels):
        return None
    area = placed(shown.box, found, Area(0.0, 0.0, width, height))
    return round(25.4 * min(found.width / area.width, found.height / area.height))


def _finding(face: Face, box: PictureBox, coarse: Mapping[str, int], cards: tuple[str, ...]) -> Finding:
    coarsest = sorted(coarse.items(), key=lambda pair: pair[1])
    named = [tr("{name} ({count} dpi)", name=name, count=dots) for name, dots in coarsest[:_NAMED]]
    message = trn(
        "{count} picture has too few pixels in {box} of the face {face}, and needs at least {limit} dpi: {names}. "
        "Take a larger one, or show it smaller.",
        "{count} pictures have too few pixels in {box} of the face {face}, and need at least {limit} dpi: {names}. "
        "Take larger ones, or show them smaller.",
        len(coarse),
        names=", ".join(named) + (", …" if len(coarsest) > _NAMED else ""),
        box=box.id or tr("a box"),
        face=face.name,
        limit=LEAST,
    )
    message += face.inherited_note(box)
    where = face.where_of(box)
    return Finding(
        "coarse-picture", "warning", message, cards, found=coarsest[0][1], limit=LEAST, where=where
    )
