"""The module press/faces/face_checks."""

import pytest

from deckwright.errors import InputError
from deckwright.files.yaml import parse_document
from deckwright.press.faces.face_checks import check_fonts
from deckwright.press.graphics.fonts import Fonts

PALETTE = """\
palette:
  ink: "#000000"
  sky: "#3366cc"
  dusk: {linear: [sky, ink]}
  other: dusk
  chosen: {by: level, junior: other, else: sky}
"""


@pytest.mark.parametrize("name", ["dusk", "other", "chosen"])
@pytest.mark.parametrize(
    ("box", "column"),
    [
        ("{shape: rect, at: card, stroke: NAME}", 35),
        ("{icon: 'mdi:cog', at: card, colour: NAME}", 39),
        ("{text: a, at: card, style: {colour: NAME}}", 38),
        ("{text: a, at: card, panel: {fill: NAME, stroke: NAME}}", 0),
        ("{group: [{line: [[0, 0], [1, 1]], stroke: NAME}]}", 45),
        ("{text: a, at: card, languages: {fr: {style: {colour: NAME}}}}", 55),
        ("{text: a, at: card, targets: {pdf: {style: {colour: NAME}}}}", 54),
        ("{qr: a, at: card, colour: NAME}", 29),
    ],
)
def test_a_gradient_is_refused_where_a_line_or_a_letter_is_drawn(read_face, name, box, column):
    with pytest.raises(InputError) as caught:
        read_face(PALETTE + "boxes:\n- " + box.replace("NAME", name))
    (finding,) = caught.value.findings
    assert (finding.rule, finding.where.line) == ("gradient", 8)
    assert finding.where.column in {column, box.replace("NAME", name).rindex(name) + 3}


def test_a_gradient_of_a_named_style_or_of_a_face_above_is_refused(read_face):
    with pytest.raises(InputError) as caught:
        read_face("extends: above\nstyles: {loud: {colour: dusk}}", above=PALETTE)
    assert [(one.rule, one.where.line) for one in caught.value.findings] == [("gradient", 2)]


def test_an_icon_whose_name_is_a_capital_or_a_number_has_a_colour(read_face):
    face = read_face(PALETTE + "icons: {R: sky, 2: ink}")
    assert [*face.icon_colours] == ["R", "2"]


@pytest.mark.parametrize(
    "more",
    [
        "runs: {loud: {colour: dusk}}",
        "icons: {tech: dusk}",
        "shared: {badge: [{line: [[0, 0], [1, 1]], stroke: dusk}]}",
    ],
)
def test_a_gradient_is_refused_in_runs_icons_and_shared_boxes(read_face, more):
    with pytest.raises(InputError) as caught:
        read_face(PALETTE + more)
    (finding,) = caught.value.findings
    assert (finding.rule, finding.where.line, finding.where.column) == (
        "gradient",
        7,
        more.rindex("dusk") + 1,
    )


@pytest.mark.parametrize(
    "box",
    [
        "{qr: a, at: card, ground: dusk}",
        "{shape: rect, at: card, fill: dusk}",
        "{text: a, at: card, panel: {fill: chosen}}",
        "{bar: tech, total: 3, at: card, fill: other, ground: dusk}",
    ],
)
def test_a_gradient_can_fill(read_face, box):
    assert read_face(PALETTE + "boxes:\n- " + box).boxes


@pytest.mark.parametrize(
    ("tone", "rule"),
    [
        ("{linear: [sky]}", "gradient"),
        ("{radial: []}", "schema"),
        ("{linear: [sky, ink], radial: [sky, ink]}", "schema"),
        ("{linear: [sky, ink], centre: [0, 0]}", "schema"),
        ("{radial: [sky, ink], angle: 3}", "schema"),
        ("{linear: [sky, {at: 0.5}]}", "schema"),
        ("{linear: [sky, {colour: ink, at: 2}]}", "schema"),
        ("{linear: [sky, {colour: ink, opacity: -1}]}", "schema"),
        ("{linear: [sky, leaf]}", "unknown-colour"),
        ("{linear: [sky, dusk]}", "gradient"),
        ("{mix: [sky, dusk], share: 0.5}", "gradient"),
        ("{linear: [{colour: sky, at: 0.6}, ink, {colour: ink, at: 0.3}]}", "gradient"),
        ("{linear: [mine, ink]}", "loop"),
    ],
)
def test_a_gradient_that_cannot_be_drawn_is_refused_at_its_line(read_face, tone, rule):
    with pytest.raises(InputError) as caught:
        read_face(PALETTE + f"  mine: {tone}\n")
    assert {one.where.line for one in caught.value.findings} == {7}
    assert rule in {one.rule for one in caught.value.findings}


