"""Preflight of the cut and the back: contents too near the edge, coarse pictures, backs that differ."""

from __future__ import annotations

from cmath import exp
from itertools import product
from math import radians
from typing import TYPE_CHECKING, NamedTuple

from deckwright.findings import Finding
from deckwright.messages import tr, trn
from deckwright.model.game import parts_in, piles_in
from deckwright.press.boxes.box import shown_boxes
from deckwright.press.boxes.picture import PictureBox, has_pictures
from deckwright.press.drawing.card import Digests, draw_boxes, drawing_key, sharing_key
from deckwright.press.drawing.context import RenderContext, Scope
from deckwright.press.faces.choice import face_of
from deckwright.press.graphics.cuts import SAFE, cut_distance, cut_points
from deckwright.press.graphics.parts import (
    POINT,
    Area,
    DrawnGroup,
    DrawnIcon,
    DrawnRepeat,
    DrawnText,
    Pixels,
    Transform,
    corners_of,
)
from deckwright.press.graphics.pictures import has_picture, picture

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping

    from deckwright.model.card import Card
    from deckwright.model.game import Game
    from deckwright.press.boxes.box import Box
    from deckwright.press.faces.face_file import Face
    from deckwright.press.graphics.parts import DrawnPart
    from deckwright.press.preflight.shown import CheckedFace


# Backs that identify a card: backs of one kind that do not all look the same.


class _Difference(NamedTuple):
    """Two cards with different backs, and the box that differs."""

    one: Card
    two: Card
    box: Box


def report_differing_backs(cards: Iterable[Card], backs: Mapping[str, Face], context: RenderContext) -> None:
    """Report each kind of card, and each pile of several kinds, whose backs differ, unless their faces allow it.

    All cards of the game are compared, even if only some are printed: they are shuffled with cards printed before.
    """
    cards = list(cards) if backs else []
    kinds = dict.fromkeys(card.kind for card in cards)
    told_apart: set[str] = set()
    for shuffled in (*map(_Shuffled, kinds), *(_piles(context.game) if len(kinds) > 1 else ())):
        mixed_cards = [card for card in cards if shuffled.holds(card, context)]
        mixed = {card.kind for card in mixed_cards}
        is_new = not mixed & told_apart and (not shuffled.pile or len(mixed) > 1)
        finding = _differing_backs(shuffled, mixed_cards, backs, context) if is_new else None
        if finding:
            told_apart |= mixed
            context.note(finding)


class _Shuffled(NamedTuple):
    """Cards that are shuffled together: those of a kind, or those in a pile that match one of its queries."""

    kind: str
    pile: str = ""
    queries: tuple[str, ...] = ()

    def holds(self, card: Card, context: RenderContext) -> bool:
        """Whether a card is one of them."""
        if self.pile:
            return any(context.matches(query, card) for query in self.queries)
        return card.kind == self.kind

    def named(self, context: RenderContext) -> str:
        """Title of the kind or the pile."""
        label = f"pile:{self.pile}" if self.pile else f"kind:{self.kind}"
        return context.game.label(label, context.language) or self.pile or self.kind


def _piles(game: Game) -> Iterator[_Shuffled]:
    """Yield the piles of a game, for all modes and for those in which they are different."""
    for path, pile in piles_in(game.definition):
        owners: dict[Hashable, list[str]] = {}
        for at, part in parts_in((), pile):
            owners.setdefault(at[:-2], []).append(part["of"])
        for queries in owners.values():
            yield _Shuffled("", str(path[-1]), tuple(queries))


def _differing_backs(
    shuffled: _Shuffled, cards: Iterable[Card], backs: Mapping[str, Face], context: RenderContext
) -> Finding | None:
    """Finding about the backs of cards: those of different faces, or those of one face that look different."""
    kind = shuffled.named(context)
    alike = {card.id: card for card in cards if not face_of(card, backs).backs_differ}
    if not alike:
        return None
    first = next(iter(alike.values()))
    face = face_of(first, backs)
    if second := next((card for card in alike.values() if face_of(card, backs).name != face.name), None):
        return _two_backs(kind, (first, second), backs)
    all_cards = [card for card in context.cards_by_face.get(face.name, ()) if shuffled.holds(card, context)]
    difference = _difference(all_cards or alike.values(), face.in_language(context.language), context)
    return _back_finding(kind, face, difference) if difference else None


