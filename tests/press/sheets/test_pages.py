"""Printed pages, read back: where fronts and backs are, how far their ink goes, and what stands beside them."""

from __future__ import annotations

import ctypes
import io
import json
from dataclasses import replace

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.findings import has_errors
from deckwright.press.faces.face_file import face_reader, load_face
from deckwright.press.print_job import by_size, print_pdf
from deckwright.press.sheets.imposition import lay_out_for
from deckwright.press.sheets.sheet import cut_lines, layout_errors, load_sheet
from deckwright.store.prints import Printer

POINT = 25.4 / 72
FRONT = """
palette: {ink: "#000000", red: "#ff0000", blue: "#0000ff", side: {by: level, junior: red, senior: blue}}
boxes:
  - {shape: rect, at: bleed, fill: side}
  - {text: "front{id}", at: card, style: {align: centre, valign: middle, size: 8}}
"""
BACK = """
backs_differ: true
palette: {ink: "#000000", green: "#00ff00"}
boxes:
  - {shape: rect, at: bleed, fill: green}
  - {text: "back{id}", at: card, style: {align: centre, valign: middle, size: 8}}
"""
BARE = """
palette: {ink: "#000000"}
boxes: [{text: "front{id}", at: card, style: {align: centre, valign: middle, size: 8}}]
"""


@pytest.fixture
def print_cards(small_job, card, read_face):
    """Print a number of cards on a sheet, and read the pages back."""

    def run(count, sheet="a4", front=FRONT, duplex=None, printer=None, copies=1):
        levels = ("junior", "senior")
        cards = [card(f"{number:03}", fields={"level": levels[number % 2]}) for number in range(count)]
        on = load_sheet(sheet) if isinstance(sheet, str) else sheet
        size = f"size: [{on.card[0]}, {on.card[1]}]"
        backs = {"tool": replace(read_face(size + BACK), name="back")}
        job = small_job(*cards, face=read_face(size + front), copies=copies)
        job = replace(job, sheet=on, backs=backs, duplex=duplex, printer=printer or Printer())
        out = io.BytesIO()
        printed = print_pdf(job, out)
        return pypdfium2.PdfDocument(out.getvalue()), printed, job

    return run


def place_of(page, word):
    """Position of a word on a page: left, top, right and bottom in mm; none if it is not there."""
    text = page.get_textpage()
    match = text.search(word, match_case=True).get_next()
    if match is None:
        return None
    boxes = [text.get_charbox(match[0] + letter) for letter in range(match[1])]
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    left, top, right, bottom = min(lefts), max(tops), max(rights), min(bottoms)
    return (
        left * POINT,
        (page.get_height() - top) * POINT,
        right * POINT,
        (page.get_height() - bottom) * POINT,
    )


def words_on(page, begin, count):
    """The middle of each of the numbered words on a page, in mm from its top left corner."""
    found = {number: place_of(page, f"{begin}card-{number:03}") for number in range(count)}
    return {
        number: ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        for number, box in found.items()
        if box is not None
    }


def paths_on(page):
    """The points of each path on a page itself, in mm from its top left corner."""
    height = page.get_height()
    for thing in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=1):
        matrix, points = thing.get_matrix(), []
        for number in range(pdfium.FPDFPath_CountSegments(thing)):
            segment = pdfium.FPDFPath_GetPathSegment(thing, number)
            x, y = ctypes.c_float(), ctypes.c_float()
            pdfium.FPDFPathSegment_GetPoint(segment, x, y)
            across, down = matrix.on_point(x.value, y.value)
            points.append((across * POINT, (height - down) * POINT))
        yield points


