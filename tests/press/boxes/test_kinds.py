"""Each sort of box draws what it says."""

from dataclasses import replace

import pytest

from deckwright.press.drawing.card import draw_card
from deckwright.press.drawing.context import RenderContext
from deckwright.press.faces.choice import face_of
from deckwright.press.graphics.parts import DrawnGroup, DrawnIcon, DrawnRepeat, DrawnShape, DrawnText


@pytest.fixture
def boxes(read_face, small_job, card, draw):
    """Draw the boxes of a face on a card."""

    def drawn(text, **texts):
        face = read_face('palette: {ink: "#000000", red: "#ff0000"}\nboxes:\n' + text)
        job = small_job(card(**texts), face=face)
        parts, findings = draw(job, job.cards[0][0])
        assert findings == []
        return [one for part in parts for one in (part.parts if isinstance(part, DrawnRepeat) else [part])]

    return drawn


def cells(part):
    """The places of a row's cells."""
    return [place for one in part for place in one.places if isinstance(one, DrawnRepeat)]


def test_a_box_is_drawn_only_where_its_condition_holds(boxes):
    text = "- {shape: rect, at: card, fill: ink, when: 'tech>=3'}"
    assert len(boxes(text, fields={"tech": 3})) == 1
    assert boxes(text, fields={"tech": 2}) == []


def test_a_shape_stands_where_it_is_put(boxes):
    (shape,) = boxes("- {shape: rect, at: [1, 2, 30, 40], fill: ink, stroke: red, width: 0.5}")
    assert [point for _, point in shape.path if point] == [(1, 2), (31, 2), (31, 42), (1, 42)]
    assert (shape.fill, shape.stroke, shape.width) == ("#000000", "#ff0000", 0.5)


def test_the_bleed_goes_beyond_the_cut(boxes):
    (shape,) = boxes("- {shape: rect, at: bleed, fill: ink}")
    assert shape.path[0][1] == (-3, -3)
    assert shape.path[2][1] == (66, 91)


@pytest.mark.parametrize(("way", "xs"), [("right", [10, 14, 18]), ("left", [18, 14, 10])])
def test_a_row_has_as_many_cells_as_a_number_says(boxes, way, xs):
    text = f"- {{repeat: tech, at: [10, 10, 20, 3], cell: [3, 3], gap: 1, way: {way}, each: [{{icon: 'mdi:cog', at: [0, 0, 3, 3], colour: ink}}]}}"
    assert [x for x, _ in cells(boxes(text, fields={"tech": 3}))] == xs


@pytest.mark.parametrize(("align", "first"), [("start", 10), ("middle", 14.5), ("end", 19)])
def test_a_row_is_aligned_in_its_box(boxes, align, first):
    text = f"- {{repeat: tech, at: [10, 10, 20, 3], cell: [5, 3], gap: 1, align: {align}, each: [{{shape: rect, at: [0, 0, 3, 3], fill: ink}}]}}"
    assert cells(boxes(text, fields={"tech": 2}))[0] == (first, 10)


def test_a_choice_counts_by_its_rank_and_the_rest_is_shown_too(boxes):
    text = """
- repeat: level
  at: [0, 0, 20, 3]
  cell: [3, 3]
  total: 3
  each: [{shape: circle, at: [0, 0, 3, 3], fill: ink}]
  rest: [{shape: circle, at: [0, 0, 3, 3], fill: red}]
"""
    row = boxes(text, fields={"level": "senior"})
    assert [one.parts[0].fill for one in row] == ["#000000", "#000000", "#ff0000"]