def _difference(cards: Iterable[Card], face: Face, context: RenderContext) -> _Difference | None:
    """Compare drawn backs, in a context of their own: findings about cards that are not printed are dropped."""
    aside = RenderContext(
        context.game, context.language, context.assets, context.matches, context.cards_by_face
    )
    first, *others = {drawing_key(card, face, aside): card for card in cards}.values()
    if not others:
        return None
    digests = Digests(context.assets)

    def looks(card: Card) -> dict[Box, str]:
        scope = Scope(aside, face, card)
        return {box: digests.of(draw_boxes((box,), scope), face.size) for box in face.boxes}

    expected = looks(first)
    for other in others:
        looks_of_other = looks(other)
        if box := next((box for box in face.boxes if looks_of_other[box] != expected[box]), None):
            return _Difference(first, other, box)
    return None


def _back_finding(kind: str, face: Face, difference: _Difference) -> Finding:
    message = tr(
        "The backs of {kind} differ, so players can tell {one} from {two} face down: {box} is not the same on both. Make it the same on all cards, or add backs_differ: true to the face {face} if this is intended.",
        kind=kind,
        one=difference.one.id,
        two=difference.two.id,
        box=difference.box.id or tr("a box"),
        face=face.name,
    )
    cards = difference.one.id, difference.two.id
    return difference.box.finding(face, "backs-differ", "error", message, cards)


def _two_backs(kind: str, cards: tuple[Card, Card], backs: Mapping[str, Face]) -> Finding:
    one, two = cards
    face = face_of(two, backs)
    message = tr(
        "The backs of {kind} differ, so players can tell {one} from {two} face down: {one} has the face {face}, and {two} the face {other}. Use one face for all cards, or add backs_differ: true to the face {other} if this is intended.",
        kind=kind,
        one=one.id,
        two=two.id,
        face=face_of(one, backs).name,
        other=face.name,
    )
    return Finding("backs-differ", "error", message, (one.id, two.id), where=face.documents[-1].where())


# Extents of the texts and icons of a drawing.

_DESCENT = 0.2
"""How far small letters reach below the baseline, as a share of the type size."""


class Extent(NamedTuple):
    """Outermost points of a line of text or of an icon, in mm from the top left corner; icons are taken for round."""

    points: tuple[complex, ...]
    is_icon: bool

    @property
    def area(self) -> Area:
        """Rectangle around it."""
        low, high = corners_of(self.points)
        return Area(low.real, low.imag, high.real - low.real, high.imag - low.imag)


_UNMOVED = Transform()


def extents(parts: Iterable[DrawnPart], transform: Transform = _UNMOVED) -> Iterator[Extent]:
    """Yield the extent of every line of text and every icon, except in patterns, which may be cut off at an edge."""
    for part in parts:
        if isinstance(part, DrawnText):
            for area in _lines(part):
                corners = product((area.x, area.far[0]), (area.y, area.far[1]))
                yield Extent(tuple(transform.of(*corner) for corner in corners), is_icon=False)
        elif isinstance(part, DrawnIcon):
            centre, reach = complex(part.x, part.y), part.side / 2
            ends = (centre + reach * 1j**quarter for quarter in range(4))
            yield Extent(tuple(transform.of(end.real, end.imag) for end in ends), is_icon=True)
        elif isinstance(part, DrawnGroup):
            turn, centre = exp(1j * radians(part.turn)), complex(*part.centre)
            yield from extents(part.parts, transform.then(turn, centre - turn * centre))
        elif isinstance(part, DrawnRepeat) and not part.clip:
            for place in part.places:
                yield from extents(part.parts, transform.then(1, complex(*place)))


