"""Whole cards: the boxes of a face filled with the card's contents, as a list of plain parts; and digests of what they look like."""

from __future__ import annotations

from array import array
from functools import cache
from hashlib import blake2b
from itertools import groupby
from typing import TYPE_CHECKING

from deckwright.press.drawing.context import Scope, Share
from deckwright.press.drawing.low_ink import LowInk
from deckwright.press.graphics.icons import icon
from deckwright.press.graphics.parts import (
    UNMOVED,
    Area,
    DrawnIcon,
    DrawnPicture,
    DrawnRepeat,
    DrawnShape,
    DrawnText,
    rectangle,
)
from deckwright.press.graphics.pictures import file_of
from deckwright.press.looks.colours import INK, OWN
from deckwright.press.looks.expressions import ENTRY, STAMPS

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping

    from deckwright.model.card import Card
    from deckwright.press.drawing.context import BoxToDraw, FaceToDraw, RenderContext
    from deckwright.press.graphics.fonts import Font
    from deckwright.press.graphics.parts import DrawnPart

_INSET = 4.0
_RADIUS = 2.0


def draw_blank_card(size: tuple[float, float]) -> DrawnShape:
    """Draw the frame of a blank card to write on."""
    area = Area(0.0, 0.0, *size).inset(_INSET, _INSET)
    return DrawnShape(rectangle(area, (_RADIUS,) * 4), stroke="#999999", width=0.2)


def draw_boxes(
    boxes: Iterable[BoxToDraw], scope: Scope, corner: tuple[float, float] = (0.0, 0.0)
) -> Iterator[DrawnPart]:
    """Draw boxes; their positions are relative to `corner`."""
    for box in boxes:
        if not scope.holds(box.when):
            continue
        at = box.at
        area = Area(corner[0] + at.x, corner[1] + at.y, at.width, at.height)
        yield from box.drawn(scope, area)


# Drawings that many cards share, made once.

_SELDOM_SHARED = frozenset(
    {"id", "name", "text", "flavour", "icon", "texts", "index", "index:kind", "number"}
)
"""Fields that rarely two cards have in common; a game's other texts are like these."""


def share_of(boxes: Iterable[BoxToDraw], face: FaceToDraw, texts: frozenset[str]) -> Share:
    """What the drawing of some boxes depends on, the boxes inside them included; `texts` are the names of the game's texts."""
    fields: set[str] = set()
    # What has no colour of its own on a card is drawn in this one.
    colours = {INK}
    queries: set[str] = set()
    is_own = turns = False
    for box in (inner for whole in boxes for inner in whole.with_nested()):
        is_own |= box.card_fields is None
        turns |= box.both_ways
        fields |= box.card_fields or set()
        colours.update(box.colour_names)
        if box.has_text:
            colours.update(colour for colour in face.icon_colours.values() if colour != OWN)
        queries |= {box.when} - {""}
    fields.update(name for colour in colours for name in face.palette.fields(colour))
    fields -= ENTRY
    is_own = is_own or bool(fields & (_SELDOM_SHARED | texts))
    return Share(tuple(sorted(fields)), tuple(sorted(queries)), is_own, turns)


def sharing_key(what: BoxToDraw | tuple[BoxToDraw, ...], scope: Scope) -> Hashable:
    """Key of the shared drawing of a box, or of several; None if it differs on nearly every card."""
    shares = scope.context.shares
    share = shares.get(id(what))
    if share is None:
        boxes = what if isinstance(what, tuple) else (what,)
        share = shares[id(what)] = share_of(boxes, scope.face, scope.context.texts)
    return None if share.is_own else (id(what), share.case(scope))


def shared_drawing(boxes: tuple[BoxToDraw, ...], scope: Scope) -> tuple[DrawnPart, ...] | None:
    """Shared drawing of some boxes, from their top left corner; None if they cannot share one.

    A box that is drawn both ways up is rotated about the centre of the card, so its position there matters.
    """
    key = sharing_key(boxes, scope)
    if key is None or scope.context.shares[id(boxes)].turns:
        return None
    drawn = scope.context.drawings.get(key)
    if drawn is None:
        drawn = scope.context.drawings[key] = tuple(draw_boxes(boxes, scope))
    return drawn


