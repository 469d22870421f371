"""The module press/documents/pads."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise

import pypdfium2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.press.documents.content import PAPER, DocumentLook, Frame, PadRow, Piece
from deckwright.press.documents.lying import Miniature
from deckwright.press.documents.pad_layout import pad_sheet
from deckwright.press.documents.pads import draw_pad, print_pads
from deckwright.press.documents.painter import Painter
from deckwright.press.graphics.parts import (
    Area,
    DrawnRepeat,
    DrawnShape,
    DrawnText,
    bounds_of,
    outline,
    rectangle,
)

from .scored_pads import PAPERS, ROWS, pad_of


@given(rows=ROWS, teams=st.integers(0, 3), paper=PAPERS)
@example(
    rows=[*([PadRow("Ice")] * 8), PadRow("Own tokens on completed projects", "2 · 8 · 18", "mdi:fire")],
    teams=1,
    paper=(297.0, 420.0),
)
def test_nothing_is_drawn_beyond_a_pad(rows, teams, paper):
    pad = pad_of(rows, 2 * teams or 3, teams)
    try:
        _, plan = pad_sheet(pad, paper)
    except InputError:
        return
    painter = Painter("en", {})
    width, height = plan.size
    for part in draw_pad(pad, plan, painter):
        if isinstance(part, DrawnShape):
            points = [(x, y) for _, numbers in part.path for x, y in zip(*[iter(numbers)] * 2, strict=True)]
            assert all(-0.01 <= x <= width + 0.01 and -0.01 <= y <= height + 0.01 for x, y in points)
        if isinstance(part, DrawnText):
            assert all(0 <= line.y <= height for line in part.lines)
            assert all(0 <= run.start <= width for line in part.lines for run in line.runs)
    assert not painter.findings


def test_a_word_that_has_no_room_is_a_finding():
    pad = pad_of([PadRow("Donaudampfschifffahrtsgesellschaftskapitänspatent" * 2)], 4)
    _, plan = pad_sheet(pad, (210.0, 297.0))
    painter = Painter("en", {})
    list(draw_pad(pad, plan, painter))
    assert [finding.rule for finding in painter.findings] == ["overflow"]


def test_a_letter_that_the_font_does_not_have_is_a_finding():
    painter = Painter("en", {})
    list(draw_pad(pad := pad_of([PadRow("氷")], 2), pad_sheet(pad, (210.0, 297.0))[1], painter))
    assert "missing-glyph" in {finding.rule for finding in painter.findings}


def areas(parts, colour=""):
    """Left, top, right and lower edges of shapes filled with a colour, or of lines."""
    for part in parts:
        if isinstance(part, DrawnShape) and (part.fill or "") == colour:
            numbers = [numbers for _, numbers in part.path]
            xs, ys = [x for row in numbers for x in row[::2]], [y for row in numbers for y in row[1::2]]
            yield min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize(
    ("seats", "numbers", "lines", "paper"),
    [(4, 8, 4, (210.0, 297.0)), (3, 9, 5, (215.9, 279.4)), (6, 8, 8, (148.0, 210.0))],
)
def test_a_wide_cell_has_room_for_two_numbers(seats, numbers, lines, paper):
    """Each number has a field at least 11 mm wide, and 7 mm high; two are side by side unless the paper is small."""
    pad = pad_of([PadRow("Points", "one each", numbers=numbers)], seats)
    _, plan = pad_sheet(pad, paper)
    painter = Painter("en", {})
    parts = list(draw_pad(pad, plan, painter))
    cells = [cell for cell in areas(parts, PAPER) if cell[3] - cell[1] < plan.rows[0]]
    top = 4.2 + plan.head + plan.name
    cells = [cell for cell in cells if top < cell[1] and cell[3] < top + plan.rows[0]]
    assert len(cells) == lines * seats
    dividers = [x for x, y, far, _ in areas(parts) if x == far and top < y < top + plan.rows[0]]
    assert len(dividers) == (lines * seats if lines < numbers else 0)
    halves = [(x - cell[0], cell[2] - x) for x in dividers for cell in cells if cell[0] < x < cell[2]]
    assert all(left == pytest.approx(right) and left >= 11 for left, right in halves)
    assert all(low - top >= 7 for _, top, _, low in cells)
    assert not painter.findings


CARD = Piece((), (63.0, 88.0), rectangle(Area(0.0, 0.0, 63.0, 88.0)))


SPOT = Area(38.0, 27.0, 22.0, 22.0)
FRAME = Frame("circle", "#ffc800", SPOT, (DrawnShape(outline("circle", SPOT), fill="#ffc800"),))


@pytest.mark.parametrize(
    ("seats", "numbers", "spaces", "paper"),
    [(4, 8, 8, (210.0, 297.0)), (3, 9, 10, (215.9, 279.4)), (6, 8, 8, (297.0, 420.0))],
)
def test_numbers_are_written_in_the_frame_that_they_have_on_cards(seats, numbers, spaces, paper):
    """Each is at least 7 mm wide and high, as other cells are; those of a player are in one cell, on white."""
    pad = pad_of([PadRow("Points", "one each", numbers=numbers, frame=FRAME)], seats)
    _, plan = pad_sheet(pad, paper)
    parts = list(draw_pad(pad, plan, Painter("en", {})))
    frames = list(areas(parts, FRAME.ground))
    assert len(frames) == seats * spaces
    top = 4.2 + plan.head + plan.name
    cells = [cell for cell in areas(parts, PAPER) if top < cell[1] < cell[3] < top + plan.rows[0]]
    held = [
        [frame for frame in frames if left < frame[0] < frame[2] < right and up < frame[1] < frame[3] < low]
        for left, up, right, low in cells
    ]
    assert [len(inside) for inside in held] == [spaces] * seats
    assert min(low - up for _, up, _, low in frames) >= 7
    assert all(right - left == pytest.approx(low - up) for left, up, right, low in frames)


FEW = pad_of([PadRow("Points", numbers=8, card=CARD, frame=FRAME)], 4)
FEW = FEW._replace(rows=(*FEW.rows, PadRow("Cards", "If tied", sort="key")))


def test_a_title_is_a_banner_where_names_ties_and_frames_leave_room():
    """Names and ties are lower than the score; a banner has its title in white, and leaves the date to the foot."""
    many = pad_of([PadRow("Ice")] * 8, 4)
    plans = [pad_sheet(pad, (210.0, 297.0))[1] for pad in (FEW, many)]
    points, total, tie = plans[0].rows
    assert max(plans[0].name, tie) <= 13 < points / 4 < total
    assert [plan.has_banner for plan in plans] == [True, False]
    titles = []
    for pad, plan in zip((FEW, many), plans, strict=True):
        parts = list(draw_pad(pad, plan, Painter("en", {})))
        texts = {part.lines[0].runs[0].text: part for part in parts if isinstance(part, DrawnText)}
        titles.append((texts["Frogs"].size, texts["Frogs"].colour))
        is_below = texts["Date"].lines[0].y > 4.2 + plan.head + plan.name + sum(plan.rows)
        assert is_below == plan.has_banner
    assert titles == [(30, PAPER), (20, many.look.deep)]


@pytest.mark.parametrize(("cast", "count"), [("p1 p2 mdi:fire p3 p4 p5", 4), ("p1 p2 mdi:fire", 1)])
@pytest.mark.parametrize("title", ["Frogs", "Frogs, Toads and Newts of the North"])
def test_each_seat_has_a_picture_of_the_cast_in_a_banner_and_the_last_the_icon_of_the_game(
    title, cast, count
):
    """They are in several colours; without enough for all seats, there is the icon alone."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill='
    assets = {
        f"icons/p{number}.svg": f'{head}"#00{number}000"/><rect width="2" height="2" fill="#fff"/></svg>'.encode()
        for number in range(6)
    }
    pad = FEW._replace(title=title, look=DocumentLook(icon="p0"), cast=tuple(cast.split()))
    _, plan = pad_sheet(pad, (210.0, 297.0))
    painter = Painter("en", assets, pad.look)
    parts = list(draw_pad(pad, plan, painter))
    pictures = sorted(bounds_of([part]) for part in parts if isinstance(part, DrawnRepeat))
    banner = max(areas(parts, pad.look.deep), key=lambda area: area[2] - area[0])
    seats = [(picture.centre[0] - plan.first_cell) / plan.cell for picture in pictures]
    assert seats == pytest.approx([0.5, 1.5, 2.5, 3.5][4 - count :])
    assert all(banner[1] < area.y < area.far[1] == pytest.approx(banner[3]) for area in pictures)
    words = [
        line for part in parts if isinstance(part, DrawnText) for line in part.lines if line.y < banner[3]
    ]
    assert len(words) >= 2
    assert all(run.start < pictures[0].x for line in words for run in line.runs)
    assert not painter.findings