def _lines(text: DrawnText) -> Iterator[Area]:
    """Yield the area of each line, from the top of its capitals."""
    for line in text.lines:
        runs = [run for run in line.runs if not run.span]
        if runs:
            last, unit = runs[-1], (runs[-1].size or text.size) * POINT
            letters = len(last.text.rstrip())
            width = last.font.widths[last.text.rstrip()] + max(letters - 1, 0) * text.tracking
            largest = max(run.size or text.size for run in runs) * POINT
            top = line.y - max(run.font.cap for run in runs) / 1000 * largest
            reach = _DESCENT * any(run.text != run.text.upper() for run in runs)
            end, left = last.start + width / 1000 * unit, runs[0].start
            yield Area(left, top, end - left, line.y + reach * largest - top)


# Safe zone: texts and icons that are too near the cut, which is never exact.

_TOLERANCE = 0.2
"""How much nearer a text or icon may be, in mm: its bounding box is a little larger than its ink."""


class Zone(NamedTuple):
    """Cut of a face in its own mm, the factor it is enlarged by, and the safety margin in mm on paper.

    `outline` has the corners of a path along which the card is cut inside that rectangle.
    """

    cut: Area
    scale: float = 1.0
    safe: float = SAFE
    outline: tuple[tuple[float, float], ...] = ()

    @property
    def area(self) -> Area:
        """Rectangle in which texts and icons are safe, in mm of the face."""
        return self.cut.inset(self.safe / self.scale, self.safe / self.scale)

    def distance(self, extent: Extent) -> float:
        """Distance of a text or an icon from the cut, in mm on paper; negative if it is beyond the cut."""
        if self.outline:
            distances = (cut_distance((point.real, point.imag), self.outline) for point in extent.points)
            return min(distances) * self.scale
        area, (right, bottom) = extent.area, self.cut.far
        nearest = min(area.x - self.cut.x, area.y - self.cut.y, right - area.far[0], bottom - area.far[1])
        return nearest * self.scale


def zone_at_home(face: Face) -> Zone:
    """Safe zone of a face that is printed at its own size and cut by hand."""
    return Zone(Area(0.0, 0.0, *face.size), outline=outline_of(face))


def outline_of(face: Face) -> tuple[tuple[float, float], ...]:
    """Corners of the outline that a face is cut along; none if it is a rectangle."""
    return () if face.cut == "rect" else tuple(cut_points(face.cut, face.size))


def report_outside_safe_zone(checked: CheckedFace, zone: Zone | None) -> None:
    """Report each box with a text or an icon outside the safe zone on some card, with the first such card.

    An icon that crosses the cut is part of the background, and so is any pattern.
    """
    face = checked.face
    doubtful = [box for box in face.boxes if zone and (zone.outline or _may_reach_out(box, zone.area))]
    if not zone or not doubtful:
        return
    drawn: set[Hashable] = set()
    noted: set[Box] = set()
    for card in checked.cards:
        scope = Scope(checked.context, face, card)
        for box in doubtful:
            key = sharing_key(box, scope)
            if box in noted or (key is not None and key in drawn):
                continue
            drawn.add(key)
            near = min(_distances(box, scope, zone), default=zone.safe)
            if near < zone.safe - _TOLERANCE:
                noted.add(box)
                _note(box, scope, near, zone.safe)


def _may_reach_out(box: Box, safe: Area) -> bool:
    """Whether a box may reach outside the safe zone, judging by the position of its boxes alone."""
    return any(turned or not _within(area, safe) for area, turned in _areas(box, (0.0, 0.0)))


def _areas(box: Box, corner: tuple[float, float], *, turned: bool = False) -> Iterator[tuple[Area, bool]]:
    """Yield the areas of the texts and icons of a box, and whether they are turned; a row is one area."""
    area = box.at._replace(x=corner[0] + box.at.x, y=corner[1] + box.at.y)
    turned = turned or bool(box.turn)
    if box.nested and not box.stacks and (inside := box.placed_inside(area)):
        for inner, _ in inside:
            yield from _areas(inner, (area.x, area.y), turned=turned)
    elif not box.is_ground and any(inner.is_read for inner in box.with_nested()):
        yield area, turned


