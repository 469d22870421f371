"""Cards drawn for documents: fronts, backs, pieces laid as they lie, a front with the names of its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.messages import print_tr
from deckwright.press.boxes.box import placed_boxes
from deckwright.press.boxes.shape import ShapeBox
from deckwright.press.documents.content import FRAMES, Frame, PartLabel, Piece
from deckwright.press.drawing.card import draw_card
from deckwright.press.drawing.context import RenderContext, Scope
from deckwright.press.faces.choice import cards_by_face, face_of, load_sides, query_matcher
from deckwright.press.graphics.cuts import cut_path
from deckwright.press.graphics.parts import (
    Area,
    DrawnGroup,
    DrawnText,
    all_parts,
    bounds_of,
    common,
    rectangle,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from deckwright.model.card import Card
    from deckwright.press.boxes.box import Box
    from deckwright.press.faces.face_file import Face


CORNER = 3.0
"""Radius of the corners of a card in pictures, in mm."""


class CardDrawings:
    """Drawings of some cards as pieces, each side drawn once. What is wrong with them is reported when they are printed."""

    def __init__(self, context: RenderContext, cards: Collection[Card], shown: Sequence[Card]) -> None:
        game = context.game
        self._context, self._cards = context, cards
        self._drawing = RenderContext(
            game, context.language, context.assets, query_matcher(game), cards_by_face(game, cards)
        )
        self._fronts, self._backs = load_sides(game, shown, context.assets, "pdf", "rules")
        self._drawn_fronts: dict[str, Piece] = {}
        self._drawn_backs: dict[str, Piece] = {}

    def front(self, card: Card) -> Piece:
        """Front of a card."""
        return self._piece(card, self._fronts, self._drawn_fronts)

    def back(self, card: Card) -> Piece:
        """Back of a card."""
        return self._piece(card, self._backs, self._drawn_backs)

    def placed(
        self, places: Iterable[tuple[Piece, Card, tuple[float, float]]], window: Sequence[float] = ()
    ) -> Iterator[Piece]:
        """Yield the pieces of cards with their corners; each place is a column and a row of the game's grid, or mm for cards without a shape there.

        Only what is in the `window` is seen, if it is not empty: its left and upper edge, width and height.
        """
        places = list(places)
        grid = self._context.game.definition.get("grid", {})
        left, top = (min(at[axis] for *_, at in places) for axis in (0, 1))
        for drawing, card, (x, y) in places:
            shape = card.fields.get(grid.get("shape"))
            columns, rows = grid["shapes"][shape] if shape else drawing.size
            is_across = (columns > rows) != (drawing.size[0] > drawing.size[1]) and columns != rows
            piece = laid_across(drawing) if is_across else drawing
            width, height = piece.size[0] / columns, piece.size[1] / rows
            placed = piece._replace(corner=((x - left) * width, (y - top) * height))
            if window:
                seen = (side * unit for side, unit in zip(window, (width, height) * 2, strict=True))
                placed = seen_in(Area(*seen), placed)
            yield placed

    def labelled_front(self, card: Card) -> Piece:
        """Front of a card with the labels of its parts; a text that all cards of its kind have is not one."""
        icon_field = _icon_field(self._context, card, self._cards)
        labels = _part_labels(*self._boxes(card), icon_field)
        language = self._context.language
        texts = {other.text("text", language) for other in self._cards if other.kind == card.kind}
        untold = print_tr("Effect") if len(texts) == 1 else ""
        return self.front(card)._replace(labels=tuple(label for label in labels if label.text != untold))

    def frame_of(self, card: Card, fields: Collection[str]) -> Frame | None:
        """Frame of the number that shows some fields on the front of a card, with this in its middle: the shape that it stands on, unless that is a rectangle."""
        boxes, scope = self._boxes(card)
        shapes: list[tuple[ShapeBox, Area]] = []
        for box, area in placed_boxes(boxes, scope):
            if isinstance(box, ShapeBox):
                shapes.append((box, area))
            elif box.signs == set(fields):
                return _frame(box, area, shapes, scope)
        return None

    def _boxes(self, card: Card) -> tuple[Sequence[Box], Scope]:
        """The boxes of the front of a card, and what they are drawn with."""
        face = face_of(card, self._fronts).in_language(self._context.language)
        return face.boxes, Scope(self._drawing, face, card)

    def _piece(self, card: Card, faces: Mapping[str, Face], drawn: dict[str, Piece]) -> Piece:
        if card.id not in drawn:
            face = face_of(card, faces)
            cut = cut_path(face.cut, Area(0.0, 0.0, *face.size), CORNER)
            drawn[card.id] = Piece(tuple(draw_card(card, face, self._drawing)), face.size, cut)
        return drawn[card.id]


_LARGEST_PART = 0.4
"""Largest share of a card that a part has which is named: larger ones, and those as wide as the card, are backgrounds."""

_LARGEST_ICON = 0.04
"""Largest share of a card that something without a name has which no line crosses, such as the icon before a number."""

_HEIGHTS, _ON_PICTURE = (0.5, 0.3, 0.7), 0.2
"""Heights of a part at which a line can end, as shares of its own, and how far it ends inside a picture, as a share of its width."""


def _part_labels(boxes: Iterable[Box], scope: Scope, icon_field: str) -> list[PartLabel]:
    """The parts of a card that show its name, fields, marks or texts, each named once, where it is shown first.

    `icon_field` is the field that the icons of its kind stand for, '' for none.
    """
    card, told = Area(0.0, 0.0, *scope.face.size), {""}
    labels: list[PartLabel] = []
    icons: list[Area] = []
    for box, area in placed_boxes(boxes, scope):
        parts = tuple(box.drawn(scope, area))
        bounds = bounds_of(parts)
        drawn = bounds and common(bounds, card)
        signs = box.signs | {box.row} if not box.places else frozenset()
        names = [
            name
            for sign in sorted(signs)
            if (name := _part_name(icon_field if sign == "icon" else sign, scope.context)) not in told
        ]
        if not drawn:
            continue
        share = drawn.width * drawn.height / (card.width * card.height)
        if not names and share <= _LARGEST_ICON:
            icons.append(drawn)
        elif names and share <= _LARGEST_PART and drawn.width < card.width:
            told.update(names)
            has_words = any(isinstance(part, DrawnText) for part in all_parts(parts))
            inside = 0.0 if has_words else _ON_PICTURE * drawn.width
            labels.append(PartLabel(" · ".join(names), drawn.inset(inside, 0.0)))
    areas = [*icons, *(label.area for label in labels)]
    return [label._replace(area=_clear_of(areas, label.area, card.width)) for label in labels]


def _clear_of(others: Iterable[Area], part: Area, width: float) -> Area:
    """A part at a height at which no other is between it and the nearer edge of its card; without one, with what is between."""
    middle = part.centre[1]
    is_left = part.x < width / 2 - part.width / 4
    beside = [other for other in others if (other.x < part.x if is_left else other.far[0] > part.far[0])]
    for y in (part.y + share * part.height for share in _HEIGHTS):
        if not any(other.y < y < other.far[1] for other in beside):
            return part._replace(y=y, height=0.0)
    ends = [part, *(other for other in beside if other.y < middle < other.far[1])]
    left = min(end.x for end in ends) if is_left else part.x
    right = part.far[0] if is_left else max(end.far[0] for end in ends)
    return part._replace(x=left, width=right - left)


def _part_name(sign: str, context: RenderContext) -> str:
    """What a part of a card is called that shows a field, the name, the marks, or a text; '' for others."""
    printed_words = {"name": print_tr("Name"), "marks": print_tr("Marks"), "text": print_tr("Effect")}
    return printed_words.get(sign) or context.label(f"field:{sign}") or context.label(f"text:{sign}")


def _icon_field(context: RenderContext, card: Card, cards: Iterable[Card]) -> str:
    """The field of a card's kind whose choices have an icon each, which all their cards have; '' if there is none."""
    alike = [other for other in cards if other.kind == card.kind]
    for name in card.fields:
        field = context.game.fields.get(name)
        if not field or field.type != "choice" or field.many:
            continue
        icons = {(other.fields.get(name), other.icon) for other in alike}
        if (
            1
            < len(icons)
            == len({icon for _, icon in icons})
            == len({choice for choice, _ in icons})
            < len(alike)
        ):
            return name
    return ""


