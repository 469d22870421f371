"""Preflight of the cut and the back: contents too near the edge, coarse pictures, backs that differ."""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from deckwright.findings import Finding
from deckwright.messages import tr, trn
from deckwright.press.drawing.card import draw_boxes, has_pictures, look_of, shown_boxes
from deckwright.press.drawing.context import Desk, Scope, all_boxes
from deckwright.press.drawing.digests import Digests
from deckwright.press.drawing.elements import placed, shown_name
from deckwright.press.drawing.sharing import case_of
from deckwright.press.faces.face import GroupBox, IconBox, RepeatBox, StackBox, TextBox
from deckwright.press.graphics.parts import POINT, Again, Area, Group, Picture, Pixels, Text
from deckwright.press.graphics.pictures import has_picture, picture

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping

    from deckwright.model.card import Card
    from deckwright.press.drawing.card import Shown
    from deckwright.press.faces.face import Box, PictureBox
    from deckwright.press.faces.face_file import Face
    from deckwright.press.graphics.parts import Drawn

    Corners = list[tuple[float, float]]


# Find backs that give a card away: those of one kind that do not all look the same.


class _Difference(NamedTuple):
    """Two cards whose backs look different, and the box that tells them apart."""

    one: Card
    two: Card
    box: Box


def note_differing_backs(cards: Iterable[Card], backs: Mapping[str, Face], desk: Desk) -> None:
    """Note each kind of card whose backs differ, unless their face says that they may.

    All cards of the game count, whichever of them are printed: they are shuffled with those printed before.
    """
    kinds: dict[str, list[Card]] = {}
    for card in cards:
        kinds.setdefault(card.kind, []).append(card)
    for kind, own in kinds.items():
        face = backs.get(kind)
        if face is None or face.backs_differ:
            continue
        all_cards = [card for card in desk.sisters.get(face.name, ()) if card.kind == kind]
        if found := _difference(all_cards or own, face.in_language(desk.language), desk):
            desk.note(_back_finding(kind, face, found, desk))


def _difference(cards: Iterable[Card], face: Face, desk: Desk) -> _Difference | None:
    """Compare what is drawn, on a desk of its own: what is found on drawing other cards is not for this print."""
    aside = Desk(desk.game, desk.language, desk.assets, desk.matches, desk.sisters)
    first, *others = {look_of(card, face, aside): card for card in cards}.values()
    if not others:
        return None
    digests = Digests(desk.assets)

    def looks(card: Card) -> dict[Box, str]:
        scope = Scope(aside, face, card)
        return {box: digests.of(draw_boxes((box,), scope), face.size) for box in face.boxes}

    expected = looks(first)
    for other in others:
        found = looks(other)
        if box := next((box for box in face.boxes if found[box] != expected[box]), None):
            return _Difference(first, other, box)
    return None


def _back_finding(kind: str, face: Face, found: _Difference, desk: Desk) -> Finding:
    message = tr(
        "The backs of {kind} differ, so players can tell {one} from {two} face down: {box} is not the same on both. Make it the same on all cards, or add backs_differ: true to the face {face} if this is intended.",
        kind=desk.game.label(f"kind:{kind}", desk.language) or kind,
        one=found.one.id,
        two=found.two.id,
        box=found.box.id or tr("a box"),
        face=face.name,
    )
    message += face.inherited_note(found.box)
    return Finding(
        "backs-differ", "error", message, (found.one.id, found.two.id), where=face.where_of(found.box)
    )


# How far the texts and icons of a drawing reach.

_DESCENT = 0.2
"""How far small letters reach below their line, in sizes."""


class Extent(NamedTuple):
    """The edges of a text's line or of an icon, in mm from the top left corner."""

    left: float
    top: float
    right: float
    bottom: float
    is_icon: bool


def extents(parts: Iterable[Drawn]) -> Iterator[Extent]:
    """Yield the extent of every line of text and every icon; patterns, which are cut off at an edge, are not looked at."""
    for corners, is_icon in _corners(parts):
        across, down = zip(*corners, strict=True)
        yield Extent(min(across), min(down), max(across), max(down), is_icon)


def _corners(parts: Iterable[Drawn]) -> Iterator[tuple[Corners, bool]]:
    for part in parts:
        if isinstance(part, Text):
            yield from ((corners, False) for corners in _lines(part))
        elif isinstance(part, Picture):
            half = part.side / 2
            yield _rectangle(part.x - half, part.y - half, part.x + half, part.y + half), True
        elif isinstance(part, Group):
            for corners, is_icon in _corners(part.parts):
                yield _turned(corners, part), is_icon
        elif isinstance(part, Again) and not part.clip:
            for corners, is_icon in _corners(part.parts):
                for x, y in part.places:
                    yield [(x + across, y + down) for across, down in corners], is_icon


def _lines(text: Text) -> Iterator[Corners]:
    for line in text.lines:
        runs = [run for run in line.runs if not run.span]
        if runs:
            last, unit = runs[-1], text.size * POINT
            letters = len(last.text.rstrip())
            width = last.font.widths[last.text.rstrip()] + max(letters - 1, 0) * text.tracking
            top = line.y - max(run.font.cap for run in runs) / 1000 * unit
            reach = _DESCENT * any(run.text != run.text.upper() for run in runs)
            yield _rectangle(runs[0].start, top, last.start + width / 1000 * unit, line.y + reach * unit)


