"""The module press/documents/lying: pieces are drawn within the size that they say they have."""

from __future__ import annotations

from math import inf

import pytest

from deckwright.press.documents.content import Frame, Item, Piece
from deckwright.press.documents.lying import Lying, tilted
from deckwright.press.graphics.parts import Area, rectangle

SIZE = (63.0, 88.0)


def pieces(count, *corners):
    outline = rectangle(Area(0, 0, *SIZE))
    return tuple(Piece((), SIZE, outline, corner) for corner in corners or [(0.0, 0.0)] * count)


@pytest.mark.parametrize("scale", [0.2, 0.5, 1.0])
@pytest.mark.parametrize("count", [1, 2, 5, 6, 8])
@pytest.mark.parametrize("lie", ["row", "piles"])
def test_pieces_are_within_their_size(lie, count, scale):
    lying = Lying(Item(pieces=pieces(count), lie=lie), scale, inf)
    drawn = list(lying.draw(Area(10, 20, lying.width, lying.height)))
    assert min(card.place[0] for card in drawn) == pytest.approx(10)
    assert min(card.place[1] for card in drawn) == pytest.approx(20)
    assert max(card.place[0] + SIZE[0] * card.scale for card in drawn) == pytest.approx(10 + lying.width)
    assert max(card.place[1] + SIZE[1] * card.scale for card in drawn) == pytest.approx(20 + lying.height)
    assert {card.scale for card in drawn} == {scale}


def test_placed_pieces_lie_at_their_corners_and_a_row_can_be_wider():
    placed = Lying(Item(pieces=pieces(0, (0, 0), (63, 88)), lie="placed"), 0.5, inf)
    assert (placed.width, placed.height) == (63, 88)
    assert [card.place for card in placed.draw(Area(0, 0, 63, 88))] == [(0, 0), (31.5, 44)]
    row = Lying(Item(pieces=pieces(3), lie="row"), 0.5, inf)
    before = row.width
    row.widen(8)
    assert row.width == before + 8
    first, second, third = row.draw(Area(0, 0, row.width, row.height))
    assert second.place[0] - first.place[0] == third.place[0] - second.place[0] == 31.5 + 1 + 4


def test_only_dashes_are_drawn_around_a_free_place():
    placed, free = pieces(0, (0, 0), (63, 88))
    lying = Lying(Item(pieces=(placed, free._replace(is_free=True)), lie="placed"), 0.5, inf)
    _, card = lying.draw(Area(0, 0, lying.width, lying.height))
    (edge,) = card.part.parts
    assert edge.path == free.cut
    assert edge.dash
    assert not edge.fill


def test_a_few_cards_cover_each_other_only_beside_many():
    few = Item(pieces=pieces(3), lie="row")
    assert not Lying(few, 0.5, inf).is_covered
    assert Lying(few, 0.5, inf, beside_many=True).width == pytest.approx(31.5 * 2.2)
    assert Lying(Item(pieces=pieces(6), lie="row"), 0.5, inf).is_covered


def test_signs_are_between_the_pieces_of_a_row_and_touch_none():
    first, second, third = pieces(3)
    signed = (first, second._replace(sign="mdi:plus"), third._replace(sign="mdi:equal"))
    lying = Lying(Item(pieces=signed, lie="row"), 0.25, inf)
    area = Area(10, 20, lying.width, lying.height)
    edges = [(card.place[0], card.place[0] + SIZE[0] * card.scale) for card in lying.draw(area)]
    signs = list(lying.signs(area))
    assert [sign for sign, _ in signs] == ["mdi:plus", "mdi:equal"]
    for (_, left), (_, spot), (right, _) in zip(edges[:-1], signs, edges[1:], strict=True):
        assert left < spot.x < spot.far[0] < right
        assert spot.centre == (pytest.approx((left + right) / 2), pytest.approx(20 + lying.height / 2))
    assert not list(Lying(Item(pieces=pieces(3), lie="row"), 0.25, inf).signs(area))


def test_tokens_of_a_row_never_cover_each_other():
    token = pieces(1)[0]._replace(size=(35.0, 35.0))
    (first, second, *_) = Lying(Item(pieces=(token,) * 6, lie="row"), 0.5, inf).draw(Area(0, 0, 200, 18))
    assert second.place[0] - first.place[0] > 17.5


@pytest.mark.parametrize(("left", "is_right"), [(2.0, False), (39.0, True)])
def test_an_enlarged_frame_is_up_and_towards_the_nearer_side(left, is_right):
    """It is in the area, and covers less of the card than in its own middle."""
    (card,), room = pieces(1), Area(10.0, 20.0, 50.0, 60.0)
    frame = Frame("circle", "#ffc800", Area(left, 30.0, 22.0, 22.0), ())
    below, above = tilted(card, frame, room)
    x, y = frame.area.centre
    own, large = ((part.place[0] + part.scale * x, part.place[1] + part.scale * y) for part in (below, above))
    assert (large[0] > own[0]) == is_right
    assert large[1] < own[1]
    side = 11 * above.scale
    assert room.x <= large[0] - side + 1e-6
    assert large[0] + side <= room.far[0] + 1e-6
    assert above.scale == pytest.approx(1.7 * below.scale)
