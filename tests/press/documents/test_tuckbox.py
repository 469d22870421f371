"""The module press/documents/tuckbox: boxes are folded here as numbers, and what meets must fit."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.press.documents.tuckbox import (
    CARD_THICKNESS,
    ROOM,
    SLEEVE_EDGE,
    TAB,
    Art,
    BoxedDeck,
    BoxSize,
    TuckBox,
    flat_box,
    print_tuckbox,
)
from deckwright.press.graphics.cuts import card_size, card_size_names

SIZES = [card_size(name, None).size for name in card_size_names()]
BOXES = st.builds(
    lambda card, cards, sleeve, dividers: BoxedDeck(cards, card, CARD_THICKNESS, sleeve, dividers).box,
    st.sampled_from(SIZES),
    st.integers(1, 200),
    st.sampled_from([0.0, 0.1, 0.35]),
    st.integers(0, 3),
)


def in_3d(point):
    return (*point, 0.0)


def plus(*vectors):
    return tuple(map(sum, zip(*vectors, strict=True)))


def times(number, vector):
    return tuple(number * part for part in vector)


def unit(start, end):
    length = sum((far - near) ** 2 for near, far in zip(start, end, strict=True)) ** 0.5
    return tuple((far - near) / length for near, far in zip(start, end, strict=True))


def folded(flat, name, point):
    """Where a point of a panel is when the box is folded, printed side out, its back on the plane z = 0."""
    panel = flat.panels[name]
    if not panel.folds_to:
        return in_3d(point)
    start, end, third, _ = panel.corners
    along = unit(start, end)
    out = (along[1], -along[0])  # away from the hinge, within the flat panel
    assert sum(part * (far - near) for part, far, near in zip(out, third, end, strict=True)) > 0
    across = sum(part * (far - near) for part, far, near in zip(along, point, start, strict=True))
    depth = sum(part * (far - near) for part, far, near in zip(out, point, start, strict=True))
    hinge, further, beyond = (
        folded(flat, panel.folds_to, each) for each in (start, plus(start, along), plus(start, out))
    )
    parent_along, parent_out = plus(further, times(-1, hinge)), plus(beyond, times(-1, hinge))
    # The normal of the parent points away from the printed side: that is where its flap goes.
    inwards = normal(parent_along, parent_out)
    return plus(hinge, times(across, parent_along), times(depth, inwards))


def normal(along, out):
    a, b, c = along
    d, e, f = out
    return (b * f - c * e, c * d - a * f, a * e - b * d)


def near(points, others):
    return sorted(map(rounded, points)) == sorted(map(rounded, others))


def rounded(point):
    return tuple(round(part, 3) + 0.0 for part in point)


def corners_of(flat, name):
    return [folded(flat, name, corner) for corner in flat.panels[name].corners]


def is_between(points, *bounds):
    return all(
        low - 0.001 <= part <= high + 0.001
        for point in points
        for part, (low, high) in zip(point, bounds, strict=True)
    )


@given(box=BOXES, share=st.sampled_from([1.0, 0.65]))
def test_a_folded_box_closes(box, share):
    flat = flat_box(box, share)
    width, height, depth = box
    top = flat.panels["back"].area.y
    low = top + height
    inside = normal(*((1.0, 0.0, 0.0), (0.0, -1.0, 0.0)))[2]  # the side of the back on which its flaps are
    z = depth * inside
    assert near(corners_of(flat, "front"), [(0, top, z), (width, top, z), (0, low, z), (width, low, z)])
    assert near(corners_of(flat, "left"), [(width, y, d) for y in (top, low) for d in (0, z)])
    assert near(corners_of(flat, "right"), [(0, y, d) for y in (top, low) for d in (0, z)])
    assert near(corners_of(flat, "lid"), [(x, top, d) for x in (0, width) for d in (0, z)])
    assert near(corners_of(flat, "bottom"), [(x, low, d) for x in (0, width) for d in (0, z)])
    # What is glued lies on the back, and what is tucked in behind the front.
    for name in ("seam", "bottom seam"):
        assert is_between(corners_of(flat, name), (0, width), (top, low), (0, 0))
    assert is_between(corners_of(flat, "tuck"), (0, width), (top, low), (z, z))
    depths = sorted((0, z))
    for flaps, y in (("dust flap", top), ("bottom flap", low)):
        left, right = (corners_of(flat, f"{side} {flaps}") for side in ("left", "right"))
        assert is_between([*left, *right], (0, width), (y, y), depths)
        assert min(x for x, _, _ in left) > max(x for x, _, _ in right)


def is_apart(one, other):
    """Whether two convex shapes have no more than an edge in common."""
    for shape in (one, other):
        for (x, y), (end_x, end_y) in zip(shape, [*shape[1:], shape[0]], strict=True):
            sides = [
                [(end_x - x) * (b - y) - (end_y - y) * (a - x) for a, b in corners]
                for corners in (one, other)
            ]
            if max(sides[0]) <= min(sides[1]) + 0.001 or max(sides[1]) <= min(sides[0]) + 0.001:
                return True
    return False


@example(box=BoxSize(71.0, 36.0, 5.0), share=1.0)
@given(box=BOXES, share=st.sampled_from([1.0, 0.65]))
def test_nothing_overlaps_in_the_flat_and_all_is_within_its_size(box, share):
    flat = flat_box(box, share)
    shapes = [list(panel.corners) for panel in flat.panels.values()]
    assert all(is_apart(one, other) for one, other in combinations(shapes, 2))
    points = [corner for shape in shapes for corner in shape]
    assert is_between(points, (0, flat.size[0]), (0, flat.size[1]))


@given(box=BOXES)
def test_every_edge_is_a_fold_or_a_cut(box):
    flat = flat_box(box)
    paths = [panel.cut for panel in flat.panels.values()]
    steps = [step for path in paths for step in path]
    ends = Counter()
    for (_, numbers), following in zip(steps, [*steps[1:], ("m", ())], strict=True):
        ends[rounded(numbers[-2:])] += following[0] == "m"
    ends.update(rounded(numbers) for step, numbers in steps if step == "m")
    # The cuts are one line around the box: each begins where another ends.
    assert {number for number in ends.values() if number} == {2}
    folds = {frozenset(map(rounded, panel.corners[:2])) for panel in flat.panels.values() if panel.folds_to}
    edges = {
        frozenset(map(rounded, (start, end)))
        for path in paths
        for (_, start), (step, end) in pairwise(path)
        if step == "l"
    }
    assert not folds & edges
    assert len(folds) == len(flat.panels) - 1


def test_a_box_has_room_for_cards_sleeves_and_dividers():
    assert BoxedDeck(54, (63.0, 88.0), 0.3).box == BoxSize(64.0, 89.0, 17.2)
    sleeved = BoxedDeck(54, (63.0, 88.0), 0.3, 0.2).box
    assert sleeved == BoxSize(64.0 + SLEEVE_EDGE, 89.0 + SLEEVE_EDGE, 28.0)
    divided = BoxedDeck(54, (63.0, 88.0), 0.3, 0.0, 2).box
    assert divided == BoxSize(64.0, 89.0 + TAB, round(56 * 0.3 + ROOM, 2))
    assert BoxedDeck(1, (63.0, 88.0)).box.depth == 5.0


def box_of(deck, title="Frogs", dividers=()):
    return TuckBox(title, "", "en", deck, Art((), deck.card), dividers=dividers)


@pytest.mark.parametrize("paper", [(210.0, 297.0), (297.0, 210.0), (215.9, 279.4)])
def test_a_usual_deck_fits_on_usual_paper(paper, tmp_path):
    with (tmp_path / "box.pdf").open("wb") as out:
        printed = print_tuckbox(box_of(BoxedDeck(78, (70.0, 120.0))), paper, {}, out)
    assert (printed.pages, printed.findings) == (1, [])


def test_a_box_that_no_page_holds_says_which_would(tmp_path):
    with (tmp_path / "box.pdf").open("wb") as out, pytest.raises(InputError) as caught:
        print_tuckbox(box_of(BoxedDeck(150, (70.0, 120.0))), (210.0, 297.0), {}, out)
    assert "flat, it is 248 × 237 mm, and the paper 210 × 297" in caught.value.message
    assert caught.value.hint == "Use --sheet a3, tabloid, or fewer cards with --cards."


def test_a_box_that_no_paper_holds_needs_fewer_cards(tmp_path):
    with (tmp_path / "box.pdf").open("wb") as out, pytest.raises(InputError) as caught:
        print_tuckbox(box_of(BoxedDeck(900, (70.0, 120.0))), (210.0, 297.0), {}, out)
    assert caught.value.hint == "Use fewer cards with --cards."


def test_dividers_fill_as_many_pages_as_they_need(tmp_path):
    deck = BoxedDeck(30, (63.0, 88.0), dividers=10)
    box = box_of(deck, dividers=tuple(f"Level {number}" for number in range(10)))
    with (tmp_path / "box.pdf").open("wb") as out:
        printed = print_tuckbox(box, (210.0, 297.0), {}, out)
    assert printed.pages == 1 + 2
    assert not printed.findings


def test_a_word_that_has_no_room_on_a_spine_is_a_finding(tmp_path):
    with (tmp_path / "box.pdf").open("wb") as out:
        printed = print_tuckbox(box_of(BoxedDeck(5, (44.0, 63.0)), "Frogs " * 40), (210.0, 297.0), {}, out)
    assert {finding.rule for finding in printed.findings} == {"overflow"}