@pytest.mark.parametrize(
    ("box", "rule", "column"),
    [
        ("{picture: a.png, at: card, focus: [0.5, 0.5], align: left}", "picture-focus", 37),
        ("{picture: a.png, at: card, focus: [0.5, 0.5], fit: contain}", "picture-focus", 37),
        ("{picture: a.png, at: card, mask: polygon}", "no-points", 36),
        ("{picture: a.png, at: card, mask: {by: level, junior: polygon}}", "no-points", 36),
        ("{shape: polygon, at: card, fill: ink}", "no-points", 11),
        ("{pattern: [], step: [1, 1], at: card, mask: polygon}", "no-points", 47),
        ("{picture: a.png, at: card, tint: {colour: dusk}}", "gradient", 45),
        ("{picture: a.png, at: card, tint: {colour: leaf}}", "unknown-colour", 45),
        ("{picture: a.png, at: card, shadow: {colour: dusk}}", "gradient", 47),
        ("{text: a, at: card, shadow: {colour: leaf}}", "unknown-colour", 40),
        ("{text: a, at: card, style: {outline: leaf}}", "unknown-colour", 40),
        ("{text: a, at: card, style: {outline: dusk}}", "gradient", 40),
        ("{picture: a.png, at: card, mask: heart}", "schema", 36),
        ("{picture: a.png, at: card, focus: [2, 0]}", "schema", 38),
        ("{picture: a.png, at: card, tint: {colour: sky, blend: darken}}", "schema", 57),
        ("{picture: a.png, at: card, shadow: {blur: -1}}", "schema", 45),
        ("{picture: a.png, at: card, shadow: {size: 1}}", "schema", 0),
        ("{picture: a.png, at: card, opacity: 2}", "schema", 39),
    ],
)
def test_what_cannot_be_painted_is_refused_at_its_place(read_face, box, rule, column):
    with pytest.raises(InputError) as caught:
        read_face(PALETTE + "boxes:\n- {group: [" + box + "]}")
    (finding,) = caught.value.findings
    assert finding.rule == rule
    assert finding.where.line == 8
    assert finding.where.column in {column + 9, finding.where.column if not column else -1}


# Fonts


BASE = "extends: base\n"
NAME = '- {{text: "{{name}}", at: card, style: {}}}'


@pytest.fixture
def faults(read_face):
    """Find what is wrong with the fonts of a face, as rule, file, line and column; the messages come with it."""

    def find(text, **others):
        try:
            read_face(text, **others)
        except InputError as fault:
            found = fault.findings
            return [(one.rule, one.where.file, one.where.line, one.where.column) for one in found], [
                one.message for one in found
            ]
        return [], []

    return find


@pytest.mark.parametrize(
    ("style", "message"),
    [
        ("name: {font: ^FONT}", "has no weight 900. It has: 400, 700. Use weight: 700."),
        ("title: {extends: name, font: ^FONT}", "has no weight 900"),
        ("title: {font: FONT, weight: ^500}", "has no weight 500. It has: 400, 700. Use weight: 400."),
        (
            "title: {font: FONT, weight: 400, bold: ^900}",
            "has no weight 900. It has: 400, 700. Use bold: 700.",
        ),
        ("flavour: {font: FONT, weight: ^700}", "has no italics in weight 700. It has them in: 400."),
        ("body: {font: FONT, weight: 700, italic: ^true}", "has no italics in weight 700"),
    ],
)
def test_a_weight_or_slope_that_a_family_lacks_is_found_where_it_was_said_last(
    faults, font_package, style, message
):
    name = font_package({(400, "normal"): {}, (400, "italic"): {}, (700, "normal"): {}})
    line = f"  {style.replace('FONT', name)}"
    found, messages = faults(f"{BASE}styles:\n{line.replace('^', '')}")
    assert found == [("unknown-font", "faces/mine.yaml", 3, line.index("^") + 1)]
    assert message in messages[0]