def corners(shape):
    """The left, top, right and bottom edge of a shape."""
    points = [(point[-2], point[-1]) for _, point in shape.path if point]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize(
    ("way", "edges"),
    [
        ("right", (10, 20, 22, 24)),
        ("left", (38, 20, 50, 24)),
        ("down", (10, 20, 50, 21.2)),
        ("up", (10, 22.8, 50, 24)),
    ],
)
def test_a_bar_is_full_by_the_share_of_its_total(boxes, way, edges):
    text = f"- {{bar: tech, total: 10, at: [10, 20, 40, 4], way: {way}, fill: red, ground: ink, radius: 2}}"
    ground, part = boxes(text, fields={"tech": 3})
    assert (ground.fill, corners(ground)) == ("#000000", (10, 20, 50, 24))
    assert part.clip == ground.path
    assert (part.parts[0].fill, corners(part.parts[0])) == ("#ff0000", pytest.approx(edges))


@pytest.mark.parametrize(
    ("field", "value", "total", "right"),
    [
        ("tech", 30, 10, 50),
        ("weight", 2.5, 10, 20),
        ("level", "senior", 2, 50),
        ("level", "junior", 2, 30),
        ("class", ["maker"], 4, 20),
        ("lone", True, 1, 50),
    ],
)
def test_a_bar_counts_as_a_row_does_and_is_never_more_than_full(boxes, field, value, total, right):
    text = f"- {{bar: {field}, total: {total}, at: [10, 20, 40, 4], fill: red}}"
    (part,) = boxes(text, fields={field: value})
    assert corners(part.parts[0]) == (10, 20, right, 24)


def test_a_bar_of_nothing_is_its_ground_and_none_without_the_field(boxes):
    text = "- {bar: tech, total: 10, at: [10, 20, 40, 4], fill: red, ground: ink}"
    assert [part.fill for part in boxes(text, fields={"tech": 0})] == ["#000000"]
    assert boxes(text) == []


def test_a_row_of_marks_shows_their_icons_and_names(boxes):
    text = "- {repeat: marks, at: [0, 0, 9, 9], cell: [9, 9], each: [{icon: '{entry}', at: [0, 0, 9, 9], colour: ink}, {text: '{title}{entry}', at: [0, 0, 9, 9]}]}"
    (cell,) = boxes(text, marks=("unique",))
    picture, words = cell.parts
    assert isinstance(picture, DrawnIcon)
    assert picture.icon == "mdi:diamond-stone"
    assert words.lines[0].runs[0].text == "Unique"


def test_a_row_of_fields_gives_each_with_its_name(boxes):
    text = "- {repeat: fields, at: [0, 0, 40, 9], cell: [40, 4], way: down, each: [{text: '{title}: {entry} ({name})', at: [0, 0, 40, 4]}]}"
    row = boxes(text, fields={"tech": 4, "lone": True, "level": "junior", "class": ["maker", "thinker"]})
    words = [text.lines[0].runs[0].text for text in row]
    assert words == [
        "TECH: 4 (Anvil)",
        "Alone: (Anvil)",
        "Level: Junior (Anvil)",
        "Class: Maker, Thinker (Anvil)",
    ]
    assert [text.lines[0].y - row[0].lines[0].y for text in row] == pytest.approx([0, 4, 8, 12])


def test_a_list_has_a_cell_for_each_entry_with_its_own_case(boxes):
    text = "- {repeat: class, at: [0, 0, 9, 9], cell: [3, 3], each: [{shape: {by: entry, maker: rect, thinker: circle}, at: [0, 0, 3, 3], fill: ink}]}"
    row = boxes(text, fields={"class": ["thinker", "maker"]})
    assert [cell.parts[0].path[1][0] for cell in row] == ["c", "l"]


def test_a_turned_box_turns_about_its_middle(boxes):
    (group,) = boxes("- {shape: rect, at: [10, 20, 30, 10], fill: ink, turn: 45}")
    assert isinstance(group, DrawnGroup)
    assert (group.turn, group.centre) == (45, (25, 25))


def test_a_text_in_a_stack_turns_too_and_can_be_both_ways_up(boxes):
    text = '- {stack: [{text: "{name}", height: 5, turn: 90, both_ways: true}], at: [10, 20, 30, 10]}'
    once, again = boxes(text, name="Ox")
    assert (once.turn, once.centre[0], 20 < once.centre[1] < 25) == (90, 25, True)
    assert again == DrawnGroup((once,), 180, (31.5, 44))


