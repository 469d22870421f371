"""However a sheet is described: a clear error, or cards that lie on the paper and do not overlap."""

import json
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.press.sheets.imposition import backs, folded_backs, fronts
from deckwright.press.sheets.sheet import crop_marks, cut_lines, fold_marks, registration_marks, ruler_area

SLIP = 1e-6


def ink(stand, size):
    """The rectangle that a card may cover, with its bleed."""
    x, y, (left, top, right, bottom), _ = stand
    return x - left, y - top, x + size[0] + right, y + size[1] + bottom


def read(sheet, content):
    """The sheet, or what is wrong with it."""
    try:
        return sheet(json.dumps(content)), None
    except InputError as fault:
        return None, fault


def meet(one, other):
    return (
        one[0] < other[2] - SLIP
        and other[0] < one[2] - SLIP
        and one[1] < other[3] - SLIP
        and other[1] < one[3] - SLIP
    )


def points_of(shape):
    return [point for _, numbers in shape.path for point in zip(numbers[::2], numbers[1::2], strict=True)]


@given(data=st.data())
def test_cards_lie_on_the_paper_and_never_overlap_or_the_sheet_is_an_error(sheet, any_sheet, data):
    one, fault = read(sheet, data.draw(any_sheet))
    if fault:
        assert fault.message
        assert fault.where.line
        return
    assert len(one.places()) == one.cards >= 1
    sides = [[*fronts(one), *(folded_backs(one) if one.fold else ())]]
    sides += [backs(one, edge) for edge in ("long", "short")]
    for stands in sides:
        inks = [ink(stand, one.card) for stand in stands]
        for left, top, right, bottom in inks:
            assert min(left, top) >= -SLIP
            assert right <= one.paper[0] + SLIP
            assert bottom <= one.paper[1] + SLIP
        assert not any(meet(first, second) for first, second in combinations(inks[:60], 2))
    assert all(reach <= one.bleed for stand in fronts(one) for reach in stand.reach)


@given(data=st.data())
def test_marks_stand_beside_the_cards_and_on_the_paper(sheet, any_sheet, data):
    one, _ = read(sheet, data.draw(any_sheet))
    if one is None:
        return
    stands = [*fronts(one), *(folded_backs(one) if one.fold else [])]
    inks = [ink(stand, one.card) for stand in stands]
    boxes = []
    for shape in (*crop_marks(one), *fold_marks(one), *registration_marks(one)):
        xs, ys = zip(*points_of(shape), strict=True)
        boxes.append((min(xs), min(ys), max(xs) + SLIP, max(ys) + SLIP))
    area = ruler_area(one) if one.ruler else None
    boxes += [(area.x, area.y, area.x + area.width, area.y + area.height)] if area else []
    for box in boxes:
        assert min(box) >= -SLIP
        assert box[2] <= one.paper[0] + 2 * SLIP
        assert box[3] <= one.paper[1] + 2 * SLIP
        assert not any(meet(box, covered) for covered in inks)


def test_bleed_is_whole_outside_and_ends_in_the_middle_of_a_gutter(sheet):
    one = sheet("paper: a4\ncard: poker\ngutter: [2, 8]\nbleed: 3\ncolumns: 2\nrows: 2")
    assert [tuple(reach) for reach in one.reaches()] == [
        (3, 3, 1, 3),
        (1, 3, 3, 3),
        (3, 3, 1, 3),
        (1, 3, 3, 3),
    ]


def test_bleed_ends_at_the_fold(sheet):
    one = sheet(
        "paper: a4\norientation: landscape\ncard: poker\nfold: {gap: 4}\nbleed: 3\nrows: 1\ncolumns: 2"
    )
    assert one.reaches() == [(3, 3, 2, 3)]


def halves(drawn):
    """What is below the cut lines, and the cut lines."""
    shapes = list(drawn)
    return shapes[: len(shapes) // 2], shapes[len(shapes) // 2 :]


@pytest.mark.parametrize(("parts", "count"), [("all", 1), ("corners", 4)])
def test_cut_lines_run_along_the_cards_that_are_there(sheet, parts, count):
    one = sheet(f"paper: a4\ncard: poker\ncut_lines: {{parts: {parts}}}")
    halos, lines = halves(cut_lines(one, 4))
    assert len(lines) == 4 * count
    assert [line.path for line in halos] == [line.path for line in lines]
    assert {(line.stroke, line.width > 2 * lines[0].width) for line in halos} == {("#ffffff", True)}
    (x, y), points = one.places()[0], [point for line in lines[:count] for point in points_of(line)]
    xs, ys = zip(*points, strict=True)
    assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx((x, y, x + 63, y + 88))


def test_a_hexagon_is_cut_along_its_six_sides(sheet):
    one = sheet("paper: a4\ncard: hex\ncut_lines: {}")
    _, line = cut_lines(one, 1)
    corners = points_of(line)
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    lengths_of_sides = [((a - c) ** 2 + (b - d) ** 2) ** 0.5 for (a, b), (c, d) in pairs]
    assert lengths_of_sides == pytest.approx([47.5] * 6, abs=0.01)


def test_registration_marks_are_those_of_a_silhouette_cutter(sheet):
    one = sheet("paper: a4\norientation: landscape\ncard: poker\nmargin: 16\nregistration: {}")
    boxes = []
    for shape in registration_marks(one):
        xs, ys = zip(*points_of(shape), strict=True)
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    square, *angles = boxes
    assert square == (10, 10, 15, 15)
    assert sorted(angles) == [(10, 195, 11, 200), (10, 199, 15, 200), (282, 10, 287, 11), (286, 10, 287, 15)]