def box_of(points):
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize(
    "text",
    [
        "paper: a4\ncard: poker",
        "paper: a4\norientation: landscape\ncard: poker\ngutter: 3\nbleed: 1",
        "paper: letter\ncard: bridge\ngutter: [1, 4]",
        "paper: legal\ncard: [50, 70]\norder: stack",
        "paper: [200, 200]\ncard: square",
    ],
)
def test_each_back_lies_behind_its_front_on_the_last_page_too(print_cards, sheet, text, edge):
    document, printed, job = print_cards(25, sheet(text), duplex=edge)
    width, height = job.sheet.paper
    upright = (edge == "long") == (height >= width)
    seen = 0
    for number in range(0, len(document), 2):
        front, back = words_on(document[number], "front", 25), words_on(document[number + 1], "back", 25)
        assert front.keys() == back.keys()
        for name, (x, y) in front.items():
            expected = (width - x, y) if upright else (x, height - y)
            assert back[name] == pytest.approx(expected, abs=0.35)
        seen += len(front)
    assert seen == printed.cards == 25
    assert printed.pages == len(document) == 2 * -(-25 // job.sheet.cards)


def test_a_printer_moves_and_enlarges_backs_about_the_middle_and_leaves_fronts(print_cards):
    plain, _, job = print_cards(9, duplex="long")
    moved, _, _ = print_cards(9, duplex="long", printer=Printer((1.5, -0.75), 101.0))
    assert words_on(plain[0], "front", 9) == words_on(moved[0], "front", 9)
    was, now = words_on(plain[1], "back", 9), words_on(moved[1], "back", 9)
    for name, (x, y) in was.items():
        middle_x, middle_y = (side / 2 for side in job.sheet.paper)
        expected = middle_x + 1.01 * (x - middle_x) + 1.5, middle_y + 1.01 * (y - middle_y) - 0.75
        assert now[name] == pytest.approx(expected, abs=0.02)


def test_a_folded_sheet_has_each_back_as_far_from_the_fold_as_its_front(print_cards, sheet):
    one = sheet("paper: a4\norientation: landscape\ncard: poker\nfold: {gap: 6}\ngutter: [0, 4]")
    document, printed, _ = print_cards(7, one)
    assert printed.pages == len(document) == 2
    names = []
    for page in document:
        front, back = words_on(page, "front", 7), words_on(page, "back", 7)
        assert front.keys() == back.keys()
        for name, (x, y) in front.items():
            assert x < 297 / 2 - 3
            assert back[name] == pytest.approx((297 - x, y), abs=0.35)
        names += front
    assert names == list(range(7))


def test_a_stack_of_sheets_cut_gives_the_cards_in_order(print_cards, sheet):
    document, _, job = print_cards(25, sheet("paper: a4\ncard: poker\norder: stack"), front=BARE)
    stacks = [[] for _ in range(job.sheet.cards)]
    for page in document:
        for name, (x, y) in words_on(page, "front", 25).items():
            (place,) = [
                number
                for number, (left, top) in enumerate(job.sheet.places())
                if left < x < left + 63 and top < y < top + 88
            ]
            stacks[place].append(name)
    assert [name for stack in stacks for name in stack] == list(range(25))


@given(data=st.data(), edge=st.sampled_from(["long", "short", None]))
def test_every_card_can_be_read_where_it_stands_on_any_sheet(print_cards, sheet, any_sheet, data, edge):
    try:
        one = sheet(json.dumps(data.draw(any_sheet)))
    except InputError:
        return
    document, printed, _ = print_cards(5, one, duplex=None if one.fold else edge)
    assert printed.cards == 5
    fronts = {}
    for number, page in enumerate(document):
        if one.fold or not edge or number % 2 == 0:
            places = sorted(words_on(page, "front", 5).items())
            fronts |= dict(places)
            for (_, (x, y)), (left, top) in zip(places, one.places(), strict=False):
                assert left < x < left + one.card[0]
                assert top < y < top + one.card[1]
    assert len(fronts) == 5 or min(one.card) < 20


def colours_along(page, y):
    """The runs of colours along a line `y` mm below the top, as colour, start and end in mm."""
    scale = 10 * POINT  # ten pixels a millimetre
    image = page.render(scale=scale).to_pil().convert("RGB")
    row = [image.getpixel((x, round(y * 10))) for x in range(image.width)]
    runs, start = [], 0
    for x in range(1, len(row) + 1):
        if x == len(row) or row[x] != row[start]:
            if x - start > 3:
                runs.append((row[start], start / 10, x / 10))
            start = x
    return runs


WHITE, RED, BLUE, GREEN = (255, 255, 255), (255, 0, 0), (0, 0, 255), (0, 255, 0)


@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize(("gutter", "bleed", "reach"), [(8, 3, 3), (2, 3, 1), (0, 3, 0), (4, 1.5, 1.5)])
def test_bleed_goes_as_far_as_it_may_and_no_further(print_cards, sheet, gutter, bleed, reach, copies):
    one = sheet(
        f"paper: a4\ncard: [40, 60]\ncolumns: {2 * copies}\nrows: 1\ngutter: {gutter}\nbleed: {bleed}"
    )
    document, _, _ = print_cards(2, one, copies=copies)
    runs = [run for run in colours_along(document[0], one.corner[1] + 5) if run[0] != WHITE]
    starts = one.starts(0)
    for number, start in enumerate(starts):
        colour = (RED, BLUE)[number // copies]
        left = start - (reach if number else bleed)
        right = start + 40 + (reach if number < len(starts) - 1 else bleed)
        covering = [run for run in runs if run[1] <= left + 0.15 and run[2] >= right - 0.15]
        assert [run[0] for run in covering] == [colour]
    assert (runs[0][1], runs[-1][2]) == pytest.approx((starts[0] - bleed, starts[-1] + 40 + bleed), abs=0.15)
    inner = sum(end - start for _, start, end in runs)
    assert inner == pytest.approx(40 * len(starts) + 2 * bleed + 2 * reach * (len(starts) - 1), abs=0.4)


def test_a_card_between_others_has_no_bleed_even_if_it_comes_twice(print_cards, sheet):
    one = sheet("paper: a4\ncard: [40, 60]\ncolumns: 3\nrows: 3\nbleed: 3")
    document, _, _ = print_cards(5, one, copies=2)
    left, top = one.corner
    runs = [run for run in colours_along(document[0], top + 65) if run[0] != WHITE]
    assert [run[0] for run in runs] == [BLUE, RED]
    assert runs[1][1] == pytest.approx(left + 40, abs=0.15)


@pytest.mark.parametrize("copies", [1, 2])
def test_a_card_without_bleed_lies_a_hair_over_the_next_so_that_no_light_seam_shows(print_cards, copies):
    document, _, job = print_cards(2, copies=copies)
    file = io.BytesIO()
    document.save(file)
    with pikepdf.open(file) as pdf:
        content = pikepdf.parse_content_stream(pdf.pages[0])
        boxes = [on for on, sign in content if str(sign) == "re"]
        boxes += [form.BBox for form in pdf.pages[0].Resources.get("/XObject", {}).values()]
        clips = [[float(side) for side in box] for box in boxes]
    (width, height), hair = job.sheet.card, 0.15
    size = pytest.approx(((width + hair) / POINT, (height + hair) / POINT), abs=0.02)
    assert len(clips) == 2
    assert all((abs(x1 - x0), abs(y1 - y0)) == size for x0, y0, x1, y1 in clips)


def test_backs_reach_beyond_the_outer_cards_so_that_a_drift_shows_no_white(print_cards):
    document, _, job = print_cards(9, duplex="long")
    left, top = job.sheet.corner
    runs = [run for run in colours_along(document[1], top + 5) if run[0] != WHITE]
    assert {run[0] for run in runs} == {GREEN}
    assert (runs[0][1], runs[-1][2]) == pytest.approx((left - 3, 210 - left + 3), abs=0.15)


@pytest.mark.parametrize("name", ["a4", "letter", "a3", "a4-bleed", "a4-gutterfold"])
def test_lines_stand_in_the_margins_and_nowhere_else(print_cards, name):
    one = load_sheet(name, {"ruler": True})
    document, _, _ = print_cards(3, one, front=BARE)
    (left, top), (width, height) = one.corner, one.block
    boxes = [box_of(points) for points in paths_on(document[0])]
    marks = [box for box in boxes if box[2] - box[0] < 60 or box[3] - box[1] < 80]
    assert len(marks) > 8
    for x0, y0, x1, y1 in marks:
        beside = x1 < left or x0 > left + width
        assert beside or y1 < top or y0 > top + height
        assert min(x0, y0) >= 0
        assert x1 <= one.paper[0]
        assert y1 <= one.paper[1]


@pytest.mark.parametrize(("name", "axis"), [("a4", 0), ("letter", 1)])
def test_the_ruler_is_100_mm_long_with_a_tick_each_millimetre(print_cards, name, axis):
    document, _, _ = print_cards(1, load_sheet(name, {"ruler": True}), front=BARE)
    (ruler,) = [points for points in paths_on(document[0]) if len(points) > 200]
    ends = [point[axis] for point in ruler]
    assert max(ends) - min(ends) == pytest.approx(100, abs=0.01)
    ticks = sorted({round(end - min(ends), 1) for end in ends})
    assert ticks == pytest.approx(list(range(101)), abs=0.05)


@pytest.mark.parametrize("columns", [1, 2, 3, 4, 5])
def test_the_texts_below_the_cards_touch_neither_marks_nor_each_other(print_cards, sheet, columns):
    one = sheet(
        f"paper: a3\ncard: [50, 80]\ncolumns: {columns}\ngutter: 2\nbleed: 1\nmarks: {{}}\n"
        'footer: {left: "L{page}", middle: "M{language}", right: "R{pages}"}'
    )
    document, _, _ = print_cards(3, one, front=BARE)
    boxes = []
    for word in ("L1", "MEN", "R1"):
        left, top, right, _ = place_of(document[0], word)
        boxes.append((left, right))
        assert top > one.corner[1] + one.block[1] + one.bleed
    (_, first), (second, third), (fourth, _) = boxes
    assert first < second < third < fourth
    cuts = [start + side for start in one.starts(0) for side in (0, 50)]
    assert not [cut for cut in cuts for left, right in boxes if left - 0.5 < cut < right + 0.5]


def test_blanks_fill_the_last_sheet_and_have_backs(print_cards, sheet):
    one = sheet("paper: a4\ncard: poker\nblanks: true")
    document, printed, _ = print_cards(10, one, front=BARE, duplex="long")
    assert (printed.cards, printed.pages) == (10, 4)
    top = one.corner[1]
    greens = [run for run in colours_along(document[3], top + 2 * 88 + 5) if run[0] == GREEN]
    assert (greens[0][1], greens[-1][2]) == pytest.approx((7.5, 202.5), abs=0.15)
    frames = [
        box for box in map(box_of, paths_on(document[2])) if box[2] - box[0] == pytest.approx(55, abs=0.1)
    ]
    assert len(frames) == 8


SIZES = {"tool": "size: [63, 88]", "hack": "size: [35, 70]", "monster": "size: [25, 25]\ncut: circle"}


@pytest.fixture
def mixed(small_job, card, read_face):
    """A job of cards, tiles and round tokens, 11 of each."""
    cards = [replace(card(kind + chr(97 + number)), kind=kind) for number in range(11) for kind in SIZES]
    faces = {kind: replace(read_face(size + FRONT), name=kind) for kind, size in SIZES.items()}
    backs = {kind: replace(read_face(size + BACK), name=f"back-{kind}") for kind, size in SIZES.items()}
    return replace(small_job(*cards), faces=faces, backs=backs)


def test_cards_of_each_size_have_pages_of_their_own_and_share_the_last_one(mixed):
    out = io.BytesIO()
    printed = print_pdf(mixed, out)
    assert (printed.cards, printed.pages, has_errors(printed.findings)) == (33, 3, False)
    document = pypdfium2.PdfDocument(out.getvalue())
    kinds = [[kind for kind in SIZES if f"card-{kind}" in text_of(page)] for page in document]
    assert kinds == [["tool"], ["tool"], ["hack", "monster"]]
    assert text_of(document[2]).count("front") == 22
    assert "3/3" in text_of(document[2])


def test_progress_counts_the_cards_of_a_shared_page(mixed):
    counts = []
    print_pdf(mixed, io.BytesIO(), counts.append)
    assert counts == [9, 11, 33]


def text_of(page):
    """The words on a page."""
    return page.get_textpage().get_text_range()


def test_round_pieces_stand_apart_and_have_a_circle_to_cut_along(mixed):
    round_ones = by_size(mixed)[2].sheet
    assert (round_ones.card, round_ones.shape, round_ones.marks) == ((25, 25), "circle", None)
    assert round_ones.gutter == (2, 2)
    lines = list(cut_lines(round_ones, 11))
    assert len(lines) == 2 * 11
    assert {step for line in lines for step, _ in line.path} == {"m", "c", "h"}


def test_the_backs_of_each_size_are_on_the_page_after_their_fronts(mixed):
    out = io.BytesIO()
    printed = print_pdf(replace(mixed, duplex="long"), out)
    assert (printed.pages, has_errors(printed.findings)) == (6, False)
    texts = [text_of(page) for page in pypdfium2.PdfDocument(out.getvalue())]
    assert [("back" in text, "front" in text) for text in texts] == [(False, True), (True, False)] * 3
    assert "backcard-hack" in texts[5]
    assert "backcard-monster" in texts[5]


@given(
    size=st.tuples(st.floats(10, 200), st.floats(10, 280)),
    shape=st.sampled_from(["rect", "circle", "hexagon"]),
    name=st.sampled_from(["a4", "a4-gutterfold", "a3", "letter", "a4-silhouette", "letter-silhouette"]),
)
def test_a_sheet_laid_out_anew_holds_its_cards_on_the_paper_or_stays_as_it_was(size, shape, name):
    sheet = load_sheet(name)
    other = lay_out_for(sheet, size, shape)
    assert other is sheet or (other.card == size and other.shape == shape and min(other.corner) >= 7.99)
    assert other is sheet or (other.columns and other.rows)


@pytest.mark.parametrize("name", ["a4-silhouette", "letter-silhouette"])
@pytest.mark.parametrize("size", [(16.0, 16.0), (25.0, 25.0), (35.0, 70.0)])
def test_small_pieces_keep_away_from_the_marks_of_a_cutter(name, size):
    other = lay_out_for(load_sheet(name), size, "circle")
    assert other.card == size
    assert list(layout_errors(other)) == []


@pytest.mark.parametrize(
    ("name", "size", "cards"),
    [
        ("a4", (35.0, 35.0), 40),
        ("a4-silhouette", (35.0, 35.0), 35),
        ("a4-silhouette", (88.0, 126.0), 3),
        ("a4-silhouette", (90.0, 45.0), 9),
        ("letter-silhouette", (35.0, 70.0), 14),
    ],
)
def test_a_sheet_laid_out_anew_holds_as_many_cards_as_fit(name, size, cards):
    assert lay_out_for(load_sheet(name), size, "rect").cards == cards


def test_a_back_of_another_size_than_the_sheet_is_found_where_it_is_printed(small_job, card, read_face):
    small = replace(read_face("size: [57, 88]"), name="back")
    for duplex, rules in ((None, []), ("long", ["card-size"])):
        job = replace(small_job(card()), backs={"tool": small}, duplex=duplex)
        assert [finding.rule for finding in print_pdf(job, io.BytesIO()).findings] == rules


def test_cards_of_each_kind_have_the_back_of_their_kind(job_of, packaged):
    game = packaged("data-monsters")
    load = {name: load_face(name, face_reader({})) for name in ("back-opportunity", "back-laboratory")}
    definition = game.game.definition
    backs = {kind: load[one.get("back", definition["back"])] for kind, one in definition["kinds"].items()}
    cards = {"hype-wave", "spam-exorcism"}
    job = replace(job_of("data-monsters", cards=lambda card: card.id in cards), backs=backs, duplex="long")
    out = io.BytesIO()
    print_pdf(job, out)
    page = pypdfium2.PdfDocument(out.getvalue())[1]
    image = page.render(scale=10 * POINT).to_pil().convert("RGB")
    for (card, _), (x, y) in zip(job.cards, job.sheet.places(), strict=False):
        _, green, blue = image.getpixel((round((210 - x - 2) * 10), round((y + 0.2) * 10)))
        assert (green > blue) == (card.kind == "hack")