def _within(area: Area, safe: Area) -> bool:
    (right, bottom), (far_right, far_bottom) = area.far, safe.far
    return area.x >= safe.x and area.y >= safe.y and right <= far_right and bottom <= far_bottom


def _distances(box: Box, scope: Scope, zone: Zone) -> Iterator[float]:
    """Yield the distances of the texts and icons of a box from the cut, except for icons of the background."""
    for extent in extents(draw_boxes((box,), scope)):
        near = zone.distance(extent)
        if near >= 0 or not extent.is_icon:
            yield near


def _note(box: Box, scope: Scope, near: float, safe: float) -> None:
    details = {"card": scope.card.id, "box": box.id or scope.face.name, "safe": scope.number(safe)}
    found = round(near, 1)
    message = (
        tr(
            "{card}: a text or icon in {box} is only {near} mm from the cut, and cutting is not exact. "
            "Keep texts and icons at least {safe} mm inside.",
            **details,
            near=scope.number(found),
        )
        if near >= 0
        else tr(
            "{card}: a text or icon in {box} is cut off at the edge. Keep texts and icons at least {safe} "
            "mm inside.",
            **details,
        )
    )
    box.report(scope, "safe-zone", "warning", message, found=found, limit=safe)


# Pictures with too few pixels for their printed size.

LEAST_DPI = 300
"""Resolution at which a picture looks sharp in print; print shops ask for it."""

_NAMED = 3
"""Most pictures that a finding names, the coarsest first."""


def report_coarse_pictures(checked: CheckedFace) -> None:
    """Report each box of a face with pictures of too few pixels, naming the coarsest."""
    face, context = checked.face, checked.context
    if not has_pictures(face.boxes):
        return
    coarse: dict[PictureBox, dict[str, int]] = {}
    cards_by_box: dict[PictureBox, dict[str, None]] = {}
    for card in checked.cards:
        for box, scope, size in shown_boxes(face.boxes, Scope(context, face, card)):
            if not isinstance(box, PictureBox):
                continue
            name = box.name_on(scope)
            dots = _dots(name, box, size, context.assets)
            if dots is not None and dots < LEAST_DPI:
                known = coarse.setdefault(box, {})
                known[name] = min(dots, known.get(name, LEAST_DPI))
                cards_by_box.setdefault(box, {})[card.id] = None
    for box, dots_by_name in coarse.items():
        context.note(_finding(face, box, dots_by_name, tuple(cards_by_box[box])))


def _dots(name: str, box: PictureBox, size: tuple[float, float], assets: Mapping[str, bytes]) -> int | None:
    """Resolution of a picture in its box, in dpi; None if there is no picture, or it is a drawing."""
    if not (name and has_picture(name, assets)):
        return None
    content = picture(name, assets)
    if not isinstance(content, Pixels):
        return None
    area = box.whole_area(content, Area(0.0, 0.0, *size))
    return round(25.4 * min(content.width / area.width, content.height / area.height))


def _finding(face: Face, box: PictureBox, coarse: Mapping[str, int], cards: tuple[str, ...]) -> Finding:
    coarsest = sorted(coarse.items(), key=lambda pair: pair[1])
    named = [tr("{name} ({count} dpi)", name=name, count=dots) for name, dots in coarsest[:_NAMED]]
    message = trn(
        "{count} picture in {box} of the face {face} is below {limit} dpi: {names}. Use a larger "
        "picture or a smaller box.",
        "{count} pictures in {box} of the face {face} are below {limit} dpi: {names}. Use larger "
        "pictures or a smaller box.",
        len(coarse),
        names=", ".join(named) + (", …" if len(coarsest) > _NAMED else ""),
        box=box.id or tr("a box"),
        face=face.name,
        limit=LEAST_DPI,
    )
    found = coarsest[0][1]
    return box.finding(face, "coarse-picture", "warning", message, cards, found=found, limit=LEAST_DPI)