def _rectangle(left: float, top: float, right: float, bottom: float) -> Corners:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _turned(corners: Corners, group: Group) -> Corners:
    if not group.turn:
        return corners
    turn, (x, y) = radians(group.turn), group.centre
    return [
        (
            x + (across - x) * cos(turn) - (down - y) * sin(turn),
            y + (across - x) * sin(turn) + (down - y) * cos(turn),
        )
        for across, down in corners
    ]


# Find texts and icons that stand so near the cut that a drift of the cutter would hurt them.

SAFE = 3.0
"""How far inside the cut what matters must stand, in mm, where nobody says otherwise."""

_SLIP = 0.2
"""What may be nearer, in mm: the frame of a letter or an icon is a little larger than what is seen of it."""


class Zone(NamedTuple):
    """Where a face is cut, in its own mm, how much larger it is printed, and how far inside the cut is safe, in mm of paper."""

    cut: Area
    scale: float = 1.0
    safe: float = SAFE

    @property
    def area(self) -> Area:
        """Give the rectangle in which texts and icons are safe, in mm of the face."""
        return self.cut.inset(self.safe / self.scale, self.safe / self.scale)

    def distance(self, extent: Extent) -> float:
        """Tell how far from the cut a text or an icon ends on paper, in mm; less than nothing is beyond it."""
        left, top, right, bottom = self.cut.x, self.cut.y, *self.cut.far
        nearest = min(extent.left - left, extent.top - top, right - extent.right, bottom - extent.bottom)
        return nearest * self.scale


def zone_at_home(face: Face) -> Zone:
    """Give the zone of a face that is printed as it is, and cut by hand."""
    return Zone(Area(0.0, 0.0, *face.size))


def note_outside(face: Face, cards: Iterable[Card], desk: Desk, zone: Zone | None) -> None:
    """Note each box with a text or an icon that reaches out of the safe zone on some card, with the first such card.

    An icon that goes on beyond the cut is an ornament of the ground, as is any pattern.
    """
    doubtful = [box for box in face.boxes if zone and _may_reach_out(box, zone.area)]
    if not zone or not doubtful:
        return
    drawn: set[Hashable] = set()
    noted: set[Box] = set()
    for card in cards:
        scope = Scope(desk, face, card)
        for box in doubtful:
            key = case_of(box, scope)
            if box in noted or (key is not None and key in drawn):
                continue
            drawn.add(key)
            near = min(_distances(box, scope, zone), default=zone.safe)
            if near < zone.safe - _SLIP:
                noted.add(box)
                _note(box, scope, near, zone.safe)


def _may_reach_out(box: Box, safe: Area) -> bool:
    """Tell, from the places of boxes alone, whether it is worth drawing a box to see how far it reaches."""
    return any(turned or not _within(area, safe) for area, turned in _areas(box, (0.0, 0.0)))


def _areas(box: Box, corner: tuple[float, float], *, turned: bool = False) -> Iterator[tuple[Area, bool]]:
    """Yield where the texts and icons of a box stand, and whether they are turned; a row counts as a whole."""
    area = box.at._replace(x=corner[0] + box.at.x, y=corner[1] + box.at.y)
    turned = turned or bool(box.turn)
    if isinstance(box, GroupBox):
        for held in box.boxes:
            yield from _areas(held, (area.x, area.y), turned=turned)
    elif isinstance(box, TextBox | IconBox | StackBox | RepeatBox) and any(map(_matters, all_boxes(box))):
        yield area, turned


def _matters(box: Box) -> bool:
    return isinstance(box, TextBox | IconBox)


def _within(area: Area, safe: Area) -> bool:
    (right, bottom), (far_right, far_bottom) = area.far, safe.far
    return area.x >= safe.x and area.y >= safe.y and right <= far_right and bottom <= far_bottom


def _distances(box: Box, scope: Scope, zone: Zone) -> Iterator[float]:
    """Yield how far from the cut the texts and icons of a box end, but for ornaments of the ground."""
    for extent in extents(draw_boxes((box,), scope)):
        near = zone.distance(extent)
        if near >= 0 or not extent.is_icon:
            yield near


def _note(box: Box, scope: Scope, near: float, safe: float) -> None:
    said = {"card": scope.card.id, "box": box.id or scope.face.name, "safe": scope.number(safe)}
    found = round(near, 1)
    message = (
        tr(
            "{card}: what {box} shows stands {near} mm from the cut, which may drift. Keep texts and icons "
            "{safe} mm inside.",
            **said,
            near=scope.number(found),
        )
        if near >= 0
        else tr(
            "{card}: what {box} shows is cut off at the edge. Keep texts and icons {safe} mm inside.", **said
        )
    )
    scope.note_box(box, "safe-zone", "warning", message, found=found, limit=safe)


# Find the pictures that have too few pixels for the size they are printed in.

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