# Whole cards.


def draw_card(card: Card, face: FaceToDraw, context: RenderContext) -> Iterator[DrawnPart]:
    """Draw a card; the parts that it shares with other cards are drawn once for all of them."""
    drawn = _drawn(card, face, context)
    return LowInk(face.size, context.drawings).parts(drawn) if context.low_ink else drawn


def _drawn(card: Card, face: FaceToDraw, context: RenderContext) -> Iterator[DrawnPart]:
    face = face.in_language(context.language)
    scope = Scope(context, face, card)
    for boxes, share in _runs(face, context):
        if share.is_own:
            yield from draw_boxes(boxes, scope)
            continue
        key = id(boxes), share.case(scope)
        drawn = context.drawings.get(key)
        if drawn is None:
            drawn = context.drawings[key] = tuple(draw_boxes(boxes, scope))
        yield DrawnRepeat(drawn)


def set_texts(card: Card, face: FaceToDraw, context: RenderContext) -> None:
    """Set the texts of a card as `draw_card` does, for what is reported about their room and letters, but none that surely fits."""
    face = face.in_language(context.language)
    scope = Scope(context, face, card)
    for boxes, share in _runs(face, context):
        if not share.is_own:
            key = id(boxes), share.case(scope)
            if key in context.drawings:
                continue
            context.drawings[key] = ()
        for box in boxes:
            if scope.holds(box.when) and not box.surely_fits(scope, box.at):
                for _ in box.drawn(scope, box.at):
                    pass


def shows_any(face: FaceToDraw, fields: frozenset[str]) -> bool:
    """Whether a drawing of the face depends on one of these fields, which are named by its boxes or its colours."""
    return not fields.isdisjoint(share_of(face.boxes, face, frozenset()).fields)


def drawing_key(card: Card, face: FaceToDraw, context: RenderContext) -> Hashable:
    """Key that is equal for two cards with the same drawing."""
    face = face.in_language(context.language)
    scope = Scope(context, face, card)
    shares = (share for _, share in _runs(face, context))
    return _design(face), *(card.id if share.is_own else share.case(scope) for share in shares)


def _design(face: FaceToDraw) -> Hashable:
    """What tells a face from all others: a back that is as large as each front has one name for all sizes."""
    return face.name, face.size, face.cut


def _runs(face: FaceToDraw, context: RenderContext) -> list[tuple[tuple[BoxToDraw, ...], Share]]:
    runs = context.box_groups.get(_design(face))
    if runs is None:
        runs = context.box_groups[_design(face)] = _group_boxes(face, context)
    return runs


def _group_boxes(face: FaceToDraw, context: RenderContext) -> list[tuple[tuple[BoxToDraw, ...], Share]]:
    """Consecutive boxes of a face, in groups that are either shared by cards or drawn for each."""
    shares = [(box, share_of((box,), face, context.texts)) for box in face.boxes]
    runs = [tuple(box for box, _ in run) for _, run in groupby(shares, key=lambda pair: pair[1].is_own)]
    return [(run, share_of(run, face, context.texts)) for run in runs]


# What cards look like, as digests.


