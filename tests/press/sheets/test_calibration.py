"""What is read off the calibration sheet is what has to be typed: with it, the backs meet the fronts."""

import io
from itertools import product

import pypdfium2
import pytest

from deckwright.errors import InputError
from deckwright.press.sheets.calibration import APART, print_calibration, scales
from deckwright.store.prints import Printer

POINT = 25.4 / 72
PAPERS = [(210.0, 297.0), (297.0, 210.0), (215.9, 279.4)]


def pages(paper, printer, language="en"):
    out = io.BytesIO()
    print_calibration(paper, printer, language, out)
    return pypdfium2.PdfDocument(out.getvalue())


def lines_of(page):
    """The middle of each line of the back, upright ones first, in mm from the top left corner."""
    boxes = [thing.get_bounds() for thing in page.get_objects(filter=[2], max_depth=1)]
    found = [
        ((x0 + x1) / 2 * POINT, (page.get_height() - (y0 + y1) / 2) * POINT, x1 - x0 < y1 - y0)
        for x0, y0, x1, y1 in boxes
        if (x1 - x0) * POINT < 50
    ]
    return sorted(found, key=lambda line: (not line[2], line[0]))


def through(paper, point, edge):
    """Position where a point of the back is seen from the front."""
    upright = (edge == "long") == (paper[1] >= paper[0])
    return (paper[0] - point[0], point[1]) if upright else (point[0], paper[1] - point[1])


def readings(paper, printer, drift, shrink):
    """Read the sheet off as its user would, from a printer that moves and shrinks backs."""
    upright = (printer.edge == "long") == (paper[1] >= paper[0])
    *across, down = lines_of(pages(paper, printer)[1])
    middle = paper[0] / 2, paper[1] / 2
    found = {}
    for scale in scales(paper, upright=upright):
        printed = [
            tuple(middle[axis] + (line[axis] - middle[axis]) * shrink + drift[axis] for axis in (0, 1))
            for line in (across if scale.is_across else [down])
        ]
        seen = [through(paper, point, printer.edge) for point in printed]
        axis = 0 if scale.is_across else 1
        zero = (scale.x, scale.y)[axis]
        nearest = min((point[axis] for point in seen), key=lambda place: abs(place - zero))
        found[scale.name] = (nearest - zero) * scale.grows
    return found


@pytest.mark.parametrize(("paper", "edge"), [*product(PAPERS, ["long", "short"])])
def test_a_printer_that_is_right_reads_nothing(paper, edge):
    found = readings(paper, Printer(edge=edge), (0, 0), 1)
    assert found == pytest.approx({"A": 0, "X": 0, "B": 0, "Y": 0}, abs=0.02)


@pytest.mark.parametrize(("paper", "edge"), [*product(PAPERS, ["long", "short"])])
def test_what_is_read_and_typed_brings_the_backs_behind_the_fronts(paper, edge):
    drift, shrink = (1.25, -0.75), 0.995
    found = readings(paper, Printer(edge=edge), drift, shrink)
    assert (found["X"], found["Y"]) == pytest.approx((-1.25, 0.75), abs=0.02)
    scale = 100 + found["A"] - found["B"]
    assert scale == pytest.approx(100.5, abs=0.02)
    mended = readings(paper, Printer((found["X"], found["Y"]), scale, edge), drift, shrink)
    assert mended == pytest.approx({"A": 0, "X": 0, "B": 0, "Y": 0}, abs=0.03)


def test_the_sheet_says_how_it_is_read(squeezed):
    document = pages((210.0, 297.0), Printer(edge="short"))
    front = document[0].get_textpage().get_text_bounded()
    for text in (
        "deckwright export printer NAME --offset X,Y --scale S --edge short",
        "100 + A − B",
        "short edge",
    ):
        assert squeezed(text) in squeezed(front)
    assert "Back" in document[1].get_textpage().get_text_bounded()


def test_scales_that_give_the_size_stand_100_mm_apart():
    a, _, b, _ = scales((210.0, 297.0), upright=True)
    assert abs(a.x - b.x) == 2 * APART == 100


def test_paper_that_is_too_small_is_an_error():
    with pytest.raises(InputError, match="too small"):
        pages((105.0, 148.0), Printer())