def test_a_box_both_ways_up_is_drawn_twice(boxes):
    once, again = boxes("- {shape: rect, at: [0, 0, 5, 5], fill: ink, both_ways: true}")
    assert isinstance(once, DrawnShape)
    assert again == DrawnGroup((once,), 180, (31.5, 44))


def test_a_group_counts_from_its_corner_and_cuts_off_what_is_outside(boxes):
    (group,) = boxes(
        "- {group: [{shape: rect, at: [1, 1, 50, 50], fill: ink}], at: [10, 10, 20, 20], clip: true}"
    )
    assert group.parts[0].path[0][1] == (11, 11)
    assert group.clip[0][1] == (10, 10)


def test_a_pattern_covers_its_area_and_every_other_row_can_be_moved(boxes):
    text = "- {pattern: [{shape: circle, at: [0, 0, 1, 1], fill: ink}], at: [0, 0, 10, 8], step: [5, 4], stagger: true}"
    (pattern,) = boxes(text)
    rows = sorted({y for _, y in pattern.places})
    assert rows == [-4, 0, 4, 8]
    assert {x for x, y in pattern.places if y == 0} == {-5, 0, 5, 10}
    assert {x for x, y in pattern.places if y == 4} == {-2.5, 2.5, 7.5, 12.5}
    assert pattern.clip[2][1] == (10, 8)


def test_a_number_stands_in_the_middle_of_its_box(boxes):
    (text,) = boxes(
        "- {number: tech, at: [10, 10, 20, 20], style: {font: Barlow, weight: 800, size: 20}}",
        fields={"tech": 8},
    )
    run = text.lines[0].runs[0]
    width = run.font.widths["8"] * 20 / 1000 * 25.4 / 72
    assert run.start + width / 2 == pytest.approx(20)
    cap = run.font.cap * 20 / 1000 * 25.4 / 72
    assert text.lines[0].y - cap / 2 == pytest.approx(20)


def test_a_panel_can_hug_its_words(boxes):
    style = "style: {size: 10, align: centre, valign: middle}"
    wide, _ = boxes(f"- {{text: Hard, at: [0, 0, 60, 8], {style}, panel: {{fill: red, pad: 1}}}}")
    snug, text = boxes(
        f"- {{text: Hard, at: [0, 0, 60, 8], {style}, panel: {{fill: red, pad: 1, hug: true}}}}"
    )
    assert isinstance(text, DrawnText)
    assert wide.path[1][1][0] == 60
    assert snug.path[0][1][0] == pytest.approx(text.lines[0].runs[0].start - 1, abs=0.01)


def test_a_polygon_and_a_line_go_through_their_points(boxes):
    polygon, line = boxes("""
- {shape: polygon, at: [10, 10, 5, 5], points: [[0, 0], [5, 0], [0, 5]], fill: ink}
- {line: [[0, 0], [5, 5]], at: [1, 1, 5, 5], stroke: red, dash: [1, 2]}
""")
    assert polygon.path == (("m", (10, 10)), ("l", (15, 10)), ("l", (10, 15)), ("h", ()))
    assert line.path == (("m", (1, 1)), ("l", (6, 6)))
    assert line.dash == (1, 2)


@pytest.mark.parametrize(("language", "left", "size"), [("en", 5, 12), ("fr", 9, 8)])
def test_a_box_can_differ_in_a_language(read_face, small_job, card, draw, language, left, size):
    face = read_face("""
        palette: {ink: "#000000"}
        styles: {big: {size: 12, weight: 700}}
        boxes:
        - group:
          - {text: "{name}", at: [5, 5, 40, 9], style: big, languages: {fr: {at: [9, 5, 40, 9], style: {size: 8}}}}
          at: card
    """)
    job = small_job(card(), face=face, language=language)
    parts, findings = draw(job, job.cards[0][0])
    (text,) = [one for part in parts for one in (part.parts if isinstance(part, DrawnRepeat) else [part])]
    assert (text.size, text.lines[0].runs[0].start) == (size, pytest.approx(left, abs=0.3))
    assert text.lines[0].runs[0].font.name.endswith("Bold")
    assert findings == []


