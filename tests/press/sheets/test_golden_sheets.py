"""Every packaged sheet as a log of what lies where on its pages, read back from the printed file.

After a change that is meant, `DECKWRIGHT_GOLDEN=write pytest tests/press/sheets` writes the logs anew; look at the
difference, and at the printed sheet. All lengths are in mm from the top left corner of the paper.
"""

import io
import os
from dataclasses import replace
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from deckwright import resources
from deckwright.press.print_job import print_pdf
from deckwright.press.sheets.sheet import load_sheet
from deckwright.store.prints import Printer

GOLDEN = Path(__file__).parent / "golden"
POINT = 25.4 / 72
FACE = """
palette: {{ink: "#000000", white: "#ffffff"}}
leaves_out: [name]
backs_differ: true
boxes:
  - {{shape: rect, at: bleed, fill: ink}}
  - {{text: "{side} {{id}}", at: card, style: {{align: centre, valign: middle, size: 8, colour: white}}}}
"""
MORE = {"ruler": True, "blanks": True, "cut_lines": {"parts": "corners", "radius": 3}}
SHEETS = sorted(file.stem for file in (resources.folder("exports") / "sheets").glob("*.yaml"))
CASES = {name: (name, {}, "long") for name in SHEETS} | {
    "a4-short-edge": ("a4", {}, "short"),
    "a4-with-everything": ("a4", MORE, "long"),
}


@pytest.fixture
def printed(small_job, card, read_face):
    """Print two cards more than one sheet takes, with their backs."""

    def run(sheet, more, edge):
        on = load_sheet(sheet, more)
        cards = [card(f"{number:02}") for number in range(1, on.cards + 3)]
        front, back = (read_face(FACE.format(side=side)) for side in ("front", "back"))
        job = replace(
            small_job(*cards, face=front),
            sheet=on,
            backs={"tool": replace(back, name="back")},
            duplex=None if on.fold else edge,
            printer=Printer((1.0, -0.5), 100.5) if more else Printer(),
        )
        out = io.BytesIO()
        assert print_pdf(job, out).findings == []
        return out

    return run


def log(file):
    """Size of each page, what is drawn in which order, and what can be read where."""
    texts = pypdfium2.PdfDocument(file)
    with pikepdf.open(file) as pdf:
        for number, page in enumerate(pdf.pages):
            width, height = (float(side) for side in page.MediaBox[2:])
            yield f"page {number + 1}: {width * POINT:.1f} x {height * POINT:.1f}"
            yield from (f"  {line}" for line in drawn(page))
            yield from (f"  {line}" for line in read(texts[number], height))


def drawn(page):
    """Where cards lie, how far their ink reaches, and what is drawn beside them; not what a card shows."""
    states, points, lines = [], [], []
    matrix, style, in_card = pikepdf.Matrix(), {"w": [1], "RG": [0], "rg": [0], "d": []}, False
    for operands, operator in pikepdf.parse_content_stream(page):
        name = str(operator)
        if name == "q":
            states.append((matrix, dict(style), in_card))
        elif name == "Q":
            matrix, style, in_card = states.pop()
        elif in_card:
            continue
        elif name == "cm":
            matrix = pikepdf.Matrix(*map(float, operands)) @ matrix
        elif name in style:
            style[name] = operands
        elif name == "re":
            x, y, width, height = map(float, operands)
            points += [(x, y), (x + width, y + height)]
        elif name in {"m", "l", "c"}:
            points.append(tuple(map(float, operands[-2:])))
        elif name in SAID:
            box = box_of([matrix.transform(point) for point in points], float(page.MediaBox[3]))
            lines.append(SAID[name](box, matrix, style, page))
            in_card, points = name == "n", []
    return lines


def box_of(points, height):
    xs, ys = zip(*((x * POINT, (height - y) * POINT) for x, y in points), strict=True)
    return f"{min(xs):.2f} {min(ys):.2f} to {max(xs):.2f} {max(ys):.2f}"


def say_card(box, matrix, _, page):
    place = f"{matrix.e * POINT:.2f} {(float(page.MediaBox[3]) - matrix.f) * POINT:.2f}"
    scale = f" enlarged {abs(matrix.a):g}" if abs(matrix.a) != 1 else ""
    return f"card at {place}{' turned' if matrix.a < 0 else ''}{scale}, ink {box}"


def say_line(box, _, style, __):
    width = float(style["w"][0]) * POINT
    dashed = " dashed" if style["d"] and len(style["d"][0]) else ""
    return f"line {box}, {width:.2f} wide{dashed}, colour {colour(style['RG'])}"


def colour(numbers):
    return " ".join(f"{float(number):g}" for number in numbers)


SAID = {
    "n": say_card,
    "S": say_line,
    "s": say_line,
    "f": lambda box, _, style, __: f"area {box}, colour {colour(style['rg'])}",
}


def read(page, height):
    """What can be read, from the top down."""
    text = page.get_textpage()
    for number in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(number)
        words = text.get_text_bounded(left, bottom, right, top).strip()
        yield f"text {left * POINT:.1f} {(height - top) * POINT:.1f} | {words}"


@pytest.mark.parametrize("name", CASES)
def test_a_sheet_is_laid_out_as_before(printed, name):
    file = printed(*CASES[name])
    found = "\n".join(log(file)) + "\n"
    golden = GOLDEN / f"{name}.txt"
    if os.environ.get("DECKWRIGHT_GOLDEN") == "write":
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8")
