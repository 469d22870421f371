from itertools import product

import pytest

from deckwright import resources
from deckwright.errors import InputError
from deckwright.files.documents import read_document
from deckwright.files.schemas import check_document
from deckwright.press.sheets import load_sheet

PACKAGED = sorted((resources.folder("exports") / "sheets").glob("*.yaml"))


def corners(shape):
    (_, a), (_, b) = shape.path
    return a, b


@pytest.fixture
def sheet(tmp_path):
    """Give what reads a sheet from its YAML."""

    def read(text):
        file = tmp_path / "mine.yaml"
        file.write_text(text, encoding="utf-8")
        return load_sheet(str(file))

    return read


@pytest.mark.parametrize("file", PACKAGED, ids=lambda file: file.stem)
class TestPackagedSheet:
    def test_it_is_right(self, file):
        assert check_document(read_document(file), "sheet") == []

    def test_it_holds_nine_cards_in_the_middle_of_the_paper(self, file):
        sheet = load_sheet(file.stem)
        assert (sheet.columns, sheet.rows) == (3, 3)
        left, top = sheet.corner
        last_x, last_y = sheet.places()[-1]
        assert sheet.paper[0] - (last_x + 63) == pytest.approx(left)
        assert sheet.paper[1] - (last_y + 88) == pytest.approx(top)

    def test_no_crop_mark_touches_a_card_or_leaves_the_paper(self, file):
        sheet = load_sheet(file.stem)
        for mark, (x, y) in product(sheet.crop_marks(), sheet.places()):
            for across, down in corners(mark):
                assert not (x - 0.5 < across < x + 63.5 and y - 0.5 < down < y + 88.5)
                assert 0 <= across <= sheet.paper[0]
                assert 0 <= down <= sheet.paper[1]

    def test_every_cut_has_a_mark_at_both_ends(self, file):
        sheet = load_sheet(file.stem)
        marks = [corners(mark) for mark in sheet.crop_marks()]
        upright = sorted({round(a[0], 3) for a, b in marks if a[0] == b[0]})
        assert upright == [round(sheet.corner[0] + 63 * number, 3) for number in range(4)]
        assert len(marks) == 16


def test_as_many_cards_as_fit_stand_on_a_sheet(sheet):
    one = sheet("paper: [297, 420]\ncard: [63, 88]")
    assert (one.columns, one.rows, one.cards) == (4, 4, 16)
    assert list(one.crop_marks()) == []


def test_gutters_part_cards_and_each_has_its_own_cuts(sheet):
    one = sheet("paper: [210, 297]\ncard: [56, 87]\ngutter: [4, 6]\nmarks: {}")
    (left, top), (second, _) = one.places()[:2]
    assert second - left == 60
    assert one.places()[one.columns][1] - top == 93
    upright = {round(a[0], 3) for a, b in map(corners, one.crop_marks()) if a[0] == b[0]}
    assert len(upright) == 2 * one.columns


def test_columns_and_rows_can_be_fewer(sheet):
    one = sheet("paper: [210, 297]\ncard: [63, 88]\ncolumns: 2\nrows: 1")
    assert one.cards == 2
    assert one.corner == ((210 - 126) / 2, (297 - 88) / 2)


def test_a_mark_is_no_longer_than_the_margin(sheet):
    one = sheet("paper: [200, 297]\ncard: [63, 88]\nmargin: [1, 1]\nmarks: {gap: 1, length: 9}")
    assert min(a[0] for mark in one.crop_marks() for a in corners(mark)) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("paper: [210, 297]\ncard: [63, 88]\ncolumns: 4", 2, 7),
        ("paper: [210, 297]\ncard: [300, 88]", 2, 7),
        ("paper: [210]\ncard: [63, 88]", 1, 8),
        ("paper: [210, 297]\ncard: [63, 88]\nmarx: {}", 3, 1),
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