class Digests:
    """Computes the digests of one job's cards; parts that cards share are read once.

    Equal drawings have equal digests, whatever else is printed with them. A digest covers all that the drawn parts consist
    of, and the content of their fonts, icons and pictures. It does not cover the sheet, the position on it or the program's
    version.
    """

    def __init__(self, assets: Mapping[str, bytes]) -> None:
        self._icon = cache(lambda name: self._of_values([icon(name, assets)]))
        self._picture = cache(lambda name: _digest(assets[file_of(name)]))
        self._font = cache(_font)
        self._shared: dict[int, tuple[tuple[DrawnPart, ...], str]] = {}

    def of(self, parts: Iterable[DrawnPart], size: tuple[float, float]) -> str:
        """Digest of a card's drawing and size (in mm): 32 hexadecimal digits."""
        return self._of_values((size, *parts))

    def _of_values(self, values: Iterable[object]) -> str:
        words: list[str] = []
        numbers: list[float] = []
        self._add(values, words, numbers)
        # Numbers of 32 bits are the same where another machine calculates their last digits otherwise.
        return _digest("\n".join(words).encode() + array("f", numbers).tobytes())

    def _add(self, values: Iterable[object], words: list[str], numbers: list[float]) -> None:
        """Add the words and numbers that values consist of, in order."""
        for value in values:
            if type(value) is float:
                numbers.append(value)
            elif type(value) is str:
                words.append(value)
            elif type(value) is DrawnRepeat:
                words.append(self._of_shared(value.parts))
                if value.places != UNMOVED or value.clip:
                    self._add(value[1:], words, numbers)
            elif type(value) is DrawnText:
                self._add_text(value, words, numbers)
            elif isinstance(value, int):
                numbers.append(value)
            elif isinstance(value, tuple):
                words.append(f"{type(value).__name__} {len(value)}")
                self._add(self._with_content(value), words, numbers)
            else:
                words.append(repr(value))

    def _add_text(self, text: DrawnText, words: list[str], numbers: list[float]) -> None:
        """Add a text: most of what cards do not share, so each line of this counts."""
        lines, size, colour, tracking, rules = text
        for y, runs in lines:
            for font, letters, start, span, run_size, run_colour in runs:
                words += (self._font(font), letters, run_colour)
                numbers += (y, start, span, run_size)
        words.append(colour)
        numbers += (size, tracking)
        self._add(rules, words, numbers)

    def _with_content(self, value: tuple[object, ...]) -> tuple[object, ...]:
        """Value as it is seen: an icon or a picture by its digest, as two games may use one name, a shape without the width of no line."""
        if isinstance(value, DrawnIcon):
            return (self._icon(value.icon), *value[1:])
        if isinstance(value, DrawnPicture):
            return (self._picture(value.name), *value[1:])
        if isinstance(value, DrawnShape) and not value.stroke:
            return value._replace(width=0.0, dash=(), cap=0, join=0)
        return value

    def _of_shared(self, parts: tuple[DrawnPart, ...]) -> str:
        shared = self._shared.get(id(parts))
        if shared is None:
            # Keeping the parts alive stops Python from reusing their id.
            shared = self._shared[id(parts)] = parts, self._of_values(parts)
        return shared[1]


def _font(font: Font) -> str:
    """Name of a font, with the checksum that OpenType stores of the whole file (`head`, bytes 8 to 11)."""
    return f"{font.name} {font.file.table('head')[8:12].hex()}"


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=16).hexdigest()


class CardLooks:
    """Digests of the drawings of a print, by the ids of cards and the names of faces, for the history of prints."""

    def __init__(self, assets: Mapping[str, bytes]) -> None:
        self._digests = Digests(assets)
        self.digests: dict[tuple[str, str], str] = {}
        self._compared: RenderContext | None = None
        self._is_drawn_anew: dict[str, bool] = {}

    def add(self, card: Card, face: FaceToDraw, parts: Iterable[DrawnPart], context: RenderContext) -> None:
        """Add the drawing of a card under a face, once; without what is not compared."""
        key = card.id, face.name
        if key in self.digests:
            return
        if self._compared is None:
            self._compared = context.for_comparing()
        if face.name not in self._is_drawn_anew:
            blank = self._compared.blank
            # A list of all fields or texts does not name the field that a game ignores.
            self._is_drawn_anew[face.name] = bool(blank - STAMPS) or shows_any(face, blank)
        if self._is_drawn_anew[face.name]:
            parts = draw_card(card, face, self._compared)
        self.digests[key] = self._digests.of(parts, face.size)