def test_teams_are_divided_from_their_headings_to_the_last_row():
    pad = pad_of([PadRow("Points")] * 3, 4, 2)
    _, plan = pad_sheet(pad, (210.0, 297.0))
    middle = pytest.approx(plan.first_cell + 2 * plan.cell)
    ((_, top, _, low),) = [
        area for area in areas(draw_pad(pad, plan, Painter("en", {}))) if area[0] == area[2] == middle
    ]
    assert top == pytest.approx(4.2 + plan.head)
    assert low == pytest.approx(4.2 + plan.head + 5.4 + plan.name + sum(plan.rows))


def test_only_names_totals_and_the_beginnings_of_rows_are_strong():
    """Less than a sixth of a pad is printed in its dark colour."""
    pad = pad_of([PadRow("Points", "one each", "mdi:fire", numbers=8)], 4)
    _, plan = pad_sheet(pad, (210.0, 297.0))
    painter = Painter("en", {})
    parts = list(draw_pad(pad, plan, painter))
    dark = sum((right - left) * (low - top) for left, top, right, low in areas(parts, pad.look.deep))
    cells = (plan.name + plan.rows[1]) * plan.cell * pad.seats
    assert dark - 0.9 * cells < plan.size[0] * plan.size[1] / 6


def test_a_tall_part_has_a_card_that_it_counts_below_its_words():
    pad = pad_of([PadRow("Points", "one each", "mdi:fire", numbers=8, card=CARD, frame=FRAME)], 4)
    _, plan = pad_sheet(pad, (210.0, 297.0))
    parts = list(draw_pad(pad, plan, Painter("en", {})))
    texts = {part.lines[0].runs[0].text: part for part in parts if isinstance(part, DrawnText)}
    card, number = (part for part in parts if isinstance(part, Miniature))
    top, words = 4.2 + plan.head + plan.name, texts["one each"].lines[-1].y
    for drawn, (x, y, width, height) in ((card, bounds_of([card.part])), (number, SPOT)):
        left, above = drawn.place[0] + drawn.scale * x, drawn.place[1] + drawn.scale * y
        assert 4.2 + 10.4 < left < left + drawn.scale * width < 4.2 + plan.label
        assert top < words < above < above + drawn.scale * height < top + plan.rows[0]
    assert number.scale > 1.5 * card.scale