def test_uppercase_and_labels_are_said_in_the_language(boxes):
    (text,) = boxes(
        "- {text: '{kind} · {level}', at: card, style: {uppercase: true}}", fields={"level": "junior"}
    )
    assert text.lines[0].runs[0].text == "TOOL · JUNIOR"


@pytest.mark.parametrize(
    ("language", "name", "capitals"),
    [("tr", "iyi kış", "İYİ KIŞ"), ("el", "Μάιος", "ΜΑΪΟΣ"), ("de", "Fuß", "FUSS")],
)
@pytest.mark.parametrize(
    "box", ["{text: '{name}', at: card, style: {uppercase: true}}", "{text: '{name | upper}', at: card}"]
)
def test_capitals_are_those_of_the_language_of_the_text(
    small_job, card, draw, read_face, box, language, name, capitals
):
    face = read_face(f"size: [63, 88]\nboxes:\n  - {box}\n")
    tool = replace(card(), texts={"en": {"name": "iris"}, language: {"name": name}})
    (text,), _ = draw(small_job(tool, face=face, language=language), tool)
    assert "".join(run.text for run in text.lines[0].runs) == capitals


@pytest.mark.parametrize(
    "box", ["{text: '{name}', at: card, style: {uppercase: true}}", "{text: '{name | upper}', at: card}"]
)
def test_a_text_that_is_not_translated_has_the_capitals_of_its_source(small_job, card, draw, read_face, box):
    face = read_face(f"size: [63, 88]\nboxes:\n  - {box}\n")
    tool = replace(card(), texts={"en": {"name": "iris"}})
    (text,), _ = draw(small_job(tool, face=face, language="tr"), tool)
    assert text.lines[0].runs[0].text == "IRIS"


def test_what_is_shared_is_drawn_as_it_would_be_alone(job_of, draw, log_of):
    for name in ("data-monsters", "dataset"):
        job = job_of(name, "it")
        context = RenderContext(job.game, job.language, job.assets, job.matches, job.cards_by_face)
        for card, _ in job.cards:
            together = log_of(draw_card(card, face_of(card, job.faces), context))
            assert together == log_of(draw(job, card)[0]), card.id


def test_a_list_of_numbers_reads_as_the_language_writes_them(small_job, sheets_of, card, read_face):
    face = read_face("""\
        size: [63, 88]
        boxes:
          - {text: "{stages}", at: [5, 5, 50, 10]}
          - {repeat: stages, at: [5, 30, 50, 10], cell: [10, 10], each: [{text: "{entry}", at: [0, 0, 10, 10]}]}
    """)
    sheets = sheets_of(small_job(card(fields={"stages": [2, 7.5, 20]}), face=face, language="fr"))
    assert sheets.text(0).split() == ["2,", "7,5,", "20", "2", "7,5", "20"]


def test_what_names_no_colour_is_black_and_what_no_case_fits_is_ink(small_job, card, draw, read_face):
    face = read_face("""\
        palette:
          shade: {by: level, junior: "#ff0000"}
        styles:
          shady: {colour: shade}
        boxes:
          - {text: "{name}", at: [5, 5, 50, 10]}
          - {text: "{name}", at: [5, 15, 50, 10], style: shady}
          - {icon: "{icon}", at: [5, 25, 10, 10], colour: shade}
    """)
    parts, findings = draw(small_job(card(), face=face), card())
    assert findings == []
    assert [part.colour for part in parts if isinstance(part, DrawnText | DrawnIcon)] == ["#000000"] * 3
