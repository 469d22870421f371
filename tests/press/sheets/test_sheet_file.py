from itertools import product

import pytest

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.schemas import check_document
from deckwright.files.yaml import read_document
from deckwright.press.graphics.parts import Area
from deckwright.press.sheets.sheet import crop_marks, fold_marks, load_sheet, registration_marks, ruler_area

PACKAGED = sorted((resources.folder("exports") / "sheets").glob("*.yaml"))

GRIDS = {
    "a4": (3, 3),
    "letter": (3, 3),
    "a3": (6, 3),
    "legal": (5, 2),
    "tabloid": (6, 3),
    "a4-bleed": (4, 2),
    "a4-silhouette": (4, 2),
    "letter-silhouette": (4, 2),
    "a4-gutterfold": (4, 2),
    "a4-cut-and-stack": (3, 3),
}


def box_of(shape):
    points = [point for _, numbers in shape.path for point in zip(numbers[::2], numbers[1::2], strict=True)]
    xs, ys = zip(*points, strict=True)
    return Area(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def corners(shape):
    (_, a), (_, b) = shape.path
    return a, b


@pytest.mark.parametrize("file", PACKAGED, ids=lambda file: file.stem)
class TestPackagedSheet:
    def test_it_is_right(self, file):
        assert check_document(read_document(file), "sheet") == []

    def test_it_holds_as_many_cards_as_it_says_in_the_middle_of_the_paper(self, file):
        sheet = load_sheet(file.stem)
        assert (sheet.columns, sheet.rows) == GRIDS[file.stem]
        numbers = {"Four": 4, "Eight": 8, "Nine": 9, "Ten": 10, "Eighteen": 18}
        assert sheet.cards == numbers[read_document(file).value["about"].split()[0]]
        left, top = sheet.corner
        assert sheet.paper[0] - (sheet.starts(0)[-1] + 63) == pytest.approx(left)
        assert sheet.paper[1] - (sheet.starts(1)[-1] + 88) == pytest.approx(top)

    def test_no_mark_touches_a_card_or_its_bleed_or_leaves_the_paper(self, file):
        sheet = load_sheet(file.stem, {"ruler": True})
        marks = [mark for draw in (crop_marks, fold_marks, registration_marks) for mark in draw(sheet)]
        bleed = sheet.bleed - 0.01
        for x, y, area in product(sheet.starts(0), sheet.starts(1), [*map(box_of, marks), ruler_area(sheet)]):
            assert area.x >= 0
            assert area.y >= 0
            assert area.x + area.width <= sheet.paper[0]
            assert area.y + area.height <= sheet.paper[1]
            beside = area.x + area.width < x - bleed or area.x > x + 63 + bleed
            assert beside or area.y + area.height < y - bleed or area.y > y + 88 + bleed

    def test_every_cut_has_a_mark_at_both_ends_or_a_cutter_knows_it(self, file):
        sheet = load_sheet(file.stem)
        cuts = [{round(start + side, 3) for start in sheet.starts(0) for side in (0, 63)}]
        cuts.append({round(start + side, 3) for start in sheet.starts(1) for side in (0, 88)})
        marks = [corners(mark) for mark in crop_marks(sheet)]
        if sheet.registration:
            assert not marks
            return
        for axis in (0, 1):
            found = [round(a[axis], 3) for a, b in marks if a[axis] == b[axis]]
            assert sorted(found) == sorted([*cuts[axis], *cuts[axis]])


def test_as_many_cards_as_fit_stand_on_a_sheet(sheet):
    one = sheet("paper: [297, 420]\ncard: [63, 88]")
    assert (one.columns, one.rows, one.cards) == (4, 4, 16)
    assert list(crop_marks(one)) == []


def test_gutters_part_cards_and_each_has_its_own_cuts(sheet):
    one = sheet("paper: [210, 297]\ncard: [56, 87]\ngutter: [4, 6]\nmarks: {}")
    (left, top), (second, _) = one.places()[:2]
    assert second - left == 60
    assert one.places()[one.columns][1] - top == 93
    upright = {round(a[0], 3) for a, b in map(corners, crop_marks(one)) if a[0] == b[0]}
    assert len(upright) == 2 * one.columns


def test_columns_and_rows_can_be_fewer(sheet):
    one = sheet("paper: [210, 297]\ncard: [63, 88]\ncolumns: 2\nrows: 1")
    assert one.cards == 2
    assert one.corner == ((210 - 126) / 2, (297 - 88) / 2)


def test_a_mark_is_no_longer_than_the_margin(sheet):
    one = sheet("paper: [200, 297]\ncard: [63, 88]\nmargin: [1, 1]\nmarks: {gap: 1, length: 9}")
    assert min(a[0] for mark in crop_marks(one) for a in corners(mark)) == pytest.approx(0, abs=1e-6)


def test_papers_and_cards_are_named_or_measured(sheet):
    named, measured = sheet("paper: a5\ncard: mini"), sheet("paper: [148, 210]\ncard: [44, 63]")
    assert named == measured
    assert (named.columns, named.rows) == (3, 3)


@pytest.mark.parametrize(
    ("orientation", "paper", "cards"),
    [
        ("", (200, 300), 9),
        ("orientation: portrait", (200, 300), 9),
        ("orientation: landscape", (300, 200), 8),
        ("orientation: best", (200, 300), 9),
    ],
)
def test_paper_lies_as_it_is_told_to(sheet, orientation, paper, cards):
    one = sheet(f"paper: [200, 300]\ncard: poker\n{orientation}")
    assert (one.paper, one.cards) == (paper, cards)


def test_a_margin_and_a_gutter_can_be_one_number_for_both_ways(sheet):
    assert sheet("paper: a4\ncard: poker\ngutter: 2\nmargin: 9") == sheet(
        "paper: a4\ncard: poker\ngutter: [2, 2]\nmargin: [9, 9]"
    )


def test_cut_lines_have_the_corners_of_the_card_where_they_do_not_say_theirs(sheet):
    assert sheet("paper: a4\ncard: poker\ncut_lines: {}").cut_lines.radius == 3
    assert sheet("paper: a4\ncard: [63, 88]\ncut_lines: {}").cut_lines.radius == 0
    assert sheet("paper: a4\ncard: poker\ncut_lines: {radius: 1}").cut_lines.radius == 1


def test_what_is_wanted_besides_does_not_change_what_a_sheet_says_itself(sheet):
    text = "paper: a4\ncard: poker\nruler: false\ncut_lines: {width: 0.5}"
    one = sheet(text, {"ruler": True, "cut_lines": {}, "blanks": True})
    assert (one.ruler, one.blanks, one.cut_lines.width) == (True, True, 0.5)


def test_a_fold_over_sheet_has_as_many_backs_as_fronts(sheet):
    one = sheet("paper: a3\ncard: poker\nfold: {gap: 10}")
    assert (one.columns, one.rows, one.cards) == (4, 4, 8)
    *_, second, third, _ = one.starts(0)
    assert third - second == 63 + 10
    assert second + 63 + 5 == pytest.approx(297 / 2)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("paper: [210, 297]\ncard: [63, 88]\ncolumns: 4", 2, 7),
        ("paper: [210, 297]\ncard: [300, 88]", 2, 7),
        ("paper: [210]\ncard: [63, 88]", 1, 8),
        ("paper: [210, 297]\ncard: [63, 88]\nmarx: {}", 3, 1),
        ("paper: a44\ncard: poker", 1, 8),
        ("paper: a4\ncard: pocker", 2, 7),
        ("paper: a4\ncard: poker\nbleed: 4", 3, 8),
        ("paper: a4\ncard: poker\nfold: {}\ncolumns: 3", 4, 10),
        ("paper: a4\ncard: poker\nbleed: 2\nregistration: {}", 4, 15),
        ("paper: a4\ncard: [100, 143]\nruler: true", 3, 8),
        ("paper: [210, 297]\ncard: [63, 88]\nfooter: {left: '{titel}'}", 3, 16),
    ],
)
def test_a_wrong_sheet_is_pointed_at(sheet, text, line, column):
    with pytest.raises(InputError) as caught:
        sheet(text)
    assert (caught.value.where.line, caught.value.where.column) == (line, column)


def test_an_unknown_sheet_names_the_nearest():
    with pytest.raises(InputError) as caught:
        load_sheet("leter")
    assert "letter" in caught.value.hint
