"""The module press/faces/face_checks."""

import pytest

from deckwright.errors import InputError

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