def _frame(number: Box, area: Area, below: Sequence[tuple[ShapeBox, Area]], scope: Scope) -> Frame | None:
    """Frame of a number in an area: the last of the shapes that are drawn below its middle."""
    x, y = area.centre
    behind = [(box, at) for box, at in below if at.x < x < at.far[0] and at.y < y < at.far[1]]
    if not behind:
        return None
    shape, whole = behind[-1]
    name, colours = scope.chosen(shape.shape), shape.veil(whole, whole, scope)
    if name not in FRAMES or not colours:
        return None
    middle = whole.inset((whole.width - area.width) / 2, (whole.height - area.height) / 2)
    parts = (*shape.drawn(scope, whole), *number.drawn(scope, middle))
    return Frame(name, colours[0].colour, whole, parts)


def seen_in(window: Area, piece: Piece) -> Piece:
    """What is seen of a placed piece in a window, in mm, whose corner is that of all pieces then."""
    x, y = piece.corner[0] - window.x, piece.corner[1] - window.y
    right, low = min(piece.size[0], window.width - x), min(piece.size[1], window.height - y)
    left, top = max(0.0, -x), max(0.0, -y)
    seen, whole = Area(left, top, right - left, low - top), Area(0.0, 0.0, *piece.size)
    if seen == whole:
        return piece._replace(corner=(x, y))
    parts = (DrawnGroup(piece.parts, clip=piece.cut),)
    is_left, is_right = seen.x == whole.x, seen.far[0] == whole.far[0]
    is_high, is_low = seen.y == whole.y, seen.far[1] == whole.far[1]
    own = (is_left and is_high, is_right and is_high, is_right and is_low, is_left and is_low)
    radius = CORNER if piece.cut == rectangle(whole, (CORNER,) * 4) else 0.0
    radii = tuple(radius * is_own for is_own in own)
    return piece._replace(parts=parts, size=(right, low), cut=rectangle(seen, radii), corner=(x, y))


def upper_part(piece: Piece, height: float) -> Piece:
    """The upper part of a piece, as if cut there with round corners."""
    width, whole = piece.size
    size = (width, min(height, whole))
    return piece._replace(size=size, cut=rectangle(Area(0.0, 0.0, *size), (CORNER,) * 4))


def laid_across(piece: Piece) -> Piece:
    """A piece that is printed upright, or on its side, as it lies on the table: turned to the left."""
    width, height = piece.size
    parts = DrawnGroup((DrawnGroup(piece.parts, clip=piece.cut),), -90.0, (width / 2, width / 2))
    return piece._replace(
        parts=(parts,), size=(height, width), cut=rectangle(Area(0.0, 0.0, height, width), (CORNER,) * 4)
    )