def test_cards_are_printed_on_each_pad_of_a_page():
    card = CARD._replace(parts=(DrawnShape(CARD.cut, fill="#c08040"),))
    pad = pad_of([PadRow("Points", "one each", numbers=8, card=card)], 4)
    print_pads(pad, (210.0, 297.0), {}, out := BytesIO())
    page = pypdfium2.PdfDocument(out)[0].render(scale=72 / 72).to_pil().convert("RGB")
    rows = [
        y for y in range(page.height) if (192, 128, 64) in {page.getpixel((x, y)) for x in range(60, 160)}
    ]
    runs = [after - before > 1 for before, after in pairwise(rows)]
    assert runs.count(True) + 1 == pad_sheet(pad, (210.0, 297.0))[0].cards > 1


def test_a_part_that_is_the_whole_score_has_a_large_name_and_cell():
    rows = (PadRow("Treasures", "one each"), PadRow("Cards", "if tied", sort="key"))
    pad = pad_of([], 6)._replace(rows=rows)
    _, plan = pad_sheet(pad, (210.0, 297.0))
    assert plan.rows[0] >= 13 > plan.rows[1]
    texts = [part for part in draw_pad(pad, plan, Painter("en", {})) if isinstance(part, DrawnText)]
    sizes = {"".join(run.text for line in part.lines for run in line.runs): part.size for part in texts}
    assert sizes["Treasures"] > sizes["Cards"]


def test_labels_of_parts_have_one_size():
    long = "Rewards of the completed projects of all players, with the tokens that are on them"
    pad = pad_of([PadRow("Ice", "one each"), PadRow(long, "one each"), PadRow("Lava", "one each")], 4)
    _, plan = pad_sheet(pad, (210.0, 297.0))
    parts = list(draw_pad(pad, plan, Painter("en", {})))
    sizes = {
        run.text: part.size
        for part in parts
        if isinstance(part, DrawnText)
        for line in part.lines
        for run in line.runs
    }
    assert sizes["Ice"] == sizes["Lava"] < 11