@pytest.mark.parametrize(
    ("made", "rule", "message"),
    [
        ({"fs_type": 2}, "font-licence", "does not allow embedding"),
        ({"fs_type": 0x0200}, "font-licence", "does not allow embedding"),
        ({"data": b"nothing"}, "font-format", "cannot be read"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_font_that_cannot_be_printed_is_refused_at_its_place(faults, font_package, made, rule, message):
    name = font_package({(400, "normal"): made})
    found, messages = faults(f"{BASE}styles:\n  body: {{font: {name}}}")
    assert found == [(rule, "faces/mine.yaml", 3, 16)]
    assert message in messages[0]


def test_a_variable_family_has_the_weights_of_its_axis(faults, font_package):
    name = font_package({(None, "normal"): {"axes": [("wght", 400, 400, 700, "Weight")]}})
    assert faults(f"{BASE}boxes:\n- {{text: x, at: card, style: {{font: {name}, weight: 600}}}}") == ([], [])
    found, messages = faults(f"{BASE}boxes:\n- {{text: x, at: card, style: {{font: {name}, weight: 900}}}}")
    assert [(one[0], one[2]) for one in found] == [("unknown-font", 3)]
    assert "It has: 400, 500, 600, 700. Use weight: 700." in messages[0]


def test_each_family_of_a_list_is_found_at_its_place(faults, font_package):
    name = font_package({(400, "normal"): {}})
    other = font_package({(700, "normal"): {}})
    assert faults(f"{BASE}styles:\n  body: {{font: [{name}, {other}]}}") == ([], [])
    line = f"  body: {{font: [{name}, Comic Sans, {other}]}}"
    found, messages = faults(f"{BASE}styles:\n{line}")
    assert found == [("unknown-font", "faces/mine.yaml", 3, line.index("Comic") + 1)]
    assert "fontpkg-comic-sans" in messages[0]
    found, messages = faults(f"{BASE}styles:\n  body: {{font: [{name}], weight: 500}}")
    assert "has no weight 500" in messages[0]


def test_the_style_of_a_box_and_that_of_a_language_are_looked_at(faults, font_package):
    name = font_package({(400, "normal"): {}})
    boxes = f"""\
boxes:
- {{text: x, at: card, style: {{extends: body, font: {name}, italic: true}}}}
- {{stack: [{{text: x, style: body, languages: {{fr: {{style: {{font: {name}, weight: 300}}}}}}}}], at: card}}
"""
    found, messages = faults(BASE + boxes)
    assert [place[2] for place in found] == [3, 4]
    assert "no italics" in messages[0]
    assert "no weight 300" in messages[1]


def test_a_weight_taken_over_from_another_face_is_found_in_the_face_that_changes_the_font(
    faults, font_package
):
    name = font_package({(400, "normal"): {}})
    above = f"extends: base\nstyles: {{title: {{extends: name, size: 9}}}}\nboxes:\n{NAME.format('title')}"
    found, _ = faults(f"extends: above\nstyles:\n  name: {{font: {name}}}", above=above)
    assert found == [("unknown-font", "faces/mine.yaml", 3, 16)]


def test_a_font_with_one_cut_is_right_where_no_other_is_asked_for(faults, font_package):
    name = font_package({(400, "normal"): {}})
    assert faults(f"{BASE}styles:\n  name: {{font: {name}, weight: 400}}\n  body: {{font: {name}}}") == (
        [],
        [],
    )
    assert faults(f"{BASE}styles:\n  small: {{font: {name}}}\nboxes:\n{NAME.format('foot')}") == ([], [])


def test_a_damaged_file_is_no_unknown_family_too(read_face):
    fonts = Fonts({"fonts/MarshDisplay-Bold.ttf": b"no font"})
    documents = list(read_face(f"{BASE}styles:\n  body: {{colour: ink}}").documents)
    document = parse_document(b"styles: {body: {font: Marsh Display}, name: {font: Pond}}", "faces/mine.yaml")
    (finding,) = check_fonts([*documents, document], fonts)
    assert (finding.where.column, finding.message.startswith("Unknown font: Pond.")) == (52, True)