@pytest.mark.parametrize("label", ["Hardest", "The hardest of all opportunities"])
def test_a_row_that_decides_a_tie_has_a_caption_above_its_label(label):
    pad = pad_of([PadRow("Points", numbers=15), PadRow(label, "If tied", sort="key")], 4)
    _, plan = pad_sheet(pad, (210.0, 297.0))
    painter = Painter("en", {})
    texts = [part for part in draw_pad(pad, plan, painter) if isinstance(part, DrawnText)]
    lines = [
        (line.y, "".join(run.text for run in line.runs).strip()) for part in texts for line in part.lines
    ]
    captions = [y for y, text in lines if text == "If tied"]
    words = [(y, text) for y, text in lines if text and text in label]
    assert len(captions) == 1
    assert " ".join(text for _, text in sorted(words)) == label
    assert all(captions[0] < y for y, _ in words)
    assert not painter.findings


def test_cells_end_where_the_row_of_names_ends():
    """The ground of the names, of parts, of totals and of what decides a tie end on one line."""
    rows = (
        PadRow("Points", numbers=2),
        PadRow("Total", sort="total"),
        PadRow("Cards", "If tied", sort="key"),
    )
    pad = pad_of([], 4)._replace(rows=rows)
    _, plan = pad_sheet(pad, (210.0, 297.0))
    parts = list(draw_pad(pad, plan, Painter("en", {})))
    grounds = [area for fill in (pad.look.deep, pad.look.band, pad.look.tint) for area in areas(parts, fill)]
    wide = [area for area in grounds if area[2] - area[0] > plan.width / 2]
    assert len(wide) == 4
    assert {round(far, 3) for _, _, far, _ in wide} == {round(plan.size[0] - 4.2, 3)}


def test_the_only_part_of_a_score_is_strong_in_its_own_colour():
    """It is the result, as a total is, but not in the colour of the names above it; one of several parts only begins so."""
    look = DocumentLook(colour="#4a2f7a", colours={"mdi:fire": "#b3260f"})
    pad = pad_of([PadRow("Treasures", "one each", "mdi:fire")], 4)._replace(look=look)
    for rows in (pad.rows, pad.rows[:1]):
        alone = pad._replace(rows=rows)
        _, plan = pad_sheet(alone, (210.0, 297.0))
        tops = list(areas(draw_pad(alone, plan, Painter("en", {}, look)), look.of("mdi:fire").deep))
        widths = [
            right - left
            for left, top, right, low in tops
            if round(low - top, 1) == round(plan.rows[0] - 0.7, 1)
        ]
        assert max(widths) > plan.label if len(rows) == 1 else max(widths) < plan.label


def test_title_players_and_date_are_on_one_baseline():
    pad = pad_of([PadRow("Treasures")], 6)
    _, plan = pad_sheet(pad, (210.0, 297.0))
    texts = [part for part in draw_pad(pad, plan, Painter("en", {})) if isinstance(part, DrawnText)]
    lines = {"".join(run.text for run in line.runs): line.y for part in texts for line in part.lines}
    assert lines["Frogs"] == pytest.approx(lines["Pond"], abs=0.1) == pytest.approx(lines["Date"], abs=0.1)


@pytest.mark.parametrize(
    ("title", "told"), [("Frogs", "Pond"), ("Frogs: leap and hop", "Leap and hop · Pond")]
)
def test_players_and_what_follows_a_colon_are_told_beside_the_title(title, told):
    pad = pad_of([PadRow("Treasures")], 6)._replace(title=title)
    _, plan = pad_sheet(pad, (210.0, 297.0))
    texts = [part for part in draw_pad(pad, plan, Painter("en", {})) if isinstance(part, DrawnText)]
    starts = {
        "".join(run.text for run in line.runs).replace("\xa0", " "): line.runs[0].start
        for part in texts
        for line in part.lines
    }
    assert starts["Frogs"] + 10 < starts[told] < starts["Frogs"] + 40


def test_a_note_stays_on_one_line_if_it_is_only_a_little_smaller_there():
    pad = pad_of([PadRow("Reward", "number on projects collected"), PadRow("Tokens", "one each")], 6)
    _, plan = pad_sheet(pad, (210.0, 297.0))
    texts = [part for part in draw_pad(pad, plan, Painter("en", {})) if isinstance(part, DrawnText)]
    lines = {
        "".join(run.text for run in line.runs).replace("\xa0", " ") for part in texts for line in part.lines
    }
    assert "number on projects collected" in lines
